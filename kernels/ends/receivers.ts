/** The receivers of a raster in their clutter: to which height the path to each is computed. */

import type { CellsOf, RasterGrid } from '../geodesy/raster-grid.ts'
import type { JobGround } from '../terrain/window.ts'
import { type Clutter, pathHeightM } from './ends.ts'

export interface Receivers {
  /** Of the antennas: above their ground, or above the terrain's datum where they do not follow it. */
  heightM: number
  followsGround: boolean
  /** Of a cell; `'unknown'` where its class is. */
  clutterAt: (cell: number) => Clutter | 'unknown' | undefined
  /** Whether it is the same in all cells. */
  isUniform: boolean
}

/** Cells whose paths end at one height. */
export interface HeightPass {
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Without it all cells. */
  only?: CellsOf
}

/** Cells whose receivers get no path: in unknown clutter, or not at a height for which the model holds. */
const NONE = 255
/** Cells that are looked at between two pauses. */
const CELLS_AT_ONCE = 2 ** 18

/** Whether the antennas of all cells have one height above their ground, or none is in clutter. */
function isOnePass({ followsGround, clutterAt, isUniform }: Receivers): boolean {
  if (!isUniform) return false
  const clutter = clutterAt(0)
  return clutter !== 'unknown' && (followsGround || clutter === undefined || clutter.type === 'statistical')
}

interface PassScene {
  grid: RasterGrid
  ground: Pick<JobGround, 'antennaM' | 'overAntennaM'>
  /** Of the transmitter. */
  latDeg: number
  lonDeg: number
  /** Heights above ground at which receivers may be. */
  rxLimitsM: { minimum: number; maximum: number }
}

/** The passes in which all paths are computed, in steps between which a caller may pause. */
export function* heightPasses(receivers: Receivers, scene: PassScene): Generator<void, HeightPass[]> {
  const { heightM: askedM, followsGround, clutterAt } = receivers
  if (isOnePass(receivers)) {
    const clutter = clutterAt(0) as Clutter | undefined
    const rxHeightM = followsGround ? pathHeightM(clutter, askedM) : askedM
    return [{ rxHeightM, receiverFollowsGround: followsGround }]
  }
  const { rows, cols, txRow, txCol, cellLatDeg, cellLonDeg } = scene.grid
  const { ground, latDeg, lonDeg, rxLimitsM: limitsM } = scene
  const classes = new Uint8Array(new SharedArrayBuffer(rows * cols)).fill(NONE)
  const passes: HeightPass[] = []
  const numberOf = (rxHeightM: number, receiverFollowsGround: boolean): number => {
    const found = passes.findIndex(
      (pass) => pass.rxHeightM === rxHeightM && pass.receiverFollowsGround === receiverFollowsGround,
    )
    if (found >= 0) return found
    const value = passes.length
    passes.push({ rxHeightM, receiverFollowsGround, only: { classes, value } })
    return value
  }
  const heightAt = (cell: number): number => {
    if (followsGround) return askedM
    const row = Math.floor(cell / cols)
    const overM = ground.overAntennaM(
      latDeg + (txRow - row) * cellLatDeg,
      lonDeg + ((cell % cols) - txCol) * cellLonDeg,
    )
    return askedM - ground.antennaM - overM
  }
  for (let cell = 0; cell < classes.length; cell++) {
    if (cell % CELLS_AT_ONCE === 0) yield
    const clutter = clutterAt(cell)
    if (clutter === 'unknown') continue
    const heightM = heightAt(cell)
    if (!(heightM >= limitsM.minimum && heightM <= limitsM.maximum)) continue
    const topM = pathHeightM(clutter, heightM)
    classes[cell] = topM > heightM || followsGround ? numberOf(topM, true) : numberOf(askedM, false)
  }
  // Also without any cell: those within range are counted.
  if (passes.length === 0) numberOf(askedM, followsGround)
  return passes
}
