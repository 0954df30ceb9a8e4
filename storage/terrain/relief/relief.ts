import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { MadeTile, TileRequest } from './maker.ts'
import type { Answer, ReliefOptions, Task } from './relief-thread.ts'

const MODULE_PATH = new URL(`./relief-thread${extname(import.meta.filename)}`, import.meta.url)
/** What a thread holds goes with it. */
const IDLE_MS = 60_000

/** The tile could not be made now: the thread ended, or the disk failed. */
export class ReliefLostError extends Error {
  readonly code = 'relief_lost'
}

/** The first scan of the files takes longer than a request should wait. */
export class ReliefStartingError extends Error {
  readonly code = 'terrain_scanning'
}

interface Waiting {
  resolve(tile: MadeTile | undefined): void
  reject(error: Error): void
}

/** Tiles of the ground for maps, made in a thread of their own, which starts with the first and ends when idle. */
export class Relief {
  readonly #options: ReliefOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0

  constructor(options: ReliefOptions) {
    this.#options = options
  }

  /** `undefined`: the ground has too many posts for this zoom. Rejects with a ReliefLostError or a ReliefStartingError. */
  tile(request: TileRequest): Promise<MadeTile | undefined> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    const worker = this.#worker
    const id = ++this.#count
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.ref()
      worker.postMessage({ id, request } satisfies Task)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
    this.#fail('it was closed')
  }

  #start(): Worker {
    const worker = new Worker(MODULE_PATH, { workerData: this.#options })
    let reason = 'it ended'
    worker.on('message', (answer: Answer) => this.#settle(answer))
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#fail(reason)
    })
    return worker
  }

  #fail(reason: string): void {
    for (const { reject } of this.#waiting.values()) reject(new ReliefLostError(reason))
    this.#waiting.clear()
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) {
      this.#worker?.unref()
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    }
    if ('isStarting' in answer) waiting?.reject(new ReliefStartingError('The terrain is not scanned yet.'))
    else if ('error' in answer) waiting?.reject(new ReliefLostError(answer.error))
    else waiting?.resolve(answer.tile && { ...answer.tile, png: Buffer.from(answer.tile.png) })
  }
}
