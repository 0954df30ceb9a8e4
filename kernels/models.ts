/**
 * The propagation models. To add one: CONTRIBUTING.md. Lists show them in this order: losses by how well they met
 * measurements, then what is geometry only.
 */

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

/** Those of path loss, of which a link can be asked. */
export const pathLossModels: ReadonlyMap<string, PathLossModel> = new Map(
  list.flatMap((model) => (model.kind === 'path_loss' ? [[model.name, model]] : [])),
)
