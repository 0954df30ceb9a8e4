/** Measured points in a response of `/results/{id}/features`, residual classes, and histogram bins. */

import type { components } from '../../../client/requests.ts'

type Answer = components['schemas']['FeaturesAnswer']

export type Figures = components['schemas']['FeaturesSummary']

/** Reason why a point is not compared. */
export type Reason = 'outside' | 'unknown' | 'below_floor' | 'unmeasured'

export interface MeasuredPoint {
  lat: number
  lon: number
  distanceM: number
  measured: { value: number; unit: 'dBm' | 'dB' } | undefined
  /** Predicted minus measured loss in dB; `undefined` if the point is not compared. */
  residualDb: number | undefined
  reason: Reason | undefined
}

interface PointResult {
  state: string
  distance_m: number
  residual_db?: number
}

const csv = 'text/csv'
const geoJson = 'application/geo+json'
export type MeasurementsType = typeof csv | typeof geoJson

/** Media type of a file of measurements; `undefined` for other files, such as an area. */
export function measurementsTypeOf(text: string, name: string): MeasurementsType | undefined {
  if (/\.kml$/i.test(name) || /^\uFEFF?\s*</.test(text)) return undefined
  const isJson = /json$/i.test(name) || /^\uFEFF?\s*[{[]/.test(text)
  if (!isJson) return csv
  try {
    const { features = [] } = JSON.parse(text.replace(/^\uFEFF/, '')) as { features?: unknown[] }
    const kinds = new Set(features.map(kindOf))
    const hasMeasurements = kinds.has('measured') || (kinds.has('point') && !kinds.has('area'))
    return hasMeasurements ? geoJson : undefined
  } catch {
    return undefined
  }
}

function kindOf(feature: unknown): 'measured' | 'point' | 'area' | undefined {
  const { geometry, properties } = (feature ?? {}) as { geometry?: { type?: string }; properties?: object }
  if (/Polygon$/.test(geometry?.type ?? '')) return 'area'
  if (!/Point$/.test(geometry?.type ?? '')) return undefined
  return Object.keys(properties ?? {}).some((name) => /^measured/i.test(name)) ? 'measured' : 'point'
}

export function pointsOf({ features }: Answer, floorDbm?: number): MeasuredPoint[] {
  return features.flatMap(({ geometry, properties }) => {
    const { type, coordinates } = geometry as { type?: string; coordinates?: unknown }
    const { result, measured_dbm: dbm, measured_loss_db: lossDb } = properties as Record<string, unknown>
    const measured =
      typeof dbm === 'number'
        ? ({ value: dbm, unit: 'dBm' } as const)
        : typeof lossDb === 'number'
          ? ({ value: lossDb, unit: 'dB' } as const)
          : undefined
    const isBelow = measured?.unit === 'dBm' && floorDbm !== undefined && measured.value < floorDbm
    const pointOf = ([lon, lat]: [number, number], one: PointResult): MeasuredPoint => {
      const reason = reasonOf(one, isBelow)
      const residualDb = reason === undefined ? one.residual_db : undefined
      return { lat, lon, distanceM: one.distance_m, measured, residualDb, reason }
    }
    if (type === 'Point') return [pointOf(coordinates as [number, number], result as PointResult)]
    if (type !== 'MultiPoint') return []
    const { points } = result as { points: PointResult[] }
    return points.map((one, at) => pointOf((coordinates as [number, number][])[at] ?? [0, 0], one))
  })
}

/** Reason why a point is not compared, checked in the order used by the service. */
function reasonOf({ state, residual_db }: PointResult, isBelow: boolean): Reason | undefined {
  if (state === 'out_of_range') return 'outside'
  if (state === 'unknown') return 'unknown'
  if (isBelow) return 'below_floor'
  return residual_db === undefined ? 'unmeasured' : undefined
}

/** Measured and predicted value in dBm or dB; a positive loss residual means less predicted power. */
export interface Pair {
  point: MeasuredPoint
  measured: number
  predicted: number
}

/** Compared points in the more frequent unit, dBm or dB, and the number of points in the other unit. */
export function pairsOf(points: readonly MeasuredPoint[]) {
  const compared = points.filter(({ residualDb }) => residualDb !== undefined)
  const powers = compared.filter(({ measured }) => measured?.unit === 'dBm')
  const unit = 2 * powers.length >= compared.length ? 'dBm' : 'dB'
  const pairs = compared.flatMap((point): Pair[] => {
    const { measured, residualDb = 0 } = point
    if (measured?.unit !== unit) return []
    const predicted = measured.value + (unit === 'dBm' ? -residualDb : residualDb)
    return [{ point, measured: measured.value, predicted }]
  })
  return { unit, pairs, others: compared.length - pairs.length }
}

export function thinned<Item>(items: readonly Item[], maximum: number): { every: number; items: Item[] } {
  const every = Math.max(1, Math.ceil(items.length / maximum))
  return { every, items: items.filter((_, at) => at % every === 0) }
}

export function largestOf(points: readonly MeasuredPoint[], count: number): MeasuredPoint[] {
  return points
    .filter(({ residualDb }) => residualDb !== undefined)
    .sort((one, other) => Math.abs(other.residualDb ?? 0) - Math.abs(one.residualDb ?? 0))
    .slice(0, count)
}

/** Limits between residual classes in dB. */
export const classEdgesDb = [-12, -6, -3, 3, 6, 12] as const
/** ColorBrewer RdBu with seven classes, safe for color-blind readers; red: predicted loss is too low. */
export const classColors = [
  '#b2182b',
  '#ef8a62',
  '#fddbc7',
  '#f7f7f7',
  '#d1e5f0',
  '#67a9cf',
  '#2166ac',
] as const

export function classOf(residualDb: number): number {
  const at = classEdgesDb.findIndex((edge) => residualDb < edge)
  return at < 0 ? classEdgesDb.length : at
}

/** Minimum and maximum of values; `undefined` without values. */
export function rangeOf(values: readonly number[]): [number, number] | undefined {
  const range = values.reduce<[number, number]>(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return values.length === 0 ? undefined : range
}

const MAXIMUM_BINS = 40

/** Bins of 1, 2, 5, 10, 20 or 50 dB, lower edge inclusive, with an edge at 0 and an empty bin at each end. */
export function histogramOf(residualsDb: readonly number[]) {
  const range = rangeOf(residualsDb)
  if (range === undefined) return { widthDb: 1, fromDb: 0, counts: [] }
  const [lowest, highest] = range
  const widthDb = [1, 2, 5, 10, 20].find((width) => (highest - lowest) / width <= MAXIMUM_BINS) ?? 50
  const first = Math.floor(lowest / widthDb) - 1
  const counts = new Array<number>(Math.floor(highest / widthDb) - first + 2).fill(0)
  for (const one of residualsDb) {
    const bin = Math.floor(one / widthDb) - first
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return { widthDb, fromDb: first * widthDb, counts }
}
