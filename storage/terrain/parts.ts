import { MAXIMUM_GAP_POSTS } from './boundaries.ts'
import { compareFineness, extentOf, type Placement } from './lattice.ts'
import type { Bounds, Lattice, PartExtent } from './types.ts'

/*
 * Which parts ground of several spacings is read in. Sources up to twice as coarse as the finest share its lattice;
 * what is coarser keeps its own posts, so that a small fine tile does not make all the ground around it as fine.
 */

/** Sources up to this many times as coarse as the finest, in either direction, are interpolated onto its lattice. */
const NEAR_RATIO = 2
/** A source that much finer in longitude still is: each cell of the lattice then holds one or two of its posts. */
const FINER_RATIO = 1.25
const TOLERANCE = 1e-6
/** A rectangle around several tiles is at most this many times as large as they are. */
const MAXIMUM_WASTE = 1.25
/** Rectangles of a group: where its tiles need more, larger ones. */
const MAXIMUM_RECTANGLES = 256
/** A tile of a single row or column has no area of its own. */
const SMALLEST_DEG2 = 1e-9
/** Up to this number any two rectangles are looked at, and beyond it neighbours alone. */
const MAXIMUM_PAIRED = 256

/** Posts that may be believed: a tile's, as far as they matter here. */
interface Source {
  lattice: Lattice
  extent: Bounds
  folder: number
}

/** A rectangle and how much of it is covered by tiles, in square degrees. */
interface Cover {
  bounds: Bounds
  covered: number
}

/**
 * The parts of the ground within the bounds that the placements meet, finest first. All but the last have bounds, within
 * the given ones and in the same longitudes; where parts overlap the earlier one is believed. `elsewhere`: the lattice of
 * tiles that are not at hand, which may be anywhere.
 */
export function planParts(
  placements: readonly Placement[],
  bounds: Bounds,
  elsewhere?: Lattice,
): PartExtent[] {
  const sources = placements.map(sourceOf)
  if (elsewhere) sources.push({ lattice: elsewhere, extent: bounds, folder: Number.MAX_SAFE_INTEGER })
  const groups = groupsOf(sources)
  const parts: PartExtent[] = []
  for (const [i, group] of groups.entries()) {
    const coarser = groups.slice(i + 1).flat()
    const rectangles = coarser.length === 0 ? [bounds] : rectanglesAround(group, coarser, bounds)
    if (rectangles.some((rectangle) => contains(rectangle, bounds))) {
      return [...parts, { lattice: latticeOf(group, bounds), bounds: undefined }]
    }
    const seen = rectangles.filter(
      (rectangle) => !parts.some((part) => part.bounds && contains(part.bounds, rectangle)),
    )
    const own = seen.map((rectangle) => ({ lattice: latticeOf(group, rectangle), bounds: rectangle }))
    parts.push(...own.sort((a, b) => compareFineness(a.lattice, b.lattice)))
  }
  return parts
}

function sourceOf(placement: Placement): Source {
  const { lattice, tile } = placement
  return { lattice, extent: extentOf(placement), folder: tile.file.folder }
}

/** Sources by spacing: the finest and all that share its lattice, then the finest of the rest and so on. */
function groupsOf(sources: readonly Source[]): Source[][] {
  let rest = [...sources].sort((a, b) => compareFineness(a.lattice, b.lattice))
  const groups: Source[][] = []
  for (let [first] = rest; first !== undefined; [first] = rest) {
    const { latStepDeg, lonStepDeg } = first.lattice
    const isNear = ({ lattice }: Source) =>
      lattice.latStepDeg <= NEAR_RATIO * latStepDeg * (1 + TOLERANCE) &&
      lattice.lonStepDeg <= NEAR_RATIO * lonStepDeg * (1 + TOLERANCE) &&
      FINER_RATIO * lattice.lonStepDeg >= lonStepDeg * (1 - TOLERANCE)
    groups.push(rest.filter(isNear))
    rest = rest.filter((source) => !isNear(source))
  }
  return groups
}

/** That of the finest source that meets the bounds. */
function latticeOf(group: Source[], bounds: Bounds): Lattice {
  const within = group.filter((source) => meets(grownExtent(source, 1), bounds))
  return (finest(within, bounds) ?? group[0]).lattice
}

/** The lattice of the finest placement, see `finest`; `undefined` without any. */
export function finestLattice(placements: readonly Placement[], bounds: Bounds): Lattice | undefined {
  return finest(placements.map(sourceOf), bounds)?.lattice
}

