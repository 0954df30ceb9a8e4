/**
 * Losses added to that of the path between two antennas: clutter and buildings around them (ITU-R P.2108-1,
 * P.2109-2), and a correction by measurements. Heights in metres above the ground.
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
  /** Clutter of this height; the path is computed to its top. ITU-R P.2108-1 §3.1. */
  | { type: ClutterType; heightM: number }
  /** Loss not exceeded at this percentage of locations. ITU-R P.2108-1 §3.2. */
  | { type: 'statistical'; percent: number }

/** Receiver in a building whose loss is not exceeded with this probability. */
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

/** Height to which a path is computed: of the antenna, or of the top of its clutter. */
export function pathHeightM(clutter: Clutter | undefined, antennaM: number): number {
  return clutter === undefined || clutter.type === 'statistical'
    ? antennaM
    : Math.max(antennaM, clutter.heightM)
}

/** Minimum length in metres of a path with statistical clutter at one end or both; 0 without. */
export function shortestPathM({ tx, rx }: Pick<Ends, 'tx' | 'rx'>): number {
  const ends = [tx, rx].filter((clutter) => clutter?.type === 'statistical').length
  if (ends === 0) return 0
  return 1000 * (ends === 1 ? STATISTICAL_KM.oneEnd : STATISTICAL_KM.bothEnds)
}

/** Properties of one path that the added losses depend on. */
export interface EndedPath {
  /** Heights of the antennas, not of the clutter. */
  txHeightM: number
  rxHeightM: number
  distanceM: number
  /** Height of the path's end above its start. */
  differenceM: number
  kFactor: number
  frequencyMhz: number
}

/** Added losses in dB by cause; 0 for absent causes. */
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

/** Loss in dB into the building around a receiver whose path ends `differenceM` above the transmitter's. */
export function indoorLossDb(
  indoor: Indoor | undefined,
  { distanceM, differenceM, kFactor, frequencyMhz }: Omit<EndedPath, 'txHeightM' | 'rxHeightM'>,
): number {
  if (indoor === undefined) return 0
  const elevationDeg = (Math.atan2(riseM(-differenceM, distanceM, kFactor), distanceM) * 180) / Math.PI
  return buildingEntryDb(indoor.building, frequencyMhz / 1000, indoor.percent, elevationDeg)
}
