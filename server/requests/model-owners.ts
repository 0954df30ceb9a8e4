/** Index of models by parameter name. */

import type { Model, ModelParameter } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'

export const owners: ReadonlyMap<string, readonly { model: Model; parameter: ModelParameter }[]> = (() => {
  const found = new Map<string, { model: Model; parameter: ModelParameter }[]>()
  for (const model of models.values()) {
    for (const parameter of model.parameters) {
      found.set(parameter.name, [...(found.get(parameter.name) ?? []), { model, parameter }])
    }
  }
  return found
})()

/** Names of the models that have a parameter. */
export function ownersOf(name: string): string[] {
  return (owners.get(name) ?? []).map(({ model }) => model.name)
}

export const modelFieldNames = [...owners.keys()]
