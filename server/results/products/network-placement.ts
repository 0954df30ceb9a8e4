import type { Placement } from './subject.ts'

interface SiteIndices {
  first: number
  /** Row or column in the site's raster for each network cell, beginning with the network cell `first`. */
  indices: Int32Array
  from: number
  to: number
  isContiguous: boolean
}

/**
 * Row or column in the site's raster under each network cell from `start` on; `undefined` outside of the raster.
 * Overviews align only if the site begins at a multiple of their cells; else the error is at most half a cell.
 */
export function indicesOf(
  start: number,
  count: number,
  level: number,
  placement: Placement,
  axis: 'row' | 'col',
  ownLevel = level,
): SiteIndices | undefined {
  const offset = placement[axis]
  const scale = axis === 'row' ? placement.rowScale : placement.colScale
  const size = Math.ceil((axis === 'row' ? placement.rows : placement.cols) / 2 ** ownLevel)
  const indexOf = (index: number) =>
    Math.floor((((start + index + 0.5) * 2 ** level - offset) * scale) / 2 ** ownLevel)
  let first = 0
  while (first < count && indexOf(first) < 0) first++
  let end = count
  while (end > first && indexOf(end - 1) >= size) end--
  if (first >= end) return undefined
  const indices = Int32Array.from({ length: end - first }, (_, at) => indexOf(first + at))
  const [from, to] = [indices[0], indices[indices.length - 1]]
  return { first, indices, from, to, isContiguous: to - from === indices.length - 1 }
}
