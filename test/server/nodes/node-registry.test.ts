import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { test } from 'tap'
import { NodeRegistry } from '../../../server/nodes/node-registry.ts'
import {
  capabilityOf,
  jobId,
  KEY_PREFIX,
  nodeSlots,
  parseWorkerName,
  queueName,
  simulationOf,
  workerName,
} from '../../../server/nodes/protocol.ts'

const PATIENCE_MS = 200

/** What Redis says of a connection of a node. */
function lineOf(node: string, memoryMib: number): string {
  const queue = queueName({ engineVersion: '1.2.3', backend: 'cpu', memoryMib })
  const worker = `${Buffer.from(queue).toString('base64')}:w:${workerName(node, nodeSlots, 'abcdef')}`
  return `id=1 addr=127.0.0.1:1 name=${KEY_PREFIX}:${worker} db=0 cmd=brpoplpush`
}

test('the memory of the largest node is remembered for a while after it has gone', async (t) => {
  let nodes = [lineOf('large', 4096), lineOf('small', 1024)]
  const redis = {
    options: { db: 0 },
    client: async () => nodes.join('\n'),
    smembers: async () => [],
    mget: async (names: string[]) => names.map(() => null),
  }
  let changes = 0
  const registry = new NodeRegistry(redis as unknown as Redis, () => changes++, PATIENCE_MS)
  await registry.look()
  const both = registry.capacity
  t.ok(both)
  t.equal(both?.largestBytes, both?.largestNowBytes)

  nodes = [lineOf('small', 1024)]
  await registry.look()
  const { largestBytes = 0, largestNowBytes = 0 } = registry.capacity ?? {}
  t.equal(largestBytes, both?.largestBytes)
  t.ok(largestNowBytes < 0.3 * largestBytes)

  await pause(1.5 * PATIENCE_MS)
  changes = 0
  await registry.look()
  t.equal(changes, 1, 'who waits for it learns that')
  t.equal(registry.capacity?.largestBytes, largestNowBytes)
})

test('one of an earlier process of the API node is remembered by the queues that were used', async (t) => {
  const redis = {
    options: { db: 0 },
    client: async () => lineOf('small', 1024),
    smembers: async () => [],
    mget: async () => [null],
  }
  const registry = new NodeRegistry(redis as unknown as Redis, () => {}, PATIENCE_MS)
  registry.remember([
    queueName({ engineVersion: '1.2.3', backend: 'cpu', memoryMib: 4096 }),
    'no queue of ours',
  ])
  await registry.look()
  const { largestBytes = 0, largestNowBytes = 0 } = registry.capacity ?? {}
  t.ok(largestBytes > 3 * largestNowBytes)
})

test('names in Redis are read as they were made, and others are none of ours', async (t) => {
  for (const node of ['node1.example.com', 'a_b-2', 'x'.repeat(63)]) {
    const slots = { slots: 2, smallSlots: 10, tinySlots: 3 }
    t.same(parseWorkerName(workerName(node, slots, '0af9')), { node, ...slots })
  }
  for (const name of [
    'a/2.1.1/xyz',
    'a/2.1/0af9',
    '/2.1.1/0af9',
    'a b/2.1.1/0af9',
    `${'x'.repeat(64)}/2.1.1/0a`,
  ])
    t.equal(parseWorkerName(name), undefined, name)
  const capability = { engineVersion: '1.12.0-rc.1', backend: 'webgpu', memoryMib: 65536 }
  t.same(capabilityOf(queueName(capability)), capability)
  for (const name of ['1.2.3_cpu', 'a_cpu_1', '1.2.3_cpu_x', 'x1.2.3_cpu_1_'])
    t.equal(capabilityOf(name), undefined)
  t.same(simulationOf(jobId('sim_x', 'a1')), { simulationId: 'sim_x', attempt: 'a1' })
  t.same(simulationOf('sim_x'), { simulationId: 'sim_x', attempt: '' })
})

test('nodes are listed by name, each once, of this database, with what an operator wants of them', async (t) => {
  const paused = new Set<string>()
  const drained = new Set(['a.example'])
  const lines = [
    lineOf('b', 1024),
    lineOf('a.example', 2048),
    lineOf('b', 1024),
    lineOf('other', 8192).replace('db=0', 'db=1'),
  ]
  const published: string[] = []
  const redis = {
    options: { db: 0 },
    client: async () => lines.join('\n'),
    smembers: async () => [...drained],
    mget: async (names: string[]) => names.map((name) => (paused.has(name) ? '1' : null)),
    sadd: async (_key: string, name: string) => drained.add(name),
    srem: async (_key: string, name: string) => drained.delete(name),
    publish: async (_channel: string, name: string) => published.push(name),
  }
  const registry = new NodeRegistry(redis as unknown as Redis, () => {}, PATIENCE_MS)
  t.equal(registry.device, undefined)
  await registry.look()
  const mebibyte = 2 ** 20
  t.match(registry.nodes, [
    { name: 'a.example', isDrained: true, isPaused: false, capability: { memoryMib: 2048 } },
    { name: 'b', isDrained: false, isPaused: false },
  ])
  t.equal(registry.nodes.length, 2)
  t.same(registry.device, { backend: 'cpu', device: '2 compute nodes' })
  t.match(registry.capacity, { ...nodeSlots, memoryBytes: 1024 * mebibyte })
  drained.clear()
  await registry.look()
  t.same([...drained], ['a.example'], 'Redis was emptied, and is told again')
  t.equal(await registry.setDrained('nobody', true), false)
  t.equal(await registry.setDrained('a.example', false), true)
  t.same([published, [...drained]], [['a.example'], []])
  t.match(registry.capacity, { slots: 4, smallSlots: 2, tinySlots: 2, memoryBytes: 3072 * mebibyte })
  for (const { worker } of registry.nodes) paused.add(`${KEY_PREFIX}:paused:${worker}`)
  await registry.look()
  t.equal(registry.capacity, undefined, 'none takes jobs')
})
