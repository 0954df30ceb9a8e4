import type { TileFile } from '../tile.ts'

const hashes = new WeakMap<TileFile, Promise<string>>()
const known = new WeakMap<TileFile, string>()

/** SHA-256 of a file in hex, computed once per version. Rejects with a TileError if the file has changed. */
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

export function knownSha256(file: TileFile): string | undefined {
  return known.get(file)
}