/** The finest source; of equals the one in the earlier folder, then the one nearest to the middle of the bounds. */
function finest(sources: readonly Source[], bounds: Bounds): Source | undefined {
  const distance = ({ extent }: Source) =>
    Math.hypot(
      (extent.northDeg + extent.southDeg - bounds.northDeg - bounds.southDeg) / 2,
      (extent.westDeg + extent.eastDeg - bounds.westDeg - bounds.eastDeg) / 2,
    )
  const [best] = [...sources].sort(
    (a, b) => compareFineness(a.lattice, b.lattice) || a.folder - b.folder || distance(a) - distance(b),
  )
  return best
}

/** Rectangles that hold the group's tiles and the gaps to the coarser ones beside them, cut to the bounds. */
function rectanglesAround(group: Source[], coarser: Source[], bounds: Bounds): Bounds[] {
  const coarsest = {
    lat: Math.max(...coarser.map(({ lattice }) => lattice.latStepDeg)),
    lon: Math.max(...coarser.map(({ lattice }) => lattice.lonStepDeg)),
  }
  const covers = group.map((source): Cover => {
    const { latStepDeg, lonStepDeg } = source.lattice
    const steps = Math.max(coarsest.lat / latStepDeg, coarsest.lon / lonStepDeg)
    // Wider gaps are not filled; beyond them a coarser source knows the ground by itself.
    const margin = Math.min(Math.ceil(2 * steps), MAXIMUM_GAP_POSTS) + 2
    const around = cut(grownExtent(source, margin), bounds)
    return { bounds: around, covered: areaOf(around) }
  })
  return merged(covers).map((cover) => cover.bounds)
}

/** Fewer rectangles that hold the same, none much larger than what it holds, unless there would be too many. */
function merged(all: Cover[]): Cover[] {
  let covers = all
  for (let waste = MAXIMUM_WASTE; ; waste *= 2) {
    for (let before = Number.POSITIVE_INFINITY; covers.length < before; ) {
      before = covers.length
      covers = mergeNeighbours(covers, ({ bounds }) => [bounds.northDeg, bounds.westDeg], waste)
      covers = mergeNeighbours(covers, ({ bounds }) => [bounds.westDeg, bounds.northDeg], waste)
      if (covers.length <= MAXIMUM_PAIRED) covers = mergePairs(covers, waste)
    }
    if (covers.length <= MAXIMUM_RECTANGLES) return covers
  }
}

/** Merges each with the one before it in the order of two coordinates. */
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

/** The rectangle around both, unless it is too large for what they cover. */
function join(a: Cover, b: Cover, waste: number): Cover | undefined {
  const bounds = {
    southDeg: Math.min(a.bounds.southDeg, b.bounds.southDeg),
    westDeg: Math.min(a.bounds.westDeg, b.bounds.westDeg),
    northDeg: Math.max(a.bounds.northDeg, b.bounds.northDeg),
    eastDeg: Math.max(a.bounds.eastDeg, b.bounds.eastDeg),
  }
  const common = meets(a.bounds, b.bounds) ? areaOf(cut(a.bounds, b.bounds)) : 0
  const covered = Math.max(a.covered, b.covered, a.covered + b.covered - common)
  return areaOf(bounds) <= waste * Math.max(covered, SMALLEST_DEG2) ? { bounds, covered } : undefined
}

function areaOf({ northDeg, southDeg, westDeg, eastDeg }: Bounds): number {
  return (northDeg - southDeg) * (eastDeg - westDeg)
}

function cut(a: Bounds, b: Bounds): Bounds {
  return {
    southDeg: Math.max(a.southDeg, b.southDeg),
    westDeg: Math.max(a.westDeg, b.westDeg),
    northDeg: Math.min(a.northDeg, b.northDeg),
    eastDeg: Math.min(a.eastDeg, b.eastDeg),
  }
}

function meets(a: Bounds, b: Bounds): boolean {
  return (
    a.southDeg <= b.northDeg && a.northDeg >= b.southDeg && a.westDeg <= b.eastDeg && a.eastDeg >= b.westDeg
  )
}

function contains(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.southDeg <= inner.southDeg &&
    outer.northDeg >= inner.northDeg &&
    outer.westDeg <= inner.westDeg &&
    outer.eastDeg >= inner.eastDeg
  )
}

function grownExtent({ lattice, extent }: Source, posts: number): Bounds {
  const { latStepDeg, lonStepDeg } = lattice
  return {
    southDeg: extent.southDeg - posts * latStepDeg,
    westDeg: extent.westDeg - posts * lonStepDeg,
    northDeg: extent.northDeg + posts * latStepDeg,
    eastDeg: extent.eastDeg + posts * lonStepDeg,
  }
}
