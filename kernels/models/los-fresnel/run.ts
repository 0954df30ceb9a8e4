/** The bookkeeping of one job: which paths are walked, and what their clearances say. */

import { EARTH_RADIUS_M } from '../../geodesy/azimuthal.ts'
import { CellPaths } from '../../profiles/cells.ts'
import type { Answer } from '../../profiles/path-batch.ts'
import { PATHS, PATHS_ACROSS } from '../../profiles/shapes.ts'
import { fresnelRadiusM } from '../../propagation/fresnel.ts'
import { BLOCKED, TOUCH_M, UNKNOWN } from '../../terrain/classes.ts'
import { heightAt } from '../../terrain/ground.ts'
import type { LosJob, LosResult } from '../los/job.ts'
import { FresnelBatch } from './fresnel-batch.ts'
import { FRESNEL_TERM, type FresnelTerms, fresnelClearance } from './kernel.ts'
import { COLUMNS, FresnelOctant } from './octant.ts'

/** Towards an antenna, over one or two lines: off by less than a 500th of what the ray climbs over the ground there. */
const NEAR_SAMPLES = 16

/**
 * Float32 clearance is within this many metres of the float64 one, plus so many for each post across the tile, whose positions
 * are resolved less finely the more there are. The greatest error seen on real tiles to 35 km was 1.3 mm at 1024 posts.
 */
const ERROR_M = 0.005
const ERROR_A_POST_M = 1e-5
/** Lines that are walked in float64 between two looks at whether the job is cancelled. */
const SETTLED_LINES = 2 ** 21

export interface FresnelJob extends LosJob {
  frequencyMhz: number
  /** Of the zone's radius, 0…1; 0 is line of sight. */
  fresnelFraction: number
}

export class FresnelRun {
  readonly #job: FresnelJob
  readonly #visibility: Uint8Array
  readonly #cells: CellPaths
  /** Cells of the octant at hand whose clearance could have either sign. */
  #unsure: number[] = []
  /** One is filled while the device works on the other. */
  readonly batches = [new FresnelBatch(), new FresnelBatch()]
  /** Cells that float64 decided. */
  settled = 0
  progress = 0

  /** Blocks in `lineOfSight`, the line of sight of the job, what has too little clearance. */
  constructor(job: FresnelJob, lineOfSight: LosResult) {
    const { window, grid, rangeM } = job
    this.#job = job
    this.#visibility = lineOfSight.visibility
    this.#cells = new CellPaths(window, grid, rangeM)
  }

  *octants(): Generator<FresnelOctant> {
    for (const quarter of this.#cells.quarters()) {
      yield new FresnelOctant(this.#job.window, quarter, true)
      yield new FresnelOctant(this.#job.window, quarter, false)
    }
  }

  terms({ tile }: FresnelOctant): number[] {
    const { receiverM, receiverFollowsGround, kFactor, frequencyMhz, fresnelFraction } = this.#job
    const { txLine, txAcross, firstLine } = tile
    const dropPerM2 = kFactor === 0 ? 0 : 1 / (2 * kFactor * EARTH_RADIUS_M)
    // At 2 km of 4 km the radius is that of a path of 1 km where t·(1 − t) = 1.
    const zonePerRootM = fresnelFraction * fresnelRadiusM(2, 2, frequencyMhz / 1000) * Math.sqrt(1 / 1000)
    const terms: FresnelTerms = {
      receiverM,
      followsGround: receiverFollowsGround ? 1 : 0,
      dropPerM2,
      zonePerRootM,
      txLine,
      txAcross,
      firstLine,
      samples: NEAR_SAMPLES,
    }
    const values: number[] = []
    for (const [name, slot] of Object.entries(FRESNEL_TERM)) values[slot] = terms[name as keyof FresnelTerms]
    return values
  }

  /** The cells of an octant that line of sight leaves open, each ready for `describe`. */
  *openCells(octant: FresnelOctant): Generator<number> {
    const { grid } = this.#job
    const { firstRow, endRow } = octant.quarter
    const own = grid.txRow * grid.cols + grid.txCol
    const before = this.progress
    for (let row = firstRow; row < endRow; row++) {
      const [firstCol, endCol] = octant.colsOfRow(row, grid)
      this.#cells.setRow(row)
      for (let col = firstCol; col < endCol; col++) {
        const cell = row * grid.cols + col
        if (this.#visibility[cell] === BLOCKED || cell === own) continue
        if (this.#cells.moveTo(col) && this.#standsSomewhere(cell)) yield cell
      }
      this.progress = before + (row + 1 - firstRow) / (8 * (endRow - firstRow))
    }
  }

  /** Without its ground a receiver above ground stands nowhere; above sea level known ground may still hide it. */
  #standsSomewhere(cell: number): boolean {
    const { window, receiverFollowsGround } = this.#job
    if (this.#visibility[cell] !== UNKNOWN || !receiverFollowsGround) return true
    return !Number.isNaN(heightAt(window, this.#cells.postRow, this.#cells.postCol))
  }

  /** Puts the path to the cell at hand at the next index of a batch; returns the lines that it crosses. */
  describe(octant: FresnelOctant, { columns, count }: FresnelBatch): number {
    return octant.describe(this.#cells.curve, this.#cells.distanceM, columns, PATHS, count)
  }

  take({ cells, count }: FresnelBatch, [rows]: Answer, { tile }: FresnelOctant): void {
    const errorM = ERROR_M + ERROR_A_POST_M * tile.side
    for (let path = 0; path < count; path++) {
      const row = Math.floor(path / PATHS_ACROSS)
      const clearanceM = rows[row][path - row * PATHS_ACROSS]
      if (clearanceM < -errorM) this.#visibility[cells[path]] = BLOCKED
      else if (clearanceM < errorM) this.#unsure.push(cells[path])
    }
  }

  /** Decides in float64, by the kernel's own source, what is unsure of an octant; yields to let others have a turn. */
  *settle(octant: FresnelOctant): Generator<void> {
    const { side, values } = octant.tile
    const lines = Array.from({ length: side }, (_, line) => values.subarray(line * side, (line + 1) * side))
    const posts = [lines] as unknown as number[][][]
    const terms = [[this.terms(octant)]]
    const path = new Float64Array(COLUMNS)
    const thread = { x: 0, y: 0, z: 0 }
    const { cols } = this.#job.grid
    let walked = 0
    for (const cell of this.#unsure) {
      const row = Math.floor(cell / cols)
      this.#cells.setRow(row)
      this.#cells.moveTo(cell - row * cols)
      walked += octant.describe(this.#cells.curve, this.#cells.distanceM, path, 1, 0)
      const paths = Array.from(path, (number) => [[number]])
      const clearanceM = fresnelClearance.call({ thread }, posts, terms, paths)
      if (clearanceM < -TOUCH_M) this.#visibility[cell] = BLOCKED
      if (walked < SETTLED_LINES) continue
      walked = 0
      yield
    }
    this.settled += this.#unsure.length
    this.#unsure = []
  }
}
