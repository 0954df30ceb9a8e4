import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { mast, type Stats, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// A town on the page: drawn, dropped or chosen, kept in the browser, and what of it a result covers; addresses of a share.

const launched = skip === false ? launchBrowser(t) : undefined
const server = await startOnHills(t, { PUBLIC_URL: 'https://coverage.example' })
const { account, client } = await server.account()
const apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''

const figures = (page: Page) => page.locator('.area-figures')
const { tx_lat: lat, tx_lon: lon } = mast
const ring = [
  [lon, lat],
  [lon + 0.02, lat],
  [lon + 0.02, lat + 0.01],
  [lon, lat],
]
const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Hill &amp; town</name><Polygon>
<outerBoundaryIs><LinearRing><coordinates>${ring.map(([x, y]) => `${x},${y},0`).join(' ')}</coordinates></LinearRing></outerBoundaryIs>
</Polygon></Placemark></kml>`

const percentOf = (km2: number, all: number) =>
  ((100 * km2) / all).toLocaleString('en-GB', { maximumFractionDigits: 1 })

t.test('an area on the page', { skip }, async (t) => {
  const { id } = await finished(client, { ...viewedRequest, rx_sensitivity_dbm: -45, name: 'Hills' })
  const levels = await finished(client, { ...viewedRequest, name: 'Levels' })
  const weak = await finished(client, { ...viewedRequest, erp: 0.73, name: 'Weak' })
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults } = await openPage(browser, server.origin)
  const ranking = page.locator('.ranking')
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('coverage.areas') ?? '[]'))
  /** The page says in the end what the service does of the area that is kept last. */
  const becomes = async (t: Test, name: string, query = '') => {
    // A file is read in turns of its own: before, the last that is kept is another area.
    await figures(page).getByText(`of ${name}`).waitFor()
    const [{ polygons: coordinates }] = (await stored()).slice(-1)
    const answer = await client.post(`/results/${id}/stats${query}`, { type: 'MultiPolygon', coordinates })
    const { km2, zones } = answer.json<Stats>()
    const covered = zones.reduce((sum, zone) => sum + (zone.state === 'covered' ? zone.km2 : 0), 0)
    t.ok(km2 > 0 && covered > 0 && covered < km2, `${covered} of ${km2} km²`)
    await figures(page)
      .getByText(`${percentOf(covered, km2)}\u00a0% of ${name}`)
      .waitFor()
  }

  await page.goto(`${server.origin}/#result=${id}`)
  await page.getByLabel('API key').fill(apiKey)
  await page.keyboard.press('Enter')
  await page.locator(`[data-id=${id}] .sliders`).waitFor()
  await settled(page)
  const box = await page.locator('.map-canvas').boundingBox()
  if (box === null) throw new Error('No map.')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  const draw = page.getByRole('button', { name: 'Draw area on the map' })
  const count = (corners: number) => page.getByText(`Corners: ${corners}`).waitFor()

  await t.test('is drawn by clicks, closed by a double click, left by Escape', async (t) => {
    await draw.click()
    await page.mouse.click(...at(0.4, 0.35))
    await count(1)
    await page.keyboard.press('Escape')
    await draw.click()
    await count(0)
    for (const [corners, [x, y]] of [
      [0.42, 0.42],
      [0.58, 0.42],
      [0.6, 0.6],
    ].entries()) {
      // Nearer in time they would be a double click.
      await page.waitForTimeout(400)
      await page.mouse.click(...at(x as number, y as number))
      await count(corners + 1)
    }
    await page.waitForTimeout(400)
    await page.mouse.dblclick(...at(0.42, 0.62))
    await becomes(t, 'Area 1')
    t.equal((await stored())[0].polygons[0][0].length, 5, 'the second click adds no corner')
    await settled(page)
    t.same(await barriersIn(page), [])
  })

  await t.test('is drawn without a pointer, and closed by Enter', async (t) => {
    await draw.press('Enter')
    const map = page.locator('.maplibregl-canvas')
    for (const [corners, key] of [undefined, 'ArrowRight', 'ArrowDown'].entries()) {
      if (key) await map.press(key)
      // The map moves for a while; the same corner again is none.
      while ((await page.getByText(`Corners: ${corners + 1}`).count()) === 0) {
        await page.getByRole('button', { name: 'Set corner at the center' }).press('Enter')
        await page.waitForTimeout(200)
      }
    }
    await page.waitForTimeout(1000)
    await map.press('Enter')
    await figures(page).getByText('of Area 2').waitFor()
    t.equal((await stored()).length, 2)
  })

  await t.test('comes of a file, follows the sliders and stays in the browser', async (t) => {
    const file = page.getByLabel('Choose area file')
    await file.setInputFiles({ name: 'empty.geojson', mimeType: '', buffer: Buffer.from('{"type":"Point"}') })
    await page.getByText('empty.geojson has no readable polygons').waitFor()
    await file.setInputFiles({ name: 'town.kml', mimeType: '', buffer: Buffer.from(kml) })
    await becomes(t, 'Hill & town')
    t.equal(await page.getByText('empty.geojson has no readable polygons').count(), 0)
    await page.getByRole('slider', { name: 'Sensitivity' }).fill('-40')
    await becomes(t, 'Hill & town', '?sensitivity_dbm=-40')
    const dropped = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([text], 'dropped.kml'))
        return transfer
      },
      kml.replace('Hill &amp; town', 'Dropped'),
    )
    await page.locator('.panel').dispatchEvent('drop', { dataTransfer: dropped })
    await becomes(t, 'Dropped', '?sensitivity_dbm=-40')
    await page.getByRole('button', { name: 'Remove area' }).click()
    // The first of those that are left is shown.
    await page.locator('.area-section select').selectOption({ label: 'Hill & town' })
    await page.getByLabel('Area name').fill('Bayreuth')
    await page.getByLabel('Area name').press('Enter')
    await figures(page).getByText('% of Bayreuth').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'All results' }).click()
    await page.getByRole('button', { name: /^Levels/ }).click()
    await figures(page).getByText('Set a sensitivity').waitFor()
    t.ok((await figures(page).locator('[data-state=level]').count()) > 5, 'levels, as nothing is covered')
    await page.locator(`[data-id=${levels.id}] .sliders [data-state=level]`).first().waitFor()
  })

  await t.test('ranks the results that are ticked, all with one sensitivity', async (t) => {
    await page.getByRole('button', { name: 'All results' }).click()
    const [{ polygons: coordinates }] = (await stored()).slice(-1)
    const shareOf = async (of: string, sensitivity: number) => {
      const query = `?layer=class&sensitivity_dbm=${sensitivity}`
      const answer = await client.post(`/results/${of}/stats${query}`, { type: 'MultiPolygon', coordinates })
      const { km2, zones } = answer.json<Stats>()
      return percentOf(
        zones.reduce((sum, zone) => sum + (zone.state === 'covered' ? zone.km2 : 0), 0),
        km2,
      )
    }
    for (const name of ['Levels', 'Weak'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    t.equal(await ranking.getByLabel('Sensitivity').inputValue(), '-100')
    await ranking.getByLabel('Sensitivity').fill('-45.5')
    await ranking.getByText('whole number of dB').waitFor()
    await page.getByRole('checkbox', { name: 'Select Hills' }).check()
    for (const sensitivity of [-45, -40]) {
      await ranking.getByLabel('Sensitivity').fill(String(sensitivity))
      t.equal(await ranking.getByRole('listitem').count(), 0, 'shares of another sensitivity are gone')
      // Who has asked once need not ask again.
      if (sensitivity === -45)
        await ranking.getByRole('button', { name: 'Rank 3 results by coverage of Bayreuth' }).click()
      await ranking.locator('[aria-busy=false]').waitFor()
      const rows = await ranking.getByRole('listitem').allInnerTexts()
      const [best, , last] = rows
      t.match(best, `${await shareOf(levels.id, sensitivity)} %`)
      t.match(last, new RegExp(`^Weak[^]*${await shareOf(weak.id, sensitivity)} %`))
      t.not(await shareOf(weak.id, sensitivity), await shareOf(levels.id, sensitivity))
    }
    t.same(await barriersIn(page), [])
  })

  await t.test('is there for a share, whose addresses work', async (t) => {
    await ranking.getByRole('button', { name: 'Hills' }).click()
    t.equal(await page.getByRole('slider', { name: 'Sensitivity' }).inputValue(), '-40', 'as it was ranked')
    await page.getByRole('button', { name: 'Create share link' }).click()
    const address = await page.getByLabel('Share link').inputValue()
    t.match(address, /^https:\/\/coverage\.example\//)
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    const guest = await openPage(browser, server.origin, {
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
    })
    await guest.page.goto(`${server.origin}/${new URL(address).hash}`)
    await guest.page.locator('.sliders').waitFor()
    const geojson = {
      type: 'Feature',
      properties: { name: 'Stadt' },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }
    await guest.page
      .getByLabel('Gebietsdatei wählen')
      .setInputFiles({ name: 'a.geojson', mimeType: '', buffer: Buffer.from(JSON.stringify(geojson)) })
    await guest.page.getByText('% von Stadt').waitFor()
    await guest.page.getByText('Adressen für QGIS').click()
    const anonymous = server.client('')
    const [tiles = '', raster = ''] = await guest.page
      .locator('.addresses input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    const pathOf = (text: string) => text.slice(text.indexOf('/results/'))
    t.match(tiles, /\/tiles\/\{z\}\/\{x\}\/\{y\}\.png\?share=shr_/)
    const tile = pathOf(tiles).replace('{z}', '0').replace('{x}', '0').replace('{y}', '0')
    t.equal((await anonymous.get(tile)).status, 200)
    t.match(raster, /^\/vsicurl\/https:.*\.tif\?share=shr_/)
    t.equal((await anonymous.get(pathOf(raster), { range: 'bytes=0-3' })).status, 206)
    t.equal(await guest.page.getByRole('img', { name: /^QR-Code/ }).count(), 0, 'a phone has no service')
    t.same(await barriersIn(guest.page), [])
    t.same(guest.faults, [])
  })
  t.same(faults, [])
})
