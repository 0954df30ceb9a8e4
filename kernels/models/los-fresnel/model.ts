import { fitsGpu } from '../../engines/sight/gpu/engine.ts'
import { onOwnRays } from '../../engines/sight/own-rays.ts'
import { settled } from '../../engines/sight/settle.ts'
import type { VisibilityModel } from '../../model.ts'

export interface FresnelParameters {
  /** Required fraction of the first Fresnel zone's radius, 0 to 1; 0 means line of sight. */
  fresnelFraction: number
}

export const losFresnelModel: VisibilityModel<FresnelParameters> = {
  kind: 'visibility',
  name: 'los_fresnel',
  title: 'Line of sight with a fraction of the first Fresnel zone clear',
  weight: 2,
  output: ['visible'],
  layers: ['visible'],
  band: 'line of sight, Fresnel zone clear',
  takes_k_factor: true,
  uses_profile: true,
  parameters: [
    {
      name: 'fresnel_fraction',
      title: 'Fraction of the radius of the first Fresnel zone that must be clear of terrain',
      type: 'number',
      unit: null,
      default: 0.6,
      minimum: 0,
      maximum: 1,
    },
  ],
  validity: [
    // Below 30 MHz ground wave and sky wave dominate, regardless of obstructions in the Fresnel zone.
    { parameter: 'frequency', minimum: 20, maximum: 100_000, warn_below: 30, warn_above: 100_000 },
  ],
  source:
    'ITU-R P.526-15 (2): radius of the first Fresnel zone; the ground along the path and k_factor are used as for the model los',
  parse: ({ fresnel_fraction }) => ({ fresnelFraction: Number(fresnel_fraction) }),
  open: async ({ ownRays, gpu }) => ({
    async compute(job, { fresnelFraction: fraction }, options = {}) {
      const fresnel = { fraction, frequencyMhz: job.frequencyMhz }
      const [posts, ...finer] = job.ground.parts
      if (gpu && finer.length === 0 && fitsGpu({ ...job, posts })) {
        const onGpu = { ...job, window: await job.ground.window(), fresnel }
        return settled(ownRays, onGpu, options, (first) => gpu.compute(onGpu, first))
      }
      return onOwnRays(ownRays, job, options, { fresnel })
    },
    trim: async () => {},
    destroy: async () => {},
  }),
}
