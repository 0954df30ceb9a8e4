/** Losses at both ends of a raster's paths (antenna, clutter, building), added to the model's loss. */

import { type Antenna, antennaLoss } from '../../kernels/antenna/pattern.ts'
import { addedLosses, type Clutter, type Ends, pathHeightM, shortestPathM } from '../../kernels/ends/ends.ts'
import { type Receiver, riseM } from '../../kernels/ends/receiver-losses.ts'
import { type ClutterMap, clutterAt, type Receivers } from '../../kernels/ends/receivers.ts'
import type { Job } from '../jobs/job.ts'
import { kFactorOf, type Task } from './task.ts'

export function receiversOf(
  { rx_height, rx_height_mode }: Job['params'],
  clutter: Receivers['clutter'],
): Receivers {
  return { heightM: rx_height, followsGround: rx_height_mode === 'AGL', clutter }
}

/**
 * Function for the loss in dB added at both ends: NaN where ground or clutter is unknown, or the path is too
 * short for the clutter model. `undefined` if nothing is added.
 */
export function endLosses(
  { job, ground, ends, clutterMap }: Task,
  antenna: Antenna | undefined,
): ((receiver: Receiver) => number) | undefined {
  const hasAdded = clutterMap !== undefined || Object.values(ends).some((end) => end !== undefined)
  const towardsDb = antenna && antennaLoss(antenna)
  if (!towardsDb && !hasAdded) return undefined
  const { params } = job
  const { frequency: frequencyMhz } = params
  const { heightM: requestedM, followsGround, clutter: around } = receiversOf(params, clutterMap ?? ends.rx)
  const endsBy = endsByClutter(ends, clutterMap)
  const { txHeightM, antennaM } = ground
  const kFactor = kFactorOf(job)
  const minimumM = shortestPathM(ends)
  return ({ cell, eastM, northM, distanceM, groundM }) => {
    const clutter = clutterAt(around, cell)
    if (distanceM < minimumM || clutter === null) return Number.NaN
    // For receivers with heights above sea level, the ground height is needed only in clutter.
    const overM = followsGround || clutter ? groundM() : 0
    const rxHeightM = followsGround ? requestedM : requestedM - antennaM - overM
    const differenceM = pathHeightM(clutter, rxHeightM) + overM
    const antennaDb = towardsDb?.(eastM, northM, riseM(differenceM, distanceM, kFactor)) ?? 0
    if (!hasAdded) return antennaDb
    const path = { txHeightM, rxHeightM, distanceM, differenceM, kFactor, frequencyMhz }
    const { txClutterDb, rxClutterDb, indoorDb, correctionDb } = addedLosses(
      endsBy.get(clutter) ?? ends,
      path,
    )
    return antennaDb + txClutterDb + rxClutterDb + indoorDb + correctionDb
  }
}

/** Path ends for each clutter class of the map, shared by all cells of the class. */
function endsByClutter(ends: Ends, map: ClutterMap | undefined): Map<Clutter | undefined, Ends> {
  return new Map(map?.clutters.map((rx) => [rx, { ...ends, rx }]))
}
