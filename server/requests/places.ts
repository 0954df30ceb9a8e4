/** Parses places in GeoJSON (RFC 7946) or a table, in a worker thread, as bodies may be large and hostile. */

import { maximumPoints, maximumVertices } from '../config/limits.ts'
import { type FieldError, Problem } from '../http/errors.ts'
import { jsonIn } from '../http/json-text.ts'
import { echo, listed, quoted } from '../http/validation/messages.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { numberIn } from './cells.ts'
import { readTable, type Table, TableError, type TableLimits, type UnitOf } from './table.ts'

/** Longitude and latitude in degrees. */
export type Position = [number, number]

/** Geometry in parts: a Point has one position, a Polygon has one polygon with one or more rings. */
export type Shape =
  | { kind: 'points'; isMulti: boolean; points: Position[] }
  | { kind: 'lines'; isMulti: boolean; lines: Position[][] }
  | { kind: 'polygons'; isMulti: boolean; polygons: Position[][][] }

/** Name of a place for messages, and its JSON pointer or table row. */
export interface Where {
  name: string
  pointer?: string
  row?: number
}

/** Measured power in dBm, or measured loss in dB. */
export type Measured = { dbm: number } | { lossDb: number }

export interface PlacesFeature {
  /** Original feature; a geometry without a feature is wrapped in a feature. */
  feature: { properties?: object | null }
  shape: Shape
  /** Name and position of the place for errors. */
  where: Where
  measured?: Measured
  /** Receiver height above ground in metres, if given. */
  rxHeightM?: number
  /** Weight of a point: number of inhabitants or another amount to sum. */
  weight?: number
}

export interface Places {
  features: PlacesFeature[]
  table?: Table
}

export function refuse(errors: FieldError[]): never {
  throw invalidParameters(errors)
}

/** Maximum number of errors collected; a response lists fewer errors. */
const maximumFaults = 40
const types: Record<string, { kind: Shape['kind']; isMulti: boolean }> = {
  Point: { kind: 'points', isMulti: false },
  MultiPoint: { kind: 'points', isMulti: true },
  LineString: { kind: 'lines', isMulti: false },
  MultiLineString: { kind: 'lines', isMulti: true },
  Polygon: { kind: 'polygons', isMulti: false },
  MultiPolygon: { kind: 'polygons', isMulti: true },
}
/** Property for the receiver height above ground, named as in a request. */
const RX_HEIGHT = 'rx_height'
const largestHeightM = 60_000
const WEIGHT = 'weight'
const largestWeight = 1e12
export const measures = { measured_dbm: 'dbm', measured_loss_db: 'lossDb' } as const
/** Likely misspellings of the property; names such as measured_at are different properties. */
const LIKE_HEIGHT = /^rx[ _-]?height([ _-]?\(?m\)?)?$/i
const LIKE_MEASURES = /^measured[ _-]?(dbm?|power|rssi|loss([ _-]?db)?)$/i
/** Line breaks within quotes and empty rows count as lines, so more lines than rows are allowed. */
const maximumTable = { rows: maximumPoints, lines: 2 * maximumPoints }
const largestDeg = { lat: 90, lon: 360 }
/** Largest accepted measurement in dB or dBm, far beyond any real value. */
const maximumMeasure = 1000

/** Reads places from a body. Throws a Problem. */
export function readPlaces(bytes: Uint8Array, mediaType: string): Places {
  const reader = new Reader()
  const places = mediaType === 'text/csv' ? reader.table(bytes) : { features: reader.geojson(parsed(bytes)) }
  reader.end()
  return places
}

/** Polygons of a GeoJSON body, or of the member `polygon` of a body. */
export function readArea(bytes: Uint8Array): Position[][][] {
  const value = parsed(bytes)
  const { polygon, ...others } = isObject(value) ? value : {}
  const isMember = polygon !== undefined
  const [other] = Object.keys(others)
  if (isMember && other !== undefined) {
    refuse([{ pointer: '#', detail: `${quoted(other)} is not a known field; allowed: polygon` }])
  }
  return readPolygons(isMember ? polygon : value, isMember ? '#/polygon' : '#', '')
}

