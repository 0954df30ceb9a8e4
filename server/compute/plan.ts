/** What one job computes, read once from the fields of its request. */

import type { Antenna } from '../../kernels/antenna/pattern.ts'
import { type RasterGrid, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { Model, PathLossModel, VisibilityModel } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { StoredAntenna } from '../../storage/antennas/types.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { type LossOutput, lossOutputs } from '../results/views/outputs.ts'
import { type AntennaField, antennaOf, uploadedId } from './antenna.ts'
import { enginesFor, postsHeld } from './device/engines.ts'
import { JobError } from './job.ts'
import { jobMemory } from './memory.ts'
import type { Disc } from './posts.ts'
import type { ComputeJob } from './protocol.ts'

/** The fields that every request has once its defaults are filled in, and those that some models have. */
interface Request {
  tx_lat: number
  tx_lon: number
  tx_height: number
  tx_height_mode: 'AGL' | 'AMSL'
  rx_height: number
  rx_height_mode: 'AGL' | 'AMSL'
  model: string
  resolution: number
  max_range: number
  terrain_spacing?: number
  frequency: number
  erp: number
  k_factor?: number
  layers?: string[]
  output?: string
  antenna?: AntennaField
  rx_gain_dbi?: number
  rx_sensitivity_dbm?: number
}

export interface PlanBase {
  latDeg: number
  lonDeg: number
  /** Above the ground, or above the terrain's datum. */
  tx: { heightM: number; isAboveGround: boolean }
  rx: { heightM: number; isAboveGround: boolean }
  rangeM: number
  resolutionM: number
  /** Every n-th post is read, at most that far apart; all of them without it. */
  terrainSpacingM: number | undefined
  frequencyMhz: number
  kFactor: number
  grid: RasterGrid
  /** As the model's `parse` made them. */
  parameters: unknown
  layers: string[]
  /** Bytes that the job holds at its peak over these parts of the ground. */
  memoryBytes(parts: readonly PartExtent[], disc: Disc): number
}

export interface VisibilityPlan extends PlanBase {
  model: VisibilityModel
}

export interface PathLossPlan extends PlanBase {
  model: PathLossModel
  output: LossOutput
  erpW: number
  rxGainDbi: number
  /** Of the request's own view, in which the summary counts. */
  rxSensitivityDbm: number | undefined
  antenna: Antenna | undefined
}

export type Plan = VisibilityPlan | PathLossPlan

export function isVisibilityPlan(plan: Plan): plan is VisibilityPlan {
  return plan.model.kind === 'visibility'
}

/** Reads the pattern of an account; without it there is none. */
export type AntennaReader = (accountId: string, id: string) => Promise<StoredAntenna | undefined>

/** Throws a `JobError` where the antenna that the request names is gone. */
export async function planOf(job: ComputeJob, readAntenna?: AntennaReader): Promise<Plan> {
  const request = job.params as unknown as Request
  const model = models.get(request.model) as Model
  const { tx_lat: latDeg, tx_lon: lonDeg, resolution: resolutionM } = request
  const rangeM = request.max_range * 1000
  const grid = rasterGrid(latDeg, lonDeg, resolutionM, rangeM)
  const base: PlanBase = {
    latDeg,
    lonDeg,
    tx: { heightM: request.tx_height, isAboveGround: request.tx_height_mode === 'AGL' },
    rx: { heightM: request.rx_height, isAboveGround: request.rx_height_mode === 'AGL' },
    rangeM,
    resolutionM,
    terrainSpacingM: request.terrain_spacing,
    frequencyMhz: request.frequency,
    kFactor: request.k_factor ?? 4 / 3,
    grid,
    parameters: model.parse(job.params),
    layers: request.layers ?? model.layers.slice(0, 1),
    memoryBytes: (parts, disc) => {
      const engines = enginesFor(model, parts, disc, grid)
      const { cellBytes, postBytes } = jobMemory(request, postsHeld(parts, disc, engines), engines)
      return cellBytes + postBytes
    },
  }
  if (model.kind === 'visibility') return { ...base, model }
  return {
    ...base,
    model,
    output: lossOutputs.get(request.output ?? '') as LossOutput,
    erpW: request.erp,
    rxGainDbi: request.rx_gain_dbi ?? 0,
    rxSensitivityDbm: request.rx_sensitivity_dbm,
    antenna: await antennaFor(job.accountId, request, readAntenna),
  }
}

async function antennaFor(
  accountId: string,
  { antenna }: Request,
  readAntenna: AntennaReader | undefined,
): Promise<Antenna | undefined> {
  if (antenna === undefined) return undefined
  const id = uploadedId(antenna)
  const stored = id === undefined ? undefined : await readAntenna?.(accountId, id)
  if (id !== undefined && stored === undefined) {
    throw new JobError('invalid_parameters', `The antenna pattern ${id} no longer exists.`)
  }
  return antennaOf(antenna, stored)
}
