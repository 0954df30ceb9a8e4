import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { startTestServer } from '../../helpers/server.ts'

// Accounts of several kinds on the page.

const launched = skip === false ? launchBrowser(t) : undefined

t.test('an unmetered account sees no shop, no price and no expiry', { skip }, async (t) => {
  const server = await startTestServer(t)
  const { apiKey } = await server.account('unmetered')
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults } = await openPage(browser, server.origin)
  await page.addInitScript((key) => sessionStorage.setItem('coverage.key', key), apiKey)
  await page.goto(`${server.origin}/`)
  await page.getByText('Unmetered account').waitFor()
  await page.getByText('The time appears here').waitFor()
  await page.getByRole('textbox', { name: 'Transmitter', exact: true }).fill('46.5, 7.5')
  await page.getByLabel('Range').fill('1')
  await page.locator('[data-is=price]').waitFor()
  t.match(await page.locator('[data-is=price]').innerText(), /^about .* s · [\d,]+\scells$/)
  t.notMatch(await page.getByLabel('Model').innerText(), /×/, 'weights of models are prices')
  await page.getByRole('button', { name: 'Compute' }).click()
  await page.locator('[data-status=completed]').waitFor()
  t.notMatch(await page.locator('.result').innerText(), /kept until|credit/i)
  await page.getByRole('button', { name: 'All results' }).click()
  await page.getByRole('button', { name: 'Link' }).click()
  t.notMatch(await page.locator('main').innerText(), /costs/)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByText('enterprise, unmetered').waitFor()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  t.notMatch(await page.locator('body').innerText(), /credit|balance|€|movements/i)
  t.same(await barriersIn(page), [])
  await page.getByLabel('Language').selectOption('de')
  await page.getByText('enterprise, ohne Abrechnung').waitFor()
  t.notMatch(await page.locator('body').innerText(), /Credit|Guthaben|€|Bewegungen/)
  await settled(page)
  t.same(faults, [])
})
