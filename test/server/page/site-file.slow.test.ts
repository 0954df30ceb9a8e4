import t from 'tap'
import { barriersIn, launchBrowser, openPage, noChromium as skip } from '../../helpers/browser.ts'
import { startRealServer } from '../../helpers/real-server.ts'
import { writeSyntheticTerrain } from '../../references/synthetic.ts'

// A file of sites becomes a network, with the radio of the form.

interface Simulation {
  params: { name: string; tx_height: number }
  credits_charged: number
}

t.test('a file of sites becomes a network on one lattice', { skip }, async (t) => {
  let outlook = { latDeg: 0, lonDeg: 0 }
  const server = await startRealServer(
    t,
    async (folder) => {
      outlook = (await writeSyntheticTerrain(folder, { seed: 2026 })).outlook
    },
    { KERNEL_BACKEND: 'webasm' },
  )
  const { account, client } = await server.account('enterprise', 1000)
  const browser = await launchBrowser(t)
  const { page, faults } = await openPage(browser, server.origin, { viewport: { width: 1100, height: 900 } })
  const section = page.locator('.site-file')
  const rows = ['West', 'Middle', 'East'].map(
    (name, at) => `${name},${outlook.latDeg},${outlook.lonDeg + 0.01 * (at - 1)}`,
  )
  const table = (text: string) => ({ name: 'hills.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  await page.goto(`${server.origin}/#login=${server.services.logins.make(account.id)}`)
  await page.getByLabel('Antenna height').first().fill('17')
  await page.getByRole('button', { name: 'Networks' }).click()
  await page.getByLabel('Choose site file').setInputFiles(table('name\nWest'))
  await section.getByText('hills.csv has no sites').waitFor()
  await page.getByLabel('Choose site file').setInputFiles(table(`name,lat,lon\n${rows.join('\n')}\n`))
  await section.locator('[data-is=price]').waitFor()
  const price = await section.locator('[data-is=price]').innerText()
  t.match(price, /^\d+ credits · 3 sites · about/)
  t.same(await barriersIn(page), [])
  const count = async () =>
    (await client.get('/api/v1/simulations')).json<{ total: number; simulations: Simulation[] }>()
  t.equal((await count()).total, 0, 'nothing has begun')
  await page.getByRole('button', { name: 'Compute network from hills.csv' }).click()
  await page.locator('.network[data-status=completed] .legend').waitFor()
  const { simulations } = await count()
  t.same(simulations.map(({ params }) => params.name).sort(), ['East', 'Middle', 'West'])
  t.same(new Set(simulations.map(({ params }) => params.tx_height)), new Set([17]), 'as the form says')
  const charged = simulations.reduce((sum, { credits_charged }) => sum + credits_charged, 0)
  t.equal(charged, Number.parseInt(price, 10), 'the price that was shown')
  const { networks } = (await client.get('/api/v1/networks')).json<{
    networks: { name: string; sites: { name: string }[] }[]
  }>()
  t.same(
    networks.map(({ name, sites }) => [name, ...sites.map((site) => site.name)]),
    [['hills', 'West', 'Middle', 'East']],
  )
  t.same(faults, [])
})
