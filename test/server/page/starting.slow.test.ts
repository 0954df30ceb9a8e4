import t from 'tap'
import type { Terrain } from '../../../storage/terrain/types.ts'
import { launchBrowser, openPage, noChromium as skip, withoutWebGl } from '../../helpers/browser.ts'
import { flatTerrain, startTestServer } from '../../helpers/server.ts'

// The page of a service whose terrain is not scanned yet.

t.test('the page says that the service is starting, and goes on by itself', { skip }, async (t) => {
  const browser = await launchBrowser(t)
  let scanning: Terrain['scanning']
  const terrain: Terrain = {
    ...flatTerrain,
    get scanning() {
      return scanning
    },
  }
  const server = await startTestServer(t, { terrain })
  const { apiKey } = await server.account()
  const { page } = await openPage(browser, server.origin)
  await withoutWebGl(page)
  await page.addInitScript((key) => sessionStorage.setItem('coverage.key', key), apiKey)
  scanning = new Promise(() => {})
  await page.goto(`${server.origin}/`)
  await page.getByRole('textbox', { name: 'Transmitter' }).fill('46.5, 7.5')
  await page.getByRole('textbox', { name: 'Antenna height' }).fill('30')
  const text = page.locator('.header').getByText('The service is starting and reading terrain data')
  await text.waitFor()
  scanning = undefined
  await text.waitFor({ state: 'detached' })
  await page
    .getByText(/^\d+ credit/)
    .first()
    .waitFor()
})
