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
  const { offsetDb, covered } = cells ?? { offsetDb: 0, covered: undefined }
  const { from: minimum, to: maximum } = covered ?? {
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
  }
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
      } else zones[at] = Number.isNaN(value) ? unknown : lacking
    }
  }
}

/** Cells and areas by zone as answers have them. */
export function zoneAreas(zones: readonly Zone[], cells: ArrayLike<number>, km2: ArrayLike<number>) {
  const allKm2 = zones.reduce((sum, _, index) => sum + km2[index], 0)
  return {
    km2: rounded(allKm2),
    zones: zones.map(({ kind, label, color, value, range }, index) => ({
      state: kind,
      label,
      color,
      ...(value !== undefined && { value }),
      ...(range && { range }),
      cells: cells[index],
      km2: rounded(km2[index]),
      share: allKm2 > 0 ? Number((km2[index] / allKm2).toFixed(6)) : 0,
    })),
  }
}

export function rounded(value: number): number {
  return Number(value.toFixed(3))
}
