import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { startTestServer } from '../../helpers/server.ts'

// Accounts on the page: one that was invited, one that is unmetered.

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

t.test('an invite shows its key once, and signs in with it', { skip }, async (t) => {
  const server = await startTestServer(t)
  const { records } = server.services
  const { account, code } = await records.inviteAccount({ name: 'Ada', plan: 'pro', credits: 7 })
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults, addresses } = await openPage(browser, server.origin)
  await page.goto(`${server.origin}/#invite=${code}`)
  await page.getByRole('button', { name: 'Show the key' }).waitFor()
  t.equal(new URL(page.url()).hash, '', 'the code leaves the address')
  t.same(records.keys(account.id), [], 'nothing is made by looking')
  t.same(await barriersIn(page), [])
  await page.getByRole('button', { name: 'Show the key' }).click()
  const apiKey = await page.getByLabel('API key').inputValue()
  t.equal(records.findKey(apiKey)?.account.id, account.id)
  t.same(await barriersIn(page), [])
  await page.getByRole('button', { name: 'Sign in with this key' }).click()
  await page.getByText('7 credits').waitFor()
  await settled(page)
  t.same(faults, [])
  t.notOk(addresses.some((address) => address.includes(apiKey) || address.split('#')[0]?.includes(code)))

  const expired = await records.inviteAccount({ name: 'Bob', plan: 'pro', credits: 7 })
  await records.deleteAccount(expired.account.id)
  for (const [one, word] of [
    [code, 'schon eingelöst'],
    [expired.code, 'wurde gelöscht oder gesperrt'],
  ] as const) {
    const other = await openPage(browser, server.origin, { locale: 'de-DE' })
    await other.page.goto(`${server.origin}/#invite=${one}`)
    await other.page.getByRole('button', { name: 'Schlüssel anzeigen' }).click()
    await other.page.getByText(word).waitFor()
    t.equal(await other.page.getByRole('button', { name: 'Schlüssel anzeigen' }).count(), 0)
    await other.page.getByRole('button', { name: 'Ich habe schon einen Schlüssel' }).click()
    await other.page.getByLabel('API-Schlüssel').waitFor()
    t.match(other.faults, [/status of 4(04|10)/])
    await other.page.context().close()
  }
})
