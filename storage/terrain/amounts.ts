/** Reads rasters of amounts such as inhabitants: each pixel is a place at the pixel center; see `AmountFiles`. */

import type { TileSource } from './open-parts.ts'
import { cut, grown } from './plan/bounds.ts'
import { chunkRectangle, chunksUnder, type Posts, type Tile, TileError } from './tile.ts'
import { extentOf, extentOfTile, intersect, placementsIn, rectangleAround } from './tiles/lattice.ts'
import { type ProjectedGrid, positionOn, positionsOn } from './tiles/reproject.ts'
import type { Amounts, Bounds, PostRectangle } from './types.ts'

/** Maximum number of places per callback, and of pixels examined at a time. */
const AT_ONCE = 2 ** 17
/** Maximum side, in posts of a projected tile, of a box whose corners suffice to find the posts inside. */
const NARROW_POSTS = 512
/** Maximum number of divisions of a box into quarters, reached only at the edge of the projection's domain. */
const MAXIMUM_DEPTH = 12
/** Maximum number of divisions into quarters for a box outside of the projection's domain. */
const MAXIMUM_EMPTY_DEPTH = 4

export async function readAmountsOf(
  source: TileSource,
  bounds: Bounds,
  take: (amounts: Amounts) => Promise<void>,
): Promise<void> {
  const near = placementsIn(await source.tilesFor(bounds), bounds, 1)
  // Each tile is read once, although a tile may meet the bounds at two longitudes 360 degrees apart.
  const tiles = [...new Set(near.map(({ tile }) => tile))]
  const batch = new Batch(take)
  for (const [index, tile] of tiles.entries()) {
    const before = tiles.slice(0, index)
    for (const { chunkRow, chunkCol, chunk, rectangle } of chunksOver(tile, bounds)) {
      const posts = await loaded(source, tile, chunkRow, chunkCol)
      const rows = Math.max(1, Math.floor(AT_ONCE / rectangle.cols))
      const end = rectangle.firstRow + rectangle.rows
      for (let firstRow = rectangle.firstRow; firstRow < end; firstRow += rows) {
        const strip = { ...rectangle, firstRow, rows: Math.min(rows, end - firstRow) }
        const found = amountsIn(tile, { posts, chunk, strip }, bounds)
        await batch.add(await withoutHeld(source, found, before))
      }
    }
  }
  await batch.end()
}

async function loaded(
  { reader, cache }: TileSource,
  tile: Tile,
  chunkRow: number,
  chunkCol: number,
): Promise<Posts> {
  const posts = await reader.attempt(tile, () => cache.load(tile, chunkRow, chunkCol))
  // An error is thrown, because otherwise the sum would silently be too small.
  if (posts === undefined) throw new TileError(tile.file, 'its amounts cannot be read')
  return posts
}

class Batch {
  readonly #take: (amounts: Amounts) => Promise<void>
  #waiting: Amounts[] = []
  #count = 0

  constructor(take: (amounts: Amounts) => Promise<void>) {
    this.#take = take
  }

