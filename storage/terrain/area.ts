import {
  fillBoundaryGaps,
  fillGapsBetweenSources,
  maximumGapPosts,
  maximumProjectedGapPosts,
} from './boundaries.ts'
import { describePages } from './files/page-log.ts'
import { sha256OfFile } from './files/source-hash.ts'
import { fillFrom, type PostAccess } from './mosaic-reader.ts'
import { OPERATOR_ATTRIBUTION, sourceNameOf, type Tile, type TileFile } from './tile.ts'
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
import { fillSea, seaExtents } from './tiles/sea.ts'
import { blankWindow, settle, type Window } from './tiles/window.ts'
import type { Lattice, PostRectangle, SourceUsed, TerrainArea, TileUsed } from './types.ts'

/**
 * Elevation area of a job: all known tiles as found when the job opened the area, and the lattice of posts to read. Tiles
 * finer than the lattice do not meet the area's bounds and are not read, unless the nearest post is sampled. The log of
 * pages is shared by all areas of a job.
 */
export function fileArea(
  lattice: Lattice,
  tiles: readonly Tile[],
  access: Pick<PostAccess, 'reader' | 'cache'> & Partial<PostAccess>,
): TerrainArea {
  const posts: PostAccess = { pages: new Map(), sampling: 'bilinear', ...access }
  const { pages, sampling } = posts
  const seas = posts.reader.seas()
  const usedTiles = new Map<TileFile, TileUsed>()
  const usedSources = new Map<string, SourceUsed>()

  function mosaicsIn(rectangle: PostRectangle): Mosaic[] {
    // With one post of margin, both tiles are found for posts between two tiles of a different lattice.
    const placements = placementsIn(tiles, boundsOf(lattice, rectangle), 1)
    if (sampling === 'nearest') return mosaicsOf(placements, lattice)
    const notFiner = placements.filter(({ tile }) => compareFineness(tile.lattice, lattice) >= 0)
    return mosaicsOf(notFiner, lattice)
  }

  /**
   * Fills the window with heights from the mosaics in order, then from the declared sea; returns the number of
   * posts still unknown. `origins` receives, for each post, the number of its mosaic, counted from 1.
   */
  async function fill(
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
      const filled = await fillFrom(lattice, { ...posts, window, at, mosaic, gave, signal })
      unknown -= filled
      if (filled > 0) markOrigins(window, origins, i + 1)
      for (const tile of gave) await markUsed(tile.file, sourceNameOf(tile))
    }
    settle(window)
    if (unknown > 0) {
      const lists = fillSea(seas, lattice, window, at)
      if (lists.size > 0) {
        unknown = window.heightsM.reduce((count, height) => count + (Number.isNaN(height) ? 1 : 0), 0)
        markOrigins(window, origins, mosaics.length + 1)
      }
      for (const { file, source } of lists) await markUsed(file, source)
    }
    signal?.throwIfAborted()
    return unknown
  }

  async function markUsed(file: TileFile, source: string): Promise<void> {
    if (usedTiles.has(file)) return
    const { name, attribution = OPERATOR_ATTRIBUTION } = file
    usedTiles.set(file, { name, source, sha256: await sha256OfFile(file) })
    usedSources.set(source, { name: source, attribution })
  }

  return {
    lattice,
    postSpacingM: lattice.latStepDeg * METRES_PER_DEGREE,

    async read(rectangle, signal, into) {
      const mosaics = mosaicsIn(rectangle)
      const window = blankWindow(rectangle, into)
      const unknown = await fill(window, rectangle, mosaics, undefined, signal)
      if (sampling === 'nearest') return window.heightsM
      const coarsest = coarsestStep(lattice, mosaics)
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
      const grownMosaics = mosaicsIn(grown)
      const wider = blankWindow(grown)
      const origins = projectedGapPosts > 0 ? new Uint16Array(grown.rows * grown.cols) : undefined
      await fill(wider, grown, grownMosaics, origins, signal)
      if (origins !== undefined) {
        const gapsByMosaic = grownMosaics.map((mosaic) =>
          maximumProjectedGapPosts(coarsestStep(lattice, [mosaic])),
        )
        // Maximum gaps by source number: index 0 is for posts without a source, the last index for the sea.
        fillGapsBetweenSources(wider, origins, [0, ...gapsByMosaic, maximumProjectedGapPosts(1)])
      }
      const extents = grownMosaics
        .flatMap(({ placements }) => placements.map(extentOf))
        .map((extent) => ({
          top: rowOf(lattice, extent.northDeg) - grown.firstRow,
          bottom: rowOf(lattice, extent.southDeg) - grown.firstRow,
          left: colOf(lattice, extent.westDeg) - grown.firstCol,
          right: colOf(lattice, extent.eastDeg) - grown.firstCol,
        }))
      if (gapPosts > 0) fillBoundaryGaps(wider, [...extents, ...seaExtents(seas, lattice, grown)], gapPosts)
      for (let row = 0; row < rectangle.rows; row++) {
        const start = (row + margin) * grown.cols + margin
        window.heightsM.set(wider.heightsM.subarray(start, start + rectangle.cols), row * rectangle.cols)
      }
      return window.heightsM
    },

    used() {
      const used = [...usedTiles].map(([file, tile]) => {
        const log = pages.get(file)
        return log ? { ...tile, ...describePages(log) } : tile
      })
      const sources = [...usedSources.values()]
      return {
        tiles: used.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
        sources: sources.sort((a, b) => (a.name < b.name ? -1 : 1)),
      }
    },
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
