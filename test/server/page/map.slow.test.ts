import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { intervalM } from '../../../server/page/browser/ground/intervals.ts'
import { contourLines } from '../../../server/page/browser/ground/lines.ts'
import { groundOf, unknownOf } from '../../../server/page/browser/ground/square.ts'
import { basemapOf, creditText } from '../../../server/page/browser/map/basemap.ts'
import { findPlaces } from '../../../server/page/browser/request/places.ts'
import {
  barriersIn,
  launchBrowser,
  openPage,
  screenOf,
  settled,
  noChromium as skip,
} from '../../helpers/browser.ts'
import { focus } from '../../helpers/drawn-map.ts'
import { certificateOf } from '../../helpers/inbox.ts'
import { startRealServer } from '../../helpers/real-server.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// What lies around a result on the map: contours, 3D, a sensitivity, a basemap, places.

const whole = { parts: 1, column: 0, row: 0 }
/** By the place of a pixel's middle in the tile, from 0 to 512. */
const squareOf = (heightAt: (x: number, y: number) => number) => ({
  heightsM: Float32Array.from({ length: 514 * 514 }, (_, at) =>
    heightAt((at % 514) - 0.5, Math.floor(at / 514) - 0.5),
  ),
  side: 514,
})
/** Units of a tile of contours. */
const pixel = 4096 / 512

t.test(
  'contours of a cone are circles, cut where its square ends and where the ground is unknown',
  async (t) => {
    const cone = squareOf((x, y) => 400 - Math.hypot(x - 256, y - 256))
    const found = contourLines(cone, whole, 100)
    t.same(
      found.map(({ heightM }) => heightM),
      [100, 200, 300],
      'of 0 m there is none',
    )
    const isOn = ([x, y]: [number, number], heightM: number) =>
      Math.abs(Math.hypot(x / pixel - 256, y / pixel - 256) - (400 - heightM)) < 0.2
    for (const { heightM, lines } of found) {
      if (heightM > 144) t.equal(lines.length, 1)
      t.ok(
        lines.flat().every((place) => isOn(place, heightM)),
        `${heightM} m`,
      )
    }
    const holed = squareOf((x, y) => (x > 300 ? Number.NaN : 400 - Math.hypot(x - 256, y - 256)))
    for (const { heightM, lines } of contourLines(holed, whole, 100)) {
      t.ok(
        lines.flat().every((place) => isOn(place, heightM) && place[0] <= 300 * pixel),
        `${heightM} m, none on unknown ground`,
      )
    }
  },
)

t.test('contours of neighboring tiles, and of parts of a tile, go on at their edge', async (t) => {
  const slope = (fromX: number) => squareOf((x, y) => (x + fromX) / 4 + y / 3)
  const endsAt = (lines: readonly [number, number][][], x: number) =>
    lines
      .flat()
      .flatMap(([px, py]) => (Math.abs(px - x) <= pixel / 2 ? [Math.round(py / pixel)] : []))
      .sort((a, b) => a - b)
  const all = (square: ReturnType<typeof squareOf>, part = whole) =>
    contourLines(square, part, 20).flatMap(({ lines }) => lines)
  const [west, east] = [all(slope(0)), all(slope(512))]
  t.same(new Set(endsAt(west, 4096)), new Set(endsAt(east, 0)))
  const part = all(slope(0), { parts: 4, column: 1, row: 2 })
  const [[x, y] = [0, 0]] = part[0] ?? []
  const heightM = (128 + x / (4096 / 128)) / 4 + (256 + y / (4096 / 128)) / 3
  t.ok(Math.abs(heightM / 20 - Math.round(heightM / 20)) < 0.01, `${heightM} m`)
  t.ok(intervalM(9) > intervalM(14))
})

t.test('where blue is odd the ground is unknown', async (t) => {
  const pixels = new Uint8ClampedArray(4 * 514 * 514)
  pixels.fill(255)
  for (let at = 0; at < pixels.length; at += 4) pixels.set([128, 100, 64, 255], at)
  t.equal(unknownOf(groundOf(pixels)), undefined)
  pixels[4 * (514 * 1 + 1) + 2] = 65
  const { heightsM } = groundOf(pixels)
  t.equal(heightsM[0], 100.25)
  t.ok(Number.isNaN(heightsM[515]))
  t.same([...(unknownOf({ heightsM, side: 514 })?.slice(0, 8) ?? [])], [128, 128, 128, 255, 0, 0, 0, 0])
})

t.test('places are found without case and accents, first those that begin so', async (t) => {
  const places = ['Am Säntis', 'Obersantis', 'Säntis', '<b>'].map((name) => ({ name, lat: 47, lon: 9 }))
  const names = (text: string) => findPlaces(places, text, 8).map(({ name }) => name)
  t.same(names(' SANT'), ['Säntis', 'Am Säntis', 'Obersantis'])
  t.same(names('<'), ['<b>'])
  t.same(names(' '), [])
  t.equal(findPlaces(places, 's', 2).length, 2)
})

