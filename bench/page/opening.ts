/** Time until a result of the demo is visible on the page, and number of requests until that time. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from 'playwright-core'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'

const VIEWPORT = { width: 1280, height: 800 }
const TIMEOUT_MS = 120_000
/** Name of the performance mark set by the page. */
const DRAWN = 'result drawn'
const TRACED = ['blink.user_timing', 'devtools.timeline']

export interface Opening {
  /** Time until the first frame with the result, and time until everything is drawn. */
  resultMs: number
  settledMs: number
  /** Numbers of result tiles, base map tiles and API requests. */
  resultTiles: number
  groundTiles: number
  requests: number
}

interface Demo {
  /** Single-use URL that signs in and opens the result. */
  address: string
  apiKey: string
}

/** Opens the demo's result in two new browsers: from the printed URL without cached tiles, and by a click. */
export function openings(browser: Browser): Promise<{ byAddress: Opening; byClick: Opening }> {
  return onDemo(async ({ address, apiKey }) => {
    const byAddress = await watched(browser, async (page) => {
      await page.goto(address)
    })
    const byClick = await watched(browser, async (page, begin) => {
      await page.goto(new URL(address).origin)
      await page.getByLabel('API key').fill(apiKey)
      await page.keyboard.press('Enter')
      await page.waitForSelector('.map-canvas[aria-busy=false]')
      await page.getByRole('button', { name: /^Results/ }).click()
      const item = page.getByRole('button', { name: /^Demo: Mount Ainslie/ })
      await item.waitFor()
      await begin()
      await item.click()
    })
    return { byAddress, byClick }
  })
}

function onDemo<T>(work: (demo: Demo) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (dataDir) => {
    const script = join(import.meta.dirname, '../../../server/coverage.js')
    const child = spawn(process.execPath, [script, 'demo'], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = new Promise<never>((_, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`The demo ended with code ${code}.`)))
    })
    ended.catch(() => {})
    const printed = new Map<string, string>()
    const ready = new Promise<Demo>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const [, name = '', what = ''] = /^(\w+)\s+(\S+)/.exec(line) ?? []
        printed.set(name, what)
        if (name === 'Serving')
          resolve({ address: printed.get('Page') ?? '', apiKey: printed.get('Key') ?? '' })
      })
    })
    try {
      return await work(await Promise.race([ready, ended]))
    } finally {
      child.kill('SIGTERM')
      await ended.catch(() => {})
    }
  })
}

async function watched(
  browser: Browser,
  open: (page: Page, begin: () => Promise<void>) => Promise<void>,
): Promise<Opening> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', viewport: VIEWPORT })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    let urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await browser.startTracing(page, { categories: TRACED })
    let startMs = Date.now()
    await open(page, async () => {
      urls = []
      startMs = Date.now()
    })
    await page.locator('.result').waitFor()
    await page.waitForTimeout(500)
    await page.waitForSelector('.map-canvas[aria-busy=false]')
    const settledMs = Date.now() - startMs
    await page.waitForTimeout(1000)
    const tiles = (kind: RegExp) => urls.filter((address) => kind.test(address)).length
    return {
      ...{ resultMs: (await drawnMs(page)) + msToScreen(await browser.stopTracing()) - startMs, settledMs },
      resultTiles: tiles(/\/bins\/\d/),
      groundTiles: tiles(/\/terrain\/tiles\/\d/),
      requests: tiles(/\/(api\/v1|results)\//),
    }
  } finally {
    await context.close()
  }
}

/** Time of the performance mark in ms since 1970. */
function drawnMs(page: Page): Promise<number> {
  return page.evaluate((name) => {
    const [mark] = performance.getEntriesByName(name)
    if (mark === undefined) throw new Error('Expected the result on the map.')
    return performance.timeOrigin + mark.startTime
  }, DRAWN)
}

interface TraceEvent {
  name: string
  /** Timestamp in microseconds. */
  ts: number
}

/** Time in ms from the performance mark to the presentation of its frame on the screen. */
function msToScreen(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const drawn = traceEvents.find(({ name }) => name === DRAWN)?.ts ?? Number.NaN
  const shown = traceEvents
    .filter(({ name, ts }) => name === 'AnimationFrame::Presentation' && ts > drawn)
    .map(({ ts }) => ts)
  return (Math.min(...shown) - drawn) / 1000
}
