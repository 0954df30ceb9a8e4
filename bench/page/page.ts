/** Web page in a browser: bytes transferred, time to first paint, and frame rate of a moving map. */

import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../frame/browser.ts'
import { integer } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { columnRows, makeReport, percentile, type Row, rowOf } from '../frame/report.ts'
import { finished } from '../service/finished-result.ts'
import { type Opening, openings } from './opening.ts'
import { takePicture } from './picture.ts'
import { onPlace, type Place } from './place.ts'
import { firstPaintMs, rendererOf, settledMs, visit } from './visit.ts'

const DEFAULT_ROUNDS = 5
/** Range and resolution of a square of 2000 × 2000 cells. */
const RANGE_KM = 30
const RESOLUTION_M = 30
const DRAG_MS = 5000

const usage = `npm run bench -- page [--rounds N] [--picture FILE] [--json]

Starts the service in a process of its own on synthetic terrain, and opens its page in the system's headless Chromium with
SwiftShader and an empty cache: bytes transferred, time to first paint, and time to the map with relief. During the first
visit the service makes its terrain tiles. Then drags the map in circles for ${DRAG_MS / 1000} s, without and with a result of four million cells on it. Browser and service share the machine.
With --opening: time until the demo's result is drawn, by the address that the demo prints and by a click in the list.

  --rounds N      visits and drags (${DEFAULT_ROUNDS})
  --opening       measure only the opening of the demo's result
  --picture FILE  instead, write the picture of the page in README.md as WebP
  --json          one JSON object instead of a table
  --help          show help`

export const run = program({
  usage,
  options: {
    rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
    opening: { type: 'boolean' },
    picture: { type: 'string' },
  },
  async measure({ opening, rounds, picture }) {
    const times = integer('--rounds', rounds, 2, 1000)
    if (opening) return measureOpenings(times)
    return onPlace(async (place) => {
      const browser = await launchChromium()
      try {
        if (picture === undefined) return await measure(browser, place, times)
        return makeReport('', [rowOf(picture, 'bytes', [await takePicture(browser, place, picture)])])
      } finally {
        await browser.close()
      }
    })
  },
})

async function measureOpenings(rounds: number) {
  const browser = await launchChromium()
  try {
    const found = []
    for (let round = 0; round < rounds; round++) found.push(await openings(browser))
    return makeReport('', [
      ...openingRows(
        'first, by address',
        found.map(({ byAddress }) => byAddress),
      ),
      ...openingRows(
        'by a click in the list',
        found.map(({ byClick }) => byClick),
      ),
    ])
  } finally {
    await browser.close()
  }
}

const openingFigures: readonly [keyof Opening, string][] = [
  ['resultMs', 'result drawn, ms'],
  ['settledMs', 'everything drawn, ms'],
  ['resultTiles', 'tiles of the result'],
  ['groundTiles', 'tiles of the ground'],
  ['requests', 'requests of the API'],
]

function openingRows(name: string, found: readonly Opening[]): Row[] {
  return openingFigures.map(([figure, label]) =>
    rowOf(
      name,
      label,
      found.map((opening) => opening[figure]),
    ),
  )
}

async function measure(browser: Browser, place: Place, rounds: number) {
  const visits = []
  for (let round = 0; round < rounds; round++) visits.push(await firstVisit(browser, place))
  const [first, ...later] = visits
  if (first === undefined) throw new Error('Expected a visit.')

  const { latDeg: tx_lat, lonDeg: tx_lon } = place.outlook
  const request = {
    tx_lat,
    tx_lon,
    tx_height: 30,
    frequency: 868,
    max_range: RANGE_KM,
    resolution: RESOLUTION_M,
  }
  const { page, close } = await visit(browser, place)
  await settledMs(page)
  const bare = await drags(page, rounds)
  await close()
  await finished(place.client, request)
  const other = await visit(browser, place)
  await other.page.getByRole('button', { name: /^Results/ }).click()
  await other.page.getByRole('button', { name: 'Show', exact: true }).click()
  await other.page.waitForTimeout(500)
  await settledMs(other.page)
  const overlaid = await drags(other.page, rounds)
  const renderer = await rendererOf(other.page)
  await other.close()

  const rows: Row[] = [
    ...columnRows('over the wire', visits, {
      'page, scripts, style, kB': ({ pageKb }) => pageKb,
      'terrain tiles and all responses, kB': ({ mapKb }) => mapKb,
      requests: ({ requests }) => requests,
    }),
    ...columnRows('signed in', visits, { 'first paint, ms': ({ paintMs }) => paintMs }),
    rowOf('the service makes its tiles', 'map with relief, ms', [first.reliefMs]),
    ...columnRows('tiles are kept', later, { 'map with relief, ms': ({ reliefMs }) => reliefMs }),
    ...dragRows('dragged, relief and contours', bare),
    ...dragRows('dragged, 4 million cells on it', overlaid),
  ]
  return makeReport(`WebGL by ${renderer}`, rows)
}

interface FirstVisit {
  paintMs: number
  reliefMs: number
  /** Kilobytes transferred to load the page. */
  pageKb: number
  mapKb: number
  requests: number
}

async function firstVisit(browser: Browser, place: Place): Promise<FirstVisit> {
  const { page, wire, close } = await visit(browser, place)
  const reliefMs = await settledMs(page)
  const paintMs = await firstPaintMs(page)
  const [files, api] = [await wire('page'), await wire('api')]
  await close()
  return {
    ...{ paintMs, reliefMs },
    pageKb: files.bytes / 1000,
    mapKb: api.bytes / 1000,
    requests: files.requests + api.requests,
  }
}

interface Drag {
  framesPerSecond: number
  /** 99th percentile of frame intervals in ms. */
  slowMs: number
}

async function drags(page: Page, rounds: number): Promise<Drag[]> {
  const found: Drag[] = []
  for (let round = 0; round < rounds; round++) found.push(await drag(page))
  return found
}

/** Drags the map in circles, so that it returns to loaded tiles. */
async function drag(page: Page): Promise<Drag> {
  const box = await page.locator('.map-canvas').boundingBox()
  if (box === null) throw new Error('Expected a map.')
  const [x, y, radius] = [box.x + box.width / 2, box.y + box.height / 2, Math.min(box.width, box.height) / 5]
  await page.mouse.move(x + radius, y)
  await page.mouse.down()
  await page.evaluate(`(() => {
    const frames = (window.benchFrames = [])
    const note = (ms) => { frames.push(ms); window.benchTimer = requestAnimationFrame(note) }
    window.benchTimer = requestAnimationFrame(note)
  })()`)
  const startMs = performance.now()
  for (let ms = 0; ms < DRAG_MS; ms = performance.now() - startMs) {
    const angle = (2 * Math.PI * ms) / 2500
    await page.mouse.move(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
  }
  const frames = (await page.evaluate(
    '(cancelAnimationFrame(window.benchTimer), window.benchFrames)',
  )) as number[]
  // Pauses before the release, so that the map does not continue to glide.
  await page.waitForTimeout(200)
  await page.mouse.up()
  await settledMs(page)
  const gaps = frames.slice(1).map((ms, index) => ms - (frames[index] ?? ms))
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  return { framesPerSecond: gaps.length / seconds, slowMs: percentile(Float64Array.from(gaps).sort(), 0.99) }
}

function dragRows(name: string, found: readonly Drag[]): Row[] {
  return columnRows(name, found, {
    'frames a second': ({ framesPerSecond }) => framesPerSecond,
    'frame interval, p99 in ms': ({ slowMs }) => slowMs,
  })
}
