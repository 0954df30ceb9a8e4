/** What the dispatcher asks of whatever computes, and the messages of a compute process over its IPC channel. */

import type { StoreLocation } from '../../storage/objects/types.ts'
import type { SimulationResult } from '../../storage/records/types.ts'
import type { LocalGroundList } from '../../storage/terrain/ground/types.ts'
import type { KernelBackend } from '../config/config.ts'
import type { ClassLayerFiles } from '../config/layers.ts'
import type { Job } from './job.ts'

export interface ComputeJob {
  id: string
  /** Has one download of remote terrain at a time. */
  accountId: string
  /** One of another version is made anew from its request. */
  job: Job
  /** What it may hold in memory; one that turns out to need more is answered by `needs`. */
  memoryBytes: number
  /** Where rasters are written on the computing machine before they are stored. */
  rasterDirectory: string
  /** What they are stored as, see `rasterStem`; `<id>` if nothing is said. */
  rasterStem?: string
  /** With it exactly these files are read, and nothing else of the terrain folders. */
  terrain?: LocalGroundList
  /** The same of each class layer of the job. */
  layers?: readonly LocalGroundList[]
}

export type ComputeResult = SimulationResult

/** What may run at the same time. */
export interface Capacity {
  /** Jobs of any size: more than one, so that one reads terrain while the other computes. */
  slots: number
  /** Further jobs, small ones only, so that these never wait for large ones. */
  smallSlots: number
  /** And further ones for tiny jobs, so that these never wait for many small ones. */
  tinySlots: number
  /** What all jobs together may hold. */
  memoryBytes: number
  /** What one may hold; all but the share of small jobs if nothing is said. */
  largestBytes?: number
  /** What one may hold now: less while the largest node is away, for which larger ones wait. `largestBytes` if nothing is said. */
  largestNowBytes?: number
}

export type ComputeStage = 'reading_terrain' | 'computing' | 'writing'

/** What computes. */
export interface OpenedDevice {
  backend: string
  device: string
}

export type ToCompute = { type: 'run'; job: ComputeJob } | { type: 'cancel'; id: string }

export type FromCompute =
  /** The device is open. `withoutWebGpu`: why no graphics processor was opened, where one was looked for. */
  | { type: 'opened'; backend: string; device: string; withoutWebGpu?: string }
  /** The terrain is scanned, so that jobs can be run. */
  | { type: 'ready' }
  /** Every second, so that a stuck process is noticed. */
  | { type: 'alive' }
  | { type: 'progress'; id: string; stage: ComputeStage; progress: number }
  | { type: 'completed'; id: string; result: ComputeResult }
  /** A fault of the job itself (`tx_below_ground`, `terrain_unavailable`, …) or of the engine (`internal_error`). */
  | { type: 'failed'; id: string; code: string; detail: string }
  /** It was not started: with these posts it needs this much memory. */
  | { type: 'needs'; id: string; posts: number; memoryBytes: number }
  /** The computation has really stopped. */
  | { type: 'cancelled'; id: string }

export type ComputeOutcome =
  | { kind: 'completed'; result: ComputeResult }
  | { kind: 'failed'; code: string; detail: string }
  | { kind: 'cancelled' }
  /** It needs more memory than the job may hold, and was not started. */
  | { kind: 'needs'; posts: number; memoryBytes: number }
  /** The process died while it ran this job. */
  | { kind: 'died'; detail: string }
  /** The node that has the memory is gone: it waits for one. */
  | { kind: 'unplaced' }

/** The dispatcher's view of whatever computes: a process of this machine, or nodes on others. */
export interface Compute {
  /**
   * Jobs run on several nodes, and go on when the service stops; else all share one process, and one that dies may take
   * the others along.
   */
  readonly isDistributed?: boolean
  /** What it can run now, where that changes as nodes come and go; `undefined`: there is no node. */
  readonly capacity?: Capacity | undefined
  /** Seconds for which there has been no node. */
  readonly unavailableS?: number
  /** Calls back whenever the capacity is another. */
  onCapacity?(listener: () => void): void
  /** The outcome of a simulation is on stable storage, or nobody wants it any more. */
  forget?(simulationId: string): void
  /** The device is open; `state` may turn ready later. */
  start(): Promise<OpenedDevice>
  /** Settles when `state` is ready for the first time, where that is later than the start; rejects if it never will be. */
  whenReady?(): Promise<void>
  /** Runs one job; jobs given while another runs are accepted and share the device. Never rejects. */
  run(
    job: ComputeJob,
    /** `queued`: it waits again, for another node or for the store. */
    onProgress: (stage: ComputeStage | 'queued', progress: number) => void,
    signal: AbortSignal,
  ): Promise<ComputeOutcome>
  readonly state: 'starting' | 'ready' | 'stopped'
  readonly device: OpenedDevice | undefined
  stop(): Promise<void>
}

/**
 * Configuration of the process: JSON in its first argument. It answers `opened` and `ready`, or `failed` with an empty id
 * when it can't open what is configured, and then ends. It ends by itself when the channel closes, and leaves
 * SIGINT to its parent.
 */
export interface ComputeConfig {
  backend: KernelBackend
  /** Searched in this order; earlier ones win. */
  terrainFolders: string[]
  /** Presets and templates of remote tiles; without any nothing is downloaded. */
  terrainUrl?: string
  /** Where remote tiles are kept. */
  terrainCacheFolder?: string
  /** Class layers, earlier ones first. */
  layers?: readonly ClassLayerFiles[]
  /** Elevation posts that a job may read, however much memory there is; no such bound if not given. */
  maxPosts?: number
  /** Where rasters go under the names of their files, and where the accounts' antenna patterns are. */
  store?: StoreLocation
}
