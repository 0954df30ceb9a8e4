/** List of path-loss models, ordered by agreement with measurements; user interfaces show this order. */

import type { PathLossModel } from './model.ts'
import { freeSpaceModel } from './models/free-space/model.ts'
import { hataModel } from './models/hata/model.ts'
import { itmModel } from './models/itm/model.ts'
import { p526Model } from './models/p526/model.ts'
import { p1812Model } from './models/p1812/model.ts'
import { twoRayModel } from './models/two-ray/model.ts'

export const lossModels: PathLossModel[] = [
  p526Model,
  p1812Model,
  itmModel,
  hataModel,
  twoRayModel,
  freeSpaceModel,
]

/** Path-loss models by name, for links. */
export const pathLossModels: ReadonlyMap<string, PathLossModel> = new Map(
  lossModels.map((model) => [model.name, model]),
)
