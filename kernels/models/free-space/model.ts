import { LOSS_LAYERS, LOSS_OUTPUTS, NO_PARAMETERS, type PathLossModel } from '../../model.ts'
import { freeSpaceOver } from '../../propagation/free-space.ts'

export const freeSpaceModel: PathLossModel = {
  kind: 'path_loss',
  name: 'free_space',
  title: 'Free space',
  weight: 1,
  output: LOSS_OUTPUTS,
  layers: LOSS_LAYERS,
  takes_k_factor: false,
  uses_profile: false,
  ...NO_PARAMETERS,
  validity: [],
  source: 'ITU-R P.525-4',
  lossOverPath: (path) => ({ lossDb: freeSpaceOver(path), intermediates: {} }),
}
