/** The ends of the paths of a raster: to which height they go, and which losses are added to those of the model. */

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
 * Loss in dB of the antenna and of all that is added towards a receiver; NaN where its ground is unknown its clutter
 * is, or it is nearer than clutter has a loss. `undefined` where nothing is lost.
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
  const { heightM: askedM, followsGround, clutter: around } = receiversOf(params, clutterMap ?? ends.rx)
  const endsBy = endsByClutter(ends, clutterMap)
  const { txHeightM, antennaM } = ground
  const kFactor = kFactorOf(job)
  const minimumM = shortestPathM(ends)
  return ({ cell, eastM, northM, distanceM, groundM }) => {
    const clutter = clutterAt(around, cell)
    if (distanceM < minimumM || clutter === null) return Number.NaN
    // Above sea level only clutter asks for the ground.
    const overM = followsGround || clutter ? groundM() : 0
    const rxHeightM = followsGround ? askedM : askedM - antennaM - overM
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

/** The ends of paths to receivers in each clutter of the map, made once for all cells. */
function endsByClutter(ends: Ends, map: ClutterMap | undefined): Map<Clutter | undefined, Ends> {
  return new Map(map?.clutters.map((rx) => [rx, { ...ends, rx }]))
}
