/** The nodes that are connected, as Redis lists its connections; nobody reports that he lives. */

import type { Redis } from 'ioredis'
import type { Capacity, OpenedDevice } from '../jobs/protocol.ts'
import { smallJobsBytes } from '../jobs/slots.ts'
import {
  type Capability,
  capabilityOf,
  drainChannel,
  drainedKey,
  KEY_PREFIX,
  type NodeSlots,
  nodeSlots,
  parseWorkerName,
  pausedKey,
} from './protocol.ts'

const mebibyte = 2 ** 20
/** Jobs wait so long for the largest node to come back: it may only be started anew. */
const usualPatienceMs = 600_000

export interface NodeInfo extends NodeSlots {
  name: string
  /** As jobs name it that it runs. */
  worker: string
  queue: string
  capability: Capability
  /** An operator wants it to take no more jobs. */
  isDrained: boolean
  /** After a fault of its own it takes none for a while. */
  isPaused: boolean
}

/** Whether it takes jobs. */
export function isTaking({ isDrained, isPaused }: NodeInfo): boolean {
  return !isDrained && !isPaused
}

export class Roster {
  readonly #redis: Redis
  readonly #onChange: () => void
  #nodes: NodeInfo[] = []
  /** Kept here too, as Redis may be emptied. */
  readonly #drained = new Set<string>()
  #isFirst = true
  /** What the largest node had that was not drained of late, and when. */
  #largest = { bytes: 0, seenMs: 0 }
  readonly #patienceMs: number

  /** Calls back whenever nodes came, went, or take jobs again or no more, whoever looked. */
  constructor(redis: Redis, onChange: () => void, patienceMs = usualPatienceMs) {
    this.#redis = redis
    this.#onChange = onChange
    this.#patienceMs = patienceMs
  }

  /** By name; those of one machine may share a name. */
  get nodes(): readonly NodeInfo[] {
    return this.#nodes
  }

  get device(): OpenedDevice | undefined {
    const count = this.#nodes.length
    if (count === 0) return undefined
    const backends = new Set(this.#nodes.map(({ capability }) => capability.backend))
    const device = count === 1 ? 'a compute node' : `${count} compute nodes`
    return { backend: [...backends].sort().join(', '), device }
  }

  /** What all of them together can run; `undefined`: there are none. */
  get capacity(): Capacity | undefined {
    const taking = this.#nodes.filter(isTaking)
    if (taking.length === 0) return undefined
    const total = { slots: 0, smallSlots: 0, tinySlots: 0, memoryBytes: 0 }
    let largestNowBytes = 0
    for (const node of taking) {
      total.slots += node.slots
      total.smallSlots += node.smallSlots
      total.tinySlots += node.tinySlots
      total.memoryBytes += memoryBytesOf(node)
      largestNowBytes = Math.max(largestNowBytes, largestBytesOf(node))
    }
    return { ...total, largestBytes: Math.max(this.#largest.bytes, largestNowBytes), largestNowBytes }
  }

  /** Of queues that were used before this process began: their nodes may only be starting too. */
  remember(queues: readonly string[]): void {
    const capabilities = queues.flatMap((queue) => capabilityOf(queue) ?? [])
    const sizes = capabilities.map((capability) => largestBytesOf({ ...nodeSlots, capability }))
    const bytes = Math.max(0, ...sizes)
    if (bytes > this.#largest.bytes) this.#largest = { bytes, seenMs: performance.now() }
  }

  async look(): Promise<void> {
    const [clients, drained] = await Promise.all([
      this.#redis.client('LIST'),
      this.#redis.smembers(drainedKey),
    ])
    if (this.#isFirst) for (const name of drained) this.#drained.add(name)
    this.#isFirst = false
    const missing = [...this.#drained].filter((name) => !drained.includes(name))
    if (missing.length > 0) await this.#redis.sadd(drainedKey, ...missing)
    const { db = 0 } = this.#redis.options
    const found = nodesOf(String(clients), db)
    const paused =
      found.length > 0 ? await this.#redis.mget(found.map(({ worker }) => pausedKey(worker))) : []
    const nodes = found.map((node, at) => ({
      ...node,
      isDrained: this.#drained.has(node.name),
      isPaused: paused[at] !== null,
    }))
    const now = performance.now()
    const undrained = nodes.filter(({ isDrained }) => !isDrained)
    const largestBytes = Math.max(0, ...undrained.map(largestBytesOf))
    const isForgotten = now - this.#largest.seenMs > this.#patienceMs
    if (largestBytes >= this.#largest.bytes || isForgotten) {
      this.#largest = { bytes: largestBytes, seenMs: now }
    }
    const isChanged = isForgotten || JSON.stringify(nodes) !== JSON.stringify(this.#nodes)
    this.#nodes = nodes
    if (isChanged) this.#onChange()
  }

  /**
   * Whether a node takes jobs from now on; those that it runs are not touched. False: there is none of that name, and none was
   * drained.
   */
  async setDrained(name: string, isDrained: boolean): Promise<boolean> {
    if (!this.#nodes.some((node) => node.name === name) && !this.#drained.has(name)) return false
    if (isDrained) this.#drained.add(name)
    else this.#drained.delete(name)
    if (isDrained) await this.#redis.sadd(drainedKey, name)
    else await this.#redis.srem(drainedKey, name)
    await this.#redis.publish(drainChannel, name)
    await this.look()
    return true
  }
}

/** The maximum for one job of a node: small jobs keep their share. */
export function largestBytesOf(node: NodeSlots & { capability: Capability }): number {
  return memoryBytesOf(node) - smallJobsBytes({ ...node, memoryBytes: memoryBytesOf(node) })
}

function memoryBytesOf({ capability }: { capability: Capability }): number {
  return capability.memoryMib * mebibyte
}

/**
 * From `CLIENT LIST`. BullMQ names a worker's connections `<prefix>:<queue in base64>:w:<name of the worker>`; those that
 * wait for jobs have one more beside.
 */
function nodesOf(clientList: string, database: number): Omit<NodeInfo, 'isDrained' | 'isPaused'>[] {
  const found = new Map<string, Omit<NodeInfo, 'isDrained' | 'isPaused'>>()
  for (const line of clientList.split('\n')) {
    if (!line.includes(` db=${database} `)) continue
    const [, encoded, worker] = new RegExp(` name=${KEY_PREFIX}:([\\w+/=]+):w:(\\S+) `).exec(line) ?? []
    if (encoded === undefined || worker === undefined) continue
    const queue = Buffer.from(encoded, 'base64').toString()
    const capability = capabilityOf(queue)
    const parsed = parseWorkerName(worker)
    if (capability === undefined || parsed === undefined) continue
    const { node: name, ...slots } = parsed
    found.set(`${queue} ${worker}`, { name, worker, queue, capability, ...slots })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
