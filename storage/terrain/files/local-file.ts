import type { Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { readInto } from '../../files/read-into.ts'
import { type ByteSource, FileChangedError, TileError, type TileFile } from '../tile.ts'
import { hasher } from './hasher.ts'

/** Identity of the file under a name, which does not depend on links and permissions. */
type FileIdentity = Pick<Stats, 'size' | 'mtimeMs' | 'ino'>

/** File on disk as found by a scan. `folder`: position of the file's folder in the configured order. */
export function localFile(
  path: string,
  folder: number,
  stats: FileIdentity & Pick<Stats, 'ctimeMs'>,
): TileFile {
  const file: TileFile = {
    path,
    name: basename(path),
    folder,
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
    openBytes: () => openBytes(file, stats),
    sha256: () => hashFile(file, stats),
  }
  return file
}

async function hashFile(file: TileFile, found: FileIdentity): Promise<string> {
  const sha256 = await hasher.sha256(file.path)
  requireSame(file, found, await stat(file.path))
  return sha256
}

/** Throws a FileChangedError if the file was replaced after it was found. */
function requireSame(file: TileFile, found: FileIdentity, now: FileIdentity): void {
  if (now.size !== found.size || now.mtimeMs !== found.mtimeMs || now.ino !== found.ino)
    throw new FileChangedError(file, 'changed while being read')
}

/** Opens a file for reading bytes; reads fail once the file under its name was replaced. */
async function openBytes(file: TileFile, found: FileIdentity): Promise<ByteSource> {
  const { path, sizeBytes } = file
  const handle = await open(path)
  return {
    sizeBytes,
    async read(offset, length) {
      if (!(offset >= 0 && length >= 0 && offset + length <= sizeBytes)) {
        throw new TileError(file, `truncated: bytes ${offset}…${offset + length} are beyond its end`)
      }
      const bytes = new Uint8Array(length)
      const done = await readInto(handle, bytes, offset)
      requireSame(file, found, await handle.stat())
      if (done < length) throw new TileError(file, 'shorter than when it was scanned')
      return bytes
    },
    close: () => handle.close(),
  }
}
