/** One simulation by a compute node as a process of its own: real terrain, kernels, Redis and store. */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { typed } from '../../helpers/command.ts'
import { startNodeProcess } from '../../helpers/node-process.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { noRedis, startRedis } from '../../helpers/redis.ts'
import { syntheticOutlook, writeSyntheticTerrain } from '../../references/synthetic.ts'

const request = {
  tx_lat: syntheticOutlook.latDeg,
  tx_lon: syntheticOutlook.lonDeg,
  tx_height: 30,
  frequency: 868,
  max_range: 3,
  // The command line follows the terrain otherwise.
  resolution: 30,
}

test('a node writes the file that the service writes alone, charged once', { skip: noRedis }, async (t) => {
  const redis = await startRedis(t)
  const queue = { QUEUE_URL: redis.url, QUEUE_SECRET: 'a-secret-of-tests-that-is-long-enough' }
  const server = await startRealServer(t, (folder) => writeSyntheticTerrain(folder, { seed: 2026 }), queue)
  const { config, records } = server.services
  const { node_token } = await records.createNodeToken('tests')
  const { account, client } = await server.account()
  const nodeDir = await mkdtemp(join(tmpdir(), 'coverage-cluster-'))
  t.teardown(() => rm(nodeDir, { recursive: true, force: true }))
  const node = await startNodeProcess(t, nodeDir, {
    ...queue,
    API_URL: server.origin,
    NODE_NAME: 'a',
    NODE_TOKEN: node_token,
    RASTER_STORE: config.dataDir,
    KERNEL_BACKEND: 'webasm',
    NODE_EXTRA_CA_CERTS: join(config.dataDir, 'tls/cert.pem'),
  })
  await node.ready
  const record = await finished(client, request)
  t.match(record, { status: 'completed', node: { name: 'a' } })

  // Which writes what the service writes alone.
  const path = join(t.testdir(), 'local.tif')
  const words = Object.entries(request).flatMap(([name, value]) => [
    `--${name.replaceAll('_', '-')}`,
    String(value),
  ])
  const local = ['simulate', '--local', '--dem', ...config.terrainDirs, ...words, '--out', path]
  t.match(await typed(local), { status: 0 })
  t.ok((await client.get(`/results/${record.id}.tif`)).body.equals(await readFile(path)), 'byte for byte')
  const { entries } = await records.ledger(account.id)
  t.same(
    entries.map(({ type }) => type),
    ['capture', 'hold', 'grant'],
  )
  node.process.kill('SIGTERM')
  t.equal(await node.ended, 0)
})
