import { readTile } from '../service/tile-files.ts'
import { type TileIndex, tilesOf, windowOf } from './window.ts'
import type { ContourAnswer, ContourJob } from './worker.ts'

export interface GroundTiles {
  maxzoom: number
  /** West, south, east, north; beyond them the service has none. */
  bounds: readonly number[]
  /** Where a tile lies, with its key in the header. */
  pathOf(index: TileIndex): string
}

/** Makes tiles of contours in a worker of its own, of the tiles that the relief is made of. */
export class ContourMaker {
  readonly #worker = new Worker(CONTOUR_WORKER_URL, { type: 'module' })
  readonly #waiting = new Map<number, (answer: ContourAnswer) => void>()
  readonly #ground: GroundTiles
  #count = 0

  constructor(ground: GroundTiles) {
    this.#ground = ground
    this.#worker.onmessage = ({ data }: MessageEvent<ContourAnswer>) => {
      this.#waiting.get(data.id)?.(data)
      this.#waiting.delete(data.id)
    }
  }

  async tile(index: TileIndex, signal: AbortSignal): Promise<ArrayBuffer> {
    const window = windowOf(index, this.#ground.maxzoom)
    const wanted = tilesOf(window).filter((tile) => this.#isThere(tile.index))
    const tiles = await Promise.all(
      wanted.map(async ({ column, row, index: of }) => {
        const path = this.#ground.pathOf(of)
        return { name: path, column, row, bytes: (await readTile(path, signal)).bytes }
      }),
    )
    signal.throwIfAborted()
    const id = ++this.#count
    const answer = await new Promise<ContourAnswer>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#worker.postMessage({ id, zoom: index.z, window, tiles } satisfies ContourJob)
    })
    if (answer.tile === undefined) throw new Error('No contours.')
    return answer.tile
  }

  stop(): void {
    this.#worker.terminate()
  }

  #isThere({ z, x, y }: TileIndex): boolean {
    const [west = -180, south = -90, east = 180, north = 90] = this.#ground.bounds
    const lonDeg = (column: number) => (360 * column) / 2 ** z - 180
    const latDeg = (row: number) => (180 / Math.PI) * Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** z)))
    return lonDeg(x + 1) > west && lonDeg(x) < east && latDeg(y) > south && latDeg(y + 1) < north
  }
}
