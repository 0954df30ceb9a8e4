import { createHash } from 'node:crypto'
import { Semaphore } from '../files/semaphore.ts'
import { readAmountsOf } from './amounts.ts'
import { FileTerrainArea } from './area.ts'
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
/** Points that are looked up at a time: each may have a whole file read and decoded. */
const CONCURRENT_POINTS = 4

export interface TerrainOptions {
  /** Searched recursively; earlier ones win. Those that do not exist count as empty. */
  folders: readonly TerrainFolder[]
  /** Bound on decoded posts kept in memory; 512 MiB if not given. */
  cacheBytes?: number
  /** Where tiles come from that the folders lack; without it nothing ever leaves the machine. */
  remote?: RemoteOptions
  /** Called once for each file that is left out. */
  onProblem?: (problem: TerrainProblem) => void
  /** Small files are hashed and decoded without threads from now on, for a process that nobody else waits for. */
  isBrief?: boolean
  /** The folders have amounts, as GeoTIFF files alone. */
  areAmounts?: boolean
}

export interface GroundIdentity {
  identity: string
  tiles: number
  extent: Bounds | undefined
}

/** Terrain that reports which files it left out. */
export interface FileTerrain extends Terrain, ClassFiles, AmountFiles, GroundFiles {
  /** Files that are left out at present, and why. */
  problems(): TerrainProblem[]
  /** The tiles of the folders, and those remote ones of which something is in the cache. */
  tiles(): Promise<Tile[]>
  /** The tiles of the folders alone. */
  ownTiles(): Promise<readonly Tile[]>
  /**
   * What the ground within the bounds is made of: a hash of its files, so that it changes whenever the ground may have,
   * how many tiles there are, and the box in which anything may be known; no box without a tile.
   */
  identify(bounds: Bounds): Promise<GroundIdentity>
  /** Files that changed since the last scan are found by whoever asks next. */
  expire(): void
  /** What the remote sources have within the bounds beyond all that is at hand. */
  missingFiles(bounds: Bounds): Promise<MissingFile[]>
  /** The remote sources, for filling their cache; `undefined` without any. */
  readonly remote: RemoteTiles | undefined
}

/**
 * Elevation from the tile files in some folders, in any format of the catalog and any coordinates, and where these leave
 * ground open, from remote sources. Where tiles overlap the earlier folder wins, then the finer tile; unknown posts of
 * one are filled from the next. New files are found within two seconds, without a restart; a bad file is reported once
 * and never becomes terrain.
 */
export async function openTerrain(options: TerrainOptions): Promise<FileTerrain> {
  const terrain = await beginTerrain(options)
  await terrain.scanning
  return terrain
}

/** The same, while the first scan goes on. */
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
  // Whoever wants to know asks for it.
  scanning.catch(() => {})

  /** What the folders hold, and what remote sources have within the bounds. */
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
    return lattice && new FileTerrainArea(lattice, tiles, reader, cache)
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
      // What lists say to be sea is known wherever there is a lattice.
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

/** Runs work, and notices whether it lacked something that a process which downloads would fetch. */
async function noticing<T>(work: () => Promise<T>): Promise<{ value: T; isFetchable: boolean }> {
  const missed: true[] = []
  const value = await onBehalfOf({ onNotCached: () => missed.push(true) }, work)
  return { value, isFetchable: missed.length > 0 }
}

/** What tiles are taken for of which only the spacing is known: their posts stand as far apart in both directions. */
function latticeOf(spacingM: number, { northDeg, southDeg, westDeg }: Bounds): Lattice {
  const latStepDeg = spacingM / METRES_PER_DEGREE
  const cosine = Math.cos((((northDeg + southDeg) / 2) * Math.PI) / 180)
  return { northDeg, westDeg, latStepDeg, lonStepDeg: latStepDeg / cosine }
}

/** A box around the ground that the placements know within the bounds, up to a cell beyond their posts. */
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
