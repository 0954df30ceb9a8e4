import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../../../server/config/config.ts'
import { listen } from '../../../server/main.ts'
import { openRecords } from '../../../storage/records/records.ts'
import { beginTerrain } from '../../../storage/terrain/terrain.ts'
import type { Terrain } from '../../../storage/terrain/types.ts'
import { Client } from '../../helpers/client.ts'
import { until } from '../../helpers/compute.ts'
import {
  flatTerrain,
  HeldCompute,
  simulateToEnd,
  startTestServer,
  validRequest,
} from '../../helpers/server.ts'
import { putHgt } from '../../helpers/tiles.ts'

// The service listens before its terrain is scanned, and computes nothing until then.

/** A terrain whose first scan goes on until `end` is called. */
function unscanned() {
  let end = () => {}
  let scanning: Promise<void> | undefined = new Promise<void>((resolve) => {
    end = () => {
      scanning = undefined
      resolve()
    }
  })
  const first = scanning
  const terrain: Terrain = {
    ...flatTerrain,
    get scanning() {
      return scanning
    },
    async survey(bounds) {
      await first
      return flatTerrain.survey(bounds)
    },
  }
  return { terrain, end: () => end() }
}

/** A service that listens, and two simulations of before its start. */
async function restarted(t: Test, terrain: Terrain) {
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-starting-'))
  const config = readConfig({ PORT: '0', PROBE_PORT: '0', DATA_DIR: dataDir })
  const records = await openRecords(config.recordsDir)
  const account = await records.createAccount({ name: 'a', plan: 'pro', credits: 10 })
  const { api_key } = (await records.createKey(account.id)) ?? { api_key: '' }
  const ids: string[] = []
  for (const name of ['first', 'second']) {
    const params = { ...validRequest, name, model: 'los', resolution: 30, layers: ['visible'] }
    const made = await records.accept({ account_id: account.id, params, price: 1, monthly_limit: 10 })
    if (made.outcome === 'accepted') ids.push(made.simulation.id)
  }
  await records.close()
  const compute = new HeldCompute()
  compute.store = config.store
  const server = await listen(config, { compute, terrain, logStream: { write: () => {} } })
  const client = new Client(server.url, api_key)
  t.teardown(async () => {
    client.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return { server, client, ids }
}

const link = { tx_lat: 46.5, tx_lon: 7.5, tx_height: 30, rx_lat: 46.6, rx_lon: 7.6, frequency: 900 }

t.test('until the terrain is scanned, what needs ground is refused and nothing is computed', async (t) => {
  const { terrain, end } = unscanned()
  const { server, client, ids } = await restarted(t, terrain)
  const { dispatcher, records } = server.services
  const health = await client.get('/health')
  t.match(health, { status: 503, headers: { 'retry-after': '5' } })
  t.equal(health.json().status, 'starting')
  t.equal((await fetch(`${server.probeUrl}/health`)).status, 503)
  t.equal((await client.get('/health/live')).status, 200)
  t.match((await client.get('/metrics')).text, /^coverage_ready 0$/m)

  const asked: [string, object?][] = [
    ['/simulate', validRequest],
    ['/simulate/estimate', validRequest],
    ['/simulations/batch', { simulations: [validRequest, validRequest] }],
    ['/link', link],
    ['/elevation?lat=46&lon=7'],
    ['/terrain'],
    ['/terrain/tiles.json'],
    ['/terrain/tiles/12/2133/1450.png'],
  ]
  for (const [path, body] of asked) {
    const answer = await (body ? client.post(`/api/v1${path}`, body) : client.get(`/api/v1${path}`))
    t.match(answer, { status: 503, headers: { 'retry-after': '5' } }, path)
    t.match(answer.json(), { code: 'starting', errors: undefined }, path)
  }
  const wrong = { ...validRequest, tx_lat: 100 }
  t.equal((await client.post('/api/v1/simulate', wrong)).status, 400, 'its fields are checked before')
  t.equal((await client.get('/api/v1/elevation?lat=100&lon=7')).status, 400)
  const profile = { distance_m: [0, 1000, 2000], ground_m: [100, 120, 100] }
  const given = { tx_height: 30, frequency: 900, profile }
  t.equal((await client.post('/api/v1/link', given)).status, 200, 'a given profile needs no ground')
  t.match((await client.get('/api/v1/credits')).json(), { balance: 8, held: 2 }, 'nothing more was held')

  const [first = '', second = ''] = ids
  t.match((await client.get(`/api/v1/status/${first}`)).json(), { status: 'pending', progress: 0 })
  t.equal((await client.delete(`/api/v1/simulations/${second}`)).status, 204)
  t.same([dispatcher.running, records.simulation(first)?.stage ?? 'queued'], [0, 'queued'])

  end()
  await server.ready
  await until(() => records.simulation(first)?.status === 'completed', 'the one that waited')
  t.equal(records.simulation(second), undefined)
  t.match((await client.get('/health')).json(), { status: 'ok', queue: 0 })
  t.match((await client.get('/metrics')).text, /^coverage_ready 1$/m)
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 201)
})

t.test('a service that is stopped before its terrain is scanned ends, and keeps what waited', async (t) => {
  const { server, ids } = await restarted(t, unscanned().terrain)
  await server.stop()
  const records = await openRecords(server.services.config.recordsDir)
  for (const id of ids) t.equal(records.simulation(id)?.status, 'pending')
  await records.close()
})

t.test('a map over the ground waits for it, other products do not', async (t) => {
  const { terrain, end } = unscanned()
  let current: Terrain = flatTerrain
  const changing = {
    ...flatTerrain,
    get scanning() {
      return current.scanning
    },
  }
  const server = await startTestServer(t, { terrain: changing })
  const { client } = await server.account()
  const id = await simulateToEnd(client)
  current = terrain
  const map = await client.get(`/api/v1/results/${id}.png?style=map`)
  t.match(map, { status: 503, headers: { 'retry-after': '5' } })
  t.equal(map.json().code, 'starting')
  t.equal((await client.get(`/api/v1/results/${id}.png`)).status, 200)
  end()
  t.equal((await client.get(`/api/v1/results/${id}.png?style=map`)).status, 200)
})

t.test('whoever asks a terrain that is being scanned gets what all of its files say', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'N10E020.hgt'), () => 7)
  await putHgt(join(folder, 'N11E020.hgt'), () => 8)
  const terrain = await beginTerrain({ folders: [folder] })
  t.ok(terrain.scanning)
  const [point, { parts }, files] = await Promise.all([
    terrain.elevationAt(10.5, 20.5),
    terrain.survey({ southDeg: 10, northDeg: 12, westDeg: 20, eastDeg: 21 }),
    terrain.filesIn({ southDeg: 10, northDeg: 12, westDeg: 20, eastDeg: 21 }),
  ])
  t.equal(point.elevationM, 7)
  t.equal(parts.length, 1)
  t.equal(files.files.length, 2)
  t.equal(terrain.scanning, undefined)
})
