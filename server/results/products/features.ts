import { closeSync, openSync, writeFileSync } from 'node:fs'
import { POSTED_POINTS } from '../../config/layers.ts'
import { Problem } from '../../http/errors.ts'
import {
  faultAt,
  type Measured,
  type PlacesFeature,
  type Position,
  readPlaces,
  refuse,
  type Shape,
} from '../../requests/places.ts'
import type { WeightSource } from '../../weights/weight-sources.ts'
import { lossOutputOf } from '../views/outputs.ts'
import { rounded, zoneAreas, zoneWeights } from '../views/zones.ts'
import { cellAt, type FoundCells, fromTransmitter, gridPosition, OUTSIDE, readCellsAt } from './cells.ts'
import { stretchAt } from './fit.ts'
import { lineResults } from './line-results.ts'
import { type Comparison, cluttersAt, compared, comparisons, refuseFloor } from './measurements.ts'
import {
  computePointPaths,
  type PointPathsOptions,
  type RequestedPoint,
  type ResultAntenna,
} from './own-paths.ts'
import { areaOf } from './polygons.ts'
import type { ResultSource } from './source.ts'
import type { Surroundings } from './surroundings.ts'
import { type PlaceResult, tableLines } from './table-text.ts'
import { weighZones } from './weights.ts'
import { countZones } from './zone-counts.ts'

export interface FeaturesOptions {
  bytes: Uint8Array
  mediaType: string
  /** True if the response is a table, with one row per point or per line stretch of uniform coverage. */
  asTable: boolean
  hasProfiles?: boolean
  floorDbm?: number
  antenna?: ResultAntenna
  purse?: PointPathsOptions['purse']
}

/** Maximum response size in bytes; column names repeat in each feature, so a response may far exceed the request. */
const maximumAnswerBytes = 64 * 2 ** 20
const CHUNK_LENGTH = 2 ** 20

/**
 * Writes values at the places of a body; returns the number of per-point paths.
 * @throws {Problem}
 */
export async function makeFeatures(
  source: ResultSource,
  options: FeaturesOptions,
  path: string,
  surroundings: Surroundings,
): Promise<number> {
  const { bytes, mediaType, asTable, hasProfiles = false, floorDbm, antenna, purse } = options
  const { features, table } = readPlaces(bytes, mediaType)
  refuseSwapped(source, features)
  refuseFloor(floorDbm, features, 'point')
  if (asTable && !table) {
    refuseOthersThanLines(features)
    write(path, (await lineResults(source, features)).tableLines())
    return 0
  }
  const points = await pointResults(source, features, { floorDbm, antenna, surroundings, purse })
  if (table && asTable) {
    const results = features.map((feature) => points.ofPoint(feature))
    write(path, tableLines(table, results))
    return points.pointPaths
  }
  const lines = await lineResults(source, features)
  const weights = [...(await surroundings.weights()), ...points.weights()]
  const areas = await areaResults(source, features, weights)
  function* collection(): Generator<string> {
    yield '{"type":"FeatureCollection","features":['
    for (const [index, one] of features.entries()) {
      const { feature, shape } = one
      const result =
        shape.kind === 'points'
          ? points.of(one)
          : shape.kind === 'lines'
            ? lines.of(one, hasProfiles)
            : areas.get(one)
      yield (index > 0 ? ',\n' : '') + text({ ...feature, properties: { ...feature.properties, result } })
    }
    yield `],"summary":${JSON.stringify(points.summary())}}\n`
  }
  write(path, collection())
  return points.pointPaths
}

/** Writes in chunks, as a single string might exceed the memory of the thread. */
function write(path: string, texts: Iterable<string>): void {
  const file = openSync(path, 'w')
  let waiting = ''
  let bytes = 0
  const flush = () => {
    const chunk = Buffer.from(waiting)
    writeFileSync(file, chunk)
    bytes += chunk.length
    waiting = ''
  }
  try {
    for (const text of texts) {
      waiting += text
      if (waiting.length < CHUNK_LENGTH) continue
      flush()
      if (bytes > maximumAnswerBytes) {
        const mebibytes = maximumAnswerBytes / 2 ** 20
        throw new Problem(
          'payload_too_large',
          `The response would have more than ${mebibytes} MiB: send fewer places, or fewer or shorter columns.`,
        )
      }
    }
    flush()
  } finally {
    closeSync(file)
  }
}

