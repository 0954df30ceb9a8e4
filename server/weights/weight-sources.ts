/** Opened files of the layers of weights. */

import { beginTerrain, type FileTerrain, type TerrainProblem } from '../../storage/terrain/terrain.ts'
import type { Amounts, Bounds } from '../../storage/terrain/types.ts'
import { requireFiles } from '../clutter/class-sources.ts'
import type { WeightLayerFiles } from '../config/layers.ts'

export interface WeightedPlaces extends Amounts {
  /** Zones of the places in a result, if already known. */
  zones?: Uint8Array
}

/** Weighted places of any origin: pixels of files at their centers, or points of a request. */
export interface WeightSource {
  name: string
  attribution?: string
  /** Calls back with places: all of the source within the bounds, each once, possibly more outside. */
  read(bounds: Bounds, take: (places: WeightedPlaces) => Promise<void>): Promise<void>
}

export interface WeightLayer extends WeightSource {
  attribution: string
  files: FileTerrain
}

/** Rejects if a layer's file is unreadable, or its folder has no readable one. */
export function openWeightLayers(
  layers: readonly WeightLayerFiles[],
  options: {
    /** Bound on the decoded pixels of all layers. */
    cacheBytes: number
    /** Accept layers that lost all their files: their weight is 0 then. */
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
