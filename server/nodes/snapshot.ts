/** State of nodes and queues, for operators. */

import { isWrongType, type NodeQueue } from './node-queue.ts'
import type { NodeRegistry } from './node-registry.ts'

export type NodesSnapshot = Awaited<ReturnType<typeof takeSnapshot>>

export interface NodeAdministration {
  snapshot(): Promise<NodesSnapshot>
  /** Most recent snapshot, a few seconds old; available synchronously. */
  readonly lastSnapshot: NodesSnapshot
  /** Number of jobs whose nodes died, froze or disconnected since the service started. */
  readonly lostJobs: number
  /** True if Redis is unreachable. */
  readonly isFailing: boolean
  /** Drains or resumes a node, which may be disconnected if drained; false if the node is unknown. */
  setDrained(name: string, isDrained: boolean): Promise<boolean>
}

export async function takeSnapshot(registry: NodeRegistry, nodeQueues: Iterable<NodeQueue>) {
  await registry.look()
  const queues: { queue: string; waiting: number; active: number; oldest_s: number }[] = []
  const active = new Map<string, number>()
  for (const nodeQueue of nodeQueues) {
    const load = await nodeQueue.load().catch((error: unknown) => {
      if (!isWrongType(error)) throw error
    })
    // A Redis key that is not a queue is skipped; regular sweeps report the fault.
    if (load === undefined) continue
    // Waiting time of the oldest job in seconds; 0 if no job waits.
    const oldest_s = Math.max(0, Math.round(load.oldestWaitMs / 1000))
    queues.push({ queue: nodeQueue.name, waiting: load.waiting, active: load.active, oldest_s })
    for (const [worker, count] of load.byWorker) active.set(worker, (active.get(worker) ?? 0) + count)
  }
  const nodes = registry.nodes.map((node) => ({
    name: node.name,
    engine_version: node.capability.engineVersion,
    backend: node.capability.backend,
    memory_mib: node.capability.memoryMib,
    /** Maximum number of concurrent jobs, and number of running jobs. */
    slots: node.slots + node.smallSlots + node.tinySlots,
    active: active.get(node.worker) ?? 0,
    drained: node.isDrained,
    /** True while the node takes no jobs because of a recent fault. */
    paused: node.isPaused,
  }))
  return { nodes, queues }
}
