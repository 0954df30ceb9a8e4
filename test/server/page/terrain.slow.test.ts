import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { COVER_COLORS } from '../../../server/land-cover/palette.ts'
import {
  barriersIn,
  launchBrowser,
  openPage,
  screenOf,
  settled,
  noChromium as skip,
} from '../../helpers/browser.ts'
import { quadrantsAbout } from '../../helpers/class-quadrants.ts'
import { mapBox, positionAt } from '../../helpers/drawn-map.ts'
import { writeBasemap } from '../../helpers/pmtiles.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { startTileServer } from '../../helpers/tile-server.ts'
import { putCog, putHgt } from '../../helpers/tiles.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// The map before there is a result: where one looks at first, where there is terrain, more of it, the operator's own map.

t.test('terrain in two countries', { skip }, async (t) => {
  const folder = t.testdir()
  const source = await startTileServer(t)
  const cog = join(folder, 'N47E010.tif')
  await putCog(cog, { southDeg: 47, westDeg: 10, side: 600 }, (row, col) => 500 + (row + col) / 10)
  source.files.set('/N47E010.tif', await readFile(cog))
  const basemap = join(folder, 'basemap.pmtiles')
  await writeBasemap(basemap)
  const { layersPath } = await quadrantsAbout(t, { tx_lat: -22.4, tx_lon: 17.6 })
  const server = await startRealServer(
    t,
    async (terrain) => {
      await writeSyntheticTerrain(terrain, { seed: 2026 })
      await putHgt(join(terrain, 'S23E017.hgt'), (row, col) => 1500 + (row % 60) + col / 8)
    },
    {
      ...{ KERNEL_BACKEND: 'webasm', BASEMAP: basemap, LAYERS: layersPath },
      TERRAIN_URL: `${source.origin}/{lat}{lon}.tif`,
    },
  )
  const { records } = server.services
  const account = await records.createAccount({ name: 'mine', unmetered: true })
  const apiKey = (await records.createKey(account.id))?.api_key ?? ''
  const browser = await launchBrowser(t)
  const watched = await openPage(browser, server.origin, { viewport: { width: 1000, height: 620 } })
  const { page, faults, addresses } = watched
  const middleOf = async () => {
    const { left, top, width, height } = await mapBox(watched)
    return { x: left + width / 2, y: top + height / 2 }
  }
  const clutterTypes = page.locator('[id="field-rx_clutter/type"] option')
  const signIn = async () => {
    await page.goto(`${server.origin}/`)
    await page.getByLabel('API key').fill(apiKey)
    await page.keyboard.press('Enter')
    await settled(page)
  }

  await t.test('the first view is the largest cluster, and the list goes to another', async (t) => {
    await signIn()
    const { lat, lon } = await positionAt(watched, await middleOf())
    t.ok(Math.abs(lat - 47.5) < 0.2 && Math.abs(lon - 9) < 0.2, `${lat}, ${lon}`)
    await page.getByText('Terrain: 3 tiles').click()
    const entries = page.locator('.terrain-list li')
    t.same(await entries.allInnerTexts(), [
      '47°\u00a0N – 48°\u00a0N, 8°\u00a0E – 10°\u00a0E 2 tiles',
      '23°\u00a0S – 22°\u00a0S, 17°\u00a0E – 18°\u00a0E 1 tile',
    ])
    t.same(await barriersIn(page), [])
    await entries.nth(1).getByRole('button').click()
    await settled(page)
    const there = await positionAt(watched, await middleOf())
    t.ok(Math.abs(there.lat + 22.5) < 0.2 && Math.abs(there.lon - 17.5) < 0.2, `${there.lat}, ${there.lon}`)
  })

  await t.test('footprints are seen where there is no relief', async (t) => {
    for (let step = 0; step < 4; step++) {
      await page.getByRole('button', { name: 'Zoom out' }).click()
      await settled(page)
    }
    const { x, y } = await middleOf()
    const screen = await screenOf(page)
    const [on, beside] = [screen.at(x, y), screen.at(x, y + 60)]
    t.ok(beside[0] - on[0] > 20, `${on} on the tile, ${beside} beside it`)
  })

  await t.test("the operator's file lies below, read by range with the key", async (t) => {
    await page.getByText('Terrain: 3 tiles').click()
    await page.locator('.terrain-list button').first().click()
    await page.getByText('Map: © OpenStreetMap').waitFor()
    await settled(page)
    const [red, , blue] = (await screenOf(page)).at(...(Object.values(await middleOf()) as [number, number]))
    t.ok(blue - red > 15, `a lake: ${red}, ${blue}`)
    t.ok(addresses.some((address) => address.endsWith('/api/v1/basemap/tiles.pmtiles')))
    const ask = (headers: Record<string, string>) =>
      page.request.get(`${server.origin}/api/v1/basemap/tiles.pmtiles`, { headers })
    const authorization = `Bearer ${apiKey}`
    t.equal((await ask({})).status(), 401)
    const part = await ask({ authorization, range: 'bytes=0-6' })
    t.same([part.status(), await part.text()], [206, 'PMTiles'])
    t.equal((await ask({ authorization, range: 'bytes=99999999-' })).status(), 416)
    t.same(await barriersIn(page), [])
  })

  await t.test('terrain is downloaded when asked for, and then it is there', async (t) => {
    t.same(source.asked, [], 'looking at the map downloads nothing')
    await page
      .getByRole('button', { name: /^Download terrain for this view \(\d+ files, about \d+ MB, 127/ })
      .click()
    await page.getByText('Terrain: 4 tiles').waitFor()
    await settled(page)
    t.ok(source.asked.some(({ path }) => path === '/N47E010.tif'))
    const { lat, lon } = await positionAt(watched, await middleOf())
    t.ok(Math.abs(lat - 47.5) < 0.3 && Math.abs(lon - 9) < 0.3, 'the map stays where it was')
    t.equal(await page.getByRole('button', { name: 'Download terrain' }).count(), 0, 'nothing is missing')
  })

  await t.test('the next first view is that of the last result', async (t) => {
    const request = {
      tx_lat: -22.4,
      tx_lon: 17.6,
      tx_height: 30,
      frequency: 868,
      max_range: 3,
      resolution: 100,
    }
    t.match(await finished(server.client(apiKey), request), { status: 'completed' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn()
    const { lat, lon } = await positionAt(watched, await middleOf())
    t.ok(Math.abs(lat + 22.4) < 0.05 && Math.abs(lon - 17.6) < 0.05, `${lat}, ${lon}`)
  })

  await t.test('land cover is drawn by its switch, and said under the pointer', async (t) => {
    const { x, y } = await middleOf()
    const bare = await screenOf(page)
    await page.getByRole('button', { name: 'Land cover' }).click()
    await page.getByText('Land cover: Made for a test').waitFor()
    await settled(page)
    t.same(await page.locator('.cover-legend li').allInnerTexts(), ['none', 'trees', 'suburban'])
    const covered = await screenOf(page)
    for (const [right, down, color, words] of [
      [80, 80, COVER_COLORS.trees, 'trees, 12 m'],
      [80, -80, COVER_COLORS.suburban, 'suburban, 8 m'],
      [-80, 80, COVER_COLORS.none, 'open area'],
      [-80, -80, '#00000000', 'no land cover data'],
    ] as const) {
      const [ground, seen] = [bare.at(x + right, y + down), covered.at(x + right, y + down)]
      const [red = 0, green = 0, blue = 0, alpha = 0] = Buffer.from(color.slice(1), 'hex')
      const blended = [red, green, blue].map(
        (channel, at) => ground[at] + ((channel - ground[at]) * alpha) / 255,
      )
      t.ok(
        blended.every((channel, at) => Math.abs(channel - seen[at]) < 4),
        `${words}: ${seen}, not ${blended}`,
      )
      await page.mouse.move(x + right, y + down)
      await page.locator('[data-is=pointed-cover]').getByText(words).waitFor()
    }
    t.same(await barriersIn(page), [])
    await page.getByRole('button', { name: 'Land cover' }).click()
    await page.mouse.move(1, 1)
    await settled(page)
    t.same((await screenOf(page)).at(x + 80, y + 80), bare.at(x + 80, y + 80))
    t.ok((await clutterTypes.allTextContents()).includes('from the map'))
  })

  t.same(faults, [])
})
