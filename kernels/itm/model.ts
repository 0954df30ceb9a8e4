/** ITM as the registry has it. */

import type { Model } from '../models.ts'
import { CLIMATE_NAMES } from './climates.ts'
import { ITM_LIMITS } from './limits.ts'
import { ITM_DEFAULTS } from './settings.ts'

const [heights, , frequency] = ITM_LIMITS
const percentage = { type: 'number', unit: '%', default: 50, minimum: 0.1, maximum: 99.9 } as const

export const itmModel: Model = {
  name: 'itm',
  title: 'Longley-Rice, the Irregular Terrain Model 1.2.2, point to point',
  weight: 3,
  output: ['received_power', 'field_strength', 'path_loss'],
  layers: [],
  parameters: [
    { name: 'time_percent', title: 'Part of the time for which the loss is not exceeded', ...percentage },
    {
      name: 'location_percent',
      title: 'Part of the locations for which the loss is not exceeded',
      ...percentage,
    },
    {
      name: 'situation_percent',
      title: 'Part of the situations (paths that look alike) for which the loss is not exceeded',
      ...percentage,
    },
    {
      name: 'climate',
      title: 'Radio climate',
      type: 'string',
      unit: null,
      default: ITM_DEFAULTS.climate,
      enum: [...CLIMATE_NAMES],
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
      name: 'polarization',
      title: 'Polarization of the transmitting antenna',
      type: 'string',
      unit: null,
      default: ITM_DEFAULTS.polarization,
      enum: ['horizontal', 'vertical'],
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
    validity('frequency', frequency),
    validity('tx_height', heights),
    validity('rx_height', heights),
    { parameter: 'max_range', minimum: 0.1, maximum: 300, warn_below: 1, warn_above: 300 },
  ],
  source: 'NBS TN 101; Hufford, The ITS Irregular Terrain Model, version 1.2.2: the Algorithm',
}

function validity(parameter: string, limit: typeof heights | typeof frequency) {
  const { minimum, maximum, warnBelow, warnAbove } = limit
  return { parameter, minimum, maximum, warn_below: warnBelow, warn_above: warnAbove }
}
