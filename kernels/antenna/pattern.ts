/**
 * Attenuation of an antenna in a direction relative to its main direction.
 * Sector: 3GPP TR 36.814 table A.2.1.1-2, with the front-to-back ratio as A_m and SLA_v. Omnidirectional: its
 * vertical part alone, with the table's SLA_v of 20 dB. Cuts: horizontal projection interpolation as in planning
 * tools (Altair WinProp, AMan, "HPI"; from F. Gil et al., IEEE Antennas and Propagation Magazine 43(2), 2001): the
 * horizontal cut, corrected by the vertical one. It reproduces both cuts in their own planes, electrical downtilt
 * included. Between them it is an estimate, off by some dB where the antenna hardly radiates; straight up and down it
 * depends on the side.
 */

import { type Cut, cutDb } from './cut.ts'

/** SLA_v in TR 36.814 table A.2.1.1-2. */
const SIDE_LOBE_DB = 20
const DEGREES = 180 / Math.PI

export type AntennaPattern =
  | { type: 'omni'; verticalBeamwidthDeg?: number }
  | {
      type: 'sector'
      /** Full widths at −3 dB. */
      horizontalBeamwidthDeg: number
      verticalBeamwidthDeg: number
      frontToBackDb: number
    }
  /** Horizontal angles clockwise from the main direction, vertical ones downwards: 90 nadir, 180 behind, 270 zenith. */
  | { type: 'cuts'; horizontal: Cut; vertical: Cut }

export interface Antenna {
  /** Main direction, clockwise from north. */
  azimuthDeg: number
  /** Mechanical: the whole antenna turned down in front and up behind. */
  tiltDeg: number
  pattern: AntennaPattern
}

/** Attenuation in dB, not negative, in a direction given in any unit of length. */
export type AntennaLoss = (east: number, north: number, up: number) => number

export function antennaLoss({ azimuthDeg, tiltDeg, pattern }: Antenna): AntennaLoss {
  const patternDb = patternLoss(pattern)
  const sinAzimuth = Math.sin(azimuthDeg / DEGREES)
  const cosAzimuth = Math.cos(azimuthDeg / DEGREES)
  const sinTilt = Math.sin(tiltDeg / DEGREES)
  const cosTilt = Math.cos(tiltDeg / DEGREES)
  return (east, north, up) => {
    const ahead = east * sinAzimuth + north * cosAzimuth
    const right = east * cosAzimuth - north * sinAzimuth
    // The axis of the tilt runs from left to right.
    const forward = ahead * cosTilt - up * sinTilt
    const above = ahead * sinTilt + up * cosTilt
    return patternDb(
      Math.atan2(right, forward) * DEGREES,
      Math.atan2(above, Math.sqrt(right * right + forward * forward)) * DEGREES,
    )
  }
}

/** By azimuth from the main direction (−180 to 180) and elevation (−90 to 90), both in the antenna's own frame. */
export function patternLoss(pattern: AntennaPattern): (azimuthDeg: number, elevationDeg: number) => number {
  switch (pattern.type) {
    case 'omni': {
      const { verticalBeamwidthDeg: widthDeg } = pattern
      if (widthDeg === undefined) return () => 0
      return (_azimuthDeg, elevationDeg) => lobeDb(elevationDeg, widthDeg, SIDE_LOBE_DB)
    }
    case 'sector': {
      const { horizontalBeamwidthDeg, verticalBeamwidthDeg, frontToBackDb } = pattern
      return (azimuthDeg, elevationDeg) => {
        const horizontalDb = lobeDb(azimuthDeg, horizontalBeamwidthDeg, frontToBackDb)
        const verticalDb = lobeDb(elevationDeg, verticalBeamwidthDeg, frontToBackDb)
        // TR 36.814 table A.2.1.1-2: −min(−(A_H + A_V), A_m)
        return Math.min(horizontalDb + verticalDb, frontToBackDb)
      }
    }
    case 'cuts':
      return cutsLoss(pattern.horizontal, pattern.vertical)
  }
}

/** TR 36.814 table A.2.1.1-2: min(12 (φ / φ_3dB)², A_m). */
function lobeDb(angleDeg: number, beamwidthDeg: number, maximumDb: number): number {
  return Math.min(12 * (angleDeg / beamwidthDeg) ** 2, maximumDb)
}

function cutsLoss(horizontal: Cut, vertical: Cut) {
  const frontDb = cutDb(horizontal, 0)
  const backDb = cutDb(horizontal, 180)
  return (azimuthDeg: number, elevationDeg: number) => {
    const backFraction = Math.abs(azimuthDeg) / 180
    const inFrontDb = cutDb(vertical, -elevationDeg) - frontDb
    const atBackDb = cutDb(vertical, 180 + elevationDeg) - backDb
    const lossDb = cutDb(horizontal, azimuthDeg) + (1 - backFraction) * inFrontDb + backFraction * atBackDb
    return Math.max(0, lossDb)
  }
}
