/** From cells as they are stored to zones of a layer: 0 is out of range, that of `zones[i]` is i + 1. */

import type { ShownLayer } from './layers.ts'
import type { Zone } from './styles.ts'
import { roundedDb } from './view.ts'

/** Writes the zones of cells from `from` on to before `to`. */
export type ZoneSetter = (zones: Uint8Array, cells: ArrayLike<number>, from: number, to: number) => void

/** 0: there is none. */
export function zoneOfKind(zones: readonly Zone[], kind: Zone['kind']): number {
  return 1 + zones.findIndex((zone) => zone.kind === kind)
}

/** The zones of a raster of floats, or of classes as bytes. */
export function zoneSetter({ zones: list, cells }: ShownLayer, isFloat: boolean): ZoneSetter {
  const lacking = zoneOfKind(list, 'lacking')
  // A cell without a value is in the zone of the unknown.
  const unknown = zoneOfKind(list, 'unknown') || lacking
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
  // Without a way back no value is beyond what is covered and still in one direction.
  const oneDirection = stronger ? zoneOfKind(list, stronger.direction) : lacking
  const { from: low, to: high } = stronger?.covered ?? { from: Number.NaN, to: Number.NaN }
  // Of the second range and those above it; classes have none.
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
      else zones[at] = Number.isNaN(value) ? unknown : lacking
    }
  }
}

/** Cells and areas by zone as answers have them. */
export function zoneAreas(zones: readonly Zone[], cells: ArrayLike<number>, km2: ArrayLike<number>) {
  const allKm2 = zones.reduce((sum, _, index) => sum + km2[index], 0)
  return {
    km2: rounded(allKm2),
    zones: zones.map((zone, index) => ({
      ...said(zone),
      cells: cells[index],
      km2: rounded(km2[index]),
      share: shareOf(km2[index], allKm2),
    })),
  }
}

/** Weights by zone, likewise. */
export function zoneWeights(zones: readonly Zone[], weights: ArrayLike<number>) {
  const total = zones.reduce((sum, _, index) => sum + weights[index], 0)
  return {
    total: rounded(total),
    zones: zones.map((zone, index) => ({
      ...said(zone),
      weight: rounded(weights[index]),
      share: shareOf(weights[index], total),
    })),
  }
}

function said({ kind, label, color, value, range }: Zone) {
  return { state: kind, label, color, ...(value !== undefined && { value }), ...(range && { range }) }
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Number((part / whole).toFixed(6)) : 0
}

export function rounded(value: number): number {
  return Number(value.toFixed(3))
}
