/**
 * The models that ask nothing of the ground between, on the device: one thread a receiver. Profiles [1][RAYS][STEPS]
 * are metres above the transmitting antenna; terms.ts tells what `terms` are. Output [1][RAYS][STEPS], dB.
 */

import type { KernelThread } from '../device.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { hataLossDb } from '../propagation/hata.ts'
import { twoRayLossDb } from '../propagation/two-ray.ts'

type Tensor3 = number[][][]

export function freeSpaceLoss(this: KernelThread, profiles: Tensor3, terms: Tensor3): number {
  const receiverM = terms[0][0][0]
  const followGround = terms[0][0][1]
  const frequencyGhz = terms[0][0][2]
  const spacingKm = terms[0][0][3]
  const ground = profiles[0][this.thread.y][this.thread.x]
  return freeSpaceLossDb(this.thread.x * spacingKm, followGround * ground + receiverM, frequencyGhz)
}

export function twoRayLoss(this: KernelThread, profiles: Tensor3, terms: Tensor3): number {
  const receiverM = terms[0][0][0]
  const followGround = terms[0][0][1]
  const frequencyGhz = terms[0][0][2]
  const spacingKm = terms[0][0][3]
  const ground = profiles[0][this.thread.y][this.thread.x]
  const rxM = followGround * ground + receiverM
  const distanceKm = this.thread.x * spacingKm
  const freeSpaceDb = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  return twoRayLossDb(distanceKm, -profiles[0][this.thread.y][0], rxM - ground, freeSpaceDb)
}

export function hataLoss(this: KernelThread, profiles: Tensor3, terms: Tensor3): number {
  const receiverM = terms[0][0][0]
  const followGround = terms[0][0][1]
  const frequencyGhz = terms[0][0][2]
  const spacingKm = terms[0][0][3]
  const environment = terms[0][0][6]
  const largeCity = terms[0][0][7]
  const ground = profiles[0][this.thread.y][this.thread.x]
  const rxM = followGround * ground + receiverM
  const distanceKm = this.thread.x * spacingKm
  const freeSpaceDb = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  return hataLossDb(
    distanceKm,
    -profiles[0][this.thread.y][0],
    rxM - ground,
    1000 * frequencyGhz,
    environment,
    largeCity,
    freeSpaceDb,
  )
}
