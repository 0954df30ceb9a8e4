/** Service on given records, with a client over HTTPS; simulations complete without being computed. */

import { readConfig, version } from '../../server/config/config.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import type { Services } from '../../server/services.ts'
import type { SimulationResult } from '../../storage/records/types.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { HttpsClient } from '../frame/https-client.ts'

/** Result of a simulation over four terrain tiles. */
export const result: SimulationResult = {
  warnings: [],
  engine: { version, backend: 'webasm', device: 'a processor of some kind, 2 threads' },
  terrain: {
    unknown_share: 0,
    sources: [{ name: 'SRTM', attribution: 'NASA Shuttle Radar Topography Mission' }],
    tiles: Array.from({ length: 4 }, (_, i) => ({
      name: `N4${i}E007.SRTMGL1.hgt.zip`,
      source: 'SRTM',
      sha256: String(i).repeat(64),
    })),
  },
  summary: { visible: 123_456, blocked: 234_567, unknown: 34_567, visible_km2: 111.1, farthest_km: 9.99 },
}

const terrain: Terrain = {
  openArea: async () => undefined,
  openParts: async () => [],
  survey: async () => ({ parts: [], isComplete: true }),
  elevationAt: async () => ({ state: 'known', elevationM: 100, source: 'flat' }),
  trim: () => {},
  list: async () => [],
  close: async () => {},
}

const compute: Services['compute'] = {
  state: 'ready',
  device: { backend: 'none', device: 'none' },
  start: async () => ({ backend: 'none', device: 'none' }),
  run: async () => ({ kind: 'completed', result }),
  stop: async () => {},
}

/** Speed-up of the rate limits' clock, so that no rate window fills. */
const clockFactor = 10_000

export class RecordsServer {
  static readonly mast = {
    name: 'a mast on a hill',
    tx_lat: 46.5,
    tx_lon: 7.5,
    tx_height: 20,
    tx_height_mode: 'AGL',
    frequency: 868,
    erp: 1,
    rx_height: 2,
    rx_height_mode: 'AGL',
    model: 'los',
    resolution: 30,
    max_range: 10,
    k_factor: 4 / 3,
    layers: ['visible'],
  }

  readonly #server: RunningServer
  /** HTTPS clients, one per account. */
  readonly #clients: HttpsClient[] = []
  readonly #clientOf = new Map<string, HttpsClient>()
  #next = 0

  private constructor(server: RunningServer) {
    this.#server = server
  }

  static async start(dataDir: string): Promise<RecordsServer> {
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    const startMs = Date.now()
    const now = () => startMs + (Date.now() - startMs) * clockFactor
    const server = await startServer(config, { terrain, compute, now })
    const made = new RecordsServer(server)
    const { certificate, records } = server.services
    for (const { id } of records.accounts()) {
      for (const { key_id } of records.keys(id)) await records.revokeKey(key_id)
      const { api_key = '' } = (await records.createKey(id)) ?? {}
      const client = new HttpsClient(server.url, { apiKey: api_key, certificate: certificate.cert })
      made.#clients.push(client)
      made.#clientOf.set(id, client)
    }
    return made
  }

  /** Latencies in ms of `count` sequential requests. */
  async ask(count: number, request: (iteration: number) => Promise<unknown>): Promise<number[]> {
    const timesMs: number[] = []
    for (let iteration = 0; iteration < count; iteration++) {
      const startMs = performance.now()
      await request(iteration)
      timesMs.push(performance.now() - startMs)
    }
    return timesMs
  }

  simulate(): Promise<unknown> {
    const client = this.#clients[this.#next++ % this.#clients.length]
    return client.json('/api/v1/simulate', { method: 'POST', body: RecordsServer.mast })
  }

  status(id: string): Promise<unknown> {
    const owner = this.#server.services.records.simulation(id)?.account_id ?? ''
    const client = this.#clientOf.get(owner)
    if (client === undefined) throw new Error(`Expected ${id} to be there.`)
    return client.json(`/api/v1/status/${id}`)
  }

  stop(): Promise<void> {
    for (const client of this.#clients) client.close()
    return this.#server.stop()
  }
}
