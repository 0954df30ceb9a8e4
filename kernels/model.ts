/** What a propagation model is to the rest of the service. Each has a folder in `models/`; `models.ts` lists them. */

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
  /** Physics that seldom has to be changed: forms fold it up. */
  is_advanced?: true
}

/** Outside minimum…maximum a request is refused; outside warn_below…warn_above it is warned. */
export interface ValidityLimit {
  parameter: string
  minimum: number
  maximum: number
  warn_below: number
  warn_above: number
}

/** Fields of a request by their names. */
export type Fields = Readonly<Record<string, unknown>>

/** What is wrong with one field. */
export interface FieldProblem {
  field: string
  detail: string
}

interface Description {
  name: string
  title: string
  /** Integer factor of the price. */
  weight: number
  /** What the raster may hold; the first is the default. */
  output: string[]
  /** Layers that a request's `layers` may ask for; the first is the default. */
  layers: string[]
  /** Whether `k_factor` bends its earth; a model with refractivity of its own, or no earth, refuses it. */
  takes_k_factor: boolean
  /** Whether it reads the ground all the path to each cell, so that a cell costs more the farther it is. */
  uses_profile: boolean
  parameters: ModelParameter[]
  validity: ValidityLimit[]
  source: string
  /**
   * What limits of single fields don't say, of a request whose fields may be missing or of any type: only values of
   * the right type are looked at.
   */
  conflicts?(fields: Fields): FieldProblem[]
}

/**
 * Of visibility: `shared` is rays that cells share, or a GPU's kernel, `own` a path for each cell, `both` own paths beyond
 * finer parts of the ground, shared rays elsewhere. Of path loss: `shared` is ground of one window, `own` of any parts.
 * Chosen by `choose.ts`.
 */
export type EngineName = 'shared' | 'own' | 'both'

/** What is open on the device, by model: each is opened at its first use and shared by all jobs. */
export interface OpenModels {
  readonly device: Device
  readonly ownRays: OwnRayEngine
  /** Visibility on a GPU, where the device is one. */
  readonly gpu: GpuVisibility | undefined
  /** True where one job alone is expected. */
  readonly isBrief: boolean
  visibility(name: string): Promise<VisibilityEngine>
}

/** A model that says what is seen. */
export interface VisibilityModel<Parameters = unknown> extends Description {
  kind: 'visibility'
  /** What the band of its main raster is called. */
  band: string
  /** Takes parameters whose defaults are filled in, and which are within their limits. */
  parse(fields: Fields): Parameters
  open(models: OpenModels): Promise<VisibilityEngine<Parameters>>
}

export interface VisibilityJob extends Omit<LosJob, 'window'> {
  engine: EngineName
  /** Whether minHeightM is asked; the receiver then follows the ground. */
  minHeight?: boolean
  /** Of the transmitter. */
  latDeg: number
  lonDeg: number
  frequencyMhz: number
  ground: JobGround
}

export interface VisibilityResult extends LosResult {
  /**
   * Metres above ground at which each cell would become visible, 0 where its ground is; NaN where unknown ground leaves
   * it open, or out of range. `undefined` if it was not asked.
   */
  minHeightM?: Float32Array | undefined
}

/** Computes jobs given at the same time in turns. */
export interface VisibilityEngine<Parameters = unknown> {
  /** Rejects with its reason when `signal` aborts. */
  compute(job: VisibilityJob, parameters: Parameters, options?: LosOptions): Promise<VisibilityResult>
  /** Lets go of what the next job can make again. No job may run. */
  trim(): Promise<void>
  destroy(): Promise<void>
}

/** A model of the loss between isotropic antennas. */
export interface PathLossModel<Parameters = unknown> extends Description {
  kind: 'path_loss'
  /** Whether its loss over one path depends on the square over which locations vary, and on the latitude. */
  uses_location?: boolean
  /** Whether its profiles should have equal steps; others take what follows the ground's own spacing. */
  wants_equal_steps?: boolean
  /** Takes parameters whose defaults are filled in, and which are within their limits. */
  parse(fields: Fields): Parameters
  /** In float64. Throws a `ModelInputError` where the model gives no result, a `RangeError` for a path that is none. */
  lossOverPath(path: LinkPath, parameters: Parameters): PathLoss
  /** Its form over ground that WebAssembly reads; without one rasters have `lossOverPath` of each path. */
  read?: ReadForm<Parameters>
  /** Its form on a GPU; without one rasters are left to processors. */
  onGpu?(device: Device): DeviceLoss<Parameters>
}

export type Model = VisibilityModel | PathLossModel

/** One path and its antennas. */
export interface LinkPath {
  /** Rising from 0. */
  distancesM: Float64Array
  /** Ground, above one datum. */
  heightsM: Float64Array
  frequencyMhz: number
  /** Antennas above the ground at their ends. */
  txHeightM: number
  rxHeightM: number
  kFactor: number
  /** Of the path's middle. */
  latitudeDeg: number
  /** Side of the square over which locations vary. */
  squareM: number
}

export interface PathLoss {
  lossDb: number
  /** What the model made its loss of; names and units are the model's. */
  intermediates: Record<string, number | string>
  /** Diffraction beyond free space, where the model computes it over ground of its own. */
  diffractionDb?: number
  /** The model's own warnings. */
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
  /** The model for one job. Throws a `ModelInputError` for parameters that it does not take. */
  forJob(parameters: Parameters, job: PathTerms): PathModel
  /** Lets go of what the next job can make again. No job may run. */
  destroy(): Promise<void>
}

/** What all path-loss models are given of a job. */
export interface PathTerms {
  frequencyMhz: number
  /** Antenna of the receivers: above their ground, or above the terrain's datum where they do not follow it. */
  rxHeightM: number
  receiverFollowsGround: boolean
  kFactor: number
  /** The transmitting antenna: above its ground, above the terrain's datum, and its latitude. */
  txHeightM: number
  txAntennaM: number
  txLatDeg: number
  /** Between rows of posts. */
  latStepDeg: number
  /** Side of a cell. */
  cellM: number
}

/** Thrown where a model gives no result for what it was given. */
export class ModelInputError extends Error {
  readonly code: string = 'model_input'
}

/** What the rasters of path-loss models may hold. */
export const LOSS_OUTPUTS = ['received_power', 'field_strength', 'path_loss']

/** Layers of path-loss models: the output itself, and where enough power arrives. */
export const LOSS_LAYERS = ['value', 'class']

/** The entry of a model that has no parameters. */
export const NO_PARAMETERS = { parameters: [], parse: () => ({}) }

/** Polarization as several models have it. */
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
