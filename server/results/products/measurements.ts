import type { Correction } from '../../../kernels/ends/correction.ts'
import { type ClassSource, classesAt } from '../../clutter/class-sources.ts'
import type { ClassClutter } from '../../config/class-tables.ts'
import { correctionOf } from '../../requests/correction.ts'
import { type Measured, refuse } from '../../requests/places.ts'
import { type Covered, isCovered, roundedDb } from '../views/view.ts'
import { rounded } from '../views/zones.ts'
import { fitOf, grouped, MINIMUM_STRETCHES } from './fit.ts'

export interface Comparison {
  predictedDb: number
  /** Measured loss in dB, derived from the link budget if a power was measured. */
  measuredDb: number
  distanceM: number
  /** Key of the terrain square that contains the point; points within a square are not independent. */
  stretch: string
  /** Clutter at the receiver; null if unknown to all land cover layers, `undefined` without such layers. */
  clutter?: ClassClutter | null
  /** True if prediction and measurement agree on coverage; `undefined` without a sensitivity. */
  isHit: boolean | undefined
}

/** How a predicted value, received power or another quantity, relates to losses. */
interface Budget {
  /** EIRP plus receiver gains, from which a measured power is subtracted. */
  budgetDbm: number
  /** Converts a value to a loss, and a loss to a value. */
  converted(db: number): number
  covered: Covered | undefined
}

const PERCENTILE = 0.9
/** Variance in dB² below which differences between losses count as rounding errors. */
const NO_VARIANCE = 1e-18

export function refuseFloor(
  floorDbm: number | undefined,
  places: readonly { measured?: Measured }[],
  noun: 'point' | 'pair',
): void {
  if (floorDbm === undefined || places.some(({ measured }) => measured && 'dbm' in measured)) return
  const detail = `floor_dbm is only for ${noun}s with measured_dbm, and no ${noun} has measured_dbm`
  refuse([{ parameter: 'floor_dbm', detail }])
}

export function compared(value: number, measured: Measured, { budgetDbm, converted, covered }: Budget) {
  const measuredDb = 'lossDb' in measured ? measured.lossDb : budgetDbm - measured.dbm
  const isHit = covered && isCovered(value, covered) === isCovered(roundedDb(converted(measuredDb)), covered)
  return { predictedDb: converted(value), measuredDb, isHit }
}

/** Clutter at each place, null if unknown to all layers; longitudes turned to within 180° of `aroundLonDeg`. */
export async function cluttersAt(
  places: readonly { latDeg: number; lonDeg: number }[],
  aroundLonDeg: number,
  layers: readonly ClassSource[],
): Promise<(ClassClutter | null)[]> {
  const turnedPlaces = places.map(({ latDeg, lonDeg }) => {
    const turns = Math.round((lonDeg - aroundLonDeg) / 360)
    return { latDeg, lonDeg: lonDeg - 360 * turns }
  })
  return (await classesAt(turnedPlaces, layers)).map((found) => found?.clutter ?? null)
}

/** Counts of points or pairs, and comparisons with the measurements; `floorDbm` excludes weak ones. */
export function comparisons(isMeasured: boolean, floorDbm: number | undefined) {
  const counts = { n: 0, used: 0, below_floor: 0, outside: 0, unknown: 0 }
  const all: Comparison[] = []
  return {
    add(place: 'outside' | 'unknown' | 'known', measured?: Measured, comparison?: Comparison) {
      counts.n++
      const isBelow = measured && 'dbm' in measured && floorDbm !== undefined && measured.dbm < floorDbm
      if (place !== 'known') counts[place]++
      else if (isBelow) counts.below_floor++
      else if (comparison) {
        counts.used++
        all.push(comparison)
      } else if (!isMeasured) counts.used++
    },
    summary(params: Parameters<typeof correctionOf>[0], more: object = {}) {
      return { ...counts, ...more, ...(isMeasured && figuresOf(all, correctionOf(params))) }
    },
  }
}

/** Error statistics of predicted minus measured loss; null with too few points. */
export function figuresOf(compared: readonly Comparison[], correction?: Correction) {
  const hits = compared.filter(({ isHit }) => isHit !== undefined)
  return {
    ...spreadOf(compared),
    p90_db: nullable(percentile(compared.map((one) => Math.abs(errorOf(one))))),
    correlation: nullable(correlationOf(compared)),
    ...(hits.length > 0 && {
      hit_rate: Number((hits.filter(({ isHit }) => isHit).length / hits.length).toFixed(6)),
    }),
    by_distance: byDistance(compared),
    ...(compared.some(({ clutter }) => clutter !== undefined) && { by_clutter: byClutter(compared) }),
    fit: fitted(compared, correction),
  }
}

