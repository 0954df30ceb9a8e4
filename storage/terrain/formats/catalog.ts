import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { mapConcurrently } from '../../files/concurrently.ts'
import { codeOf } from '../../files/system-errors.ts'
import { localFile } from '../files/local-file.ts'
import { OPENING_MS, openingWithin } from '../files/opening.ts'
import { FileChangedError, type Tile, TileError, type TileFile, UnreadyFileError } from '../tile.ts'
import { openSeaList, type SeaList } from '../tiles/sea.ts'

/** File or folder in the terrain folders that is skipped, with the reason. */
export interface TerrainProblem {
  path: string
  /** Reason for skipping; contains the name of the file without its folder. */
  detail: string
}

export type TerrainFolder = string | readonly string[]

const RESCAN_MS = 2000
/** Maximum fraction of time spent scanning; determines how often large folders are scanned. */
const SCAN_FRACTION = 1 / 20
const MAXIMUM_DEPTH = 16
const CONCURRENCY = 16
interface Format {
  ending: RegExp
  /** Display name of the format. */
  named: string
  open(file: TileFile): Promise<Tile>
}

// Formats of tile files; a format's module is loaded with the first file. CONTRIBUTING.md: how to add a format.
export const FORMATS: readonly Format[] = [
  {
    ending: /\.hgt(?:\.gz|\.zip)?$/i,
    named: '.hgt, .hgt.gz, .hgt.zip',
    open: async (file) => (await import('./hgt.ts')).openHgt(file),
  },
  {
    ending: /\.tiff?$/i,
    named: '.tif',
    open: async (file) => (await import('./geotiff-tile.ts')).openGeotiff(file),
  },
  {
    ending: /\.asc$/i,
    named: '.asc',
    open: async (file) => (await import('./esri-ascii.ts')).openEsriAscii(file),
  },
  {
    ending: /[\\/]\d{1,2}[\\/]\d{1,8}[\\/]\d{1,8}\.png$/i,
    named: 'Terrarium tiles z/x/y.png',
    open: async (file) => (await import('./terrarium.ts')).openTerrarium(file),
  },
]
export const formatNames = FORMATS.map(({ named }) => named)
const SEA_LIST = /[\\/]ocean-tiles\.txt$/i

/** Reads tiles and handles failed reads. */
export interface TileReader {
  /** Returns the result of `read`; `undefined` if the tile proves unusable. */
  attempt<T>(tile: Tile, read: () => Promise<T>): Promise<T | undefined>
  seas(): readonly SeaList[]
}

/** Opens a file in the format given by the end of its path, with time limit; `undefined` for an unknown format. */
export async function openTile(file: TileFile, timeoutMs?: number): Promise<Tile | undefined> {
  const open = FORMATS.find(({ ending }) => ending.test(file.path))?.open
  return open && openingWithin(file, open, timeoutMs)
}

export function isGeotiff(path: string): boolean {
  return /\.tiff?$/i.test(path)
}

export function isTileFile(path: string): boolean {
  return FORMATS.some(({ ending }) => ending.test(path))
}

export function isSeaList(path: string): boolean {
  return SEA_LIST.test(path)
}

interface Known {
  file: TileFile
  tile: Tile | undefined
  sea: SeaList | undefined
  problem: TerrainProblem | undefined
  /** True if the next scan opens the file again even if unchanged. */
  isTriedAgain: boolean
}

/**
 * Tiles in the terrain folders. Queries rescan the folders at most every two seconds, reading names, sizes and times;
 * the header of a new or changed file is read once. An invalid file is reported once, then skipped until changed.
 */
export class Catalog implements TileReader {
  readonly #folders: readonly TerrainFolder[]
  readonly #onProblem: (problem: TerrainProblem) => void
  readonly #areAmounts: boolean
  #known = new Map<string, Known>()
  #folderProblems = new Map<string, TerrainProblem>()
  #tiles: readonly Tile[] = []
  #seas: readonly SeaList[] = []
  #scanning: Promise<void> | undefined
  #rescanMs = RESCAN_MS
  #scannedAtMs = Number.NEGATIVE_INFINITY

  /** `areAmounts`: the folders contain amounts, and only GeoTIFF files are used. */
  constructor(
    folders: readonly TerrainFolder[],
    onProblem: (problem: TerrainProblem) => void,
    areAmounts = false,
  ) {
    this.#folders = folders
    this.#onProblem = onProblem
    this.#areAmounts = areAmounts
  }

