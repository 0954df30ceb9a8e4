import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRecords } from '../../storage/records/records.ts'
import type { Plan } from '../../storage/records/types.ts'
import { HttpsClient } from '../frame/https-client.ts'
import { writeWideTerrain } from '../ground/wide-terrain.ts'
import { requestOf } from './large-request.ts'
import { newKey } from './local-server.ts'
import { ServerProcess } from './server-process.ts'

/** Models of the results: a model of classes, and a model of values without terrain profiles. */
export const resultModels = ['los', 'free_space'] as const
export type ResultModel = (typeof resultModels)[number]

/** Transmitter height in metres at which visible and blocked cells alternate up to 300 km: slow to draw. */
const HIGH_M = 6000
/** Poll interval within the plan's limit of 300 requests per minute. */
const POLL_MS = 500

export function resultRequest(model: ResultModel, millions: number) {
  return { ...requestOf(millions), model, tx_height: HIGH_M }
}

export interface Service {
  server: ServerProcess
  dataDir: string
  clients: HttpsClient[]
  keys: string[]
}

/** Runs the service on synthetic terrain during `work`; one account per plan, or `accounts` accounts. */
export async function onService<T>(
  dataDir: string,
  accounts: number | readonly Plan[],
  work: (service: Service) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const terrainDir = join(dataDir, 'terrain')
  await writeWideTerrain(terrainDir)
  const records = await openRecords(join(dataDir, 'records'))
  const keys: string[] = []
  const plans = typeof accounts === 'number' ? Array<Plan>(accounts).fill('enterprise') : accounts
  for (const plan of plans) keys.push(await newKey(records, plan))
  await records.close()
  const server = await ServerProcess.start({ DATA_DIR: dataDir, TERRAIN_DIR: terrainDir, ...env })
  const { origin, certificate } = server
  const clients = keys.map((apiKey) => new HttpsClient(origin, { apiKey, certificate }))
  try {
    return await work({ server, dataDir, clients, keys })
  } finally {
    for (const client of clients) client.close()
    await server.stop()
  }
}

/** Runs a simulation to completion; resolves with its id and its duration in seconds. */
export async function finished(client: HttpsClient, body: object): Promise<{ id: string; seconds: number }> {
  const { id } = await client.json<{ id: string }>('/api/v1/simulate', { method: 'POST', body })
  type Status = { status: string; started_at: string; completed_at: string }
  for (;;) {
    await sleep(POLL_MS)
    const record = await client.json<Status>(`/api/v1/status/${id}`)
    if (record.status === 'completed') {
      return { id, seconds: (Date.parse(record.completed_at) - Date.parse(record.started_at)) / 1000 }
    }
    if (record.status === 'failed') throw new Error(`A simulation failed: ${JSON.stringify(record)}`)
  }
}

export async function forgetProducts({ dataDir }: Service, id: string): Promise<void> {
  await rm(join(dataDir, 'rasters', `${id}.products`), { recursive: true, force: true })
}

export async function deviceOf({ server }: Service): Promise<string> {
  const { backend, device } = (await server.ask('GET', '/health')).json()
  return `${backend}, ${device}`
}
