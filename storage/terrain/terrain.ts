import { createHash } from 'node:crypto'
import { Semaphore } from '../files/semaphore.ts'
import { readAmountsOf } from './amounts.ts'
import { fileArea } from './area.ts'
import { ChunkCache } from './files/chunk-cache.ts'
import { hasher } from './files/hasher.ts'
import { withoutReplacedFiles } from './files/replaced.ts'
import { Catalog, type TerrainFolder, type TerrainProblem, type TileReader } from './formats/catalog.ts'
import { decoder } from './formats/decoder.ts'
import { TerrainGroundFiles } from './ground/ground-files.ts'
import { NEAR_DEG, tilesAround } from './ground/reach.ts'
import type { GroundFiles } from './ground/types.ts'
import { listTiles } from './listing.ts'
import { openPartsOf, openValuesOf, readFor, type TileSource } from './open-parts.ts'
import { finestLattice, HALF_CELL, planParts } from './parts.ts'
import { around, grown } from './plan/bounds.ts'
import { elevationFromTiles } from './point.ts'
import { type MissingFile, missingFiles } from './remote/missing.ts'
import type { RemoteOptions, RemoteTiles } from './remote/remote-tiles.ts'
import { onBehalfOf } from './remote/requester.ts'
import type { Tile } from './tile.ts'
import { extentOf, METRES_PER_DEGREE, type Placement, placementsIn } from './tiles/lattice.ts'
import { REACH_POSTS } from './tiles/tile-index.ts'
import type { AmountFiles, Bounds, ClassFiles, Lattice, Terrain, TerrainArea } from './types.ts'

export type { TerrainProblem } from './formats/catalog.ts'
export type { RemoteOptions } from './remote/remote-tiles.ts'

const DEFAULT_CACHE_BYTES = 512 * 1024 * 1024
/** Maximum concurrent point queries, as each may read and decode a whole file. */
const CONCURRENT_POINTS = 4

export interface TerrainOptions {
  /** Folders, searched recursively; earlier folders have precedence. A missing folder counts as empty. */
  folders: readonly TerrainFolder[]
  /** Maximum memory for decoded posts, in bytes; default: 512 MiB. */
  cacheBytes?: number
  /** Source of tiles that the folders do not contain; without a source nothing is downloaded. */
  remote?: RemoteOptions
  /** Called once for each file that is left out. */
  onProblem?: (problem: TerrainProblem) => void
  /** True for a short-lived process: small files are hashed and decoded without threads. */
  isBrief?: boolean
  /** True if the folders contain amounts; only GeoTIFF files are then used. */
  areAmounts?: boolean
}

export interface GroundIdentity {
  identity: string
  tiles: number
  extent: Bounds | undefined
}

/** Terrain from files, with a list of problems. */
export interface FileTerrain extends Terrain, ClassFiles, AmountFiles, GroundFiles {
  /** Files currently left out, with reasons. */
  problems(): TerrainProblem[]
  /** Tiles in the folders, and remote tiles with cached data. */
  tiles(): Promise<Tile[]>
  ownTiles(): Promise<readonly Tile[]>
  /**
   * Identity of the ground within the bounds: a hash of the files, which changes whenever the ground may have
   * changed, the number of files, and the box of known ground (`undefined` without tiles).
   */
  identify(bounds: Bounds): Promise<GroundIdentity>
  /** Makes the next query search for files changed after the last scan. */
  expire(): void
  /** Files that remote sources have within the bounds and that are not available locally. */
  missingFiles(bounds: Bounds): Promise<MissingFile[]>
  /** Remote sources, for filling their cache; `undefined` without remote sources. */
  readonly remote: RemoteTiles | undefined
}

/**
 * Elevation from tile files in folders, in any format of the catalog and any coordinate system, and from
 * remote sources where the folders have none. In overlaps the earlier folder has precedence, then the finer
 * tile; unknown posts of a tile are filled from the next tile. New files are found within two seconds without
 * a restart; an invalid file is reported once and never becomes terrain.
 */
export async function openTerrain(options: TerrainOptions): Promise<FileTerrain> {
  const terrain = await beginTerrain(options)
  await terrain.scanning
  return terrain
}

