/** Interface of a propagation model. Each has a folder in `models/`; `models.ts` lists them. */

import type { Device } from './device/device.ts'
import type { GpuVisibility } from './engines/sight/gpu/engine.ts'
import type { OwnRayEngine } from './engines/sight/rays/engine.ts'
import type { LosJob, LosOptions, LosResult } from './engines/visibility-job.ts'
import type { PathModel } from './profiles/path-model.ts'
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

/** Values outside minimum…maximum are rejected; outside warn_below…warn_above they give a warning. */
export interface ValidityLimit {
  parameter: string
  minimum: number
  maximum: number
  warn_below: number
  warn_above: number
}

/** Fields of a request by name. */
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
  /** Quantities of the raster; the first is the default. */
  output: string[]
  /** Values of a request's `layers`; the first is the default. */
  layers: string[]
  /** True if `k_factor` applies; models with their own refractivity, or without an earth, reject it. */
  takes_k_factor: boolean
  /** True if it reads the ground along each path, so that the cost of a cell grows with its distance. */
  uses_profile: boolean
  parameters: ModelParameter[]
  validity: ValidityLimit[]
  source: string
  /** Problems beyond the limits of single fields. Fields may be missing or of any type; wrong types are ignored. */
  conflicts?(fields: Fields): FieldProblem[]
}

/**
 * `shared`: ray sweep, or the device's kernels. `own`: one path per cell, in threads. `both`: per-cell rays beyond
 * finer parts of the ground, ray sweep elsewhere. Chosen by `choose.ts`.
 */
export type EngineName = 'shared' | 'own' | 'both'

/** Models open on the device: each is opened at its first use and shared by all jobs. */
export interface OpenModels {
  readonly device: Device
  readonly ownRays: OwnRayEngine
  /** Visibility on a GPU, if the device is one. */
  readonly gpu: GpuVisibility | undefined
  /** True if only one job is expected. */
  readonly isBrief: boolean
  visibility(name: string): Promise<VisibilityEngine>
}

export interface VisibilityModel<Parameters = unknown> extends Description {
  kind: 'visibility'
  /** Band name of its main raster. */
  band: string
  /** Takes parameters with defaults filled in and within their limits. */
  parse(fields: Fields): Parameters
  open(models: OpenModels): Promise<VisibilityEngine<Parameters>>
}

export interface VisibilityJob extends Omit<LosJob, 'window'> {
  engine: EngineName
  /** True to compute minHeightM; the receiver then follows the ground. */
  minHeight?: boolean
  latDeg: number
  lonDeg: number
  frequencyMhz: number
  ground: JobGround
}

export interface VisibilityResult extends LosResult {
  /**
   * Minimum height above ground at which each cell is visible, metres, 0 at ground level; NaN if unknown ground
   * leaves it open, or out of range. `undefined` if not requested.
   */
  minHeightM?: Float32Array | undefined
}

/** Concurrent jobs take turns. */
export interface VisibilityEngine<Parameters = unknown> {
  /** Rejects with the abort reason when `signal` aborts. */
  compute(job: VisibilityJob, parameters: Parameters, options?: LosOptions): Promise<VisibilityResult>
  /** Frees memory that the next job can recreate. No job may run. */
  trim(): Promise<void>
  destroy(): Promise<void>
}

/** Model of the loss between isotropic antennas. */
export interface PathLossModel<Parameters = unknown> extends Description {
  kind: 'path_loss'
  /** True if its loss depends on the square over which locations vary, and on the latitude. */
  uses_location?: boolean
  /** True if its profiles need equal steps; others follow the spacing of the posts. */
  wants_equal_steps?: boolean
  /** Takes parameters with defaults filled in and within their limits. */
  parse(fields: Fields): Parameters
  /** In float64. Throws a `ModelInputError` if the model gives no result, a `RangeError` for an invalid path. */
  lossOverPath(path: LinkPath, parameters: Parameters): PathLoss
  open(device: Device): DeviceLoss<Parameters>
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
  /** Intermediate values of the model, with its names and units. */
  intermediates: Record<string, number | string>
  /** Diffraction beyond free space, if the model computes it over ground of its own. */
  diffractionDb?: number
  warnings?: { code: string; detail: string }[]
}

/** Path-loss model on a device; compiled at its first use. */
export interface DeviceLoss<Parameters = unknown> {
  /** The model for one job. Throws a `ModelInputError` for parameters that it does not support. */
  forJob(parameters: Parameters, job: PathTerms): PathModel
  /** Frees memory that the next job can recreate. No job may run. */
  trim(): Promise<void>
  destroy(): Promise<void>
}

/** Terms of a job that all path-loss models receive. */
export interface PathTerms {
  frequencyMhz: number
  /** Receiving antenna above its ground, or above the terrain's datum if it does not follow the ground. */
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

/** Thrown if a model gives no result for its input. */
export class ModelInputError extends Error {
  readonly code: string = 'model_input'
}

export const LOSS_OUTPUTS = ['received_power', 'field_strength', 'path_loss']

/** Layers of path-loss models: the output itself, and cells with sufficient power. */
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
