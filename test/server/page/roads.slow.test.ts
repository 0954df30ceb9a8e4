import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { mast, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Roads of a file on the page, over a result and a network: figures as the service's, drawing, place on the map, table.

const launched = skip === false ? launchBrowser(t) : undefined
const server = await startOnHills(t)
const { account, client } = await server.account()

type Position = [number, number]
const at = (east: number, north: number): Position => [mast.tx_lon + east, mast.tx_lat + north]
const road = [at(-0.05, -0.01), at(-0.01, 0.005), at(0.015, -0.002), at(0.05, 0.012)]
const feature = (name: string, coordinates: Position[]) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'LineString', coordinates },
})
const file = JSON.stringify({
  type: 'FeatureCollection',
  features: [feature('A 1', road), feature('B 2', [at(0, -0.015), at(0.004, 0.02)])],
})
const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Bahn</name>
<LineString><coordinates>${road.map((corner) => corner.join()).join(' ')}</coordinates></LineString></Placemark></Document></kml>`

interface LineResult {
  length_m: number
  covered_share: number
  outages: { from_m: number; to_m: number }[]
  servers: { site: number; name: string | null; from_m: number; to_m: number }[]
}

const give = (page: Page, name: string, text: string) =>
  page.locator('.roads .file-chip input').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })
const percent = (share: number, locale = 'en-GB') =>
  `${(100 * share).toLocaleString(locale, { maximumFractionDigits: 1 })}\u00a0%`
const km = (metres: number, locale = 'en-GB') =>
  `${(metres / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })} km`

async function drop(page: Page, name: string, text: string): Promise<void> {
  const given = { name, text }
  const dataTransfer = await page.evaluateHandle(({ name, text }) => {
    const made = new DataTransfer()
    made.items.add(new File([text], name))
    return made
  }, given)
  await page.locator('.panel').dispatchEvent('drop', { dataTransfer })
}

/** Colors of the row of pixels in the middle of the drawing's band. */
const bandOf = (page: Page) =>
  page.locator('.roads .road canvas').evaluate((canvas: HTMLCanvasElement) => {
    const over = canvas.parentElement?.querySelector('.u-over') as HTMLElement
    const ratio = devicePixelRatio
    const [left, top] = [over.offsetLeft * ratio, (over.offsetTop + over.offsetHeight - 6) * ratio]
    const { data = [] } = canvas.getContext('2d')?.getImageData(left, top, over.offsetWidth * ratio, 1) ?? {}
    const colors: string[] = []
    for (let pixel = 0; pixel < data.length; pixel += 4) {
      const channels = [data[pixel] ?? 0, data[pixel + 1] ?? 0, data[pixel + 2] ?? 0]
      colors.push(`#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`)
    }
    return colors
  })

const shareOf = (colors: readonly string[], color: string) =>
  colors.filter((one) => one === color).length / colors.length

