import t from 'tap'
import type { NodeQueue } from '../../../server/nodes/node-queue.ts'
import type { NodeInfo } from '../../../server/nodes/node-registry.ts'
import { freestQueue } from '../../../server/nodes/place.ts'
import { nodeSlots, queueName } from '../../../server/nodes/protocol.ts'

// To which queue a job goes: a queue is shared by all nodes that can do the same.

const MEBIBYTE = 2 ** 20
const slots = nodeSlots.slots + nodeSlots.smallSlots + nodeSlots.tinySlots

function node(name: string, memoryMib: number, more: Partial<NodeInfo> = {}): NodeInfo {
  const capability = { engineVersion: '1.2.3', backend: 'cpu', memoryMib }
  const queue = queueName(capability)
  return { ...nodeSlots, name, worker: name, queue, capability, isDrained: false, isPaused: false, ...more }
}

const nodes = [node('a', 1024), node('b', 1024), node('c', 4096)]
const lanesWith = (running: Record<string, number>) =>
  new Map(nodes.map(({ name, queue }) => [queue, { name: queue, running: running[name] ?? 0 } as NodeQueue]))
const [small = '', , large = ''] = nodes.map(({ queue }) => queue)

t.test('jobs that run count once, however many nodes share their queue', async (t) => {
  const running = new Map([
    [small, { name: small, running: 2 * slots - 1 } as NodeQueue],
    [large, { name: large, running: slots } as NodeQueue],
  ])
  t.equal(freestQueue(nodes, running, MEBIBYTE)?.name, small, 'one slot of two nodes is free')
  running.set(small, { name: small, running: 2 * slots } as NodeQueue)
  t.equal(freestQueue(nodes, running, MEBIBYTE), undefined, 'none is')
})

t.test(
  'a job goes where the most slots are free among nodes that have its memory and take jobs',
  async (t) => {
    t.equal(freestQueue(nodes, lanesWith({}), MEBIBYTE)?.name, small)
    t.equal(freestQueue(nodes, lanesWith({}), 2000 * MEBIBYTE)?.name, large)
    t.equal(freestQueue(nodes, lanesWith({}), 8000 * MEBIBYTE), undefined)
    const drained = nodes.map((one) => ({ ...one, isDrained: one.queue === small }))
    t.equal(freestQueue(drained, lanesWith({}), MEBIBYTE)?.name, large)
  },
)
