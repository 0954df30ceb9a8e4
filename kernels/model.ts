/** Interface of propagation models. Each has a folder in `models/`; `models.ts` lists them. */

import type { Device } from './device/device.ts'
import type { PathModel } from './engines/loss/path-batch.ts'
import type { GpuVisibility } from './engines/sight/gpu/engine.ts'
import type { OwnRayEngine } from './engines/sight/rays/engine.ts'
import type { LosJob, LosOptions, LosResult } from './engines/visibility-job.ts'
import type { PathReader } from './simd/path-reader.ts'
import type { PathCurve, PostHeights } from './terrain/ground.ts'
import type { JobGround } from './terrain/window.ts'

export interface ModelParameter {
  name: string
  title: string
  type: 'number' | 'string'
  unit: string | null
  default: number | string
  minimum?: number
  maximum?: number
  enum?: string[]
  /** Rarely changed physics: forms collapse it. */
  is_advanced?: true
}

/** Outside minimum…maximum a request is refused; outside warn_below…warn_above it gets a warning. */
export interface ValidityLimit {
  parameter: string
  minimum: number
  maximum: number
  warn_below: number
  warn_above: number
}

export type Fields = Readonly<Record<string, unknown>>

export interface FieldProblem {
  field: string
  detail: string
}

interface Description {
  name: string
  title: string
  /** Integer factor of the price. */
  weight: number
  /** Measures of the raster; the first is the default. */
  output: string[]
  /** Allowed `layers` of a request; the first is the default. */
  layers: string[]
  /** True if `k_factor` applies; a model with its own refractivity, or without an earth, refuses it. */
  takes_k_factor: boolean
  /** True if it reads the whole terrain profile to each cell, so that distant cells cost more. */
  uses_profile: boolean
  parameters: ModelParameter[]
  validity: ValidityLimit[]
  source: string
  /** Rules between fields, for a request whose fields may be missing or of any type: must check types. */
  conflicts?(fields: Fields): FieldProblem[]
}

/**
 * Of visibility: `shared` is rays that cells share, or a GPU's kernel, `own` a path for each cell, `both` own paths beyond
 * finer parts of the ground, shared rays elsewhere. Of path loss: `shared` is ground of one window, `own` of any parts.
 * Chosen by `choose.ts`.
 */
export type EngineName = 'shared' | 'own' | 'both'

/** Resources on the device, by model: each is opened at its first use and shared by all jobs. */
export interface OpenModels {
  readonly device: Device
  readonly ownRays: OwnRayEngine
  readonly gpu: GpuVisibility | undefined
  /** True if only one job is expected. */
  readonly isBrief: boolean
  visibility(name: string): Promise<VisibilityEngine>
}

export interface VisibilityModel<Parameters = unknown> extends Description {
  kind: 'visibility'
  /** Name of the main raster's band. */
  band: string
  /** Requires defaults filled in, and values within their limits. */
  parse(fields: Fields): Parameters
  open(models: OpenModels): Promise<VisibilityEngine<Parameters>>
}

export interface VisibilityJob extends Omit<LosJob, 'window'> {
  engine: EngineName
  /** True to compute minHeightM; the receiver then follows the ground. */
  minHeight?: boolean
  /** Transmitter. */
  latDeg: number
  lonDeg: number
  frequencyMhz: number
  ground: JobGround
}

export interface VisibilityResult extends LosResult {
  /**
   * Metres above ground at which each cell would become visible, 0 where its ground is; NaN out of range, or
   * undecided because of unknown ground. `undefined` unless requested.
   */
  minHeightM?: Float32Array | undefined
}

/** Concurrent jobs are computed in turns. */
export interface VisibilityEngine<Parameters = unknown> {
  /** Rejects with the reason when `signal` aborts. */
  compute(job: VisibilityJob, parameters: Parameters, options?: LosOptions): Promise<VisibilityResult>
  /** Releases everything that the next job can make again. No job may run. */
  trim(): Promise<void>
  destroy(): Promise<void>
}

