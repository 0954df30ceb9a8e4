import type { TileIndex } from '../comparison/grid.ts'
import { asNumbers } from '../service/pixels.ts'
import { readTile } from '../service/tile-files.ts'
import { GROUND_PX, GROUND_SIZE, MARGIN_PX } from './square.ts'
import type { GroundAnswer, GroundJob } from './worker.ts'

export interface Drawn {
  data: ImageBitmap
  cacheControl?: string
}

/** Relief, 3D terrain, mask of unknown terrain and contours from the same tiles, partly made by a worker. */
export class Ground {
  readonly #worker = new Worker(GROUND_WORKER_URL, { type: 'module' })
  readonly #waiting = new Map<number, (answer: GroundAnswer) => void>()
  readonly #finestZoom: number
  #count = 0

  constructor(finestZoom: number) {
    this.#finestZoom = finestZoom
    this.#worker.onmessage = ({ data }: MessageEvent<GroundAnswer>) => {
      this.#waiting.get(data.id)?.(data)
      this.#waiting.delete(data.id)
    }
  }

  /** Heights, filled in where unknown; resolves after the mask of unknown terrain is available. */
  async heights(index: TileIndex, signal: AbortSignal): Promise<Drawn> {
    const { bytes, ...file } = await this.#read(index, signal)
    await this.#request(index, { bytes })
    const square = [MARGIN_PX, MARGIN_PX, GROUND_PX, GROUND_PX] as const
    return { data: await createImageBitmap(new Blob([bytes]), ...square, asNumbers), ...file }
  }

  async unknown(index: TileIndex, signal: AbortSignal): Promise<Drawn> {
    const { bytes, ...file } = await this.#read(index, signal)
    const { unknown = await createImageBitmap(new ImageData(1, 1)) } = await this.#request(index, { bytes })
    return { data: unknown, ...file }
  }

  async contours({ z, x, y }: TileIndex, signal: AbortSignal): Promise<ArrayBuffer> {
    // Beyond the finest zoom of terrain tiles, contours are made from part of a tile.
    const closer = Math.max(0, z - this.#finestZoom)
    const parts = 2 ** closer
    const [column, row] = [x % parts, y % parts]
    const index = { z: z - closer, x: (x - column) / parts, y: (y - row) / parts }
    const { bytes } = await this.#read(index, signal)
    const { contours } = await this.#request(index, { bytes, contours: { zoom: z, parts, column, row } })
    if (contours === undefined) throw new Error('No contours.')
    return contours
  }

  stop(): void {
    this.#worker.terminate()
  }

  #read(index: TileIndex, signal: AbortSignal) {
    return readTile(pathOf(index), signal)
  }

  #request(index: TileIndex, job: Pick<GroundJob, 'bytes' | 'contours'>): Promise<GroundAnswer> {
    const id = ++this.#count
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#worker.postMessage({ id, name: pathOf(index), ...job } satisfies GroundJob)
    })
  }
}

function pathOf({ z, x, y }: TileIndex): string {
  return `/api/v1/terrain/tiles/${z}/${x}/${y}.png?size=${GROUND_SIZE}`
}
