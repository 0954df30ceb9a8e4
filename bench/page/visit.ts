import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Key of the page's entry in local storage. */
const KEY_NAME = 'coverage.key'
/** Generous timeout, as software rendering is slow. */
const TIMEOUT_MS = 120_000
const VIEWPORT = { width: 1280, height: 800 }

export interface Wire {
  requests: number
  /** Compressed size in bytes, headers included. */
  bytes: number
}

export interface Visit {
  page: Page
  wire(kind: 'page' | 'api'): Promise<Wire>
  close(): Promise<void>
}

/** Opens the page in a new browser, signed in with an API key. */
export async function visit(
  browser: Browser,
  { origin, apiKey, options = {} }: { origin: string; apiKey: string; options?: ContextOptions },
): Promise<Visit> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale: 'en-GB',
    viewport: VIEWPORT,
    ...options,
  })
  const wire = watch(context, origin)
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.addInitScript(
    ([name, key]) => sessionStorage.setItem(name as string, key as string),
    [KEY_NAME, apiKey],
  )
  await page.goto(`${origin}/`)
  return { page, wire, close: () => context.close() }
}

export interface ContextOptions {
  viewport?: { width: number; height: number }
  deviceScaleFactor?: number
}

function watch(context: BrowserContext, origin: string): Visit['wire'] {
  const found: Promise<{ kind: 'page' | 'api'; bytes: number }>[] = []
  context.on('requestfinished', (request) => {
    const path = request.url().replace(origin, '')
    const kind = path === '/' || path.startsWith('/page/') ? 'page' : 'api'
    const sizes = request.sizes().catch(() => ({ responseBodySize: 0, responseHeadersSize: 0 }))
    found.push(
      sizes.then(({ responseBodySize, responseHeadersSize }) => ({
        kind,
        bytes: responseBodySize + responseHeadersSize,
      })),
    )
  })
  return async (kind) => {
    const those = (await Promise.all(found)).filter((one) => one.kind === kind)
    return { requests: those.length, bytes: those.reduce((sum, { bytes }) => sum + bytes, 0) }
  }
}

/** Time in ms from navigation until everything visible is drawn. */
export async function settledMs(page: Page): Promise<number> {
  await page.waitForSelector('.map-canvas[aria-busy=false]')
  return page.evaluate('performance.now()')
}

/** Time in ms from navigation until the first contentful paint. */
export function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`)
}

export function rendererOf(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const gl = document.createElement('canvas').getContext('webgl2')
    const names = gl?.getExtension('WEBGL_debug_renderer_info')
    return names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : 'no WebGL 2'
  })()`)
}
