/**
 * Diffraction over the real profile by the delta-Bullington method with a spherical earth, on top of free space: the
 * median loss of any path from 30 MHz up, in and out of sight. Sources: ITU-R P.526-15 §4.5.4, P.1812-6 §4.3. Leaves
 * out what bends, scatters or ducts in the air beyond the effective earth radius; reciprocal.
 */

import { LOSS_OUTPUTS, type Model } from '../../model.ts'
import { type Diffraction, deltaBullington } from '../../propagation/delta-bullington.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import { type Profile, pathOf } from '../../propagation/profile.ts'
import { groundAdmittance, LAND, SEA } from '../../propagation/spherical-earth.ts'

/** Radius of the earth that the effective radius is a multiple of; a flat earth (k = 0) is a very large one. */
export function effectiveRadiusKm(kFactor: number): number {
  return kFactor > 0 ? kFactor * 6371 : 1e9
}

export interface P526Options {
  frequencyMhz: number
  /** Antennas above the ground at their ends. */
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
  /** Free space and diffraction together. */
  totalDb: number
}

/** Loss over a profile in dB with its parts. Throws a `RangeError` for a profile that is none. */
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

export const p526Model: Model = {
  name: 'p526',
  title: 'Diffraction over terrain: delta-Bullington with spherical earth',
  weight: 2,
  output: LOSS_OUTPUTS,
  layers: [],
  takes_k_factor: true,
  reads_way: true,
  parameters: [
    {
      name: 'polarization',
      title: 'Polarization of the transmitting antenna',
      type: 'string',
      unit: null,
      default: 'vertical',
      enum: ['horizontal', 'vertical'],
    },
    {
      name: 'ground_permittivity',
      title: 'Relative permittivity of the ground (ITU-R P.527: 3 dry, 22 medium, 30 wet, 80 sea)',
      type: 'number',
      unit: null,
      default: 22,
      minimum: 1,
      maximum: 100,
    },
    {
      name: 'ground_conductivity',
      title: 'Conductivity of the ground (ITU-R P.527: 0.0001 dry, 0.003 medium, 0.01 wet, 5 sea)',
      type: 'number',
      unit: 'S/m',
      default: 0.003,
      minimum: 0,
      maximum: 10,
    },
  ],
  validity: [
    // Below 30 MHz the ground wave and the sky wave decide; far above, rain and gases, which are not in it.
    { parameter: 'frequency', minimum: 20, maximum: 100_000, warn_below: 30, warn_above: 50_000 },
    { parameter: 'tx_height', minimum: 0.1, maximum: 60_000, warn_below: 1, warn_above: 3000 },
    { parameter: 'rx_height', minimum: 0.1, maximum: 60_000, warn_below: 1, warn_above: 3000 },
  ],
  source: 'ITU-R P.526-15 §4.5.4 (delta-Bullington), as in ITU-R P.1812-6 §4.3',
}
