/**
 * Antenna attenuation by direction, relative to the main direction.
 *
 * Sector pattern: 3GPP TR 36.814 table A.2.1.1-2, with the front-to-back ratio as A_m and SLA_v.
 * Omnidirectional pattern: only the vertical part of that table, with its SLA_v of 20 dB. Cuts: horizontal
 * projection interpolation, as in planning tools (Altair WinProp, AMan, "HPI"; from F. Gil et al., IEEE
 * Antennas and Propagation Magazine 43(2), 2001): the horizontal cut, corrected by the vertical cut. The
 * interpolation reproduces both cuts in their own planes, electrical downtilt included. Elsewhere its errors
 * reach some dB where the antenna hardly radiates; at zenith and nadir the result depends on the azimuth.
 */

import { type Cut, cutDb } from './cut.ts'

const SIDE_LOBE_DB = 20
const DEGREES = 180 / Math.PI

export type AntennaPattern =
  | { type: 'omni'; verticalBeamwidthDeg?: number }
  | {
      type: 'sector'
      /** Full beamwidths in degrees between the −3 dB points. */
      horizontalBeamwidthDeg: number
      verticalBeamwidthDeg: number
      frontToBackDb: number
    }
  /** Horizontal angles are clockwise from the main direction, vertical ones downwards (90 is the nadir). */
  | { type: 'cuts'; horizontal: Cut; vertical: Cut }

export interface Antenna {
  /** Azimuth of the main direction in degrees, clockwise from north. */
  azimuthDeg: number
  /** Mechanical downtilt in degrees: the front of the antenna turns down, the back up. */
  tiltDeg: number
  pattern: AntennaPattern
}

/** Antenna attenuation in dB (≥ 0) in the direction of a vector; the vector's unit of length is arbitrary. */
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
    // Rotation by the downtilt about the antenna's left-right axis.
    const forward = ahead * cosTilt - up * sinTilt
    const above = ahead * sinTilt + up * cosTilt
    return patternDb(
      Math.atan2(right, forward) * DEGREES,
      Math.atan2(above, Math.sqrt(right * right + forward * forward)) * DEGREES,
    )
  }
}

/** Attenuation in dB by azimuth (−180 to 180) and elevation (−90 to 90) from the main direction. */
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
