/** Other programs as whole processes, alternating with this project's engine in memory and its command. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engines } from '../../kernels/engines.ts'
import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { modelJob } from '../ground/model-job.ts'
import { sceneOf, syntheticRelief, tileScene } from '../ground/scenes.ts'
import { wideTerrain } from '../ground/wide-terrain.ts'
import { gdalViewshed, writePeerRaster } from '../speed/los-peers.ts'
import { isInstalled, type PeerRun, timeProgram, versionOf } from '../speed/peer-process.ts'
import { isSplatInstalled, SPLAT_RESOLUTION_M, SPLAT_SIDE_POSTS, splatPathLoss } from '../speed/splat.ts'
import { type Measure, series } from './measure.ts'
import { FREQUENCY_MHZ, SEED } from './models.ts'

const GDAL_SIDE_POSTS = 2048
const SPLAT_RANGE_M = 15_000
const command = join(import.meta.dirname, '../../../server/coverage.js')

export interface Peers {
  measures: Measure[]
  versions: Record<string, string | undefined>
}

export async function openPeers(folder: string, engines: Engines): Promise<Peers> {
  await mkdir(folder)
  const relief = syntheticRelief(SEED)
  const measures: Measure[] = []
  const versions: Peers['versions'] = { gdal_viewshed: undefined, splat: undefined }
  if ((await isInstalled('gdal_viewshed')) && (await isInstalled('gdal_translate'))) {
    versions.gdal_viewshed = await versionOf('gdal_translate', ['--version'], /GDAL ([\d.]+)/)
    const scene = sceneOf(relief, GDAL_SIDE_POSTS / 2)
    const raster = await writePeerRaster(folder, scene, GDAL_SIDE_POSTS)
    const ours = modelJob(engines, models.get('los') as Model, scene, FREQUENCY_MHZ)
    measures.push(measurePair('los, disc in 2048² posts', 'gdal_viewshed', gdalViewshed(raster), ours))
  }
  if (await isSplatInstalled()) {
    versions.splat = await versionOf('splat', [], /SPLAT! v([\d.]+)/)
    const scene = tileScene(relief, SPLAT_SIDE_POSTS, SPLAT_RESOLUTION_M, SPLAT_RANGE_M)
    const run = await splatPathLoss(folder, scene, { frequencyMhz: FREQUENCY_MHZ, receiverM: 2 })
    const ours = modelJob(engines, models.get('itm') as Model, scene, FREQUENCY_MHZ)
    measures.push(measurePair('itm, 15 km at 90 m', 'splat -L -olditm', run, ours))
  }
  return { measures, versions }
}

function measurePair(name: string, peer: string, theirs: PeerRun, ours: () => Promise<unknown>): Measure {
  return {
    series: [
      series(name, 'ours, ms'),
      series(name, `${peer}, ms`),
      series(name, `${peer} : ours`, { better: 'higher' }),
    ],
    async sample() {
      const startMs = performance.now()
      await ours()
      const oursMs = performance.now() - startMs
      const theirsMs = await theirs()
      return [oursMs, theirsMs, theirsMs / oursMs]
    },
  }
}

/** Measures `coverage simulate --local` on a terrain folder, process start included. */
export function localCommand(
  folder: string,
  terrainDir: string,
  { rangeKm, cellM }: { rangeKm: number; cellM: number },
): Measure {
  const fields = ['--tx-lat', wideTerrain.latDeg, '--tx-lon', wideTerrain.lonDeg, '--tx-height', 30]
  const size = ['--frequency', 868, '--max-range', rangeKm, '--resolution', cellM]
  const files = ['--dem', terrainDir, '--out', join(folder, 'local.tif'), '--force', '-q']
  const args = [command, 'simulate', '--local', ...fields, ...size, ...files].map(String)
  return {
    series: [series('coverage simulate --local', `command to file, ${rangeKm} km at ${cellM} m, ms`)],
    sample: async () => [(await timeProgram(process.execPath, args, folder)).wallMs],
  }
}
