import { extname } from 'node:path'
import { Thread } from '../../storage/files/thread.ts'
import { lost } from '../../storage/terrain/relief/relief.ts'
import type { TileAddress } from '../../storage/terrain/relief/tile-grid.ts'
import type { Answer, ClassTilesOptions, Task } from './thread.ts'

/** Idle time in ms before the thread ends; long, because every new thread hashes all files. */
const IDLE_MS = 600_000

/** Map tiles of land cover, drawn in a worker thread. Calls reject with a ReliefLostError. */
export class ClassTiles {
  readonly #thread: Thread<Task, Answer>

  constructor(options: ClassTilesOptions) {
    this.#thread = new Thread({
      module: new URL(`./thread${extname(import.meta.filename)}`, import.meta.url),
      workerData: options,
      idleMs: IDLE_MS,
    })
  }

  /** Cache tag that changes with the tile's content; `undefined` if the tile covers too many layer pixels. */
  async tag(tile: TileAddress): Promise<string | undefined> {
    return (await this.#call('tag', tile)).tag
  }

  async png(tile: TileAddress): Promise<Buffer> {
    return Buffer.from((await this.#call('png', tile)).png ?? [])
  }

  #call(wanted: Task['wanted'], tile: TileAddress): Promise<Answer> {
    return this.#thread.call({ wanted, tile }).catch(lost)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