t.test('roads on the page', { skip }, async (t) => {
  const { id } = await finished(client, { ...viewedRequest, rx_sensitivity_dbm: -45, name: 'Hills' })
  const other = await finished(client, {
    ...viewedRequest,
    ...{ tx_lat: mast.tx_lat + 0.01, tx_lon: mast.tx_lon + 0.03, rx_sensitivity_dbm: -45, name: 'East' },
    ...{ grid: id, resolution: undefined },
  })
  const made = await client.post('/api/v1/networks', { name: 'Two', sites: [{ id }, { id: other.id }] })
  t.equal(made.status, 201, made.text)
  const network = made.json<{ id: string; sites: { color: string }[] }>()
  const along = async (of: string, query = ''): Promise<LineResult> => {
    const answer = await client.post(`/results/${of}/features${query}`, feature('A 1', road))
    t.equal(answer.status, 200, answer.text)
    return answer.json<{ features: { properties: { result: LineResult } }[] }>().features[0].properties.result
  }

  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults } = await openPage(browser, server.origin)
  const code = server.services.logins.make(account.id)
  await page.goto(`${server.origin}/#login=${code}&result=${id}`)
  await page.locator(`[data-id=${id}] .sliders`).waitFor()
  await settled(page)
  const roads = page.locator('.roads')
  const summary = roads.locator('.summary')
  const becomes = ({ covered_share: share, length_m: lengthM }: LineResult) =>
    summary.getByText(`${percent(share)} of ${km(lengthM)} covered`, { exact: true }).waitFor()

  await t.test('a file without lines is refused in words', async () => {
    await give(page, 'empty.geojson', '{"type":"FeatureCollection","features":[]}')
    await page.getByRole('alert').getByText('empty.geojson has no readable polygons, lines').waitFor()
  })

  await t.test('a road that is dropped has the figures of the service, also in another view', async (t) => {
    await drop(page, 'roads.geojson', file)
    const found = await along(id)
    await becomes(found)
    t.equal(await page.getByRole('alert').count(), 0, 'the last refusal is gone')
    await roads.locator('.road canvas').waitFor()
    t.equal(await roads.locator('.outages li').count(), Math.min(5, found.outages.length))
    await page.waitForTimeout(300)
    const band = await bandOf(page)
    t.ok(Math.abs(shareOf(band, '#009e73') - found.covered_share) < 0.03, 'the band is what is covered')
    t.ok(shareOf(band, '#a8a8a8') > 0.1, 'it begins and ends out of range')

    await page.getByRole('slider', { name: 'Power' }).fill('30')
    const weaker = await along(id, '?eirp_dbm=30')
    t.ok(weaker.covered_share < found.covered_share - 0.05)
    await becomes(weaker)
    await page.getByRole('button', { name: 'Reset' }).click()
    await becomes(found)
  })

  await t.test('pointing at the drawing shows distance and value, and the place on the map', async (t) => {
    // The view that was reset just before is drawn anew, with other elements.
    await settled(page)
    await roads.locator('.road').scrollIntoViewIfNeeded()
    const over = roads.locator('.road .u-over')
    const box = await over.boundingBox()
    if (box === null) throw new Error('No drawing.')
    const { length_m: lengthM } = await along(id)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    const pointed = roads.locator('.pointed')
    await pointed.getByText(/^\d+\.\d+ km · −?\d+(\.\d)? dBm · (not )?covered$/).waitFor()
    const shownKm = Number.parseFloat(await pointed.innerText())
    t.ok(Math.abs(shownKm - lengthM / 2000) < 0.05, `${shownKm} km of ${lengthM} m`)
    await settled(page)
    const place = await page.locator('.map-canvas').screenshot()
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
    await settled(page)
    await page.waitForTimeout(300)
    t.notOk(place.equals(await page.locator('.map-canvas').screenshot()), 'the place on the map follows')
    t.same(await barriersIn(page), [])
  })

  await t.test('the table of all lines is a download', async (t) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Segment table (CSV)' }).click(),
    ])
    t.equal(download.suggestedFilename(), 'roads.csv')
    const table = await readFile(await download.path(), 'utf8')
    t.match(
      table,
      /^feature,part,name,from_m,to_m,length_m,state,value_min,value_mean,value_max,wkt\r\n1,1,A 1,0,/,
    )
    t.match(table, /\r\n2,1,B 2,0,/)
    await roads.locator('select').selectOption('B 2')
    await summary.getByText(`of ${km(3901)}`).waitFor()
    await roads.locator('select').selectOption('A 1')
    await becomes(await along(id))
  })

  await t.test('of a network the best servers are its sites, in their colors', async (t) => {
    await page.goto(`${server.origin}/#result=${network.id}`)
    await page.locator('.network[data-status=completed] .legend').waitFor()
    await give(page, 'bahn.kml', kml)
    const found = await along(network.id)
    await becomes(found)
    const servedM = (site: number) =>
      found.servers
        .filter((one) => one.site === site)
        .reduce((sum, { from_m, to_m }) => sum + to_m - from_m, 0)
    await page.waitForTimeout(300)
    const band = await bandOf(page)
    for (const site of [1, 2]) {
      const share = servedM(site) / found.length_m
      t.ok(share > 0.03, `site ${site} serves ${share}`)
      const row = roads.getByRole('row').filter({ hasText: ['Hills', 'East'][site - 1] ?? '' })
      await row.getByText(percent(share), { exact: true }).waitFor()
      t.ok(Math.abs(shareOf(band, network.sites[site - 1].color) - share) < 0.03, `site ${site} in the band`)
    }
    await settled(page)
    t.same(await barriersIn(page), [])
    await roads.getByRole('button', { name: 'Remove lines' }).click()
    t.equal(await roads.locator('canvas').count(), 0)
  })

  await t.test('a share too, in German, in the dark, on a telephone', async (t) => {
    const share = await client.post(`/api/v1/networks/${network.id}/shares`, {})
    const guest = await openPage(browser, server.origin, {
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    await guest.page.goto(`${server.origin}/${new URL(share.json<{ url: string }>().url).hash}`)
    await guest.page.locator('.network .legend').waitFor()
    await give(guest.page, 'strassen.geojson', file)
    const { covered_share: covered, length_m: lengthM } = await along(network.id)
    await guest.page
      .locator('.roads .summary')
      .getByText(`${percent(covered, 'de-DE')} von ${km(lengthM, 'de-DE')} abgedeckt`, { exact: true })
      .waitFor()
    await guest.page.locator('.roads .road canvas').waitFor()
    const overflow = await guest.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    t.ok(overflow <= 0, `${overflow} px beyond the screen`)
    t.same(await barriersIn(guest.page), [])
    t.same(guest.faults, [])
  })
  t.same(faults, [])
})
