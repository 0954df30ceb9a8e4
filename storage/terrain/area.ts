import {
  fillBoundaryGaps,
  fillGapsBetweenSources,
  maximumGapPosts,
  maximumProjectedGapPosts,
} from './boundaries.ts'
import type { ChunkCache } from './files/chunk-cache.ts'
import { describePages } from './files/page-log.ts'
import { sha256OfFile } from './files/source-hash.ts'
import type { TileReader } from './formats/catalog.ts'
import { MosaicReader, type Sampling } from './mosaic-reader.ts'
import { OPERATOR_ATTRIBUTION, type PageLog, sourceNameOf, type Tile, type TileFile } from './tile.ts'
import {
  boundsOf,
  colOf,
  compareFineness,
  extentOf,
  METRES_PER_DEGREE,
  type Mosaic,
  mosaicsOf,
  placementsIn,
  rowOf,
} from './tiles/lattice.ts'
import { fillSea, type SeaList, seaExtents } from './tiles/sea.ts'
import { blankWindow, settle, type Window } from './tiles/window.ts'
import type { Lattice, PostRectangle, SourceUsed, TerrainArea, TileUsed } from './types.ts'

/** Elevation area of a job: the tiles as found when the job opened the area, and the lattice of posts to read. */
export class FileTerrainArea implements TerrainArea {
  readonly lattice: Lattice
  readonly postSpacingM: number
  readonly #tiles: readonly Tile[]
  readonly #seas: readonly SeaList[]
  readonly #reader: MosaicReader
  readonly #sampling: Sampling
  readonly #pages: Map<TileFile, PageLog>
  readonly #used = new Map<TileFile, TileUsed>()
  readonly #sources = new Map<string, SourceUsed>()

  /**
   * `tiles`: all known tiles. Tiles finer than `lattice` do not meet the area's bounds and are not read, unless the
   * nearest post is sampled. `pages`: pages read of files that are read in parts, shared by all areas of a job.
   */
  constructor(
    lattice: Lattice,
    tiles: readonly Tile[],
    reader: TileReader,
    cache: ChunkCache,
    pages = new Map<TileFile, PageLog>(),
    sampling: Sampling = 'bilinear',
  ) {
    this.lattice = lattice
    this.postSpacingM = lattice.latStepDeg * METRES_PER_DEGREE
    this.#tiles = tiles
    this.#seas = reader.seas()
    this.#pages = pages
    this.#sampling = sampling
    this.#reader = new MosaicReader(reader, cache, pages, sampling)
  }

