/** The receivers of a raster in their clutter: to which height the path to each is computed. */

import type { CellsOf, RasterGrid } from '../geodesy/raster-grid.ts'
import type { JobGround } from '../terrain/window.ts'
import { type Clutter, pathHeightM } from './ends.ts'

export interface Receivers {
  /** Height of the antennas: above their ground, or above the terrain's datum where they do not follow it. */
  heightM: number
  followsGround: boolean
  clutter: Clutter | undefined
}

/** Cells whose paths end at one height. */
export interface HeightPass {
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Without it all cells. */
  only?: CellsOf
}

/** Classes of cells: no path, as the model does not hold for the receiver's height; a path to the antenna, or to the clutter's top. */
const NONE = 0
const TO_ANTENNA = 1
const TO_TOP = 2
/** Cells that are looked at between two pauses. */
const CELLS_AT_ONCE = 2 ** 18

interface PassScene {
  grid: RasterGrid
  ground: Pick<JobGround, 'antennaM' | 'overAntennaM'>
  /** Position of the transmitter. */
  latDeg: number
  lonDeg: number
  /** Heights above ground at which receivers may be. */
  rxLimitsM: { minimum: number; maximum: number }
}

/**
 * The passes in which all paths are computed, in steps between which a caller may pause: two where receivers above sea level
 * stand in the clutter of some cells and above that of others.
 */
export function* heightPasses(receivers: Receivers, scene: PassScene): Generator<void, HeightPass[]> {
  const { heightM: askedM, followsGround, clutter } = receivers
  if (followsGround) return [{ rxHeightM: pathHeightM(clutter, askedM), receiverFollowsGround: true }]
  const toAntenna = { rxHeightM: askedM, receiverFollowsGround: false }
  if (clutter === undefined || clutter.type === 'statistical') return [toAntenna]
  const { grid, ground, latDeg, lonDeg, rxLimitsM } = scene
  const { rows, cols, txRow, txCol, cellLatDeg, cellLonDeg } = grid
  const classes = new Uint8Array(new SharedArrayBuffer(rows * cols)).fill(NONE)
  for (let cell = 0; cell < classes.length; cell++) {
    if (cell % CELLS_AT_ONCE === 0) yield
    const row = Math.floor(cell / cols)
    const overM = ground.overAntennaM(
      latDeg + (txRow - row) * cellLatDeg,
      lonDeg + ((cell % cols) - txCol) * cellLonDeg,
    )
    const heightM = askedM - ground.antennaM - overM
    if (!(heightM >= rxLimitsM.minimum && heightM <= rxLimitsM.maximum)) continue
    classes[cell] = heightM < clutter.heightM ? TO_TOP : TO_ANTENNA
  }
  return [
    { ...toAntenna, only: { classes, value: TO_ANTENNA } },
    { rxHeightM: clutter.heightM, receiverFollowsGround: true, only: { classes, value: TO_TOP } },
  ]
}
