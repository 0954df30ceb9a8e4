/** How soon a result of the demo is seen on its page, and how often the service is asked for that. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
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

/** A frame that was shown, at a time since 1970. */
interface Frame {
  ms: number
  jpeg: Buffer
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
    const frames = await shownFrames(page)
    let startMs = Date.now()
    await open(page, async () => {
      asked = []
      startMs = Date.now()
    })
    await page.locator('.result').waitFor()
    await page.waitForTimeout(500)
    await page.waitForSelector('.map-canvas[aria-busy=false]')
    const settledMs = Date.now() - startMs
    await page.waitForTimeout(1000)
    const tiles = (kind: RegExp) => asked.filter((address) => kind.test(address)).length
    return {
      ...{ resultMs: (await drawnMs(frames)) - startMs, settledMs },
      resultTiles: tiles(/\/bins\/\d/),
      groundTiles: tiles(/\/terrain\/tiles\/\d/),
      requests: tiles(/\/(api\/v1|results)\//),
    }
  } finally {
    await context.close()
  }
}

/** Frames from now on, small, as the browser hands them to the screen. */
async function shownFrames(page: Page): Promise<Frame[]> {
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ ms: 1000 * (metadata.timestamp ?? Number.NaN), jpeg: Buffer.from(data, 'base64') })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 320, maxHeight: 200 })
  return frames
}

/** When as much of the page as in the end has the orange of what is visible. */
async function drawnMs(frames: readonly Frame[]): Promise<number> {
  const shares = await Promise.all(frames.map(({ jpeg }) => orangeShare(jpeg)))
  const last = shares.at(-1) ?? 0
  if (last === 0) throw new Error('Expected the result on the map.')
  return frames[shares.findIndex((share) => share >= ALL * last)]?.ms ?? Number.NaN
}

async function orangeShare(jpeg: Buffer): Promise<number> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  let orange = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) - (data[at + 2] ?? 0) > 90) orange++
  }
  return orange / (info.width * info.height)
}
