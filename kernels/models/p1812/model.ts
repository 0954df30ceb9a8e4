/** P.1812 as the registry has it. */

import { LOSS_OUTPUTS, type Model } from '../../model.ts'

export const p1812Model: Model = {
  name: 'p1812',
  title: 'Path-specific prediction for p % of the time and pL % of the locations',
  weight: 4,
  output: LOSS_OUTPUTS,
  layers: [],
  takes_k_factor: false,
  reads_way: true,
  parameters: [
    {
      name: 'time_percent',
      title: 'Part of the time for which the loss is not exceeded',
      type: 'number',
      unit: '%',
      default: 50,
      minimum: 1,
      maximum: 50,
    },
    {
      name: 'location_percent',
      title: 'Part of the locations within a cell for which the loss is not exceeded',
      type: 'number',
      unit: '%',
      default: 50,
      minimum: 1,
      maximum: 99,
    },
    {
      name: 'polarization',
      title: 'Polarization of the transmitting antenna',
      type: 'string',
      unit: null,
      default: 'vertical',
      enum: ['horizontal', 'vertical'],
    },
    {
      name: 'refractivity_lapse',
      title:
        'Lapse of refractivity over the lowest kilometre (ΔN; effective earth radius factor 157 / (157 − ΔN))',
      type: 'number',
      unit: 'N-units/km',
      default: 45,
      minimum: 20,
      maximum: 120,
    },
    {
      name: 'sea_level_refractivity',
      title: 'Refractivity at sea level (N0)',
      type: 'number',
      unit: 'N-units',
      default: 325,
      minimum: 250,
      maximum: 450,
    },
    {
      name: 'clutter_height',
      title:
        'Height of what stands on the ground between both ends (Table 2: 10 suburban, 15 urban or trees, 20 dense)',
      type: 'number',
      unit: 'm',
      default: 0,
      minimum: 0,
      maximum: 100,
    },
    {
      name: 'zone',
      title: 'Radio-climatic zone of the area: land within 50 km of the sea and below 100 m is coastal',
      type: 'string',
      unit: null,
      default: 'inland',
      enum: ['inland', 'coastal', 'sea'],
    },
  ],
  validity: [
    { parameter: 'frequency', minimum: 30, maximum: 6000, warn_below: 30, warn_above: 6000 },
    { parameter: 'max_range', minimum: 0.1, maximum: 300, warn_below: 0.25, warn_above: 300 },
    { parameter: 'tx_height', minimum: 1, maximum: 3000, warn_below: 1, warn_above: 3000 },
    { parameter: 'rx_height', minimum: 1, maximum: 3000, warn_below: 1, warn_above: 3000 },
  ],
  source: 'ITU-R P.1812-6',
}
