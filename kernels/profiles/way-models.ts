/**
 * The models whose kernels walk over the posts themselves. A pipeline is compiled at its first use, for each model and
 * size of tile.
 */

import { type Device, type DevicePipeline, type Tensor, tensor } from '../device/device.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { hataLossDb } from '../models/hata/hata.ts'
import { bullingtonLossDb, bullingtonParameter, knifeEdgeLossDb } from '../propagation/knife-edge.ts'
import {
  blend,
  multipathDb,
  rareWeight,
  smoothStep,
  troposcatterLossDb,
  withDuctingDb,
} from '../models/p1812/combine.ts'
import {
  ductingLogBeta,
  ductingLossDb,
  ductingTimeDb,
  seaCouplingDb,
  siteShieldingDb,
} from '../models/p1812/ducting.ts'
import { ductingPercent, inlandTau, inverseNormal } from '../models/p1812/radio-climate.ts'
import { diffractionSmoothHeight, smoothHeightAtRx, smoothHeightAtTx } from '../propagation/smooth-surface.ts'
import {
  firstTermLossDb,
  heightGainDb,
  mixedFirstTermLossDb,
  sphericalEarthLossDb,
} from '../propagation/spherical-earth.ts'
import { twoRayLossDb } from '../models/two-ray/two-ray.ts'
import { deltaBullingtonDb, terrainBullingtonDb } from '../propagation/diffraction.ts'
import { groundAt } from '../terrain/ground.ts'
import { p526Loss } from '../models/p526/kernel.ts'
import { p1812Loss } from '../models/p1812/kernel.ts'
import { combinedLossDb, ductingPathDb } from '../models/p1812/kernel-terms.ts'
import type { PathModel } from './path-model.ts'
import { type Answer, PATHS_ACROSS, PATHS_DOWN, WAY_COLUMNS } from './piece.ts'
import { freeSpaceLoss, groundAtEnd, hataLoss, twoRayLoss } from './plain-kernels.ts'
import { greatestSmoothEdge, smoothBullingtonDb, smoothEdge, smoothSlope } from '../propagation/smooth-bullington.ts'
import { type PathTerms, type ProfileModel, type ProfileModelName, termsTensor } from './terms.ts'
import { cutTile, type PostTile } from './tile.ts'

const DIFFRACTION = [
  freeSpaceLossDb,
  knifeEdgeLossDb,
  bullingtonParameter,
  bullingtonLossDb,
  heightGainDb,
  firstTermLossDb,
  mixedFirstTermLossDb,
  sphericalEarthLossDb,
  smoothHeightAtTx,
  smoothHeightAtRx,
  diffractionSmoothHeight,
  smoothSlope,
  smoothEdge,
  greatestSmoothEdge,
  smoothBullingtonDb,
  terrainBullingtonDb,
  deltaBullingtonDb,
]

const AIR = [
  inlandTau,
  ductingPercent,
  inverseNormal,
  siteShieldingDb,
  seaCouplingDb,
  ductingLogBeta,
  ductingTimeDb,
  ductingLossDb,
  multipathDb,
  troposcatterLossDb,
  rareWeight,
  smoothStep,
  blend,
  withDuctingDb,
  ductingPathDb,
  combinedLossDb,
]

const KERNELS = {
  free_space: { kernel: freeSpaceLoss, functions: [freeSpaceLossDb] },
  two_ray: { kernel: twoRayLoss, functions: [freeSpaceLossDb, twoRayLossDb] },
  hata: { kernel: hataLoss, functions: [freeSpaceLossDb, hataLossDb] },
  p526: { kernel: p526Loss, functions: DIFFRACTION },
  p1812: { kernel: p1812Loss, functions: [...DIFFRACTION, ...AIR] },
}

export class WayModels {
  readonly #device: Device
  readonly #pipelines = new Map<string, DevicePipeline<Answer>>()

  constructor(device: Device) {
    this.#device = device
  }

  /** A model for one job. */
  model(model: ProfileModel, terms: PathTerms): PathModel {
    let tile: PostTile
    let told: Tensor
    return {
      pieces: 2,
      enter(window, quarter) {
        tile = cutTile(window, quarter)
        told = termsTensor(terms, tile, model)
      },
      run: async (piece) => {
        const paths = tensor(piece.columns, [PATHS_ACROSS, PATHS_DOWN, WAY_COLUMNS])
        return await this.#pipeline(model.name, tile.side)(tile.posts, told, paths)
      },
    }
  }

  #pipeline(name: ProfileModelName, side: number): DevicePipeline<Answer> {
    const key = `${name} ${side}`
    let pipeline = this.#pipelines.get(key)
    if (pipeline === undefined) {
      const { kernel, functions } = KERNELS[name]
      const loss = this.#device.kernel(kernel, {
        output: [PATHS_ACROSS, PATHS_DOWN, 1],
        helpers: [groundAtEnd, groundAt],
        functions,
      })
      pipeline = this.#device.pipeline<Answer>((posts, terms, paths) => loss(posts, terms, paths))
      this.#pipelines.set(key, pipeline)
    }
    return pipeline
  }

  async destroy(): Promise<void> {
    for (const pipeline of this.#pipelines.values()) await pipeline.destroy()
    this.#pipelines.clear()
  }
}
