/**
 * Line of sight on a GPU, with or without a Fresnel zone: one thread per path. The host prepares tables of
 * rows and columns, and reads one code per cell. Cells that the kernel leaves open become UNDECIDED.
 */

import { type Device, type DevicePipeline, tensor } from '../../../device/device.ts'
import { EARTH_RADIUS_M, isFitted } from '../../../geodesy/azimuthal.ts'
import { type CellQuarter, quartersOf } from '../../../geodesy/raster-grid.ts'
import { BLOCKED, UNDECIDED, UNKNOWN, VISIBLE } from '../../../terrain/classes.ts'
import { heightAt } from '../../../terrain/ground.ts'
import { sharedClasses } from '../../../terrain/spare-memory.ts'
import { type GpuExtent, quarterOf } from '../../loss/tile.ts'
import type { LosJob, LosOptions, LosResult, Zone } from '../../visibility-job.ts'
import { zonePerRootM } from '../rays/engine.ts'
import { frameOf } from '../sweep/run.ts'
import * as kernel from './kernel.ts'
import { fitPaths, type PathFits } from './path-fit.ts'
import { cellSideFor, placeTable, sideFor, tableTensor, tilePosts } from './tile.ts'

const { CODE, FIT_ROWS, FIT_SLOPES, PLACE, TERM } = kernel
/** Lateral error of the path polynomials, in posts, above which too many cells would need per-cell rays. */
const WORST_FIT = 0.05

export interface GpuJob extends LosJob {
  fresnel?: Zone | undefined
}

/** Codes of cells, [1][cells][cells]. */
type Answer = Float32Array[][]

export class GpuVisibility {
  readonly #device: Device
  readonly #pipelines = new Map<string, DevicePipeline<Answer>>()

  /** Kernels are compiled at first use, once for each tile size. */
  constructor(device: Device) {
    this.#device = device
  }

  /** Computes a job; rejects with the signal's reason when `signal` aborts. */
  async compute(job: GpuJob, { onProgress, signal }: LosOptions = {}): Promise<LosResult> {
    const { grid } = job
    const run = new GpuRun(job)
    for (const quarter of quartersOf(grid)) {
      for (const call of run.calls(quarter)) {
        signal?.throwIfAborted()
        run.take(call, await this.#pipeline(call.side, call.cellSide)(...call.tensors))
        onProgress?.(run.cellsDone / (grid.rows * grid.cols))
      }
    }
    const { visibility, cellsInRange, open } = run
    return { visibility, cellsInRange, settled: open }
  }

  #pipeline(side: number, cellSide: number): DevicePipeline<Answer> {
    const key = `${side} ${cellSide}`
    let pipeline = this.#pipelines.get(key)
    if (pipeline === undefined) {
      const { visibilityCode, lowestBetween, steepestOf, highestOf, ...constants } = kernel
      const codes = this.#device.kernel(visibilityCode, {
        output: [cellSide, cellSide, 1],
        helpers: [lowestBetween, steepestOf, highestOf],
        constants,
      })
      pipeline = this.#device.pipeline<Answer>((posts, terms, fits, rows, cols) =>
        codes(posts, terms, fits, rows, cols),
      )
      this.#pipelines.set(key, pipeline)
    }
    return pipeline
  }

  /** Releases the pipelines; the next job compiles the pipelines it needs. No job may be running. */
  async destroy(): Promise<void> {
    for (const pipeline of this.#pipelines.values()) await pipeline.destroy()
    this.#pipelines.clear()
  }
}

/** True if the job's posts fit a GPU tile and polynomials approximate its paths. */
export function fitsGpu(extent: GpuExtent): boolean {
  const { rows, cols, bendRows } = quarterOf(extent)
  if (sideFor(Math.max(rows, cols), bendRows) === undefined) return false
  const { posts, latDeg, grid } = extent
  const hasFrame = isFitted(() => frameOf({ ...posts, txLatDeg: latDeg }, grid))
  return hasFrame && [1, -1].every((north) => fitsOf(extent, north).slackAcross <= WORST_FIT)
}

function fitsOf(extent: GpuExtent, north: number): PathFits {
  const { latDeg, posts } = extent
  const { latStepDeg, lonStepDeg } = posts
  const { rows, cols } = quarterOf(extent)
  return fitPaths({ latDeg, north, latStepDeg, lonStepDeg, rows, cols })
}

function extentOf({ window, grid, rangeM }: GpuJob): GpuExtent {
  return { posts: window, latDeg: window.txLatDeg, grid, rangeM }
}

/** Tensors and cells of one kernel call. */
interface Call {
  side: number
  cellSide: number
  tensors: ReturnType<typeof tensor>[]
  firstRow: number
  firstCol: number
  /** First column in range of each row, and one after the last, relative to `firstCol`. */
  spans: [number, number][]
}

class GpuRun {
  readonly visibility: Uint8Array
  cellsInRange = 0
  cellsDone = 0
  /** Number of cells that the kernel left undecided. */
  open = 0
  readonly #job: GpuJob
  readonly #spans: [number, number][]
  readonly #fits = new Map<number, PathFits>()

