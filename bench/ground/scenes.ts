/** Ground for line-of-sight benchmarks: a relief, extended to any size by mirroring at its edges. */

import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { LosJob } from '../../kernels/engines/visibility-job.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { sharedPosts } from '../../kernels/simd/posts.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { Catalog } from '../../storage/terrain/formats/catalog.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { groundM, windowAround } from '../../test/references/window.ts'

/** Latitude of the scenes; the longitude is the central meridian of UTM zone 32. */
export const LAT_DEG = 49.5
export const LON_DEG = 9.5
export const TRANSMITTER_M = 30
export const RECEIVER_M = 1.5
export const K_FACTOR = 4 / 3

const SYNTHETIC_SIDE = 2049
const SYNTHETIC_SPACING_M = 30
/** Displacement in metres at the coarsest step, and its factor per halving, as in a low mountain range. */
const COARSEST_M = 600
const FALL = 0.75
/** Number of posts beyond the outermost cell, as in the compute process. */
const MARGIN_POSTS = 5

/** Rectangle of known heights, with the post at which the transmitter is placed. */
export interface Relief {
  name: string
  heightsM: Float32Array
  rows: number
  cols: number
  spacingM: number
  mastRow: number
  mastCol: number
}

/** Ground with a transmitter on a post; each square cell contains one post. */
export interface Scene {
  ground: PostGrid
  latDeg: number
  lonDeg: number
  resolutionM: number
  rangeM: number
}

/** Fractal relief by midpoint displacement (Fournier, Fussell, Carpenter 1982, doi 10.1145/358523.358553). */
export function syntheticRelief(seed: number): Relief {
  const side = SYNTHETIC_SIDE
  const heightsM = new Float32Array(side * side)
  const random = lehmer(seed)
  const at = (row: number, col: number) => heightsM[mirrored(row, side) * side + mirrored(col, side)]
  for (let step = side - 1; step > 1; step /= 2) {
    const half = step / 2
    const highM = COARSEST_M * (step / (side - 1)) ** FALL
    for (let row = half; row < side; row += step) {
      for (let col = half; col < side; col += step) {
        const corners =
          at(row - half, col - half) +
          at(row - half, col + half) +
          at(row + half, col - half) +
          at(row + half, col + half)
        heightsM[row * side + col] = corners / 4 + highM * random()
      }
    }
    for (let row = 0; row < side; row += half) {
      for (let col = (row + half) % step; col < side; col += step) {
        const edges = at(row - half, col) + at(row + half, col) + at(row, col - half) + at(row, col + half)
        heightsM[row * side + col] = edges / 4 + highM * random()
      }
    }
  }
  const lowestM = heightsM.reduce((lowest, height) => Math.min(lowest, height))
  for (let i = 0; i < heightsM.length; i++) heightsM[i] = Math.round(heightsM[i] - lowestM)
  return withMast({ name: 'synthetic', heightsM, rows: side, cols: side, spacingM: SYNTHETIC_SPACING_M })
}

