import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Tile, TileError } from './tile.ts'

const hashes = new WeakMap<Tile, Promise<string>>()

/**
 * SHA-256 of a tile's file in hex, computed once for each tile (a file that changes becomes another tile).
 * Throws TileError when the file is no longer the one that was scanned.
 */
export function sha256OfTile(tile: Tile): Promise<string> {
  let hash = hashes.get(tile)
  if (hash === undefined) {
    hash = hashFile(tile)
    hashes.set(tile, hash)
    hash.catch(() => hashes.delete(tile))
  }
  return hash
}

async function hashFile({ file }: Tile): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file.path, { highWaterMark: 1 << 20 })) hash.update(part)
  const { size, mtimeMs } = await stat(file.path)
  if (size !== file.sizeBytes || mtimeMs !== file.modifiedMs)
    throw new TileError(file, 'changed while it was read')
  return hash.digest('hex')
}
