import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import type { Test } from 'tap'
import { chromiumPath, launchChromium } from '../../bench/frame/browser.ts'

/** Why tests that need a browser are skipped; `false`: Chromium is installed. */
export const noChromium = chromiumPath === undefined && 'needs Chromium (Debian package chromium)'

const LIST_PICTURE = /\/results\/sim_\w+\.png$/

/** A page, and what went on in it that should not have. */
export interface WatchedPage {
  page: Page
  /** Errors, messages of the console, reports of the policy, requests to other hosts. */
  faults: string[]
  /** Every address that it asked for. */
  addresses: string[]
}

export function launchBrowser(t: Test): Promise<Browser> {
  const launched = launchChromium()
  t.teardown(async () => (await launched).close())
  return launched
}

/** Contours take time to draw; `map.slow.test.ts` is theirs. */
export async function openPage(
  browser: Browser,
  origin: string,
  { hasContours = false, ...options }: BrowserContextOptions & { hasContours?: boolean } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', ...options })
  const page = await context.newPage()
  // A processor that draws in place of a graphics one is slow, the more so beside other work.
  page.setDefaultTimeout(180_000)
  const faults: string[] = []
  const addresses: string[] = []
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // A list is a list also without a picture: of a made-up raster, or of a result that is deleted meanwhile.
    if (!LIST_PICTURE.test(url)) faults.push(`console: ${message.text()} ${url}`)
  })
  page.on('request', (request) => {
    const address = request.url()
    addresses.push(address)
    if (!address.startsWith(`${origin}/`) && !/^(blob|data):/.test(address)) faults.push(`asked ${address}`)
  })
  if (!hasContours) await page.addInitScript(() => localStorage.setItem('coverage.contours', 'off'))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  return { page, faults, addresses }
}

/** As browsers are that draw no map. */
export async function withoutWebGl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply: (method, canvas, given) => (given[0] === 'webgl2' ? null : Reflect.apply(method, canvas, given)),
    })
  })
}

/** Until the map has drawn everything that is to be seen. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('.map-canvas[aria-busy=false]')
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe-core finds in the page as it stands, but for what is minor or moderate. */
export async function barriersIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await readFile(axePath, 'utf8'))
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[]
  }
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

export interface Screen {
  /** Red, green and blue of a pixel. */
  at(x: number, y: number): [number, number, number]
}

export async function screenOf(page: Page): Promise<Screen> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    at(x, y) {
      const from = (Math.round(y) * info.width + Math.round(x)) * info.channels
      return [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0]
    },
  }
}
