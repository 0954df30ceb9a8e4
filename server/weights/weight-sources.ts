/** Opens the weight layers, such as rasters of inhabitants. */

import { beginTerrain, type FileTerrain, type TerrainProblem } from '../../storage/terrain/terrain.ts'
import type { Amounts, Bounds } from '../../storage/terrain/types.ts'
import { requireFiles } from '../clutter/class-sources.ts'
import type { WeightLayerFiles } from '../config/layers.ts'

export interface WeightedPlaces extends Amounts {
  /** Coverage zone of each place in a result, if already known. */
  zones?: Uint8Array
}

/** Source of weighted places: pixel centers of a raster, or points of a request. */
export interface WeightSource {
  name: string
  attribution?: string
  /** Calls `take` once for every place within the bounds; places outside the bounds may be included. */
  read(bounds: Bounds, take: (places: WeightedPlaces) => Promise<void>): Promise<void>
}

export interface WeightLayer extends WeightSource {
  attribution: string
  files: FileTerrain
}

/** Opens weight layers; rejects if a file is unreadable, or a folder has no readable file. */
export function openWeightLayers(
  layers: readonly WeightLayerFiles[],
  options: {
    /** Maximum size in bytes of decoded pixels of all layers. */
    cacheBytes: number
    /** Accept layers without any file; the weights of such a layer are 0. */
    mayBeEmpty?: true
    onProblem: (problem: TerrainProblem) => void
  },
): Promise<WeightLayer[]> {
  const { cacheBytes, mayBeEmpty, onProblem } = options
  return Promise.all(
    layers.map(async ({ name, attribution, path }) => {
      const files = await beginTerrain({
        folders: [[path]],
        cacheBytes: cacheBytes / layers.length,
        areAmounts: true,
        onProblem,
      })
      if (!mayBeEmpty) await requireFiles(name, files)
      return { name, attribution, files, read: files.readAmounts }
    }),
  )
}
