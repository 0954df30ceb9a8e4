/** Terms of a job for kernels that read posts: one tensor, addressed by name; the model's terms are last. */

import { type Tensor, tensor } from '../../device/device.ts'
import type { PathTerms } from '../../model.ts'
import type { PostTile } from './tile.ts'

const NAMES = [
  /** Receiving antenna height in metres above its ground, or above the transmitting antenna. */
  'receiverM',
  /** 1 if `receiverM` is above the receiver's ground, else 0. */
  'followsGround',
  /** Height of the ground under the transmitting antenna, relative to that antenna. */
  'txGroundM',
  /** Transmitter position among the posts of the tile. */
  'txRow',
  'txCol',
  'txLatDeg',
  'latStepDeg',
] as const

export type KernelTerms = Record<(typeof NAMES)[number], number>

/** Tensor index of each term; the model's own terms follow the terms of all models. */
export function termSlots(own: object): Record<string, number> {
  return Object.fromEntries([...NAMES, ...Object.keys(own)].map((name, slot) => [name, slot]))
}

/** Tensor [numbers][1][1] with the terms of one job and tile. */
export function termsTensor(
  job: PathTerms,
  { txRow, txCol }: Pick<PostTile, 'txRow' | 'txCol'>,
  own: object,
): Tensor {
  const { rxHeightM, receiverFollowsGround, txHeightM, txAntennaM, txLatDeg, latStepDeg } = job
  const common: KernelTerms = {
    receiverM: receiverFollowsGround ? rxHeightM : rxHeightM - txAntennaM,
    followsGround: receiverFollowsGround ? 1 : 0,
    txGroundM: -txHeightM,
    txRow,
    txCol,
    txLatDeg,
    latStepDeg,
  }
  const slots = termSlots(own)
  const values = new Float32Array(Object.keys(slots).length)
  for (const [name, value] of Object.entries({ ...common, ...own })) values[slots[name]] = value
  return tensor(values, [1, 1, values.length])
}
