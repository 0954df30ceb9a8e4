/** Errors of requests that cannot use clutter from the land-cover map. */

import type { FieldError, Problem } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { type EndFields, isOfMap } from '../requests/ends.ts'

const ends = ['tx_clutter', 'rx_clutter'] as const

function refused(request: EndFields, detailOf: (name: (typeof ends)[number]) => string): FieldError[] {
  return ends
    .filter((name) => isOfMap(request[name]))
    .map((name) => ({ pointer: `#/${name}/type`, detail: detailOf(name) }))
}

export function noLayers(request: EndFields): Problem {
  const detailOf = (name: string) =>
    `${name}.type map requires land cover data, which the service does not have: LAYERS is not set`
  return invalidParameters(refused(request, detailOf))
}

/** Refuses clutter from the map for a terrain profile given without positions. */
export function noPlace(request: EndFields): Problem {
  return invalidParameters(
    refused(request, (name) => `${name}.type map requires positions, which a profile does not have`),
  )
}

export function unknownClass(name: (typeof ends)[number], latDeg: number, lonDeg: number): Problem {
  const detail = `The land cover at latitude ${latDeg}, longitude ${lonDeg} is unknown: use another type for ${name}`
  return invalidParameters([{ pointer: `#/${name}/type`, detail }])
}