  async add(found: Amounts): Promise<void> {
    const { length } = found.amounts
    if (this.#count + length > AT_ONCE) await this.end()
    if (length === 0) return
    this.#waiting.push(found)
    this.#count += length
  }

  async end(): Promise<void> {
    if (this.#count === 0) return
    const joined = blank(this.#count)
    let at = 0
    for (const { latDeg, lonDeg, amounts } of this.#waiting) {
      joined.latDeg.set(latDeg, at)
      joined.lonDeg.set(lonDeg, at)
      joined.amounts.set(amounts, at)
      at += amounts.length
    }
    this.#waiting = []
    this.#count = 0
    await this.#take(joined)
  }
}

function blank(count: number): Amounts {
  return {
    latDeg: new Float64Array(count),
    lonDeg: new Float64Array(count),
    amounts: new Float64Array(count),
  }
}

function firstOf({ latDeg, lonDeg, amounts }: Amounts, count: number): Amounts {
  return {
    latDeg: latDeg.subarray(0, count),
    lonDeg: lonDeg.subarray(0, count),
    amounts: amounts.subarray(0, count),
  }
}

interface ChunkPart {
  chunkRow: number
  chunkCol: number
  chunk: PostRectangle
  /** Rows and columns of the tile inside the chunk. */
  rectangle: PostRectangle
}

/** Chunks of a tile with pixels within the bounds; each chunk is listed once, with a rectangle around the pixels. */
function chunksOver(tile: Tile, bounds: Bounds): ChunkPart[] {
  const parts = new Map<string, ChunkPart>()
  // Columns beyond 360 degrees repeat the first columns and are left out.
  const cols = tile.projected
    ? tile.cols
    : Math.min(tile.cols, Math.floor(360 / tile.lattice.lonStepDeg + 1e-6))
  const whole = { firstRow: 0, firstCol: 0, rows: tile.rows, cols }
  const add = (around: PostRectangle) => {
    const inside = intersect(around, whole)
    if (inside === undefined) return
    for (const { row: chunkRow, col: chunkCol, chunk } of chunksUnder(tile, inside)) {
      const common = intersect(inside, chunk)
      if (common === undefined) continue
      const key = `${chunkRow}/${chunkCol}`
      const before = parts.get(key)
      const rectangle = before ? unitedWith(before.rectangle, common) : common
      parts.set(key, { chunkRow, chunkCol, chunk, rectangle })
    }
  }
  for (const placement of placementsIn([tile], bounds, 1)) {
    const { lattice, lonOffsetDeg } = placement
    const box = cut(grown(extentOf(placement), lattice.latStepDeg, lattice.lonStepDeg), bounds)
    if (tile.projected === undefined) add(rectangleAround(lattice, box, 0))
    else addProjected({ ...tile.projected, lonOffsetDeg }, box, add)
  }
  return [...parts.values()]
}

function unitedWith(one: PostRectangle, other: PostRectangle): PostRectangle {
  const firstRow = Math.min(one.firstRow, other.firstRow)
  const firstCol = Math.min(one.firstCol, other.firstCol)
  return {
    firstRow,
    firstCol,
    rows: Math.max(one.firstRow + one.rows, other.firstRow + other.rows) - firstRow,
    cols: Math.max(one.firstCol + one.cols, other.firstCol + other.cols) - firstCol,
  }
}

/** Adds rectangles on a projected grid that cover all posts within a box. */
function addProjected(
  target: ProjectedGrid,
  box: Bounds,
  add: (around: PostRectangle) => void,
  depth = 0,
): void {
  const middleLat = (box.southDeg + box.northDeg) / 2
  const middleLon = (box.westDeg + box.eastDeg) / 2
  const positions = [box.northDeg, middleLat, box.southDeg]
    .flatMap((latDeg) =>
      [box.westDeg, middleLon, box.eastDeg].map((lonDeg) => positionOn(target, latDeg, lonDeg)),
    )
    .filter(([row, col]) => Number.isFinite(row) && Number.isFinite(col))
  if (positions.length === 0 && depth >= MAXIMUM_EMPTY_DEPTH) return
  const [rows, cols] = [0, 1].map((axis) => positions.map((position) => position[axis]))
  const side = Math.max(Math.max(...rows) - Math.min(...rows), Math.max(...cols) - Math.min(...cols))
  const isNarrow = side <= NARROW_POSTS
  if (depth < MAXIMUM_DEPTH && !(isNarrow && positions.length === 9)) {
    for (const [southDeg, northDeg] of [
      [box.southDeg, middleLat],
      [middleLat, box.northDeg],
    ]) {
      addProjected(target, { southDeg, northDeg, westDeg: box.westDeg, eastDeg: middleLon }, add, depth + 1)
      addProjected(target, { southDeg, northDeg, westDeg: middleLon, eastDeg: box.eastDeg }, add, depth + 1)
    }
  } else if (isNarrow) add(rectangleOver(rows, cols, side / 2 + 2))
  // The box crosses the edge of the projection's domain.
  else for (const [row, col] of positions) add(rectangleOver([row], [col], NARROW_POSTS))
}

function rectangleOver(rows: readonly number[], cols: readonly number[], margin: number): PostRectangle {
  const firstRow = Math.floor(Math.min(...rows) - margin)
  const firstCol = Math.floor(Math.min(...cols) - margin)
  return {
    firstRow,
    firstCol,
    rows: Math.ceil(Math.max(...rows) + margin) - firstRow + 1,
    cols: Math.ceil(Math.max(...cols) + margin) - firstCol + 1,
  }
}

interface Strip {
  posts: Posts
  chunk: PostRectangle
  /** Part of the chunk to be examined. */
  strip: PostRectangle
}

/** Pixels of a strip with an amount above 0 and the center within the bounds; longitudes are at least `westDeg`. */
function amountsIn(tile: Tile, { posts, chunk, strip }: Strip, bounds: Bounds): Amounts {
  const found = blank(strip.rows * strip.cols)
  const placeOf = placesOf(tile, strip)
  let count = 0
  for (let row = 0, pixel = 0; row < strip.rows; row++) {
    let at = (strip.firstRow + row - chunk.firstRow) * chunk.cols + strip.firstCol - chunk.firstCol
    for (let col = 0; col < strip.cols; col++, at++, pixel++) {
      const amount = posts[at]
      if (!(amount > 0)) continue
      const latDeg = placeOf.latDeg(row, pixel)
      const lonDeg = turned(placeOf.lonDeg(col, pixel), bounds.westDeg)
      if (!(latDeg >= bounds.southDeg && latDeg <= bounds.northDeg && lonDeg <= bounds.eastDeg)) continue
      found.latDeg[count] = latDeg
      found.lonDeg[count] = lonDeg
      found.amounts[count] = amount
      count++
    }
  }
  return firstOf(found, count)
}

/** Longitude shifted by multiples of 360 degrees to at least `westDeg` and less than `westDeg` + 360. */
function turned(lonDeg: number, westDeg: number): number {
  return lonDeg - 360 * Math.floor((lonDeg - westDeg) / 360)
}

interface PlacesOf {
  latDeg(row: number, pixel: number): number
  lonDeg(col: number, pixel: number): number
}

/** Positions of the pixels of a strip. Tolerated error for projected tiles: a thousandth of a pixel. */
function placesOf({ lattice, projected }: Tile, strip: PostRectangle): PlacesOf {
  const { latStepDeg, lonStepDeg } = lattice
  if (projected === undefined) {
    return {
      latDeg: (row) => lattice.northDeg - (strip.firstRow + row) * latStepDeg,
      lonDeg: (col) => lattice.westDeg + (strip.firstCol + col) * lonStepDeg,
    }
  }
  const { grid, projection } = projected
  // The inverse projection is used like a projection: from the tile's coordinates to a grid in degrees.
  const backwards: ProjectedGrid = {
    projection: { ...projection, forward: (x, y, out) => projection.inverse(x, y, out) },
    grid: { north: 0, west: 0, rowStep: latStepDeg, colStep: lonStepDeg },
    lonOffsetDeg: 0,
  }
  const own = {
    northDeg: grid.north,
    westDeg: grid.west,
    latStepDeg: grid.rowStep,
    lonStepDeg: grid.colStep,
  }
  const { rows, cols } = positionsOn(backwards, own, strip)
  return { latDeg: (_, pixel) => -rows[pixel] * latStepDeg, lonDeg: (_, pixel) => cols[pixel] * lonStepDeg }
}

/** Drops amounts whose pixel center is in a known pixel of the given tiles. */
async function withoutHeld(source: TileSource, found: Amounts, tiles: readonly Tile[]): Promise<Amounts> {
  if (tiles.length === 0 || found.amounts.length === 0) return found
  const { latDeg, lonDeg, amounts } = found
  const box = boundsOf(found)
  const isHeld = new Uint8Array(amounts.length)
  for (const tile of new Set(placementsIn(tiles, box, 1).map((placement) => placement.tile))) {
    const indices = new Float64Array(amounts.length).fill(-1)
    const chunks = new Set<number>()
    const across = Math.ceil(tile.cols / tile.chunkCols)
    const chunkOf = (row: number, col: number) =>
      Math.floor(row / tile.chunkRows) * across + Math.floor(col / tile.chunkCols)
    for (let at = 0; at < amounts.length; at++) {
      const [row, col] = pixelAt(tile, latDeg[at], lonDeg[at])
      if (!(row >= 0 && row < tile.rows && col >= 0 && col < tile.cols)) continue
      indices[at] = row * tile.cols + col
      chunks.add(chunkOf(row, col))
    }
    for (const chunk of chunks) {
      const [chunkRow, chunkCol] = [Math.floor(chunk / across), chunk % across]
      const posts = await loaded(source, tile, chunkRow, chunkCol)
      const { firstRow, firstCol, cols } = chunkRectangle(tile, chunkRow, chunkCol)
      for (let at = 0; at < amounts.length; at++) {
        if (indices[at] < 0) continue
        const [row, col] = [Math.floor(indices[at] / tile.cols), indices[at] % tile.cols]
        if (chunkOf(row, col) === chunk && posts[(row - firstRow) * cols + col - firstCol] >= 0)
          isHeld[at] = 1
      }
    }
  }
  let count = 0
  for (let at = 0; at < amounts.length; at++) {
    if (isHeld[at] === 1) continue
    latDeg[count] = latDeg[at]
    lonDeg[count] = lonDeg[at]
    amounts[count] = amounts[at]
    count++
  }
  return firstOf(found, count)
}

function boundsOf({ latDeg, lonDeg }: Amounts): Bounds {
  const bounds = {
    southDeg: 90,
    northDeg: -90,
    westDeg: Number.POSITIVE_INFINITY,
    eastDeg: Number.NEGATIVE_INFINITY,
  }
  for (let at = 0; at < latDeg.length; at++) {
    bounds.southDeg = Math.min(bounds.southDeg, latDeg[at])
    bounds.northDeg = Math.max(bounds.northDeg, latDeg[at])
    bounds.westDeg = Math.min(bounds.westDeg, lonDeg[at])
    bounds.eastDeg = Math.max(bounds.eastDeg, lonDeg[at])
  }
  return bounds
}

/** Row and column of the tile's pixel at a place; outside of the tile the indices are out of range. */
function pixelAt(tile: Tile, latDeg: number, lonDeg: number): [number, number] {
  const { lattice, projected } = tile
  const westDeg = extentOfTile(tile).westDeg - lattice.lonStepDeg / 2
  if (projected) {
    const [row, col] = positionOn({ ...projected, lonOffsetDeg: 0 }, latDeg, turned(lonDeg, westDeg))
    return [Math.round(row), Math.round(col)]
  }
  const { northDeg, latStepDeg, lonStepDeg } = lattice
  return [
    Math.round((northDeg - latDeg) / latStepDeg),
    Math.round((turned(lonDeg, westDeg) - lattice.westDeg) / lonStepDeg),
  ]
}
