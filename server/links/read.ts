/** Reads pairs of ends from GeoJSON or a table; runs in worker threads, as bodies are large and untrusted. */

import type { FieldError } from '../http/errors.ts'
import { echo, quoted } from '../http/validation/messages.ts'
import { MAXIMUM_PATHS } from '../link/limits.ts'
import { bodyOf, columnIn, unitsOf, unknownColumn } from '../requests/columns.ts'
import type { Values } from '../requests/field.ts'
import { nearestOf } from '../requests/nearest.ts'
import { commonFor } from '../requests/over.ts'
import {
  faultAt,
  isObject,
  measuredIn,
  measures,
  parsed,
  readCell,
  readPoints,
  refuse,
  tableOf,
  type Where,
} from '../requests/places.ts'
import type { Table } from '../requests/table.ts'
import { type ExtraFaults, Faults, LIKE_HEIGHT, maximumFaults, nameFault } from './faults.ts'
import { columns, commonOf, fieldNames, positionFields, queryFields } from './fields.ts'
import type { End, EndName, Pair } from './pair.ts'
import { SiteReader } from './sites.ts'

export interface Pairs {
  pairs: Pair[]
  table?: Table
}

const maximumTable = { rows: MAXIMUM_PATHS, lines: 2 * MAXIMUM_PATHS }
const requiredColumns = [...positionFields, 'tx_height', 'frequency']
const nameColumns = {
  tx_id: ['tx', 'id'],
  tx_name: ['tx', 'name'],
  rx_id: ['rx', 'id'],
  rx_name: ['rx', 'name'],
} as const

/** Reads pairs; `query` contains fields for all rows of a table. Throws a `Problem`. */
export function readPairs(
  bytes: Uint8Array,
  mediaType: string,
  query: Values,
  extraFaults: ExtraFaults,
): Pairs {
  if (mediaType === 'text/csv') return readTable(bytes, commonOf(query), extraFaults)
  const [misplaced] = Object.keys(query)
  if (misplaced !== undefined) {
    const detail = `${misplaced} is a query parameter only for tables: in JSON, set it in link`
    refuse([{ parameter: misplaced, detail }])
  }
  return readFeatures(parsed(bytes), extraFaults)
}

const ends = { tx: 'transmitters', rx: 'receivers' } as const

function readFeatures(value: unknown, extraFaults: ExtraFaults): Pairs {
  const { transmitters, receivers, common } = membersIn(value)
  const reader = new SiteReader(ends, extraFaults)
  reader.common(common)
  const tx = reader.sites('tx', readPoints(transmitters, '#/transmitters', ends.tx))
  const rx = reader.sites('rx', readPoints(receivers, '#/receivers', ends.rx))
  const count = tx.length * rx.length
  if (count > MAXIMUM_PATHS) {
    const detail = `a request has at most ${MAXIMUM_PATHS} pairs, got ${tx.length} transmitters times ${rx.length} receivers, ${count}`
    refuse([{ pointer: '#', detail }])
  }
  const measured = tx.length > 1 ? rx.find((site) => site.measured) : undefined
  if (measured) {
    const detail = `measurements need exactly one transmitter, got ${tx.length}: send a table of pairs`
    reader.faults.add(faultAt(measured.where, detail))
  }
  return { pairs: reader.pairs(tx, rx, common) }
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
      detail: `${quoted(name)} is not a known field; allowed: transmitters, receivers, link`,
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

function readTable(bytes: Uint8Array, common: Values, extraFaults: ExtraFaults): Pairs {
  const units = unitsOf(columns)
  const table = tableOf(bytes, (name) => (Object.hasOwn(measures, name) ? 'dB' : units(name)), maximumTable)
  const { names, rows } = table
  const errors = [...nameErrors(names, common)]
  if (rows.length === 0 || rows.length > MAXIMUM_PATHS) {
    const detail = `the table must have 1 to ${MAXIMUM_PATHS} rows below the header row, one pair each, got ${rows.length}`
    errors.push({ row: 1, detail })
  }
  if (errors.length > 0) refuse(errors)
  const faults = new Faults(extraFaults)
  const pairs: Pair[] = []
  for (const row of rows) {
    if (faults.areMany) break
    pairs.push(pairIn(table, row, common, faults))
  }
  faults.end()
  return { pairs, table }
}

function* nameErrors(names: readonly string[], common: Values): Generator<FieldError> {
  const found = new Set<unknown>()
  for (const name of names) {
    const member = columnIn(columns, name)
    const known = member ?? (isOwn(name) ? name : undefined)
    const fault = known === undefined ? unknownText(name) : undefined
    if (fault !== undefined) yield { row: 1, detail: fault }
    if (known !== undefined && found.has(known)) {
      yield { row: 1, detail: `the column ${quoted(name)} appears twice` }
    }
    found.add(known)
  }
  const missing = requiredColumns.filter((name) => !found.has(columns.get(name)) && !(name in common))
  if (missing.length > 0) {
    const detail = `the columns ${missing.join(', ')} are missing; the table has ${names.slice(0, 20).map(quoted).join(', ')}`
    yield { row: 1, detail }
  }
}

function pairIn(table: Table, { row, cells }: Table['rows'][number], common: Values, faults: Faults): Pair {
  const { names, hasDecimalCommas } = table
  const where: Where = { name: `row ${row}`, row }
  const own = bodyOf(table, cells, columns)
  const body = bodyOf(table, cells, columns, structuredClone(commonFor(common, own)))
  for (const error of faults.of(body)) {
    const [, field = ''] = (error.pointer ?? '').split('/')
    const parameter = (error.pointer ?? '').slice(2).replaceAll('/', '_')
    const isCommon = !(field in own) && queryFields.has(parameter)
    faults.add(
      isCommon && field in common ? { parameter, detail: error.detail } : faultAt(where, error.detail),
    )
  }
  const words: Record<EndName, End> = { tx: {}, rx: {} }
  const measured: Values = {}
  for (const [at, name] of names.entries()) {
    const [end, word] = Object.hasOwn(nameColumns, name) ? nameColumns[name as keyof typeof nameColumns] : []
    if (end && word && cells[at] !== '') {
      const fault = nameFault(name, cells[at])
      if (fault !== undefined) faults.add(faultAt(where, fault))
      words[end][word] = cells[at]
    } else if (Object.hasOwn(measures, name)) measured[name] = readCell(cells[at], hasDecimalCommas)
  }
  const found = measuredIn(measured, (detail) => faults.add(faultAt(where, detail)))
  return { body, ...words, place: { row }, where, ...(found && { measured: found }) }
}

function isOwn(name: string): boolean {
  return Object.hasOwn(measures, name) || Object.hasOwn(nameColumns, name)
}

/** Error text for a column named similarly to a field; other unknown columns are ignored. */
function unknownText(name: string): string | undefined {
  if (name === '') return undefined
  if (fieldNames.includes(name.split(/[._]/)[0]) || name === 'latitude') {
    return `${quoted(name)} is not a column of a table of pairs${queryFields.has(name.replaceAll('.', '_')) ? ': it is a parameter of the query' : ''}`
  }
  if (LIKE_HEIGHT.test(name) || /^(lat|lon)$/i.test(name)) {
    return `${quoted(name)}: a pair has two ends, whose columns are called tx_${name.toLowerCase()} and rx_${name.toLowerCase()}`
  }
  const known = [...columns.keys(), ...Object.keys(measures), ...Object.keys(nameColumns)]
  if (/^[tr]x[ _-]/i.test(name) || nearestOf(name, known) !== undefined) return unknownColumn(name, columns)
  return undefined
}
