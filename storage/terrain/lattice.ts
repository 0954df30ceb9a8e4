import type { Tile } from './tile.ts'
import type { Bounds, Lattice, PostRectangle } from './types.ts'

/** Positions closer than this to a post, in posts, are on it. */
export const ON_POST = 1e-6
/** Length of a degree of a great circle, metres (6 371 000 m · π / 180). */
export const METRES_PER_DEGREE = 111_195

/** A tile at one of the longitudes, 360 degrees apart, at which it can be asked for. */
export interface Placement {
  tile: Tile
  /** The tile's lattice, shifted by whole turns. */
  lattice: Lattice
}

/** Tiles of one folder on one lattice, which together are read as if they were one. Best tile first. */
export interface Family {
  lattice: Lattice
  placements: Placement[]
}

/** The smallest latitude step wins, then the smallest longitude step. Negative when `a` is finer. */
export function compareFineness(a: Lattice, b: Lattice): number {
  return compareSteps(a.latStepDeg, b.latStepDeg) || compareSteps(a.lonStepDeg, b.lonStepDeg)
}

function compareSteps(a: number, b: number): number {
  return Math.abs(a - b) <= 1e-6 * b ? 0 : a - b
}

/** Fractional row of a latitude. */
export function rowOf(lattice: Lattice, latDeg: number): number {
  return (lattice.northDeg - latDeg) / lattice.latStepDeg
}

/** Fractional column of a longitude. */
export function colOf(lattice: Lattice, lonDeg: number): number {
  return (lonDeg - lattice.westDeg) / lattice.lonStepDeg
}

/**
 * Where the north-western post of `placement` stands on `lattice`, in whole posts, or `undefined` when its posts are
 * not posts of that lattice: to within 1e-6 posts at every corner.
 */
export function alignedOffset(
  lattice: Lattice,
  { lattice: own, tile }: Placement,
): PostRectangle | undefined {
  const top = rowOf(lattice, own.northDeg)
  const left = colOf(lattice, own.westDeg)
  const bottom = rowOf(lattice, own.northDeg - (tile.rows - 1) * own.latStepDeg)
  const right = colOf(lattice, own.westDeg + (tile.cols - 1) * own.lonStepDeg)
  const firstRow = Math.round(top)
  const firstCol = Math.round(left)
  const isOn =
    Math.abs(top - firstRow) < ON_POST &&
    Math.abs(left - firstCol) < ON_POST &&
    Math.abs(bottom - firstRow - tile.rows + 1) < ON_POST &&
    Math.abs(right - firstCol - tile.cols + 1) < ON_POST &&
    // A single row or column has no step to compare by its corners.
    compareFineness(lattice, own) === 0
  return isOn ? { firstRow, firstCol, rows: tile.rows, cols: tile.cols } : undefined
}

/** Outermost posts of a placement. */
export function hullOf({ lattice, tile }: Placement): Bounds {
  return {
    northDeg: lattice.northDeg,
    westDeg: lattice.westDeg,
    southDeg: lattice.northDeg - (tile.rows - 1) * lattice.latStepDeg,
    eastDeg: lattice.westDeg + (tile.cols - 1) * lattice.lonStepDeg,
  }
}

/**
 * Every placement whose posts, grown by `marginPosts` of its own posts, meet the bounds; longitudes wrap. Order as in
 * `tiles`.
 */
export function placementsIn(tiles: readonly Tile[], bounds: Bounds, marginPosts: number): Placement[] {
  const found: Placement[] = []
  for (const tile of tiles) {
    const { lattice } = tile
    const marginLat = marginPosts * lattice.latStepDeg
    const marginLon = marginPosts * lattice.lonStepDeg
    const southDeg = lattice.northDeg - (tile.rows - 1) * lattice.latStepDeg
    if (southDeg - marginLat > bounds.northDeg || lattice.northDeg + marginLat < bounds.southDeg) continue
    const widthDeg = (tile.cols - 1) * lattice.lonStepDeg
    const firstTurn = Math.ceil((bounds.westDeg - lattice.westDeg - widthDeg - marginLon) / 360)
    const lastTurn = Math.floor((bounds.eastDeg - lattice.westDeg + marginLon) / 360)
    for (let turn = firstTurn; turn <= lastTurn; turn++) {
      found.push({ tile, lattice: { ...lattice, westDeg: lattice.westDeg + turn * 360 } })
    }
  }
  return found
}

/**
 * Groups placements into families in the order in which they are believed: earlier folder, then finer, then the
 * order of the placements. Placements on the lattice `own` get exactly that lattice.
 */
export function familiesOf(placements: Placement[], own?: Lattice): Family[] {
  const families: (Family & { folder: number })[] = []
  for (const placement of placements) {
    const { folder } = placement.tile.file
    const family = families.find(
      (f) => f.folder === folder && alignedOffset(f.lattice, placement) !== undefined,
    )
    if (family !== undefined) {
      family.placements.push(placement)
      continue
    }
    const isOwn = own !== undefined && alignedOffset(own, placement) !== undefined
    families.push({ folder, lattice: isOwn ? own : placement.lattice, placements: [placement] })
  }
  return families.sort((a, b) => a.folder - b.folder || compareFineness(a.lattice, b.lattice))
}

/** Common part of two rectangles, `undefined` if none. */
export function intersect(a: PostRectangle, b: PostRectangle): PostRectangle | undefined {
  const firstRow = Math.max(a.firstRow, b.firstRow)
  const firstCol = Math.max(a.firstCol, b.firstCol)
  const rows = Math.min(a.firstRow + a.rows, b.firstRow + b.rows) - firstRow
  const cols = Math.min(a.firstCol + a.cols, b.firstCol + b.cols) - firstCol
  return rows > 0 && cols > 0 ? { firstRow, firstCol, rows, cols } : undefined
}

export function boundsOf(lattice: Lattice, rectangle: PostRectangle): Bounds {
  const northDeg = lattice.northDeg - rectangle.firstRow * lattice.latStepDeg
  const westDeg = lattice.westDeg + rectangle.firstCol * lattice.lonStepDeg
  return {
    northDeg,
    westDeg,
    southDeg: northDeg - (rectangle.rows - 1) * lattice.latStepDeg,
    eastDeg: westDeg + (rectangle.cols - 1) * lattice.lonStepDeg,
  }
}
