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
  readonly #finestZoom: number

  constructor(finestZoom: number) {
    this.#finestZoom = finestZoom
  }

  /** Heights, filled in where unknown; resolves after the mask of unknown terrain is available. */
  async heights(index: TileIndex, signal: AbortSignal): Promise<Drawn> {
    const { bytes, ...file } = await readTile(pathOf(index), signal)
    await this.#request(index, { bytes })
    const square = [MARGIN_PX, MARGIN_PX, GROUND_PX, GROUND_PX] as const
    return { data: await createImageBitmap(new Blob([bytes]), ...square, asNumbers), ...file }
  }

  async unknown(index: TileIndex, signal: AbortSignal): Promise<Drawn> {
    const { bytes, ...file } = await readTile(pathOf(index), signal)
    const { unknown = await createImageBitmap(new ImageData(1, 1)) } = await this.#request(index, { bytes })
    return { data: unknown, ...file }
  }

  async contours({ z, x, y }: TileIndex, signal: AbortSignal): Promise<ArrayBuffer> {
    // Beyond the finest zoom of terrain tiles, contours are made from part of a tile.
    const closer = Math.max(0, z - this.#finestZoom)
    const parts = 2 ** closer
    const [column, row] = [x % parts, y % parts]
    const index = { z: z - closer, x: (x - column) / parts, y: (y - row) / parts }
    const { bytes } = await readTile(pathOf(index), signal)
    const { contours } = await this.#request(index, { bytes, contours: { zoom: z, parts, column, row } })
    if (contours === undefined) throw new Error('No contours.')
    return contours
  }

  stop(): void {
    this.#worker.terminate()
  }

  #request(index: TileIndex, job: Pick<GroundJob, 'bytes' | 'contours'>): Promise<GroundAnswer> {
    const { port1: answered, port2 } = new MessageChannel()
    return new Promise((resolve) => {
      answered.onmessage = ({ data }: MessageEvent<GroundAnswer>) => {
        answered.close()
        resolve(data)
      }
      this.#worker.postMessage({ name: pathOf(index), ...job } satisfies GroundJob, [port2])
    })
  }
}

function pathOf({ z, x, y }: TileIndex): string {
  return `/api/v1/terrain/tiles/${z}/${x}/${y}.png?size=${GROUND_SIZE}`
}
