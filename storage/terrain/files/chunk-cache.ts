import { type Posts, partOf, type Tile } from '../tile.ts'
import { decodedFromPages } from './page-log.ts'

/** Approximate overhead of a cache entry in bytes. */
const ENTRY_BYTES = 512

interface Entry {
  loading: Promise<Posts>
  posts: Posts | undefined
}

/** LRU cache of decoded tile chunks and of blocks for point queries; parallel loads share one decoding. */
export class ChunkCache {
  readonly #capacityBytes: number
  readonly #entries = new Map<string, Entry>()
  readonly #tileIds = new WeakMap<Tile, number>()
  #nextTileId = 0
  #heldBytes = 0

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Returns the chunk if already decoded. */
  peek(tile: Tile, chunkRow: number, chunkCol: number): Posts | undefined {
    return this.#touch(this.#key(tile, 'chunk', chunkRow, chunkCol))?.posts
  }

  /** Returns the chunk, decoding it if necessary. Rejects like the tile's `readChunk`; failures are not cached. */
  load(tile: Tile, chunkRow: number, chunkCol: number): Promise<Posts> {
    return this.#load(this.#key(tile, 'chunk', chunkRow, chunkCol), () => tile.readChunk(chunkRow, chunkCol))
  }

  /** Loads one block of a tile that is stored in blocks, like `load`. */
  loadBlock(tile: Tile, blockRow: number, blockCol: number): Promise<Posts> {
    return this.#load(this.#key(tile, 'block', blockRow, blockCol), () => {
      if (tile.block === undefined || tile.readPosts === undefined) throw new Error('A tile without blocks.')
      return tile.readPosts(partOf(tile, blockRow, blockCol, tile.block))
    })
  }

  #load(key: string, read: () => Promise<Posts>): Promise<Posts> {
    const held = this.#touch(key)
    if (held !== undefined) return held.loading
    const entry: Entry = { loading: decodedFromPages(read), posts: undefined }
    this.#entries.set(key, entry)
    entry.loading.then(
      (posts) => {
        if (this.#entries.get(key) !== entry) return
        entry.posts = posts
        this.#heldBytes += posts.byteLength + ENTRY_BYTES
        this.#evict()
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key)
      },
    )
    return entry.loading
  }

  clear(): void {
    this.#entries.clear()
    this.#heldBytes = 0
  }

  #touch(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  #evict(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#heldBytes <= this.#capacityBytes) return
      if (entry.posts === undefined) continue
      this.#entries.delete(key)
      this.#heldBytes -= entry.posts.byteLength + ENTRY_BYTES
    }
  }

  #key(tile: Tile, part: 'chunk' | 'block', row: number, col: number): string {
    let id = this.#tileIds.get(tile)
    if (id === undefined) {
      id = this.#nextTileId++
      this.#tileIds.set(tile, id)
    }
    return `${id}/${part}/${row}/${col}`
  }
}