function text(feature: object): string {
  try {
    return JSON.stringify(feature)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem('malformed_json', 'The body is nested too deeply.')
  }
}

function refuseOthersThanLines(features: readonly PlacesFeature[]): void {
  const other = features.find(({ shape }) => shape.kind !== 'lines')
  if (other === undefined) return
  const detail = `is not a line, and for GeoJSON the table lists sections of lines: accept application/geo+json, or send points as a table`
  refuse([faultAt(other.where, detail)])
}

/** Refuses places that are all outside of the raster, but inside with swapped coordinates. */
function refuseSwapped({ geometry }: ResultSource, features: readonly PlacesFeature[]): void {
  const isInside = (lonDeg: number, latDeg: number) =>
    Math.abs(latDeg) <= 90 && cellAt(geometry, gridPosition(geometry, latDeg, lonDeg)) !== OUTSIDE
  let swapped: { index: number; position: Position } | undefined
  for (const [index, { shape }] of features.entries()) {
    for (const position of positionsOf(shape)) {
      const [lon, lat] = position
      if (isInside(lon, lat)) return
      if (isInside(lat, lon)) swapped ??= { index, position }
    }
  }
  if (swapped === undefined) return
  const { index, position } = swapped
  const [lon, lat] = position
  const detail = `latitude ${lat} and longitude ${lon} seem to be swapped: no place is within the result, but ${lon}, ${lat} would be; positions are longitude, then latitude`
  refuse([faultAt(features[index].where, detail)])
}

function* positionsOf(shape: Shape): Generator<Position> {
  if (shape.kind === 'points') yield* shape.points
  else if (shape.kind === 'lines') for (const line of shape.lines) yield* line
  else for (const polygon of shape.polygons) for (const ring of polygon) yield* ring
}

interface PointOptions extends PointPathsOptions {
  floorDbm: number | undefined
}

async function pointResults(
  source: ResultSource,
  features: readonly PlacesFeature[],
  { floorDbm, surroundings, ...options }: PointOptions,
) {
  const { geometry, disc, zones } = source
  const { params, layer } = source.subject
  const isMeasured = features.some(({ measured }) => measured) && layer.view !== undefined
  const all = features.flatMap((feature): RequestedPoint[] =>
    feature.shape.kind === 'points' ? feature.shape.points.map((position) => ({ feature, position })) : [],
  )
  const indices = all.map(({ position: [lon, lat] }) => cellAt(geometry, gridPosition(geometry, lat, lon)))
  const found = await readCellsAt(source, indices)
  const pointPaths = await computePointPaths(all, found, source, { surroundings, ...options })
  const clutters = isMeasured ? await measuredClutters(all, found, source, surroundings) : undefined
  const starts = new Map<PlacesFeature, number>()
  const results: PlaceResult[] = []
  const tally = comparisons(isMeasured, floorDbm)
  const weighted: { latDeg: number; lonDeg: number; weight: number; zone: number }[] = []
  for (const [at, { feature, position }] of all.entries()) {
    const { measured, weight } = feature
    const [lonDeg, latDeg] = position
    const [zone, cell] = [found.zones[at], found.cells[at]]
    if (!starts.has(feature)) starts.set(feature, at)
    if (weight !== undefined) weighted.push({ latDeg, lonDeg, weight, zone })
    const state = zones[zone - 1]?.kind ?? 'out_of_range'
    const value = source.valueOf(cell, zone)
    const { distanceM } = fromTransmitter(source, latDeg, lonDeg)
    const clutter = clutters?.get(at)
    const comparison = measured && compare(source, measured, cell)
    tally.add(
      zone === 0 ? 'outside' : state === 'unknown' ? 'unknown' : 'known',
      measured,
      comparison && {
        ...comparison,
        ...{ distanceM, stretch: stretchAt(disc.latDeg, latDeg, lonDeg) },
        ...(clutter !== undefined && { clutter }),
      },
    )
    const isCompared = comparison && value !== undefined
    results.push({
      value: value === undefined ? null : rounded(value),
      state,
      distance_m: Number(distanceM.toFixed(1)),
      ...(isCompared && { residual_db: rounded(comparison.predictedDb - comparison.measuredDb) }),
    })
  }
  const ofPoint = (feature: PlacesFeature) => results[starts.get(feature) ?? 0]
  return {
    pointPaths,
    ofPoint,
    of(feature: PlacesFeature): PlaceResult | { points: PlaceResult[] } {
      const { shape } = feature
      if (!shape.isMulti || shape.kind !== 'points') return ofPoint(feature)
      const start = starts.get(feature) ?? 0
      return { points: results.slice(start, start + shape.points.length) }
    },
    /** Points with a weight, as a source of weights; none if no point has a weight. */
    weights(): WeightSource[] {
      if (weighted.length === 0) return []
      const places = {
        latDeg: Float64Array.from(weighted, ({ latDeg }) => latDeg),
        lonDeg: Float64Array.from(weighted, ({ lonDeg }) => lonDeg),
        amounts: Float64Array.from(weighted, ({ weight }) => weight),
        zones: Uint8Array.from(weighted, ({ zone }) => zone),
      }
      return [{ name: POSTED_POINTS, read: (_, take) => take(places) }]
    },
    summary(): object {
      const sums = new Float64Array(1 + zones.length)
      for (const { zone, weight } of weighted) sums[zone] += weight
      const weight = { ...zoneWeights(zones, sums.subarray(1)), out_of_range: rounded(sums[0]) }
      return tally.summary(params, weighted.length > 0 ? { weight } : {})
    },
  }
}

