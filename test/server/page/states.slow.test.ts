import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { planetFile } from '../../helpers/antennas.ts'
import {
  barriersIn,
  launchBrowser,
  openPage,
  settled,
  noChromium as skip,
  withoutWebGl,
} from '../../helpers/browser.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// States that one comes to more rarely: without WebGL, without ground, without credits, in either language.

const launched = skip === false ? launchBrowser(t) : undefined
const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

/** No barrier and nothing wider than the screen, on a screen by day and on a telephone at night. */
async function isFit(t: Test, page: Page, state: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, `${state}: ${width} px`)
    t.same(await barriersIn(page), [], `${state}: ${width} px`)
  }
}

t.test('without WebGL results are pictures, and all else is there', { skip }, async (t) => {
  let outlook = { latDeg: 0, lonDeg: 0 }
  const server = await startRealServer(
    t,
    async (folder) => {
      outlook = (await writeSyntheticTerrain(folder, { seed: 2026 })).outlook
    },
    { KERNEL_BACKEND: 'webasm' },
  )
  const { account, client } = await server.account('pro', 3)
  const place = `${outlook.latDeg.toFixed(4)}, ${outlook.lonDeg.toFixed(4)}`
  const request = { tx_lat: outlook.latDeg, tx_lon: outlook.lonDeg, tx_height: 30, frequency: 868 }
  for (const model of ['los', 'los_fresnel']) {
    await finished(client, { ...request, max_range: 3, name: `By ${model}`, model })
  }
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const watched = await openPage(browser, server.origin)
  const { page, faults } = watched
  await withoutWebGl(page)
  const apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''
  await page.addInitScript((key) => sessionStorage.setItem('coverage.key', key), apiKey)
  await page.goto(`${server.origin}/`)

  await t.test('the form, and what is wrong in it, in German too', async (t) => {
    await page.getByText('No map: this browser has no WebGL 2').waitFor()
    await page.getByLabel('Model').waitFor()
    await isFit(t, page, 'form')
    await page.getByRole('button', { name: 'Compute' }).click()
    await page.getByText('Enter the transmitter position.').waitFor()
    await page.getByRole('textbox', { name: 'Transmitter' }).fill(place)
    await page.getByLabel('Antenna height').first().fill('high')
    await page.getByText('Enter a number from −500 to').first().waitFor()
    await page.getByLabel('Language').selectOption('de')
    await page.getByText('Geben Sie eine Zahl von').first().waitFor()
    await isFit(t, page, 'faults')
    await page.getByLabel('Antennenhöhe').first().fill('30')
    await page.getByLabel('Zellgröße').fill('1')
    await page.getByLabel('Reichweite').fill('300')
    await page.getByText(/^Zu viele Zellen: [\d.]+, erlaubt sind höchstens [\d.]+\./).waitFor()
    await isFit(t, page, 'too many cells')
    await page.getByLabel('Zellgröße').fill('30')
    await page.getByLabel('Reichweite').fill('3')
    await page.locator('[data-is=price]').waitFor()
    await page.getByRole('button', { name: 'Berechnen' }).click()
    await page.getByText('Nicht genug Credits: Preis 2, Guthaben 0.').waitFor()
    await isFit(t, page, 'no credits')
    t.ok(faults.splice(0).every((fault) => /status of 40[03]/.test(fault)))
  })

  await t.test('a result as a picture, two beside each other, and their areas', async (t) => {
    await page.getByRole('button', { name: 'Ergebnisse (2)' }).click()
    await isFit(t, page, 'list')
    await page.getByRole('button', { name: /^By los_fresnel/ }).click()
    await page.getByRole('img', { name: 'Karte des Ergebnisses By los_fresnel' }).waitFor()
    await page.getByRole('button', { name: 'Löschen' }).click()
    await isFit(t, page, 'result')
    await page.getByRole('textbox', { name: 'Standort des Empfängers' }).fill('47.5, 8.6')
    await page.keyboard.press('Enter')
    await page.locator('.chart[aria-busy=false]').waitFor()
    await isFit(t, page, 'profile')
    await page.getByRole('button', { name: 'Alle Ergebnisse' }).click()
    await page.getByText('Zwei Ergebnisse vergleichen').click()
    await page.getByRole('button', { name: 'Vergleichen', exact: true }).click()
    await page.locator('[data-outcome=both] .amount').waitFor()
    await page.locator('.pictures img').nth(1).waitFor()
    t.equal(await page.locator('.pictures img').count(), 2)
    await isFit(t, page, 'comparison')
  })

  await t.test('links, antennas and the account', async (t) => {
    await page.getByRole('button', { name: 'Funkfeld' }).click()
    await page.getByRole('button', { name: 'Pfad anzeigen' }).click()
    await page.getByText('Geben Sie einen Standort ein.').first().waitFor()
    await isFit(t, page, 'link')
    await page.getByRole('button', { name: 'Konto' }).click()
    await page.getByRole('button', { name: /^500 für/ }).click()
    await page.getByRole('link', { name: 'Weiter zur Bezahlung' }).waitFor()
    await isFit(t, page, 'account')
    await page.getByRole('button', { name: 'Antennendiagramme verwalten' }).click()
    await page.getByText('Noch keine Antennendiagramme').waitFor()
    await isFit(t, page, 'no antennas')
    const file = page.getByLabel('Diagrammdatei')
    for (const text of ['NAME x', planetFile()]) {
      await file.setInputFiles({ name: 'panel.msi', mimeType: 'text/plain', buffer: Buffer.from(text) })
      await page.getByRole('button', { name: 'Hochladen' }).click()
      await page
        .locator(text === 'NAME x' ? '[aria-invalid=true]' : '.polar')
        .first()
        .waitFor()
      await isFit(t, page, 'antennas')
    }
    t.ok(faults.splice(0).every((fault) => fault.includes('status of 400')))
  })

  t.same(faults, [], 'no error, no report of the policy, no other host')
})

t.test('a service without ground says what to do; an address that has ended says so', { skip }, async (t) => {
  const server = await startRealServer(t, async () => {}, { KERNEL_BACKEND: 'webasm' })
  const { account } = await server.account('pro', 1)
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const watched = await openPage(browser, server.origin)
  const { page, faults } = watched
  await page.goto(`${server.origin}/#share=shr_nothing`)
  await page.getByText('This link is no longer valid').waitFor()
  await isFit(t, page, 'share')
  t.match(faults.splice(0), [/status of 401/])
  const apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''
  await page.evaluate((key) => sessionStorage.setItem('coverage.key', key), apiKey)
  await page.goto(`${server.origin}/`)
  await page.getByText('The service has no terrain data yet').waitFor()
  await settled(page)
  await page.getByRole('textbox', { name: 'Transmitter' }).fill('47.6, 8.9')
  await page.getByText('No terrain data at this place').waitFor()
  await isFit(t, page, 'no terrain')
  await page.getByRole('button', { name: 'Results (0)' }).click()
  await page.getByText('No results yet.').waitFor()
  await isFit(t, page, 'no results')
  t.same(
    faults.filter((fault) => !fault.includes('status of 400')),
    [],
  )
})
