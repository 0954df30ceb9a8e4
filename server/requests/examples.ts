/** Requests that the document shows: on the ground of the demo, where each is accepted as it is. */

import type { Model } from '../../kernels/model.ts'
import { syntheticOutlook } from '../../storage/terrain/synthetic.ts'
import { within } from './by-model.ts'

export interface Example {
  summary: string
  value: object
}

/** The demo's outlook, and a point some ten kilometres west of it. */
export const examplePositions = {
  txLatDeg: Number(syntheticOutlook.latDeg.toFixed(4)),
  txLonDeg: Number(syntheticOutlook.lonDeg.toFixed(4)),
  rxLatDeg: Number((syntheticOutlook.latDeg - 0.03).toFixed(4)),
  rxLonDeg: Number((syntheticOutlook.lonDeg - 0.12).toFixed(4)),
}

/** A request for each model: fields within what the model is made for, its own parameters with their defaults. */
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
