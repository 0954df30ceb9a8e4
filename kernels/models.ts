/** List of propagation models: path loss first, then geometry only. To add a model: CONTRIBUTING.md. */

import { lossModels } from './loss-models.ts'
import type { Model } from './model.ts'
import { losModel } from './models/los/model.ts'
import { losFresnelModel } from './models/los-fresnel/model.ts'

export { pathLossModels } from './loss-models.ts'

const list: Model[] = [...lossModels, losModel, losFresnelModel]

export const models: ReadonlyMap<string, Model> = new Map(list.map((model) => [model.name, model]))
