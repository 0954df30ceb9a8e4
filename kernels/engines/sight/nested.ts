/**
 * Ray sweep over a finer part of the ground around the transmitter, continued from its horizons over the
 * coarsest part. Cells at the finer part's bounds, and unresolved cells, stay UNDECIDED. See rays/README.md.
 */

import { EARTH_RADIUS_M, metresPerDegree } from '../../geodesy/azimuthal.ts'
import type { CellSquare, RasterGrid } from '../../geodesy/raster-grid.ts'
import type { VisibilityJob } from '../../model.ts'
import { givePosts } from '../../simd/posts.ts'
import { UNDECIDED } from '../../terrain/classes.ts'
import { edgeLattice, LOWERED_POSTS } from '../../terrain/parts.ts'
import type { PostGrid, PostLattice, PostWindow } from '../../terrain/window.ts'
import type { LosOptions, LosResult } from '../visibility-job.ts'
import { OWN_RAY_POSTS, raysReach } from './choice.ts'
import type { LosEngine } from './engine.ts'
import { halvedUpTo } from './sweep/octant-sweep.ts'
import { blankVisibility, diagonalOf, type Horizons } from './sweep/run.ts'
import { STATE } from './sweep/shapes.ts'

/** A finer part with a separate ray sweep. */
export interface NestedPart {
  index: number
  /** `inner`: cells whose paths stay in the part. `outer`: cells on lowered posts of the coarsest part. */
  inner: CellSquare
  outer: CellSquare
  /** Tangent at which octants of both parts end: geometric mean of the two parts' own tangents. */
  diagonal: number
}

/** Minimum distance from the transmitter to the bounds of a finer part, in posts of the coarsest part. */
const POSTS_TO_BOUNDS = 4
/** Cost of a per-cell ray to a cell beyond the finer part, relative to a ray to a cell inside. */
const BEYOND = 0.2

/** Parts nearer to a pole are not swept. */
const MAXIMUM_LAT_DEG = 89.5

type Extent = Pick<VisibilityJob, 'grid' | 'latDeg' | 'lonDeg'>

/** The part around the transmitter, if sweeping it saves time and its rays reach all cells; `undefined` for several parts. */
export function nestedPart(parts: readonly PostGrid[], extent: Extent): NestedPart | undefined {
  const { grid, latDeg, lonDeg } = extent
  const last = parts[parts.length - 1]
  const around = parts.filter((part) => part !== last && isAround(part, last, extent))
  if (around.length !== 1) return undefined
  const [part] = around
  const [lat, lon] = bowDeg(part, latDeg)
  const inner = cellsWithin(part, extent, -lat, -lon)
  const lowered = [LOWERED_POSTS * last.latStepDeg + lat, LOWERED_POSTS * last.lonStepDeg + lon]
  const outer = cellsWithin(part, extent, lowered[0], lowered[1])
  const holdsCenter =
    inner.firstRow < grid.txRow &&
    grid.txRow < inner.endRow - 1 &&
    inner.firstCol < grid.txCol &&
    grid.txCol < inner.endCol - 1
  const cells = (inner.endRow - inner.firstRow) * (inner.endCol - inner.firstCol)
  const ownRays = cells + BEYOND * (grid.rows * grid.cols - cells)
  if (!holdsCenter || part.rows * part.cols > OWN_RAY_POSTS ** 2 * ownRays) return undefined
  const txLatDeg = latDeg
  const diagonal = Math.sqrt(diagonalOf({ ...part, txLatDeg }) * diagonalOf({ ...last, txLatDeg }))
  const sweeps = [
    { lattice: part, toEnd: true },
    { lattice: edgeLattice(part, last), toEnd: true },
    { lattice: last, toEnd: false },
  ]
  if (!sweeps.every(({ lattice, toEnd }) => raysReach(lattice, grid, latDeg, lonDeg, { diagonal, toEnd })))
    return undefined
  return { index: parts.indexOf(part), inner, outer, diagonal }
}

function isAround(part: PostLattice, last: PostLattice, { latDeg, lonDeg }: Extent): boolean {
  const { rows, cols, northDeg, westDeg, latStepDeg, lonStepDeg } = part
  const [north, west] = [northDeg - latDeg, lonDeg - westDeg]
  const [south, east] = [(rows - 1) * latStepDeg - north, (cols - 1) * lonStepDeg - west]
  const posts = Math.min(Math.min(north, south) / last.latStepDeg, Math.min(west, east) / last.lonStepDeg)
  return posts >= POSTS_TO_BOUNDS
}

/**
 * Upper bound of the distance between a geodesic in a part, or near it, and its chord in degrees: D²·(1 + tan φ)/(8·R), plus one
 * metre. D is the diagonal where columns are farthest apart, φ the latitude where geodesics bend most.
 */