/** Relief from a tile file; unknown posts take the height of the preceding known post. */
export async function reliefOf(path: string): Promise<Relief> {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-bench-tile-'))
  try {
    await copyFile(path, join(folder, basename(path)))
    const catalog = new Catalog([folder], () => {})
    const [tile] = await catalog.tiles()
    if (tile === undefined) {
      throw new Error(
        `No terrain: ${catalog.problems()[0]?.detail ?? `${basename(path)}: not an .hgt or .tif`}`,
      )
    }
    const { rows, cols, lattice } = tile
    const { northDeg, westDeg, latStepDeg, lonStepDeg } = lattice
    const terrain = await openTerrain({ folders: [folder] })
    const area = await terrain.openArea({
      northDeg,
      westDeg,
      southDeg: northDeg - (rows - 1) * latStepDeg,
      eastDeg: westDeg + (cols - 1) * lonStepDeg,
    })
    if (area === undefined) throw new Error(`No terrain in ${basename(path)}.`)
    const heightsM = await area.read({ firstRow: 0, firstCol: 0, rows, cols })
    await terrain.close()
    let knownM = heightsM.find((height) => !Number.isNaN(height)) ?? 0
    for (let i = 0; i < heightsM.length; i++) {
      if (Number.isNaN(heightsM[i])) heightsM[i] = knownM
      knownM = heightsM[i]
    }
    return withMast({ name: basename(path), heightsM, rows, cols, spacingM: area.postSpacingM })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withMast(relief: Omit<Relief, 'mastRow' | 'mastCol'>): Relief {
  const { heightsM, rows, cols } = relief
  let best = Math.floor(rows / 2) * cols + Math.floor(cols / 2)
  for (let row = Math.floor(0.4 * rows); row < 0.6 * rows; row++) {
    for (let col = Math.floor(0.4 * cols); col < 0.6 * cols; col++) {
      if (heightsM[row * cols + col] > heightsM[best]) best = row * cols + col
    }
  }
  return { ...relief, mastRow: Math.floor(best / cols), mastCol: best % cols }
}

/** Scene of a disc around the relief's transmitter; each cell is a post of the relief. */
export function sceneOf(relief: Relief, radiusCells: number): Scene {
  const { heightsM, mastRow, mastCol, spacingM } = relief
  const rangeM = radiusCells * spacingM
  const grid = rasterGrid(LAT_DEG, LON_DEG, spacingM, rangeM)
  const halfRows = grid.txRow + MARGIN_POSTS
  const halfCols = grid.txCol + MARGIN_POSTS
  const rows = 2 * halfRows + 1
  const cols = 2 * halfCols + 1
  const sourceCols = Int32Array.from({ length: cols }, (_, col) =>
    mirrored(mastCol + col - halfCols, relief.cols),
  )
  const posts = sharedPosts(rows * cols)
  for (let row = 0; row < rows; row++) {
    const source = mirrored(mastRow + row - halfRows, relief.rows) * relief.cols
    for (let col = 0; col < cols; col++) posts[row * cols + col] = heightsM[source + sourceCols[col]]
  }
  const ground = {
    heightsM: posts,
    rows,
    cols,
    northDeg: LAT_DEG + halfRows * grid.cellLatDeg,
    westDeg: LON_DEG - halfCols * grid.cellLonDeg,
    latStepDeg: grid.cellLatDeg,
    lonStepDeg: grid.cellLonDeg,
  }
  return { ground, latDeg: LAT_DEG, lonDeg: LON_DEG, resolutionM: spacingM, rangeM }
}

/** Scene of a disc in the middle of a square degree with `sidePosts` posts per side, as in an SRTM tile. */
export function tileScene(relief: Relief, sidePosts: number, resolutionM: number, rangeM: number): Scene {
  const half = (sidePosts - 1) / 2
  const stepDeg = 1 / (sidePosts - 1)
  const heightsM = new Float32Array(sidePosts * sidePosts)
  for (let row = 0; row < sidePosts; row++) {
    const source = mirrored(relief.mastRow + row - half, relief.rows) * relief.cols
    for (let col = 0; col < sidePosts; col++) {
      heightsM[row * sidePosts + col] =
        relief.heightsM[source + mirrored(relief.mastCol + col - half, relief.cols)]
    }
  }
  const ground = {
    heightsM,
    rows: sidePosts,
    cols: sidePosts,
    northDeg: LAT_DEG + half * stepDeg,
    westDeg: LON_DEG - half * stepDeg,
    latStepDeg: stepDeg,
    lonStepDeg: stepDeg,
  }
  return { ground, latDeg: LAT_DEG, lonDeg: LON_DEG, resolutionM, rangeM }
}

/** Line-of-sight job for a scene. Takes ownership of its heights, which become relative to the antenna. */
export function jobOf({ ground, latDeg, lonDeg, resolutionM, rangeM }: Scene): LosJob {
  const antennaM = groundM(ground, latDeg, lonDeg) + TRANSMITTER_M
  return {
    window: windowAround(ground, latDeg, lonDeg, antennaM),
    grid: rasterGrid(latDeg, lonDeg, resolutionM, rangeM),
    rangeM,
    receiverM: RECEIVER_M,
    receiverFollowsGround: true,
    kFactor: K_FACTOR,
  }
}

/** Index within a row of `length` posts that is extended by mirroring at both ends. */
export function mirrored(index: number, length: number): number {
  const period = 2 * (length - 1)
  const within = ((index % period) + period) % period
  return within < length ? within : period - within
}

/** Random numbers between −1 and 1 (Park and Miller's minimal standard, doi 10.1145/63039.63042). */
function lehmer(seed: number): () => number {
  let state = (seed % 2147483646) + 1
  return () => {
    state = (state * 48271) % 2147483647
    return (2 * state) / 2147483647 - 1
  }
}
