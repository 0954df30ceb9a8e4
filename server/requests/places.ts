/** Places of a request, as GeoJSON (RFC 7946) or as a table: read and checked in a thread, as bodies are large and hostile. */

import { maximumPoints, maximumVertices } from '../config/limits.ts'
import type { FieldError, ProblemCode } from '../http/errors.ts'
import { jsonIn } from '../http/json-text.ts'
import { echo, listed, quoted } from '../http/validation/messages.ts'
import { numberIn } from './cells.ts'
import { readTable, type Table, TableError } from './table.ts'

/** Longitude and latitude. */
export type Position = [number, number]

/** What a geometry consists of: a Point is one position, a Polygon one polygon of several rings. */
export type Shape =
  | { kind: 'points'; isMulti: boolean; points: Position[] }
  | { kind: 'lines'; isMulti: boolean; lines: Position[][] }
  | { kind: 'polygons'; isMulti: boolean; polygons: Position[][][] }

/** The words that name a place of a body, and its pointer or its row of a table. */
export interface Where {
  name: string
  pointer?: string
  row?: number
}

export interface PlacesFeature {
  /** As it came, a bare geometry as a feature. */
  feature: { properties?: object | null }
  shape: Shape
  /** For errors. */
  where: Where
  /** Measured power in dBm, or measured loss in dB. */
  measured?: { dbm: number } | { lossDb: number }
}

export interface Places {
  features: PlacesFeature[]
  /** Of a table. */
  table?: Table
}

/** Why a body is refused; crosses from a thread to the route. */
export type Refusal = { errors: FieldError[] } | { code: ProblemCode; detail: string }

export class RefusedError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super('The places are refused.')
    this.refusal = refusal
  }
}

export function refuse(errors: FieldError[]): never {
  throw new RefusedError({ errors })
}

/** Errors that are looked for: more than an answer lists. */
const maximumFaults = 40
/** Quotes may hold line ends, and empty rows count too. */
const maximumLines = 2 * maximumPoints
const types: Record<string, { kind: Shape['kind']; isMulti: boolean }> = {
  Point: { kind: 'points', isMulti: false },
  MultiPoint: { kind: 'points', isMulti: true },
  LineString: { kind: 'lines', isMulti: false },
  MultiLineString: { kind: 'lines', isMulti: true },
  Polygon: { kind: 'polygons', isMulti: false },
  MultiPolygon: { kind: 'polygons', isMulti: true },
}
const measures = { measured_dbm: 'dbm', measured_loss_db: 'lossDb' } as const
/** Names that are meant to be one of those; others, such as measured_at, say something else. */
const LIKE_MEASURES = /^measured[ _-]?(dbm?|power|rssi|loss([ _-]?db)?)$/i
/** Far beyond what a receiver measures. */
const maximumMeasure = 1000

/** @throws {RefusedError} */
export function readPlaces(bytes: Uint8Array, mediaType: string): Places {
  const reader = new Reader()
  const places = mediaType === 'text/csv' ? reader.table(bytes) : { features: reader.geojson(parsed(bytes)) }
  reader.end()
  return places
}

/** Polygons of GeoJSON, bare or as the member `polygon` of an object. */
export function readArea(bytes: Uint8Array): Position[][][] {
  const value = parsed(bytes)
  const { polygon, ...others } = isObject(value) ? value : {}
  const isMember = polygon !== undefined
  const [other] = Object.keys(others)
  if (isMember && other !== undefined) {
    refuse([{ pointer: '#', detail: `${quoted(other)} is not a known field: known are polygon` }])
  }
  const reader = new Reader(['polygons'])
  const features = reader.geojson(isMember ? polygon : value, isMember ? '#/polygon' : '#')
  reader.end()
  return features.flatMap(({ shape }) => (shape.kind === 'polygons' ? shape.polygons : []))
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedError({ code: 'malformed_json', detail: 'The body is not text in UTF-8.' })
  }
}

