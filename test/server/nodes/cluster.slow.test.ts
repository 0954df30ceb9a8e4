/** The whole service with compute nodes as processes of their own: real terrain, kernels, Redis and store. */

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Test, test } from 'tap'
import type { QueueCompute } from '../../../server/nodes/driver.ts'
import type { Simulation } from '../../../storage/records/types.ts'
import { quadrantsAbout } from '../../helpers/class-quadrants.ts'
import type { Client } from '../../helpers/client.ts'
import { until } from '../../helpers/compute.ts'
import { type NodeProcess, startNodeProcess } from '../../helpers/node-process.ts'
import { finished, type RealServer, startRealServer } from '../../helpers/real-server.ts'
import { noRedis, startRedis } from '../../helpers/redis.ts'
import { syntheticOutlook, writeSyntheticTerrain } from '../../references/synthetic.ts'

const SECRET = 'a-secret-of-tests-that-is-long-enough'
const request = {
  tx_lat: syntheticOutlook.latDeg,
  tx_lon: syntheticOutlook.lonDeg,
  tx_height: 30,
  frequency: 868,
  max_range: 8,
}
/** Also by the files of a layer. */
const mappedRequest = { ...request, model: 'p526', output: 'path_loss', rx_clutter: { type: 'map' } }
/** Some seconds: every cell has a path of its own. */
const longRequest = { ...request, max_range: 14, resolution: 20, layers: ['visible', 'min_height'] }

