import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// Further sites of a network, searched for, chosen and added by the page.

/** Distances in pixels of the fields of the choice from the lines above and below. */
const gapsAroundFields = `(() => {
  const grid = document.querySelector('.search-form > .grid')
  const [first, last] = [grid.firstElementChild, grid.lastElementChild].map((one) => one.getBoundingClientRect())
  const above = grid.previousElementSibling.getBoundingClientRect()
  const below = grid.nextElementSibling.getBoundingClientRect()
  return [first.top - above.bottom, below.top - last.bottom].map(Math.round)
})()`

interface Search {
  id: string
  status: string
}

t.test('a network is searched, chosen for, and grows by the chosen sites', { skip }, async (t) => {
  let outlook = { latDeg: 0, lonDeg: 0 }
  const server = await startRealServer(
    t,
    async (folder) => {
      outlook = (await writeSyntheticTerrain(folder, { seed: 2026 })).outlook
    },
    { KERNEL_BACKEND: 'webasm' },
  )
  const { account, client } = await server.account('enterprise', 1000)
  const { id: first } = await finished(client, {
    ...{ tx_lat: outlook.latDeg, tx_lon: outlook.lonDeg, tx_height: 15, frequency: 868, erp: 0.5 },
    ...{ max_range: 5, resolution: 100, model: 'p526', rx_sensitivity_dbm: -85, name: 'First' },
  })
  const made = await client.post('/api/v1/networks', { name: 'Hills', sites: [{ id: first }] })
  const { id: networkId } = made.json<{ id: string }>()
  const searches = async () =>
    (await client.get(`/api/v1/searches?network=${networkId}`)).json<{ searches: Search[] }>().searches
  const sites = async () =>
    (await client.get(`/api/v1/networks/${networkId}`)).json<{ sites: { name: string }[] }>().sites

  const browser = await launchBrowser(t)
  const { page, faults } = await openPage(browser, server.origin, { viewport: { width: 1100, height: 900 } })
  const login = () => `#login=${server.services.logins.make(account.id)}&result=${networkId}`
  const chosen = page.locator('.chosen > table tbody tr')
  const answer = () => page.waitForResponse(/\/choice\?/)

  await t.test('price and time come first, then progress, then the choice', async (t) => {
    await page.goto(`${server.origin}/${login()}`)
    await page.locator('.network .legend').waitFor()
    await page.getByText('Next site', { exact: true }).click()
    await page.locator('.next-site [data-is=price]').waitFor()
    t.match(await page.locator('.next-site [data-is=price]').innerText(), /credits? · \d+ candidates · about/)
    await page.locator('.next-site summary').first().scrollIntoViewIfNeeded()
    t.same(await barriersIn(page), [])
    t.same(await page.evaluate(gapsAroundFields), [10, 10], 'as far apart as all lines of the form')
    t.same(await searches(), [], 'nothing has begun')
    await page.getByLabel('Maximum number of sites').fill('2')
    await page.locator('.next-site [data-is=price]').waitFor()
    await page.getByRole('button', { name: 'Search' }).click()
    await chosen.first().waitFor()
    t.equal(await chosen.count(), 2)
    t.match(await chosen.first().innerText(), /2\s+Summit, \d+ m\s+[\d.]+ km²/)
    t.match(await page.locator('.chosen .summary').innerText(), /^Total gain: [\d.]+ km²/)
    await settled(page)
    await page.locator('.chosen').scrollIntoViewIfNeeded()
    t.same(await barriersIn(page), [])
  })

  await t.test('another number is another choice of the same search', async (t) => {
    const next = answer()
    await page.getByLabel('Maximum number of sites').fill('1')
    t.equal((await next).status(), 200)
    await page.locator('.chosen[aria-busy=false]').waitFor()
    t.equal(await chosen.count(), 1)
    const charged = answer()
    await page.getByLabel('Link required to').selectOption('any site')
    await page.getByRole('button', { name: 'Select again' }).click()
    t.equal((await charged).headers()['x-credits-charged'], '1')
    await page.locator('.chosen[aria-busy=false]').waitFor()
    const free = answer()
    await page.getByLabel('Link required to').selectOption('no site')
    await free
    await page.locator('.chosen[aria-busy=false]').waitFor()
    t.equal((await searches()).length, 1)
  })

  await t.test('a search is found when its network is opened again', async (t) => {
    await page.getByRole('button', { name: 'All networks' }).click()
    await page.locator('.list .item-open').click()
    await chosen.first().waitFor()
    t.same(await barriersIn(page), [])
  })

  await t.test('what is chosen is computed, and becomes a site', async (t) => {
    await page.locator('.chosen[aria-busy=false]').waitFor()
    const names = await chosen.locator('td:nth-child(2)').allInnerTexts()
    await page.getByRole('button', { name: 'Add to network' }).click()
    for (const name of names)
      await page.locator('.sites tbody tr').filter({ hasText: name }).getByText('km²').first().waitFor()
    t.same(
      (await sites()).map((site) => site.name),
      ['First', ...names],
    )
    // Both summits are sites now.
    await page.getByText('No candidate adds coverage under these conditions.').waitFor()
    await settled(page)
  })

  await t.test('places of a file, narrow, dark and in German', async (t) => {
    const around = (dLat: number, dLon: number) => `${outlook.latDeg + dLat};${outlook.lonDeg + dLon}`
    const csv = `name;latitude;longitude\nTower;${around(0.02, 0.03)}\n"Old; mill";${around(-0.03, 0)}\n`
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('button', { name: 'New search' }).click()
    await page.getByLabel('Candidates', { exact: true }).selectOption('places from a file')
    await page
      .getByLabel('GeoJSON or CSV file')
      .setInputFiles({ name: 'hills.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('hills.csv: 2 places').waitFor()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await page.locator('.next-site [data-is=price]').waitFor()
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.locator('.next-site summary').first().scrollIntoViewIfNeeded()
    t.same(await barriersIn(page), [])
    await page.getByRole('button', { name: 'Suchen' }).click()
    await chosen
      .filter({ hasText: /Tower|Old; mill/ })
      .first()
      .waitFor()
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.locator('.chosen').scrollIntoViewIfNeeded()
    t.same(await barriersIn(page), [])
    t.equal((await searches()).length, 2)
    await page.getByRole('button', { name: 'Suche löschen' }).click()
    await page.getByRole('button', { name: 'Ja, löschen' }).click()
    await page.locator('.search-form').waitFor()
    t.equal((await searches()).length, 1)
  })
  t.same(faults, [], 'no error, no report of the policy, no other host')
})
