import { closeSync, openSync, writeFileSync } from 'node:fs'
import { POSTED_POINTS } from '../../config/layers.ts'
import { Problem } from '../../http/errors.ts'
import { correctionOf } from '../../requests/correction.ts'
import {
  faultAt,
  type PlacesFeature,
  type Position,
  readPlaces,
  refuse,
  type Shape,
} from '../../requests/places.ts'
import type { WeightSource } from '../../weights/weight-sources.ts'
import { lossOutputOf } from '../views/outputs.ts'
import { isCovered, roundedDb } from '../views/view.ts'
import { rounded, zoneAreas, zoneWeights } from '../views/zones.ts'
import { cellAt, fromTransmitter, gridPosition, OUTSIDE, readCellsAt } from './cells.ts'
import { stretchAt } from './fit.ts'
import { LineResults } from './line-results.ts'
import { type Comparison, figuresOf } from './measurements.ts'
import {
  cluttersAt,
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
  if (floorDbm !== undefined && !features.some(({ measured }) => measured && 'dbm' in measured)) {
    const detail = 'floor_dbm is only for points with measured_dbm, and no point has measured_dbm'
    refuse([{ parameter: 'floor_dbm', detail }])
  }
  if (asTable && !table) {
    refuseOthersThanLines(features)
    write(path, (await LineResults.of(source, features)).tableLines())
    return 0
  }
  const points = await PointResults.of(source, features, { floorDbm, antenna, surroundings, purse })
  if (table && asTable) {
    const results = features.map((feature) => points.ofPoint(feature))
    write(path, tableLines(table, results))
    return points.pointPaths
  }
  const lines = await LineResults.of(source, features)
  const weights = [...(await surroundings.weights()), ...(points.weights ?? [])]
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

class PointResults {
  pointPaths = 0
  readonly #source: ResultSource
  readonly #floorDbm: number | undefined
  readonly #starts = new Map<PlacesFeature, number>()
  readonly #results: PlaceResult[] = []
  readonly #compared: Comparison[] = []
  readonly #counts = { n: 0, used: 0, below_floor: 0, outside: 0, unknown: 0 }
  #isMeasured = false
  #weighted: { latDeg: number; lonDeg: number; weight: number; zone: number }[] = []

  private constructor(source: ResultSource, floorDbm: number | undefined) {
    this.#source = source
    this.#floorDbm = floorDbm
  }

  static async of(
    source: ResultSource,
    features: readonly PlacesFeature[],
    { floorDbm, surroundings, ...options }: PointOptions,
  ): Promise<PointResults> {
    const made = new PointResults(source, floorDbm)
    made.#isMeasured = features.some(({ measured }) => measured) && source.subject.layer.view !== undefined
    const { geometry } = source
    const all = features.flatMap((feature): RequestedPoint[] =>
      feature.shape.kind === 'points' ? feature.shape.points.map((position) => ({ feature, position })) : [],
    )
    const indices = all.map(({ position: [lon, lat] }) => cellAt(geometry, gridPosition(geometry, lat, lon)))
    const found = await readCellsAt(source, indices)
    made.pointPaths = await computePointPaths(all, found, source, { surroundings, ...options })
    const clutters = made.#isMeasured ? await cluttersAt(all, found, source, surroundings) : undefined
    for (const [at, { feature, position }] of all.entries()) {
      if (!made.#starts.has(feature)) made.#starts.set(feature, at)
      const cell = { zone: found.zones[at], cell: found.cells[at], clutter: clutters?.[at] }
      made.#add(position, feature.measured, cell)
      const { weight } = feature
      if (weight !== undefined)
        made.#weighted.push({ latDeg: position[1], lonDeg: position[0], weight, zone: cell.zone })
    }
    return made
  }

  of(feature: PlacesFeature): PlaceResult | { points: PlaceResult[] } {
    const { shape } = feature
    if (!shape.isMulti || shape.kind !== 'points') return this.ofPoint(feature)
    const start = this.#starts.get(feature) ?? 0
    return { points: this.#results.slice(start, start + shape.points.length) }
  }

  ofPoint(feature: PlacesFeature): PlaceResult {
    return this.#results[this.#starts.get(feature) ?? 0]
  }

  /** Points with a weight; `undefined` if no point has a weight. */
  get weights(): [WeightSource] | undefined {
    const weighted = this.#weighted
    if (weighted.length === 0) return undefined
    const places = {
      latDeg: Float64Array.from(weighted, ({ latDeg }) => latDeg),
      lonDeg: Float64Array.from(weighted, ({ lonDeg }) => lonDeg),
      amounts: Float64Array.from(weighted, ({ weight }) => weight),
      zones: Uint8Array.from(weighted, ({ zone }) => zone),
    }
    return [{ name: POSTED_POINTS, read: (_, take) => take(places) }]
  }

  summary(): object {
    return {
      ...this.#counts,
      ...(this.#weighted.length > 0 && { weight: this.#weightByZone() }),
      ...(this.#isMeasured && figuresOf(this.#compared, correctionOf(this.#source.subject.params))),
    }
  }

  #weightByZone(): object {
    const sums = new Float64Array(1 + this.#source.zones.length)
    for (const { zone, weight } of this.#weighted) sums[zone] += weight
    const [outside] = sums
    return { ...zoneWeights(this.#source.zones, sums.subarray(1)), out_of_range: rounded(outside) }
  }

  #add(
    [lon, lat]: Position,
    measured: PlacesFeature['measured'],
    { zone, cell, clutter }: { zone: number; cell: number; clutter: Comparison['clutter'] },
  ) {
    const source = this.#source
    const state = source.zones[zone - 1]?.kind ?? 'out_of_range'
    const value = source.valueOf(cell, zone)
    const { distanceM } = fromTransmitter(source, lat, lon)
    const compared =
      measured &&
      this.#compare(measured, cell, {
        distanceM,
        stretch: stretchAt(source.disc.latDeg, lat, lon),
        ...(clutter !== undefined && { clutter }),
      })
    const result: PlaceResult = {
      value: value === undefined ? null : rounded(value),
      state,
      distance_m: Number(distanceM.toFixed(1)),
    }
    const isBelow =
      measured && 'dbm' in measured && this.#floorDbm !== undefined && measured.dbm < this.#floorDbm
    const counts = this.#counts
    counts.n++
    if (zone === 0) counts.outside++
    else if (state === 'unknown') counts.unknown++
    else if (isBelow) counts.below_floor++
    else if (compared) {
      counts.used++
      this.#compared.push(compared)
    } else if (!this.#isMeasured) counts.used++
    if (compared && value !== undefined)
      result.residual_db = rounded(compared.predictedDb - compared.measuredDb)
    this.#results.push(result)
  }

  /** Compares a measurement with the prediction; `undefined` if the predicted value is not finite. */
  #compare(
    measured: NonNullable<PlacesFeature['measured']>,
    cell: number,
    place: Pick<Comparison, 'distanceM' | 'stretch' | 'clutter'>,
  ): Comparison | undefined {
    const { params, layer } = this.#source.subject
    const quantity = lossOutputOf(params)
    if (quantity === undefined || layer.view === undefined || !Number.isFinite(cell)) return undefined
    const { output, radio } = quantity
    const converted = (db: number) => (output.isLoss ? db : output.baseDb(radio) - db)
    const measuredDb =
      'lossDb' in measured ? measured.lossDb : layer.view.eirpDbm + radio.rxGainDbi - measured.dbm
    const covered = layer.cells?.covered
    const isHit = covered && isCovered(cell, covered) === isCovered(roundedDb(converted(measuredDb)), covered)
    return { predictedDb: converted(cell), measuredDb, isHit, ...place }
  }
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
