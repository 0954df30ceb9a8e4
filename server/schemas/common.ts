import { type TNumberOptions, Type } from 'typebox'

export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })

export const Empty = Type.Null({ description: 'No body' })

export const SimulationId = Type.Object({ id: Type.String({ description: 'Simulation identifier, sim_…' }) })

/** A number with its unit, which error messages and the document both tell. */
export function measure(unit: string, options: TNumberOptions, description: string) {
  return Type.Number({
    ...options,
    ...(unit && { 'x-unit': unit }),
    description: unit ? `${description}, in ${unit}` : description,
  })
}
