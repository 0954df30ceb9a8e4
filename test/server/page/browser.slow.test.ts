import t from 'tap'
import { planetFile } from '../../helpers/antennas.ts'
import {
  barriersIn,
  launchBrowser,
  openPage,
  settled,
  noChromium as skip,
  type WatchedPage,
} from '../../helpers/browser.ts'
import { focus, resultId } from '../../helpers/drawn-map.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// What else people do on the page with a result that is there, in the system's browser, on the service as it is.

t.test('from a link to deleting, on a screen and on a telephone', { skip }, async (t) => {
  let outlook = { latDeg: 0, lonDeg: 0 }
  const server = await startRealServer(
    t,
    async (folder) => {
      outlook = (await writeSyntheticTerrain(folder, { seed: 2026 })).outlook
    },
    { KERNEL_BACKEND: 'webasm' },
  )
  const { account, client } = await server.account('enterprise', 100)
  let apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''
  await finished(client, {
    ...{ tx_lat: Number(outlook.latDeg.toFixed(4)), tx_lon: Number(outlook.lonDeg.toFixed(4)) },
    ...{ tx_height: 30, frequency: 868, max_range: 10, name: 'Hill <img src=x>' },
  })
  const browser = await launchBrowser(t)
  const viewport = { width: 1280, height: 480 }
  const watched = await openPage(browser, server.origin, { viewport })
  const { page, faults, addresses } = watched
  let shared: WatchedPage | undefined
  await page.goto(`${server.origin}/`)
  await page.getByLabel('API key').fill(apiKey)
  await page.keyboard.press('Enter')
  await page.getByText('99 credits').waitFor()
  await settled(page)

  await t.test('a link without an end names it, and goes to its field', async (t) => {
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    const show = page.getByRole('button', { name: 'Show path' })
    const ends = ['From', 'To'].map((name) => page.getByRole('textbox', { name, exact: true }))
    const marked = () => Promise.all(ends.map((end) => end.getAttribute('aria-invalid')))
    await show.click()
    await page.getByText('Enter a position.').first().waitFor()
    t.same(await marked(), ['true', 'true'])
    await page.locator('#field-from:focus').waitFor()
    await ends[0]?.fill(`${outlook.latDeg}, ${outlook.lonDeg}`)
    await show.click()
    await page.locator('#field-to:focus').waitFor()
    t.not((await marked())[0], 'true')
    await page.keyboard.type(`${outlook.latDeg + 0.01}, ${outlook.lonDeg}`)
    await page.keyboard.press('Enter')
    await page.locator('.chart[aria-busy=false]').waitFor()
    await page.getByRole('button', { name: 'Coverage', exact: true }).click()
    await page.getByRole('button', { name: 'Results (1)' }).click()
    await page.getByRole('button', { name: /^Hill/ }).click()
  })

  await t.test('a share shows the result to somebody without a key, and nothing to change', async (t) => {
    await page.getByRole('button', { name: 'Create share link' }).click()
    const address = await page.getByLabel('Share link').inputValue()
    const guest = await openPage(browser, server.origin, { viewport, colorScheme: 'dark' })
    shared = guest
    await guest.page.goto(`${server.origin}/${new URL(address).hash}`)
    await guest.page.getByRole('heading', { name: 'Hill <img src=x>' }).waitFor()
    await guest.page.getByLabel('Opacity').waitFor()
    await settled(guest.page)
    for (const name of ['Delete', 'Sign out', 'Create share link', 'Show path']) {
      t.equal(await guest.page.getByRole('button', { name }).count(), 0, name)
    }
    const [download] = await Promise.all([
      guest.page.waitForEvent('download'),
      guest.page.getByRole('button', { name: 'GeoTIFF' }).click(),
    ])
    t.equal(download.suggestedFilename(), `${await resultId(watched)}.tif`)
    t.same(await barriersIn(guest.page), [])
  })

  await t.test('an antenna is uploaded, drawn, chosen and deleted; a hostile file is refused', async (t) => {
    await page.getByRole('button', { name: 'All results' }).click()
    await page.getByRole('button', { name: 'Coverage', exact: true }).click()
    await page
      .getByRole('textbox', { name: 'Transmitter' })
      .fill(`${outlook.latDeg.toFixed(4)}, ${outlook.lonDeg.toFixed(4)}`)
    await page.getByLabel('Range').fill('10')
    await page.getByLabel('Model').selectOption('itm')
    await page.getByRole('combobox', { name: 'Pattern', exact: true }).selectOption('uploaded')
    await page.getByRole('button', { name: 'Antennas' }).click()
    const file = page.getByLabel('Pattern file')
    const upload = async (text: string) => {
      await file.setInputFiles({ name: 'panel.msi', mimeType: 'text/plain', buffer: Buffer.from(text) })
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
    }
    await upload('NAME <img src=x>\nHORIZONTAL 360\n0 <script>\n')
    await page.getByText('line 3').waitFor()
    t.equal(await file.getAttribute('aria-invalid'), 'true')
    await upload('x'.repeat(1_000_000))
    await page.getByText('The file is larger than 64 KiB').waitFor()
    const refused = faults.splice(0)
    t.ok(refused.some((fault) => fault.includes('status of 413')))
    t.ok(refused.every((fault) => /status of 4(00|13)/.test(fault)))
    t.same(await barriersIn(page), [])
    await upload(planetFile().replace('Panel-65-17-06T', 'Panel <img src=x>'))
    await page
      .getByRole('img', { name: /Horizontal cut: 65° beamwidth \(−3 dB\), front-to-back ratio 28 dB/ })
      .waitFor()
    t.equal(
      await page.getByRole('img', { name: /^Vertical cut/ }).getAttribute('aria-label'),
      'Vertical cut: 6.9° beamwidth (−3 dB), maximum 6° below horizontal',
    )
    t.same(await barriersIn(page), [])
    await page.getByRole('button', { name: 'Use pattern in form' }).click()
    await page.getByLabel('Uploaded pattern').waitFor()
    t.equal(
      await page.getByLabel('Uploaded pattern').locator('option:checked').innerText(),
      'Panel <img src=x>',
    )
    await page.getByLabel('Frequency').fill('2140')
    await page.locator('[data-is=price]').waitFor()
    await page.getByRole('button', { name: 'Antennas' }).click()
    await page.getByRole('button', { name: /^Panel/ }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Yes, delete' }).click()
    await page.getByText('No patterns yet').waitFor()
    await page.getByRole('button', { name: 'Back to form' }).click()
    await page.getByLabel('Model').selectOption('los')
    await page.locator('[data-is=price]').waitFor()
    // The form named no pattern at first, and later one that was deleted.
    t.ok(faults.splice(0).every((fault) => fault.includes('status of 400')))
  })

  await t.test('buys credits in the sandbox, and replaces its key', async (t) => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: /^100 for/ }).click()
    const address = await page.getByRole('link', { name: 'Continue to payment' }).getAttribute('href')
    await page.route('**/credits/purchase', (route) => route.abort())
    await page.getByRole('button', { name: /^500 for/ }).click()
    await page.getByRole('alert').waitFor()
    t.equal(await page.getByRole('link', { name: 'Continue to payment' }).count(), 0, 'of another pack')
    await page.unroute('**/credits/purchase')
    faults.splice(0)
    const shop = await openPage(browser, server.origin)
    await shop.page.goto(`${server.origin}${new URL(address ?? '').pathname}`)
    await shop.page.getByRole('button').first().click()
    await shop.page.getByText('100 credits were granted').waitFor()
    await shop.page.context().close()
    await page.evaluate('window.dispatchEvent(new Event("focus"))')
    await page.getByText('199 credits').waitFor()
    await page.getByRole('cell', { name: '+100' }).first().waitFor()

    await page.getByRole('button', { name: 'Create another key' }).click()
    const other = await page.getByLabel('New key').inputValue()
    t.same(await barriersIn(page), [])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').fill(other)
    await page.keyboard.press('Enter')
    const [, keyId = ''] = apiKey.split('_')
    await page.getByRole('button', { name: `Revoke ${keyId}` }).click()
    await page.getByRole('button', { name: `Revoke ${keyId}` }).waitFor({ state: 'detached' })
    t.notOk(server.services.records.keys(account.id).some(({ key_id }) => key_id === keyId))
    apiKey = other

    await page.getByRole('button', { name: 'Create another key' }).click()
    const [, thirdId = ''] = (await page.getByLabel('New key').inputValue()).split('_')
    await page.getByRole('button', { name: `Revoke ${thirdId}` }).click()
    await page.getByLabel('New key').waitFor({ state: 'detached' })
    await settled(page)
  })

  await t.test('what was shared is shown also after the key that shared it is gone', async (t) => {
    const { page, faults } = shared ?? watched
    await page.reload()
    await page.getByRole('heading', { name: 'Hill <img src=x>' }).waitFor()
    await page.getByLabel('Opacity').waitFor()
    await page.getByText('Shared result (read-only)').waitFor()
    t.same(faults, [])
    await page.context().close()
  })

  await t.test('on a telephone, in German and in the dark', async (t) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('button', { name: 'Ergebnisse (1)' }).click()
    await page.getByRole('button', { name: /^Hill/ }).click()
    await page.getByLabel('Deckkraft').waitFor()
    t.equal(await page.evaluate('document.documentElement.lang'), 'de')
    t.equal(
      await page.evaluate('document.documentElement.scrollWidth'),
      390,
      'nothing is wider than the screen',
    )
    t.same(await barriersIn(page), [])
    await page.getByRole('button', { name: 'Alle Ergebnisse' }).click()
    await page.getByRole('button', { name: 'Abdeckung' }).click()
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  })

  await t.test('is deleted by keyboard alone', async (t) => {
    await focus(watched, 'Ergebnisse (1)')
    await page.keyboard.press('Enter')
    await focus(watched, 'Hill')
    await page.keyboard.press('Enter')
    await focus(watched, 'Löschen')
    await page.keyboard.press('Enter')
    t.same(await barriersIn(page), [])
    await focus(watched, 'Ja, löschen')
    await page.keyboard.press('Enter')
    await page.getByText('Noch keine Ergebnisse.').waitFor()
    t.match((await client.get('/api/v1/simulations')).json(), { total: 0 })
  })

  await t.test('a reload keeps the key in the tab, a revoked one is asked for again', async (t) => {
    await page.reload()
    await page.getByText('199 Credits').waitFor()
    const keys = server.services.records.keys(account.id)
    const { key_id = '' } = keys.find(({ key_id }) => apiKey.includes(key_id)) ?? {}
    await server.services.records.revokeKey(key_id)
    // Its stream ends, and is not opened again.
    await page.getByText('nicht mehr gültig').waitFor()
    // What had been asked for by then is refused too.
    for (let known = -1; known < faults.length; ) {
      known = faults.length
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    t.ok(faults.splice(0).every((fault) => fault.includes('status of 401')))
  })

  t.same(faults, [], 'no error, nothing on the console, no report of the policy, no other host')
  t.notOk(
    addresses.some((address) => address.includes(apiKey.slice(14))),
    'the key stands in no address',
  )
})
