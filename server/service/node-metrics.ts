import { Gauge, type Registry } from 'prom-client'
import type { NodeAdministration, NodesSnapshot } from '../nodes/snapshot.ts'

/** Adds gauges for compute nodes and their queues, from a snapshot a few seconds old. */
export function observeNodes(
  registry: Registry,
  nodes: NodeAdministration,
  gauge: (name: string, help: string, value: () => number) => void,
): void {
  const registers = [registry]
  const ofNodes = (name: string, help: string, value: (node: NodesSnapshot['nodes'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['node'],
      registers,
      collect() {
        this.reset()
        for (const node of nodes.lastSnapshot.nodes) this.inc({ node: node.name }, value(node))
      },
    })
  const ofQueues = (name: string, help: string, value: (queue: NodesSnapshot['queues'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers,
      collect() {
        this.reset()
        for (const queue of nodes.lastSnapshot.queues) this.set({ queue: queue.queue }, value(queue))
      },
    })
  ofNodes(
    'coverage_node_slots',
    'Maximum number of simulations that a compute node runs at the same time',
    ({ slots }) => slots,
  )
  ofNodes('coverage_node_active', 'Number of simulations running on a compute node', ({ active }) => active)
  ofNodes(
    'coverage_node_drained',
    '1 while a compute node is drained and takes no new simulations',
    ({ drained }) => Number(drained),
  )
  ofNodes('coverage_node_paused', '1 while a compute node is paused after a fault on it', ({ paused }) =>
    Number(paused),
  )
  ofQueues('coverage_queue_waiting', 'Number of jobs waiting in the queue', ({ waiting }) => waiting)
  ofQueues('coverage_queue_active', 'Number of jobs running on compute nodes', ({ active }) => active)
  ofQueues(
    'coverage_queue_oldest_seconds',
    'Age of the oldest waiting job in seconds',
    ({ oldest_s }) => oldest_s,
  )
  gauge(
    'coverage_queue_stalled',
    'Jobs lost since the start because a compute node died, froze or was disconnected',
    () => nodes.lostJobs,
  )
  gauge('coverage_queue_failing', '1 while Redis is unreachable', () => Number(nodes.isFailing))
}
