import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashTask } from './hasher-thread.ts'

const MODULE_PATH = new URL(`./hasher-thread${extname(import.meta.filename)}`, import.meta.url)
const IDLE_MS = 10_000

/** The thread ended before it had hashed the file. */
export class HasherLostError extends Error {
  readonly code = 'hasher_lost'
}

interface Waiting {
  resolve(sha256: string): void
  reject(error: Error): void
}

/**
 * Hashes files one after the other in a thread of its own, as large ones take long and no loop is to wait for them. The
 * thread starts with the first file and ends when there has been none for a while.
 */
export class Hasher {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0

  /** SHA-256 in hex of a file as it is. Rejects with the system's error, or a HasherLostError. */
  sha256(path: string): Promise<string> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // While someone waits for it, the process does not end.
      worker.ref()
      worker.postMessage({ id, path } satisfies HashTask)
    })
  }

  #start(): Worker {
    const worker = new Worker(MODULE_PATH)
    let reason = 'for no known reason'
    worker.on('message', (answer: HashAnswer) => this.#settle(worker, answer))
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      const error = new HasherLostError(`the hashing thread ended: ${reason}`)
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    })
    return worker
  }

  #settle(worker: Worker, answer: HashAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) {
      worker.unref()
      this.#idle = setTimeout(() => this.#stop(), IDLE_MS).unref()
    }
    if ('sha256' in answer) waiting?.resolve(answer.sha256)
    else waiting?.reject(Object.assign(new Error(answer.error), { code: answer.code }))
  }

  #stop(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }
}

/** The one of this process. */
export const hasher = new Hasher()
