import { LosEngine } from '../../engines/sight/engine.ts'
import { onOwnRays, onParts } from '../../engines/sight/own-rays.ts'
import { NO_PARAMETERS, type VisibilityModel } from '../../model.ts'

export const losModel: VisibilityModel = {
  kind: 'visibility',
  name: 'los',
  title: 'Line of sight over terrain on an effective earth',
  weight: 1,
  output: ['visible'],
  layers: ['visible', 'min_height'],
  band: 'line of sight',
  takes_k_factor: true,
  uses_profile: false,
  ...NO_PARAMETERS,
  validity: [],
  source:
    'Exact ray test on the bilinear elevation surface, heights lowered by s²/(2·k·6 371 000 m) at WGS 84 geodesic distance s (effective earth radius: ITU-R P.310)',
  open: async ({ device, ownRays, gpu, isBrief }) => {
    // The ray sweep needs WebAssembly; the plain JavaScript device has only per-cell rays.
    const engine = device.backend === 'cpu' ? undefined : await LosEngine.open(ownRays, { gpu, isBrief })
    return {
      async compute(job, _parameters, options) {
        const { parts } = job.ground
        if (job.engine === 'own' || engine === undefined) return onOwnRays(ownRays, job, options)
        if (parts.length > 1) return onParts(ownRays, engine, job, options)
        return engine.compute({ ...job, window: await job.ground.windowAsRead() }, options)
      },
      trim: async () => engine?.trim(),
      destroy: async () => engine?.destroy(),
    }
  },
}
