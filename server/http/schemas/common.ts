import { type TNumberOptions, type TStringOptions, Type } from 'typebox'
import { maximumUrlLength } from '../../config/sizes.ts'

export const Instant = Type.String({ format: 'date-time', maxLength: 40, description: 'ISO 8601, UTC' })

export const Empty = Type.Null({ description: 'No body' })

/** Text in a path or a query, as long as an address may be: what was never there is no other answer for being long. */
export function urlText(options: TStringOptions = {}) {
  return Type.String({ maxLength: maximumUrlLength, ...options })
}

export const maximumPage = 1000

/** The parameters of a list in pages. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maximumPage, default: maximumPage })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
}

export const SimulationId = Type.Object({ id: urlText({ description: 'Simulation identifier, sim_…' }) })

/** A number with its unit, which error messages and the document both tell. */
export function measure(unit: string, options: TNumberOptions, description: string) {
  return Type.Number({
    ...options,
    ...(unit && { 'x-unit': unit }),
    description: unit ? `${description}, in ${unit}` : description,
  })
}
