/** Converts stored cells to zone numbers of a layer: 0 is out of range, i + 1 is `zones[i]`. */

import type { ShownLayer } from './layers.ts'
import type { Zone } from './styles.ts'
import { roundedDb } from './view.ts'

/** Writes the zone numbers of cells `from` to `to`, end exclusive. */
export type ZoneSetter = (zones: Uint8Array, cells: ArrayLike<number>, from: number, to: number) => void

export function zoneOfKind(zones: readonly Zone[], kind: Zone['kind']): number {
  return 1 + zones.findIndex((zone) => zone.kind === kind)
}

export function zoneSetter({ zones: list, cells }: ShownLayer, isFloat: boolean): ZoneSetter {
  const notCovered = zoneOfKind(list, 'lacking')
  // A cell without a value is in the unknown zone.
  const unknown = zoneOfKind(list, 'unknown') || notCovered
  if (!isFloat) {
    const table = new Uint8Array(256).fill(unknown)
    for (const [index, { value }] of list.entries()) if (value !== undefined) table[value] = index + 1
    return (zones, classes, from, to) => {
      for (let at = from; at < to; at++) zones[at] = table[classes[at]]
    }
  }
  const { offsetDb = 0, covered, stronger } = cells ?? {}
  const { from: minimum, to: maximum } = covered ?? {
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
  }
  // Without a reverse direction, no value is covered in only one direction.
  const oneDirection = stronger ? zoneOfKind(list, stronger.direction) : notCovered
  const { from: low, to: high } = stronger?.covered ?? { from: Number.NaN, to: Number.NaN }
  // Lower limits of all ranges but the first; empty for classes.
  const lowers = list.flatMap(({ range }) => (range ? [Number(range[0])] : [])).slice(1)
  const edges = Float64Array.from(lowers, (lower) => roundedDb(lower - offsetDb))
  return (zones, values, from, to) => {
    for (let at = from; at < to; at++) {
      const value = values[at]
      if (value >= minimum && value <= maximum) {
        let range = edges.length
        while (range > 0 && value < edges[range - 1]) range--
        zones[at] = range + 1
      } else if (value >= low && value <= high) zones[at] = oneDirection
      else zones[at] = Number.isNaN(value) ? unknown : notCovered
    }
  }
}

/** Cells and areas by zone, as in responses. */
export function zoneAreas(zones: readonly Zone[], cells: ArrayLike<number>, km2: ArrayLike<number>) {
  const allKm2 = zones.reduce((sum, _, index) => sum + km2[index], 0)
  return {
    km2: rounded(allKm2),
    zones: zones.map((zone, index) => ({
      ...displayed(zone),
      cells: cells[index],
      km2: rounded(km2[index]),
      share: shareOf(km2[index], allKm2),
    })),
  }
}

export function zoneWeights(zones: readonly Zone[], weights: ArrayLike<number>) {
  const total = zones.reduce((sum, _, index) => sum + weights[index], 0)
  return {
    total: rounded(total),
    zones: zones.map((zone, index) => ({
      ...displayed(zone),
      weight: rounded(weights[index]),
      share: shareOf(weights[index], total),
    })),
  }
}

function displayed({ kind, label, color, value, range }: Zone) {
  return { state: kind, label, color, ...(value !== undefined && { value }), ...(range && { range }) }
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Number((part / whole).toFixed(6)) : 0
}

export function rounded(value: number): number {
  return Number(value.toFixed(3))
}
