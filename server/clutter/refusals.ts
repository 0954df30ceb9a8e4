/** Why a request cannot have the clutter of the map. */

import type { FieldError, Problem } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { type EndFields, isOfMap } from '../requests/ends.ts'

const ends = ['tx_clutter', 'rx_clutter'] as const

/** For each end whose clutter is that of the map. */
function refused(request: EndFields, detailOf: (name: (typeof ends)[number]) => string): FieldError[] {
  return ends
    .filter((name) => isOfMap(request[name]))
    .map((name) => ({ pointer: `#/${name}/type`, detail: detailOf(name) }))
}

export function noLayers(request: EndFields): Problem {
  const detailOf = (name: string) =>
    `${name}.type map needs a map of land cover, of which this service has none: its operator sets LAYERS`
  return invalidParameters(refused(request, detailOf))
}

/** A given profile lies nowhere. */
export function noPlace(request: EndFields): Problem {
  return invalidParameters(
    refused(request, (name) => `${name}.type map needs positions, which a profile has not`),
  )
}

export function unknownClass(name: (typeof ends)[number], latDeg: number, lonDeg: number): Problem {
  const detail = `No layer knows the land cover at latitude ${latDeg}, longitude ${lonDeg}: give ${name} another type`
  return invalidParameters([{ pointer: `#/${name}/type`, detail }])
}