/** Polygons in a GeoJSON FeatureCollection, Feature or geometry at `pointer` of a body. */
export function readPolygons(value: unknown, pointer: string, name: string): Position[][][] {
  const reader = new Reader(['polygons'], { name })
  const features = reader.geojson(value, pointer)
  reader.end()
  return features.flatMap(({ shape }) => (shape.kind === 'polygons' ? shape.polygons : []))
}

/** Points in a GeoJSON FeatureCollection or Feature at `pointer` of a body; point properties are not interpreted. */
export function readPoints(value: unknown, pointer: string, name: string): PlacesFeature[] {
  const reader = new Reader(['points'], { name, isBare: true })
  const features = reader.geojson(value, pointer)
  reader.end()
  return features
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The bytes are not valid UTF-8.
    throw new Problem('malformed_json', 'The body is not text in UTF-8.')
  }
}

export function parsed(bytes: Uint8Array): unknown {
  const read = jsonIn(decoded(bytes))
  if ('fault' in read) throw new Problem('malformed_json', read.fault)
  return read.value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class Reader {
  readonly #kinds: readonly string[]
  /** Name of the member of the body that contains the places; empty for the whole body. */
  readonly #name: string
  readonly #isBare: boolean
  readonly #faults: FieldError[] = []
  /** Number of places in the body, for error messages. */
  #came = 0
  #points = 0
  #vertices = 0

  /** If `isBare`, properties are ignored and each feature must contain exactly one place. */
  constructor(
    kinds: readonly Shape['kind'][] = ['points', 'lines', 'polygons'],
    { name = '', isBare = false } = {},
  ) {
    this.#kinds = Object.keys(types).filter(
      (type) => kinds.includes(types[type].kind) && !(isBare && types[type].isMulti),
    )
    this.#name = name
    this.#isBare = isBare
  }

  /** Throws a Problem if errors were collected. */
  end(): void {
    if (this.#faults.length > 0) refuse(this.#faults)
  }

  get #prefix(): string {
    return this.#name === '' ? '' : `${this.#name}.`
  }

  geojson(value: unknown, pointer = '#'): PlacesFeature[] {
    if (!isObject(value) || value.type !== 'FeatureCollection') {
      this.#came = pointsIn(value)
      const name = this.#name === '' ? 'polygon' : this.#name
      return this.#feature(value, { pointer, name: pointer === '#' ? 'the body' : name })
    }
    const { features } = value
    if (!Array.isArray(features) || features.length === 0) {
      const detail = `${this.#prefix}features must be a list of at least one feature, got ${Array.isArray(features) ? 'none' : echo(features)}`
      refuse([{ pointer: `${pointer}/features`, detail }])
    }
    this.#came = features.reduce((sum, feature) => sum + pointsIn(feature), 0)
    const read: PlacesFeature[] = []
    for (const [index, feature] of features.entries()) {
      if (this.#faults.length >= maximumFaults) break
      const where = { pointer: `${pointer}/features/${index}`, name: `${this.#prefix}features[${index}]` }
      if (isObject(feature) && feature.type === 'Feature') read.push(...this.#feature(feature, where))
      else {
        const got = echo(isObject(feature) ? feature.type : feature)
        this.#fault(where, `must be an object with the type "Feature", got ${got}`)
      }
    }
    return read
  }

  table(bytes: Uint8Array): Places {
    const table = tableOf(bytes, unitOf, maximumTable)
    const { names, rows, hasDecimalCommas } = table
    const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
    if (repeated !== undefined) refuse([{ row: 1, detail: `the column ${quoted(repeated)} appears twice` }])
    const [lat, lon] = ['lat', 'lon'].map((name) => names.indexOf(name))
    if (lat < 0 || lon < 0) {
      const detail = `the columns lat and lon are required, in degrees; the table has ${names.slice(0, 20).map(quoted).join(', ')}`
      refuse([{ row: 1, detail }])
    }
    const misnamed = names.find(isMisnamed)
    if (misnamed !== undefined) refuse([{ row: 1, detail: misnamedText(misnamed) }])
    const namedAt = [...names.keys()].filter((index) => isNamed(names[index]))
    if (rows.length === 0) refuse([{ row: 1, detail: 'the table has no rows below its header' }])
    this.#came = rows.length
    const features: PlacesFeature[] = []
    for (const { row, cells } of rows) {
      if (this.#faults.length >= maximumFaults) break
      const where = { name: `row ${row}`, row }
      const coordinates = [lon, lat].map((index) => Number(numberIn(cells[index], hasDecimalCommas)))
      const before = this.#faults.length
      this.#degrees('lon', cells[lon], coordinates, where)
      this.#degrees('lat', cells[lat], coordinates, where)
      if (this.#faults.length > before) continue
      const feature = new TableFeature(table, cells, coordinates as Position)
      const shape = this.#shape(feature.geometry, where)
      const said = this.#said(
        Object.fromEntries(namedAt.map((index) => [names[index], readCell(cells[index], hasDecimalCommas)])),
        where,
        shape,
      )
      if (shape) features.push({ feature, shape, where, ...said })
    }
    return { features, table }
  }

  /** Reports a table cell that is not a valid angle for the column. */
  #degrees(name: 'lat' | 'lon', cell: string, [lon, lat]: number[], where: Where): void {
    const value = name === 'lat' ? lat : lon
    const limitDeg = largestDeg[name]
    if (Math.abs(value) <= limitDeg) return
    const detail =
      Number.isNaN(value) && /^[+-]?\d+,\d+$/.test(cell)
        ? 'numbers have a decimal point, not a comma'
        : `it must be a number between -${limitDeg} and ${limitDeg} degrees`
    const isSwapped = Math.abs(lon) <= largestDeg.lat && Math.abs(lat) <= largestDeg.lon
    this.#fault(
      where,
      `${name} is ${quoted(cell)}: ${detail}${isSwapped ? '; lat and lon may be swapped' : ''}`,
    )
  }

  /** The feature, or none after a fault. */
  #feature(value: unknown, where: Where): PlacesFeature[] {
    const isFeature = isObject(value) && value.type === 'Feature'
    const geometry = isFeature ? value.geometry : value
    const feature = isFeature ? value : { type: 'Feature', properties: {}, geometry }
    const { properties } = feature
    if (properties !== undefined && properties !== null && !isObject(properties)) {
      this.#fault(where, `properties must be an object or null, got ${echo(properties)}`)
      return []
    }
    const at = isFeature ? inside(where, 'geometry') : where
    const shape = this.#shape(geometry, at)
    const said = this.#said(properties ?? {}, where, shape)
    return shape ? [{ feature, shape, where, ...said }] : []
  }

  #shape(geometry: unknown, where: Where): Shape | undefined {
    const { type, coordinates } = isObject(geometry) ? geometry : {}
    if (typeof type !== 'string' || !this.#kinds.includes(type)) {
      const came = isObject(geometry) ? `the type ${echo(type)}` : echo(geometry)
      return this.#fault(where, `a geometry must be one of ${listed(this.#kinds)}, got ${came}`)
    }
    const { kind, isMulti } = types[type]
    const at = inside(where, 'coordinates')
    const before = this.#faults.length
    const items = isMulti ? this.#list(coordinates, at, 1) : [coordinates]
    const placed = (index: number) => (isMulti ? inside(at, index) : at)
    const shape = {
      points: () => ({ points: items.map((item, index) => this.#point(item, placed(index))) }),
      lines: () => ({ lines: items.map((item, index) => this.#line(item, placed(index), 2)) }),
      polygons: () => ({
        polygons: items.map((item, index) => {
          const rings = this.#list(item, placed(index), 1)
          return rings.map((ring, n) => this.#ring(ring, inside(placed(index), n)))
        }),
      }),
    }[kind]()
    return this.#faults.length > before ? undefined : ({ kind, isMulti, ...shape } as Shape)
  }

  #point(value: unknown, where: Where): Position {
    if (++this.#points > maximumPoints) {
      const detail = `a request has at most ${maximumPoints} points or rows, got ${this.#came}`
      refuse([faultAt(where, detail)])
    }
    return this.#position(value, where)
  }

  #line(value: unknown, where: Where, minimum: number): Position[] {
    const items = this.#list(value, where, minimum)
    this.#vertices += items.length
    if (this.#vertices > maximumVertices) {
      const detail = `lines and polygons must have at most ${maximumVertices} vertices in total`
      refuse([faultAt(where, detail)])
    }
    return items.map((item, index) => this.#position(item, inside(where, index)))
  }

  #ring(value: unknown, where: Where): Position[] {
    const ring = this.#line(value, where, 4)
    const [first, last] = [ring[0], ring[ring.length - 1]]
    if (first && (first[0] !== last[0] || first[1] !== last[1])) {
      this.#fault(where, 'a ring must end at its first position')
    }
    return ring
  }

  #list(value: unknown, where: Where, minimum: number): unknown[] {
    if (Array.isArray(value) && value.length >= minimum) return value
    const came = Array.isArray(value) ? `${value.length}` : echo(value)
    this.#fault(where, `coordinates must be a list of at least ${minimum}, got ${came}`)
    return []
  }

  #position(value: unknown, where: Where): Position {
    const numbers = Array.isArray(value) ? value : []
    const [lon, lat] = numbers
    const wrong = numbers.findIndex((one) => !Number.isFinite(one))
    if (numbers.length < 2 || wrong >= 0) {
      const came = echo(wrong >= 0 ? numbers[wrong] : value)
      this.#fault(where, `a position must be a list of two numbers, longitude and latitude, got ${came}`)
    } else if (Math.abs(lat) > largestDeg.lat || Math.abs(lon) > largestDeg.lon) {
      this.#fault(
        where,
        `latitudes must be -90 to 90 and longitudes -360 to 360, got ${lat} and ${lon}: positions are longitude, then latitude`,
      )
    }
    return [lon, lat]
  }

  /** Reads the properties of a place that the service interprets. */
  #said(
    properties: object,
    where: Where,
    shape: Shape | undefined,
  ): Pick<PlacesFeature, 'measured' | 'rxHeightM' | 'weight'> {
    if (this.#isBare) return {}
    const measured = measuredIn(properties, (detail) => this.#fault(where, detail))
    const isPoint = shape?.kind === 'points'
    const amount = (name: string, what: string, largest: number) =>
      this.#amount(properties, where, name, what, largest)
    const rxHeightM = isPoint
      ? amount(RX_HEIGHT, 'a number of metres above the ground', largestHeightM)
      : undefined
    const weight = isPoint && !shape.isMulti ? amount(WEIGHT, 'a number', largestWeight) : undefined
    return {
      ...(measured && { measured }),
      ...(rxHeightM !== undefined && { rxHeightM }),
      ...(weight !== undefined && { weight }),
    }
  }

  #amount(properties: object, where: Where, name: string, what: string, largest: number): number | undefined {
    const value: unknown = Object.hasOwn(properties, name) ? properties[name as never] : ''
    if (value === null || value === '') return undefined
    if (typeof value === 'number' && value >= 0 && value <= largest) return value
    return this.#fault(where, `${name} must be ${what} between 0 and ${largest}, got ${echo(value)}`)
  }

  #fault(where: Where, detail: string): undefined {
    if (this.#faults.length < maximumFaults) {
      this.#faults.push(faultAt(where, detail))
    }
  }
}

