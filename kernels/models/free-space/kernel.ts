import type { KernelThread } from '../../device/device.ts'
import { groundAtEnd } from '../../profiles/kernel-ground.ts'
import { PATH } from '../../profiles/shapes.ts'
import { TERM } from '../../profiles/terms.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'

type Tensor3 = number[][][]

/** One thread a path, of which it reads the ends. Arguments and output: see `KernelModelOptions`. */
export function freeSpaceLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const ground = groundAtEnd(posts, terms, paths, this.thread.x, this.thread.y)
  const rxM = terms[0][0][TERM.followsGround] * ground + terms[0][0][TERM.receiverM]
  const frequencyGhz = terms[0][0][TERM.frequencyGhz]
  const distanceKm = paths[PATH.distanceKm][this.thread.y][this.thread.x]
  return freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
}
