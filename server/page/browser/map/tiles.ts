import { addProtocol } from 'maplibre-gl'
import { TILE_PX } from '../comparison/grid.ts'
import { type Painting, paint } from '../comparison/painting.ts'
import { type Drawn, Ground, type TileIndex } from '../ground/ground.ts'
import { readBinTile } from '../service/bin-tiles.ts'
import { readTile } from '../service/tile-files.ts'

let count = 0

const resultProtocol = 'coverage'
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

/** Registers the protocol that colors tiles of bin numbers in the browser. */
export function serveResultTiles(): void {
  addProtocol(resultProtocol, async ({ url }, { signal }) => {
    const numbers = await readBinTile(pathIn(url), signal)
    if (painting === undefined) throw new Error('No result is drawn.')
    return { data: await createImageBitmap(new ImageData(paint(numbers, painting), TILE_PX)) }
  })
}

/** URL of tiles colored by the service; unique for each call, so that the map reads the tiles again. */
export function coloredAddress(path: string): string {
  return `${coloredProtocol}://${++count}${path}`
}

/** Registers the protocol for tiles colored by the service: land cover and networks. */
export function serveColoredTiles(): void {
  addProtocol(coloredProtocol, async ({ url }, { signal }) => {
    const { bytes, ...file } = await readTile(pathIn(url), signal)
    return { data: bytes, ...file }
  })
}

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
      const [, z, x, y] = /^\w+:\/\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []
      await turn(signal)
      return make({ z: Number(z), x: Number(x), y: Number(y) }, signal)
    })
  serve(groundProtocol, (index, signal) => ground.heights(index, signal))
  serve(unknownProtocol, (index, signal) => ground.unknown(index, signal))
  serve(contourProtocol, async (index, signal) => ({ data: await ground.contours(index, signal) }))
  return () => ground.stop()
}
