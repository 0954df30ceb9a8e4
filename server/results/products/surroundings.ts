/** Terrain and land cover around a result, for points whose value is not in the raster. */

import { parseSources } from '../../../storage/terrain/remote/sources.ts'
import { beginTerrain, type TerrainProblem } from '../../../storage/terrain/terrain.ts'
import type { Terrain } from '../../../storage/terrain/types.ts'
import { type ClassSource, openClassSources } from '../../clutter/class-sources.ts'
import type { WeightLayerFiles } from '../../config/layers.ts'
import type { ComputeConfig } from '../../jobs/protocol.ts'
import { openWeightLayers, type WeightLayer } from '../../weights/weight-sources.ts'

export interface GroundLocation
  extends Pick<ComputeConfig, 'terrainFolders' | 'terrainUrl' | 'terrainCacheFolder' | 'layers'> {
  weights?: readonly WeightLayerFiles[]
}

export interface Surroundings {
  terrain(): Promise<Terrain>
  layers(): Promise<readonly ClassSource[]>
  weights(): Promise<readonly WeightLayer[]>
}

/** Size in bytes of each of three caches: decoded posts, classes and weights. */
const cacheBytes = 64 * 2 ** 20

/** Opens the surroundings without downloads; unreadable files, already logged by the service, are skipped. */
export function surroundingsIn({
  terrainFolders,
  terrainUrl = '',
  terrainCacheFolder: cacheFolder = '',
  layers = [],
  weights = [],
}: GroundLocation): Surroundings {
  const onProblem = (_: TerrainProblem) => {}
  const sources = parseSources(terrainUrl)
  return {
    terrain: openedOnce(async () => {
      const terrain = await beginTerrain({
        folders: terrainFolders,
        cacheBytes,
        ...(sources.length > 0 && { remote: { sources, cacheFolder, cachedOnly: true as const } }),
        onProblem,
      })
      await terrain.scanning
      return terrain
    }),
    layers: openedOnce(() =>
      openClassSources(layers, { cacheFolder, cacheBytes, cachedOnly: true, mayBeEmpty: true, onProblem }),
    ),
    weights: openedOnce(() => openWeightLayers(weights, { cacheBytes, mayBeEmpty: true, onProblem })),
  }
}

/** Calls `open` at the first call, and again after a failure, because a store may recover while the thread runs. */
export function openedOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined
  return () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}
