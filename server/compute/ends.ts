/** The ends of the paths of a raster: to which height they go, and what is lost beside the path between. */

import { type Antenna, antennaLoss } from '../../kernels/antenna/pattern.ts'
import { correctionDb } from '../../kernels/ends/correction.ts'
import {
  clutterLossDb,
  type Ends,
  indoorLossDb,
  pathHeightM,
  shortestPathM,
} from '../../kernels/ends/ends.ts'
import { type Receiver, riseM } from '../../kernels/ends/receiver-losses.ts'
import type { Receivers } from '../../kernels/ends/receivers.ts'
import type { Job } from '../jobs/job.ts'
import { correctionOf } from '../requests/correction.ts'
import type { Ground } from './ground.ts'
import { kFactorOf } from './task.ts'

export function receiversOf({ rx_height, rx_height_mode }: Job['params'], { rx }: Ends): Receivers {
  return {
    heightM: rx_height,
    followsGround: rx_height_mode === 'AGL',
    clutterAt: () => rx,
    isUniform: true,
  }
}

/**
 * Loss in dB of antenna, clutter, buildings and the correction towards a receiver; NaN where its ground is unknown or it is nearer than
 * clutter has a loss. `undefined` where nothing is lost.
 */
export function endLosses(
  { job, ground, ends }: { job: Job; ground: Ground; ends: Ends },
  antenna: Antenna | undefined,
): ((receiver: Receiver) => number) | undefined {
  const { tx, indoor } = ends
  const { params } = job
  const { frequency: frequencyMhz } = params
  const correction = correctionOf(params)
  const { heightM: askedM, followsGround, clutterAt } = receiversOf(params, ends)
  const kFactor = kFactorOf(job)
  const towardsDb = antenna && antennaLoss(antenna)
  if (!towardsDb && !tx && !ends.rx && !indoor && !correction) return undefined
  const minimumM = shortestPathM(ends)
  return ({ cell, eastM, northM, distanceM, groundM }) => {
    if (distanceM < minimumM) return Number.NaN
    const clutter = clutterAt(cell)
    if (clutter === 'unknown') return Number.NaN
    // Above sea level only clutter asks for the ground.
    const overM = followsGround || clutter ? groundM() : 0
    const heightM = followsGround ? askedM : askedM - ground.antennaM - overM
    const differenceM = pathHeightM(clutter, heightM) + overM
    return (
      (towardsDb?.(eastM, northM, riseM(differenceM, distanceM, kFactor)) ?? 0) +
      clutterLossDb(tx, ground.txHeightM, distanceM, frequencyMhz) +
      clutterLossDb(clutter, heightM, distanceM, frequencyMhz) +
      indoorLossDb(indoor, { distanceM, differenceM, kFactor }, frequencyMhz) +
      (correction ? correctionDb(correction, distanceM) : 0)
    )
  }
}
