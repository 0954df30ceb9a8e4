import type { TileFile } from './tile.ts'

const hashes = new WeakMap<TileFile, Promise<string>>()

/**
 * SHA-256 of a file in hex, computed once for each file (one that changes becomes another). Rejects with a TileError
 * when the file is no longer the one that was scanned.
 */
export function sha256OfFile(file: TileFile): Promise<string> {
  let hash = hashes.get(file)
  if (hash === undefined) {
    hash = file.sha256()
    hashes.set(file, hash)
    hash.catch(() => hashes.delete(file))
  }
  return hash
}
