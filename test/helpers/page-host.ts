/// <reference path="../../server/page/browser/globals.d.ts" />

/**
 * As much of a browser as the modules of the page need that draw nothing: imported before them. Its clock goes by `pass`;
 * requests wait in `asked` for their answers.
 */

import { setImmediate as turn } from 'node:timers/promises'

interface Timer {
  id: number
  atMs: number
  run(): void
}

const ORIGIN = 'https://localhost:8443'
/** Timers that long are those of the test runner: they go by the machine's clock. */
const LONGEST_MS = 29_999
const own = { setTimeout, clearTimeout }
const unset = (global: string, value: unknown) =>
  Object.defineProperty(globalThis, global, { value, configurable: true, writable: true })

let timers: Timer[] = []
let nowMs = Date.UTC(2026, 0, 1)
let count = 0

class MemoryStorage {
  readonly #kept = new Map<string, string>()
  getItem(name: string) {
    return this.#kept.get(name) ?? null
  }
  setItem(name: string, text: string) {
    this.#kept.set(name, text)
  }
  removeItem(name: string) {
    this.#kept.delete(name)
  }
}

/** Of the window and the document alike. */
const events = new EventTarget()

/** A canvas of a picture whose file is its pixels. */
class PixelCanvas {
  getContext() {
    let pixels = new Uint8ClampedArray()
    return {
      drawImage: (picture: { pixels: Uint8ClampedArray<ArrayBuffer> }) => {
        pixels = picture.pixels
      },
      getImageData: () => ({ data: pixels }),
    }
  }
}

/** What the address bar has gone through. */
export const addresses: string[] = []
const go = (_state: unknown, _title: string, address: string) => {
  addresses.push(address)
  globals.location.hash = address.replace(/^\/?/, '')
}

export const globals = {
  location: { origin: ORIGIN, hash: '' },
  history: { pushState: go, replaceState: go },
  localStorage: new MemoryStorage(),
  sessionStorage: new MemoryStorage(),
  navigator: { languages: ['en-GB', 'de'] },
  document: {
    hidden: false,
    title: '',
    documentElement: { lang: '' },
    createElement: () => ({ getContext: () => null }),
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  HTMLElement: class {},
  OffscreenCanvas: PixelCanvas,
  createImageBitmap: async (file: Blob) => ({ pixels: new Uint8ClampedArray(await file.arrayBuffer()) }),
  window: globalThis,
  setTimeout(run: () => void, ms = 0) {
    if (ms > LONGEST_MS) return own.setTimeout(run, ms)
    timers.push({ id: ++count, atMs: nowMs + ms, run })
    return count
  },
  clearTimeout(id: number | NodeJS.Timeout) {
    if (typeof id === 'object') return own.clearTimeout(id)
    timers = timers.filter((one) => one.id !== id)
  },
}
for (const [name, value] of Object.entries(globals)) unset(name, value)
globals.sessionStorage.setItem('coverage.key', 'rcov_first')
Date.now = () => nowMs

/** The hash of the address, as by a click on a link. */
export function goTo(hash: string): void {
  globals.location.hash = hash
  events.dispatchEvent(new Event('hashchange'))
}

/** Somebody turns to the page from another window. */
export function comeBack(): void {
  events.dispatchEvent(new Event('focus'))
}

export function hideDocument(isHidden: boolean): void {
  globals.document.hidden = isHidden
  events.dispatchEvent(new Event('visibilitychange'))
}

/** Lets what is under way go on, and time pass. */
export async function pass(ms = 0): Promise<void> {
  const endMs = nowMs + ms
  for (;;) {
    // Bodies are read in several turns of the loop.
    for (let turns = 0; turns < 12; turns++) await turn()
    const [next] = timers.filter(({ atMs }) => atMs <= endMs).sort((one, other) => one.atMs - other.atMs)
    if (next === undefined) break
    timers = timers.filter((one) => one !== next)
    nowMs = Math.max(nowMs, next.atMs)
    next.run()
  }
  nowMs = endMs
}

/** One request of the page that waits for its answer. */
export class Asked {
  readonly method: string
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: Headers
  readonly body: unknown
  readonly #signal: AbortSignal
  readonly #resolve: (answer: Response) => void
  readonly #reject: (error: unknown) => void

  constructor(
    request: Request,
    body: unknown,
    resolve: (answer: Response) => void,
    reject: (error: unknown) => void,
  ) {
    const { pathname, searchParams } = new URL(request.url)
    this.method = request.method
    this.path = pathname
    this.query = Object.fromEntries(searchParams)
    this.headers = request.headers
    this.body = body
    this.#signal = request.signal
    this.#resolve = resolve
    this.#reject = reject
  }

  get isAborted(): boolean {
    return this.#signal.aborted
  }

  /** A text as it is, all else as JSON. */
  async answer(body: unknown, status = 200, headers: Record<string, string> = {}): Promise<void> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    this.#resolve(new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } }))
    await pass()
  }

  async fail(error: unknown = new TypeError('fetch failed')): Promise<void> {
    this.#reject(error)
    await pass()
  }
}

/** What was asked for, and is not answered yet, since this was called last. */
const waiting: Asked[] = []

export async function asked(): Promise<Asked[]> {
  await pass()
  return waiting.splice(0)
}

/** The one request that was made. */
export async function onlyAsked(): Promise<Asked> {
  const [one, ...more] = await asked()
  if (one === undefined || more.length > 0) {
    throw new Error(`Expected one request, got ${[one, ...more].map((each) => each?.path).join(', ')}.`)
  }
  return one
}

unset('fetch', async (request: Request) => {
  const text = await request.text()
  return new Promise<Response>((resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
    let body: unknown = text
    try {
      body = JSON.parse(text)
    } catch {
      // As it is.
    }
    waiting.push(new Asked(request, body, resolve, reject))
  })
})
