/** Example requests in the API document, on the terrain of the demo; each example is valid. */

import type { Model } from '../../kernels/model.ts'
import { within } from './by-model.ts'

export interface Example {
  summary: string
  value: object
}

/** Mount Ainslie above Canberra, transmitter site of the demo, and a point some ten kilometres north-west. */
export const examplePositions = {
  txLatDeg: -35.27,
  txLonDeg: 149.1583,
  rxLatDeg: -35.2,
  rxLonDeg: 149.08,
}

/** One valid request per model, with the parameters of the model at their defaults. */
export function examplesByModel(
  models: ReadonlyMap<string, Model>,
  fields: Record<string, unknown>,
): Record<string, Example> {
  return Object.fromEntries(
    [...models.values()].map(({ name, title, parameters, validity }) => {
      const fitting = Object.entries(fields).map(([field, value]) => {
        const limit = validity.find(({ parameter }) => parameter === field)
        return [field, limit ? within(value, limit) : value]
      })
      const own = parameters.map((parameter) => [parameter.name, parameter.default])
      const value = { ...Object.fromEntries(fitting), model: name, ...Object.fromEntries(own) }
      return [name, { summary: title, value }]
    }),
  )
}
