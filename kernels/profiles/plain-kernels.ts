/**
 * The models that ask nothing of the ground between, on the device: one thread a path, of which they read the ends.
 * Arguments and output as those of `p526Loss`.
 */

import type { KernelThread } from '../device.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { hataLossDb } from '../propagation/hata.ts'
import { twoRayLossDb } from '../propagation/two-ray.ts'
import { groundAt } from './ground.ts'

type Tensor3 = number[][][]

/** Where a receiver stands among the posts of a tile, by the numbers of its way. */
export function placeAt(
  tx: number,
  postsOfTile: number,
  n: number,
  first: number,
  second: number,
  third: number,
): number {
  return tx + postsOfTile * n * (first + n * (second + n * third))
}

export function freeSpaceLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const receiverM = terms[0][0][0]
  const followGround = terms[0][0][1]
  const frequencyGhz = terms[0][0][2]
  const n = paths[0][this.thread.y][this.thread.x]
  const distanceKm = paths[1][this.thread.y][this.thread.x]
  const row = placeAt(
    terms[0][0][4],
    terms[0][0][6],
    n,
    paths[2][this.thread.y][this.thread.x],
    paths[3][this.thread.y][this.thread.x],
    paths[4][this.thread.y][this.thread.x],
  )
  const col = placeAt(
    terms[0][0][5],
    terms[0][0][7],
    n,
    paths[5][this.thread.y][this.thread.x],
    paths[6][this.thread.y][this.thread.x],
    paths[7][this.thread.y][this.thread.x],
  )
  const ground = groundAt(posts, row, col)
  const rxM = followGround * ground + receiverM
  return freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
}

export function twoRayLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const receiverM = terms[0][0][0]
  const followGround = terms[0][0][1]
  const frequencyGhz = terms[0][0][2]
  const txGround = terms[0][0][3]
  const n = paths[0][this.thread.y][this.thread.x]
  const distanceKm = paths[1][this.thread.y][this.thread.x]
  const row = placeAt(
    terms[0][0][4],
    terms[0][0][6],
    n,
    paths[2][this.thread.y][this.thread.x],
    paths[3][this.thread.y][this.thread.x],
    paths[4][this.thread.y][this.thread.x],
  )
  const col = placeAt(
    terms[0][0][5],
    terms[0][0][7],
    n,
    paths[5][this.thread.y][this.thread.x],
    paths[6][this.thread.y][this.thread.x],
    paths[7][this.thread.y][this.thread.x],
  )
  const ground = groundAt(posts, row, col)
  const rxM = followGround * ground + receiverM
  const freeSpaceDb = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  return twoRayLossDb(distanceKm, -txGround, rxM - ground, freeSpaceDb)
}

export function hataLoss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const receiverM = terms[0][0][0]
  const followGround = terms[0][0][1]
  const frequencyGhz = terms[0][0][2]
  const txGround = terms[0][0][3]
  const environment = terms[0][0][8]
  const largeCity = terms[0][0][9]
  const n = paths[0][this.thread.y][this.thread.x]
  const distanceKm = paths[1][this.thread.y][this.thread.x]
  const row = placeAt(
    terms[0][0][4],
    terms[0][0][6],
    n,
    paths[2][this.thread.y][this.thread.x],
    paths[3][this.thread.y][this.thread.x],
    paths[4][this.thread.y][this.thread.x],
  )
  const col = placeAt(
    terms[0][0][5],
    terms[0][0][7],
    n,
    paths[5][this.thread.y][this.thread.x],
    paths[6][this.thread.y][this.thread.x],
    paths[7][this.thread.y][this.thread.x],
  )
  const ground = groundAt(posts, row, col)
  const rxM = followGround * ground + receiverM
  const freeSpaceDb = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  return hataLossDb(
    distanceKm,
    -txGround,
    rxM - ground,
    1000 * frequencyGhz,
    environment,
    largeCity,
    freeSpaceDb,
  )
}
