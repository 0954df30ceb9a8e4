import { join } from 'node:path'
import { type CoverageClient, createClient, dataOf, type paths } from '../../server/client/client.ts'
import { readConfig } from '../../server/config/config.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import type { Plan, RecordStore } from '../../storage/records/types.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'

export interface LocalServer<Ground> {
  server: RunningServer
  ground: Ground
  dataDir: string
  startedMs: number
}

/** Runs the service in the benchmark's process during `work`; `putTerrain` writes the terrain to a folder. */
export function onLocalServer<Ground, T>(
  putTerrain: (folder: string) => Promise<Ground>,
  work: (started: LocalServer<Ground>) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder(async (dataDir) => {
    const terrainDir = join(dataDir, 'terrain')
    const ground = await putTerrain(terrainDir)
    const config = readConfig({
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      TERRAIN_DIR: terrainDir,
      TRUST_PROXY: '',
      LOG_LEVEL: 'error',
    })
    const startMs = performance.now()
    const server = await startServer(config)
    const startedMs = performance.now() - startMs
    try {
      return await work({ server, ground, dataDir, startedMs })
    } finally {
      await server.stop()
    }
  })
}

/** API key of a new account with ample credits. */
export async function newKey(records: RecordStore, plan: Plan = 'enterprise'): Promise<string> {
  const account = await records.createAccount({ name: 'bench', plan, credits: 1e6, limit: 1e6 })
  const made = await records.createKey(account.id)
  if (made === undefined) throw new Error('Expected a key.')
  return made.api_key
}

/** Creates an accepted simulation and returns its id. */
export async function newSimulation(
  records: RecordStore,
  apiKey: string,
  params: Record<string, unknown>,
): Promise<string> {
  const account_id = records.findKey(apiKey)?.account.id ?? ''
  const accepted = await records.accept({ account_id, params, price: 1, monthly_limit: 1e6 })
  if (accepted.outcome !== 'accepted') throw new Error(`Expected accepted, got ${accepted.outcome}.`)
  return accepted.simulation.id
}

export async function newClient({ url, services }: RunningServer): Promise<CoverageClient> {
  const { certificate, records } = services
  return createClient(url, { apiKey: await newKey(records), ca: certificate.cert })
}

type SimulationRequest = paths['/api/v1/simulate']['post']['requestBody']['content']['application/json']

/** Starts a simulation and resolves with its id. */
export async function started(client: CoverageClient, body: SimulationRequest): Promise<string> {
  return dataOf(await client.POST('/api/v1/simulate', { body })).id
}

export function deviceOf({ services }: RunningServer): string {
  const { backend = '?', device = '?' } = services.compute.device ?? {}
  return `${backend}, ${device}`
}
