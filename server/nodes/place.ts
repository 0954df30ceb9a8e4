import type { Lane } from './lane.ts'
import { isTaking, largestBytesOf, type NodeInfo } from './roster.ts'

/** The queue with the most free slots, among those whose nodes have the memory; `undefined`: none. */
export function freestLane(
  nodes: readonly NodeInfo[],
  lanes: ReadonlyMap<string, Lane>,
  memoryBytes: number,
): Lane | undefined {
  const slots = new Map<Lane, number>()
  for (const node of nodes) {
    const lane = lanes.get(node.queue)
    if (lane === undefined || !isTaking(node) || largestBytesOf(node) < memoryBytes) continue
    slots.set(lane, (slots.get(lane) ?? -lane.running) + node.slots + node.smallSlots + node.tinySlots)
  }
  const [first] = [...slots].filter(([, free]) => free > 0).sort(([, a], [, b]) => b - a)
  return first?.[0]
}
