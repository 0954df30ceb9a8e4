/** How soon a result of the demo is seen on its page, and how often the service is asked for that. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from 'playwright-core'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'

const VIEWPORT = { width: 1280, height: 800 }
const PATIENCE_MS = 120_000
/** Beyond this the picture of a result does not grow. */
const ALL = 0.95

export interface Opening {
  /** Until the result is drawn, and until everything is. */
  resultMs: number
  settledMs: number
  /** Sent meanwhile: tiles of the result, of the ground, all of the API's. */
  resultTiles: number
  groundTiles: number
  requests: number
}

interface Demo {
  /** Signs in once and opens the result. */
  address: string
  apiKey: string
}

/**
 * Opens the demo's result in browsers that were never there before: by the address that the demo ends with, as the first who
 * asks for its tiles, and then by a click in the list.
 */
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

/** The demo in a process of its own, on fresh data, while `work` goes on. */
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
    const said = new Map<string, string>()
    const ready = new Promise<Demo>((resolve) => {
      createInterface(child.stdout).on('line', (line) => {
        const [, name = '', what = ''] = /^(\w+)\s+(\S+)/.exec(line) ?? []
        said.set(name, what)
        if (name === 'Serving') resolve({ address: said.get('Page') ?? '', apiKey: said.get('Key') ?? '' })
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
    page.setDefaultTimeout(PATIENCE_MS)
    let asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.addInitScript(keepOrange)
    await open(page, async () => {
      asked = []
      await page.evaluate('window.benchSeen.length = 0; window.benchStartMs = performance.now()')
    })
    await page.locator('.result').waitFor()
    await page.waitForTimeout(500)
    await page.waitForSelector('.map-canvas[aria-busy=false]')
    const seen = (await page.evaluate('window.benchSeen')) as { ms: number; share: number }[]
    const startMs = (await page.evaluate('window.benchStartMs ?? 0')) as number
    const settledMs = ((await page.evaluate('performance.now()')) as number) - startMs
    const last = seen.at(-1)?.share ?? 0
    if (last === 0) throw new Error('Expected the result on the map.')
    const resultMs = (seen.find(({ share }) => share >= ALL * last)?.ms ?? 0) - startMs
    const tiles = (kind: RegExp) => asked.filter((address) => kind.test(address)).length
    return {
      ...{ resultMs, settledMs },
      resultTiles: tiles(/\/bins\/\d/),
      groundTiles: tiles(/\/terrain\/tiles\/\d/),
      requests: tiles(/\/(api\/v1|results)\//),
    }
  } finally {
    await context.close()
  }
}

/** Keeps which part of the map has the orange of what is visible, ten times a second. Runs in the page. */
function keepOrange(): void {
  const seen: { ms: number; share: number }[] = []
  Object.assign(window, { benchSeen: seen })
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = new Proxy(getContext, {
    // The drawing buffer is kept, so that its pixels can be read.
    apply: (method, canvas, [kind, given]) =>
      Reflect.apply(method, canvas, [
        kind,
        kind === 'webgl2' ? { ...given, preserveDrawingBuffer: true } : given,
      ]),
  })
  const side = 64
  const small = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })
  setInterval(() => {
    const map = document.querySelector<HTMLCanvasElement>('.map-canvas canvas')
    if (map === null || small === null) return
    small.drawImage(map, 0, 0, side, side)
    const { data } = small.getImageData(0, 0, side, side)
    let orange = 0
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at] ?? 0) - (data[at + 2] ?? 0) > 90) orange++
    }
    seen.push({ ms: performance.now(), share: orange / (side * side) })
  }, 100)
}
