/** The ends of the paths of a raster: to which height they go, and which losses are added to those of the model. */

import { type Antenna, antennaLoss } from '../../kernels/antenna/pattern.ts'
import { addedLosses, type Ends, pathHeightM, shortestPathM } from '../../kernels/ends/ends.ts'
import { type Receiver, riseM } from '../../kernels/ends/receiver-losses.ts'
import type { Receivers } from '../../kernels/ends/receivers.ts'
import type { Job } from '../jobs/job.ts'
import type { Ground } from './ground.ts'
import { kFactorOf } from './task.ts'

export function receiversOf({ rx_height, rx_height_mode }: Job['params'], { rx }: Ends): Receivers {
  return {
    heightM: rx_height,
    followsGround: rx_height_mode === 'AGL',
    clutter: rx,
  }
}

/**
 * Loss in dB of the antenna and of all that is added towards a receiver; NaN where its ground is unknown or it is nearer than
 * clutter has a loss. `undefined` where nothing is lost.
 */
export function endLosses(
  { job, ground, ends }: { job: Job; ground: Ground; ends: Ends },
  antenna: Antenna | undefined,
): ((receiver: Receiver) => number) | undefined {
  const hasAdded = Object.values(ends).some((end) => end !== undefined)
  const towardsDb = antenna && antennaLoss(antenna)
  if (!towardsDb && !hasAdded) return undefined
  const { params } = job
  const { frequency: frequencyMhz } = params
  const { heightM: askedM, followsGround, clutter } = receiversOf(params, ends)
  const { txHeightM, antennaM } = ground
  const kFactor = kFactorOf(job)
  const minimumM = shortestPathM(ends)
  return ({ eastM, northM, distanceM, groundM }) => {
    if (distanceM < minimumM) return Number.NaN
    // Above sea level only clutter asks for the ground.
    const overM = followsGround || clutter ? groundM() : 0
    const rxHeightM = followsGround ? askedM : askedM - antennaM - overM
    const differenceM = pathHeightM(clutter, rxHeightM) + overM
    const antennaDb = towardsDb?.(eastM, northM, riseM(differenceM, distanceM, kFactor)) ?? 0
    if (!hasAdded) return antennaDb
    const path = { txHeightM, rxHeightM, distanceM, differenceM, kFactor, frequencyMhz }
    const { txClutterDb, rxClutterDb, indoorDb, correctionDb } = addedLosses(ends, path)
    return antennaDb + txClutterDb + rxClutterDb + indoorDb + correctionDb
  }
}
