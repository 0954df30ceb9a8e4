import type { TileReader } from './catalog.ts'
import type { ChunkCache } from './chunk-cache.ts'
import {
  alignedOffset,
  boundsOf,
  colOf,
  compareFineness,
  type Family,
  familiesOf,
  hullOf,
  intersect,
  METRES_PER_DEGREE,
  ON_POST,
  placementsIn,
  rowOf,
} from './lattice.ts'
import { joinSeams, widestSeam } from './seams.ts'
import { sha256OfTile } from './source-hash.ts'
import { chunkRectangle, OPERATOR_ATTRIBUTION, type Posts, sourceNameOf, type Tile } from './tile.ts'
import type { Lattice, PostRectangle, SourceUsed, TerrainArea, TileUsed } from './types.ts'
import { axisOf, type CopyPlan, copyPosts, hasUnknown, resampleInto, type Window } from './window.ts'

/** Posts of another lattice that are held at a time while they are resampled. */
const RESAMPLE_POSTS = 4 * 1024 * 1024

interface ChunkCopy extends CopyPlan {
  tile: Tile
  chunkRow: number
  chunkCol: number
  chunkCols: number
}

/** The tiles that a job reads, as they were when it was opened, and the lattice it reads them on. */
export class FileTerrainArea implements TerrainArea {
  readonly lattice: Lattice
  readonly postSpacingM: number
  readonly #tiles: readonly Tile[]
  readonly #reader: TileReader
  readonly #cache: ChunkCache
  readonly #used = new Map<Tile, TileUsed>()
  readonly #sources = new Map<string, SourceUsed>()

  /** `tiles`: all that are known. Those finer than `lattice` can't meet the area's bounds and are not read. */
  constructor(lattice: Lattice, tiles: readonly Tile[], reader: TileReader, cache: ChunkCache) {
    this.lattice = lattice
    this.postSpacingM = lattice.latStepDeg * METRES_PER_DEGREE
    this.#tiles = tiles.filter((tile) => compareFineness(tile.lattice, lattice) >= 0)
    this.#reader = reader
    this.#cache = cache
  }

  async read(rectangle: PostRectangle, signal?: AbortSignal): Promise<Float32Array> {
    const families = this.#familiesIn(rectangle)
    const window = emptyWindow(rectangle)
    const unknown = await this.#fill(window, rectangle, families, signal)
    const seamPosts = widestSeam(coarsestStep(this.lattice, families))
    if (unknown === 0 || seamPosts < 1) return window.heightsM
    // What joins a seam may lie beyond the rectangle; with this margin every rectangle gets the same answer.
    const margin = 2 * seamPosts + 1
    const grown: PostRectangle = {
      firstRow: rectangle.firstRow - margin,
      firstCol: rectangle.firstCol - margin,
      rows: rectangle.rows + 2 * margin,
      cols: rectangle.cols + 2 * margin,
    }
    const grownFamilies = this.#familiesIn(grown)
    const wider = emptyWindow(grown)
    await this.#fill(wider, grown, grownFamilies, signal)
    const hulls = grownFamilies
      .flatMap(({ placements }) => placements.map(hullOf))
      .map((hull) => ({
        top: rowOf(this.lattice, hull.northDeg) - grown.firstRow,
        bottom: rowOf(this.lattice, hull.southDeg) - grown.firstRow,
        left: colOf(this.lattice, hull.westDeg) - grown.firstCol,
        right: colOf(this.lattice, hull.eastDeg) - grown.firstCol,
      }))
    joinSeams(wider, hulls, seamPosts)
    for (let row = 0; row < rectangle.rows; row++) {
      const start = (row + margin) * grown.cols + margin
      window.heightsM.set(wider.heightsM.subarray(start, start + rectangle.cols), row * rectangle.cols)
    }
    return window.heightsM
  }