test('the service with compute nodes', { skip: noRedis }, async (t) => {
  const redis = await startRedis(t)
  const queue = { QUEUE_URL: redis.url, QUEUE_SECRET: SECRET }
  const putTerrain = (folder: string) => writeSyntheticTerrain(folder, { seed: 2026 })
  const { layersPath: LAYERS } = await quadrantsAbout(t, request)
  const server = await startRealServer(t, putTerrain, { ...queue, LAYERS })
  const { config, records } = server.services
  const driver = server.services.compute as QueueCompute
  const { node_token } = await records.createNodeToken('tests')
  const nodesDir = await mkdtemp(join(tmpdir(), 'coverage-cluster-'))
  t.teardown(() => rm(nodesDir, { recursive: true, force: true }))
  const env = {
    ...queue,
    API_URL: server.origin,
    NODE_TOKEN: node_token,
    RASTER_STORE: config.dataDir,
    KERNEL_BACKEND: 'webasm',
    NODE_EXTRA_CA_CERTS: join(config.dataDir, 'tls/cert.pem'),
  }
  const startNode = (t: Test, name: string, token = node_token) =>
    startNodeProcess(t, join(nodesDir, name), { ...env, NODE_NAME: name, NODE_TOKEN: token })
  const { account, client } = await server.account('enterprise', 1000)
  const isSeen = async (name: string) => (await driver.snapshot()).nodes.some((node) => node.name === name)

  await t.test('every node writes the file that the service writes alone', async (t) => {
    const alone = await startRealServer(t, putTerrain, { KERNEL_BACKEND: 'webasm', LAYERS })
    const own = await alone.account()
    const expected = await filesOf(own.client)
    for (const name of ['a', 'b']) {
      const node = await startNode(t, name)
      await node.ready
      const record = await finished(client, request)
      t.same(record.node, { name })
      t.equal(record.status, 'completed')
      t.same(await filesOf(client), expected, `${name} gives the same files`)
      node.process.kill('SIGTERM')
      t.equal(await node.ended, 0)
      await until(async () => !(await isSeen(name)), 'the node to be gone')
    }
    t.equal((await client.get('/health')).json<{ status: string }>().status, 'degraded')
  })

  await t.test('a node that is killed, and one that is frozen and comes back', async (t) => {
    const posted = async () => (await client.post('/api/v1/simulate', longRequest)).json<{ id: string }>().id
    const completedBy = async (id: string, name: string) => {
      await until(() => records.simulation(id)?.status !== 'pending', `${name} to end it`)
      t.match(records.simulation(id), { status: 'completed', node: { name } })
    }
    const first = await startNode(t, 'killed')
    await first.ready
    const tried = await posted()
    await atWork(server, tried)
    first.process.kill('SIGKILL')
    await first.ended
    const second = await startNode(t, 'frozen')
    await second.ready
    await completedBy(tried, 'frozen')

    const id = await posted()
    await atWork(server, id)
    second.process.kill('SIGSTOP')
    const third = await startNode(t, 'third')
    await third.ready
    await completedBy(id, 'third')
    const record = records.simulation(id)
    const before = await fileOf(client, record as Simulation)

    second.process.kill('SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, 500))
    t.equal(await fileOf(client, record as Simulation), before, 'what it has written since changes nothing')
    await stopped(third)
    await stopped(second)
    await server.services.results.sweep()
    const names: string[] = []
    for await (const { name } of server.services.stores.rasters.list(id)) names.push(name)
    t.same(
      names.sort(),
      [`${id}/${record?.attempt}.min_height.tif`, `${id}/${record?.attempt}.tif`],
      'nothing else is left of it',
    )
  })

  await t.test('a node whose token is revoked spoils no job: it hands it back and ends', async (t) => {
    const { node_token: token, token: made } = await records.createNodeToken('to be revoked')
    const refused = await startNode(t, 'refused', token)
    await refused.ready
    await records.revokeNodeToken(made.token_id)
    const { id } = (await client.post('/api/v1/simulate', request)).json<{ id: string }>()
    t.equal(await refused.ended, 1)
    t.match(refused.lines.join('\n'), /refuses NODE_TOKEN: it is wrong or revoked/)
    t.equal(records.simulation(id)?.status, 'pending')
    const again = await startNode(t, 'refused', token)
    t.equal(await again.ended, 1, 'nor does it start')
    const other = await startNode(t, 'other')
    await until(() => records.simulation(id)?.status !== 'pending', 'another one to end it')
    t.match(records.simulation(id), { status: 'completed', node: { name: 'other' } })
    await stopped(other)
  })

  await t.test('each simulation has one hold and one end', async (t) => {
    const { entries } = await records.ledger(account.id)
    for (const { id } of records.simulations(account.id)) {
      const { status, credits_charged = 0 } = records.simulation(id) ?? {}
      t.equal(status, 'completed')
      const moves = entries.filter(({ simulation_id }) => simulation_id === id)
      t.same(moves.map(({ type }) => type).sort(), ['capture', 'hold'])
      t.equal(
        moves.reduce((sum, { amount }) => sum + amount, 0),
        -credits_charged,
      )
    }
  })
})

/** Hashes of a raster of visibility, and of losses with the clutter of a map. */
async function filesOf(client: Client): Promise<string[]> {
  const records = [await finished(client, request), await finished(client, mappedRequest)]
  const files = await Promise.all(records.map((record) => fileOf(client, record)))
  return [...files, await choiceOf(client, records[0].id)]
}

/** What a search near the simulation chooses, but for its ids. */
async function choiceOf(client: Client, id: string): Promise<string> {
  const network = (await client.post('/api/v1/networks', { sites: [{ id }] })).json<{ id: string }>()
  const places = [0.02, 0.04, -0.03].map((deg) => [request.tx_lon + deg, request.tx_lat + deg])
  const features = places.map((coordinates) => ({
    ...{ type: 'Feature', properties: null },
    geometry: { type: 'Point', coordinates },
  }))
  const candidates = { type: 'FeatureCollection', features }
  const path = `/api/v1/networks/${network.id}/search`
  const search = (await client.post(path, { candidates, sites: 2, max_range: 5 })).json<{ id: string }>()
  const read = async () =>
    (await client.get(`/api/v1/searches/${search.id}`, { prefer: 'wait=30' })).json<{ status: string }>()
  await until(async () => (await read()).status !== 'pending', 'the search to end')
  const choice = await client.get(`/api/v1/searches/${search.id}/choice`)
  const { sites, gain } = choice.json<{ sites: object[]; gain: number }>()
  return JSON.stringify({ sites, gain })
}

async function fileOf(client: Client, { id, status }: Simulation): Promise<string> {
  if (status !== 'completed') throw new Error(`Expected ${id} to be completed.`)
  const answer = await client.get(`/results/${id}.tif`)
  return createHash('sha256').update(answer.body).digest('hex')
}

async function atWork({ services }: RealServer, id: string): Promise<void> {
  const isAtWork = () => services.records.simulation(id)?.stage === 'computing'
  await until(isAtWork, 'the simulation to be at work')
}

async function stopped(node: NodeProcess): Promise<void> {
  node.process.kill('SIGTERM')
  await node.ended
}
