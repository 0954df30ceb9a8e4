import type { Bounds } from '../types.ts'
import { around, cut, meets } from './bounds.ts'

/** This module covers the ground of many tiles with few rectangles. */

const TOLERANCE = 1e-6
/** Maximum number of rectangles; above this number, rectangles are merged. */
const MAXIMUM_RECTANGLES = 256
/** Initial limit of a merged rectangle's area, as a multiple of the area covered by tiles. */
const FIRST_WASTE = 1.25
/** Minimum area in square degrees, as a tile of a single row or column has no area. */
const SMALLEST_DEG2 = 1e-9
/** Maximum number of rectangles for which all pairs are considered for merging, not only neighbors. */
const MAXIMUM_PAIRED = 256

/** Rectangle with the area, in square degrees, that tiles cover inside the rectangle. */
interface Cover {
  bounds: Bounds
  covered: number
}

/** Disjoint rectangles that cover exactly the given ground, or more if too many rectangles would be needed. */
export function unionOf(all: readonly Bounds[]): Bounds[] {
  const union = stripsOf(all)
  if (union.length <= MAXIMUM_RECTANGLES) return union
  return merged(union.map((bounds) => ({ bounds, covered: areaOf(bounds) }))).map(({ bounds }) => bounds)
}

/** Strips of latitude with constant covered longitudes; adjacent strips with equal longitudes are joined. */
function stripsOf(all: readonly Bounds[]): Bounds[] {
  const edges = distinct(all.flatMap(({ southDeg, northDeg }) => [southDeg, northDeg]))
  const done: Bounds[] = []
  let open: Bounds[] = []
  for (let i = 0; i + 1 < edges.length; i++) {
    const [southDeg, northDeg] = [edges[i], edges[i + 1]]
    const middleDeg = (southDeg + northDeg) / 2
    const across = all.filter((one) => one.southDeg < middleDeg && one.northDeg > middleDeg)
    const strips = joined(across).map((strip) => ({ ...strip, southDeg, northDeg }))
    const next = strips.map((strip) => {
      const below = open.find(
        ({ westDeg, eastDeg }) => areEqual(westDeg, strip.westDeg) && areEqual(eastDeg, strip.eastDeg),
      )
      if (below === undefined) return strip
      open = open.filter((other) => other !== below)
      return { ...below, northDeg }
    })
    done.push(...open)
    open = next
  }
  return [...done, ...open]
}

/** Merges longitude ranges that touch or overlap. */
function joined(across: readonly Bounds[]): Bounds[] {
  const kept: Bounds[] = []
  for (const one of across.toSorted((a, b) => a.westDeg - b.westDeg)) {
    const last = kept.at(-1)
    if (last === undefined || one.westDeg > last.eastDeg + TOLERANCE) kept.push({ ...one })
    else last.eastDeg = Math.max(last.eastDeg, one.eastDeg)
  }
  return kept
}

function distinct(values: number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.filter((value, i) => i === 0 || !areEqual(value, sorted[i - 1]))
}

function areEqual(a: number, b: number): boolean {
  return Math.abs(a - b) < TOLERANCE
}

/** Merges rectangles. No merged rectangle is much larger than its ground, unless too many rectangles remain. */
function merged(all: Cover[]): Cover[] {
  let covers = all
  for (let waste = FIRST_WASTE; ; waste *= 2) {
    for (let before = Number.POSITIVE_INFINITY; covers.length < before; ) {
      before = covers.length
      covers = mergeNeighbours(covers, ({ bounds }) => [bounds.northDeg, bounds.westDeg], waste)
      covers = mergeNeighbours(covers, ({ bounds }) => [bounds.westDeg, bounds.northDeg], waste)
      if (covers.length <= MAXIMUM_PAIRED) covers = mergePairs(covers, waste)
    }
    if (covers.length <= MAXIMUM_RECTANGLES) return covers
  }
}

/** Merges each rectangle with the previous one, in the order of two coordinates. */
function mergeNeighbours(covers: Cover[], order: (cover: Cover) => [number, number], waste: number): Cover[] {
  const rounded = (degrees: number) => Math.round(degrees / TOLERANCE)
  const sorted = [...covers].sort((a, b) => {
    const [first, second] = order(a)
    const [otherFirst, otherSecond] = order(b)
    return rounded(first) - rounded(otherFirst) || second - otherSecond
  })
  const kept: Cover[] = []
  for (const cover of sorted) {
    const last = kept.at(-1)
    const both = last && join(last, cover, waste)
    if (both) kept[kept.length - 1] = both
    else kept.push(cover)
  }
  return kept
}

function mergePairs(covers: Cover[], waste: number): Cover[] {
  const kept: Cover[] = []
  for (const cover of covers) {
    let current = cover
    for (let i = 0; i < kept.length; ) {
      const both = join(kept[i], current, waste)
      if (both === undefined) i++
      else {
        current = both
        kept.splice(i, 1)
        i = 0
      }
    }
    kept.push(current)
  }
  return kept
}

/** Rectangle around two rectangles; `undefined` if too large for the ground that the two cover. */
function join(a: Cover, b: Cover, waste: number): Cover | undefined {
  const bounds = around(a.bounds, b.bounds)
  const common = meets(a.bounds, b.bounds) ? areaOf(cut(a.bounds, b.bounds)) : 0
  const covered = Math.max(a.covered, b.covered, a.covered + b.covered - common)
  return areaOf(bounds) <= waste * Math.max(covered, SMALLEST_DEG2) ? { bounds, covered } : undefined
}

function areaOf({ northDeg, southDeg, westDeg, eastDeg }: Bounds): number {
  return (northDeg - southDeg) * (eastDeg - westDeg)
}