function bowDeg({ rows, cols, latStepDeg, lonStepDeg }: PostLattice, latDeg: number): [number, number] {
  const heightDeg = rows * latStepDeg
  const poleward = Math.abs(latDeg) + heightDeg
  if (poleward > MAXIMUM_LAT_DEG) return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const widest = metresPerDegree(Math.max(0, Math.abs(latDeg) - heightDeg))
  const longestM = Math.hypot(heightDeg * metresPerDegree(poleward).lat, cols * lonStepDeg * widest.lon)
  const bowM = 1 + (longestM ** 2 * (1 + Math.tan((poleward * Math.PI) / 180))) / (8 * EARTH_RADIUS_M)
  return [bowM / metresPerDegree(0).lat, bowM / metresPerDegree(poleward).lon]
}

/** Cells with their center in a part enlarged by `lat` and `lon` degrees on each side. */
function cellsWithin(part: PostLattice, extent: Extent, lat: number, lon: number): CellSquare {
  const { rows, cols, northDeg, westDeg, latStepDeg, lonStepDeg } = part
  const { grid, latDeg, lonDeg } = extent
  const top = grid.txRow - (northDeg + lat - latDeg) / grid.cellLatDeg
  const left = grid.txCol - (lonDeg - westDeg + lon) / grid.cellLonDeg
  const bottom = top + ((rows - 1) * latStepDeg + 2 * lat) / grid.cellLatDeg
  const right = left + ((cols - 1) * lonStepDeg + 2 * lon) / grid.cellLonDeg
  return {
    firstRow: Math.max(0, Math.ceil(top)),
    endRow: Math.min(grid.rows, Math.floor(bottom) + 1),
    firstCol: Math.max(0, Math.ceil(left)),
    endCol: Math.min(grid.cols, Math.floor(right) + 1),
  }
}

/** Sweeps a finer, then the coarsest part; `undefined` if the posts exceed WebAssembly's memory. */
export async function sweepNested(
  shared: LosEngine,
  job: VisibilityJob,
  nested: NestedPart,
  options: LosOptions = {},
): Promise<LosResult | undefined> {
  const { index, inner, outer, diagonal } = nested
  const { ground, grid } = job
  const [rows, cols] = [inner.endRow - inner.firstRow, inner.endCol - inner.firstCol]
  const within = {
    ...grid,
    rows,
    cols,
    txRow: grid.txRow - inner.firstRow,
    txCol: grid.txCol - inner.firstCol,
  }
  const raster = blankVisibility(within)
  const part = { diagonal, toEnd: true }
  const quiet = { ...options, onProgress: () => {} }
  const sweepCopy = async (window: PostWindow, cells: RasterGrid, found: Uint8Array, start?: Horizons) => {
    try {
      return await shared.sweep({ ...job, grid: cells, window }, found, quiet, { ...part, start })
    } finally {
      givePosts(window.heightsM)
    }
  }
  const fine = await sweepCopy(await ground.windowOf(index), within, raster)
  if (fine === undefined) return undefined
  // Upper bounds of the horizons come from ground just outside the part, in grid squares that touch the part.
  const cell = { ...grid, rows: 1, cols: 1, txRow: 0, txCol: 0 }
  const next = await sweepCopy(await ground.edgeOf(index), cell, blankVisibility(cell), fine.horizons)
  if (next === undefined) return undefined
  const start = withCeilings(fine.horizons, next.horizons)
  const visibility = blankVisibility(grid)
  const last = { ...job, window: await ground.window() }
  const rest = await shared.sweep(last, visibility, options, { diagonal, toEnd: false, start })
  if (rest === undefined) return undefined
  for (let row = outer.firstRow; row < outer.endRow; row++) {
    visibility.fill(UNDECIDED, row * grid.cols + outer.firstCol, row * grid.cols + outer.endCol)
  }
  for (let row = 0; row < rows; row++) {
    const from = raster.subarray(row * cols, (row + 1) * cols)
    visibility.set(from, (inner.firstRow + row) * grid.cols + inner.firstCol)
  }
  return { visibility, cellsInRange: rest.cellsInRange, settled: fine.settled + rest.settled }
}

/** Combines horizons with upper bounds from a sweep continued from these horizons; owns all arrays. */
function withCeilings(horizons: Horizons, higher: Horizons): Horizons {
  return horizons.map((found, octant) => {
    const over = higher[octant]
    if (found === undefined || over === undefined) return undefined
    const swept = halvedUpTo(over.crossed.length - 4, found)
    const [horizon, ceiling] = [swept.state[STATE.horizon], over.state[STATE.horizon]]
    const above = over.state[STATE.above].map((excess, ray) => {
      const next = Math.min(ray + 1, horizon.length - 1)
      const rise = Math.max(ceiling[ray] - horizon[ray], ceiling[next] - horizon[next])
      return excess + rise + 2 ** -20 * (Math.abs(excess) + rise)
    })
    return { ...swept, state: swept.state.map((values, row) => (row === STATE.above ? above : values)) }
  })
}
