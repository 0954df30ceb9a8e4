import type { Placement } from './subject.ts'

/** The rows or the columns of a site under those of a window of its network. */
interface SiteIndices {
  /** The first of the window that is over the site. */
  first: number
  /** Of the site, for each of the window from `first` on. */
  indices: Int32Array
  /** Smallest and largest of them. */
  from: number
  to: number
  /** One after the other. */
  isContiguous: boolean
}

/**
 * Row or column of a site's level under the center of each cell of a network's level, from `start` on; `undefined`: none.
 * Levels of both halve the same cells only where the site begins at a multiple of them, so coarse ones are off by half a cell
 * of theirs at most.
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
