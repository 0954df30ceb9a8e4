import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { readConfig } from '../../server/config/config.ts'
import { startServer } from '../../server/main.ts'
import type { ServiceOverrides, Services } from '../../server/services.ts'
import type { Account, Plan, Simulation } from '../../storage/records/types.ts'
import { Client, ContractChecker, documentOf } from './client.ts'

export interface RealServer {
  origin: string
  readonly services: Services
  /** A client without a key. */
  anonymous: Client
  /** Every compute process that was started, the running one last. */
  computeProcesses: ChildProcess[]
  /** Stops it, until `startAgain` at the same address. */
  stop(): Promise<void>
  startAgain(): Promise<void>
  /** A client with a key that is there. */
  client(apiKey: string): Client
  /** A new account and a client with its key, whose answers are held against the service's own document. */
  account(plan?: Plan, credits?: number): Promise<{ account: Account; client: Client }>
}

/**
 * The service as `npm start` runs it, on a free port: nothing stands in for the compute process or the terrain, which
 * `putTerrain` writes into a folder; `env` adds to its settings. All its files lie in a temporary folder that goes when the test ends.
 */
export async function startRealServer(
  t: Test,
  putTerrain: (folder: string) => Promise<unknown>,
  env: Record<string, string> = {},
  overrides: ServiceOverrides = {},
): Promise<RealServer> {
  const computeProcesses: ChildProcess[] = []
  const onChild = (message: unknown) => {
    const child = (message as { process: ChildProcess }).process
    // The event comes before it is spawned, when its arguments are not there yet.
    setImmediate(() => {
      if (child.spawnargs?.some((argument) => /compute.process\.[jt]s/.test(argument))) {
        computeProcesses.push(child)
      }
    })
  }
  subscribe('child_process', onChild)

  // Not the test's own folder: tap removes that one before teardowns run, and a server writes until it has stopped.
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-job-'))
  const terrainDir = join(dataDir, 'terrain')
  await mkdir(terrainDir)
  await putTerrain(terrainDir)
  const start = (port: string) => {
    const config = readConfig({ PORT: port, DATA_DIR: dataDir, TERRAIN_DIR: terrainDir, ...env })
    return startServer(config, { logStream: { write: () => {} }, ...overrides })
  }
  let running = await start('0')
  const { url } = running
  const clients: Client[] = []
  t.teardown(async () => {
    for (const client of clients) client.close()
    await running.stop()
    unsubscribe('child_process', onChild)
    await rm(dataDir, { recursive: true, force: true })
  })

  const anonymous = new Client(url)
  clients.push(anonymous)
  const checker = ContractChecker.of(await documentOf(env, anonymous))
  const clientOf = (apiKey: string) => {
    const client = new Client(url, apiKey, checker)
    clients.push(client)
    return client
  }
  return {
    origin: url,
    get services() {
      return running.services
    },
    stop: () => running.stop(),
    async startAgain() {
      running = await start(new URL(url).port)
    },
    anonymous,
    computeProcesses,
    client: clientOf,
    async account(plan = 'enterprise', credits = 1000) {
      const account = await running.services.records.createAccount({ name: 'test', plan, credits })
      const made = await running.services.records.createKey(account.id)
      if (made === undefined) throw new Error('Expected a key.')
      return { account, client: clientOf(made.api_key) }
    },
  }
}

/** Posts a simulation and waits for its end. */
export async function finished(client: Client, body: object): Promise<Simulation> {
  const answer = await client.post('/api/v1/simulate', body)
  if (answer.status !== 201) throw new Error(`Expected 201, got ${answer.status} ${answer.text}`)
  const { id } = answer.json<{ id: string }>()
  // Ever more rarely: on a slow machine the account would run out of requests.
  for (let pauseMs = 50; ; pauseMs = Math.min(500, 1.5 * pauseMs)) {
    const record = (await client.get(`/api/v1/status/${id}`)).json<Simulation>()
    if (record.status !== 'pending') return record
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