  constructor(job: GpuJob) {
    this.#job = job
    const { grid } = job
    this.visibility = sharedClasses(grid.rows * grid.cols, UNKNOWN)
    this.#spans = spansInRange(job)
    for (const [first, end] of this.#spans) this.cellsInRange += Math.max(0, end - first)
  }

  *calls(quarter: CellQuarter): Generator<Call> {
    const { window, grid } = this.#job
    const { down, right, firstRow, endRow, firstCol, endCol } = quarter
    if (firstRow >= endRow || firstCol >= endCol) return
    const { rows, cols, bendRows } = quarterOf(extentOf(this.#job))
    const side = sideFor(Math.max(rows, cols), bendRows)
    if (side === undefined) throw new RangeError(`Expected posts that fit a tile, got ${rows} x ${cols}`)
    const posts = tilePosts(window, quarter, side, bendRows)
    const fits = this.#fitsTowards(-down)
    const rowsACell = (down * grid.cellLatDeg) / window.latStepDeg
    const colsACell = (right * grid.cellLonDeg) / window.lonStepDeg
    const terms = this.#terms(posts, fits)
    const shared = [
      posts.posts,
      tensor(terms, [terms.length, 1, 1]),
      tensor(fits.coefficients, [FIT_SLOPES, FIT_ROWS, 2]),
    ]
    const cellSide = cellSideFor(Math.max(endRow - firstRow, endCol - firstCol))
    for (let row = firstRow; row < endRow; row += cellSide) {
      for (let col = firstCol; col < endCol; col += cellSide) {
        const [rowCount, colCount] = [Math.min(cellSide, endRow - row), Math.min(cellSide, endCol - col)]
        const spans = this.#spans
          .slice(row, row + rowCount)
          .map(([first, end]): [number, number] => [Math.max(0, first - col), Math.min(colCount, end - col)])
        this.cellsDone += rowCount * colCount
        if (spans.every(([first, end]) => first >= end)) continue
        const rowCells = { first: row, count: rowCount, side: cellSide }
        const rowTable = placeTable(rowCells, grid.txRow, rowsACell, posts.txRow)
        spans.forEach(([first, end], at) => {
          rowTable[PLACE.first * cellSide + at] = first
          rowTable[PLACE.end * cellSide + at] = end
        })
        const colCells = { first: col, count: colCount, side: cellSide }
        const colTable = placeTable(colCells, grid.txCol, colsACell, posts.txCol)
        const tensors = [...shared, tableTensor(rowTable, cellSide), tableTensor(colTable, cellSide)]
        yield { side, cellSide, tensors, firstRow: row, firstCol: col, spans }
      }
    }
  }

  #fitsTowards(north: number): PathFits {
    const fits = this.#fits.get(north) ?? fitsOf(extentOf(this.#job), north)
    this.#fits.set(north, fits)
    return fits
  }

  #terms({ txRow, txCol }: { txRow: number; txCol: number }, fits: PathFits): Float32Array<ArrayBuffer> {
    const { window, receiverM, receiverFollowsGround, kFactor, fresnel } = this.#job
    const terms: kernel.Terms = {
      receiverM,
      followsGround: receiverFollowsGround ? 1 : 0,
      dropPerM2: kFactor === 0 ? 0 : 1 / (2 * kFactor * EARTH_RADIUS_M),
      zonePerRootM: fresnel ? zonePerRootM(fresnel) : 0,
      txRow,
      txCol,
      txGroundM: heightAt(window, window.txRow, window.txCol),
      slackAcross: fits.slackAcross,
      slackT: fits.slackT,
      hasUnknown: window.unknown === undefined ? 0 : 1,
    }
    const values = new Float32Array(Object.keys(TERM).length)
    for (const [name, slot] of Object.entries(TERM)) values[slot] = terms[name as keyof kernel.Terms]
    return values
  }

  take({ firstRow, firstCol, spans }: Call, [answer]: Answer): void {
    const { cols } = this.#job.grid
    spans.forEach(([first, end], row) => {
      const codes = answer[row]
      const from = (firstRow + row) * cols + firstCol
      for (let col = first; col < end; col++) {
        const code = codes[col]
        if (code === CODE.open) this.open++
        this.visibility[from + col] = code === CODE.open ? UNDECIDED : code > CODE.open ? VISIBLE : BLOCKED
      }
    })
  }
}

/**
 * First column within range of each row, and one after the last. Distances increase in both directions from
 * the transmitter's column.
 */
function spansInRange({ window, grid, rangeM }: GpuJob): [number, number][] {
  const frame = frameOf(window, grid)
  const { rows, cols, txRow, txCol, cellLatDeg, cellLonDeg } = grid
  const middle = Math.min(cols - 1, Math.max(0, Math.round(txCol)))
  return Array.from({ length: rows }, (_, row): [number, number] => {
    frame.setRow((txRow - row) * cellLatDeg)
    const isNear = (col: number) => {
      const dLonDeg = (col - txCol) * cellLonDeg
      return Math.hypot(frame.xInRow(dLonDeg), frame.yInRow(dLonDeg)) <= rangeM
    }
    if (!isNear(middle)) return [0, 0]
    /** Number of columns in one direction from the middle that are within range. */
    const reach = (direction: number, maximum: number) => {
      let [near, far] = [0, maximum + 1]
      while (far - near > 1) {
        const step = (near + far) >> 1
        if (isNear(middle + direction * step)) near = step
        else far = step
      }
      return near
    }
    return [middle - reach(-1, middle), middle + reach(1, cols - 1 - middle) + 1]
  })
}