/** Correction for a new request: the fit plus the correction that the result's predictions already contain. */
function fitted(compared: readonly Comparison[], given: Correction | undefined) {
  const points = compared.map((one) => ({ ...one, residualDb: -errorOf(one) }))
  const { stretches, fromM, toM, found: fit } = fitOf(points)
  const meanSquare = compared.reduce((sum, one) => sum + errorOf(one) ** 2, 0) / compared.length
  // A fit is used only if its cross-validated error is smaller than the error without the fit.
  const found = fit && fit.rmseDb < Math.sqrt(meanSquare) ? fit : undefined
  return {
    stretches,
    from_m: Number(fromM.toFixed(1)),
    to_m: Number(toM.toFixed(1)),
    needed_stretches: MINIMUM_STRETCHES,
    correction: found
      ? {
          offset_db: rounded(found.correction.offsetDb + (given?.offsetDb ?? 0)),
          slope_db: rounded(found.correction.slopeDb + (given?.slopeDb ?? 0)),
        }
      : null,
    rmse_db: found ? rounded(found.rmseDb) : null,
  }
}

function spreadOf(compared: readonly Comparison[]) {
  const mean = (of: (errorDb: number) => number) =>
    compared.reduce((sum, one) => sum + of(errorOf(one)), 0) / compared.length
  const biasDb = mean((errorDb) => errorDb)
  return {
    bias_db: nullable(biasDb),
    sigma_db: nullable(Math.sqrt(mean((errorDb) => (errorDb - biasDb) ** 2))),
    rmse_db: nullable(Math.sqrt(mean((errorDb) => errorDb ** 2))),
    mae_db: nullable(mean(Math.abs)),
  }
}

function byDistance(compared: readonly Comparison[]) {
  const bins = new Map<number, { toM: number; members: Comparison[] }>()
  for (const one of compared) {
    // Distances below 1 m count as 1 m.
    const decade = 10 ** Math.floor(Math.log10(Math.max(1, one.distanceM)))
    const [from, to] = one.distanceM < 2 * decade ? [1, 2] : one.distanceM < 5 * decade ? [2, 5] : [5, 10]
    const bin = bins.get(from * decade) ?? { toM: to * decade, members: [] }
    bin.members.push(one)
    bins.set(from * decade, bin)
  }
  return [...bins]
    .sort(([one], [other]) => one - other)
    .map(([from_m, { toM, members }]) => ({ from_m, to_m: toM, n: members.length, ...spreadOf(members) }))
}

/** Points by clutter class, most frequent class first; null for unknown clutter. */
function byClutter(compared: readonly Comparison[]) {
  return [...grouped(compared, ({ clutter = null }) => JSON.stringify(clutter)).values()]
    .sort((one, other) => other.length - one.length)
    .map((members) => {
      const { type = null, height_m = null } = members[0].clutter ?? {}
      return { type, height_m, n: members.length, ...spreadOf(members) }
    })
}

function errorOf({ predictedDb, measuredDb }: Comparison): number {
  return predictedDb - measuredDb
}

function percentile(values: number[]): number {
  const sorted = Float64Array.from(values).sort()
  const rank = PERCENTILE * (sorted.length - 1)
  const below = Math.floor(rank)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below] + (rank - below) * (sorted[above] - sorted[below])
}

function correlationOf(compared: readonly Comparison[]): number {
  const mean = (of: (one: Comparison) => number) =>
    compared.reduce((sum, one) => sum + of(one), 0) / compared.length
  const predictedDb = mean((one) => one.predictedDb)
  const measuredDb = mean((one) => one.measuredDb)
  const covariance = mean((one) => (one.predictedDb - predictedDb) * (one.measuredDb - measuredDb))
  const predictedVariance = mean((one) => (one.predictedDb - predictedDb) ** 2)
  const measuredVariance = mean((one) => (one.measuredDb - measuredDb) ** 2)
  if (Math.min(predictedVariance, measuredVariance) < NO_VARIANCE) return Number.NaN
  return Math.max(-1, Math.min(1, covariance / Math.sqrt(predictedVariance * measuredVariance)))
}

function nullable(value: number): number | null {
  return Number.isFinite(value) ? rounded(value) : null
}
