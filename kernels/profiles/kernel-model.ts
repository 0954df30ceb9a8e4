/** A model whose kernel walks over the posts itself, one thread a path. Compiled at first use for each size of tile. */

import {
  type Device,
  type DevicePipeline,
  type KernelFunction,
  type KernelOptions,
  type Tensor,
  tensor,
} from '../device/device.ts'
import type { DeviceLoss, PathTerms } from '../model.ts'
import { groundAt } from '../terrain/ground.ts'
import { groundAtEnd } from './kernel-ground.ts'
import type { Answer } from './path-batch.ts'
import type { PathModel } from './path-model.ts'
import { PATH, PATH_NUMBERS, PATHS_ACROSS, PATHS_DOWN } from './shapes.ts'
import { TERM, termsTensor } from './terms.ts'
import { cutTile, type PostTile } from './tile.ts'

export interface KernelModelOptions<Parameters> {
  /**
   * Loss in dB over each path; 1e9 where it crosses unknown ground. Its arguments: posts [1][side][side], metres above
   * the transmitting antenna; terms [1][1][24], see terms.ts; paths [10][PATHS_DOWN][PATHS_ACROSS], see shapes.ts.
   * Output [1][PATHS_DOWN][PATHS_ACROSS].
   */
  kernel: KernelFunction
  functions: NonNullable<KernelOptions['functions']>
  own?: OwnTerms<Parameters>
}

/** A model's own terms. */
export interface OwnTerms<Parameters> {
  /** Their slots, by the one name by which the kernel knows them. */
  slots: Readonly<Record<string, Readonly<Record<string, number>>>>
  values(parameters: Parameters, terms: PathTerms): Record<string, number>
}

export class KernelModel<Parameters> implements DeviceLoss<Parameters> {
  readonly #device: Device
  readonly #options: KernelModelOptions<Parameters>
  readonly #pipelines = new Map<number, DevicePipeline<Answer>>()

  constructor(device: Device, options: KernelModelOptions<Parameters>) {
    this.#device = device
    this.#options = options
  }

  forJob(parameters: Parameters, terms: PathTerms): PathModel {
    const { own } = this.#options
    const [slots = {}] = Object.values(own?.slots ?? {})
    let tile: PostTile
    let termsOfTile: Tensor
    return {
      batches: 2,
      enter(window, quarter) {
        tile = cutTile(window, quarter)
        termsOfTile = termsTensor(terms, tile, slots, own?.values(parameters, terms) ?? {})
      },
      run: async (batch) => {
        const paths = tensor(batch.columns, [PATHS_ACROSS, PATHS_DOWN, PATH_NUMBERS])
        return await this.#pipeline(tile.side)(tile.posts, termsOfTile, paths)
      },
    }
  }

  #pipeline(side: number): DevicePipeline<Answer> {
    let pipeline = this.#pipelines.get(side)
    if (pipeline === undefined) {
      const { kernel, functions, own } = this.#options
      const loss = this.#device.kernel(kernel, {
        output: [PATHS_ACROSS, PATHS_DOWN, 1],
        helpers: [groundAtEnd, groundAt],
        functions,
        constants: { TERM, PATH, ...own?.slots },
      })
      pipeline = this.#device.pipeline<Answer>((posts, terms, paths) => loss(posts, terms, paths))
      this.#pipelines.set(side, pipeline)
    }
    return pipeline
  }

  trim(): Promise<void> {
    return this.destroy()
  }

  async destroy(): Promise<void> {
    for (const pipeline of this.#pipelines.values()) await pipeline.destroy()
    this.#pipelines.clear()
  }
}
