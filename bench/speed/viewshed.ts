/** Line of sight from POST to completed beside gdal_viewshed as a whole process, over as many posts. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../../server/main.ts'
import { integer, integers } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, median, type Row, rowOf } from '../frame/report.ts'
import { RECEIVER_M, sceneOf, syntheticRelief, TRANSMITTER_M } from '../ground/scenes.ts'
import { wideTerrain, writeWideTerrain } from '../ground/wide-terrain.ts'
import { deviceOf, newClient, onLocalServer, started } from '../service/local-server.ts'
import { gdalViewshed, writePeerRaster } from './los-peers.ts'
import { isInstalled, type PeerRun } from './peer-process.ts'

const SEED = 2026
const SIDES = [2048, 4096]
const DEFAULT_PAIRS = 7
const POST_SPACING_M = 30
const POLL_MS = 2
/** What the service may take beside gdal_viewshed's whole process. */
const TIMES = 1.5
const MORE_MS = 60

const usage = `npm run bench -- viewshed [--pairs N] [--sides N,…] [--json]

Posts line of sight over made ground of one arc second at cells of ${POST_SPACING_M} m, the disc within a square of N×N cells,
and alternates with gdal_viewshed as a whole process (-md 0) over N×N posts of the same relief. The first of each warms
up. Completion is read from the service's records every ${POLL_MS} ms.

  --pairs N    runs of each on each square (${DEFAULT_PAIRS})
  --sides N,…  even sides of the squares (${SIDES})
  --json       one JSON object instead of a table
  --help       this text`

export const run = program({
  usage,
  options: {
    pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
    sides: { type: 'string', default: String(SIDES) },
  },
  async measure(values) {
    const pairs = integer('--pairs', values.pairs, 1, 50)
    const sides = integers('--sides', values.sides, 64, 8192)
    if (!(await isInstalled('gdal_viewshed'))) {
      return makeReport('none', [], ['gdal_viewshed is not installed: nothing to compare with.'])
    }
    return onLocalServer(writeWideTerrain, async ({ server, dataDir }) => {
      const rows: Row[] = []
      for (const side of sides) {
        const folder = join(dataDir, `peer-${side}`)
        await mkdir(folder)
        const raster = await writePeerRaster(folder, sceneOf(syntheticRelief(SEED), side / 2), side)
        rows.push(...(await sideRows(server, side, gdalViewshed(raster, 'square'), pairs)))
      }
      return makeReport(deviceOf(server), rows)
    })
  },
})

async function sideRows(server: RunningServer, side: number, peer: PeerRun, pairs: number): Promise<Row[]> {
  const simulate = await simulationOf(server, side)
  const oursMs: number[] = []
  const peerMs: number[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const [ours, theirs] = [await simulate(), await peer()]
    if (pair === 0) continue
    oursMs.push(ours)
    peerMs.push(theirs)
  }
  const name = `${side}²`
  const beyondMs = oursMs.map((ms, pair) => ms - TIMES * peerMs[pair])
  return [
    rowOf(name, 'POST to completed, ms', oursMs),
    rowOf(name, 'gdal_viewshed -md 0, ms', peerMs),
    rowOf(
      name,
      'POST to completed : gdal_viewshed, ratio of each pair',
      oursMs.map((ms, pair) => ms / peerMs[pair]),
    ),
    rowOf(
      name,
      `POST to completed beyond ${TIMES} × gdal_viewshed, median of pairs, ms`,
      [median(beyondMs)],
      MORE_MS,
    ),
  ]
}

/** Posts the disc within a square, and settles with the milliseconds until it is completed. */
async function simulationOf(server: RunningServer, side: number): Promise<PeerRun> {
  const client = await newClient(server)
  const { records } = server.services
  return async () => {
    const startMs = performance.now()
    const id = await started(client, {
      tx_lat: wideTerrain.latDeg,
      tx_lon: wideTerrain.lonDeg,
      tx_height: TRANSMITTER_M,
      rx_height: RECEIVER_M,
      frequency: 868,
      resolution: POST_SPACING_M,
      max_range: ((side / 2) * POST_SPACING_M) / 1000,
    })
    while (records.simulation(id)?.status === 'pending') {
      await sleep(POLL_MS)
    }
    const tookMs = performance.now() - startMs
    const { status, error } = records.simulation(id) ?? {}
    if (status !== 'completed') throw new Error(`A simulation failed: ${error?.detail}`)
    return tookMs
  }
}
