import {
  type FieldProblem,
  type Fields,
  type LinkPath,
  type ModelParameter,
  PATH_LOSS,
  type PathLossModel,
  POLARIZATION,
  type ValidityLimit,
} from '../../model.ts'
import { CLIMATE_NAMES, type Climate } from './climates.ts'
import { evenSteps } from './even-steps.ts'
import { ItmOnGpu } from './gpu.ts'
import { itmPointToPoint } from './itm.ts'
import { ITM_LIMITS, ItmInputError } from './limits.ts'
import { overRead, readTerms } from './read-loss.ts'
import { checkedTerms, ITM_DEFAULTS, type ItmOptions } from './settings.ts'

/** Request field names of the inputs that have limits. */
const LIMITED = { txHeightM: 'tx_height', rxHeightM: 'rx_height', frequencyMhz: 'frequency' }

export const itmModel: PathLossModel<ItmOptions> = {
  ...PATH_LOSS,
  name: 'itm',
  title: 'Longley-Rice Irregular Terrain Model (ITM), point to point',
  weight: 3,
  takes_k_factor: false,
  uses_profile: true,
  wants_equal_steps: true,
  parameters: [
    percent('time_percent', 'Share of the time for which the loss is not exceeded'),
    percent('location_percent', 'Share of the locations for which the loss is not exceeded'),
    {
      ...percent(
        'situation_percent',
        'Share of similar situations for which the loss is not exceeded (confidence)',
      ),
      is_advanced: true,
    },
    {
      name: 'climate',
      title: 'Radio climate of the area',
      type: 'string',
      unit: null,
      default: ITM_DEFAULTS.climate,
      enum: CLIMATE_NAMES,
      is_advanced: true,
    },
    { ...POLARIZATION, default: ITM_DEFAULTS.polarization },
    {
      name: 'sea_level_refractivity',
      title: 'Refractivity N0 at sea level',
      type: 'number',
      unit: 'N-units',
      default: ITM_DEFAULTS.refractivity,
      minimum: 250,
      maximum: 400,
      is_advanced: true,
    },
    {
      name: 'ground_permittivity',
      title: 'Relative permittivity of the ground (poor ground 4, average 15, good 25, water 81)',
      type: 'number',
      unit: null,
      default: ITM_DEFAULTS.permittivity,
      minimum: 1,
      maximum: 100,
      is_advanced: true,
    },
    {
      name: 'ground_conductivity',
      title: 'Conductivity of the ground (poor ground 0.001, average 0.005, good 0.02, sea 5)',
      type: 'number',
      unit: 'S/m',
      default: ITM_DEFAULTS.conductivitySm,
      minimum: 0.00001,
      maximum: 10,
      is_advanced: true,
    },
  ],
  validity: [
    ...ITM_LIMITS.flatMap((limit): ValidityLimit[] => {
      if (!('warnBelow' in limit)) return []
      const { minimum, maximum, warnBelow, warnAbove } = limit
      return [
        {
          parameter: LIMITED[limit.parameter],
          minimum,
          maximum,
          warn_below: warnBelow,
          warn_above: warnAbove,
        },
      ]
    }),
    // The model is fitted to measurements at 1 km and more.
    { parameter: 'max_range', minimum: 0.1, maximum: 300, warn_below: 1, warn_above: 300 },
  ],
  source: 'NBS TN 101; ESSA ERL 79-ITS 67; Hufford, ITM 1.2.2: the Algorithm; figures as in NTIA ITM 1.4',
  conflicts,
  parse,
  lossOverPath,
  read: { terms: readTerms, open: overRead },
  onGpu: (device) => new ItmOnGpu(device),
}

function percent(name: string, title: string): ModelParameter {
  return { name, title, type: 'number', unit: '%', default: 50, minimum: 0.1, maximum: 99.9 }
}

function parse(fields: Fields): ItmOptions {
  return {
    ...ITM_DEFAULTS,
    polarization: fields.polarization as ItmOptions['polarization'],
    climate: fields.climate as Climate,
    refractivity: Number(fields.sea_level_refractivity),
    permittivity: Number(fields.ground_permittivity),
    conductivitySm: Number(fields.ground_conductivity),
    timePercent: Number(fields.time_percent),
    locationPercent: Number(fields.location_percent),
    situationPercent: Number(fields.situation_percent),
  }
}

/** ITM rejects ground whose impedance has a large imaginary part. */
function conflicts(fields: Fields): FieldProblem[] {
  const { frequency } = fields
  const { parameters } = itmModel
  if (typeof frequency !== 'number') return []
  const given = Object.fromEntries(
    parameters.map(({ name, default: value }) => [name, fields[name] ?? value]),
  )
  if (parameters.some(({ name, type }) => typeof given[name] !== type)) return []
  try {
    checkedTerms({ ...parse(given), txHeightM: 10, rxHeightM: 10, frequencyMhz: frequency })
    return []
  } catch (error) {
    if (!(error instanceof ItmInputError)) throw error
    const detail = 'ground_permittivity and ground_conductivity make a ground that ITM does not take'
    return [{ field: 'ground_conductivity', detail: `${detail}, got ${given.ground_conductivity}` }]
  }
}

function lossOverPath(link: LinkPath, options: ItmOptions) {
  const { txHeightM, rxHeightM, frequencyMhz } = link
  const result = itmPointToPoint(evenSteps(link), { ...options, txHeightM, rxHeightM, frequencyMhz })
  const { path } = result
  return {
    lossDb: result.lossDb,
    intermediates: {
      mode: result.mode,
      free_space_db: result.freeSpaceDb,
      reference_db: result.referenceDb,
      delta_h_m: path.deltaHM,
      surface_refractivity: path.refractivity,
      tx_horizon_m: path.txHorizonM,
      rx_horizon_m: path.rxHorizonM,
      tx_horizon_rad: path.txAngle,
      rx_horizon_rad: path.rxAngle,
      tx_effective_height_m: path.txEffectiveM,
      rx_effective_height_m: path.rxEffectiveM,
    },
    warnings: result.warnings.map((name) => ({
      code: `itm_${name}`,
      detail: `ITM warns: ${name.replaceAll('_', ' ')}.`,
    })),
  }
}
