import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { TileError, type TileFile } from '../tile.ts'
import { openFileBytes } from './bytes.ts'
import { hasher } from './hasher.ts'

/** A file on disk as a scan saw it. `folder` is the position of its folder in the configured order. */
export function localFile(
  path: string,
  folder: number,
  stats: Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs'>,
): TileFile {
  const file: TileFile = {
    path,
    name: basename(path),
    folder,
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
    changedMs: stats.ctimeMs,
    openBytes: () => openFileBytes(file),
    sha256: () => hashFile(file),
  }
  return file
}

async function hashFile(file: TileFile): Promise<string> {
  const sha256 = await hasher.sha256(file.path)
  const { size, mtimeMs } = await stat(file.path)
  if (size !== file.sizeBytes || mtimeMs !== file.modifiedMs)
    throw new TileError(file, 'changed while it was read')
  return sha256
}
