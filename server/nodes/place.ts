import type { NodeQueue } from './node-queue.ts'
import { isTaking, largestBytesOf, type NodeInfo } from './node-registry.ts'

/** Queue with the most free slots among nodes with enough memory; `undefined` if no slot is free. */
export function freestQueue(
  nodes: readonly NodeInfo[],
  nodeQueues: ReadonlyMap<string, NodeQueue>,
  memoryBytes: number,
): NodeQueue | undefined {
  const slots = new Map<NodeQueue, number>()
  for (const node of nodes) {
    const nodeQueue = nodeQueues.get(node.queue)
    if (nodeQueue === undefined || !isTaking(node) || largestBytesOf(node) < memoryBytes) continue
    slots.set(
      nodeQueue,
      (slots.get(nodeQueue) ?? -nodeQueue.running) + node.slots + node.smallSlots + node.tinySlots,
    )
  }
  const [first] = [...slots].filter(([, free]) => free > 0).sort(([, a], [, b]) => b - a)
  return first?.[0]
}
