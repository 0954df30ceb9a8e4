/** Files of the layers of weights, opened. */

import { beginTerrain, type FileTerrain, type TerrainProblem } from '../../storage/terrain/terrain.ts'
import type { Amounts, Bounds } from '../../storage/terrain/types.ts'
import { requireFiles } from '../clutter/class-sources.ts'
import type { WeightLayerFiles } from '../config/layers.ts'

/** Places with a weight. */
export interface WeightedPlaces extends Amounts {
  /** The zones of the places in a result, where they are known already. */
  zones?: Uint8Array
}

/** Weighted places wherever they come from: pixels of files at their centers, or points of a request. */
export interface WeightSource {
  name: string
  /** Whom to credit. */
  attribution?: string
  /** Calls back with places of which those within the bounds are all of the source, each once; others are possible. */
  read(bounds: Bounds, take: (places: WeightedPlaces) => Promise<void>): Promise<void>
}

/** A layer of weights. */
export interface WeightLayer extends WeightSource {
  attribution: string
  files: FileTerrain
}

/** Rejects where a file that a layer names can't be read, or a folder has none that can. */
export function openWeightLayers(
  layers: readonly WeightLayerFiles[],
  options: {
    /** Bound on the decoded pixels of all layers. */
    cacheBytes: number
    /** Layers may have lost all their files: nobody is there then. */
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
