/** Pairs of a request, as GeoJSON of both ends or as a table: read and checked in a thread, as bodies are large and hostile. */

import { type FieldError, Problem } from '../http/errors.ts'
import { echo, listed, quoted } from '../http/validation/messages.ts'
import { makeAjv, refuseInvalid, schemaProblem } from '../http/validation/validation.ts'
import { MAXIMUM_PATHS } from '../link/limits.ts'
import { linkRuleErrors } from '../link/rules.ts'
import { LinkRequest } from '../link/schemas.ts'
import { bodyOf, columnIn, unitsOf, unknownColumn } from '../requests/columns.ts'
import type { Values } from '../requests/field.ts'
import { nearestOf } from '../requests/nearest.ts'
import { commonFor } from '../requests/over.ts'
import {
  faultAt,
  isObject,
  type Measured,
  measuredIn,
  measures,
  type PlacesFeature,
  type Position,
  parsed,
  readCell,
  readPoints,
  refuse,
  tableOf,
  type Where,
} from '../requests/places.ts'
import type { Table } from '../requests/table.ts'
import {
  columns,
  commonFields,
  commonOf,
  endFields,
  fieldNames,
  positionFields,
  queryFields,
} from './fields.ts'

type Word = string | number
type EndName = 'tx' | 'rx'

/** What an end is called in the answer. */
export interface End {
  id?: Word
  name?: Word
}

export interface Pair {
  /** The request of `POST /link` that it stands for. */
  body: Values
  tx: End
  rx: End
  /** Where its ends are in the lists of GeoJSON, or its row of a table. */
  place: { tx_index: number; rx_index: number } | { row: number }
  /** For errors. */
  where: Where
  measured?: Measured
}

export interface Pairs {
  pairs: Pair[]
  table?: Table
}

/** What else is wrong with the body of a link: a pattern that is not there. */
export type AlsoWrong = (body: Values) => FieldError[]

/** Errors that are looked for: more than an answer lists. */
const maximumFaults = 40
/** Characters of a name: it is repeated in every link. */
const maximumWord = 200
const maximumTable = { rows: MAXIMUM_PATHS, lines: 2 * MAXIMUM_PATHS }
const requiredColumns = [...positionFields, 'tx_height', 'frequency']
/** Columns that name the ends. */
const wordColumns = {
  tx_id: ['tx', 'id'],
  tx_name: ['tx', 'name'],
  rx_id: ['rx', 'id'],
  rx_name: ['rx', 'name'],
} as const
const LIKE_HEIGHT = /^(antenna[ _-]?)?height([ _-]?\(?m\)?)?$/i
const ends = { tx: 'transmitters', rx: 'receivers' } as const

const ajv = makeAjv({ isTrusted: true })

/** `query`: fields for all rows of a table. Throws a `RefusedError`. */
export function readPairs(bytes: Uint8Array, mediaType: string, query: Values, alsoWrong: AlsoWrong): Pairs {
  if (mediaType === 'text/csv') return new TableReader(commonOf(query), alsoWrong).read(bytes)
  const [stray] = Object.keys(query)
  if (stray !== undefined) {
    refuse([
      { parameter: stray, detail: `${stray} in the query is for tables: in JSON it is a member of link` },
    ])
  }
  return new FeatureReader(alsoWrong).read(parsed(bytes))
}

/** Faults of a body, each once: what is wrong with a transmitter is so in all its pairs. */
class Faults {
  readonly #alsoWrong: AlsoWrong
  readonly #list: FieldError[] = []
  readonly #seen = new Set<string>()

  constructor(alsoWrong: AlsoWrong) {
    this.#alsoWrong = alsoWrong
  }

  get areMany(): boolean {
    return this.#list.length >= maximumFaults
  }

  get count(): number {
    return this.#list.length
  }

