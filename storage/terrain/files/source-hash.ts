import type { TileFile } from '../tile.ts'

const hashes = new WeakMap<TileFile, Promise<string>>()
const known = new WeakMap<TileFile, string>()

/**
 * SHA-256 of a file in hex, computed once for each file (one that changes becomes another). Rejects with a TileError
 * when the file is no longer the one that was scanned.
 */
export function sha256OfFile(file: TileFile): Promise<string> {
  let hash = hashes.get(file)
  if (hash === undefined) {
    hash = file.sha256()
    hashes.set(file, hash)
    hash.then(
      (sha256) => known.set(file, sha256),
      () => hashes.delete(file),
    )
  }
  return hash
}

/** The hash if it was computed before. */
export function knownSha256(file: TileFile): string | undefined {
  return known.get(file)
}
