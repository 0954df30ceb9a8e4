import { MAXIMUM_GAP_POSTS } from './boundaries.ts'
import { common, contains, cut, grown, meets } from './plan/bounds.ts'
import { commonLattice } from './plan/common-lattice.ts'
import { unionOf } from './plan/rectangles.ts'
import { compareFineness, extentOf, type Placement } from './tiles/lattice.ts'
import type { Bounds, Lattice, PartExtent } from './types.ts'

/**
 * Plans the parts in which ground of several spacings is read. Sources share a lattice if one lattice
 * contains the posts of all; other sources keep their posts, each in a part around its tiles. The ground at a
 * point is thus the same for every request.
 */

/** Maximum ratio of a source's spacing to the finest spacing, in each direction, for sharing a lattice. */
const NEAR_RATIO = 2
/** Maximum ratio of longitude spacings, finest source to projected source, for sharing a lattice. */
const FINER_RATIO = 1.25
/** Maximum number of posts of a shared lattice per post of the finest source. */
const MAXIMUM_TIMES = 3
const TOLERANCE = 1e-6
/** Distance in posts around a source within which gaps to neighbors of equal spacing are filled. */
const JOINT_POSTS = 4
/** The ground of a tile extends half a cell beyond the outermost posts, as for pixels that are areas. */
export const HALF_CELL = 0.5
/** Regions of projected tiles extend to multiples of this number of posts, so that adjacent regions meet. */
const SNAPPED_POSTS = 64

/** Posts of a tile, with the properties needed for planning. */
interface Source {
  lattice: Lattice
  extent: Bounds
  folder: number
  /** `exact`: the lattice contains the tile's posts; `near`: the lattice does not; `any`: not known yet. */
  fit: 'exact' | 'near' | 'any'
}

/** Sources that share a lattice, and the finest source. */
interface Group {
  lattice: Lattice
  finest: Source
  sources: Source[]
}

/**
 * Parts of the ground within the bounds, finest first, from placements up to `REACH_POSTS` posts away. All
 * parts but the last have bounds, which lie within the given bounds and use the same longitudes; in overlaps
 * the earlier part applies. `elsewhere`: lattice of unavailable tiles, whose position is unknown.
 */