function parsed(bytes: Uint8Array): unknown {
  const read = jsonIn(decoded(bytes))
  if ('fault' in read) throw new RefusedError({ code: 'malformed_json', detail: read.fault })
  return read.value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class Reader {
  readonly #kinds: readonly string[]
  readonly #faults: FieldError[] = []
  #points = 0
  #vertices = 0

  constructor(kinds: readonly Shape['kind'][] = ['points', 'lines', 'polygons']) {
    this.#kinds = Object.keys(types).filter((type) => kinds.includes(types[type].kind))
  }

  /** Refuses what has faults. */
  end(): void {
    if (this.#faults.length > 0) refuse(this.#faults)
  }

  /** Of a FeatureCollection, a Feature or a geometry. */
  geojson(value: unknown, pointer = '#'): PlacesFeature[] {
    if (!isObject(value) || value.type !== 'FeatureCollection') {
      const read = this.#feature(value, { pointer, name: pointer === '#' ? 'the body' : 'polygon' })
      return read ? [read] : []
    }
    const { features } = value
    if (!Array.isArray(features) || features.length === 0) {
      const detail = `features must be a list of at least one feature, got ${Array.isArray(features) ? 'none' : echo(features)}`
      refuse([{ pointer: `${pointer}/features`, detail }])
    }
    const read: PlacesFeature[] = []
    for (const [index, feature] of features.entries()) {
      if (this.#faults.length >= maximumFaults) break
      const where = { pointer: `${pointer}/features/${index}`, name: `features[${index}]` }
      const one = isObject(feature) && feature.type === 'Feature' ? this.#feature(feature, where) : undefined
      if (one) read.push(one)
      else if (!isObject(feature) || feature.type !== 'Feature') {
        this.#fault(
          where,
          `must be an object with the type "Feature", got ${echo(isObject(feature) ? feature.type : feature)}`,
        )
      }
    }
    return read
  }

  table(bytes: Uint8Array): Places {
    const table = tableOf(bytes)
    const { names, rows, hasDecimalCommas } = table
    const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
    if (repeated !== undefined) refuse([{ row: 1, detail: `the column ${quoted(repeated)} is there twice` }])
    const [lat, lon] = ['lat', 'lon'].map((name) => names.indexOf(name))
    if (lat < 0 || lon < 0) {
      const detail = `the columns lat and lon are required, in degrees; the table has ${names.slice(0, 20).map(quoted).join(', ')}`
      refuse([{ row: 1, detail }])
    }
    const misnamed = names.find(isMisnamed)
    if (misnamed !== undefined) refuse([{ row: 1, detail: misnamedText(misnamed) }])
    const measuredAt = [...names.keys()].filter((index) => Object.hasOwn(measures, names[index]))
    if (rows.length === 0) refuse([{ row: 1, detail: 'the table has no rows below its names' }])
    const features: PlacesFeature[] = []
    for (const { row, cells } of rows) {
      if (this.#faults.length >= maximumFaults) break
      const where = { name: `row ${row}`, row }
      const coordinates = [lon, lat].map((index) =>
        this.#number(numberIn(cells[index], hasDecimalCommas), names[index], where),
      )
      if (coordinates.includes(undefined)) continue
      const feature = new TableFeature(table, cells, coordinates as Position)
      const shape = this.#shape(feature.geometry, where)
      const measured = this.#measured(
        Object.fromEntries(
          measuredAt.map((index) => [names[index], readCell(cells[index], hasDecimalCommas)]),
        ),
        where,
      )
      if (shape) features.push({ feature, shape, where, ...(measured && { measured }) })
    }
    return { features, table }
  }

  #number(value: number | string, name: string, where: Where): number | undefined {
    if (typeof value === 'number') return value
    const isComma = /^[+-]?\d+,\d+$/.test(value)
    const detail = isComma ? 'numbers have a decimal point, not a comma' : 'it must be a number in degrees'
    this.#fault(where, `${name} is ${quoted(value)}: ${detail}`)
    return undefined
  }

  #feature(value: unknown, where: Where): PlacesFeature | undefined {
    const isFeature = isObject(value) && value.type === 'Feature'
    const geometry = isFeature ? value.geometry : value
    const feature = isFeature ? value : { type: 'Feature', properties: {}, geometry }
    const { properties } = feature
    if (properties !== undefined && properties !== null && !isObject(properties)) {
      this.#fault(where, `properties must be an object or null, got ${echo(properties)}`)
      return undefined
    }
    const at = isFeature ? inside(where, 'geometry') : where
    const shape = this.#shape(geometry, at)
    const measured = this.#measured(properties ?? {}, where)
    return shape && { feature, shape, where, ...(measured && { measured }) }
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
      const detail = `a request has at most ${maximumPoints} points or rows, and there are more`
      refuse([faultAt(where, detail)])
    }
    return this.#position(value, where)
  }

  #line(value: unknown, where: Where, minimum: number): Position[] {
    const items = this.#list(value, where, minimum)
    this.#vertices += items.length
    if (this.#vertices > maximumVertices) {
      const detail = `lines and polygons have at most ${maximumVertices} vertices together, and there are more`
      refuse([faultAt(where, detail)])
    }
    return items.map((item, index) => this.#position(item, inside(where, index)))
  }

  #ring(value: unknown, where: Where): Position[] {
    const ring = this.#line(value, where, 4)
    const [first, last] = [ring[0], ring[ring.length - 1]]
    if (first && (first[0] !== last[0] || first[1] !== last[1])) {
      this.#fault(where, 'a ring ends where it begins, and this one does not')
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
    } else if (Math.abs(lat) > 90 || Math.abs(lon) > 360) {
      const isSwapped = Math.abs(lon) <= 90 && Math.abs(lat) <= 360
      const order = where.row === undefined ? ': positions are longitude, then latitude' : ''
      const swapped = isSwapped && where.row !== undefined ? '; lat and lon may be swapped' : ''
      this.#fault(
        where,
        `latitudes go from -90 to 90 and longitudes from -360 to 360, got ${lat} and ${lon}${order}${swapped}`,
      )
    }
    return [lon, lat]
  }

  #measured(properties: object, where: Where): PlacesFeature['measured'] {
    const given = Object.entries(measures).flatMap(([name, member]) => {
      const value = Object.hasOwn(properties, name) ? properties[name as never] : null
      return value === null || value === '' ? [] : [{ name, member, value: value as unknown }]
    })
    const misnamed = Object.keys(properties).find(isMisnamed)
    if (misnamed !== undefined) this.#fault(where, misnamedText(misnamed))
    if (given.length > 1) this.#fault(where, 'has measured_dbm and measured_loss_db: one of them is enough')
    const [one] = given
    if (one === undefined || given.length > 1) return undefined
    if (typeof one.value !== 'number' || !(Math.abs(one.value) <= maximumMeasure)) {
      return this.#fault(
        where,
        `${one.name} must be a number between -${maximumMeasure} and ${maximumMeasure}, got ${echo(one.value)}`,
      )
    }
    return one.member === 'dbm' ? { dbm: one.value } : { lossDb: one.value }
  }

  #fault(where: Where, detail: string): undefined {
    if (this.#faults.length < maximumFaults) {
      this.#faults.push(faultAt(where, detail))
    }
  }
}

