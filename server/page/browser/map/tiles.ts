import { addProtocol } from 'maplibre-gl'
import { TILE_PX, type TileIndex } from '../comparison/grid.ts'
import { colored, coveredIn } from '../comparison/outcomes.ts'
import { type Painting, paint } from '../comparison/painting.ts'
import type { Side } from '../comparison/side.ts'
import { type Drawn, Ground } from '../ground/ground.ts'
import { readBinTile } from '../service/bin-tiles.ts'
import { readTile } from '../service/tile-files.ts'

let count = 0

/** Index at the end of a tile's address. */
export function indexIn(url: string): TileIndex {
  const [z = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number)
  return { z, x, y }
}

const resultProtocol = 'coverage'
const comparisonProtocol = 'comparison'
const coloredProtocol = 'colored'
const groundProtocol = 'ground'
const unknownProtocol = 'unknown'
const contourProtocol = 'contours'

export const coverAddress = coloredAddress('/api/v1/clutter/tiles/{z}/{x}/{y}.png')
export const groundAddress = `${groundProtocol}://{z}/{x}/{y}`
export const unknownAddress = `${unknownProtocol}://{z}/{x}/{y}`
export const contourAddress = `${contourProtocol}://{z}/{x}/{y}`

let painting: Painting | undefined

/** URL of result tiles to be colored in the browser; sets the colors. */
export function tilesAddress(path: string, colors: Painting): string {
  painting = colors
  return `${resultProtocol}://${++count}${path}`
}

const pathIn = (url: string) => url.replace(/^\w+:\/\/\d+/, '')

// Colors tiles of bin numbers in the browser.
addProtocol(resultProtocol, async ({ url }, { signal }) => {
  const numbers = await readBinTile(pathIn(url), signal)
  if (painting === undefined) throw new Error('No result is drawn.')
  return { data: await createImageBitmap(new ImageData(paint(numbers, painting), TILE_PX)) }
})

let compared: readonly [Side, Side] | undefined

export function comparisonAddress(sides: readonly [Side, Side]): string {
  compared = sides
  return `${comparisonProtocol}://${++count}/{z}/{x}/{y}`
}

addProtocol(comparisonProtocol, async ({ url }, { signal }) => {
  if (compared === undefined) throw new Error('Nothing is compared.')
  return { data: await createImageBitmap(colored(await coveredIn(compared, indexIn(url), signal))) }
})

/** URL of tiles colored by the service; unique for each call, so that the map reads the tiles again. */
export function coloredAddress(path: string): string {
  return `${coloredProtocol}://${++count}${path}`
}

// Serves tiles colored by the service: land cover and networks.
addProtocol(coloredProtocol, async ({ url }, { signal }) => {
  const { bytes, ...file } = await readTile(pathIn(url), signal)
  return { data: bytes, ...file }
})

/** Registers protocols of terrain tiles, which wait for the result's tiles; returns a function to stop. */
export function serveGroundTiles(
  finestZoom: number,
  turn: (signal: AbortSignal) => Promise<void>,
): () => void {
  const ground = new Ground(finestZoom)
  const serve = (
    protocol: string,
    make: (index: TileIndex, signal: AbortSignal) => Promise<Drawn | { data: ArrayBuffer }>,
  ) =>
    addProtocol(protocol, async ({ url }, { signal }) => {
      await turn(signal)
      return make(indexIn(url), signal)
    })
  serve(groundProtocol, (index, signal) => ground.heights(index, signal))
  serve(unknownProtocol, (index, signal) => ground.unknown(index, signal))
  serve(contourProtocol, async (index, signal) => ({ data: await ground.contours(index, signal) }))
  return () => ground.stop()
}
