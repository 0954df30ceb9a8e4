import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { hasher } from '../files/hasher.ts'
import { localFile } from '../files/local-file.ts'
import { isSeaList, openTile } from '../formats/catalog.ts'
import { type Companion, type Tile, TileError, type TileFile } from '../tile.ts'
import { openSeaList, type SeaList } from '../tiles/sea.ts'
import { GroundDiffersError, type LocalTerrainFile, type NamedFile } from './types.ts'

/** File of a ground list, opened after its bytes were verified against the list. */
export interface ListedFile {
  file: TileFile
  tile: Tile | undefined
  sea: SeaList | undefined
  /** Rejects with a GroundDiffersError if the file has changed. */
  confirm(): Promise<void>
}

/** Opens a file of a ground list. Rejects with a GroundDiffersError if the file differs from the list. */
export async function openListedFile(listed: LocalTerrainFile): Promise<ListedFile> {
  const { path, folder, source, companions = [] } = listed
  const stats = await statOf(listed)
  requireHash(listed, await hasher.sha256(path))
  const beside: Companion[] = []
  for (const { name, sha256, path } of companions) {
    // An unreadable companion file counts as different.
    const content = await readFile(path).catch(() => Buffer.alloc(0))
    requireHash({ name, sha256 }, createHash('sha256').update(content).digest('hex'))
    beside.push({ name, content })
  }
  const confirm = async () => {
    const { size, mtimeMs } = await statOf(listed)
    if (size !== stats.size || mtimeMs !== stats.mtimeMs) throw differs(listed, 'changed while being read')
  }
  const file: TileFile = {
    ...localFile(path, folder, stats),
    ...(source && { sourceName: source.name, attribution: source.attribution }),
    companions: beside,
    async sha256() {
      await confirm()
      return listed.sha256
    },
  }
  // The file may have been replaced during hashing.
  await confirm()
  try {
    if (isSeaList(path)) return { file, tile: undefined, sea: await openSeaList(file), confirm }
    const tile = await openTile(file)
    if (tile === undefined) throw differs(listed, 'has no known format')
    return { file, tile, sea: undefined, confirm }
  } catch (error) {
    // The process that made the list could open the file, so the file must differ.
    throw error instanceof TileError ? differs(listed, error.reason) : error
  }
}

async function statOf({ name, path, bytes }: LocalTerrainFile) {
  // A file that cannot be accessed counts as missing, so a compute node fetches the file again.
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) throw differs({ name }, 'is missing')
  if (stats.size !== bytes) throw differs({ name }, `has ${stats.size} bytes, the list has ${bytes}`)
  return stats
}

function requireHash({ name, sha256 }: Pick<NamedFile, 'name' | 'sha256'>, found: string): void {
  if (found !== sha256) throw differs({ name }, `has the SHA-256 ${found}, the list has ${sha256}`)
}

function differs({ name }: { name: string }, how: string): GroundDiffersError {
  return new GroundDiffersError(`The terrain differs from the list: ${name} ${how}.`)
}
