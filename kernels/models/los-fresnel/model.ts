import type { VisibilityJob, VisibilityModel } from '../../model.ts'
import { losModel } from '../los/model.ts'
import { onOwnRays } from '../los/own-rays.ts'
import { LosFresnelEngine } from './engine.ts'
import type { FresnelJob } from './run.ts'

export interface FresnelParameters {
  /** Of the zone's radius, 0…1; 0 is line of sight. */
  fresnelFraction: number
}

export const losFresnelModel: VisibilityModel<FresnelParameters> = {
  kind: 'visibility',
  name: 'los_fresnel',
  title: 'Line of sight with a part of the first Fresnel zone clear',
  weight: 2,
  output: ['visible'],
  layers: ['visible'],
  band: 'line of sight, Fresnel zone clear',
  takes_k_factor: true,
  uses_profile: true,
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
    'ITU-R P.526-15 (2): radius of the first Fresnel zone; the ground on the path, and k_factor, as for los',
  parse: ({ fresnel_fraction }) => ({ fresnelFraction: Number(fresnel_fraction) }),
  open: async (models) => {
    const los = await models.visibility(losModel.name)
    const engine = new LosFresnelEngine<FresnelJob & VisibilityJob>(models.device, {
      compute: (job, options) => los.compute(job, {}, options),
    })
    return {
      async compute(job, { fresnelFraction }, options) {
        const { ground, frequencyMhz } = job
        if (job.engine === 'own') {
          return onOwnRays(models.ownRays, job, options, {
            fresnel: { fraction: fresnelFraction, frequencyMhz },
          })
        }
        return engine.compute({ ...job, window: await ground.window(), fresnelFraction }, options)
      },
      // Compiled again at the next job.
      trim: () => engine.destroy(),
      destroy: () => engine.destroy(),
    }
  },
}
