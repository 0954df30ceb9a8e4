import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { readConfig } from '../../server/config/config.ts'
import type { Compute, ComputeJob, ComputeOutcome } from '../../server/jobs/protocol.ts'
import { startServer } from '../../server/main.ts'
import type { ServiceOverrides, Services } from '../../server/services.ts'
import { openRasters } from '../../storage/objects/open.ts'
import type { StoreLocation } from '../../storage/objects/types.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import type { Account, Plan } from '../../storage/records/types.ts'
import { METRES_PER_DEGREE } from '../../storage/terrain/tiles/lattice.ts'
import type { PointElevation, Terrain } from '../../storage/terrain/types.ts'
import { Client, ContractChecker, documentOf, type OpenApiDocument } from './client.ts'

/** Ground at 100 m everywhere, posts 30 m apart, but unknown south of 60° S and sea west of 170° W. */
export const flatTerrain: Terrain = {
  openArea: async () => undefined,
  openParts: async () => [],
  survey: async ({ northDeg, southDeg, westDeg }) => {
    const latStepDeg = 30 / METRES_PER_DEGREE
    const lonStepDeg = latStepDeg / Math.cos(((northDeg + southDeg) * Math.PI) / 360)
    const lattice = { northDeg, westDeg, latStepDeg, lonStepDeg }
    return { parts: northDeg < -60 ? [] : [{ lattice, bounds: undefined }], isComplete: true }
  },
  elevationAt: async (latDeg, lonDeg): Promise<PointElevation> => {
    if (latDeg < -60) return { state: 'unknown', elevationM: undefined, source: undefined }
    if (lonDeg < -170) return { state: 'sea', elevationM: 0, source: 'flat' }
    return { state: 'known', elevationM: 100, source: 'flat' }
  },
  trim: () => {},
  list: async () => [],
  close: async () => {},
}

/** Computes nothing: holds jobs until released, then leaves a small raster with all three classes. */
export class HeldCompute implements Compute {
  readonly device = { backend: 'test', device: 'none' }
  state: Compute['state'] = 'starting'
  /** Where rasters go; without one they stay where they are written. */
  store: StoreLocation | undefined
  /** Whether jobs wait for `release`. */
  held = false
  /** What the next jobs end with instead of a result. */
  failure: Extract<ComputeOutcome, { kind: 'failed' }> | undefined
  #waiting: (() => void)[] = []

  async start() {
    this.state = 'ready'
    return this.device
  }

  async run(
    job: ComputeJob,
    onProgress: (stage: 'computing', progress: number) => void,
    signal: AbortSignal,
  ): Promise<ComputeOutcome> {
    onProgress('computing', 0.5)
    if (this.held) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    if (signal.aborted) return { kind: 'cancelled' }
    if (this.failure) return this.failure
    await this.#write(job)
    return {
      kind: 'completed',
      result: {
        engine: { version: '0.0.0', ...this.device },
        terrain: {
          unknown_share: 0,
          sources: [{ name: 'flat', attribution: 'none' }],
          tiles: [{ name: 'flat', source: 'flat', sha256: '0'.repeat(64) }],
        },
        summary: { visible: 1, blocked: 1, unknown: 1, visible_km2: 0.1, farthest_km: 1 },
        warnings: [],
      },
    }
  }

  async #write({ id, rasterDirectory }: ComputeJob): Promise<void> {
    const name = `${id}.tif`
    const path = join(rasterDirectory, name)
    await writeRaster(path)
    if (this.store) await (await openRasters(this.store)).putFile(name, path)
  }

  release(): void {
    this.held = false
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async stop(): Promise<void> {
    this.state = 'stopped'
    this.release()
  }
}

export const rasterSide = 64