export function planParts(
  placements: readonly Placement[],
  bounds: Bounds,
  elsewhere?: Lattice,
): PartExtent[] {
  const sources = sourcesFor(placements.map(sourceOf), bounds)
  if (elsewhere) {
    sources.push({ lattice: elsewhere, extent: bounds, folder: Number.MAX_SAFE_INTEGER, fit: 'any' })
  }
  const groups = groupsOf(sources)
  const parts: PartExtent[] = []
  for (const [i, group] of groups.entries()) {
    const isLast = i === groups.length - 1
    const coarser = groups.slice(i + 1).flatMap((other) => other.sources)
    const rectangles = isLast ? [bounds] : unionOf(regionsOf(group, coarser, bounds))
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
  const { file, projected } = tile
  return { lattice, extent: extentOf(placement), folder: file.folder, fit: projected ? 'near' : 'exact' }
}

/** Sources with ground within the bounds, and nearby sources that affect the ground within the bounds. */
function sourcesFor(all: readonly Source[], bounds: Bounds): Source[] {
  const isWithin = (source: Source) => meets(grownExtent(source, JOINT_POSTS), bounds)
  const within = all.filter(isWithin)
  if (!within.some((source) => meets(grownExtent(source, HALF_CELL), bounds))) return []
  // Only distinct lattices are compared, as most sources have the same lattice.
  const different: Source[] = []
  for (const source of within) {
    if (!different.some((other) => areLike(other, source))) different.push(source)
  }
  const near = all.filter(
    (source) =>
      !isWithin(source) &&
      different.some(
        (other) => inOrder(source, other) < 0 && sharedLattice(groupAround(source), other) === undefined,
      ),
  )
  return [...within, ...near]
}

/** Order of precedence of two sources; depends on no other sources. */
function inOrder(a: Source, b: Source): number {
  const fineness = compareFineness(a.lattice, b.lattice) || a.folder - b.folder
  if (fineness !== 0 || areLike(a, b)) return fineness
  const phase = (firstDeg: number, stepDeg: number) =>
    firstDeg / stepDeg - Math.floor(firstDeg / stepDeg + 1e-5)
  const { lattice: one } = a
  const { lattice: other } = b
  return (
    phase(one.northDeg, one.latStepDeg) - phase(other.northDeg, other.latStepDeg) ||
    phase(one.westDeg, one.lonStepDeg) - phase(other.westDeg, other.lonStepDeg)
  )
}

/** Groups sources that share a lattice, beginning with the group of the finest source. */
function groupsOf(sources: readonly Source[]): Group[] {
  let rest = [...sources].sort(inOrder)
  const groups: Group[] = []
  for (let [first] = rest; first !== undefined; [first] = rest) {
    const group: Group = { ...groupAround(first), sources: [] }
    const others: Source[] = []
    for (const source of rest) {
      const lattice = sharedLattice(group, source)
      if (lattice === undefined) {
        others.push(source)
      } else {
        group.lattice = lattice
        group.sources.push(source)
      }
    }
    groups.push(group)
    rest = others
  }
  return groups
}

function groupAround(finest: Source): Group {
  return { lattice: finest.lattice, finest, sources: [finest] }
}

/** Lattice of the group extended by a source; `undefined` if the source must keep a separate lattice. */
function sharedLattice({ lattice, finest }: Group, source: Source): Lattice | undefined {
  if (!isNear(finest.lattice, source.lattice)) return undefined
  if (source.fit === 'any' || finest.fit === 'any') return lattice
  if (source.fit !== finest.fit) return undefined
  if (source.fit === 'near') {
    return FINER_RATIO * source.lattice.lonStepDeg >= finest.lattice.lonStepDeg * (1 - TOLERANCE)
      ? lattice
      : undefined
  }
  const times = postsADegree(lattice) / postsADegree(finest.lattice)
  return commonLattice(lattice, source.lattice, (MAXIMUM_TIMES + TOLERANCE) / times)
}

function isNear(finest: Lattice, { latStepDeg, lonStepDeg }: Lattice): boolean {
  return (
    latStepDeg <= NEAR_RATIO * finest.latStepDeg * (1 + TOLERANCE) &&
    lonStepDeg <= NEAR_RATIO * finest.lonStepDeg * (1 + TOLERANCE)
  )
}

function postsADegree({ latStepDeg, lonStepDeg }: Lattice): number {
  return 1 / (latStepDeg * lonStepDeg)
}

/** True if the posts of both sources are on one lattice. */
function areLike(a: Source, b: Source): boolean {
  return (
    a.fit === b.fit &&
    compareFineness(a.lattice, b.lattice) === 0 &&
    (a.lattice === b.lattice || commonLattice(a.lattice, b.lattice, 1) !== undefined)
  )
}

/** One lattice for all posts of the group within the bounds; projected sources get the finest source's lattice. */
function latticeOf(group: Group, bounds: Bounds): Lattice {
  const within = group.sources.filter((source) => meets(grownExtent(source, 1), bounds))
  if (group.finest.fit !== 'exact') return (finest(within, bounds) ?? group.finest).lattice
  const [first = group.finest] = within
  let { lattice } = first
  for (const source of within)
    lattice = sharedLattice({ ...group, lattice, finest: first }, source) ?? lattice
  return lattice
}

/** Lattice of the finest placement (see `finest`); `undefined` without placements. */
export function finestLattice(placements: readonly Placement[], bounds: Bounds): Lattice | undefined {
  return finest(placements.map(sourceOf), bounds)?.lattice
}

/** Finest source; on a tie the earlier folder, then the source nearest to the middle of the bounds. */
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

/** Ground of the group's tiles, and gaps to adjacent coarser tiles, cut to the bounds. */
function regionsOf({ sources }: Group, coarser: readonly Source[], bounds: Bounds): Bounds[] {
  return sources
    .flatMap((source) => [regionOf(source), ...coarser.flatMap((other) => jointOf(source, other) ?? [])])
    .filter((region) => meets(region, bounds))
    .map((region) => cut(region, bounds))
}

/** Ground of a source without gaps to other sources. */
function regionOf(source: Source): Bounds {
  const { lattice, fit } = source
  const extent = grownExtent(source, 1)
  if (fit !== 'near') return extent
  const lat = SNAPPED_POSTS * lattice.latStepDeg
  const lon = SNAPPED_POSTS * lattice.lonStepDeg
  return {
    southDeg: Math.floor(extent.southDeg / lat) * lat,
    westDeg: Math.floor(extent.westDeg / lon) * lon,
    northDeg: Math.ceil(extent.northDeg / lat) * lat,
    eastDeg: Math.ceil(extent.eastDeg / lon) * lon,
  }
}

/** Ground around a source with the gap to a coarser source; `undefined` if the sources are not adjacent. */
function jointOf(source: Source, coarser: Source): Bounds | undefined {
  const { latStepDeg, lonStepDeg } = source.lattice
  const steps = Math.max(coarser.lattice.latStepDeg / latStepDeg, coarser.lattice.lonStepDeg / lonStepDeg)
  // Gaps beyond the reach are not filled; only the coarser source has ground there.
  const reach = Math.min(Math.ceil(2 * steps - TOLERANCE), MAXIMUM_GAP_POSTS) + 2
  const reached = grownExtent(source, reach)
  const other = grownExtent(coarser, JOINT_POSTS)
  return common(reached, other)
}

function grownExtent({ lattice, extent }: Source, posts: number): Bounds {
  return grown(extent, posts * lattice.latStepDeg, posts * lattice.lonStepDeg)
}
