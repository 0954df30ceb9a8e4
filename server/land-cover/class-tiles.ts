import { extname } from 'node:path'
import { Thread } from '../../storage/files/thread.ts'
import { lost } from '../../storage/terrain/relief/relief.ts'
import type { TileAddress } from '../../storage/terrain/relief/tile-grid.ts'
import type { Answer, ClassTilesOptions, Task } from './thread.ts'

/** Long, as a new thread hashes all files. */
const IDLE_MS = 600_000

/** Map tiles of land cover, made in a thread. Calls reject with a ReliefLostError. */
export class ClassTiles {
  readonly #thread: Thread<Task, Answer>

  constructor(options: ClassTilesOptions) {
    this.#thread = new Thread({
      module: new URL(`./thread${extname(import.meta.filename)}`, import.meta.url),
      workerData: options,
      idleMs: IDLE_MS,
    })
  }

  /** Changes whenever the tile may have changed; `undefined`: the layers have too many pixels for this zoom. */
  async tag(tile: TileAddress): Promise<string | undefined> {
    const answer = await this.#call('tag', tile)
    return 'tag' in answer ? answer.tag : undefined
  }

  async png(tile: TileAddress): Promise<Buffer> {
    const answer = await this.#call('png', tile)
    return Buffer.from('png' in answer ? answer.png : [])
  }

  #call(wanted: Task['wanted'], tile: TileAddress): Promise<Answer> {
    return this.#thread.call({ wanted, tile }).catch(lost)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
