import type { Projection } from '../crs/projection.ts'
import type { PostGrid, Tile } from '../tile.ts'
import type { Bounds, Lattice, PostRectangle } from '../types.ts'
import { tilesNear } from './tile-index.ts'

/** Distance from a post, in posts, below which a position counts as on the post. */
export const ON_POST = 1e-6
/** Length of a degree of a great circle in metres (6 371 000 m · π / 180). */
export const METRES_PER_DEGREE = 111_195

/** A tile at one of the longitudes, 360 degrees apart, at which the tile can be requested. */
export interface Placement {
  tile: Tile
  /** Lattice of the tile, shifted by a multiple of 360 degrees. */
  lattice: Lattice
  /** Posts in the coordinates of the tile, shifted likewise if these coordinates continue beyond 180 degrees. */
  grid: PostGrid
  /** Degrees to subtract from a longitude before projecting it. */
  lonOffsetDeg: number
}

/** Tiles of one folder on one lattice, read like a single tile; tiles are in order of precedence. */
export interface Mosaic {
  lattice: Lattice
  grid: PostGrid
  /** Projection of the tiles; `undefined` for WGS 84 in degrees. */
  projection: Projection | undefined
  lonOffsetDeg: number
  placements: Placement[]
}

export function gridOf(lattice: Lattice): PostGrid {
  return {
    north: lattice.northDeg,
    west: lattice.westDeg,
    rowStep: lattice.latStepDeg,
    colStep: lattice.lonStepDeg,
  }
}

/** Negative if `a` is finer: compares latitude steps, then longitude steps. */
export function compareFineness(a: Lattice, b: Lattice): number {
  return compareSteps(a.latStepDeg, b.latStepDeg) || compareSteps(a.lonStepDeg, b.lonStepDeg)
}

function compareSteps(a: number, b: number): number {
  return Math.abs(a - b) <= 1e-6 * b ? 0 : a - b
}

export function rowOf(lattice: Lattice, latDeg: number): number {
  return (lattice.northDeg - latDeg) / lattice.latStepDeg
}

export function colOf(lattice: Lattice, lonDeg: number): number {
  return (lonDeg - lattice.westDeg) / lattice.lonStepDeg
}

/**
 * Position of the posts of `placement` on `grid`, in whole posts; `undefined` if the posts are not posts of
 * the grid to within 1e-6 posts at each corner. Both must have the same coordinate system.
 */
export function alignedOffset(grid: PostGrid, { grid: own, tile }: Placement): PostRectangle | undefined {
  const top = (grid.north - own.north) / grid.rowStep
  const left = (own.west - grid.west) / grid.colStep
  const bottom = top + ((tile.rows - 1) * own.rowStep) / grid.rowStep
  const right = left + ((tile.cols - 1) * own.colStep) / grid.colStep
  const firstRow = Math.round(top)
  const firstCol = Math.round(left)
  const isOn =
    Math.abs(top - firstRow) < ON_POST &&
    Math.abs(left - firstCol) < ON_POST &&
    Math.abs(bottom - firstRow - tile.rows + 1) < ON_POST &&
    Math.abs(right - firstCol - tile.cols + 1) < ON_POST &&
    // Steps must be compared too, because the corners of a single row or column do not determine the steps.
    compareSteps(grid.rowStep, own.rowStep) === 0 &&
    compareSteps(grid.colStep, own.colStep) === 0
  return isOn ? { firstRow, firstCol, rows: tile.rows, cols: tile.cols } : undefined
}

/** Outermost posts of a placement, or, for a projected tile, a box around all posts. */
export function extentOf({ lattice, tile, lonOffsetDeg }: Placement): Bounds {
  if (tile.projected !== undefined) return shifted(tile.projected.bounds, lonOffsetDeg)
  return extent(lattice, tile)
}

function extent(lattice: Lattice, { rows, cols }: Tile): Bounds {
  return {
    northDeg: lattice.northDeg,
    westDeg: lattice.westDeg,
    southDeg: lattice.northDeg - (rows - 1) * lattice.latStepDeg,
    eastDeg: lattice.westDeg + (cols - 1) * lattice.lonStepDeg,
  }
}

