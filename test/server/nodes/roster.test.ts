import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { test } from 'tap'
import { KEY_PREFIX, nodeSlots, queueName, workerName } from '../../../server/nodes/protocol.ts'
import { Roster } from '../../../server/nodes/roster.ts'

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
  const roster = new Roster(redis as unknown as Redis, () => changes++, PATIENCE_MS)
  await roster.look()
  const both = roster.capacity
  t.ok(both)
  t.equal(both?.largestBytes, both?.largestNowBytes)

  nodes = [lineOf('small', 1024)]
  await roster.look()
  const { largestBytes = 0, largestNowBytes = 0 } = roster.capacity ?? {}
  t.equal(largestBytes, both?.largestBytes)
  t.ok(largestNowBytes < 0.3 * largestBytes)

  await pause(1.5 * PATIENCE_MS)
  changes = 0
  await roster.look()
  t.equal(changes, 1, 'who waits for it learns that')
  t.equal(roster.capacity?.largestBytes, largestNowBytes)
})

test('one of an earlier process of the API node is remembered by the queues that were used', async (t) => {
  const redis = {
    options: { db: 0 },
    client: async () => lineOf('small', 1024),
    smembers: async () => [],
    mget: async () => [null],
  }
  const roster = new Roster(redis as unknown as Redis, () => {}, PATIENCE_MS)
  roster.remember([
    queueName({ engineVersion: '1.2.3', backend: 'cpu', memoryMib: 4096 }),
    'no queue of ours',
  ])
  await roster.look()
  const { largestBytes = 0, largestNowBytes = 0 } = roster.capacity ?? {}
  t.ok(largestBytes > 3 * largestNowBytes)
})
