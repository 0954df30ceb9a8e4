/** A map that is moved while the device computes for another account: how long tiles take, and what they cost the other. */

import type { HttpsClient } from '../frame/https-client.ts'
import { integer } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { latencyRow, makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import {
  deviceOf,
  finished,
  forgetProducts,
  onService,
  resultRequest,
  type Service,
} from './finished-result.ts'
import { type Layer, panTiles, pathOf } from './map-tiles.ts'
import { processorSecondsOf } from './process-memory.ts'

const TILES = 500
/** Requests that a map has under way. */
const AT_ONCE = 12
const DEFAULT_CELLS = '25M'
const DEFAULT_JOB = '12M'
const DEFAULT_PAIRS = 5
/** What the other account's simulation may take with the pan, over without it. */
const TOLERANCE = 1.1
const SEED = 500

const usage = `npm run bench -- pan [--cells 25M] [--job 12M] [--pairs N] [--json]

Starts the service in a process of its own on made terrain, with the result of one account. Then a map of it is moved and
zoomed, ${TILES} tiles that were not asked for before, ${AT_ONCE} at a time, while another account's line of sight is computed: by turns
without the map, with the map for the first time, and with tiles that are kept. Passes if the median of the other
account's time with the map, over the one without in the same round, is at most ${TOLERANCE}. The map runs on the same machine.

  --cells N    millions of cells of the result (${DEFAULT_CELLS})
  --job N      millions of cells of the other account's simulation (${DEFAULT_JOB})
  --pairs N    rounds (${DEFAULT_PAIRS})
  --json       one JSON object instead of a table
  --help       this text`

export const run = program({
  usage,
  options: {
    cells: { type: 'string', default: DEFAULT_CELLS },
    job: { type: 'string', default: DEFAULT_JOB },
    pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
  },
  async measure(values) {
    const cells = integer('--cells', values.cells.replace(/M$/, ''), 1, 400)
    const job = integer('--job', values.job.replace(/M$/, ''), 1, 400)
    const pairs = integer('--pairs', values.pairs, 1, 100)
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, 2, async (service) => {
        const rows = await measure(service, { cells, job, pairs })
        return makeReport(await deviceOf(service), rows)
      }),
    )
  },
})

async function measure(
  service: Service,
  { cells, job, pairs }: { cells: number; job: number; pairs: number },
): Promise<Row[]> {
  const [owner, other] = service.clients
  const { id } = await finished(owner, resultRequest('los', cells))
  const layer = await owner.json<Layer>(`/results/${id}/tiles.json`)
  const addresses = panTiles(layer, TILES, SEED).map((tile) => `/results/${id}/tiles/${pathOf(tile)}`)
  const pan = () => panOf(service, owner, addresses)
  // Nothing is compiled below that was not before.
  const computed = async () => (await finished(other, resultRequest('los', job))).seconds
  await computed()
  const idle = await pan()

  const alone: number[] = []
  const phases = { 'made anew': new Phase(), kept: new Phase() }
  for (let round = 0; round < pairs; round++) {
    const aloneS = await computed()
    alone.push(aloneS)
    await forgetProducts(service, id)
    for (const phase of Object.values(phases)) {
      const running = computed()
      phase.pans.push(await pan())
      phase.computedS.push(await running)
      phase.ratios.push((phase.computedS.at(-1) as number) / aloneS)
    }
  }
  return [
    ...panRows('device idle, made anew', [idle]),
    rowOf('no map', "the other account's simulation, s", alone),
    ...Object.entries(phases).flatMap(([name, { pans, computedS, ratios }]) => [
      ...panRows(`device busy, ${name}`, pans),
      rowOf(`map, ${name}`, "the other account's simulation, s", computedS),
      rowOf(`map, ${name}`, 'with the map : without', ratios, TOLERANCE),
    ]),
  ]
}

/** What was seen of pans of a kind. */
class Phase {
  readonly pans: Pan[] = []
  readonly computedS: number[] = []
  readonly ratios: number[] = []
}

interface Pan {
  tilesMs: number[]
  seconds: number
  /** Of the service, in all of its threads, a tile. */
  processorMs: number
  /** Of the map itself, a tile. */
  mapMs: number
}

async function panOf({ server }: Service, client: HttpsClient, addresses: string[]): Promise<Pan> {
  const waiting = [...addresses]
  const tilesMs: number[] = []
  const before = {
    ms: performance.now(),
    own: process.cpuUsage(),
    service: await processorSecondsOf(server.pid),
  }
  const next = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const startMs = performance.now()
      const answer = await client.ask(address)
      tilesMs.push(performance.now() - startMs)
      if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${answer.text}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  const own = process.cpuUsage(before.own)
  const service = (await processorSecondsOf(server.pid)) - before.service
  return {
    tilesMs,
    seconds: (performance.now() - before.ms) / 1000,
    processorMs: (1000 * service) / addresses.length,
    mapMs: (own.user + own.system) / 1000 / addresses.length,
  }
}

function panRows(name: string, pans: Pan[]): Row[] {
  return [
    latencyRow(
      name,
      'tile, ms',
      pans.flatMap(({ tilesMs }) => tilesMs),
    ),
    rowOf(
      name,
      `${TILES} tiles, s`,
      pans.map(({ seconds }) => seconds),
    ),
    rowOf(
      name,
      'processor time of the service a tile, ms',
      pans.map(({ processorMs }) => processorMs),
    ),
    rowOf(
      name,
      'processor time of the map a tile, ms',
      pans.map(({ mapMs }) => mapMs),
    ),
  ]
}