function shifted(bounds: Bounds, lonOffsetDeg: number): Bounds {
  return { ...bounds, westDeg: bounds.westDeg + lonOffsetDeg, eastDeg: bounds.eastDeg + lonOffsetDeg }
}

/** Outermost posts of a tile as in its file, without a shift. */
export function extentOfTile(tile: Tile): Bounds {
  return tile.projected?.bounds ?? extent(tile.lattice, tile)
}

/**
 * All placements whose posts, grown by `marginPosts` posts, meet the bounds; longitudes wrap. Ordered as in
 * `tiles`, which must not change afterwards.
 */
export function placementsIn(tiles: readonly Tile[], bounds: Bounds, marginPosts: number): Placement[] {
  const found: Placement[] = []
  for (const tile of tilesNear(tiles, bounds, extentOfTile)) {
    const { lattice } = tile
    const marginLat = marginPosts * lattice.latStepDeg
    const marginLon = marginPosts * lattice.lonStepDeg
    const { northDeg, southDeg, westDeg, eastDeg } = extentOfTile(tile)
    if (southDeg - marginLat > bounds.northDeg || northDeg + marginLat < bounds.southDeg) continue
    const firstWrap = Math.ceil((bounds.westDeg - eastDeg - marginLon) / 360)
    const lastWrap = Math.floor((bounds.eastDeg - westDeg + marginLon) / 360)
    for (let wrap = firstWrap; wrap <= lastWrap; wrap++) found.push(placementAt(tile, wrap))
  }
  return found
}

function placementAt(tile: Tile, wrap: number): Placement {
  const lonOffsetDeg = wrap * 360 + 0
  const lattice = { ...tile.lattice, westDeg: tile.lattice.westDeg + lonOffsetDeg }
  if (tile.projected === undefined) return { tile, lattice, grid: gridOf(lattice), lonOffsetDeg }
  const { grid, projection } = tile.projected
  const wrapX = projection.wrapX
  const west = grid.west + wrap * (wrapX ?? 0)
  return { tile, lattice, grid: { ...grid, west }, lonOffsetDeg }
}

/**
 * Groups placements into mosaics in order of precedence: earlier folder, then finer lattice, then order of
 * the placements. Mosaics on the lattice `own` get exactly that lattice.
 */
export function mosaicsOf(placements: Placement[], own?: Lattice): Mosaic[] {
  const mosaics: (Mosaic & { folder: number; key: string })[] = []
  for (const placement of placements) {
    const { file, projected } = placement.tile
    const { folder } = file
    const projection = projected?.projection
    // Grids whose coordinates continue beyond 180 degrees are already shifted and need no offset.
    const lonOffsetDeg =
      projection === undefined || projection.wrapX !== undefined ? 0 : placement.lonOffsetDeg
    const key = `${folder}/${lonOffsetDeg}/${projection?.definition ?? ''}`
    const mosaic = mosaics.find((m) => m.key === key && alignedOffset(m.grid, placement) !== undefined)
    if (mosaic !== undefined) {
      mosaic.placements.push(placement)
      continue
    }
    const isOwn =
      own !== undefined && projection === undefined && alignedOffset(gridOf(own), placement) !== undefined
    const lattice = isOwn ? own : placement.lattice
    const grid = isOwn ? gridOf(own) : placement.grid
    mosaics.push({ key, folder, lattice, grid, projection, lonOffsetDeg, placements: [placement] })
  }
  return mosaics.sort((a, b) => a.folder - b.folder || compareFineness(a.lattice, b.lattice))
}

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

/** Posts around bounds, so that each point in them is between four posts, plus `marginPosts` per side. */
export function rectangleAround(lattice: Lattice, bounds: Bounds, marginPosts: number): PostRectangle {
  const firstRow = Math.floor(rowOf(lattice, bounds.northDeg)) - marginPosts
  const firstCol = Math.floor(colOf(lattice, bounds.westDeg)) - marginPosts
  return {
    firstRow,
    firstCol,
    rows: Math.ceil(rowOf(lattice, bounds.southDeg)) + marginPosts - firstRow + 1,
    cols: Math.ceil(colOf(lattice, bounds.eastDeg)) + marginPosts - firstCol + 1,
  }
}
