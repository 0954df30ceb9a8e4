/** Messages between API node and compute nodes through Redis, and their keys. */

import type { GroundList } from '../../storage/terrain/ground/types.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeOutcome, ComputeStage } from '../jobs/protocol.ts'

export const KEY_PREFIX = 'coverage'
/** A job not taken within this time is not begun; clocks of machines may differ by minutes. */
export const jobLifetimeMs = 86_400_000

/** Common properties of the nodes of a queue: a job may run on any of them. */
export interface Capability {
  engineVersion: string
  backend: string
  /** Memory limit of all jobs of a node, in whole MiB. */
  memoryMib: number
}

/** Concurrent jobs of a node, see `Capacity`. */
export interface NodeSlots {
  slots: number
  smallSlots: number
  tinySlots: number
}

/** For every node: two jobs of any size, a small one and a tiny one. */
export const nodeSlots: Readonly<NodeSlots> = { slots: 2, smallSlots: 1, tinySlots: 1 }

/** A simulation as sent to a node. */
export interface NodeJob {
  simulationId: string
  accountId: string
  /** Unique among all attempts of all processes: its rasters are `<simulation>/<attempt>.tif`. */
  attempt: string
  job: Job
  memoryBytes: number
  /** The files that it reads, and no others. */
  ground: GroundList
  /** The same for each class layer of the job. */
  layers?: GroundList[]
  /** Milliseconds since 1970. */
  expiresMs: number
}

export interface NodeProgress {
  attempt: string
  stage: ComputeStage
  progress: number
}

/** `handed_back`: the node stops before the end of the job. */
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

/** `undefined`: not a queue of this service. */
export function capabilityOf(name: string): Capability | undefined {
  const [, engineVersion, backend, memoryMib] = queuePattern.exec(name) ?? []
  if (engineVersion === undefined || backend === undefined) return undefined
  return { engineVersion, backend, memoryMib: Number(memoryMib) }
}

/** BullMQ allows no `:` in it, and treats a job under an earlier id as the same. */
export function jobId(simulationId: string, attempt: string): string {
  return `${simulationId}-${attempt}`
}

export function simulationOf(id: string): { simulationId: string; attempt: string } {
  const [simulationId = '', attempt = ''] = id.split('-')
  return { simulationId, attempt }
}

const workerPattern = /^([\w.-]{1,63})\/(\d+)\.(\d+)\.(\d+)\/[0-9a-f]+$/

/** The name of a node's connection to Redis: node name, slots, and a unique text of the process. */
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

/** Channel of cancellations; a node that missed one finds the key below at its next progress. */
export const cancelChannel = `${KEY_PREFIX}:cancel`
export const cancelKey = (attempt: string) => `${KEY_PREFIX}:cancelled:${attempt}`
/** Names of drained nodes, and channel of their changes. */
export const drainedKey = `${KEY_PREFIX}:drained`
export const drainChannel = `${KEY_PREFIX}:drain`
/** Key of a paused node, by worker name; expires unless renewed. */
export const pausedKey = (worker: string) => `${KEY_PREFIX}:paused:${worker}`
export const greetingKey = `${KEY_PREFIX}:api`
/** Names of queues that were used. */
export const queuesKey = `${KEY_PREFIX}:queues`