async function writeRaster(path: string): Promise<void> {
  const step = 0.001
  const writer = await openRasterWriter(path, {
    geometry: {
      rows: rasterSide,
      cols: rasterSide,
      northDeg: 47,
      westDeg: 8,
      cellLatDeg: step,
      cellLonDeg: step,
    },
    kind: 'visibility',
    metadata: { model: 'los' },
    description: 'line of sight',
  })
  const classes = Uint8Array.from({ length: rasterSide ** 2 }, (_, i) => [0, 1, 255][i % 3] ?? 0)
  await writer.writeRows(classes)
  await writer.close()
}

export interface TestServer {
  origin: string
  services: Services
  compute: HeldCompute
  /** Its document, or that of another service in this process with the same settings. */
  document: OpenApiDocument
  /** What was logged so far. */
  log: string[]
  /** A client with this key, or none; closed with the server. */
  client(apiKey?: string): Client
  /** A new account and a client with its key. */
  account(
    plan?: Plan | 'unmetered',
    credits?: number,
  ): Promise<{ account: Account; apiKey: string; client: Client }>
  /** Stops the server while the clients stay open. */
  stopServer(): Promise<void>
}

let storeEnv: Record<string, string> = {}

/** Has the services of this test file store in a bucket. */
export function storeIn({ env }: { env: Record<string, string> }): void {
  storeEnv = env
}

/** Names of the results that a service stores. */
export async function storedNames(
  { services }: Pick<TestServer, 'services'>,
  prefix = '',
): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of services.stores.rasters.list(prefix)) names.push(name)
  return names.sort()
}

/** A whole service on a free port, with its data in the test's own folder and no child process. */
export async function startTestServer(
  t: Test,
  { env = {}, ...overrides }: ServiceOverrides & { env?: Record<string, string> } = {},
): Promise<TestServer> {
  const compute = new HeldCompute()
  const log: string[] = []
  // tap removes a folder of its own before teardowns run, and a server writes until it has stopped.
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-http-'))
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...storeEnv, ...env })
  for (const one of [compute, overrides.compute]) if (one instanceof HeldCompute) one.store = config.store
  const server = await startServer(config, {
    compute,
    terrain: flatTerrain,
    logStream: { write: (line) => log.push(line) },
    ...overrides,
  })
  const clients: Client[] = []
  const client = (apiKey?: string, checker?: ContractChecker) => {
    const made = new Client(server.url, apiKey, checker)
    clients.push(made)
    return made
  }
  const stop = async () => {
    compute.release()
    for (const made of clients) made.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  t.teardown(stop)

  const document = await documentOf({ ...storeEnv, ...env }, client())
  const checker = ContractChecker.of(document)
  return {
    origin: server.url,
    services: server.services,
    compute,
    document,
    log,
    client: (apiKey) => client(apiKey, checker),
    async account(plan = 'pro', credits = 1000) {
      const { records } = server.services
      const terms = plan === 'unmetered' ? { unmetered: true as const } : { plan, credits }
      const account = await records.createAccount({ name: 'test', ...terms })
      const made = await records.createKey(account.id)
      if (made === undefined) throw new Error('Expected a key.')
      return { account, apiKey: made.api_key, client: client(made.api_key, checker) }
    },
    stopServer: () => server.stop(),
  }
}

/** A request that every check lets pass. */
export const validRequest = {
  tx_lat: 46.5,
  tx_lon: 7.5,
  tx_height: 20,
  frequency: 868,
  max_range: 1,
} as const

/** Starts a simulation and waits until it is final. */
export async function simulateToEnd(client: Client, request: object = validRequest): Promise<string> {
  const { id } = (await client.post('/api/v1/simulate', request)).json<{ id: string }>()
  return untilFinal(client, id)
}

export async function untilFinal(client: Client, id: string): Promise<string> {
  // Ever more seldom, so that a slow machine does not exceed the account's rate.
  for (let waitMs = 10; waitMs < 2000; waitMs *= 1.2) {
    const { status } = (await client.get(`/api/v1/status/${id}`)).json<{ status: string | number }>()
    if (status === 'completed' || status === 'failed') return id
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  throw new Error(`Expected ${id} to become final.`)
}
