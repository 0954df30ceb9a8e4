import { addProtocol } from 'maplibre-gl'
import { TILE_PX } from '../comparison/grid.ts'
import { type Painting, paint } from '../comparison/painting.ts'
import { ContourMaker, type GroundTiles } from '../contours/contours.ts'
import { readBinTile } from '../service/bin-tiles.ts'
import { readTile } from '../service/tile-files.ts'

const resultProtocol = 'coverage'
const groundProtocol = 'ground'
const contourProtocol = 'contours'

export const groundAddress = `${groundProtocol}://{z}/{x}/{y}`
export const contourAddress = `${contourProtocol}://{z}/{x}/{y}`

let painting: Painting | undefined
let count = 0

/** The address of tiles of a result, by the path of its tiles of bins, in these colors from now on. */
export function tilesAddress(path: string, colors: Painting): string {
  painting = colors
  return `${resultProtocol}://${++count}${path}`
}

/** Tiles of results, colored here. */
export function serveResultTiles(): void {
  addProtocol(resultProtocol, async ({ url }, { signal }) => {
    const [, path = ''] = /^\w+:\/\/\d+(\/.*)$/.exec(url) ?? []
    const numbers = await readBinTile(path, signal)
    if (painting === undefined) throw new Error('No result is drawn.')
    return { data: await createImageBitmap(new ImageData(paint(numbers, painting), TILE_PX)) }
  })
}

/** The ground for relief and 3D, and its contours; until it is stopped. */
export function serveGroundTiles(tiles: Pick<GroundTiles, 'maxzoom' | 'bounds'>): () => void {
  const pathOf = (index: string) => `/api/v1/terrain/tiles/${index}.png`
  addProtocol(groundProtocol, async ({ url }, { signal }) => {
    const [, index = '', query = ''] = /^\w+:\/\/([\d/]+)(.*)$/.exec(url) ?? []
    const { bytes, cacheControl } = await readTile(`${pathOf(index)}${query}`, signal)
    return { data: bytes.slice(0), ...(cacheControl !== undefined && { cacheControl }) }
  })
  const maker = new ContourMaker({ ...tiles, pathOf: ({ z, x, y }) => pathOf(`${z}/${x}/${y}`) })
  addProtocol(contourProtocol, async ({ url }, { signal }) => {
    const [, z, x, y] = /^\w+:\/\/(\d+)\/(\d+)\/(\d+)$/.exec(url) ?? []
    return { data: await maker.tile({ z: Number(z), x: Number(x), y: Number(y) }, signal) }
  })
  return () => maker.stop()
}
