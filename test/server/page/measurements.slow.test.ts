import type { Page } from 'playwright-core'
import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { mast, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Measurements made of a prediction, compared with it on the page: figures as the service's, colors, charts, paths, shares.

const launched = skip === false ? launchBrowser(t) : undefined
const server = await startOnHills(t)
const { account, client } = await server.account()

const BIAS_DB = 6
const POINTS = 150
const RANGE_KM = 2.9
/** Spread evenly over the range, in more squares of a kilometre than a fit needs, and two points out of it. */
const places = [
  ...Array.from({ length: POINTS }, (_, at) => {
    const [km, turn] = [RANGE_KM * Math.sqrt((at + 0.5) / POINTS), 2.399963 * at]
    const north = (km * Math.cos(turn)) / 111.2
    const east = (km * Math.sin(turn)) / (111.2 * Math.cos((mast.tx_lat * Math.PI) / 180))
    return { lat: mast.tx_lat + north, lon: mast.tx_lon + east }
  }),
  { lat: mast.tx_lat, lon: mast.tx_lon + 0.2 },
  { lat: mast.tx_lat + 0.2, lon: mast.tx_lon },
]

interface Answer {
  features: { properties: { result: { value: number | null; residual_db?: number } } }[]
  summary: Record<string, number> & { by_distance: { n: number }[] }
}

const figureIn = (page: Page, is: string) => page.locator(`.measurements [data-is=${is}] dd`)
const written = (value: number, digits = 2) =>
  value.toLocaleString('en-GB', { maximumFractionDigits: digits }).replace('-', '−')

t.test('measurements on the page', { skip }, async (t) => {
  const { id } = await finished(client, { ...viewedRequest, rx_sensitivity_dbm: -45, name: 'Hills' })
  const compare = async (rows: string, query = ''): Promise<Answer> => {
    const headers = { 'content-type': 'text/csv', accept: 'application/geo+json' }
    const answer = await client.ask(`/results/${id}/features${query}`, {
      method: 'POST',
      headers,
      body: rows,
    })
    t.equal(answer.status, 200, answer.text)
    return answer.json()
  }
  const plain = ['lat,lon', ...places.map(({ lat, lon }) => `${lat},${lon}`)].join('\n')
  const predicted = (await compare(plain)).features.map(({ properties }) => properties.result.value)
  // A loss predicted 6 dB too high is a power measured 6 dB above the predicted one.
  const table = [
    'lat,lon,measured_dbm',
    ...places.map(({ lat, lon }, at) => {
      const noiseDb = 2 * Math.sin(12.9898 * at)
      return `${lat},${lon},${((predicted[at] ?? -100) + BIAS_DB + noiseDb).toFixed(2)}`
    }),
  ].join('\n')

  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults } = await openPage(browser, server.origin)
  const give = (of: Page, name: string, text: string) =>
    of
      .locator('.measurements .file-chip input')
      .setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })
  /** The page says in the end what the service does. */
  const becomes = async (of: Page, query: string) => {
    const { summary } = await compare(table, query)
    const at = (is: string, text: string) => figureIn(of, is).getByText(text, { exact: true }).waitFor()
    await at('n', written(summary.n ?? 0))
    await at('used', written(summary.used ?? 0))
    await at('bias', `${written(summary.bias_db ?? 0)} dB`)
    await at('sigma', `${written(summary.sigma_db ?? 0)} dB`)
    await at('rmse', `${written(summary.rmse_db ?? 0)} dB`)
    await at('hit-rate', `${written(100 * (summary.hit_rate ?? 0), 1)}\u00a0%`)
    t.equal(await of.locator('.measurements tbody tr').count(), summary.by_distance.length)
    return summary
  }

  const code = server.services.logins.make(account.id)
  await page.goto(`${server.origin}/#login=${code}&result=${id}`)
  await page.locator(`[data-id=${id}] .sliders`).waitFor()
  await settled(page)

  await t.test('a wrong file is refused in words, with its row', async (t) => {
    await give(page, 'wrong.csv', 'lat,lon,measured_dbm\n47,8,-90\n47,abc,-90\n')
    await page.locator('.measurements [role=alert]').getByText('row 3: lon is "abc"').waitFor()
    await give(page, 'misnamed.csv', 'lat,lon,measured_rssi\n47,8,-90\n')
    await page.locator('.measurements [role=alert]').getByText('measured_rssi').waitFor()
    t.equal(await page.getByText('row 3:').count(), 0)
  })

  await t.test(
    'a table that is dropped gives the figures of the service, also in another view',
    async (t) => {
      const transfer = await page.evaluateHandle((text) => {
        const made = new DataTransfer()
        made.items.add(new File([text], 'drive.csv'))
        return made
      }, table)
      await page.locator('.panel').dispatchEvent('drop', { dataTransfer: transfer })
      const summary = await becomes(page, '')
      t.ok(Math.abs((summary.bias_db ?? 0) - BIAS_DB) < 0.5, `${summary.bias_db} dB`)
      t.equal(await figureIn(page, 'outside').innerText(), '2')
      await page.locator('.measurements .scatter canvas').waitFor()
      await page.getByRole('slider', { name: 'Power' }).fill('50')
      const other = await becomes(page, '?eirp_dbm=50')
      t.ok(Math.abs((other.bias_db ?? 0) - (summary.bias_db ?? 0)) > 5, 'the measured loss is another')
      await page.getByRole('button', { name: 'Reset' }).click()
      await becomes(page, '')
      await page.getByLabel('Lower limit').fill('-60')
      await page.getByLabel('Lower limit').press('Enter')
      const floored = await becomes(page, '?floor_dbm=-60')
      t.ok((floored.below_floor ?? 0) > 0)
      t.equal(await figureIn(page, 'below_floor').innerText(), String(floored.below_floor))
      await page.getByLabel('Lower limit').fill('')
      await page.getByLabel('Lower limit').press('Enter')
      await becomes(page, '')
      await settled(page)
      t.same(await barriersIn(page), [])
    },
  )

  await t.test('a point of the list, the scatter or the map opens its path', async () => {
    const profile = page.locator('.profile')
    const close = async () => {
      await profile.getByRole('button', { name: 'Close' }).click()
      await profile.waitFor({ state: 'detached' })
    }
    await page.locator('.largest button').first().press('Enter')
    await profile.getByText(/measured −\d.* dBm · residual \d/).waitFor()
    await close()

    const scatter = page.locator('.measurements .scatter .u-over')
    await scatter.scrollIntoViewIfNeeded()
    const box = await scatter.boundingBox()
    if (box === null) throw new Error('No scatter.')
    // A power 6 dB above the predicted one is below the line of equal ones; the points follow it.
    for (let at = 0.1; at < 0.95 && (await profile.count()) === 0; at += 0.02) {
      await page.mouse.click(box.x + box.width * at, box.y + box.height * (1 - at + 0.1))
      await page.waitForTimeout(100)
    }
    await profile.getByText(/measured −\d.* dBm · residual \d/).waitFor()
    await close()

    await settled(page)
    const map = await page.locator('.map-canvas').boundingBox()
    if (map === null) throw new Error('No map.')
    // The readout says where the pointer is; near the map's middle degrees are linear.
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
    const positionAt = async (left: number, top: number) => {
      await page.mouse.move(left, top)
      const text = await page.locator('[data-is=position]').innerText()
      return text.split(', ').map(Number) as [number, number]
    }
    const [lat0, lon0] = await positionAt(x, y)
    const [, lon1] = await positionAt(x + 100, y)
    const [lat1] = await positionAt(x, y + 100)
    const place = places[40] ?? { lat: 0, lon: 0 }
    await page.mouse.click(
      x + (100 * (place.lon - lon0)) / (lon1 - lon0) + 2,
      y + (100 * (place.lat - lat0)) / (lat1 - lat0) - 1,
    )
    await profile.getByText(/measured −\d.* dBm · residual \d/).waitFor()
    await close()
  })

  await t.test('the correction goes into a new request; another result has no measurements', async (t) => {
    const { summary } = await compare(table)
    const { correction } = summary.fit as never as { correction: { offset_db: number } | null }
    t.ok(correction, 'there are points enough')
    await page.getByRole('button', { name: 'Use correction in new simulation' }).click()
    await page.getByText('Advanced').click()
    t.equal(await page.getByLabel('Correction at 1 km').inputValue(), String(correction?.offset_db))
    await page.getByRole('button', { name: /^Results/ }).click()
    await page.getByRole('button', { name: /^Hills/ }).click()
    await becomes(page, '')
    await page.getByRole('button', { name: 'Remove measurements' }).click()
    t.equal(await figureIn(page, 'n').count(), 0)
  })

  await t.test('a share compares too, in German, in the dark, on a telephone, without paths', async (t) => {
    await page.getByRole('button', { name: 'Create share link' }).click()
    const address = await page.getByLabel('Share link').inputValue()
    const guest = await openPage(browser, server.origin, {
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    await guest.page.goto(`${server.origin}/${new URL(address).hash}`)
    await guest.page.locator('.sliders').waitFor()
    const features = table
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').map(Number))
      .map(([lat, lon, measured_dbm]) => ({
        type: 'Feature',
        properties: { measured_dbm },
        geometry: { type: 'Point', coordinates: [lon, lat] },
      }))
    await give(guest.page, 'fahrt.geojson', JSON.stringify({ type: 'FeatureCollection', features }))
    await guest.page.getByText('Verteilung der Abweichungen').waitFor()
    await guest.page.locator('.measurements .scatter canvas').waitFor()
    t.equal(await guest.page.locator('.largest button').count(), 0)
    t.equal(await guest.page.locator('.largest li').count(), 5)
    const overflow = await guest.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    t.ok(overflow <= 0, `${overflow} px beyond the screen`)
    t.same(await barriersIn(guest.page), [])
    t.same(guest.faults, [])
  })
  t.same(
    faults.filter((fault) => !/status of 400/.test(fault)),
    [],
  )
})