  /** Usable tiles, by folder, then path. The returned array never changes. */
  async tiles(): Promise<readonly Tile[]> {
    if (performance.now() - this.#scannedAtMs >= this.#rescanMs) {
      this.#scanning ??= this.#scan().finally(() => {
        this.#scanning = undefined
      })
      await this.#scanning
    }
    return this.#tiles
  }

  /** Makes the next query wait for a new scan. */
  expire(): void {
    this.#scannedAtMs = Number.NEGATIVE_INFINITY
  }

  /** Lists of sea cells found by the last scan. */
  seas(): readonly SeaList[] {
    return this.#seas
  }

  problems(): TerrainProblem[] {
    const ofFiles = [...this.#known.values()].flatMap(({ problem }) =>
      problem === undefined ? [] : [problem],
    )
    return [...this.#folderProblems.values(), ...ofFiles]
  }

  /**
   * Runs a read of one tile. If the file is damaged or missing, the tile is reported and skipped from then on,
   * and the result is `undefined`. Other errors (such as too many open files) are rethrown, including the error
   * for a replaced file, which the next query opens again.
   */
  async attempt<T>(tile: Tile, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof FileChangedError) {
        if (this.#known.get(tile.file.path)?.tile === tile) this.#known.delete(tile.file.path)
        this.expire()
        throw error
      }
      const detail = detailOf(tile.file, error)
      if (detail === undefined) throw error
      this.#exclude(tile, detail)
      return undefined
    }
  }

  #exclude(tile: Tile, detail: string): void {
    const known = this.#known.get(tile.file.path)
    if (known === undefined || known.tile !== tile) return
    known.tile = undefined
    known.problem = { path: tile.file.path, detail }
    this.#tiles = this.#tiles.filter((other) => other !== tile)
    this.#onProblem(known.problem)
  }

  async #scan(): Promise<void> {
    const startedMs = performance.now()
    const listed: TileFile[] = []
    const seen = new Set<string>()
    const folderProblems = new Map<string, TerrainProblem>()
    for (const [folder, paths] of this.#folders.entries()) {
      for (const path of [paths].flat()) await listFiles(path, folder, 0, seen, listed, folderProblems)
    }
    const files = this.#areAmounts ? listed.filter(({ path }) => isGeotiff(path)) : listed
    if (this.#areAmounts) for (const file of files) file.holdsAmounts = true
    const listedMs = performance.now()
    const before = this.#known
    const known = new Map<string, Known>()
    const opened = await mapConcurrently(files, CONCURRENCY, async (file): Promise<Known> => {
      const old = before.get(file.path)
      const isSame =
        old?.isTriedAgain === false &&
        old.file.sizeBytes === file.sizeBytes &&
        old.file.modifiedMs === file.modifiedMs &&
        old.file.changedMs === file.changedMs &&
        old.file.folder === file.folder
      if (isSame) return old
      const opened = await openFile(file)
      // An unchanged problem was already reported, and the kept object prevents a second report.
      if (old?.isTriedAgain && old.problem?.detail === opened.problem?.detail) opened.problem = old.problem
      return opened
    })
    for (const entry of opened) known.set(entry.file.path, entry)
    const reported = new Set([...before.values()].map(({ problem }) => problem))
    const reportedFolders = this.#folderProblems
    this.#known = known
    this.#folderProblems = folderProblems
    this.#tiles = opened.flatMap(({ tile }) => (tile === undefined ? [] : [tile]))
    this.#seas = opened.flatMap(({ sea }) => (sea === undefined ? [] : [sea]))
    this.#scannedAtMs = performance.now()
    // Time to open files is not counted, except for slow files, which the next scan opens again.
    const isOpenedAgain = opened.some(({ isTriedAgain }) => isTriedAgain)
    const againMs = (isOpenedAgain ? this.#scannedAtMs : listedMs) - startedMs
    this.#rescanMs = Math.max(RESCAN_MS, againMs / SCAN_FRACTION)
    for (const [path, problem] of folderProblems) if (!reportedFolders.has(path)) this.#onProblem(problem)
    for (const { problem } of opened) if (problem && !reported.has(problem)) this.#onProblem(problem)
  }
}

async function openFile(file: TileFile): Promise<Known> {
  const known: Known = {
    file,
    tile: undefined,
    sea: undefined,
    problem: undefined,
    isTriedAgain: false,
  }
  try {
    if (isSeaList(file.path)) known.sea = await openSeaList(file)
    else known.tile = await openTile(file, OPENING_MS)
  } catch (error) {
    const detail = detailOf(file, error)
    if (detail === undefined) throw error
    known.problem = { path: file.path, detail }
    known.isTriedAgain = error instanceof UnreadyFileError
  }
  return known
}

function isTerrainFile(path: string): boolean {
  return isSeaList(path) || isTileFile(path)
}

/** Description of the file's fault; `undefined` if the error does not concern the file. */
function detailOf(file: TileFile, error: unknown): string | undefined {
  if (error instanceof TileError) return error.message
  const code = codeOf(error)
  return ['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'EIO'].includes(code ?? '')
    ? `${file.name}: ${code}`
    : undefined
}

async function listFiles(
  folderPath: string,
  folder: number,
  depth: number,
  seen: Set<string>,
  files: TileFile[],
  problems: Map<string, TerrainProblem>,
): Promise<void> {
  try {
    // A folder reached by several links is scanned once, under the first path, so link loops terminate.
    const real = await realpath(folderPath)
    if (seen.has(real)) return
    seen.add(real)
    const stats = await stat(folderPath)
    if (stats.isFile()) {
      if (isTerrainFile(folderPath)) files.push(localFile(folderPath, folder, stats))
      return
    }
    const entries = await readdir(folderPath, { withFileTypes: true })
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    const folders: string[] = []
    const found = await mapConcurrently(
      entries,
      CONCURRENCY,
      async (entry): Promise<TileFile | undefined> => {
        const path = join(folderPath, entry.name)
        const isTile = isTerrainFile(path)
        if (entry.isDirectory()) folders.push(path)
        if (entry.isDirectory() || !(entry.isSymbolicLink() || (entry.isFile() && isTile))) return undefined
        const stats = await stat(path).catch((error: unknown) => {
          // A file removed after the listing is ignored; a broken link is reported.
          const detail = `${entry.name}: ${codeOf(error)}`
          if (isTile && entry.isSymbolicLink()) problems.set(path, { path, detail })
          return undefined
        })
        if (stats?.isDirectory()) folders.push(path)
        if (!stats?.isFile() || !isTile) return undefined
        return localFile(path, folder, stats)
      },
    )
    for (const file of found) if (file !== undefined) files.push(file)
    if (depth === MAXIMUM_DEPTH) return
    for (const path of folders.sort()) await listFiles(path, folder, depth + 1, seen, files, problems)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ELOOP') throw error
    problems.set(folderPath, { path: folderPath, detail: `${basename(folderPath)}: ${code}` })
  }
}
