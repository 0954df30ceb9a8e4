import type { Tile } from './tile.ts'

const hashes = new WeakMap<Tile, Promise<string>>()
const known = new WeakMap<Tile, string>()

/**
 * SHA-256 of a tile's file in hex, computed once for each tile (a file that changes becomes another tile).
 * Throws TileError when the file is no longer the one that was scanned.
 */
export function sha256OfTile(tile: Tile): Promise<string> {
  let hash = hashes.get(tile)
  if (hash === undefined) {
    hash = tile.file.sha256()
    hashes.set(tile, hash)
    hash.then(
      (sha256) => known.set(tile, sha256),
      () => hashes.delete(tile),
    )
  }
  return hash
}

/** The hash if it was computed before. */
export function knownSha256(tile: Tile): string | undefined {
  return known.get(tile)
}
