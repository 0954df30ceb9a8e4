import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { startRealServer } from '../../helpers/real-server.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// A mast is placed and a radio is chosen, as people know them, in the system's browser.

interface Ground {
  elevation_m: number
  higher_ground: { lat: number; lon: number; ground_m: number; distance_m: number } | null
}

t.test('a radio by its preset, a mast by its place', { skip }, async (t) => {
  let outlook = { latDeg: 0, lonDeg: 0 }
  const server = await startRealServer(
    t,
    async (folder) => {
      outlook = (await writeSyntheticTerrain(folder, { seed: 2026 })).outlook
    },
    { KERNEL_BACKEND: 'webasm' },
  )
  const { account, client } = await server.account('enterprise', 100)
  const apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''
  const browser = await launchBrowser(t)
  const { page, faults, addresses } = await openPage(browser, server.origin, {
    viewport: { width: 1100, height: 700 },
  })
  await page.goto(`${server.origin}/`)
  await page.getByLabel('API key').fill(apiKey)
  await page.keyboard.press('Enter')
  const place = page.getByRole('textbox', { name: 'Transmitter position' })
  await place.waitFor()
  await settled(page)
  const centre = async () => {
    await page.getByRole('button', { name: 'Center of the map' }).click()
    return (await place.inputValue()).split(', ').map(Number)
  }

  await t.test('a preset fills model, frequency, power and sensitivity, and names its sources', async (t) => {
    const model = page.locator('#field-model')
    t.equal(await model.inputValue(), 'p526', 'what met measurements best comes first')
    await page.getByLabel('Preset').selectOption('meshtastic-longfast-eu868')
    t.equal(await page.getByLabel('Frequency').inputValue(), '869.525')
    t.equal(await page.getByLabel('Receiver sensitivity').inputValue(), '-131')
    await page.getByText('EIRP 22 dBm (0.16 W)').waitFor()
    await page.getByLabel('Antenna gain').fill('5,5')
    await page.locator('#field-tx_loss_db').fill('1.5')
    await page.getByText('EIRP 26 dBm (0.4 W)').waitFor()
    await page.getByText('Sources of these values').click()
    await page.getByText('Maximum output power of an SX1262').waitFor()
    t.same(await barriersIn(page), [])
    await model.selectOption('los')
    await page.getByText('Ignores power').waitFor()
    t.equal(await page.getByLabel('Transmit power').count(), 0)
    await model.selectOption('p526')
    t.equal(await page.getByLabel('Transmit power').inputValue(), '22')
  })

  await t.test('typing a place flies there; Enter submits nothing', async (t) => {
    await place.fill('47,55 8,75')
    await place.press('Enter')
    await page.locator('[data-is=ground]').waitFor()
    await settled(page)
    const [lat = 0, lon = 0] = await centre()
    t.ok(Math.hypot(lat - 47.55, lon - 8.75) < 1e-3, `${lat}, ${lon}`)
    t.equal(
      addresses.filter((address) => address.endsWith('/simulate')).length,
      0,
      'nothing was started, nor charged',
    )
    // Posts of three seconds.
    t.equal(await page.getByLabel('Cell size').inputValue(), '90')
    await page.getByLabel('Cell size').fill('45')
    await page.getByLabel('Range').fill('5')
    t.equal(await page.getByLabel('Cell size').inputValue(), '45', 'what is typed stays')
    await place.fill('JN47')
    await page.getByText('center of a grid square of 150 km × 111 km').waitFor()
  })

  await t.test('swapped coordinates are offered the other way round', async (t) => {
    await place.fill('8.6, 47.5')
    await page.getByText('No terrain data at this position, but at 47.50000, 8.60000.').waitFor()
    await page.getByRole('button', { name: 'Swap latitude and longitude' }).click()
    t.equal(await place.inputValue(), '47.50000, 8.60000')
    // What stands there until then has no price.
    t.ok(faults.splice(0).every((fault) => /status of 4/.test(fault)))
  })

  await t.test('the mast moves to higher ground nearby', async (t) => {
    let found: Ground | undefined
    for (let step = 0; step < 60 && !found?.higher_ground; step++) {
      const query = `lat=${(47.4 + step * 0.005).toFixed(3)}&lon=8.7&with=mast`
      found = (await client.get(`/api/v1/elevation?${query}`)).json<Ground>()
      if (found.higher_ground) await place.fill(`${(47.4 + step * 0.005).toFixed(3)}, 8.7`)
    }
    const higher = found?.higher_ground
    if (!found || !higher) throw new Error('There is no such ground.')
    const by = Math.round(higher.ground_m - found.elevation_m)
    await page
      .getByText(new RegExp(`${higher.distance_m} m to the .*, the ground is ${by} m higher`))
      .waitFor()
    await page.getByRole('button', { name: 'Move transmitter to higher ground' }).click()
    t.equal(await place.inputValue(), `${higher.lat.toFixed(5)}, ${higher.lon.toFixed(5)}`)
  })

  await t.test(
    'the headline of a path is about reception; geometry says that it knows no power',
    async (t) => {
      await page.getByRole('button', { name: 'Link', exact: true }).click()
      await page.getByLabel('Preset').selectOption('meshtastic-longfast-eu868')
      await page
        .getByRole('textbox', { name: 'From', exact: true })
        .fill(`${outlook.latDeg} ${outlook.lonDeg}`)
      await page
        .getByRole('textbox', { name: 'To', exact: true })
        .fill(`${outlook.latDeg + 0.05} ${outlook.lonDeg}`)
      await page.locator('.chart[aria-busy=false]').waitFor()
      const heading = () => page.locator('.profile h2').innerText()
      t.match(
        await heading(),
        /^(Received with a margin of \d+ dB|Too weak by \d+ dB); (not )?in line of sight$/,
      )
      const detail = await page.locator('.profile .hint').innerText()
      t.match(
        detail,
        /azimuth [\d.]+°, reverse azimuth [\d.]+° · ground heights at the ends: \d+\sm and \d+\sm · .*margin −?[\d.]+ dB/,
      )
      await page.getByLabel('Units').selectOption('imperial')
      await page
        .locator('.profile .hint')
        .filter({ hasText: /\d\sft/ })
        .waitFor()
      await page.getByLabel('Antenna height').first().fill('100')
      t.equal(await page.getByLabel('Antenna height').first().inputValue(), '100', 'what is typed stays')
      await page.getByLabel('Units').selectOption('metric')
      t.equal(await page.getByLabel('Antenna height').first().inputValue(), '30.48')
      await page.getByRole('button', { name: 'Coverage', exact: true }).click()
      await page.locator('#field-model').selectOption('los')
      await page.getByLabel('Range').fill('2')
      await page.getByRole('button', { name: 'Compute' }).click()
      // The first simulation also opens the engine.
      await page.getByText('Line of sight only: power is ignored.').waitFor({ timeout: 180_000 })
      await page.getByText('Ground height at the transmitter:').waitFor()
      await page
        .getByRole('textbox', { name: 'Receiver position' })
        .fill(`${outlook.latDeg} ${outlook.lonDeg}`)
      await page.keyboard.press('Enter')
      await page
        .locator('.profile h2')
        .filter({ hasText: /^(Visible|Blocked|Not visible)/ })
        .waitFor()
    },
  )
  t.same(faults, [])
})
