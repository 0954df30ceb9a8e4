import { cp } from 'node:fs/promises'
import { resolve } from 'node:path'
import t from 'tap'
import { barriersIn, launchBrowser, openPage, settled, noChromium as skip } from '../../helpers/browser.ts'
import { type Drawn, mapBox, positionAt, sameAsRaster, spread } from '../../helpers/drawn-map.ts'
import { startRealServer } from '../../helpers/real-server.ts'

// The page as people use it, in the system's browser, on the service as it is.

interface Link {
  visible: boolean
  blocked_at: { by_m: number }[]
}

t.test('from signing in to why a place is blocked', { skip }, async (t) => {
  const outlook = { latDeg: -35.27, lonDeg: 149.1583 }
  const putTerrain = (folder: string) => cp(resolve('server/demo/terrain'), folder, { recursive: true })
  const server = await startRealServer(t, putTerrain, { KERNEL_BACKEND: 'webasm' })
  const { account, client } = await server.account('enterprise', 100)
  const apiKey = (await server.services.records.createKey(account.id))?.api_key ?? ''
  const browser = await launchBrowser(t)
  const viewport = { width: 800, height: 360 }
  const watched = await openPage(browser, server.origin, { viewport })
  const { page, faults, addresses } = watched
  /** Places of the map, and what their colours say. */
  let drawn: Drawn[] = []

  await t.test('signs in with a key, and not with another', async (t) => {
    await page.goto(`${server.origin}/`)
    t.same(await barriersIn(page), [])
    await page.getByLabel('API key').fill('rcov_wrong')
    await page.keyboard.press('Enter')
    await page.getByText('Key unknown, revoked or expired').waitFor()
    // The browser itself prints what was refused.
    t.match(faults.splice(0), [/status of 401/])
    await page.getByLabel('API key').fill(apiKey)
    await page.keyboard.press('Enter')
    await page.getByText('100 credits').waitFor()
    await settled(page)
  })

  await t.test('a click places the transmitter; what is wrong stands at its field', async (t) => {
    const { left, top, width, height } = await mapBox(watched)
    await page.mouse.click(left + width / 2, top + height / 2)
    const place = page.getByRole('textbox', { name: 'Transmitter' })
    t.match(await place.inputValue(), /^-35\.[23]\d{4}, 149\.[12]\d{4}$/)
    await place.fill(`${outlook.latDeg.toFixed(4)}, ${outlook.lonDeg.toFixed(4)}`)
    // Cells follow the ground: from here on the form changes only as it is typed in.
    await page.locator('[data-is=ground]').waitFor()
    await page.getByLabel('Model').selectOption('los')
    await page.getByLabel('Range').fill('5000')
    await page.getByText('Enter a number from 0.1 to 300 km.').waitFor()
    t.equal(await page.getByLabel('Range').getAttribute('aria-invalid'), 'true')
    t.match(faults.splice(0), [/status of 400/])
    t.same(await barriersIn(page), [])
    await page.getByLabel('Range').fill('10')
    await page.locator('[data-is=price]').waitFor()
    t.match(await page.locator('[data-is=price]').innerText(), /^1 credit · about .* s · [\d,]+\scells$/)
  })

  await t.test('what is computed lies on the map in the colours of its classes', async (t) => {
    // Markup in a name is text.
    await page.getByLabel('Name').fill('Hill <img src=x>')
    await page.getByLabel('Name').press('Enter')
    await page.locator('[data-status=completed]').waitFor()
    await page.getByRole('heading', { name: 'Hill <img src=x>' }).waitFor()
    await page.getByLabel('Opacity').waitFor()
    await settled(page)
    t.same(await barriersIn(page), [])
    drawn = await sameAsRaster(t, watched, client, ['visible', 'blocked'])
    await page.getByText('99 credits').waitFor()
    const asked = addresses.map((address) => new URL(address).pathname)
    t.equal(asked.filter((path) => path === '/api/v1/events').length, 1, 'one stream of events')
    t.equal(asked.filter((path) => path.includes('/status/')).length, 1, 'which says how it goes on')
  })

  await t.test('says why a place is blocked', async (t) => {
    const place = spread(
      drawn.filter(({ label }) => label === 'blocked'),
      5,
    )[2] ?? { x: 0, y: 0 }
    const { lat, lon } = await positionAt(watched, place)
    t.equal(await page.locator('[data-is=value]').innerText(), 'blocked')
    await page.mouse.click(place.x, place.y)
    await page.locator('.chart[aria-busy=false]').waitFor()
    const link = (
      await client.post('/api/v1/link', {
        ...{ tx_lat: Number(outlook.latDeg.toFixed(4)), tx_lon: Number(outlook.lonDeg.toFixed(4)) },
        ...{ tx_height: 30, frequency: 868, rx_lat: lat, rx_lon: lon },
      })
    ).json<Link>()
    t.equal(link.visible, false)
    const shown = page.getByRole('region', { name: 'Path profile' })
    const highest = Math.max(...link.blocked_at.map(({ by_m }) => by_m))
    const [, byM = ''] = /rises ([\d.,]+) m above the direct ray/.exec(await shown.innerText()) ?? []
    // The click is at the pixel's place, what was shown is rounded to a metre.
    t.ok(Math.abs(Number(byM.replace(',', '')) - highest) < 0.05 * highest + 1, `${byM} m, ${highest} m`)
    t.same(await barriersIn(page), [])
    await page.getByRole('button', { name: 'Close' }).click()
    t.equal(await shown.count(), 0)
  })

  t.same(faults, [], 'no error, nothing on the console, no report of the policy, no other host')
  t.notOk(
    addresses.some((address) => address.includes(apiKey.slice(14))),
    'the key stands in no address',
  )
})
