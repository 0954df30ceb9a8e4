import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Thread } from '../../files/thread.ts'

const IDLE_MS = 10_000
const BLOCK_BYTES = 2 ** 20
/** Maximum size in bytes of a file that is hashed within some 20 ms: a tile of one arc second. */
const SMALL_BYTES = 2 ** 25

export class HasherLostError extends Error {
  readonly code = 'hasher_lost'
}

/** Hashes files one after the other in a worker thread, as hashing a large file would block the event loop. */
export class Hasher {
  readonly #thread = new Thread<string, string>({
    module: new URL(`./hasher-thread${extname(import.meta.filename)}`, import.meta.url),
    idleMs: IDLE_MS,
    lost: (cause) =>
      new HasherLostError(`the hashing thread ended: ${cause?.message ?? 'for an unknown reason'}`),
  })

  #hashesSmall = false

  /** Hashes small files without a worker thread from now on, as a thread starts slowly; the event loop may block. */
  hashSmallHere(): void {
    this.#hashesSmall = true
  }

  /** SHA-256 of a file in hex. Rejects with a system error or a HasherLostError. */
  async sha256(path: string): Promise<string> {
    if (this.#hashesSmall && (await stat(path)).size <= SMALL_BYTES) return hashOf(path)
    return this.#thread.call(path)
  }
}

export const hasher = new Hasher()

/** SHA-256 of a file in hex, computed synchronously, for processes without other work. */
export function hashOf(path: string): string {
  const hash = createHash('sha256')
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let length = readSync(file, block); length > 0; length = readSync(file, block)) {
      hash.update(block.subarray(0, length))
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}
