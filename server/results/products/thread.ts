/** A thread that makes products, one after the other; the files of the last results stay open for the next ones. */

import { getPriority, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { openRasters } from '../../../storage/objects/open.ts'
import type { ObjectStore } from '../../../storage/objects/types.ts'
import { answerTasks } from '../../queues/thread.ts'
import { type Refusal, RefusedError } from '../../requests/places.ts'
import { makeBins } from './bins.ts'
import { makeClassRaster } from './class-raster.ts'
import { makeFeatures } from './features.ts'
import { makeGeojson } from './geojson.ts'
import type { Ground } from './map/relief.ts'
import { makePlace } from './place.ts'
import { makePlain } from './plain.ts'
import type { ProductName, ProductTask, ThreadData } from './protocol.ts'
import { ResultSource } from './source.ts'
import type { Subject } from './subject.ts'
import { makeBinTile, makeTile, makeValueTile } from './tiles.ts'

/** Results that stay open: tiles of one or two maps are asked for in turns. */
const OPEN_SOURCES = 3

const makers: {
  [Name in ProductName]: (
    source: ResultSource,
    options: Extract<ProductTask, { product: Name }>['options'],
    path: string,
    ground: Ground | undefined,
  ) => Promise<void>
} = {
  geojson: makeGeojson,
  // What they draw and pack with takes longer to load than most products to make.
  kmz: async (source, options, path) => (await import('./kmz.ts')).makeKmz(source, options, path),
  map: async (...task) => (await import('./map/map.ts')).makeMap(...task),
  plain: makePlain,
  tile: makeTile,
  'value-tile': makeValueTile,
  'bin-tile': makeBinTile,
  bins: makeBins,
  'class-raster': makeClassRaster,
  place: makePlace,
  features: makeFeatures,
}

/** In order of use. */
const sources = new Map<string, ResultSource>()

async function sourceOf(subject: Subject): Promise<ResultSource> {
  // All layers and views of a result share its files.
  const { tif, classTif, completedAt } = subject
  const key = [tif, classTif, completedAt].join()
  const source = sources.get(key) ?? (await ResultSource.open(subject, await openedRasters()))
  sources.delete(key)
  sources.set(key, source)
  const [oldest] = sources
  if (sources.size > OPEN_SOURCES) {
    sources.delete(oldest[0])
    await oldest[1].close()
  }
  return source.viewedAs(subject)
}

/** Opened once, but again where that failed: the thread may outlive what was wrong with the store. */
function openedRasters(): Promise<ObjectStore> {
  opening ??= openRasters(store).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** Writes the file; what is wrong with the body that it is made of is the result. */
async function make({ product, options, subject, path, ground }: ProductTask): Promise<Refusal | undefined> {
  const maker = makers[product] as (
    source: ResultSource,
    options: object,
    path: string,
    ground: Ground | undefined,
  ) => Promise<void>
  try {
    await maker(await sourceOf(subject), options, path, ground)
    return undefined
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  }
}

const { niceness, store } = workerData as ThreadData
let opening: Promise<ObjectStore> | undefined
// Elsewhere it would be that of the whole process. To raise one that is low already needs a privilege.
if (process.platform === 'linux') setPriority(Math.max(getPriority(), niceness))

answerTasks(make)
