import { extname } from 'node:path'
import { messageOf } from '../../files/system-errors.ts'
import { Thread } from '../../files/thread.ts'
import type { MadeTile, TileRequest } from './maker.ts'
import type { Answer, ReliefOptions } from './relief-thread.ts'

const IDLE_MS = 60_000

/** Thrown if a tile could not be made, because the thread ended or the disk failed. */
export class ReliefLostError extends Error {
  readonly code = 'relief_lost'
}

export function lost(cause: unknown): never {
  throw new ReliefLostError(messageOf(cause), { cause })
}

/** Thrown if the first scan of the files takes longer than a request should wait. */
export class ReliefStartingError extends Error {
  readonly code = 'terrain_scanning'
}

/** Relief tiles for maps, made in a worker thread. */
export class Relief {
  readonly #thread: Thread<TileRequest, Answer>

  constructor(options: ReliefOptions) {
    this.#thread = new Thread({
      module: new URL(`./relief-thread${extname(import.meta.filename)}`, import.meta.url),
      workerData: options,
      idleMs: IDLE_MS,
    })
  }

  /** `undefined` if the tile has too many posts. Rejects with ReliefLostError or ReliefStartingError. */
  async tile(request: TileRequest): Promise<MadeTile | undefined> {
    const answer = await this.#thread.call(request).catch(lost)
    if ('isStarting' in answer) throw new ReliefStartingError('The terrain is not scanned yet.')
    return answer.tile && { ...answer.tile, png: Buffer.from(answer.tile.png) }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
