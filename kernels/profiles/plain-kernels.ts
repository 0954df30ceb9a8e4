/**
 * The models that ask nothing of the ground between, on the device: one thread a path, of which they read the ends.
 * Arguments and output as those of `p526Loss`.
 */

import type { KernelThread } from '../device/device.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { hataLossDb } from '../models/hata/hata.ts'
import { twoRayLossDb } from '../models/two-ray/two-ray.ts'
import { groundAt } from '../terrain/ground.ts'

type Tensor3 = number[][][]

/** Ground under the receiver of path (x, y), for kernels to inline. */
export function groundAtEnd(posts: Tensor3, terms: Tensor3, paths: Tensor3, x: number, y: number): number {
  const n = paths[0][y][x]
  const rows = n * (paths[2][y][x] + n * (paths[3][y][x] + n * paths[4][y][x]))
  const cols = n * (paths[5][y][x] + n * (paths[6][y][x] + n * paths[7][y][x]))
  const endRow = terms[0][0][4] + rows * terms[0][0][6]
  const endCol = terms[0][0][5] + cols * terms[0][0][7]
  const height = groundAt(posts, endRow, endCol)
  return height
}

export function freeSpaceLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const ground = groundAtEnd(posts, terms, paths, this.thread.x, this.thread.y)
  const rxM = terms[0][0][1] * ground + terms[0][0][0]
  const frequencyGhz = terms[0][0][2]
  const distanceKm = paths[1][this.thread.y][this.thread.x]
  return freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
}

export function twoRayLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const ground = groundAtEnd(posts, terms, paths, this.thread.x, this.thread.y)
  const rxM = terms[0][0][1] * ground + terms[0][0][0]
  const frequencyGhz = terms[0][0][2]
  const distanceKm = paths[1][this.thread.y][this.thread.x]
  const txM = -terms[0][0][3]
  const freeSpaceDb = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  return twoRayLossDb(distanceKm, txM, rxM - ground, freeSpaceDb)
}

export function hataLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const ground = groundAtEnd(posts, terms, paths, this.thread.x, this.thread.y)
  const rxM = terms[0][0][1] * ground + terms[0][0][0]
  const frequencyGhz = terms[0][0][2]
  const distanceKm = paths[1][this.thread.y][this.thread.x]
  const txM = -terms[0][0][3]
  const environment = terms[0][0][8]
  const largeCity = terms[0][0][9]
  const freeSpaceDb = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  const rxHeightM = rxM - ground
  return hataLossDb(distanceKm, txM, rxHeightM, 1000 * frequencyGhz, environment, largeCity, freeSpaceDb)
}