  add(fault: FieldError): void {
    const key = JSON.stringify(fault)
    if (this.areMany || this.#seen.has(key)) return
    this.#seen.add(key)
    this.#list.push(fault)
  }

  /** What `POST /link` would refuse of a body. */
  of(body: Values): FieldError[] {
    try {
      const validationError = schemaProblem(LinkRequest, body, ajv)
      refuseInvalid({ validationError }, [...linkRuleErrors(body), ...this.#alsoWrong(body)], fieldNames)
      return []
    } catch (error) {
      if (error instanceof Problem) return error.extra.errors ?? []
      throw error
    }
  }

  end(): void {
    if (this.#list.length > 0) refuse(this.#list)
  }
}

interface Site {
  end: End
  /** Fields of the request that it has a value of its own for, and the properties that have them. */
  own: Values
  properties: Map<string, string>
  where: Where
  position: Position
  measured?: Measured
}

class FeatureReader {
  readonly #faults: Faults

  constructor(alsoWrong: AlsoWrong) {
    this.#faults = new Faults(alsoWrong)
  }

  read(value: unknown): Pairs {
    const { transmitters, receivers, common } = membersIn(value)
    const faults = this.#faults
    for (const name of Object.keys(common)) {
      if (commonFields.includes(name)) continue
      const isPosition = (positionFields as readonly string[]).includes(name)
      const detail = isPosition
        ? `${name} is no field for all pairs: positions are those of transmitters and receivers`
        : unknownField(name, commonFields, 'is no field of link')
      faults.add({ pointer: `#/link/${name}`, detail: `link: ${detail}` })
    }
    const tx = this.#sites('tx', readPoints(transmitters, '#/transmitters', ends.tx))
    const rx = this.#sites('rx', readPoints(receivers, '#/receivers', ends.rx))
    const count = tx.length * rx.length
    if (count > MAXIMUM_PATHS) {
      const detail = `a request has at most ${MAXIMUM_PATHS} pairs, got ${tx.length} transmitters times ${rx.length} receivers, ${count}`
      refuse([{ pointer: '#', detail }])
    }
    const measured = tx.length > 1 ? rx.find((site) => site.measured) : undefined
    if (measured) {
      const detail = `a measurement is of one transmitter, and there are ${tx.length}: send a table of pairs`
      faults.add(faultAt(measured.where, detail))
    }
    faults.end()
    const pairs: Pair[] = []
    for (const [tx_index, from] of tx.entries()) {
      const ofTransmitter = { ...commonFor(common, from.own), ...from.own }
      for (const [rx_index, to] of rx.entries()) {
        if (faults.areMany) break
        const [tx_lon, tx_lat] = from.position
        const [rx_lon, rx_lat] = to.position
        const body = { ...ofTransmitter, ...to.own, tx_lat, tx_lon, rx_lat, rx_lon }
        for (const error of faults.of(body)) faults.add(placed(error, from, to, common))
        const name = `${from.where.name} to ${to.where.name}`
        pairs.push({
          ...{ body, tx: from.end, rx: to.end, place: { tx_index, rx_index } },
          where: { ...(to.where.pointer !== undefined && { pointer: to.where.pointer }), name },
          ...(to.measured && { measured: to.measured }),
        })
      }
    }
    faults.end()
    return { pairs }
  }

  #sites(end: EndName, features: readonly PlacesFeature[]): Site[] {
    return features.map(({ feature, shape, where }) => {
      const given = (feature.properties ?? {}) as Values
      const { id: ownId } = feature as { id?: unknown }
      const site: Site = {
        ...{ end: {}, own: {}, properties: new Map(), where },
        position: turned((shape as { points: Position[] }).points[0]),
      }
      for (const [name, value] of Object.entries(given)) {
        if (value !== null && value !== '') this.#property(end, site, name, value)
      }
      for (const [name, word] of [
        ['name', given.name],
        ['id', given.id ?? ownId],
      ] as const) {
        if (word === undefined || word === null || word === '') continue
        const fault = wordFault(name, word)
        if (fault === undefined) site.end[name] = word as Word
        else this.#faults.add(faultAt(where, fault))
      }
      const measured =
        end === 'rx' ? measuredIn(given, (detail) => this.#faults.add(faultAt(where, detail))) : undefined
      return measured ? { ...site, measured } : site
    })
  }

  #property(end: EndName, { own, properties, where }: Site, name: string, value: unknown): void {
    const field = name === 'height' ? `${end}_height` : name
    const fault = (detail: string) => this.#faults.add(faultAt(inside(where, name), detail))
    if (endFields[end].includes(field)) {
      const other = properties.get(field)
      if (other !== undefined) fault(`has ${other} and ${name}: one of them is enough`)
      own[field] = value
      properties.set(field, name)
      return
    }
    const why = misplaced(name, end)
    if (why !== undefined) fault(why)
  }
}

function membersIn(value: unknown): { transmitters: unknown; receivers: unknown; common: Values } {
  if (!isObject(value)) {
    const detail = `the body must be a JSON object with transmitters and receivers, got ${echo(value)}`
    return refuse([{ pointer: '#', detail }])
  }
  const { transmitters, receivers, link: common = {}, ...others } = value
  const errors: FieldError[] = Object.keys(others)
    .slice(0, maximumFaults)
    .map((name) => ({
      pointer: '#',
      detail: `${quoted(name)} is not a known field: known are transmitters, receivers, link`,
    }))
  for (const [name, member] of Object.entries({ transmitters, receivers })) {
    if (isObject(member)) continue
    const detail = `${name} must be a GeoJSON FeatureCollection of points, got ${echo(member)}`
    errors.push({ pointer: `#/${name}`, detail })
  }
  if (!isObject(common)) {
    const detail = `link must be a JSON object with fields of POST /link for all pairs, got ${echo(common)}`
    errors.push({ pointer: '#/link', detail })
  }
  if (errors.length > 0) refuse(errors)
  return { transmitters, receivers, common: common as Values }
}

/** Longitudes of GeoJSON may go on beyond 180 degrees. */
function turned([lon, lat]: Position): Position {
  return [Math.abs(lon) > 180 ? lon - Math.sign(lon) * 360 : lon, lat]
}

/** Why a property of one end is not left alone, as those are that say nothing to the service. */
function misplaced(name: string, end: EndName): string | undefined {
  const other = end === 'tx' ? 'rx' : 'tx'
  if ((positionFields as readonly string[]).includes(name)) return `${name} is the position of its geometry`
  if (endFields[other].includes(name)) return `${name} is a property of ${ends[other]}`
  if (commonFields.includes(name)) return `${name} is the same for all pairs: it is a member of link`
  if (end === 'tx' && Object.hasOwn(measures, name)) return `${name} is a property of receivers`
  if (name === 'profile' || name === 'latitude') return `${name} is for POST /link alone`
  if (LIKE_HEIGHT.test(name)) return `${quoted(name)}: the height of an antenna, in metres, is called height`
  // A measurement's names are judged with it; rx_height has names of its own in files of places.
  if (/^[tr]x[ _-]/i.test(name))
    return unknownField(name, ['height', ...endFields[end]], 'is no field of a link')
  return undefined
}

function unknownField(name: string, known: readonly string[], said: string): string {
  const nearest = nearestOf(name, known)
  return `${quoted(name)} ${said}: ${nearest === undefined ? `known are ${listed(known)}` : `did you mean ${nearest}?`}`
}

/** An error of a pair at what has it: a property of an end, the position of one, or a field of all. */
function placed({ pointer = '#', detail }: FieldError, from: Site, to: Site, common: Values): FieldError {
  const [, field = '', ...deeper] = pointer.split('/')
  const [end, site] = field.startsWith('rx_') ? (['rx', to] as const) : (['tx', from] as const)
  if ((positionFields as readonly string[]).includes(field)) {
    return faultAt(inside(site.where, undefined, 'geometry/coordinates'), detail)
  }
  const property = site.properties.get(field)
  if (property !== undefined || (field === `${end}_height` && !(field in common))) {
    const called = property ?? 'height'
    const words = called === 'height' ? detail.replace(field, 'height') : detail
    return faultAt(inside(site.where, [called, ...deeper].join('/')), words)
  }
  return { pointer: `#/link${pointer.slice(1)}`, detail: `link: ${detail}` }
}

/** A property of a feature, or another member of it. */
function inside(where: Where, property: string | undefined, member = `properties/${property}`): Where {
  return { ...where, pointer: `${where.pointer}/${member}` }
}

function wordFault(name: string, word: unknown): string | undefined {
  const isWord = typeof word === 'string' || (typeof word === 'number' && Number.isFinite(word))
  if (isWord && String(word).length <= maximumWord) return undefined
  const came = typeof word === 'string' ? `${word.length} characters` : echo(word)
  return `${name} must be a number, or text of at most ${maximumWord} characters, got ${came}`
}

class TableReader {
  readonly #common: Values
  readonly #faults: Faults

  constructor(common: Values, alsoWrong: AlsoWrong) {
    this.#common = common
    this.#faults = new Faults(alsoWrong)
  }

  read(bytes: Uint8Array): Pairs {
    const units = unitsOf(columns)
    const table = tableOf(bytes, (name) => (Object.hasOwn(measures, name) ? 'dB' : units(name)), maximumTable)
    const { names, rows } = table
    const errors = [...this.#nameErrors(names)]
    if (rows.length === 0 || rows.length > MAXIMUM_PATHS) {
      const detail = `the table must have 1 to ${MAXIMUM_PATHS} rows below its names, a pair each, got ${rows.length}`
      errors.push({ row: 1, detail })
    }
    if (errors.length > 0) refuse(errors)
    const faults = this.#faults
    const pairs: Pair[] = []
    for (const { row, cells } of rows) {
      if (faults.areMany) break
      pairs.push(this.#pair(table, row, cells))
    }
    faults.end()
    return { pairs, table }
  }

  *#nameErrors(names: readonly string[]): Generator<FieldError> {
    const found = new Set<unknown>()
    for (const name of names) {
      const member = columnIn(columns, name)
      const known = member ?? (isOwn(name) ? name : undefined)
      const fault = known === undefined ? unknownText(name) : undefined
      if (fault !== undefined) yield { row: 1, detail: fault }
      if (known !== undefined && found.has(known)) {
        yield { row: 1, detail: `the column ${quoted(name)} is there twice` }
      }
      found.add(known)
    }
    const missing = requiredColumns.filter((name) => !found.has(columns.get(name)) && !(name in this.#common))
    if (missing.length > 0) {
      const detail = `the columns ${missing.join(', ')} are missing; the table has ${names.slice(0, 20).map(quoted).join(', ')}`
      yield { row: 1, detail }
    }
  }

  #pair(table: Table, row: number, cells: readonly string[]): Pair {
    const { names, hasDecimalCommas } = table
    const where: Where = { name: `row ${row}`, row }
    const faults = this.#faults
    const own = bodyOf(table, cells, columns)
    const body = bodyOf(table, cells, columns, structuredClone(commonFor(this.#common, own)))
    for (const error of faults.of(body)) {
      const [, field = ''] = (error.pointer ?? '').split('/')
      const parameter = (error.pointer ?? '').slice(2).replaceAll('/', '_')
      const isCommon = !(field in own) && queryFields.has(parameter)
      faults.add(
        isCommon && field in this.#common
          ? { parameter, detail: error.detail }
          : faultAt(where, error.detail),
      )
    }
    const words: Record<EndName, End> = { tx: {}, rx: {} }
    const measured: Values = {}
    for (const [at, name] of names.entries()) {
      const [end, word] = wordColumns[name as keyof typeof wordColumns] ?? []
      if (end && word && cells[at] !== '') {
        const fault = wordFault(name, cells[at])
        if (fault !== undefined) faults.add(faultAt(where, fault))
        words[end][word] = cells[at]
      } else if (Object.hasOwn(measures, name)) measured[name] = readCell(cells[at], hasDecimalCommas)
    }
    const found = measuredIn(measured, (detail) => faults.add(faultAt(where, detail)))
    return { body, ...words, place: { row }, where, ...(found && { measured: found }) }
  }
}

/** Whether a column is one of a table of pairs and no field. */
function isOwn(name: string): boolean {
  return Object.hasOwn(measures, name) || Object.hasOwn(wordColumns, name)
}

/** Why a column is not left alone, as those are that say nothing to the service. */
function unknownText(name: string): string | undefined {
  if (name === '') return undefined
  if (fieldNames.includes(name.split(/[._]/)[0]) || name === 'latitude') {
    return `${quoted(name)} is no column of a table of pairs${queryFields.has(name.replaceAll('.', '_')) ? ': it is a parameter of the query' : ''}`
  }
  if (LIKE_HEIGHT.test(name) || /^(lat|lon)$/i.test(name)) {
    return `${quoted(name)}: a pair has two ends, whose columns are called tx_${name.toLowerCase()} and rx_${name.toLowerCase()}`
  }
  const known = [...columns.keys(), ...Object.keys(measures), ...Object.keys(wordColumns)]
  if (/^[tr]x[ _-]/i.test(name) || nearestOf(name, known) !== undefined) return unknownColumn(name, columns)
  return undefined
}
