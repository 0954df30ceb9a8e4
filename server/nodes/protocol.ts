/** Messages between API node and compute nodes, and the Redis keys that carry them. */

import type { GroundList } from '../../storage/terrain/ground/types.ts'
import type { Job } from '../jobs/job.ts'
import type { Capacity, ComputeOutcome, ComputeStage } from '../jobs/protocol.ts'

export const KEY_PREFIX = 'coverage'
/** Validity of a job in ms, long compared with clock differences of minutes between machines. */
export const jobLifetimeMs = 86_400_000

/** Properties common to all nodes of a queue, any of which may run the queue's jobs. */
export interface Capability {
  engineVersion: string
  backend: string
  /** Memory limit for all jobs of a node together, in whole MiB. */
  memoryMib: number
}

/** Slots of a node for concurrent jobs. */
export type NodeSlots = Pick<Capacity, 'slots' | 'smallSlots' | 'tinySlots'>

/** Slots of every node: two jobs of any size, one small and one tiny job. */
export const nodeSlots: Readonly<NodeSlots> = { slots: 2, smallSlots: 1, tinySlots: 1 }

export interface NodeJob {
  simulationId: string
  accountId: string
  /** Unique name of the attempt; rasters are stored as `<simulation>/<attempt>.tif`. */
  attempt: string
  job: Job
  memoryBytes: number
  /** Terrain files for the job; the node reads no others. */
  ground: GroundList
  /** Files for each land-cover layer of the job. */
  layers?: GroundList[]
  /** Time of expiry in milliseconds since 1970. */
  expiresMs: number
}

export interface NodeProgress {
  attempt: string
  stage: ComputeStage
  progress: number
}

/** `handed_back`: the node stopped before the job ended. */
export type NodeOutcome = ComputeOutcome | { kind: 'handed_back' }

export interface NodeResult {
  simulationId: string
  attempt: string
  node: string
  outcome: NodeOutcome
}

export interface Cancellation {
  attempt: string
}

const queuePattern = /^(\d[\w.-]*)_([a-z]+)_(\d+)$/

export function queueName({ engineVersion, backend, memoryMib }: Capability): string {
  return `${engineVersion}_${backend}_${memoryMib}`
}

/** Properties encoded in a queue name; `undefined` if the name is not one of this service. */
export function capabilityOf(name: string): Capability | undefined {
  const [, engineVersion, backend, memoryMib] = queuePattern.exec(name) ?? []
  if (engineVersion === undefined || backend === undefined) return undefined
  return { engineVersion, backend, memoryMib: Number(memoryMib) }
}

/** Job id for BullMQ, without `:`. BullMQ ignores a job whose id is already in use. */
export function jobId(simulationId: string, attempt: string): string {
  return `${simulationId}-${attempt}`
}

export function simulationOf(id: string): { simulationId: string; attempt: string } {
  const [simulationId = '', attempt = ''] = id.split('-')
  return { simulationId, attempt }
}

const workerPattern = /^([\w.-]{1,63})\/(\d+)\.(\d+)\.(\d+)\/[0-9a-f]+$/

/** Name of a node's Redis connection: node name, slots, and random text that identifies the process. */
export function workerName(
  node: string,
  { slots, smallSlots, tinySlots }: NodeSlots,
  instance: string,
): string {
  return `${node}/${slots}.${smallSlots}.${tinySlots}/${instance}`
}

export function parseWorkerName(name: string): ({ node: string } & NodeSlots) | undefined {
  const [, node, ...counts] = workerPattern.exec(name) ?? []
  const [slots = 0, smallSlots = 0, tinySlots = 0] = counts.map(Number)
  return node === undefined ? undefined : { node, slots, smallSlots, tinySlots }
}

/** Channel for cancellations. A node that misses a message finds the key below at its next progress report. */
export const cancelChannel = `${KEY_PREFIX}:cancel`
export const cancelKey = (attempt: string) => `${KEY_PREFIX}:cancelled:${attempt}`
/** Set of drained nodes, and channel for changes of the set. */
export const drainedKey = `${KEY_PREFIX}:drained`
export const drainChannel = `${KEY_PREFIX}:drain`
/** Key that marks a paused node, by worker name; expires unless renewed. */
export const pausedKey = (worker: string) => `${KEY_PREFIX}:paused:${worker}`
export const greetingKey = `${KEY_PREFIX}:api`
/** Set of the names of all queues used so far. */
export const queuesKey = `${KEY_PREFIX}:queues`
