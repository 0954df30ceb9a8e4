/** The propagation models; to add one: CONTRIBUTING.md. Ordered by agreement with measurements, geometry last. */

import type { Model, PathLossModel } from './model.ts'
import { freeSpaceModel } from './models/free-space/model.ts'
import { hataModel } from './models/hata/model.ts'
import { itmModel } from './models/itm/model.ts'
import { losModel } from './models/los/model.ts'
import { losFresnelModel } from './models/los-fresnel/model.ts'
import { p526Model } from './models/p526/model.ts'
import { p1812Model } from './models/p1812/model.ts'
import { twoRayModel } from './models/two-ray/model.ts'

const list: Model[] = [
  p526Model,
  p1812Model,
  itmModel,
  hataModel,
  twoRayModel,
  freeSpaceModel,
  losModel,
  losFresnelModel,
]

export const models: ReadonlyMap<string, Model> = new Map(list.map((model) => [model.name, model]))

export const pathLossModels: ReadonlyMap<string, PathLossModel> = new Map(
  list.flatMap((model) => (model.kind === 'path_loss' ? [[model.name, model]] : [])),
)
