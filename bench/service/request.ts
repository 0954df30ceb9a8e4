/** A simulation through the whole real service, beside what the same job takes in process. */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDevice } from '../../kernels/device/device.ts'
import type { CoverageClient } from '../../server/client/client.ts'
import { type Engine, openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import { version } from '../../server/config/config.ts'
import { cellsOf } from '../../server/config/limits.ts'
import { jobOf } from '../../server/jobs/job.ts'
import type { ComputeStage } from '../../server/jobs/protocol.ts'
import type { RunningServer } from '../../server/main.ts'
import { type SimulationRequest, withDefaults } from '../../server/requests/simulation.ts'
import { writeSyntheticTerrain } from '../../storage/terrain/synthetic.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { integer } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { deviceOf, newClient, onLocalServer, started } from './local-server.ts'

const SEED = 2026
const RANGE_KM = 35
const SIZES_CELLS = [1e6, 4e6, 10e6]
const DEFAULT_RUNS = 7
const ACCOUNTS = 4
const JOBS_AN_ACCOUNT = 8
/** Simulations that each account has running. */
const IN_FLIGHT = 2
const POLL_MS = 2

const usage = `npm run bench -- request [--runs N] [--json]

Starts the service on synthetic terrain in a temporary folder and posts simulations of ${SIZES_CELLS.map((cells) => cells / 1e6).join(', ')} million cells over
HTTPS. Alternating with them the same jobs run in this process, to measure what terrain, kernels and writing take. Then
${ACCOUNTS} accounts post ${JOBS_AN_ACCOUNT} simulations of a million cells each, ${IN_FLIGHT} at a time. Completion is read from the service's
records every ${POLL_MS} ms, not over HTTP, since asking that often would exceed the accounts' rates.

  --runs N   simulations of each size (${DEFAULT_RUNS})
  --json     one JSON object instead of a table
  --help     this text`

export const run = program({
  usage,
  options: { runs: { type: 'string', default: String(DEFAULT_RUNS) } },
  async measure(values) {
    const runs = integer('--runs', values.runs, 1, 50)

    const putTerrain = (folder: string) => writeSyntheticTerrain(folder, { seed: SEED })
    return onLocalServer(putTerrain, async ({ server, ground, dataDir, startedMs }) => {
      const { outlook } = ground
      const { config } = server.services
      const terrain = await openTerrain({ folders: config.terrainDirs })
      const device = await openDevice(config.kernelBackend)
      const engine = await openEngine(version, device)
      const ownDir = join(dataDir, 'in-process')
      await mkdir(ownDir)
      const inProcess = new InProcess(engine, terrain, ownDir)
      const rows = [rowOf('start', 'service to ready, ms', [startedMs])]
      for (const cells of SIZES_CELLS) rows.push(...(await sizeRows(server, inProcess, outlook, cells, runs)))
      await engine.models.destroy()
      await terrain.close()
      rows.push(...(await throughputRows(server, outlook)))
      const notes = [`Completion was read from the service's records every ${POLL_MS} ms, not over HTTP.`]
      return makeReport(deviceOf(server), rows, notes)
    })
  },
})

interface Location {
  latDeg: number
  lonDeg: number
}

/** One size, through the service and in process alternately. */
async function sizeRows(
  server: RunningServer,
  inProcess: InProcess,
  mast: Location,
  cells: number,
  runs: number,
): Promise<Row[]> {
  const client = await Client.open(server, mast)
  const totalsMs: number[] = []
  const stages: Stages[] = []
  // The first of each warms up: it reads tiles from disk.
  for (let iteration = 0; iteration <= runs; iteration++) {
    const { id, totalMs } = await client.simulate(cells)
    const params = server.services.records.simulation(id)?.params ?? {}
    const own = await inProcess.run(id, params)
    if (iteration === 0) continue
    totalsMs.push(totalMs)
    stages.push(own)
  }
  const computed = cellsOf(RANGE_KM, resolutionOf(cells))
  const name = `${(computed / 1e6).toFixed(1)} million cells`
  const kernelsMs = stages.map(({ computingMs }) => computingMs)
  return [
    rowOf(name, 'POST to completed, ms', totalsMs),
    rowOf(name, 'kernels in process, ms', kernelsMs),
    rowOf(
      name,
      'reading terrain in process, ms',
      stages.map(({ readingMs }) => readingMs),
    ),
    rowOf(
      name,
      'writing the raster in process, ms',
      stages.map(({ writingMs }) => writingMs),
    ),
    rowOf(
      name,
      'POST to completed : kernels, ratio of each pair',
      totalsMs.map((ms, iteration) => ms / kernelsMs[iteration]),
    ),
    rowOf(name, 'POST to completed : kernels, ratio of minima', [
      Math.min(...totalsMs) / Math.min(...kernelsMs),
    ]),
  ]
}

async function throughputRows(server: RunningServer, mast: Location): Promise<Row[]> {
  const clients = await Promise.all(Array.from({ length: ACCOUNTS }, () => Client.open(server, mast)))
  const latenciesMs: number[] = []
  const startMs = performance.now()
  await Promise.all(
    clients.map(async (client) => {
      let left = JOBS_AN_ACCOUNT
      const work = async () => {
        while (left-- > 0) latenciesMs.push((await client.simulate(1e6)).totalMs)
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, work))
    }),
  )
  const seconds = (performance.now() - startMs) / 1000
  const jobs = ACCOUNTS * JOBS_AN_ACCOUNT
  const name = `${ACCOUNTS} accounts, ${jobs} × 1 million cells`
  return [
    {
      case: name,
      quantity: 'simulations a second',
      n: 1,
      mean: jobs / seconds,
      max: jobs / seconds,
      pass: true,
    },
    rowOf(name, `POST to completed with ${ACCOUNTS * IN_FLIGHT} running, ms`, latenciesMs),
  ]
}

