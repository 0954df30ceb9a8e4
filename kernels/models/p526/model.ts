import { KernelModel } from '../../engines/loss/kernel-model.ts'
import { Walks } from '../../engines/loss/walks.ts'
import {
  PATH_LOSS,
  type PathLossModel,
  type PathTerms,
  POLARIZATION,
  type Polarization,
} from '../../model.ts'
import { effectiveRadiusKm, surfaceAdmittances } from '../../propagation/spherical-earth.ts'
import { P526_FUNCTIONS, type P526Terms, p526Loss, p526LossDb } from './kernel.ts'
import { type P526Parameters, p526 } from './p526.ts'

export const p526Model: PathLossModel<P526Parameters> = {
  ...PATH_LOSS,
  name: 'p526',
  title: 'Diffraction over terrain: delta-Bullington with spherical earth',
  weight: 2,
  takes_k_factor: true,
  uses_profile: true,
  parameters: [
    POLARIZATION,
    {
      name: 'ground_permittivity',
      title: 'Relative permittivity of the ground (ITU-R P.527: dry ground 3, medium 22, wet 30, sea 80)',
      type: 'number',
      unit: null,
      default: 22,
      minimum: 1,
      maximum: 100,
      is_advanced: true,
    },
    {
      name: 'ground_conductivity',
      title: 'Conductivity of the ground (ITU-R P.527: dry ground 0.0001, medium 0.003, wet 0.01, sea 5)',
      type: 'number',
      unit: 'S/m',
      default: 0.003,
      minimum: 0,
      maximum: 10,
      is_advanced: true,
    },
  ],
  validity: [
    // Not modeled: ground and sky waves, which dominate below 30 MHz; rain and gases, which matter far above.
    { parameter: 'frequency', minimum: 20, maximum: 100_000, warn_below: 30, warn_above: 50_000 },
    { parameter: 'tx_height', minimum: 0.1, maximum: 60_000, warn_below: 1, warn_above: 3000 },
    { parameter: 'rx_height', minimum: 0.1, maximum: 60_000, warn_below: 1, warn_above: 3000 },
  ],
  source: 'ITU-R P.526-15 §4.5.4 (delta-Bullington), as in ITU-R P.1812-6 §4.3',
  parse: ({ polarization, ground_permittivity, ground_conductivity }) => ({
    polarization: polarization as Polarization,
    permittivity: Number(ground_permittivity),
    conductivity: Number(ground_conductivity),
  }),
  lossOverPath(path, parameters) {
    const { distancesM, heightsM } = path
    const loss = p526({ distancesM, heightsM }, { ...path, ...parameters })
    return {
      lossDb: loss.totalDb,
      diffractionDb: loss.lossDb,
      intermediates: {
        terrain_bullington_db: loss.terrainBullingtonDb,
        smooth_bullington_db: loss.smoothBullingtonDb,
        spherical_earth_db: loss.sphericalEarthDb,
        tx_above_smooth_m: loss.txAboveSmoothM,
        rx_above_smooth_m: loss.rxAboveSmoothM,
      },
    }
  },
  read: {
    terms: termsOf,
    open(ground, terms: P526Terms, job) {
      const walks = new Walks(ground, { radiusKm: terms.radiusKm, coverM: 0 }, job)
      return (curve, distanceM) => {
        const walk = walks.over(curve, distanceM)
        return walk ? p526LossDb(walk, terms) : Number.NaN
      }
    },
  },
  onGpu: (device) => new KernelModel(device, { kernel: p526Loss, functions: P526_FUNCTIONS, terms: termsOf }),
}

function termsOf(
  { polarization, permittivity, conductivity }: P526Parameters,
  { frequencyMhz, kFactor }: PathTerms,
): P526Terms {
  const frequencyGhz = frequencyMhz / 1000
  return {
    frequencyGhz,
    radiusKm: effectiveRadiusKm(kFactor),
    ...surfaceAdmittances(frequencyGhz, polarization, permittivity, conductivity),
    seaFraction: 0,
  }
}
