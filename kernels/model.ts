/** Interface of propagation models. Each model has a folder in `models/`; `models.ts` lists all models. */

import type { Device } from './device/device.ts'
import type { PathModel } from './engines/loss/path-batch.ts'
import type { GpuVisibility } from './engines/sight/gpu/engine.ts'
import type { OwnRayEngine } from './engines/sight/rays/engine.ts'
import type { LosJob, LosOptions, LosResult } from './engines/visibility-job.ts'
import type { LinkOptions } from './propagation/profile.ts'
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
  /** True for rarely changed physical parameters, which forms show collapsed. */
  is_advanced?: true
}

/** A request outside minimum…maximum is rejected; outside warn_below…warn_above, it gets a warning. */
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
  /** Integer factor of the job's price. */
  weight: number
  /** Output quantities of the raster; the first is the default. */
  output: string[]
  /** Allowed `layers` of a request; the first is the default. */
  layers: string[]
  /** True if `k_factor` applies; models with their own refractivity, or no earth, reject `k_factor`. */
  takes_k_factor: boolean
  /** True if the model reads the whole terrain profile to each cell, so distant cells cost more. */
  uses_profile: boolean
  parameters: ModelParameter[]
  validity: ValidityLimit[]
  source: string
  /** Checks rules between fields. Fields may be missing or of any type, so types must be checked. */
  conflicts?(fields: Fields): FieldProblem[]
}

/**
 * Engine of a job, selected by `choose.ts`. Visibility: `shared` is the ray sweep or a GPU kernel, `own`
 * per-cell rays, `both` per-cell rays beyond finer parts of the ground and the ray sweep elsewhere. Path
 * loss: `shared` is for ground in one window, `own` for ground in any number of parts.
 */
export type EngineName = 'shared' | 'own' | 'both'

/** Resources on the device, shared by all jobs. */
export interface OpenModels {
  readonly device: Device
  readonly ownRays: OwnRayEngine
  readonly gpu: GpuVisibility | undefined
  /** True if only one job is expected. */
  readonly isBrief: boolean
}

export interface VisibilityModel<Parameters = unknown> extends Description {
  kind: 'visibility'
  /** Band name of the main raster. */
  band: string
  /** Parameters from fields; defaults must be filled in and values within limits. */
  parse(fields: Fields): Parameters
  open(models: OpenModels): Promise<VisibilityEngine<Parameters>>
}

export interface VisibilityJob extends Omit<LosJob, 'window'> {
  engine: EngineName
  /** True to compute minHeightM; the receiver must then follow the ground. */
  minHeight?: boolean
  /** Transmitter position in degrees. */
  latDeg: number
  lonDeg: number
  frequencyMhz: number
  ground: JobGround
}

/** Visibility computation; concurrent jobs take turns. */
export interface VisibilityEngine<Parameters = unknown> {
  /** Computes a job; rejects with the signal's reason when `signal` aborts. */
  compute(job: VisibilityJob, parameters: Parameters, options?: LosOptions): Promise<LosResult>
  /** Releases resources that the next job can recreate. No job may be running. */
  trim(): Promise<void>
  destroy(): Promise<void>
}

/** Model of the path loss between isotropic antennas. */
export interface PathLossModel<Parameters = unknown> extends Description {
  kind: 'path_loss'
  /** True if the loss depends on latitude and on the square over which locations vary (`squareM`). */
  uses_location?: boolean
  /** True if the loss already includes the buildings around the receivers: clutter cannot be added. */
  includes_surroundings?: boolean
  /** True if profiles should have equal steps; otherwise profile steps match the elevation posts. */
  wants_equal_steps?: boolean
  /** Parameters from fields; defaults must be filled in and values within limits. */
  parse(fields: Fields): Parameters
  /** Loss in float64. Throws a `ModelInputError` for no result, a `RangeError` for an invalid path. */
  lossOverPath(path: LinkPath, parameters: Parameters): PathLoss
  /** Formula for ground read in WebAssembly; if missing, rasters use `lossOverPath` for each path. */
  read?: ReadForm<Parameters>
  /** GPU form of the model; if missing, rasters are computed on CPUs. */
  onGpu?(device: Device): DeviceLoss<Parameters>
}

export type Model = VisibilityModel | PathLossModel

export interface LinkPath extends LinkOptions {
  /** Distances from the transmitter in metres, increasing from 0. */
  distancesM: Float64Array
  /** Ground heights in metres above one datum. */
  heightsM: Float64Array
  /** Latitude of the middle of the path. */
  latitudeDeg: number
  /** Side in metres of the square over which locations vary. */
  squareM: number
}

export interface PathLoss {
  lossDb: number
  /** Intermediate values of the loss; names and units depend on the model. */
  intermediates: Record<string, number | string>
  /** Diffraction loss in addition to free space, if the model computes its own; default: as in P.526. */
  diffractionDb?: number
  warnings?: { code: string; detail: string }[]
}

/** Path-loss formula for the ground of one window, read in WebAssembly. */
export interface ReadForm<Parameters = unknown, Terms = unknown> {
  /** Terms of the formula, as plain data. Throws a `ModelInputError` for parameters not accepted. */
  terms(parameters: Parameters, job: PathTerms): Terms
  /** Prepares the formula for the paths of one thread. */
  open(ground: ReadGround, terms: Terms, job: PathTerms): ReadLoss
}

/** Ground above the transmitting antenna; `reader` is undefined if the posts exceed WebAssembly's memory. */
export interface ReadGround {
  posts: PostHeights
  reader: PathReader | undefined
}

/** Loss in dB over a path; NaN if the model gives none, or ground is unknown. */
export type ReadLoss = (curve: PathCurve, distanceM: number) => number

/** Path-loss model on a GPU, compiled at first use. */
export interface DeviceLoss<Parameters = unknown> {
  /** Prepares the model for one job. Throws a `ModelInputError` for invalid parameters. */
  forJob(parameters: Parameters, job: PathTerms): PathModel
  /** Releases resources that the next job can recreate. No job may be running. */
  destroy(): Promise<void>
}

/** Properties of a job that all path-loss models receive. */
export interface PathTerms {
  frequencyMhz: number
  /** Receiving antenna height above ground, or above the datum if `receiverFollowsGround` is false. */
  rxHeightM: number
  receiverFollowsGround: boolean
  kFactor: number
  /** Transmitting antenna height above its ground and above the terrain's datum; transmitter latitude. */
  txHeightM: number
  txAntennaM: number
  txLatDeg: number
  /** Latitude step between rows of posts, in degrees. */
  latStepDeg: number
  /** Side of a cell in metres. */
  cellM: number
}

export class ModelInputError extends Error {
  readonly code: string = 'model_input'
}

/** Part of the description that all path-loss models share. */
export const PATH_LOSS = {
  kind: 'path_loss' as const,
  output: ['received_power', 'field_strength', 'path_loss'],
  /** The output value, and the class of cells with sufficient power. */
  layers: ['value', 'class'],
}

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
