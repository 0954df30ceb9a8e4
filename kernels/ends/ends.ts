/**
 * Losses at both ends of a path: clutter and buildings around the antennas (ITU-R P.2108-1, P.2109-2), and a
 * correction from measurements. Heights are in metres above the ground.
 */

import { type Building, buildingEntryDb } from '../propagation/building-entry.ts'
import {
  type ClutterType,
  heightGainLossDb,
  STATISTICAL_KM,
  statisticalClutterDb,
} from '../propagation/clutter.ts'
import { type Correction, correctionDb } from './correction.ts'
import { riseM } from './receiver-losses.ts'

export type Clutter =
  /** Clutter of a given height; the path is computed to the top of the clutter. ITU-R P.2108-1 §3.1. */
  | { type: ClutterType; heightM: number }
  /** Clutter loss not exceeded at a percentage of locations. ITU-R P.2108-1 §3.2. */
  | { type: 'statistical'; percent: number }

/** Building around the receiver, and the probability in percent that its entry loss is not exceeded. */
export interface Indoor {
  building: Building
  percent: number
}

export interface Ends {
  tx: Clutter | undefined
  rx: Clutter | undefined
  indoor: Indoor | undefined
  correction: Correction | undefined
}

/** Height in metres to which a path is computed: the antenna, or the top of the clutter if higher. */
export function pathHeightM(clutter: Clutter | undefined, antennaM: number): number {
  return clutter === undefined || clutter.type === 'statistical'
    ? antennaM
    : Math.max(antennaM, clutter.heightM)
}

/** Minimum path length in metres for statistical clutter at one or both ends; 0 without such clutter. */
export function shortestPathM({ tx, rx }: Pick<Ends, 'tx' | 'rx'>): number {
  const ends = [tx, rx].filter((clutter) => clutter?.type === 'statistical').length
  if (ends === 0) return 0
  return 1000 * (ends === 1 ? STATISTICAL_KM.oneEnd : STATISTICAL_KM.bothEnds)
}

/** Properties of a path on which the losses at its ends depend. */
export interface EndedPath {
  /** Antenna heights in metres, regardless of clutter. */
  txHeightM: number
  rxHeightM: number
  distanceM: number
  /** Height in metres of the end of the path above the start of the path. */
  differenceM: number
  kFactor: number
  frequencyMhz: number
}

/** Losses at the ends of a path in dB, by cause; 0 for an absent cause. */
export function addedLosses(ends: Ends, path: EndedPath) {
  const { txHeightM, rxHeightM, distanceM, frequencyMhz } = path
  return {
    txClutterDb: clutterLossDb(ends.tx, txHeightM, distanceM, frequencyMhz),
    rxClutterDb: clutterLossDb(ends.rx, rxHeightM, distanceM, frequencyMhz),
    indoorDb: indoorLossDb(ends.indoor, path),
    correctionDb: ends.correction ? correctionDb(ends.correction, distanceM) : 0,
  }
}

export function clutterLossDb(
  clutter: Clutter | undefined,
  antennaM: number,
  distanceM: number,
  frequencyMhz: number,
): number {
  if (clutter === undefined) return 0
  if (clutter.type === 'statistical') {
    return statisticalClutterDb(distanceM / 1000, frequencyMhz / 1000, clutter.percent)
  }
  return heightGainLossDb(clutter.type, antennaM, clutter.heightM, frequencyMhz / 1000)
}

/** Building entry loss in dB of a receiver; `differenceM` is the path end's height above its start. */
export function indoorLossDb(
  indoor: Indoor | undefined,
  { distanceM, differenceM, kFactor, frequencyMhz }: Omit<EndedPath, 'txHeightM' | 'rxHeightM'>,
): number {
  if (indoor === undefined) return 0
  const elevationDeg = (Math.atan2(riseM(-differenceM, distanceM, kFactor), distanceM) * 180) / Math.PI
  return buildingEntryDb(indoor.building, frequencyMhz / 1000, indoor.percent, elevationDeg)
}
