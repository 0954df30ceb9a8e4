/** How a path-loss result is looked at: powers and sensitivities, reduced to what cells need. */

import type { LossOutput, Radio } from './outputs.ts'

/** One direction of a link. */
export interface Budget {
  eirpDbm: number
  sensitivityDbm: number
}

export interface View {
  /** Of the mast. */
  eirpDbm: number
  /** Of the terminal; without it nothing is covered. */
  sensitivityDbm: number | undefined
  /** The way back: the terminal's EIRP, and the mast's sensitivity with the gain of its antenna in it. */
  up: Budget | undefined
}

/** Values that are covered, both ends included. */
export interface Covered {
  from: number
  to: number
}

/** The one direction that works: the terminal hears the mast, or the mast hears the terminal. */
export type Direction = 'talk_out' | 'talk_in'

/** A view of a raster: in the unit of its values, as they are stored. */
export interface CellView {
  /** Added to a value that is shown. */
  offsetDb: number
  /** `undefined`: no sensitivity is known. */
  covered: Covered | undefined
  /** With a way back: the stronger direction, and the values that it covers, those of both among them. */
  stronger?: { direction: Direction; covered: Covered }
}

/** Rounding of sums of decibels; below what any cell can tell. */
const PER_DB = 1e9

/** Reduces a view of a raster that was computed with `radio`. */
export function cellView(output: LossOutput, radio: Radio, view: View): CellView {
  const { eirpDbm, sensitivityDbm, up } = view
  const offsetDb = output.isLoss ? 0 : roundedDb(eirpDbm - radio.eirpDbm)
  if (sensitivityDbm === undefined) return { offsetDb, covered: undefined }
  const downDb = eirpDbm + radio.rxGainDbi - sensitivityDbm
  const upTo = (lossDb: number): Covered =>
    output.isLoss
      ? { from: Number.NEGATIVE_INFINITY, to: roundedDb(lossDb) }
      : { from: roundedDb(output.baseDb(radio) - lossDb), to: Number.POSITIVE_INFINITY }
  if (up === undefined) return { offsetDb, covered: upTo(downDb) }
  // The same loss in both directions: the area of one contains that of the other.
  const upDb = up.eirpDbm - up.sensitivityDbm
  return {
    offsetDb,
    covered: upTo(Math.min(downDb, upDb)),
    stronger: {
      direction: downDb < upDb ? 'talk_in' : 'talk_out',
      covered: upTo(Math.max(downDb, upDb)),
    },
  }
}

export function roundedDb(db: number): number {
  return Math.round(db * PER_DB) / PER_DB
}

export function isCovered(value: number, { from, to }: Covered): boolean {
  return value >= from && value <= to
}

/** A request for a view, by the names of query parameters. */
export interface ViewQuery {
  sensitivity_dbm?: number | undefined
  eirp_dbm?: number | undefined
  up_eirp_dbm?: number | undefined
  up_sensitivity_dbm?: number | undefined
}

export const viewParameters = ['sensitivity_dbm', 'eirp_dbm', 'up_eirp_dbm', 'up_sensitivity_dbm'] as const

/** Why a result can't be viewed so. */
export class ViewError extends Error {
  readonly parameter: (typeof viewParameters)[number]

  constructor(parameter: (typeof viewParameters)[number], detail: string) {
    super(detail)
    this.parameter = parameter
  }
}

/** Why a result has no such layer; the message may be empty. */
export class NoLayerError extends Error {}

/** The view that a query asks for; what it leaves out is that of the request. */
export function viewOf(query: ViewQuery, own: Omit<View, 'up'>): View {
  const { up_eirp_dbm: upEirpDbm, up_sensitivity_dbm: upSensitivityDbm } = query
  const sensitivityDbm = query.sensitivity_dbm ?? own.sensitivityDbm
  const view = { eirpDbm: query.eirp_dbm ?? own.eirpDbm, sensitivityDbm, up: undefined }
  if (upEirpDbm === undefined && upSensitivityDbm === undefined) return view
  if (upEirpDbm === undefined) throw new ViewError('up_eirp_dbm', 'is required with up_sensitivity_dbm')
  if (upSensitivityDbm === undefined) {
    throw new ViewError('up_sensitivity_dbm', 'is required with up_eirp_dbm')
  }
  if (sensitivityDbm === undefined) {
    throw new ViewError(
      'sensitivity_dbm',
      'is required for the way back: covered is where both directions are, and the request names no rx_sensitivity_dbm',
    )
  }
  return { ...view, up: { eirpDbm: upEirpDbm, sensitivityDbm: upSensitivityDbm } }
}

/** A view by the names of its parameters. */
export function statedView({ eirpDbm, sensitivityDbm, up }: View): Record<string, number> {
  return {
    ...(sensitivityDbm !== undefined && { sensitivity_dbm: sensitivityDbm }),
    eirp_dbm: roundedDb(eirpDbm),
    ...(up && { up_eirp_dbm: up.eirpDbm, up_sensitivity_dbm: up.sensitivityDbm }),
  }
}
