/** Interface between the dispatcher and its compute backend, and the messages over its IPC channel. */

import type { StoreLocation } from '../../storage/objects/types.ts'
import type { SimulationResult } from '../../storage/records/types.ts'
import type { LocalGroundList } from '../../storage/terrain/ground/types.ts'
import type { KernelBackend } from '../config/config.ts'
import type { ClassLayerFiles } from '../config/layers.ts'
import type { Job } from './job.ts'

export interface ComputeJob {
  id: string
  /** Each account downloads remote terrain for one job at a time. */
  accountId: string
  /** A job of another version is rebuilt from its request. */
  job: Job
  /** Memory limit; a job that needs more is answered with `needs`. */
  memoryBytes: number
  rasterDirectory: string
  /** Name of the stored rasters, see `rasterStem`; default `<id>`. */
  rasterStem?: string
  /** If given, exactly these files are read and the terrain folders are not. */
  terrain?: LocalGroundList
  /** Files to read of each class layer of the job, likewise. */
  layers?: readonly LocalGroundList[]
}

export type ComputeResult = SimulationResult

/** Capacity for concurrent jobs. */
export interface Capacity {
  /** For jobs of any size: at least two, so that one reads terrain while the other computes. */
  slots: number
  /** For small jobs only, so that these never wait for large ones. */
  smallSlots: number
  tinySlots: number
  /** Memory of all jobs together. */
  memoryBytes: number
  /** Maximum memory of one job; default: all except the share of small jobs. */
  largestBytes?: number
  /** Maximum memory of one job now; larger jobs wait while the largest node is away. Default `largestBytes`. */
  largestNowBytes?: number
}

export type ComputeStage = 'reading_terrain' | 'computing' | 'writing'

export interface OpenedDevice {
  backend: string
  device: string
}

export type ToCompute = { type: 'run'; job: ComputeJob } | { type: 'cancel'; id: string }

export type FromCompute =
  /** The device is open. `withoutWebGpu`: reason why no GPU was opened although requested. */
  | { type: 'opened'; backend: string; device: string; withoutWebGpu?: string }
  | { type: 'ready' }
  /** Heartbeat, sent every second. */
  | { type: 'alive' }
  | { type: 'progress'; id: string; stage: ComputeStage; progress: number }
  | { type: 'completed'; id: string; result: ComputeResult }
  /**
   * A fault of the job itself (`tx_below_ground`, `terrain_unavailable`, …) or of the engine
   * (`internal_error`).
   */
  | { type: 'failed'; id: string; code: string; detail: string }
  /** Not started: with this many posts the job needs this much memory. */
  | { type: 'needs'; id: string; posts: number; memoryBytes: number }
  | { type: 'cancelled'; id: string }

export type ComputeOutcome =
  | { kind: 'completed'; result: ComputeResult }
  | { kind: 'failed'; code: string; detail: string }
  | { kind: 'cancelled' }
  | { kind: 'needs'; posts: number; memoryBytes: number }
  /** The process died during this job. */
  | { kind: 'died'; detail: string }
  | { kind: 'unplaced' }

/** Compute backend of the dispatcher: a process on this machine, or nodes on others. */
export interface Compute {
  /** True if jobs run on several nodes and continue when the service stops; otherwise all share one process. */
  readonly isDistributed?: boolean
  /** Current capacity, if it changes with the nodes; `undefined`: no node. */
  readonly capacity?: Capacity | undefined
  /** Seconds since the last node was available. */
  readonly unavailableS?: number
  onCapacity?(listener: () => void): void
  /** The outcome of a simulation is durable, or no longer needed. */
  forget?(simulationId: string): void
  start(): Promise<OpenedDevice>
  /** Settles when `state` is first ready, if later than the start; rejects if it never will be. */
  whenReady?(): Promise<void>
  /** Runs one job; concurrent jobs share the device. Never rejects. */
  run(
    job: ComputeJob,
    /** `queued`: the job waits again, for another node or for the store. */
    onProgress: (stage: ComputeStage | 'queued', progress: number) => void,
    signal: AbortSignal,
  ): Promise<ComputeOutcome>
  readonly state: 'starting' | 'ready' | 'stopped'
  readonly device: OpenedDevice | undefined
  stop(): Promise<void>
}

/**
 * Configuration of the process: JSON in its first argument. It answers `opened` and `ready`, or `failed` with
 * an empty id if something cannot be opened, and then exits. It exits when the channel closes, and leaves
 * SIGINT to its parent.
 */
export interface ComputeConfig {
  backend: KernelBackend
  /** Order: highest priority first. */
  terrainFolders: string[]
  /** Presets and URL templates of remote tiles; without it nothing is downloaded. */
  terrainUrl?: string
  terrainCacheFolder?: string
  /** Order: highest priority first. */
  layers?: readonly ClassLayerFiles[]
  /** Maximum elevation posts per job, regardless of memory; default: no limit. */
  maxPosts?: number
  /** Store of rasters and of the accounts' antenna patterns. */
  store?: StoreLocation
}
