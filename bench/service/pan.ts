/** Map panning while the device computes for another account: tile latency, and slowdown of that account. */

import type { HttpsClient } from '../frame/https-client.ts'
import { integer } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { columnRows, latencyRow, makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import {
  deviceOf,
  finished,
  forgetProducts,
  onService,
  resultRequest,
  type Service,
} from './finished-result.ts'
import { requestOf } from './large-request.ts'
import { type Layer, panTiles, pathOf } from './map-tiles.ts'
import { childrenOf, processorSecondsOf } from './process-memory.ts'

const TILES = 500
/** Number of concurrent requests of the map. */
const AT_ONCE = 12
const DEFAULT_CELLS = '25M'
const DEFAULT_JOB = '8M'
const DEFAULT_ROUNDS = 7
/** Maximum ratio of the other account's simulation time with map panning to the time without map panning. */
const TOLERANCE = 1.1
const SEED = 500

export const part = definePart({
  about: `Starts the service in a process of its own on synthetic terrain, with the result of one account. A map of it is moved and
zoomed over ${TILES} tiles, ${AT_ONCE} at a time, while another account's line of sight is computed: in turns with new tiles, with
cached tiles, and without a map. Each simulation is compared with the mean of those without a map just before and after it, so
that drift cancels out; the turns without a map show the noise. Passes if the median ratios with a map are at most ${TOLERANCE}. The
map runs on the same machine.`,
  help: `  --cells N    millions of cells of the result (${DEFAULT_CELLS})
  --job N      millions of cells of the other account's simulation (${DEFAULT_JOB})
  --turns N    measurements of each (${DEFAULT_ROUNDS})`,
  options: {
    cells: { type: 'string', default: DEFAULT_CELLS },
    job: { type: 'string', default: DEFAULT_JOB },
    turns: { type: 'string', default: String(DEFAULT_ROUNDS) },
  },
  async measure(values) {
    const cells = integer('--cells', values.cells.replace(/M$/, ''), 1, 400)
    const job = integer('--job', values.job.replace(/M$/, ''), 1, 400)
    const rounds = integer('--turns', values.turns, 1, 1000)
    return inTemporaryFolder((dataDir) =>
      onService(dataDir, 2, async (service) => {
        const rows = await measure(service, { cells, job, rounds })
        return makeReport(await deviceOf(service), rows)
      }),
    )
  },
})

/** Kinds of map load during the other account's simulation: computed tiles, cached tiles, none. */
const phases = ['made anew', 'kept', 'no map'] as const

async function measure(
  service: Service,
  { cells, job, rounds }: { cells: number; job: number; rounds: number },
): Promise<Row[]> {
  const [owner, other] = service.clients
  const { id } = await finished(owner, resultRequest('los', cells))
  const layer = await owner.json<Layer>(`/results/${id}/tiles.json`)
  const addresses = panTiles(layer, TILES, SEED).map((tile) => `/results/${id}/tiles/${pathOf(tile)}`)
  const pan = () => panOf(service, owner, addresses)
  const [computePid] = await childrenOf(service.server.pid)
  const computed = async (): Promise<Computed> => {
    const before = await processorSecondsOf(computePid)
    // Line of sight on hills keeps all CPUs busy.
    const { seconds } = await finished(other, requestOf(job))
    return { seconds, processorS: (await processorSecondsOf(computePid)) - before }
  }
  // Warm-up, so that functions are compiled.
  await computed()
  const idle = await pan()

  const seen = Object.fromEntries(phases.map((name) => [name, new Phase()]))
  let before = await computed()
  for (let round = 0; round < rounds; round++) {
    await forgetProducts(service, id)
    for (const name of phases) {
      const running = computed()
      if (name !== 'no map') seen[name].pans.push(await pan())
      const between = await running
      const after = await computed()
      seen[name].add(before, between, after)
      before = after
    }
  }
  return [
    ...panRows('device idle, made anew', [idle]),
    ...Object.entries(seen).flatMap(([name, phase]) => [
      ...(phase.pans.length > 0 ? panRows(`device busy, ${name}`, phase.pans) : []),
      ...phase.rows(name),
    ]),
  ]
}

interface Computed {
  seconds: number
  /** Processor time of the compute process in s. */
  processorS: number
}

/** Measurements of all simulations under one kind of map load. */
class Phase {
  readonly pans: Pan[] = []
  readonly #computed: Computed[] = []
  readonly #ratios: number[] = []

  add(before: Computed, between: Computed, after: Computed): void {
    this.#computed.push(between)
    this.#ratios.push((2 * between.seconds) / (before.seconds + after.seconds))
  }

  rows(name: string): Row[] {
    const simulation = "the other account's simulation"
    return [
      ...columnRows(name, this.#computed, {
        [`${simulation}, s`]: ({ seconds }) => seconds,
        [`${simulation}, processor time, s`]: ({ processorS }) => processorS,
      }),
      rowOf(
        name,
        `${simulation} : those before and after`,
        this.#ratios,
        name === 'no map' ? undefined : TOLERANCE,
      ),
    ]
  }
}

interface Pan {
  tilesMs: number[]
  seconds: number
  /** Processor time of the service per tile in ms, all threads. */
  processorMs: number
  /** Processor time of the map client per tile in ms. */
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
    ...columnRows(name, pans, {
      [`${TILES} tiles, s`]: ({ seconds }) => seconds,
      'processor time of the service a tile, ms': ({ processorMs }) => processorMs,
      'processor time of the map a tile, ms': ({ mapMs }) => mapMs,
    }),
  ]
}
