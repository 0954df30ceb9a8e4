/**
 * Bins of a stored raster between which no view in whole decibels, and not that of the request, tells a difference: all
 * cells of a bin are in one zone, whatever the sensitivity, the EIRP and the way back.
 */

import { lossOutputOf } from './outputs.ts'
import { heightStyle } from './styles.ts'
import { cellView, roundedDb, type View } from './view.ts'

/** Differences of sensitivity and EIRP that a query can ask for, and the ranges of power above them. */
const LARGEST_DB = 400
/** Never what decides in a view of the way back. */
const ANY_DBM = -1e6

/** Lower edges of the bins after the first one, ascending. */
export function binEdges(params: Readonly<Record<string, unknown>>): Float64Array {
  const loss = lossOutputOf(params)
  if (loss === undefined) {
    // A height up to that of the receiver is what a comparison of results asks for.
    const own = typeof params.rx_height === 'number' ? [floatAfter(params.rx_height)] : []
    const edges = new Set([...heightStyle.ranges.slice(1).map(({ min }) => Number(min)), ...own])
    return Float64Array.from(edges).sort()
  }
  const { output, radio } = loss
  const ownDbm = typeof params.rx_sensitivity_dbm === 'number' ? params.rx_sensitivity_dbm : 0
  const edges = new Set<number>()
  const add = (view: View) => {
    const { covered, offsetDb } = cellView(output, radio, view)
    for (const edge of [covered?.from, covered && floatAfter(covered.to)]) {
      if (edge !== undefined && Number.isFinite(edge)) edges.add(edge)
    }
    return offsetDb
  }
  for (let db = -LARGEST_DB; db <= LARGEST_DB; db++) {
    for (const eirpDbm of [radio.eirpDbm, 0]) {
      for (const sensitivityDbm of [db, db + ownDbm]) {
        const offsetDb = add({ eirpDbm, sensitivityDbm, up: undefined })
        // Ranges of colors are in whole decibels.
        edges.add(roundedDb(db - offsetDb))
      }
    }
    const up = { eirpDbm: db, sensitivityDbm: 0 }
    add({ eirpDbm: radio.eirpDbm, sensitivityDbm: ANY_DBM, up })
  }
  return Float64Array.from(edges).sort()
}

/**
 * A cell of each bin, as it is stored. Bins of a raster of classes are its values; of floats there are NaN, an infinity, and
 * what lies between edges.
 */
export function binValues(edges: Float64Array | undefined): Float64Array {
  if (edges === undefined) return Float64Array.of(0, 1, 255)
  return Float64Array.of(Number.NaN, Number.NEGATIVE_INFINITY, edges[0] - 1, ...Array.from(edges, floatFrom))
}

const bits = new DataView(new ArrayBuffer(4))

/** The smallest 32-bit float above a number. */
export function floatAfter(value: number): number {
  const float = Math.fround(value)
  if (float > value || !Number.isFinite(float)) return float
  bits.setFloat32(0, float)
  const step = float < 0 ? -1 : 1
  bits.setInt32(0, float === 0 ? 1 : bits.getInt32(0) + step)
  return bits.getFloat32(0)
}

/** The smallest 32-bit float that is not below a number. */
export function floatFrom(value: number): number {
  return Math.fround(value) === value ? value : floatAfter(value)
}
