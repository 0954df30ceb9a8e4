import { KernelModel } from '../../engines/loss/kernel-model.ts'
import { Walks } from '../../engines/loss/walks.ts'
import {
  type FieldProblem,
  type Fields,
  type LinkPath,
  PATH_LOSS,
  type PathLossModel,
  type PathTerms,
  POLARIZATION,
  type Polarization,
} from '../../model.ts'
import { ZONES } from '../../propagation/profile.ts'
import { surfaceAdmittances } from '../../propagation/spherical-earth.ts'
import { locationDeviationDb } from './combine.ts'
import { p1812Loss } from './kernel.ts'
import { type P1812Parameters, p1812 } from './p1812.ts'
import { inverseNormal, medianRadiusKm, RARE_RADIUS_KM } from './radio-climate.ts'
import { P1812_FUNCTIONS, type P1812Terms, p1812LossDb } from './walk-loss.ts'

export const p1812Model: PathLossModel<P1812Parameters> = {
  ...PATH_LOSS,
  name: 'p1812',
  title: 'Path-specific prediction for p % of the time and pL % of the locations',
  weight: 4,
  takes_k_factor: false,
  uses_profile: true,
  parameters: [
    {
      name: 'time_percent',
      title: 'Share of the time for which the loss is not exceeded',
      type: 'number',
      unit: '%',
      default: 50,
      minimum: 1,
      maximum: 50,
    },
    {
      name: 'location_percent',
      title: 'Share of the locations within a cell for which the loss is not exceeded',
      type: 'number',
      unit: '%',
      default: 50,
      minimum: 1,
      maximum: 99,
    },
    POLARIZATION,
    {
      name: 'refractivity_lapse',
      title:
        'Refractivity lapse rate ΔN over the lowest kilometre (effective earth radius factor 157 / (157 − ΔN))',
      type: 'number',
      unit: 'N-units/km',
      default: 45,
      minimum: 20,
      maximum: 120,
      is_advanced: true,
    },
    {
      name: 'sea_level_refractivity',
      title: 'Refractivity N0 at sea level',
      type: 'number',
      unit: 'N-units',
      default: 325,
      minimum: 250,
      maximum: 450,
      is_advanced: true,
    },
    {
      name: 'clutter_height',
      title:
        'Clutter height along the path between both ends (ITU-R P.1812-6 Table 2: suburban 10, urban or trees 15, dense urban 20)',
      type: 'number',
      unit: 'm',
      default: 0,
      minimum: 0,
      maximum: 100,
    },
    {
      name: 'zone',
      title: 'Radio-climatic zone of the area; land within 50 km of the sea and below 100 m is coastal',
      type: 'string',
      unit: null,
      default: 'inland',
      enum: ['inland', 'coastal', 'sea'],
      is_advanced: true,
    },
  ],
  validity: [
    { parameter: 'frequency', minimum: 30, maximum: 6000, warn_below: 30, warn_above: 6000 },
    { parameter: 'max_range', minimum: 0.1, maximum: 300, warn_below: 0.25, warn_above: 300 },
    { parameter: 'tx_height', minimum: 1, maximum: 3000, warn_below: 1, warn_above: 3000 },
    { parameter: 'rx_height', minimum: 1, maximum: 3000, warn_below: 1, warn_above: 3000 },
  ],
  source: 'ITU-R P.1812-6',
  uses_location: true,
  conflicts: ({ location_percent, rx_height_mode }: Fields): FieldProblem[] => {
    // Location variability depends on the height above ground, which differs by cell if `rx_height` is AMSL.
    const isMedian = (location_percent ?? 50) === 50
    if (isMedian || typeof location_percent !== 'number' || rx_height_mode !== 'AMSL') return []
    const detail = `location_percent must be 50 where rx_height_mode is AMSL, got ${location_percent}`
    return [{ field: 'location_percent', detail }]
  },
  parse: (fields) => ({
    polarization: fields.polarization as Polarization,
    timePercent: Number(fields.time_percent),
    locationPercent: Number(fields.location_percent),
    refractivityLapse: Number(fields.refractivity_lapse),
    seaLevelRefractivity: Number(fields.sea_level_refractivity),
    clutterM: Number(fields.clutter_height),
    zone: fields.zone as keyof typeof ZONES,
  }),
  lossOverPath,
  read: {
    terms: termsOf,
    open(ground, terms: P1812Terms, job) {
      const walks = new Walks(ground, terms, job)
      return (curve, distanceM) => {
        const walk = walks.over(curve, distanceM)
        return walk ? p1812LossDb(walk, terms) : Number.NaN
      }
    },
  },
  onGpu: (device) =>
    new KernelModel(device, { kernel: p1812Loss, functions: P1812_FUNCTIONS, terms: termsOf }),
}

function lossOverPath(path: LinkPath, parameters: P1812Parameters) {
  const { distancesM, heightsM, frequencyMhz, rxHeightM, squareM } = path
  const { clutterM, zone } = parameters
  const deviationDb =
    parameters.locationDeviationDb ?? locationDeviationDb(frequencyMhz / 1000, squareM, rxHeightM, clutterM)
  const profile = {
    distancesM,
    heightsM,
    clutterM,
    zones: ZONES[zone],
  }
  const { lossDb, terms } = p1812(profile, { ...path, ...parameters, locationDeviationDb: deviationDb })
  return { lossDb, intermediates: { ...terms, sigmaL: deviationDb } }
}

function termsOf(parameters: P1812Parameters, terms: PathTerms): P1812Terms {
  const { zone, clutterM, timePercent, locationPercent } = parameters
  const frequencyGhz = terms.frequencyMhz / 1000
  // A receiver height above sea level allows only the median over locations.
  const ofCellDb = terms.receiverFollowsGround
    ? locationDeviationDb(frequencyGhz, terms.cellM, terms.rxHeightM, clutterM)
    : 0
  const deviationDb = zone === 'sea' ? 0 : (parameters.locationDeviationDb ?? ofCellDb)
  return {
    frequencyGhz,
    radiusKm: medianRadiusKm(parameters.refractivityLapse),
    rareRadiusKm: RARE_RADIUS_KM,
    percent: timePercent,
    normalOfPercent: inverseNormal(timePercent / 100),
    refractivity: parameters.seaLevelRefractivity,
    ...surfaceAdmittances(frequencyGhz, parameters.polarization),
    seaFraction: zone === 'sea' ? 1 : 0,
    landPortion: zone === 'sea' ? 0 : 1,
    inlandPortion: zone === 'inland' ? 1 : 0,
    locationDb: deviationDb === 0 ? 0 : -inverseNormal(locationPercent / 100) * deviationDb,
    txAltitudeM: terms.txAntennaM,
    coverM: clutterM,
  }
}