/** A new account, its key, and the mast that it asks about. */
class Client {
  readonly #server: RunningServer
  readonly #api: CoverageClient
  readonly #mast: Location

  private constructor(server: RunningServer, api: CoverageClient, mast: Location) {
    this.#server = server
    this.#api = api
    this.#mast = mast
  }

  static async open(server: RunningServer, mast: Location): Promise<Client> {
    return new Client(server, await newClient(server), mast)
  }

  /** Posts a simulation and waits until it is completed. */
  async simulate(cells: number): Promise<{ id: string; totalMs: number }> {
    const { records } = this.#server.services
    const startMs = performance.now()
    const id = await started(this.#api, {
      tx_lat: this.#mast.latDeg,
      tx_lon: this.#mast.lonDeg,
      tx_height: 30,
      frequency: 868,
      resolution: resolutionOf(cells),
      max_range: RANGE_KM,
    })
    while (records.simulation(id)?.status === 'pending') await sleep(POLL_MS)
    const totalMs = performance.now() - startMs
    const { status, error } = records.simulation(id) ?? {}
    if (status !== 'completed') throw new Error(`A simulation failed: ${error?.detail}`)
    return { id, totalMs }
  }
}

interface Stages {
  readingMs: number
  computingMs: number
  writingMs: number
}

/** What the compute process does, here. */
class InProcess {
  readonly #engine: Engine
  readonly #terrain: Terrain
  readonly #rasterDirectory: string

  constructor(engine: Engine, terrain: Terrain, rasterDirectory: string) {
    this.#engine = engine
    this.#terrain = terrain
    this.#rasterDirectory = rasterDirectory
  }

  async run(id: string, params: Record<string, unknown>): Promise<Stages> {
    const begunMs: Partial<Record<ComputeStage, number>> = {}
    const onProgress = (stage: ComputeStage) => {
      begunMs[stage] ??= performance.now()
    }
    const rasterDirectory = this.#rasterDirectory
    const job = jobOf(withDefaults(params as SimulationRequest))
    const asked = { id, accountId: 'bench', job, memoryBytes: Number.POSITIVE_INFINITY, rasterDirectory }
    await simulate(asked, this.#terrain, this.#engine, { onProgress, signal: new AbortController().signal })
    const endMs = performance.now()
    await rm(join(this.#rasterDirectory, `${id}.tif`))
    const { reading_terrain: readingMs = endMs, computing = endMs, writing = endMs } = begunMs
    return { readingMs: computing - readingMs, computingMs: writing - computing, writingMs: endMs - writing }
  }
}

/** Metres, rounded up to a millimetre, at which the disc has at most so many cells. */
function resolutionOf(cells: number): number {
  return Math.ceil(1000 * 1000 * RANGE_KM * Math.sqrt(Math.PI / cells)) / 1000
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
