import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { finished } from '../service/finished-result.ts'
import type { Place } from './place.ts'
import { settledMs, visit } from './visit.ts'

/** Position behind a ridge, without line of sight to the outlook's transmitter. */
const HIDDEN = '47.6030, 8.6980'
const CONTEXT = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 }
const QUALITY = 78

/** Writes a WebP screenshot of the page with the profile to a blocked position; returns its size in bytes. */
export async function takePicture(browser: Browser, place: Place, file: string): Promise<number> {
  const { latDeg: tx_lat, lonDeg: tx_lon } = place.outlook
  const request = { tx_lat, tx_lon, tx_height: 30, frequency: 868, max_range: 22, resolution: 30 }
  await finished(place.client, { ...request, name: 'From the outlook' })
  const { page, close } = await visit(browser, { ...place, options: CONTEXT })
  await page.getByRole('button', { name: /^Results/ }).click()
  await page.getByRole('button', { name: /^From the outlook/ }).click()
  await page.getByLabel('Opacity').waitFor()
  await page.getByRole('textbox', { name: 'Receiver position' }).fill(HIDDEN)
  await page.keyboard.press('Enter')
  await page.locator('.chart[aria-busy=false]').waitFor()
  // Removes the text cursor from the picture.
  await page.evaluate('document.activeElement.blur()')
  await settledMs(page)
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(file)
  await close()
  return size
}
