/** What operators see of nodes and queues. */

import { isForeign, type Lane } from './lane.ts'
import type { Roster } from './roster.ts'

export interface NodeReport {
  name: string
  engine_version: string
  backend: string
  memory_mib: number
  /** Jobs that it can run at the same time, and runs. */
  slots: number
  active: number
  drained: boolean
  /** It takes none for a while, after a fault of its own. */
  paused: boolean
}

export interface QueueReport {
  queue: string
  waiting: number
  active: number
  /** Seconds for which the oldest has waited; 0 if none waits. */
  oldest_s: number
}

export interface Census {
  nodes: NodeReport[]
  queues: QueueReport[]
}

/** What the administration and the metrics may ask of nodes. */
export interface NodeAdministration {
  census(): Promise<Census>
  /** The same as it was some seconds ago, at once. */
  readonly lastCensus: Census
  /** Jobs whose nodes died, froze or were cut off, since the start. */
  readonly lostJobs: number
  /** Redis can't be reached. */
  readonly isFailing: boolean
  /** False: there is no such node. One that is drained may come back. */
  setDrained(name: string, isDrained: boolean): Promise<boolean>
}

export async function takeCensus(roster: Roster, lanes: Iterable<Lane>): Promise<Census> {
  await roster.look()
  const queues: QueueReport[] = []
  const active = new Map<string, number>()
  for (const lane of lanes) {
    const load = await lane.load().catch((error: unknown) => {
      if (!isForeign(error)) throw error
    })
    // It is no queue: sweeps complain of it.
    if (load === undefined) continue
    const oldest_s = Math.max(0, Math.round(load.oldestWaitMs / 1000))
    queues.push({ queue: lane.name, waiting: load.waiting, active: load.active, oldest_s })
    for (const [worker, count] of load.byWorker) active.set(worker, (active.get(worker) ?? 0) + count)
  }
  const nodes = roster.nodes.map((node) => ({
    name: node.name,
    engine_version: node.capability.engineVersion,
    backend: node.capability.backend,
    memory_mib: node.capability.memoryMib,
    slots: node.slots + node.smallSlots + node.tinySlots,
    active: active.get(node.worker) ?? 0,
    drained: node.isDrained,
    paused: node.isPaused,
  }))
  return { nodes, queues }
}
