import { NO_PARAMETERS, type VisibilityModel } from '../../model.ts'
import { LosEngine } from './engine.ts'

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
  open: async ({ device }) => {
    const engine = await LosEngine.open(device)
    return {
      compute: (job, _parameters, options) => engine.compute(job, options),
      trim: async () => engine.trim(),
      destroy: () => engine.destroy(),
    }
  },
}