/** Clutter at the measured points in range, by index of the point; `undefined` without land cover layers. */
async function measuredClutters(
  points: readonly RequestedPoint[],
  { zones }: FoundCells,
  { disc }: ResultSource,
  surroundings: Surroundings,
): Promise<Map<number, Comparison['clutter']> | undefined> {
  const layers = await surroundings.layers()
  if (layers.length === 0) return undefined
  const wanted = [...points.keys()].filter((at) => points[at].feature.measured && zones[at] !== 0)
  const places = wanted.map((at) => ({ latDeg: points[at].position[1], lonDeg: points[at].position[0] }))
  const clutters = await cluttersAt(places, disc.lonDeg, layers)
  return new Map(wanted.map((at, index) => [at, clutters[index]]))
}

/** Compares a measurement with the prediction; `undefined` if the predicted value is not finite. */
function compare({ subject: { params, layer } }: ResultSource, measured: Measured, cell: number) {
  const quantity = lossOutputOf(params)
  if (quantity === undefined || layer.view === undefined || !Number.isFinite(cell)) return undefined
  const { output, radio } = quantity
  return compared(cell, measured, {
    budgetDbm: layer.view.eirpDbm + radio.rxGainDbi,
    converted: (db) => (output.isLoss ? db : output.baseDb(radio) - db),
    covered: layer.cells?.covered,
  })
}

async function areaResults(
  source: ResultSource,
  features: readonly PlacesFeature[],
  weights: readonly WeightSource[],
): Promise<Map<PlacesFeature, object>> {
  const all = features.flatMap((feature) =>
    feature.shape.kind === 'polygons'
      ? [{ feature, area: areaOf(feature.shape.polygons, source.geometry) }]
      : [],
  )
  if (all.length === 0) return new Map()
  const areas = all.map(({ area }) => area)
  const counted = await countZones(source, areas)
  const weighted: { from: WeightSource; sums: Float64Array[] }[] = []
  for (const from of weights) weighted.push({ from, sums: await weighZones(source, areas, from) })
  const weightOf = (index: number) =>
    Object.fromEntries(
      weighted.map(({ from: { name, attribution }, sums }) => [
        name,
        { ...zoneWeights(source.zones, sums[index]), ...(attribution !== undefined && { attribution }) },
      ]),
    )
  return new Map(
    all.map(({ feature }, index) => [
      feature,
      {
        ...zoneAreas(source.zones, counted[index].cells, counted[index].km2),
        ...(weighted.length > 0 && { weight: weightOf(index) }),
      },
    ]),
  )
}