export function measuredIn(properties: object, fault: (detail: string) => void): Measured | undefined {
  const given = Object.entries(measures).flatMap(([name, member]) => {
    const value = Object.hasOwn(properties, name) ? properties[name as never] : null
    return value === null || value === '' ? [] : [{ name, member, value: value as unknown }]
  })
  const misnamed = Object.keys(properties).find(isMisnamed)
  if (misnamed !== undefined) fault(misnamedText(misnamed))
  if (given.length > 1) fault('has both measured_dbm and measured_loss_db: use only one of them')
  const [one] = given
  if (one === undefined || given.length > 1) return undefined
  if (typeof one.value !== 'number' || !(Math.abs(one.value) <= maximumMeasure)) {
    fault(
      `${one.name} must be a number between -${maximumMeasure} and ${maximumMeasure}, got ${echo(one.value)}`,
    )
    return undefined
  }
  return one.member === 'dbm' ? { dbm: one.value } : { lossDb: one.value }
}

/** Number of points in an unparsed feature or geometry. */
function pointsIn(value: unknown): number {
  const geometry = isObject(value) && value.type === 'Feature' ? value.geometry : value
  const { type, coordinates } = isObject(geometry) ? geometry : {}
  if (type === 'MultiPoint' && Array.isArray(coordinates)) return coordinates.length
  return type === 'Point' ? 1 : 0
}

