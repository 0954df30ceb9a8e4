/** What API node and compute nodes say to each other through Redis, and under which names. */

import type { GroundList } from '../../storage/terrain/ground/types.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeOutcome, ComputeStage } from '../jobs/protocol.ts'

/** Of every key in Redis. */
export const KEY_PREFIX = 'coverage'
/** A job that nobody took for so long is not begun any more; clocks of machines may differ by minutes. */
export const jobLifetimeMs = 86_400_000

/** What nodes of one queue have in common: a job may run on any of them. */
export interface Capability {
  engineVersion: string
  backend: string
  /** What all jobs of a node may hold together, in whole MiB. */
  memoryMib: number
}

/** What a node can run at the same time, see `Capacity`. */
export interface NodeSlots {
  slots: number
  smallSlots: number
  tinySlots: number
}

/** Of every node: two jobs of any size, a small one and a tiny one. */
export const nodeSlots: Readonly<NodeSlots> = { slots: 2, smallSlots: 1, tinySlots: 1 }

/** A simulation on its journey to a node. */
export interface NodeJob {
  simulationId: string
  accountId: string
  /** Tells this try from all others, of any process: its rasters are `<simulation>/<attempt>.tif`. */
  attempt: string
  job: Job
  memoryBytes: number
  /** The files that it reads, and no others. */
  ground: GroundList
  /** The same of each class layer of the job. */
  layers?: GroundList[]
  /** Milliseconds since 1970. */
  expiresMs: number
}

export interface NodeProgress {
  attempt: string
  stage: ComputeStage
  progress: number
}

/** `handed_back`: the node stops, and did not end it. */
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

/** One queue a capability. */
export function queueName({ engineVersion, backend, memoryMib }: Capability): string {
  return `${engineVersion}_${backend}_${memoryMib}`
}

/** `undefined`: it is no queue of this service. */
export function capabilityOf(name: string): Capability | undefined {
  const [, engineVersion, backend, memoryMib] = queuePattern.exec(name) ?? []
  if (engineVersion === undefined || backend === undefined) return undefined
  return { engineVersion, backend, memoryMib: Number(memoryMib) }
}

/** BullMQ allows no `:` in it, and would take a job under the id of an earlier one for the same. */
export function jobId(simulationId: string, attempt: string): string {
  return `${simulationId}-${attempt}`
}

export function simulationOf(id: string): { simulationId: string; attempt: string } {
  const [simulationId = '', attempt = ''] = id.split('-')
  return { simulationId, attempt }
}

const workerPattern = /^([\w.-]{1,63})\/(\d+)\.(\d+)\.(\d+)\/[0-9a-f]+$/

/**
 * The name under which a node's connection to Redis is listed: its own, what it can run, and a text of which no two processes
 * have the same.
 */
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

/** Where cancellations are announced; who missed it finds the key below at the next progress. */
export const cancelChannel = `${KEY_PREFIX}:cancel`
export const cancelKey = (attempt: string) => `${KEY_PREFIX}:cancelled:${attempt}`
/** Names of nodes that take no more jobs, and where a change of it is announced. */
export const drainedKey = `${KEY_PREFIX}:drained`
export const drainChannel = `${KEY_PREFIX}:drain`
/** That a node takes no jobs for a while, by the name of its worker: there as long as it says so again. */
export const pausedKey = (worker: string) => `${KEY_PREFIX}:paused:${worker}`
/** Where the API node says what it is. */
export const greetingKey = `${KEY_PREFIX}:api`
/** Names of queues that were used. */
export const queuesKey = `${KEY_PREFIX}:queues`