  used(): { tiles: TileUsed[]; sources: SourceUsed[] } {
    const tiles = [...this.#used.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    return { tiles, sources: [...this.#sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) }
  }

  #familiesIn(rectangle: PostRectangle): Family[] {
    // One post more, so that posts between two tiles of another lattice find both.
    return familiesOf(placementsIn(this.#tiles, boundsOf(this.lattice, rectangle), 1), this.lattice)
  }

  /** Fills the window from the families in their order; returns how many posts stay unknown. */
  async #fill(window: Window, at: PostRectangle, families: Family[], signal?: AbortSignal): Promise<number> {
    let unknown = window.rows * window.cols
    for (const family of families) {
      if (unknown === 0) break
      const gave = new Set<Tile>()
      unknown -=
        family.lattice === this.lattice
          ? await this.#copyFamily(window, at, family, gave, signal)
          : await this.#resampleFamily(window, at, family, gave, signal)
      for (const tile of gave) await this.#markUsed(tile)
    }
    signal?.throwIfAborted()
    return unknown
  }

  async #markUsed(tile: Tile): Promise<void> {
    if (this.#used.has(tile)) return
    const { name, attribution = OPERATOR_ATTRIBUTION } = tile.file
    const source = sourceNameOf(tile)
    this.#used.set(tile, { name, source, sha256: await sha256OfTile(tile) })
    this.#sources.set(source, { name: source, attribution })
  }

  /** Copies the family's posts into a window on the family's own lattice. */
  async #copyFamily(
    window: Window,
    at: PostRectangle,
    family: Family,
    gave: Set<Tile>,
    signal?: AbortSignal,
  ): Promise<number> {
    const copies = planCopies(family, at)
    let filled = 0
    for (const [i, copy] of copies.entries()) {
      signal?.throwIfAborted()
      if (!hasUnknown(window, copy)) continue
      // The next chunk is decoded in the thread pool while this one is copied.
      const following = copies[i + 1]
      if (following !== undefined && hasUnknown(window, following)) this.#load(following).catch(() => {})
      const posts = await this.#reader.attempt(copy.tile, () => this.#loadHashed(copy))
      if (posts === undefined) continue
      const count = copyPosts(window, posts, copy.chunkCols, copy)
      if (count > 0) gave.add(copy.tile)
      filled += count
    }
    return filled
  }

  /** With the hash, so that what is used is also accounted for: a file that vanishes in between gives nothing. */
  async #loadHashed(copy: ChunkCopy): Promise<Posts> {
    const [posts] = await Promise.all([this.#load(copy), sha256OfTile(copy.tile)])
    return posts
  }

  #load(copy: ChunkCopy): Promise<Posts> {
    return this.#cache.load(copy.tile, copy.chunkRow, copy.chunkCol)
  }

  async #resampleFamily(
    window: Window,
    at: PostRectangle,
    family: Family,
    gave: Set<Tile>,
    signal?: AbortSignal,
  ): Promise<number> {
    const part = rectangleUnder(this.lattice, at, family)
    if (part === undefined) return 0
    const { lattice } = this
    const own = family.lattice
    const lonOf = (col: number) => lattice.westDeg + (part.firstCol + col) * lattice.lonStepDeg
    const colAxis = axisOf(part.cols, (col) => colOf(own, lonOf(col)), ON_POST)
    const firstCol = colAxis.at[0]
    const sourceCols = colAxis.next[part.cols - 1] - firstCol + 1
    for (let col = 0; col < part.cols; col++) {
      colAxis.at[col] -= firstCol
      colAxis.next[col] -= firstCol
    }
    const ratio = lattice.latStepDeg / own.latStepDeg
    const stripRows = Math.max(1, Math.floor((RESAMPLE_POSTS / sourceCols - 2) / ratio))
    let filled = 0
    for (let strip = 0; strip < part.rows; strip += stripRows) {
      const rows = Math.min(stripRows, part.rows - strip)
      const latOf = (row: number) => lattice.northDeg - (part.firstRow + strip + row) * lattice.latStepDeg
      const rowAxis = axisOf(rows, (row) => rowOf(own, latOf(row)), ON_POST)
      const firstRow = rowAxis.at[0]
      const from = { firstRow, firstCol, rows: rowAxis.next[rows - 1] - firstRow + 1, cols: sourceCols }
      for (let row = 0; row < rows; row++) {
        rowAxis.at[row] -= firstRow
        rowAxis.next[row] -= firstRow
      }
      const toRow = part.firstRow + strip - at.firstRow
      const toCol = part.firstCol - at.firstCol
      if (!hasUnknown(window, { toRow, toCol, rows, cols: part.cols, fromRow: 0, fromCol: 0 })) continue
      const source = emptyWindow(from)
      const gaveHere = new Set<Tile>()
      await this.#copyFamily(source, from, family, gaveHere, signal)
      const count = resampleInto(window, toRow, toCol, source, rowAxis, colAxis)
      if (count > 0) for (const tile of gaveHere) gave.add(tile)
      filled += count
    }
    return filled
  }
}