/** Like `openTerrain`, but does not wait for the first scan. */
export async function beginTerrain(options: TerrainOptions): Promise<FileTerrain> {
  const onProblem = options.onProblem ?? (() => {})
  if (options.isBrief) {
    decoder.decodeSmallHere()
    hasher.hashSmallHere()
  }
  const catalog = new Catalog(options.folders, onProblem, options.areAmounts)
  const cache = new ChunkCache(options.cacheBytes ?? DEFAULT_CACHE_BYTES)
  const pointLookups = new Semaphore(CONCURRENT_POINTS)
  const remote = options.remote && (await openRemote(options.remote, options.folders.length, onProblem))
  const reader: TileReader = {
    attempt: (tile, read) => (remote?.has(tile) ? remote : catalog).attempt(tile, read),
    seas: () => catalog.seas(),
  }
  let scanning: Promise<void> | undefined = catalog.tiles().then(() => {
    scanning = undefined
  })
  // An error is reported to callers that await `scanning`.
  scanning.catch(() => {})

  /** Tiles in the folders, and tiles of remote sources within the bounds. */
  async function tilesFor(bounds: Bounds): Promise<readonly Tile[]> {
    const all = await catalog.tiles()
    if (remote === undefined) return all
    const own = tilesAround(all, bounds)
    return [...own, ...(await remote.tilesIn(bounds, own, catalog.seas()))]
  }

  async function allTiles(): Promise<Tile[]> {
    return [...(await catalog.tiles()), ...((await remote?.cached()) ?? [])]
  }

  async function openArea(bounds: Bounds): Promise<TerrainArea | undefined> {
    const tiles = await tilesFor(bounds)
    const lattice = finestLattice(placementsIn(tiles, bounds, HALF_CELL), bounds)
    return lattice && fileArea(lattice, tiles, { reader, cache })
  }

  const source: TileSource = { tilesFor, reader, cache }
  const files = new TerrainGroundFiles(catalog, options.folders.length, remote)

  return {
    get scanning() {
      return scanning
    },
    openParts: (bounds, options = {}) => openPartsOf(source, bounds, options),
    openValues: (lattice, bounds, requester = {}) => openValuesOf(source, lattice, bounds, requester),
    readAmounts: (bounds, take) => readAmountsOf(source, bounds, take),
    async survey(bounds) {
      const { value: tiles, isFetchable } = await noticing(() => tilesFor(bounds))
      const placements = placementsIn(tiles, bounds, REACH_POSTS)
      if (!isFetchable) return { parts: planParts(placements, bounds), isComplete: true }
      const spacingM = remote?.spacingM((bounds.southDeg + bounds.northDeg) / 2)
      if (spacingM === undefined) return { parts: [], isComplete: false }
      return { parts: planParts(placements, bounds, latticeOf(spacingM, bounds)), isComplete: false }
    },
    async openArea(bounds, options = {}) {
      const area = await onBehalfOf(options, () => openArea(bounds))
      return area && readFor(area, options)
    },
    async elevationAt(latDeg, lonDeg, signal) {
      const { value, isFetchable } = await pointLookups.run(signal, () =>
        noticing(() =>
          withoutReplacedFiles(async () => {
            const tiles = await tilesFor(pointBounds(latDeg, lonDeg))
            return elevationFromTiles(tiles, latDeg, lonDeg, reader, cache)
          }),
        ),
      )
      return value.state === 'unknown' && isFetchable ? { ...value, isFetchable } : value
    },
    list: async (hashWithinMs = Number.POSITIVE_INFINITY) => listTiles(await allTiles(), hashWithinMs),
    expire: () => catalog.expire(),
    problems: () => catalog.problems(),
    tiles: allTiles,
    ownTiles: () => catalog.tiles(),
    async identify(bounds) {
      const tiles = await tilesFor(bounds)
      const near = placementsIn(tiles, grown(bounds, NEAR_DEG, NEAR_DEG), 1)
      const files = new Set([...near.map(({ tile }) => tile.file), ...catalog.seas().map(({ file }) => file)])
      const hash = createHash('sha256')
      for (const file of files) {
        const { path, sizeBytes, modifiedMs, changedMs, folder } = file
        const fetched = folder < options.folders.length ? undefined : await remote?.fetchedOf(path)
        hash.update(JSON.stringify([path, sizeBytes, modifiedMs, changedMs, folder, fetched]))
      }
      // A list of sea cells may cover all ground within the bounds, so the extent is not reduced.
      const isBeside = catalog.seas().length > 0 && near.length > 0
      const extent = isBeside ? bounds : extentAround(near, bounds)
      return { identity: hash.digest('hex'), tiles: near.length, extent }
    },
    async missingFiles(bounds) {
      if (remote === undefined) return []
      const own = tilesAround(await catalog.tiles(), bounds)
      return missingFiles({ own, seas: catalog.seas(), remote }, bounds)
    },
    filesIn: (bounds, options) => withoutReplacedFiles(() => files.filesIn(bounds, options)),
    openFile: (sha256) => withoutReplacedFiles(() => files.openFile(sha256)),
    remote,
    trim: () => cache.clear(),
    async close() {
      files.close()
      cache.clear()
    },
  }
}

async function openRemote(...given: ConstructorParameters<typeof RemoteTiles>): Promise<RemoteTiles> {
  const { RemoteTiles } = await import('./remote/remote-tiles.ts')
  return new RemoteTiles(...given)
}

/** Runs work; `isFetchable` is true if a download could have supplied missing data. */
async function noticing<T>(work: () => Promise<T>): Promise<{ value: T; isFetchable: boolean }> {
  const missed: true[] = []
  const value = await onBehalfOf({ onNotCached: () => missed.push(true) }, work)
  return { value, isFetchable: missed.length > 0 }
}

/** Assumed lattice of unavailable tiles with known spacing; the spacing is equal in both directions. */
function latticeOf(spacingM: number, { northDeg, southDeg, westDeg }: Bounds): Lattice {
  const latStepDeg = spacingM / METRES_PER_DEGREE
  const cosine = Math.cos((((northDeg + southDeg) / 2) * Math.PI) / 180)
  return { northDeg, westDeg, latStepDeg, lonStepDeg: latStepDeg / cosine }
}

/** Box around the known ground of the placements, up to a cell beyond the posts, cut to the bounds. */
function extentAround(placements: readonly Placement[], bounds: Bounds): Bounds | undefined {
  const boxes = placements.map((placement) => {
    const { latStepDeg, lonStepDeg } = placement.lattice
    return grown(extentOf(placement), latStepDeg, lonStepDeg)
  })
  if (boxes.length === 0) return undefined
  const { southDeg, northDeg, westDeg, eastDeg } = boxes.reduce(around)
  return {
    southDeg: Math.min(90, southDeg),
    northDeg: Math.max(-90, northDeg),
    westDeg: Math.min(bounds.eastDeg, westDeg),
    eastDeg: Math.max(bounds.westDeg, eastDeg),
  }
}

function pointBounds(latDeg: number, lonDeg: number): Bounds {
  return { southDeg: latDeg, northDeg: latDeg, westDeg: lonDeg, eastDeg: lonDeg }
}
