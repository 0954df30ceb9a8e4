/**
 * What kernels that read posts are given beside posts and paths: numbers in one tensor [1][1][24], each in the slot of
 * its name. Kernels name the slots; `expand.ts` writes out their numbers.
 */

import { type Tensor, tensor } from '../device/device.ts'
import type { PathTerms } from '../model.ts'
import type { PostTile } from './tile.ts'

const WIDTH = 24

/** Slots that all models have. */
export const TERM = {
  /** Antenna of the receivers: above their own ground, or above the transmitting antenna. */
  receiverM: 0,
  /** 1 if it is above its own ground, else 0. */
  followsGround: 1,
  frequencyGhz: 2,
  /** The ground under the transmitting antenna, above that antenna. */
  txGroundM: 3,
  /** Its position among the posts of the tile. */
  txRow: 4,
  txCol: 5,
} as const

const COMMON = Object.keys(TERM).length

/** Slots for the numbers of one model, after those of all. */
export function ownSlots<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  if (COMMON + names.length > WIDTH) throw new Error(`Expected at most ${WIDTH - COMMON} terms, got ${names}`)
  return Object.fromEntries(names.map((name, at) => [name, COMMON + at])) as Record<Name, number>
}

/** The tensor for one job and tile; `own` by the names in `slots`. */
export function termsTensor(
  terms: PathTerms,
  tile: Pick<PostTile, 'txRow' | 'txCol'>,
  slots: Readonly<Record<string, number>>,
  own: Readonly<Record<string, number>>,
): Tensor {
  const values = new Float32Array(WIDTH)
  values[TERM.receiverM] = terms.receiverFollowsGround ? terms.rxHeightM : terms.rxHeightM - terms.txAntennaM
  values[TERM.followsGround] = terms.receiverFollowsGround ? 1 : 0
  values[TERM.frequencyGhz] = terms.frequencyMhz / 1000
  values[TERM.txGroundM] = -terms.txHeightM
  values[TERM.txRow] = tile.txRow
  values[TERM.txCol] = tile.txCol
  for (const [name, slot] of Object.entries(slots)) values[slot] = own[name]
  return tensor(values, [WIDTH, 1, 1])
}
