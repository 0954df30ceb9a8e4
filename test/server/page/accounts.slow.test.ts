import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { HeldCompute, simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

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
  await page.getByText('The time estimate appears here').waitFor()
  await page.getByRole('textbox', { name: 'Transmitter position' }).fill('46.5, 7.5')
  await page.getByLabel('Range').fill('1')
  await page.locator('[data-is=price]').waitFor()
  t.match(await page.locator('[data-is=price]').innerText(), /^about .* s · [\d,]+\scells$/)
  t.notMatch(await page.getByLabel('Model').innerText(), /×/, 'weights of models are prices')
  await page.getByRole('button', { name: 'Compute' }).click()
  await page.locator('[data-status=completed]').waitFor()
  t.notMatch(await page.locator('.result').innerText(), /kept until|credit/i)
  await page.getByRole('button', { name: 'All results' }).click()
  await page.getByRole('button', { name: 'Link' }).click()
  t.notMatch(await page.locator('main').innerText(), /free of charge/)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByText('enterprise, unmetered').waitFor()
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  t.notMatch(await page.locator('body').innerText(), /credit|balance|€|transactions/i)
  t.same(await barriersIn(page), [])
  await page.getByLabel('Language').selectOption('de')
  await page.getByText('enterprise, ohne Abrechnung').waitFor()
  t.notMatch(await page.locator('body').innerText(), /Credit|Guthaben|€|Buchungen/)
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
  await page.getByRole('button', { name: 'Show key' }).waitFor()
  t.equal(new URL(page.url()).hash, '', 'the code leaves the address')
  t.same(records.keys(account.id), [], 'nothing is made by looking')
  t.same(await barriersIn(page), [])
  await page.getByRole('button', { name: 'Show key' }).click()
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
    await other.page.getByRole('button', { name: 'Vorhandenen Schlüssel verwenden' }).click()
    await other.page.getByLabel('API-Schlüssel').waitFor()
    t.match(other.faults, [/status of 4(04|10)/])
    await other.page.context().close()
  }
})

t.test('the first account is made by the code of the start, once', { skip }, async (t) => {
  const server = await startTestServer(t)
  const { logins, records } = server.services
  const code = logins.makeSetup()
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  for (const [locale, width, colorScheme] of [
    ['en-US', 1280, 'light'],
    ['de-DE', 390, 'dark'],
  ] as const) {
    const seen = await openPage(browser, server.origin, {
      locale,
      colorScheme,
      viewport: { width, height: 844 },
    })
    await seen.page.goto(`${server.origin}/#setup=${code}`)
    await seen.page.getByRole('button', { name: /Create account|Konto anlegen/ }).waitFor()
    t.same(await barriersIn(seen.page), [])
    await seen.page.context().close()
  }
  t.same(records.accounts(), [], 'nothing is made by looking')
  const { page, faults, addresses } = await openPage(browser, server.origin)
  await page.goto(`${server.origin}/#setup=${code}`)
  t.equal(await page.evaluate(() => location.hash), '', 'the code leaves the address')
  await page.getByRole('button', { name: 'Create account' }).click()
  const apiKey = await page.getByLabel('API key').inputValue()
  t.match(records.findKey(apiKey)?.account, { unmetered: true })
  t.same(await barriersIn(page), [])
  await page.getByRole('button', { name: 'Sign in with this key' }).click()
  await page.getByText('Unmetered account').waitFor()
  await settled(page)
  t.same(faults, [])
  t.notOk(addresses.some((address) => address.includes(apiKey) || address.split('#')[0]?.includes(code)))

  const late = await openPage(browser, server.origin, { locale: 'de-DE' })
  await late.page.goto(`${server.origin}/#setup=${logins.makeSetup()}`)
  await late.page.getByRole('button', { name: 'Konto anlegen' }).click()
  await late.page.getByText('nur, solange noch kein Konto angelegt ist').waitFor()
  t.equal(records.accounts().length, 1)
})

/** As a queue from which nobody takes anything: nothing is reported while a job waits. */
class SilentCompute extends HeldCompute {
  override run(...[job, , signal]: Parameters<HeldCompute['run']>) {
    return super.run(job, () => {}, signal)
  }
}

t.test('a full store, an address for one machine alone and missing nodes are said', { skip }, async (t) => {
  // A hundred bytes more than what is kept free.
  const freeSpace = async () => ({ bytes: 2 ** 30 + 100, files: 1e6 })
  const compute = new SilentCompute()
  const server = await startTestServer(t, { freeSpace, compute })
  const { apiKey, client } = await server.account('unmetered')
  await simulateToEnd(client)
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults } = await openPage(browser, server.origin)
  await page.addInitScript((key) => sessionStorage.setItem('coverage.key', key), apiKey)
  // As where simulations run on nodes.
  const health = { ...(await client.get('/health')).json<object>(), nodes: 0 }
  await page.route('**/health', (route) => route.fulfill({ json: health }))
  await page.goto(`${server.origin}/`)
  await page.getByText(/store \d\d\u00a0% full/).waitFor()
  await page.getByRole('button', { name: 'Results' }).click()
  await page
    .getByRole('button', { name: /Unnamed/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Create share link' }).click()
  await page.getByText('opens only on the machine of the service').waitFor()
  t.same(await barriersIn(page), [])

  compute.held = true
  await client.post('/api/v1/simulate', validRequest)
  await page.getByRole('button', { name: 'All results' }).click()
  await page.getByText('Waiting: no compute node connected').first().waitFor()
  compute.release()
  t.same(faults, [])
})
