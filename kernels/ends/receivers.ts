/** Receivers of a raster with clutter: height to which each path is computed. */

import type { CellsOf } from '../geodesy/raster-grid.ts'
import type { JobGround } from '../terrain/window.ts'
import { type Clutter, pathHeightM } from './ends.ts'
import type { ReceiverScene } from './receiver-losses.ts'

export interface ClutterMap {
  /** Clutter number of each cell, row-major; `UNKNOWN_CLUTTER` if unknown. */
  numbers: Uint8Array
  /** Clutter by clutter number; `undefined` where a number means no clutter. */
  clutters: readonly (Clutter | undefined)[]
}

export const UNKNOWN_CLUTTER = 255

export interface Receivers {
  /** Receiving antenna height above ground, or above the terrain's datum if `followsGround` is false. */
  heightM: number
  followsGround: boolean
  clutter: Clutter | ClutterMap | undefined
}

/** Cells whose paths end at the same height. */
export interface HeightPass {
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Cells of this pass; default: all cells. */
  only?: CellsOf
}

/** Class of cells without a path: receiver height outside the model's limits, or unknown clutter. */
const NONE = 255
/** Number of cells processed between two pauses. */
const CELLS_AT_ONCE = 2 ** 18

interface PassScene extends ReceiverScene {
  ground: Pick<JobGround, 'antennaM' | 'overAntennaM'>
  /** Limits of the receiver height above ground, in metres. */
  rxLimitsM: { minimum: number; maximum: number }
}

/** Clutter of a cell: `null` if unknown, `undefined` if none. */
export function clutterAt(clutter: Receivers['clutter'], cell: number): Clutter | undefined | null {
  if (clutter === undefined || !('numbers' in clutter)) return clutter
  const number = clutter.numbers[cell]
  return number === UNKNOWN_CLUTTER ? null : clutter.clutters[number]
}

/** Passes over the cells: one for paths to antennas, one per clutter height above antennas. */
export function* heightPasses(receivers: Receivers, scene: PassScene): Generator<void, HeightPass[]> {
  const { heightM: askedM, followsGround, clutter } = receivers
  const toAntenna = { rxHeightM: askedM, receiverFollowsGround: followsGround }
  if (clutter === undefined || ('type' in clutter && clutter.type === 'statistical')) return [toAntenna]
  if (followsGround && !('numbers' in clutter))
    return [{ rxHeightM: pathHeightM(clutter, askedM), receiverFollowsGround: true }]
  const { grid, ground, latDeg, lonDeg, rxLimitsM } = scene
  const { rows, cols, txRow, txCol, cellLatDeg, cellLonDeg } = grid
  const classes = new Uint8Array(new SharedArrayBuffer(rows * cols)).fill(NONE)
  const passes: HeightPass[] = []
  /** Index of the pass for each clutter height; key 0 is the pass to antennas. */
  const passOf = new Map<number, number>()
  for (let cell = 0; cell < classes.length; cell++) {
    if (cell % CELLS_AT_ONCE === 0) yield
    const own = clutterAt(clutter, cell)
    if (own === null) continue
    let heightM = askedM
    if (!followsGround) {
      const row = Math.floor(cell / cols)
      const overM = ground.overAntennaM(
        latDeg + (txRow - row) * cellLatDeg,
        lonDeg + ((cell % cols) - txCol) * cellLonDeg,
      )
      heightM = askedM - ground.antennaM - overM
      if (!(heightM >= rxLimitsM.minimum && heightM <= rxLimitsM.maximum)) continue
    }
    const pathM = pathHeightM(own, heightM)
    const topM = pathM > heightM ? pathM : 0
    let pass = passOf.get(topM)
    if (pass === undefined) {
      pass = passes.length
      passOf.set(topM, pass)
      const end = topM > 0 ? { rxHeightM: topM, receiverFollowsGround: true } : toAntenna
      passes.push({ ...end, only: { classes, value: pass } })
    }
    classes[cell] = pass
  }
  return passes.length > 0 ? passes : [{ ...toAntenna, only: { classes, value: 0 } }]
}
