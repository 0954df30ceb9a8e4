/** Bins of a stored raster: all cells of a bin are in one zone, for any view in whole decibels. */

import { lossOutputOf } from './outputs.ts'
import { heightRanges } from './styles.ts'
import { cellView, roundedDb, type View } from './view.ts'

/** Largest difference between sensitivity and EIRP, and largest range of received power, for which bins are made. */
const LARGEST_DB = 400
/** Sensitivity in dBm, low enough never to limit a view of both directions. */
const ANY_DBM = -1e6

export function binEdges(params: Readonly<Record<string, unknown>>): Float64Array {
  const loss = lossOutputOf(params)
  if (loss === undefined) {
    // The page also compares values with the receiver height, which is therefore an edge of the bins.
    const own = typeof params.rx_height === 'number' ? [floatAfter(params.rx_height)] : []
    const edges = new Set([...heightRanges.slice(1).map(({ range: [min] }) => Number(min)), ...own])
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
        // Limits of color ranges are in whole decibels.
        edges.add(roundedDb(db - offsetDb))
      }
    }
    const up = { eirpDbm: db, sensitivityDbm: 0 }
    add({ eirpDbm: radio.eirpDbm, sensitivityDbm: ANY_DBM, up })
  }
  return Float64Array.from(edges).sort()
}

/** One stored cell value per bin: classes, or for floats NaN, −∞ and values between edges. */
export function binValues(edges: Float64Array | undefined): Float64Array {
  if (edges === undefined) return Float64Array.of(0, 1, 255)
  return Float64Array.of(Number.NaN, Number.NEGATIVE_INFINITY, edges[0] - 1, ...Array.from(edges, floatFrom))
}

const bits = new DataView(new ArrayBuffer(4))

/** Smallest 32-bit float above a number. */
export function floatAfter(value: number): number {
  const float = Math.fround(value)
  if (float > value || !Number.isFinite(float)) return float
  bits.setFloat32(0, float)
  const step = float < 0 ? -1 : 1
  bits.setInt32(0, float === 0 ? 1 : bits.getInt32(0) + step)
  return bits.getFloat32(0)
}

/** Smallest 32-bit float at or above a number. */
export function floatFrom(value: number): number {
  return Math.fround(value) === value ? value : floatAfter(value)
}
