/** Posts read by the paths into one quarter around the transmitter, in the array layout of kernels. */

import { type Tensor, tensor } from '../../device/device.ts'
import { EARTH_RADIUS_M, metresPerDegree } from '../../geodesy/azimuthal.ts'
import { type RasterGrid, reachOf } from '../../geodesy/raster-grid.ts'
import { type PostLattice, type PostWindow, UNKNOWN_HEIGHT_M } from '../../terrain/window.ts'
import { bendsErrorM, maximumBendsErrorM } from './geodesic-bends.ts'

/** Possible tile sides, in posts; a model's kernels are compiled once for each side used. */
export const SIDES = [512, 1024, 2048, 4096]
/** Margin in posts around the tile for the last steps of a path, which are read four at a time. */
const MARGIN = 8
/** Height of unknown posts: below any ground even when multiplied by the smallest interpolation weight. */
const UNKNOWN_M = -1e12

/**
 * Tolerated distance in metres between quartic paths and geodesics; changes ground heights on steep mountains
 * by some centimetres. P.526 over smooth earth varies by up to 3 dB per metre of a low receiver's height.
 */
const MAXIMUM_ERROR_M = 0.03

export interface PostTile {
  side: number
  /** Heights in metres above the transmitting antenna, [1][side][side]. */
  posts: Tensor
  /** Transmitter position in rows and columns of the tile. */
  txRow: number
  txCol: number
}

/** Quarter of the posts around the transmitter: the signs of `rows` and `cols` select the quarter. */
export interface Quarter {
  rows: number
  cols: number
  /** Number of rows by which paths due east or west bend beyond the transmitter's row. */
  bendRows: number
}

/** Properties of a job that decide whether a GPU can run it. */
export interface GpuExtent {
  posts: Pick<PostLattice, 'latStepDeg' | 'lonStepDeg'>
  latDeg: number
  grid: RasterGrid
  rangeM: number
}

/** Quarter that contains the posts around the cells of a raster; all four quarters have the same size. */
export function quarterOf({ posts, latDeg, grid, rangeM }: GpuExtent): Quarter {
  const { latStepDeg, lonStepDeg } = posts
  // Sagitta of a path due east on a sphere; `bendRows` is twice the sagitta for safety.
  const sagittaM = (rangeM ** 2 * Math.tan((Math.abs(latDeg) * Math.PI) / 180)) / (8 * EARTH_RADIUS_M)
  const reach = reachOf(grid)
  return {
    rows: reach.latDeg / latStepDeg,
    cols: reach.lonDeg / lonStepDeg,
    bendRows: (2 * sagittaM) / (latStepDeg * metresPerDegree(latDeg).lat),
  }
}

/** Tile side in posts for a quarter; `undefined` if the largest tile is too small. */
export function tileSide({ rows, cols, bendRows }: Quarter): number | undefined {
  const reach = Math.max(Math.ceil(Math.abs(rows) + bendRows), Math.ceil(Math.abs(cols))) + 2
  return SIDES.find((posts) => posts >= reach + 2 * MARGIN)
}

/** True if each quarter of the posts fits a GPU tile and quartics approximate the paths within the limit. */
export function fitsDevice(extent: GpuExtent): boolean {
  const { latDeg, rangeM } = extent
  if (tileSide(quarterOf(extent)) === undefined) return false
  return (
    maximumBendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M || bendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M
  )
}

export function cutTile(window: PostWindow, quarter: Quarter): PostTile {
  const { rows, cols, bendRows } = quarter
  const side = tileSide(quarter)
  if (side === undefined) throw new Error(`Expected a quarter that fits a tile, got ${rows} x ${cols} posts`)
  const origin = MARGIN + Math.ceil(bendRows)
  const firstRow = Math.floor(window.txRow) - (rows < 0 ? side - 1 - origin : origin)
  const firstCol = Math.floor(window.txCol) - (cols < 0 ? side - 1 - MARGIN : MARGIN)
  const { heightsM } = window
  const values = new Float32Array(side * side)
  // Posts outside the window keep height 0: only paths whose losses are discarded read these posts.
  const [fromRow, toRow] = inside(firstRow, side, window.rows)
  const [fromCol, toCol] = inside(firstCol, side, window.cols)
  for (let row = fromRow; row < toRow; row++) {
    const first = (firstRow + row) * window.cols + firstCol
    for (let col = fromCol; col < toCol; col++) {
      const height = heightsM[first + col]
      values[row * side + col] = height === UNKNOWN_HEIGHT_M ? UNKNOWN_M : height
    }
  }
  return {
    side,
    posts: tensor(values, [side, side, 1]),
    txRow: window.txRow - firstRow,
    txCol: window.txCol - firstCol,
  }
}

/** First index of a tile's rows or columns inside the window, and one after the last. */
function inside(first: number, side: number, posts: number): [number, number] {
  return [Math.max(0, -first), Math.min(side, posts - first)]
}