/** Model of the loss between isotropic antennas. */
export interface PathLossModel<Parameters = unknown> extends Description {
  kind: 'path_loss'
  /** True if its loss over one path depends on latitude and on the square of location variability. */
  uses_location?: boolean
  /** True if its profiles should have equal steps; others follow the ground's own spacing. */
  wants_equal_steps?: boolean
  /** Requires defaults filled in, and values within their limits. */
  parse(fields: Fields): Parameters
  /** In float64. Throws a `ModelInputError` if the model gives no result, a `RangeError` for an invalid path. */
  lossOverPath(path: LinkPath, parameters: Parameters): PathLoss
  /** Its form over ground that WebAssembly reads; without one rasters have `lossOverPath` of each path. */
  read?: ReadForm<Parameters>
  /** Its form on a GPU; without one rasters are left to processors. */
  onGpu?(device: Device): DeviceLoss<Parameters>
}

export type Model = VisibilityModel | PathLossModel

export interface LinkPath {
  /** Rising from 0. */
  distancesM: Float64Array
  /** Ground above one datum. */
  heightsM: Float64Array
  frequencyMhz: number
  /** Antennas above the ground at their ends. */
  txHeightM: number
  rxHeightM: number
  kFactor: number
  /** Middle of the path. */
  latitudeDeg: number
  /** Side of the square over which locations vary. */
  squareM: number
}

export interface PathLoss {
  lossDb: number
  /** Intermediate values of the loss; names and units are the model's. */
  intermediates: Record<string, number | string>
  /** Diffraction beyond free space, if the model computes it with its own ground. */
  diffractionDb?: number
  warnings?: { code: string; detail: string }[]
}

/** A path-loss model over the ground of one window, which WebAssembly reads. */
export interface ReadForm<Parameters = unknown, Terms = unknown> {
  /** What it depends on beside the paths; plain data. Throws a `ModelInputError` for parameters that it does not take. */
  terms(parameters: Parameters, job: PathTerms): Terms
  /** In one thread. */
  open(ground: ReadGround, terms: Terms, job: PathTerms): ReadLoss
}

/** Heights above the transmitting antenna, and their reader where WebAssembly can hold them. It declines some paths. */
export interface ReadGround {
  posts: PostHeights
  reader: PathReader | undefined
}

/** Loss in dB over a path; NaN where there is none, or ground is unknown. */
export type ReadLoss = (curve: PathCurve, distanceM: number) => number

/** A path-loss model on a GPU; compiled at its first use. */
export interface DeviceLoss<Parameters = unknown> {
  /** The model for one job. Throws a `ModelInputError` for parameters that it does not accept. */
  forJob(parameters: Parameters, job: PathTerms): PathModel
  /** Lets go of what the next job can make again. No job may run. */
  destroy(): Promise<void>
}

/** Properties of a job for all path-loss models. */
export interface PathTerms {
  frequencyMhz: number
  /** Antenna of the receivers: above their ground, or above the terrain's datum if they do not follow it. */
  rxHeightM: number
  receiverFollowsGround: boolean
  kFactor: number
  /** Transmitting antenna above its ground and above the terrain's datum, and its latitude. */
  txHeightM: number
  txAntennaM: number
  txLatDeg: number
  /** Spacing of rows of posts. */
  latStepDeg: number
  cellM: number
}

export class ModelInputError extends Error {
  readonly code: string = 'model_input'
}

export const LOSS_OUTPUTS = ['received_power', 'field_strength', 'path_loss']

/** Layers of path-loss models: the output itself, and where power suffices. */
export const LOSS_LAYERS = ['value', 'class']

export const NO_PARAMETERS = { parameters: [], parse: () => ({}) }

export const POLARIZATION: ModelParameter & { enum: string[] } = {
  name: 'polarization',
  title: 'Polarization of the transmitting antenna',
  type: 'string',
  unit: null,
  default: 'vertical',
  enum: ['horizontal', 'vertical'],
  is_advanced: true,
}

export type Polarization = 'horizontal' | 'vertical'
