/**
 * Diffraction over the real profile by the delta-Bullington method with a spherical earth, added to free
 * space: median loss of any path from 30 MHz up, with or without line of sight, equal in both directions.
 * Sources: ITU-R P.526-15 §4.5.4, P.1812-6 §4.3. Scatter, ducting and refraction beyond the effective earth
 * radius are not included.
 */

import type { Polarization } from '../../model.ts'
import { type Diffraction, deltaBullington } from '../../propagation/delta-bullington.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import { type LinkOptions, type Profile, pathOf } from '../../propagation/profile.ts'
import { effectiveRadiusKm, surfaceAdmittances } from '../../propagation/spherical-earth.ts'

export interface P526Parameters {
  polarization: Polarization
  permittivity: number
  /** Ground conductivity in S/m. */
  conductivity: number
}

export interface P526Options extends LinkOptions, Partial<P526Parameters> {
  seaFraction?: number
}

export interface P526Loss extends Diffraction {
  freeSpaceDb: number
  /** Path loss in dB: free space plus diffraction. */
  totalDb: number
}

/** Loss in dB over a profile, with its components. Throws a `RangeError` for an invalid profile. */
export function p526(profile: Profile, options: P526Options): P526Loss {
  const path = pathOf(profile)
  const txM = (path.groundM[0] as number) + options.txHeightM
  const rxM = (path.groundM[path.last] as number) + options.rxHeightM
  const frequencyGhz = options.frequencyMhz / 1000
  const { polarization, permittivity, conductivity } = options
  const diffraction = deltaBullington(path, {
    frequencyGhz,
    txM,
    rxM,
    effectiveRadiusKm: effectiveRadiusKm(options.kFactor),
    ...surfaceAdmittances(frequencyGhz, polarization, permittivity, conductivity),
    seaFraction: options.seaFraction ?? 0,
  })
  const freeSpaceDb = freeSpaceLossDb(path.distanceKm, txM - rxM, frequencyGhz)
  return { ...diffraction, freeSpaceDb, totalDb: freeSpaceDb + diffraction.lossDb }
}
