import { NO_PARAMETERS, PATH_LOSS, type PathLossModel } from '../../model.ts'
import { freeSpaceOver } from '../../propagation/free-space.ts'

export const freeSpaceModel: PathLossModel = {
  ...PATH_LOSS,
  name: 'free_space',
  title: 'Free space',
  weight: 1,
  takes_k_factor: false,
  uses_profile: false,
  ...NO_PARAMETERS,
  validity: [],
  source: 'ITU-R P.525-4',
  lossOverPath: (path) => ({ lossDb: freeSpaceOver(path), intermediates: {} }),
}