/** A row of a table as a feature. Its properties are made where they are asked for: those of all rows take much memory. */
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

  /** Columns without a name are no properties. */
  get properties(): Record<string, string | number> {
    const { names, hasDecimalCommas } = this.#table
    return Object.fromEntries(
      names.flatMap((name, index) =>
        ['lat', 'lon', ''].includes(name) ? [] : [[name, readCell(this.#cells[index], hasDecimalCommas)]],
      ),
    )
  }
}

function isMisnamed(name: string): boolean {
  return LIKE_MEASURES.test(name) && !Object.hasOwn(measures, name)
}

function misnamedText(name: string): string {
  return `${quoted(name)}: a measurement is called measured_dbm or measured_loss_db`
}

/** An error that names its place. */
export function faultAt({ name, ...place }: Where, detail: string): FieldError {
  return { ...place, detail: `${name}: ${detail}` }
}

/** A member of a place; a table has none. */
function inside(where: Where, member: string | number): Where {
  return where.pointer === undefined ? where : { ...where, pointer: `${where.pointer}/${member}` }
}

/** A number where the text is one; codes that begin with a zero, and what a number would round, stay as they are. */
function readCell(text: string, hasDecimalCommas: boolean): string | number {
  const value = /^[+-]?0\d/.test(text) ? text : numberIn(text, hasDecimalCommas)
  const isRounded = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
  return isRounded ? text : value
}

function unitOf(name: string): string | undefined {
  if (name === 'lat' || name === 'lon') return 'degrees'
  return Object.hasOwn(measures, name) ? 'dB' : undefined
}

function tableOf(bytes: Uint8Array): Table {
  try {
    return readTable(bytes, unitOf, maximumLines)
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    throw new RefusedError({ code: 'malformed_csv', detail: `${error.message}.` })
  }
}
