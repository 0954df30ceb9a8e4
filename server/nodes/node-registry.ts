/** Registry of connected nodes, read from Redis's list of client connections in place of heartbeats. */

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
/** Time in ms that large jobs wait for a lost node with more memory than all others: it may be restarting. */
const usualPatienceMs = 600_000

export interface NodeInfo extends NodeSlots {
  name: string
  /** Name of the node in running jobs. */
  worker: string
  queue: string
  capability: Capability
  /** True if drained by an operator: the node takes no more jobs. */
  isDrained: boolean
  /** True if paused after a fault of the node. */
  isPaused: boolean
}

/** True if the node takes jobs. */
export function isTaking({ isDrained, isPaused }: NodeInfo): boolean {
  return !isDrained && !isPaused
}

export class NodeRegistry {
  readonly #redis: Redis
  readonly #onChange: () => void
  #nodes: NodeInfo[] = []
  /** Drained nodes; kept here as well as in Redis, because Redis may lose data. */
  readonly #drained = new Set<string>()
  #isFirst = true
  /** Memory for one job on the largest recent node that was not drained, and the time when last seen. */
  #largest = { bytes: 0, seenMs: 0 }
  readonly #patienceMs: number

  /** `onChange` is called when nodes connect, disconnect, or start or stop taking jobs. */
  constructor(redis: Redis, onChange: () => void, patienceMs = usualPatienceMs) {
    this.#redis = redis
    this.#onChange = onChange
    this.#patienceMs = patienceMs
  }

  /** Connected nodes; nodes on the same machine may have equal names. */
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

  /** Total capacity of nodes that take jobs; `undefined` if there are none. */
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

  /** Raises the largest known memory to that of the queues in use before a restart of the service. */
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

  /** Sets whether nodes of a name take jobs; running jobs continue. False if no node has that name. */
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

/** Maximum memory for one job on a node, excluding the share of small jobs. */
export function largestBytesOf(node: NodeSlots & { capability: Capability }): number {
  return memoryBytesOf(node) - smallJobsBytes({ ...node, memoryBytes: memoryBytesOf(node) })
}

function memoryBytesOf({ capability }: { capability: Capability }): number {
  return capability.memoryMib * mebibyte
}

/**
 * Parses `CLIENT LIST`. BullMQ names a worker's connections `<prefix>:<queue in base64>:w:<worker name>`; a
 * worker waiting for jobs has a second connection.
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