function emptyWindow({ rows, cols }: PostRectangle): Window {
  return { heightsM: new Float32Array(rows * cols).fill(Number.NaN), rows, cols }
}

/** Which chunks of a family lie under a rectangle of its lattice, best first. */
function planCopies(family: Family, at: PostRectangle): ChunkCopy[] {
  const copies: ChunkCopy[] = []
  for (const placement of family.placements) {
    const { tile } = placement
    const offset = alignedOffset(family.lattice, placement)
    const part = offset && intersect(offset, at)
    if (offset === undefined || part === undefined) continue
    const top = part.firstRow - offset.firstRow
    const left = part.firstCol - offset.firstCol
    for (
      let chunkRow = Math.floor(top / tile.chunkRows);
      chunkRow * tile.chunkRows < top + part.rows;
      chunkRow++
    ) {
      let chunkCol = Math.floor(left / tile.chunkCols)
      for (; chunkCol * tile.chunkCols < left + part.cols; chunkCol++) {
        const chunk = chunkRectangle(tile, chunkRow, chunkCol)
        const common = intersect(chunk, { firstRow: top, firstCol: left, rows: part.rows, cols: part.cols })
        if (common === undefined) continue
        copies.push({
          tile,
          chunkRow,
          chunkCol,
          chunkCols: chunk.cols,
          rows: common.rows,
          cols: common.cols,
          fromRow: common.firstRow - chunk.firstRow,
          fromCol: common.firstCol - chunk.firstCol,
          toRow: offset.firstRow + common.firstRow - at.firstRow,
          toCol: offset.firstCol + common.firstCol - at.firstCol,
        })
      }
    }
  }
  return copies
}

/** Posts of the rectangle that lie within the outermost posts of a family's tiles. */
function rectangleUnder(lattice: Lattice, at: PostRectangle, family: Family): PostRectangle | undefined {
  const hulls = family.placements.map(hullOf)
  const top = Math.ceil(rowOf(lattice, Math.max(...hulls.map((hull) => hull.northDeg))) - ON_POST)
  const bottom = Math.floor(rowOf(lattice, Math.min(...hulls.map((hull) => hull.southDeg))) + ON_POST)
  const left = Math.ceil(colOf(lattice, Math.min(...hulls.map((hull) => hull.westDeg))) - ON_POST)
  const right = Math.floor(colOf(lattice, Math.max(...hulls.map((hull) => hull.eastDeg))) + ON_POST)
  return intersect(at, { firstRow: top, firstCol: left, rows: bottom - top + 1, cols: right - left + 1 })
}

/** The coarsest spacing among the families, in posts of the lattice. */
function coarsestStep(lattice: Lattice, families: Family[]): number {
  return Math.max(
    1,
    ...families.map(({ lattice: own }) =>
      Math.max(own.latStepDeg / lattice.latStepDeg, own.lonStepDeg / lattice.lonStepDeg),
    ),
  )
}
