import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TileFile } from '../tile.ts'
import { type FileIdentity, openFileBytes, requireSame } from './bytes.ts'
import { hasher } from './hasher.ts'

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
    openBytes: () => openFileBytes(file, stats),
    sha256: () => hashFile(file, stats),
  }
  return file
}

async function hashFile(file: TileFile, found: FileIdentity): Promise<string> {
  const sha256 = await hasher.sha256(file.path)
  requireSame(file, found, await stat(file.path))
  return sha256
}
