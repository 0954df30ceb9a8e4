import type { KernelThread } from '../../device/device.ts'
import { groundAtEnd } from '../../profiles/kernel-ground.ts'
import { PATH } from '../../profiles/shapes.ts'
import { ownSlots, TERM } from '../../profiles/terms.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import { hataLossDb } from './hata.ts'

type Tensor3 = number[][][]

/** As `hataLossDb` takes them. */
export const HATA_TERM = ownSlots(['environment', 'largeCity'])

/** One thread a path, of which it reads the ends. Arguments and output: see `KernelModelOptions`. */
export function hataLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const ground = groundAtEnd(posts, terms, paths, this.thread.x, this.thread.y)
  const rxM = terms[0][0][TERM.followsGround] * ground + terms[0][0][TERM.receiverM]
  const frequencyGhz = terms[0][0][TERM.frequencyGhz]
  const distanceKm = paths[PATH.distanceKm][this.thread.y][this.thread.x]
  const txM = -terms[0][0][TERM.txGroundM]
  const environment = terms[0][0][HATA_TERM.environment]
  const largeCity = terms[0][0][HATA_TERM.largeCity]
  const freeSpaceDb = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  const rxHeightM = rxM - ground
  return hataLossDb(distanceKm, txM, rxHeightM, 1000 * frequencyGhz, environment, largeCity, freeSpaceDb)
}
