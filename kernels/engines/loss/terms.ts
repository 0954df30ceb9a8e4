/** What kernels that read posts are given of a job beside the model's own terms: numbers in one tensor, each by its name. */

import { type Tensor, tensor } from '../../device/device.ts'
import type { PathTerms } from '../../model.ts'
import type { PostTile } from './tile.ts'

const NAMES = [
  /** Antenna of the receivers: above their own ground, or above the transmitting antenna. */
  'receiverM',
  /** 1 if it is above its own ground, else 0. */
  'followsGround',
  /** The ground under the transmitting antenna, above that antenna. */
  'txGroundM',
  /** Its position among the posts of the tile. */
  'txRow',
  'txCol',
  'txLatDeg',
  'latStepDeg',
] as const

export type KernelTerms = Record<(typeof NAMES)[number], number>

/** Where each number is, those of the model after those that all have. */
export function termSlots(own: object): Record<string, number> {
  return Object.fromEntries([...NAMES, ...Object.keys(own)].map((name, slot) => [name, slot]))
}

/** The tensor [numbers][1][1] for one job and tile. */
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
