/** Interface between dispatcher and compute backend, and messages over the IPC channel. */

import type { StoreLocation } from '../../storage/objects/types.ts'
import type { SimulationResult } from '../../storage/records/types.ts'
import type { LocalGroundList } from '../../storage/terrain/ground/types.ts'
import type { KernelBackend } from '../config/config.ts'
import type { ClassLayerFiles } from '../config/layers.ts'
import type { Job } from './job.ts'

export interface ComputeJob {
  id: string
  /** Account of the job; remote terrain is downloaded for one job per account at a time. */
  accountId: string
  /** Job to compute; a job of another engine version is rebuilt from the parameters. */
  job: Job
  /** Memory limit in bytes; a job that needs more gets the outcome `needs`. */
  memoryBytes: number
  rasterDirectory: string
  /** Name prefix of the stored rasters, see `rasterStem`; default: the job's id. */
  rasterStem?: string
  /** Terrain files to read in place of the terrain folders. */
  terrain?: LocalGroundList
  /** Files to read for each land-cover layer, in place of the configured files. */
  layers?: readonly LocalGroundList[]
}

export type ComputeResult = SimulationResult

/** Capacity of a compute backend for concurrent jobs. */
export interface Capacity {
  /** Slots for jobs of any size: at least two, so that one job reads terrain while another computes. */
  slots: number
  /** Additional slots for small (and tiny) jobs, so that these do not wait for large jobs. */
  smallSlots: number
  tinySlots: number
  /** Memory limit for all jobs together, in bytes. */
  memoryBytes: number
  /** Memory limit for one job; default: all memory except that reserved for small jobs. */
  largestBytes?: number
  /** Current memory limit for one job: lower while the largest node is offline. Default: `largestBytes`. */
  largestNowBytes?: number
}

export type ComputeStage = 'reading_terrain' | 'computing' | 'writing'

export interface OpenedDevice {
  backend: string
  device: string
}

export type ToCompute = { type: 'run'; job: ComputeJob } | { type: 'cancel'; id: string }

export type FromCompute =
  /** Sent when the device is open. `withoutWebGpu`: why no GPU was opened although requested. */
  | { type: 'opened'; backend: string; device: string; withoutWebGpu?: string }
  | { type: 'ready' }
  /** Heartbeat, sent every second. */
  | { type: 'alive' }
  | { type: 'progress'; id: string; stage: ComputeStage; progress: number }
  | { type: 'completed'; id: string; result: ComputeResult }
  /** Failure of the job (`tx_below_ground`, `terrain_unavailable`, …) or of the engine (`internal_error`). */
  | { type: 'failed'; id: string; code: string; detail: string }
  /** The job was not started: the terrain has more posts than expected, which need this much memory. */
  | { type: 'needs'; id: string; posts: number; memoryBytes: number }
  | { type: 'cancelled'; id: string }

export type ComputeOutcome =
  | { kind: 'completed'; result: ComputeResult }
  | { kind: 'failed'; code: string; detail: string }
  | { kind: 'cancelled' }
  | { kind: 'needs'; posts: number; memoryBytes: number }
  /** The compute process died while this job ran. */
  | { kind: 'died'; detail: string }
  | { kind: 'unplaced' }

/** Compute backend of the dispatcher: a process on this machine, or compute nodes on other machines. */
export interface Compute {
  /** True if jobs run on several nodes and survive a stop of the service; else all jobs share one process. */
  readonly isDistributed?: boolean
  /** Current capacity, if capacity changes as nodes come and go; `undefined` if there is no node. */
  readonly capacity?: Capacity | undefined
  /** Seconds since a node was last available. */
  readonly unavailableS?: number
  onCapacity?(listener: () => void): void
  /** Called when the outcome of a simulation is stored durably or no longer needed. */
  forget?(simulationId: string): void
  start(): Promise<OpenedDevice>
  /** Resolves when `state` is first ready, perhaps after `start`; rejects if `state` can never be ready. */
  whenReady?(): Promise<void>
  /** Runs one job; concurrent jobs share the device. Never rejects. */
  run(
    job: ComputeJob,
    /** Stage `queued` means that the job waits again, for another node or for the store. */
    onProgress: (stage: ComputeStage | 'queued', progress: number) => void,
    signal: AbortSignal,
  ): Promise<ComputeOutcome>
  readonly state: 'starting' | 'ready' | 'stopped'
  readonly device: OpenedDevice | undefined
  /** Number of jobs that run on this machine, in shared memory for threads that rest meanwhile. */
  readonly running?: Int32Array
  stop(): Promise<void>
}

/**
 * Configuration of the compute process, passed as JSON in the first argument. The process sends `opened` and
 * `ready`, or `failed` with an empty id before exiting. It exits when the channel closes, and ignores SIGINT.
 */
export interface ComputeConfig {
  backend: KernelBackend
  /** Terrain folders, highest priority first. */
  terrainFolders: string[]
  /** Presets and URL templates of remote terrain; if unset, nothing is downloaded. */
  terrainUrl?: string
  terrainCacheFolder?: string
  /** Land-cover layers, highest priority first. */
  layers?: readonly ClassLayerFiles[]
  /** Maximum number of elevation posts per job, regardless of memory; default: no limit. */
  maxPosts?: number
  /** Store for rasters and for the antenna patterns of accounts. */
  store?: StoreLocation
}
