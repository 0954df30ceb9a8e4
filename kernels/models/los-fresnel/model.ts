import type { Model } from '../../model.ts'

export const losFresnelModel: Model = {
  name: 'los_fresnel',
  title: 'Line of sight with a part of the first Fresnel zone clear',
  weight: 2,
  output: ['visible'],
  layers: ['visible'],
  takes_k_factor: true,
  reads_way: true,
  parameters: [
    {
      name: 'fresnel_fraction',
      title: "Part of the first Fresnel zone's radius that the terrain has to leave clear",
      type: 'number',
      unit: null,
      default: 0.6,
      minimum: 0,
      maximum: 1,
    },
  ],
  validity: [
    // Below 30 MHz the ground wave and the sky wave decide, whatever stands in the zone.
    { parameter: 'frequency', minimum: 20, maximum: 100_000, warn_below: 30, warn_above: 100_000 },
  ],
  source:
    'ITU-R P.526-15 (2): radius of the first Fresnel zone; the ground on the way, and k_factor, as for los',
}
