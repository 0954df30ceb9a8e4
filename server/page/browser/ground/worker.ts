/** A worker of the page: makes tiles of contours of tiles of the ground. */

import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { contourLines } from './lines.ts'
import { intervalM as intervalOf, isMain, type SampleWindow, samplesOf } from './window.ts'

export interface ContourJob {
  id: number
  /** Of the tile that is made. */
  zoom: number
  window: SampleWindow
  tiles: { name: string; column: number; row: number; bytes: ArrayBuffer }[]
}

/** Without a tile it failed. */
export interface ContourAnswer {
  id: number
  tile?: ArrayBuffer
}

const EXTENT = 4096
const TILE_PX = 256
/** A quarter of a megabyte each. */
const MAXIMUM_DECODED = 80
const decoded = new Map<string, Promise<Float32Array>>()

self.onmessage = async ({ data: job }: MessageEvent<ContourJob>) => {
  const answer: ContourAnswer = { id: job.id }
  try {
    answer.tile = await make(job)
  } catch {
    // The map has no contours there.
  }
  self.postMessage(answer, { transfer: answer.tile ? [answer.tile] : [] })
}

async function make({ zoom, window, tiles }: ContourJob): Promise<ArrayBuffer> {
  const heights = new Map<string, Float32Array>()
  await Promise.all(
    tiles.map(async ({ name, column, row, bytes }) =>
      heights.set(`${column} ${row}`, await heightsIn(name, bytes)),
    ),
  )
  const heightsM = samplesOf(window, (column, row) => heights.get(`${column} ${row}`))
  const found = heightsM ? contourLines({ heightsM, side: window.side }, intervalOf(zoom)) : []
  const scale = EXTENT / (window.side - 2)
  const features = found.map(({ heightM, lines }) => ({
    type: 2 as const,
    geometry: lines.map((line) =>
      line.map(([x, y]): [number, number] => [Math.round(x * scale), Math.round(y * scale)]),
    ),
    tags: { height: heightM, main: isMain(heightM, zoom) },
  }))
  const layers = { contours: { features } } as unknown as Parameters<typeof fromGeojsonVt>[0]
  return new Uint8Array(fromGeojsonVt(layers, { version: 2, extent: EXTENT })).buffer
}

function heightsIn(name: string, bytes: ArrayBuffer): Promise<Float32Array> {
  const known = decoded.get(name)
  if (known !== undefined) return known
  const reading = decode(bytes)
  decoded.set(name, reading)
  for (const oldest of decoded.keys()) {
    if (decoded.size <= MAXIMUM_DECODED) break
    decoded.delete(oldest)
  }
  return reading
}

/** Terrarium: R · 256 + G + B / 256 − 32 768. */
async function decode(bytes: ArrayBuffer): Promise<Float32Array> {
  const drawn = await createImageBitmap(new Blob([bytes]), {
    colorSpaceConversion: 'none',
    premultiplyAlpha: 'none',
  })
  const context = new OffscreenCanvas(TILE_PX, TILE_PX).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(drawn, 0, 0)
  const { data } = context.getImageData(0, 0, TILE_PX, TILE_PX)
  return Float32Array.from({ length: TILE_PX * TILE_PX }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = [data[4 * index], data[4 * index + 1], data[4 * index + 2]]
    return 256 * red + green + blue / 256 - 32_768
  })
}
