import type { Cells } from './overviews.ts'

/** Decoded tiles of some rasters, up to so many bytes: those used last. */
export class TileCache {
  readonly #maximumBytes: number
  /** In order of use. */
  readonly #tiles = new Map<string, { tile: Promise<Cells>; bytes: number }>()
  #bytes = 0

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
  }

  /** A tile of so many bytes, read if it is not kept. */
  tile(key: string, bytes: number, read: () => Promise<Cells>): Promise<Cells> {
    const kept = this.#tiles.get(key)
    if (kept) {
      this.#tiles.delete(key)
      this.#tiles.set(key, kept)
      return kept.tile
    }
    const tile = read()
    this.#tiles.set(key, { tile, bytes })
    this.#bytes += bytes
    // What could not be read may be the next time.
    tile.catch(() => this.#tiles.get(key)?.tile === tile && this.#forget(key))
    for (const oldest of this.#tiles.keys()) {
      if (this.#bytes <= this.#maximumBytes || oldest === key) break
      this.#forget(oldest)
    }
    return tile
  }

  /** Forgets the tiles whose keys begin so. */
  forget(prefix: string): void {
    for (const key of [...this.#tiles.keys()]) if (key.startsWith(prefix)) this.#forget(key)
  }

  #forget(key: string): void {
    this.#bytes -= this.#tiles.get(key)?.bytes ?? 0
    this.#tiles.delete(key)
  }
}
