import type { LossOutput, Radio } from './outputs.ts'

export interface Budget {
  eirpDbm: number
  sensitivityDbm: number
}

export interface View {
  eirpDbm: number
  /** Sensitivity of the terminal; if `undefined`, nothing is covered. */
  sensitivityDbm: number | undefined
  /** Reverse direction: EIRP of the terminal, and sensitivity of the base station including its antenna gain. */
  up: Budget | undefined
}

/** Range of covered values, both ends inclusive. */
export interface Covered {
  from: number
  to: number
}

/** The only working direction: base station to terminal (`talk_out`) or terminal to base (`talk_in`). */
export type Direction = 'talk_out' | 'talk_in'

export interface CellView {
  /** Displayed minus stored value, in dB. */
  offsetDb: number
  /** Covered values; `undefined` without a sensitivity. */
  covered: Covered | undefined
  /** Stronger direction and the values covered in that direction; `undefined` without a reverse direction. */
  stronger?: { direction: Direction; covered: Covered }
}

/** Steps per dB to which sums of decibels are rounded, finer than the resolution of stored cells. */
const PER_DB = 1e9

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
  // The loss is equal in both directions, so the larger of the two covered areas contains the smaller.
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

export const viewParameters = ['sensitivity_dbm', 'eirp_dbm', 'up_eirp_dbm', 'up_sensitivity_dbm'] as const
type ViewParameter = (typeof viewParameters)[number]
export type ViewQuery = { [Name in ViewParameter]?: number | undefined }

/** Thrown if a view of a result is invalid. */
export class ViewError extends Error {
  readonly parameter: ViewParameter

  constructor(parameter: ViewParameter, detail: string) {
    super(detail)
    this.parameter = parameter
  }
}

/** Thrown if the result does not have the layer; the message may be empty. */
export class NoLayerError extends Error {}

/** View of a query, with defaults from the request. */
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
      'is required for the uplink: a location is covered only if both directions work, and the request has no rx_sensitivity_dbm',
    )
  }
  return { ...view, up: { eirpDbm: upEirpDbm, sensitivityDbm: upSensitivityDbm } }
}

export function statedView({ eirpDbm, sensitivityDbm, up }: View): Record<string, number> {
  return {
    ...(sensitivityDbm !== undefined && { sensitivity_dbm: sensitivityDbm }),
    eirp_dbm: roundedDb(eirpDbm),
    ...(up && { up_eirp_dbm: up.eirpDbm, up_sensitivity_dbm: up.sensitivityDbm }),
  }
}
