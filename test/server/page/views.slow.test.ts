import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { View } from '../../../server/page/browser/comparison/view.ts'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { reader, type Stats, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Sensitivity, power and the way back on the page: what its sliders change, and what they ask the service for.

const launched = skip === false ? launchBrowser(t) : undefined
const server = await startOnHills(t)
const { account, client } = await server.account()
const { statsOf } = reader(t, client)

const slider = (page: Page, name: string) => page.getByRole('slider', { name })
const areaIn = (page: Page, state: string) => page.locator(`.areas [data-state=${state}] dd`)

/** As the page writes it. */
function areaText({ zones, km2: all }: Stats, state: string): string {
  const km2 = zones.reduce((sum, zone) => sum + (zone.state === state ? zone.km2 : 0), 0)
  const digits = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 1 })
  return `${digits(km2)} km² · ${digits((100 * km2) / all)} %`
}

t.test('sliders on the page', { skip }, async (t) => {
  const { id } = await finished(client, { ...viewedRequest, rx_sensitivity_dbm: -60, name: 'Hills' })
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults, addresses } = await openPage(browser, server.origin)
  /** Areas that the page shows in the end. */
  const areasBecome = async (t: Test, view: View, ...oneDirection: string[]) => {
    const stats = await statsOf(id, { ...view })
    for (const state of ['covered', ...oneDirection, 'lacking', 'unknown'])
      await areaIn(page, state).getByText(areaText(stats, state), { exact: true }).waitFor()
    t.match(await areaIn(page, 'farthest').innerText(), /^[\d.]+ km$/)
  }

  await t.test('begin with the view of the request', async (t) => {
    const code = server.services.logins.make(account.id)
    await page.goto(`${server.origin}/#login=${code}&result=${id}`)
    await page.locator(`[data-id=${id}] .sliders`).waitFor()
    await areasBecome(t, {})
    t.equal(await slider(page, 'Sensitivity').inputValue(), '-60')
    t.match(await slider(page, 'Power').getAttribute('aria-valuetext'), /^40\.78 dBm$/)
    t.ok(await page.getByRole('button', { name: 'Reset' }).isDisabled())
    await settled(page)
    t.same(await barriersIn(page), [])
  })

  await t.test('move by keyboard; areas, legend and links follow, without a tile more', async (t) => {
    const asked = addresses.length
    await slider(page, 'Sensitivity').press('ArrowLeft')
    await page.locator('.legend').getByText('less than −61 dBm').waitFor()
    await areasBecome(t, { sensitivity_dbm: -61 })
    await slider(page, 'Power').fill('50')
    const view = { sensitivity_dbm: -61, eirp_dbm: 50 }
    await areasBecome(t, view)
    await settled(page)
    t.notOk(addresses.slice(asked).some((address) => address.includes('.png')))
    const query = 'sensitivity_dbm=-61&eirp_dbm=50'
    for (const [name, path] of [
      ['Picture', `${id}.png?${query}`],
      ['Map (PNG)', `${id}.png?style=map&${query}`],
      ['KMZ', `${id}.kmz?${query}`],
      ['GeoJSON', `${id}.geojson?${query}`],
      ['World file', `${id}.pgw`],
      ['GeoTIFF', `${id}.tif`],
    ] as const) {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name, exact: true }).click()
      await saved
      t.ok(addresses.at(-1)?.endsWith(`/results/${path}`), `${addresses.at(-1)}`)
    }
    await page.getByLabel('Layer').selectOption('class')
    await page.locator('.legend').getByText('at least −61 dBm').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'GeoTIFF', exact: true }).click()
    await saved
    t.ok(addresses.at(-1)?.endsWith(`.tif?layer=class&${query}`), `${addresses.at(-1)}`)
  })

  await t.test('a share opens in the view that it was made in', async (t) => {
    await page.getByRole('button', { name: 'Create share link' }).click()
    const address = await page.getByLabel('Share link').inputValue()
    t.match(address, /#share=[^&]+&sensitivity_dbm=-61&eirp_dbm=50$/)
    const guest = await openPage(browser, server.origin, { locale: 'de-DE' })
    await guest.page.goto(`${server.origin}/${new URL(address).hash}`)
    await guest.page.getByText('Abgedeckt', { exact: true }).waitFor()
    t.equal(await slider(guest.page, 'Empfindlichkeit').inputValue(), '-61')
    t.equal(await slider(guest.page, 'Leistung').inputValue(), '50')
    await guest.page.getByLabel('Beide Richtungen').check()
    await guest.page.getByText('Empfindlichkeit der Basisstation').first().waitFor()
    t.same(await barriersIn(guest.page), [])
    await settled(guest.page)
    t.same(guest.faults, [])
    await guest.page.context().close()
  })

  await t.test(
    'two ways begin with a terminal of 1 W, show where one works alone, and reset leaves them out',
    async (t) => {
      const view = { sensitivity_dbm: -61, eirp_dbm: 50 }
      await page.getByLabel('Two-way').check()
      await areasBecome(t, { ...view, up_eirp_dbm: 30, up_sensitivity_dbm: -61 }, 'talk_out')
      await page.locator('.areas').getByText('Both directions', { exact: true }).waitFor()
      t.same(await barriersIn(page), [])
      await slider(page, 'Terminal power').fill('14')
      await areasBecome(t, { ...view, up_eirp_dbm: 14, up_sensitivity_dbm: -61 }, 'talk_out')
      await page.locator('.legend').getByText('at least −61 dBm, −61 dBm (talk-in)').waitFor()
      await page.locator('.legend').getByText('talk-out only: less than −61 dBm (talk-in)').waitFor()
      await slider(page, 'Base station sensitivity').fill('-110')
      await areasBecome(t, { ...view, up_eirp_dbm: 14, up_sensitivity_dbm: -110 }, 'talk_in')
      await page.locator('.legend').getByText('talk-in only: less than −61 dBm').waitFor()
      const address = await page.getByLabel('Share link').inputValue()
      t.match(address, /&sensitivity_dbm=-61&eirp_dbm=50&up_eirp_dbm=14&up_sensitivity_dbm=-110$/)
      const guest = await openPage(browser, server.origin, {
        locale: 'de-DE',
        viewport: { width: 390, height: 844 },
      })
      await guest.page.goto(`${server.origin}/${new URL(address).hash}`)
      await guest.page.getByText('Nur Talk-in', { exact: true }).waitFor()
      await guest.page.locator('.legend').getByText('nur Talk-in: weniger als −61 dBm').waitFor()
      t.equal(await slider(guest.page, 'Empfindlichkeit der Basisstation').inputValue(), '-110')
      t.equal(await guest.page.evaluate('document.documentElement.scrollWidth'), 390)
      t.same(await barriersIn(guest.page), [])
      await guest.page.context().close()
      await page.getByRole('button', { name: 'Reset' }).click()
      await areasBecome(t, {})
      t.equal(await areaIn(page, 'talk_in').count(), 0)
      t.notOk(await page.getByLabel('Two-way').isChecked())
      t.equal(await slider(page, 'Power').getAttribute('aria-valuetext'), '40.78 dBm')
    },
  )

  await t.test('an answer that comes late is not shown; one that fails is', async (t) => {
    let late = () => {}
    const isLate = new Promise<void>((resolve) => {
      late = resolve
    })
    await page.route(/stats.*sensitivity_dbm=-90/, async (route) => {
      await isLate
      await route.continue().catch(() => {})
    })
    await page.route(/stats.*sensitivity_dbm=-91/, (route) => route.fulfill({ status: 404, json: {} }))
    const asked = page.waitForRequest(/stats.*sensitivity_dbm=-90/)
    await slider(page, 'Sensitivity').fill('-90')
    await asked
    t.equal(await page.locator('.sliders [aria-busy=true]').count(), 1)
    await slider(page, 'Sensitivity').fill('-50')
    await areasBecome(t, { sensitivity_dbm: -50 })
    late()
    await page.waitForTimeout(300)
    await areasBecome(t, { sensitivity_dbm: -50 })
    t.same(faults, [])
    await slider(page, 'Sensitivity').fill('-91')
    await page.locator('.sliders [role=alert]').waitFor()
    t.match(faults.splice(0), [/status of 404/])
    await slider(page, 'Sensitivity').fill('-50')
    await areasBecome(t, { sensitivity_dbm: -50 })
  })

  t.same(faults, [])
})