  async read(rectangle: PostRectangle, signal?: AbortSignal, into?: Float32Array): Promise<Float32Array> {
    const mosaics = this.#mosaicsIn(rectangle)
    const window = blankWindow(rectangle, into)
    const unknown = await this.#fill(window, rectangle, mosaics, undefined, signal)
    if (this.#sampling === 'nearest') return window.heightsM
    const coarsest = coarsestStep(this.lattice, mosaics)
    const gapPosts = maximumGapPosts(coarsest)
    const projectedGapPosts = mosaics.some(({ projection }) => projection)
      ? maximumProjectedGapPosts(coarsest)
      : 0
    if (unknown === 0 || Math.max(gapPosts, projectedGapPosts) < 1) return window.heightsM
    // Posts on both sides of a gap may be outside of the rectangle; with the margin, heights do not depend on the
    // rectangle.
    const margin = 2 * (gapPosts + projectedGapPosts) + 1
    const grown: PostRectangle = {
      firstRow: rectangle.firstRow - margin,
      firstCol: rectangle.firstCol - margin,
      rows: rectangle.rows + 2 * margin,
      cols: rectangle.cols + 2 * margin,
    }
    const grownMosaics = this.#mosaicsIn(grown)
    const wider = blankWindow(grown)
    const origins = projectedGapPosts > 0 ? new Uint16Array(grown.rows * grown.cols) : undefined
    await this.#fill(wider, grown, grownMosaics, origins, signal)
    if (origins !== undefined) {
      const gapsByMosaic = grownMosaics.map((mosaic) =>
        maximumProjectedGapPosts(coarsestStep(this.lattice, [mosaic])),
      )
      // Maximum gaps by source number: index 0 is for posts without a source, the last index for the sea.
      fillGapsBetweenSources(wider, origins, [0, ...gapsByMosaic, maximumProjectedGapPosts(1)])
    }
    const extents = grownMosaics
      .flatMap(({ placements }) => placements.map(extentOf))
      .map((extent) => ({
        top: rowOf(this.lattice, extent.northDeg) - grown.firstRow,
        bottom: rowOf(this.lattice, extent.southDeg) - grown.firstRow,
        left: colOf(this.lattice, extent.westDeg) - grown.firstCol,
        right: colOf(this.lattice, extent.eastDeg) - grown.firstCol,
      }))
    if (gapPosts > 0)
      fillBoundaryGaps(wider, [...extents, ...seaExtents(this.#seas, this.lattice, grown)], gapPosts)
    for (let row = 0; row < rectangle.rows; row++) {
      const start = (row + margin) * grown.cols + margin
      window.heightsM.set(wider.heightsM.subarray(start, start + rectangle.cols), row * rectangle.cols)
    }
    return window.heightsM
  }

  used(): { tiles: TileUsed[]; sources: SourceUsed[] } {
    const used = [...this.#used].map(([file, tile]) => {
      const log = this.#pages.get(file)
      return log ? { ...tile, ...describePages(log) } : tile
    })
    const tiles = used.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    return { tiles, sources: [...this.#sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) }
  }

  #mosaicsIn(rectangle: PostRectangle): Mosaic[] {
    // With one post of margin, both tiles are found for posts between two tiles of a different lattice.
    const placements = placementsIn(this.#tiles, boundsOf(this.lattice, rectangle), 1)
    if (this.#sampling === 'nearest') return mosaicsOf(placements, this.lattice)
    const notFiner = placements.filter(({ tile }) => compareFineness(tile.lattice, this.lattice) >= 0)
    return mosaicsOf(notFiner, this.lattice)
  }

  /**
   * Fills the window with heights from the mosaics in order, then from the declared sea; returns the number of
   * posts still unknown. `origins` receives, for each post, the number of its mosaic, counted from 1.
   */
  async #fill(
    window: Window,
    at: PostRectangle,
    mosaics: Mosaic[],
    origins: Uint16Array | undefined,
    signal?: AbortSignal,
  ): Promise<number> {
    let unknown = window.rows * window.cols
    for (const [i, mosaic] of mosaics.entries()) {
      if (unknown === 0) break
      const gave = new Set<Tile>()
      const filled = await this.#reader.fill(this.lattice, { window, at, mosaic, gave, signal })
      unknown -= filled
      if (filled > 0) markOrigins(window, origins, i + 1)
      for (const tile of gave) await this.#markUsed(tile.file, sourceNameOf(tile))
    }
    settle(window)
    if (unknown > 0) {
      const lists = fillSea(this.#seas, this.lattice, window, at)
      if (lists.size > 0) {
        unknown = window.heightsM.reduce((count, height) => count + (Number.isNaN(height) ? 1 : 0), 0)
        markOrigins(window, origins, mosaics.length + 1)
      }
      for (const { file, source } of lists) await this.#markUsed(file, source)
    }
    signal?.throwIfAborted()
    return unknown
  }

  async #markUsed(file: TileFile, source: string): Promise<void> {
    if (this.#used.has(file)) return
    const { name, attribution = OPERATOR_ATTRIBUTION } = file
    this.#used.set(file, { name, source, sha256: await sha256OfFile(file) })
    this.#sources.set(source, { name: source, attribution })
  }
}

/** Sets the origin of posts that became known after the previous call. */
function markOrigins({ heightsM }: Window, origins: Uint16Array | undefined, origin: number): void {
  if (origins === undefined) return
  for (let i = 0; i < heightsM.length; i++) {
    if (origins[i] === 0 && !Number.isNaN(heightsM[i])) origins[i] = origin
  }
}

function coarsestStep(lattice: Lattice, mosaics: Mosaic[]): number {
  return Math.max(
    1,
    ...mosaics.map(({ lattice: own }) =>
      Math.max(own.latStepDeg / lattice.latStepDeg, own.lonStepDeg / lattice.lonStepDeg),
    ),
  )
}
