/** ITM as the registry has it. */

import { LOSS_OUTPUTS, type Model, type ValidityLimit } from '../../model.ts'
import { CLIMATE_NAMES, type Climate } from './climates.ts'
import { ITM_LIMITS } from './limits.ts'
import { ITM_DEFAULTS, type ItmParameters } from './settings.ts'

/** Names in requests of inputs that have limits. */
const LIMITED = { txHeightM: 'tx_height', rxHeightM: 'rx_height', frequencyMhz: 'frequency' }

export const itmModel: Model = {
  name: 'itm',
  title: 'Longley-Rice, the Irregular Terrain Model, point to point',
  weight: 3,
  output: LOSS_OUTPUTS,
  layers: [],
  takes_k_factor: false,
  reads_way: true,
  parameters: [
    percent('time_percent', 'Part of the time for which the loss is not exceeded'),
    percent('location_percent', 'Part of the locations for which the loss is not exceeded'),
    percent('situation_percent', 'Part of like situations for which the loss is not exceeded (confidence)'),
    {
      name: 'climate',
      title: 'Radio climate',
      type: 'string',
      unit: null,
      default: ITM_DEFAULTS.climate,
      enum: CLIMATE_NAMES,
    },
    {
      name: 'polarization',
      title: 'Polarization of the transmitting antenna',
      type: 'string',
      unit: null,
      default: ITM_DEFAULTS.polarization,
      enum: ['horizontal', 'vertical'],
    },
    {
      name: 'sea_level_refractivity',
      title: 'Refractivity at sea level (N0)',
      type: 'number',
      unit: 'N-units',
      default: ITM_DEFAULTS.refractivity,
      minimum: 250,
      maximum: 400,
    },
    {
      name: 'ground_permittivity',
      title: 'Relative permittivity of the ground (4 poor, 15 average, 25 good, 81 water)',
      type: 'number',
      unit: null,
      default: ITM_DEFAULTS.permittivity,
      minimum: 1,
      maximum: 100,
    },
    {
      name: 'ground_conductivity',
      title: 'Conductivity of the ground (0.001 poor, 0.005 average, 0.02 good, 5 sea)',
      type: 'number',
      unit: 'S/m',
      default: ITM_DEFAULTS.conductivitySm,
      minimum: 0.00001,
      maximum: 10,
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
    // Fitted to measurements from 1 km on.
    { parameter: 'max_range', minimum: 0.1, maximum: 300, warn_below: 1, warn_above: 300 },
  ],
  source: 'NBS TN 101; ESSA ERL 79-ITS 67; Hufford, ITM 1.2.2: the Algorithm; figures as in NTIA ITM 1.4',
}

function percent(name: string, title: string): Model['parameters'][number] {
  return { name, title, type: 'number', unit: '%', default: 50, minimum: 0.1, maximum: 99.9 }
}

/** What ITM is told beside the antennas and the frequency, from the parameters above by their names. */
export function itmParameters(
  values: Readonly<Record<string, unknown>>,
): Omit<ItmParameters, 'txHeightM' | 'rxHeightM' | 'frequencyMhz'> {
  return {
    ...ITM_DEFAULTS,
    polarization: values.polarization as ItmParameters['polarization'],
    climate: values.climate as Climate,
    refractivity: values.sea_level_refractivity as number,
    permittivity: values.ground_permittivity as number,
    conductivitySm: values.ground_conductivity as number,
    timePercent: values.time_percent as number,
    locationPercent: values.location_percent as number,
    situationPercent: values.situation_percent as number,
  }
}
