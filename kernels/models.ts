/** The registry of propagation models: what each computes, its own parameters, where it holds, what it costs. */

import { itmModel } from './models/itm/model.ts'
import { losFresnelModel } from './models/los-fresnel/model.ts'
import type { Model } from './model.ts'
import { freeSpaceModel } from './propagation/free-space.ts'
import { hataModel } from './models/hata/hata.ts'
import { p526Model } from './models/p526/p526.ts'
import { p1812Model } from './models/p1812/model.ts'
import { twoRayModel } from './models/two-ray/two-ray.ts'

export type { Model, ModelParameter, ValidityLimit } from './model.ts'

const losModel: Model = {
  name: 'los',
  title: 'Line of sight over terrain on an effective earth',
  weight: 1,
  output: ['visible'],
  layers: ['visible', 'min_height'],
  takes_k_factor: true,
  reads_way: false,
  parameters: [],
  validity: [],
  source:
    'Exact ray test on the bilinear elevation surface, heights lowered by s²/(2·k·6 371 000 m) at WGS 84 geodesic distance s (effective earth radius: ITU-R P.310)',
}

export const models: ReadonlyMap<string, Model> = new Map(
  [losModel, losFresnelModel, freeSpaceModel, twoRayModel, hataModel, p526Model, itmModel, p1812Model].map(
    (model) => [model.name, model],
  ),
)