t.test('a result no sensitivity set', { skip }, async (t) => {
  const { id } = await finished(client, { ...viewedRequest, name: 'Levels', output: 'field_strength' })
  const browser = await launched
  if (browser === undefined) throw new Error('No browser.')
  const { page, faults } = await openPage(browser, server.origin, { viewport: { width: 390, height: 844 } })
  await page.goto(`${server.origin}/#login=${server.services.logins.make(account.id)}&result=${id}`)
  await page.getByText('Set a sensitivity').waitFor()
  t.ok(await page.getByLabel('Two-way').isDisabled())
  t.equal(await page.getByLabel('Layer').count(), 0)
  await slider(page, 'Sensitivity').fill('-70')
  const stats = await statsOf(id, { sensitivity_dbm: -70 })
  await areaIn(page, 'covered').getByText(areaText(stats, 'covered'), { exact: true }).waitFor()
  await page.locator('.legend').getByText('less than −70 dBm').waitFor()
  await page.getByLabel('Layer').selectOption('class')
  await page.locator('.legend').getByText('at least −70 dBm').waitFor()
  t.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
  t.same(await barriersIn(page), [])
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByText('Set a sensitivity').waitFor()
  await page.locator('.legend').getByText('below 10').waitFor()
  await settled(page)
  t.same(faults, [])
})
