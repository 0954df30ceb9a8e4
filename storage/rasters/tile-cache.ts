import type { Cells } from './overviews.ts'

/** Least-recently-used cache of decoded tiles, bounded in bytes. */
export class TileCache {
  readonly #maximumBytes: number
  readonly #tiles = new Map<string, { tile: Promise<Cells>; bytes: number }>()
  #bytes = 0

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
  }

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
    // A failed read is not cached, as the next attempt may succeed.
    tile.catch(() => this.#tiles.get(key)?.tile === tile && this.#forget(key))
    for (const oldest of this.#tiles.keys()) {
      if (this.#bytes <= this.#maximumBytes || oldest === key) break
      this.#forget(oldest)
    }
    return tile
  }

  forget(prefix: string): void {
    for (const key of [...this.#tiles.keys()]) if (key.startsWith(prefix)) this.#forget(key)
  }

  #forget(key: string): void {
    this.#bytes -= this.#tiles.get(key)?.bytes ?? 0
    this.#tiles.delete(key)
  }
}
