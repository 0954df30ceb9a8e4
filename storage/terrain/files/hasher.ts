import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Thread } from '../../files/thread.ts'
import { hashOf } from './hash-of.ts'

const IDLE_MS = 10_000
/** Bytes that are hashed in some milliseconds. */
const SMALL_BYTES = 2 ** 24

/** The thread ended before it had hashed the file. */
export class HasherLostError extends Error {
  readonly code = 'hasher_lost'
}

/** Hashes files one after the other in a thread of its own, as large ones take long and no loop is to wait for them. */
export class Hasher {
  readonly #thread = new Thread<string, string>({
    module: new URL(`./hasher-thread${extname(import.meta.filename)}`, import.meta.url),
    idleMs: IDLE_MS,
    lost: (cause) =>
      new HasherLostError(`the hashing thread ended: ${cause?.message ?? 'for an unknown reason'}`),
  })

  #hashesSmall = false

  /** Hashes small files without a thread from now on, for where nobody waits for the loop: it takes longer to start than they do. */
  hashSmallHere(): void {
    this.#hashesSmall = true
  }

  /** SHA-256 in hex of a file as it is. Rejects with the system's error, or a HasherLostError. */
  async sha256(path: string): Promise<string> {
    if (this.#hashesSmall && (await stat(path)).size <= SMALL_BYTES) return hashOf(path)
    return this.#thread.call(path)
  }
}

/** The one of this process. */
export const hasher = new Hasher()
