/** Validates the body of a batch in a worker thread, as a body may be large and hostile. */

import { maximumBatch } from '../../config/limits.ts'
import { type FieldError, Problem } from '../../http/errors.ts'
import { jsonIn } from '../../http/json-text.ts'
import type { JsonSchema } from '../../http/schemas/json-schema.ts'
import { makeAjv, schemaProblem } from '../../http/validation/ajv.ts'
import { jsonHash } from '../../http/validation/canonical-json.ts'
import { echo, quoted } from '../../http/validation/messages.ts'
import { membersOf } from '../../requests/cells.ts'
import { bodyOf, columnErrors, columnsOf, unitsOf } from '../../requests/columns.ts'
import { tableOf } from '../../requests/places.ts'
import { refuseWrongFields, SimulationRequest, withDefaults } from '../../requests/simulation.ts'

/** Number of requests per JSON text passed to the main thread. */
const chunkSize = 50
/** Empty lines, and line breaks within quotes, count as lines. */
const maximumTable = { rows: maximumBatch, lines: 10 * maximumBatch }
/** Maximum number of errors collected; a response lists fewer errors. */
const maximumFaults = 40

export interface CheckedBatch {
  /** Hash of the body's JSON value; for a table, of the equivalent JSON value. */
  hash: string
  /** JSON lists of parameters with defaults filled in; empty if there are errors. */
  chunks: string[]
  rows: number[] | undefined
  errors: FieldError[]
}
interface Requests {
  bodies: unknown[]
  /** True if all members use the lattice of the first member. */
  onFirst?: boolean
  rows: number[] | undefined
  errors: FieldError[]
}

/** Value of a batch's `grid` that selects the lattice of the first member. */
const FIRST = 'first'
/** Value of a member's `grid` until the lattice of the first member is known; never valid in a body. */
export const ON_FIRST = true as const

const ajv = makeAjv()
const columns = columnsOf(membersOf(SimulationRequest as JsonSchema))

/** Throws a Problem for a body that cannot be parsed. */
export function checkBatch(bytes: Uint8Array, mediaType: string): CheckedBatch {
  const { value, requests } = mediaType === 'text/csv' ? readCsv(bytes) : readJson(bytes)
  const hash = jsonHash(value)
  const { bodies, errors, rows, onFirst = false } = requests
  const checked: object[] = []
  for (const [index, body] of bodies.entries()) {
    if (errors.length >= maximumFaults) break
    const judged = judge(body, onFirst && index > 0)
    if (Array.isArray(judged)) errors.push(...judged.map((error) => ofMember(error, index, rows)))
    else checked.push(judged)
  }
  const chunks: string[] = []
  for (let start = 0; errors.length === 0 && start < checked.length; start += chunkSize) {
    chunks.push(JSON.stringify(checked.slice(start, start + chunkSize)))
  }
  return { hash, chunks, rows, errors }
}

export function ofMember(
  { pointer = '#', detail }: FieldError,
  index: number,
  rows: readonly number[] | undefined,
): FieldError {
  const row = rows?.[index]
  return {
    pointer: `#/simulations/${index}${pointer.slice(1)}`,
    ...(row !== undefined && { row }),
    detail: `${row === undefined ? `simulations[${index}]` : `row ${row}`}: ${detail}`,
  }
}

/** Parameters of a member, or its errors. `onFirst`: a member without `grid` uses the first member's lattice. */
function judge(body: unknown, onFirst: boolean): object | FieldError[] {
  try {
    refuseWrongFields(body, schemaProblem(SimulationRequest, body, ajv))
  } catch (error) {
    if (error instanceof Problem) return error.extra.errors ?? []
    throw error
  }
  const request = body as SimulationRequest
  if (!onFirst || request.grid != null) return withDefaults(request)
  return withDefaults({ ...request, grid: ON_FIRST as never })
}

function readJson(bytes: Uint8Array): { value: unknown; requests: Requests } {
  const read = jsonIn(new TextDecoder().decode(bytes))
  if ('fault' in read) throw new Problem('malformed_json', read.fault)
  const { value } = read
  return { value, requests: requestsIn(value) }
}

function requestsIn(value: unknown): Requests {
  const nothing = { bodies: [], rows: undefined }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const detail = `the body must be a JSON object with the list simulations, got ${echo(value)}`
    return { ...nothing, errors: [{ pointer: '#', detail }] }
  }
  const { simulations, grid, ...others } = value as { simulations?: unknown; grid?: unknown }
  const [other] = Object.keys(others)
  if (other !== undefined) {
    const detail = `${quoted(other)} is not a known field; allowed: simulations, grid`
    return { ...nothing, errors: [{ pointer: '#', detail }] }
  }
  if (!Array.isArray(simulations) || simulations.length === 0 || simulations.length > maximumBatch) {
    const came = Array.isArray(simulations) ? `${simulations.length} of them` : echo(simulations)
    const detail = `simulations must be a list of 1 to ${maximumBatch} requests, got ${came}`
    return { ...nothing, errors: [{ pointer: '#/simulations', detail }] }
  }
  if (grid !== undefined && grid !== null && grid !== FIRST) {
    const detail = `grid must be "${FIRST}" or null, got ${echo(grid)}`
    return { ...nothing, errors: [{ pointer: '#/grid', detail }] }
  }
  return { bodies: simulations, rows: undefined, errors: [], onFirst: grid === FIRST }
}

function readCsv(bytes: Uint8Array): { value: unknown; requests: Requests } {
  const table = tableOf(bytes, unitsOf(columns), maximumTable)
  const { rows } = table
  const errors = columnErrors(table.names, columns)
  if (rows.length === 0 || rows.length > maximumBatch) {
    const detail = `the table must have 1 to ${maximumBatch} rows below its header, got ${rows.length}`
    errors.push({ pointer: '#/simulations', detail })
  }
  const bodies = errors.length > 0 ? [] : rows.map(({ cells }) => bodyOf(table, cells, columns))
  // Value to hash; for a refused table an empty list, because the hash is not used.
  const value = { simulations: bodies }
  return { value, requests: { bodies, rows: rows.map(({ row }) => row), errors } }
}
