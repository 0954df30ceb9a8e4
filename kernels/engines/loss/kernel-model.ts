/**
 * Model whose kernel samples the posts along each path, with one GPU thread per path. The kernel is compiled
 * at first use for each tile size.
 */

import {
  type Device,
  type DevicePipeline,
  type Helper,
  type KernelFunction,
  type Tensor,
  tensor,
} from '../../device/device.ts'
import type { DeviceLoss, PathTerms } from '../../model.ts'
import { groundAt } from '../../terrain/ground.ts'
import type { Answer, PathModel } from './path-batch.ts'
import { PATH, PATH_NUMBERS, PATHS_ACROSS, PATHS_DOWN } from './shapes.ts'
import { termSlots, termsTensor } from './terms.ts'
import { cutTile, type PostTile } from './tile.ts'

export interface KernelModelOptions<Parameters> {
  /**
   * Kernel that returns the loss in dB of each path, 1e9 where the path crosses unknown ground. Arguments:
   * `posts` [1][side][side], in metres above the transmitting antenna; `terms`, which are `KernelTerms` and
   * the model's own terms; `path`, see `PathNumbers`. Output [1][PATHS_DOWN][PATHS_ACROSS].
   */
  kernel: KernelFunction
  functions: readonly Helper[]
  /** Terms specific to the model; the names of the terms must be the same for every job. */
  terms(parameters: Parameters, job: PathTerms): object
}

export class KernelModel<Parameters> implements DeviceLoss<Parameters> {
  readonly #device: Device
  readonly #options: KernelModelOptions<Parameters>
  readonly #pipelines = new Map<number, DevicePipeline<Answer>>()

  constructor(device: Device, options: KernelModelOptions<Parameters>) {
    this.#device = device
    this.#options = options
  }

  forJob(parameters: Parameters, job: PathTerms): PathModel {
    const own = this.#options.terms(parameters, job)
    let tile: PostTile
    let terms: Tensor
    return {
      batches: 2,
      enter(window, quarter) {
        tile = cutTile(window, quarter)
        terms = termsTensor(job, tile, own)
      },
      run: async (batch) => {
        const paths = tensor(batch.columns, [PATHS_ACROSS, PATHS_DOWN, PATH_NUMBERS])
        return await this.#pipeline(tile.side, own)(tile.posts, terms, paths)
      },
    }
  }

  #pipeline(side: number, own: object): DevicePipeline<Answer> {
    let pipeline = this.#pipelines.get(side)
    if (pipeline === undefined) {
      const { kernel, functions } = this.#options
      const loss = this.#device.kernel(kernel, {
        output: [PATHS_ACROSS, PATHS_DOWN, 1],
        helpers: [groundAt],
        functions: [...functions],
        records: {
          terms: { slots: termSlots(own), isPerThread: false },
          path: { slots: PATH, isPerThread: true },
        },
      })
      pipeline = this.#device.pipeline<Answer>((posts, terms, paths) => loss(posts, terms, paths))
      this.#pipelines.set(side, pipeline)
    }
    return pipeline
  }

  async destroy(): Promise<void> {
    for (const pipeline of this.#pipelines.values()) await pipeline.destroy()
    this.#pipelines.clear()
  }
}
