/**
 * Diffraction over the real profile by the delta-Bullington method with a spherical earth, on top of free space: the
 * median loss of any path from 30 MHz up, with or without line of sight. Sources: ITU-R P.526-15 §4.5.4, P.1812-6 §4.3.
 * Leaves out refraction beyond the effective earth radius, scatter and ducting; reciprocal.
 */

import { type Diffraction, deltaBullington } from '../../propagation/delta-bullington.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import { type Profile, pathOf } from '../../propagation/profile.ts'
import { effectiveRadiusKm, groundAdmittance, LAND, SEA } from '../../propagation/spherical-earth.ts'

export interface P526Options {
  frequencyMhz: number
  /** Antenna heights above the ground at their ends. */
  txHeightM: number
  rxHeightM: number
  kFactor?: number
  permittivity?: number
  /** Siemens per metre. */
  conductivity?: number
  polarization?: 'horizontal' | 'vertical'
  seaFraction?: number
}

export interface P526Loss extends Diffraction {
  freeSpaceDb: number
  /** Free space plus diffraction. */
  totalDb: number
}

/** Loss over a profile in dB with its parts. Throws a `RangeError` for an invalid profile. */
export function p526(profile: Profile, options: P526Options): P526Loss {
  const path = pathOf(profile)
  const txM = (path.groundM[0] as number) + options.txHeightM
  const rxM = (path.groundM[path.last] as number) + options.rxHeightM
  const frequencyGhz = options.frequencyMhz / 1000
  const vertical = options.polarization === 'vertical' ? 1 : 0
  const diffraction = deltaBullington(path, {
    frequencyGhz,
    txM,
    rxM,
    effectiveRadiusKm: effectiveRadiusKm(options.kFactor ?? 4 / 3),
    landAdmittance: groundAdmittance(
      frequencyGhz,
      options.permittivity ?? LAND.permittivity,
      options.conductivity ?? LAND.conductivity,
      vertical,
    ),
    seaAdmittance: groundAdmittance(frequencyGhz, SEA.permittivity, SEA.conductivity, vertical),
    seaFraction: options.seaFraction ?? 0,
  })
  const freeSpaceDb = freeSpaceLossDb(path.distanceKm, txM - rxM, frequencyGhz)
  return { ...diffraction, freeSpaceDb, totalDb: freeSpaceDb + diffraction.lossDb }
}