t.test("a basemap's names stay apart from ours, and its credit is text", async (t) => {
  const basemap = basemapOf({
    version: 8,
    glyphs: 'https://tiles.example/{fontstack}/{range}.pbf',
    sources: { ground: { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}.png'] } },
    layers: [
      { id: 'background', type: 'background' },
      { id: 'tint', type: 'raster', source: 'ground' },
      { id: 'names', type: 'symbol', source: 'ground', layout: { 'text-font': ['Noto Sans Regular'] } },
    ],
  })
  t.same(Object.keys(basemap.sources), ['basemap:ground'])
  t.match(basemap.layers, [
    { id: 'basemap:background' },
    { id: 'basemap:tint', source: 'basemap:ground' },
    { id: 'basemap:names' },
  ])
  t.same(basemap.font, ['Noto Sans Regular'])
  t.equal(
    creditText('<a href="https://x.example">&copy; Tiles &amp; Co</a> &#169; 2026'),
    '© Tiles & Co © 2026',
  )
})

/** A host of somebody else's with a map in one colour; it keeps what it was asked. */
async function startOtherHost(t: Test) {
  const { cert, key } = await certificateOf('localhost')
  const asked: IncomingMessage[] = []
  const server = createServer({ cert, key }, (request, response) => {
    asked.push(request)
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
    // A tile of nothing.
    if (request.url !== '/style.json') return response.end()
    const tiles = [`https://${request.headers.host}/{z}/{x}/{y}.pbf`]
    const paint = { 'background-color': '#ff00ff' }
    response.end(
      JSON.stringify({
        version: 8,
        sources: { streets: { type: 'vector', tiles, attribution: '&copy; <b>Somebody</b>' } },
        layers: [
          { id: 'background', type: 'background', paint },
          { id: 'streets', type: 'line', source: 'streets', 'source-layer': 'streets' },
        ],
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

t.test('around a result on plan pro', { skip }, async (t) => {
  const other = await startOtherHost(t)
  const folder = t.testdir()
  const path = join(folder, 'places.geojson')
  const server = await startRealServer(
    t,
    async (terrain) => {
      const { outlook } = await writeSyntheticTerrain(terrain, { seed: 2026 })
      const geometry = { type: 'Point', coordinates: [outlook.lonDeg, outlook.latDeg] }
      const features = [{ type: 'Feature', properties: { name: 'Höhe <img src=x>' }, geometry }]
      await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }))
    },
    { KERNEL_BACKEND: 'webasm', BASEMAP_STYLE: `${other.origin}/style.json`, PLACES: path },
  )
  const { account, client } = await server.account('pro', 10)
  const apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''
  const browser = await launchBrowser(t)
  const watched = await openPage(browser, server.origin, {
    viewport: { width: 800, height: 420 },
    hasContours: true,
  })
  const { page, faults, addresses } = watched
  page.on('response', (answer) => {
    if (answer.status() === 429) faults.push(`429 ${answer.url()}`)
  })
  const middleOf = async () => {
    const box = (await page.locator('.map-canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  await t.test("the operator's map lies below, and is asked without a key", async (t) => {
    await page.goto(`${server.origin}/`)
    await page.getByLabel('API key').fill(apiKey)
    await page.keyboard.press('Enter')
    await settled(page)
    await page.getByText('Map: © Somebody').waitFor()
    const { x, y } = await middleOf()
    const [red, green] = (await screenOf(page)).at(x, y)
    t.ok(red > green + 60, `${red}, ${green}`)
    t.ok(
      other.asked.some(({ url }) => url?.endsWith('.pbf')),
      'the worker may fetch its tiles',
    )
    for (const { headers, url } of other.asked) {
      for (const name of ['authorization', 'cookie', 'referer']) t.notOk(name in headers, name)
      t.notMatch(url, apiKey.slice(14))
    }
  })

  await t.test('a place is picked by its name, by keyboard', async (t) => {
    const field = page.getByRole('combobox', { name: 'Transmitter' })
    await field.fill('hohe')
    await page.getByRole('option', { name: 'Höhe <img src=x>' }).waitFor()
    t.same(await barriersIn(page), [])
    await field.press('Escape')
    t.equal(await page.getByRole('option', { name: 'Höhe' }).count(), 0)
    await field.fill('höh')
    await field.press('ArrowDown')
    await field.press('Enter')
    await page.getByText('Höhe <img src=x>: Latitude').waitFor()
    t.match(await field.inputValue(), /^47\.\d{5}, 8\.\d{5}$/)
  })

  await t.test('two clicks anywhere draw the link between them', async (t) => {
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    const { x, y } = await middleOf()
    await page.mouse.click(x - 120, y - 40)
    await page.mouse.click(x + 100, y + 60)
    await page.locator('.chart[aria-busy=false]').waitFor()
    const [from = [], to = []] = await Promise.all(
      ['From', 'To'].map(async (name) =>
        (await page.getByRole('combobox', { name, exact: true }).inputValue()).split(', ').map(Number),
      ),
    )
    const ends = { tx_lat: from[0], tx_lon: from[1], rx_lat: to[0], rx_lon: to[1] }
    const link = await client.post('/api/v1/link', {
      ...{ ...ends, tx_height: 30, rx_height: 2, frequency: 868 },
      // What the form begins with.
      tx_power_dbm: 20,
    })
    const { distance_m, received_dbm } = link.json<{ distance_m: number; received_dbm: number }>()
    const shown = await page.getByRole('region', { name: 'Path profile' }).innerText()
    t.match(shown, `${(distance_m / 1000).toLocaleString('en', { maximumFractionDigits: 2 })} km`)
    t.match(shown, `${received_dbm.toFixed(1).replace('-', '−').replace('.0', '')} dBm received`)
    // The profile has taken a part of the map's place.
    const below = await middleOf()
    await page.mouse.click(below.x, below.y)
    await page.locator('.profile').waitFor({ state: 'detached' })
    t.equal(
      await page.getByRole('combobox', { name: 'To', exact: true }).inputValue(),
      '',
      'the third begins anew',
    )
  })

  await t.test('a link by keyboard alone, in German; what is wrong stands at its end', async (t) => {
    await page.getByLabel('Language').selectOption('de')
    const [from, to] = ['Von', 'Nach'].map((name) => page.getByRole('combobox', { name, exact: true }))
    if (from === undefined || to === undefined) throw new Error('No ends.')
    await from.fill('höh')
    await from.press('ArrowDown')
    await from.press('Enter')
    await from.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0, 0')
    await page.keyboard.press('Enter')
    await page.getByText('Die Endpunkte des Funkfelds müssen 1 m bis').waitFor()
    t.equal(await to.getAttribute('aria-invalid'), 'true')
    t.match(
      faults.splice(0).filter((fault) => !fault.startsWith('asked')),
      [/status of 400/],
    )
    await page.keyboard.press('Control+a')
    await page.keyboard.type('47.5, 8.6')
    await page.keyboard.press('Enter')
    await page.locator('.chart[aria-busy=false]').waitFor()
    t.same(await barriersIn(page), [])
    const before = await to.inputValue()
    const start = await from.inputValue()
    await focus(watched, '⇅ Endpunkte tauschen')
    await page.keyboard.press('Enter')
    t.equal(await from.inputValue(), before)
    await page.getByText(`${start} · `).waitFor()
    await page.getByLabel('Sprache').selectOption('en')
    await page.getByRole('button', { name: 'Coverage', exact: true }).click()
    t.equal(await page.locator('.profile').count(), 0)
  })

  await t.test('a sensitivity recolors the map on the spot, without a tile more', async (t) => {
    await page.getByLabel('Model').selectOption('free_space')
    await page.getByLabel('Range').fill('3')
    await page.getByLabel('Sensitivity').fill('-90')
    await page.getByLabel('Sensitivity').press('Enter')
    await page.locator('[data-state=covered] dd').filter({ hasText: 'km²' }).waitFor()
    await settled(page)
    const { x, y } = await middleOf()
    const before = (await screenOf(page)).at(x + 120, y)
    const asked = addresses.length
    await page.getByRole('slider', { name: 'Sensitivity' }).fill('-40')
    await settled(page)
    t.notSame((await screenOf(page)).at(x + 120, y), before)
    t.ok(
      addresses.slice(asked).every((address) => !address.includes('/bins/')),
      'its bins are there already',
    )
    await page.getByRole('slider', { name: 'Sensitivity' }).fill('-90')
    await settled(page)
    t.same((await screenOf(page)).at(x + 120, y), before)
  })

  await t.test('contours and 3D are switched by keyboard, and the map lies flat again', async (t) => {
    const contours = page.getByRole('button', { name: 'Contours' })
    const in3d = page.getByRole('button', { name: '3D', exact: true })
    t.equal(await page.getByRole('button', { name: 'Land cover' }).count(), 0, 'the service has no layers')
    // As far as to the horizon is slow to draw.
    await page.setViewportSize({ width: 480, height: 400 })
    await settled(page)
    const flat = await page.screenshot()
    await contours.press('Enter')
    await in3d.press('Enter')
    await page.getByRole('button', { name: 'Map: drag to rotate' }).waitFor()
    await settled(page)
    t.equal(await contours.getAttribute('aria-pressed'), 'false')
    t.notOk((await page.screenshot()).equals(flat))
    t.same(await barriersIn(page), [])
    await in3d.press('Enter')
    t.equal(await page.getByRole('button', { name: 'Map: drag to rotate' }).count(), 0)
    await settled(page)
  })

  t.same(
    faults.filter((fault) => !fault.startsWith(`asked ${other.origin}/`)),
    [],
    'no error, no report of the policy, no third host, no 429',
  )
})
