/** Worker thread that makes products one at a time and keeps the files of recent results open. */

import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../storage/files/answer-tasks.ts'
import { openRasters } from '../../storage/objects/open.ts'
import { TileCache } from '../../storage/rasters/tile-cache.ts'
import { orRefused } from '../http/thread-problems.ts'
import type { ProductMade, ProductName, ProductTask, ThreadData } from './product-protocol.ts'
import { makeBins } from './products/bins.ts'
import { makeFeatures } from './products/features.ts'
import { makeGeojson } from './products/geojson.ts'
import type { Ground } from './products/map/relief.ts'
import { makeGaps } from './products/network/gaps.ts'
import { makeNetworkStats } from './products/network/stats.ts'
import { NetworkSource } from './products/network-source.ts'
import { makePlace } from './products/place.ts'
import { makePlain } from './products/plain.ts'
import { makeClassRaster, makeNetworkRaster } from './products/rasters.ts'
import { type ResultSource, SimulationSource } from './products/source.ts'
import type { Subject } from './products/subject.ts'
import { openedOnce, surroundingsIn } from './products/surroundings.ts'
import { makeBinTile, makeTile, makeValueTile } from './products/tiles.ts'
import { makeWeights } from './products/weights.ts'
import { restingWhile } from './resting.ts'

/** Maximum number of results kept open, as maps may request tiles of two results alternately. */
const OPEN_SOURCES = 3
/** Maximum number of network sites kept open, as many as the largest network has. */
const OPEN_SITES = 250
const SITE_TILES_BYTES = 96 * 2 ** 20

/** Writes a product to a file; returns the number of computed paths, if any. */
type Maker<Options> = (
  source: ResultSource,
  options: Options,
  path: string,
  ground: Ground | undefined,
) => Promise<unknown>
const makers: { [Name in ProductName]: Maker<Extract<ProductTask, { product: Name }>['options']> } = {
  geojson: makeGeojson,
  // Loaded on demand, as the libraries take longer to load than most products take to make.
  kmz: async (source, options, path) => (await import('./products/kmz.ts')).makeKmz(source, options, path),
  map: async (...task) => (await import('./products/map/map.ts')).makeMap(...task),
  plain: makePlain,
  tile: makeTile,
  'value-tile': makeValueTile,
  'bin-tile': makeBinTile,
  bins: makeBins,
  'class-raster': makeClassRaster,
  'network-raster': makeNetworkRaster,
  'network-stats': async (source, options, path) =>
    makeNetworkStats(source, options, path, options.layers ? await surroundings.weights() : []),
  gaps: makeGaps,
  choice: async (source, options, path) => {
    const { makeChoice } = await import('./products/network/choice.ts')
    const readCells = async (name: string) => (await openedRasters()).readWhole(name)
    return makeChoice(source, options, path, { readCells, surroundings })
  },
  summits: async (source, options, path) =>
    (await import('./products/summits.ts')).makeSummits(source, options, path, surroundings),
  place: makePlace,
  features: (source, options, path) => makeFeatures(source, options, path, surroundings),
  weights: async (source, options, path) => makeWeights(source, options, path, await surroundings.weights()),
}

/** Opens results, and keeps the last `maximum` of them open. */
function opener(maximum: number, cache?: TileCache) {
  const kept = new Map<string, Promise<SimulationSource>>()
  return async (subject: Subject): Promise<SimulationSource> => {
    // The key has only the files, because all layers and views of a result share the result's files.
    const { tif, classTif, completedAt } = subject
    const key = [tif, classTif, completedAt].join()
    const opening =
      kept.get(key) ??
      openedRasters().then((rasters) => SimulationSource.open(subject, rasters, { cache, beforeRead: rest }))
    kept.delete(key)
    kept.set(key, opening)
    // Failures are not cached, because a missing file may exist at the next attempt.
    opening.catch(() => kept.get(key) === opening && kept.delete(key))
    const [oldest] = kept
    if (kept.size > maximum) {
      kept.delete(oldest[0])
      // Errors are ignored here: the caller that opened the result has already received the error.
      await oldest[1].then((source) => source.close()).catch(() => {})
    }
    return (await opening).viewedAs(subject)
  }
}

const open = opener(OPEN_SOURCES)
const openSite = opener(OPEN_SITES, new TileCache(SITE_TILES_BYTES))

async function sourceOf(subject: Subject): Promise<ResultSource> {
  const { network } = subject
  return network === undefined ? open(subject) : new NetworkSource(subject, network, openSite)
}

async function make({ product, options, subject, path, ground }: ProductTask): Promise<ProductMade> {
  const maker = makers[product] as Maker<object>
  return { pointPaths: Number((await maker(await sourceOf(subject), options, path, ground)) ?? 0) }
}

const { store, ground: places, running } = workerData as ThreadData
const rest = restingWhile(running)
const surroundings = surroundingsIn(places)
const openedRasters = openedOnce(() => openRasters(store))

answerTasks(orRefused(make))
