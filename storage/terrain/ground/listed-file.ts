import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { hasher } from '../files/hasher.ts'
import { localFile } from '../files/local-file.ts'
import { isSeaList, openTile } from '../formats/catalog.ts'
import { type Companion, type Tile, TileError, type TileFile } from '../tile.ts'
import { openSeaList, type SeaList } from '../tiles/sea.ts'
import { GroundDiffersError, type LocalTerrainFile, type NamedFile } from './types.ts'

/** A file of a list, opened once its bytes were found to be those that the list names. */
export interface ListedFile {
  file: TileFile
  tile: Tile | undefined
  sea: SeaList | undefined
  /** Rejects with a GroundDiffersError if the file is no longer what was opened. */
  confirm(): Promise<void>
}

/** Opens a file of a list. Rejects with a GroundDiffersError if it is not what the list says. */
export async function openListedFile(listed: LocalTerrainFile): Promise<ListedFile> {
  const { path, folder, source, companions = [] } = listed
  const stats = await statOf(listed)
  requireHash(listed, await hasher.sha256(path))
  const beside: Companion[] = []
  for (const { name, sha256, path } of companions) {
    // A companion that can't be read differs.
    const content = await readFile(path).catch(() => Buffer.alloc(0))
    requireHash({ name, sha256 }, createHash('sha256').update(content).digest('hex'))
    beside.push({ name, content })
  }
  const confirm = async () => {
    const { size, mtimeMs } = await statOf(listed)
    if (size !== stats.size || mtimeMs !== stats.mtimeMs) throw differs(listed, 'changed while it was read')
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
  // It may have been replaced while it was hashed.
  await confirm()
  try {
    if (isSeaList(path)) return { file, tile: undefined, sea: await openSeaList(file), confirm }
    const tile = await openTile(file)
    if (tile === undefined) throw differs(listed, 'is of no known format')
    return { file, tile, sea: undefined, confirm }
  } catch (error) {
    // Whoever listed it could open it.
    throw error instanceof TileError ? differs(listed, error.reason) : error
  }
}

async function statOf({ name, path, bytes }: LocalTerrainFile) {
  // Whatever forbids it, a node fetches the file again.
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) throw differs({ name }, 'is not there')
  if (stats.size !== bytes) throw differs({ name }, `has ${stats.size} bytes, the list says ${bytes}`)
  return stats
}

function requireHash({ name, sha256 }: Pick<NamedFile, 'name' | 'sha256'>, found: string): void {
  if (found !== sha256) throw differs({ name }, `has the SHA-256 ${found}, the list says ${sha256}`)
}

function differs({ name }: { name: string }, how: string): GroundDiffersError {
  return new GroundDiffersError(`The ground differs from the list: ${name} ${how}.`)
}