/** Table row as a feature. Properties are created on demand, as those of all rows would use much memory. */
class TableFeature {
  readonly type = 'Feature'
  readonly geometry: { type: 'Point'; coordinates: Position }
  readonly #table: Table
  readonly #cells: readonly string[]

  constructor(table: Table, cells: readonly string[], coordinates: Position) {
    this.geometry = { type: 'Point', coordinates }
    this.#table = table
    this.#cells = cells
  }

  /** Properties from all columns with names. */
  get properties(): Record<string, string | number> {
    const { names, hasDecimalCommas } = this.#table
    return Object.fromEntries(
      names.flatMap((name, index) =>
        ['lat', 'lon', ''].includes(name) ? [] : [[name, readCell(this.#cells[index], hasDecimalCommas)]],
      ),
    )
  }
}

/** True for the names of properties that the service interprets. */
function isNamed(name: string): boolean {
  return name === RX_HEIGHT || name === WEIGHT || Object.hasOwn(measures, name)
}

function isMisnamed(name: string): boolean {
  return (LIKE_MEASURES.test(name) || LIKE_HEIGHT.test(name)) && !isNamed(name)
}

function misnamedText(name: string): string {
  return LIKE_HEIGHT.test(name)
    ? `${quoted(name)}: use ${RX_HEIGHT} for the height of a receiver above the ground, in metres`
    : `${quoted(name)}: use measured_dbm or measured_loss_db for measurements`
}

export function faultAt({ name, ...place }: Where, detail: string): FieldError {
  return { ...place, detail: `${name}: ${detail}` }
}

function inside(where: Where, member: string | number): Where {
  return where.pointer === undefined ? where : { ...where, pointer: `${where.pointer}/${member}` }
}

/** Converts a cell to a number unless digits would be lost, as for leading zeros and very large numbers. */
export function readCell(text: string, hasDecimalCommas: boolean): string | number {
  const value = /^[+-]?0\d/.test(text) ? text : numberIn(text, hasDecimalCommas)
  const isRounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
  return isRounded ? text : value
}

function unitOf(name: string): string | undefined {
  if (name === 'lat' || name === 'lon') return 'degrees'
  if (name === RX_HEIGHT) return 'metres'
  if (name === WEIGHT) return 'people'
  return Object.hasOwn(measures, name) ? 'dB' : undefined
}

/** Parses a table; throws a Problem. */
export function tableOf(bytes: Uint8Array, unitOf: UnitOf, maximum: TableLimits): Table {
  try {
    return readTable(bytes, unitOf, maximum)
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    throw new Problem('malformed_csv', `${error.message}.`)
  }
}
