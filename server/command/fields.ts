/** Flags for the fields of a request, made of the schema that the service checks it by. */

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allowed } from '../http/validation/messages.ts'
import { UsageError } from './errors.ts'
import type { Io } from './terminal/io.ts'

/** As much of JSON Schema as requests use. */
export interface Schema {
  type?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  'x-unit'?: string
}

interface RequestSchemas {
  simulation: Schema
  link: Schema
  modelFields: string[]
}

export interface Field {
  /** Without the dashes: `antenna-tilt`. */
  flag: string
  /** Where the value belongs in the request. */
  path: string[]
  schema: Schema
  /** Whether it is a parameter of some models only. */
  isOfModel: boolean
}

export type Body = Record<string, unknown>

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

let read: RequestSchemas | undefined

/** As the build wrote them from the service's own. */
export function requestSchemas(): RequestSchemas {
  read ??= JSON.parse(readFileSync(join(import.meta.dirname, '../../request-schemas.json'), 'utf8'))
  return read as RequestSchemas
}

/** A field for each member, those of members that are objects too. */
export function fieldsOf(request: 'simulation' | 'link'): Field[] {
  const { [request]: schema, modelFields } = requestSchemas()
  return membersOf(schema, [], modelFields)
}

function membersOf({ properties = {} }: Schema, above: string[], modelFields: readonly string[]): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...above, name]
    const flag = path.join('-').replaceAll('_', '-')
    const field = { flag, path, schema, isOfModel: above.length === 0 && modelFields.includes(name) }
    return [field, ...(schema.properties ? membersOf(schema, path, modelFields) : [])]
  })
}

/** What stands after the flag in a help: its unit, or what kind of value it takes. */
export function placeholderOf({ type, enum: words, items, 'x-unit': unit }: Schema): string {
  if (words) return 'word'
  if (type === 'array') return items?.enum ? 'word,…' : 'number,…'
  if (type === 'object') return 'json'
  if (type === 'number' || type === 'integer') return unit && unit !== '1' ? unit : 'number'
  return 'text'
}

/** What a field is, what it may be and what it is without. */
export function aboutOf({ description = '', default: byDefault, ...schema }: Schema): string {
  const about = description.replace(`, in ${schema['x-unit']}`, '')
  const isScalar = schema.type !== 'object' && schema.type !== 'array'
  const limits = isScalar && (schema.enum || schema.type !== 'string') ? [allowed(schema)] : []
  const facts = [
    ...limits,
    ...(byDefault === undefined || byDefault === '' ? [] : [`default ${shortly(byDefault)}`]),
  ]
  return facts.length > 0 ? `${about} (${facts.join('; ')})` : about
}

function shortly(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value)
}

/** A flag's text as its field has it; what is none is left for the service to refuse. */
export function readValue(text: string, schema: Schema, file: (path: string) => string): unknown {
  switch (schema.type) {
    case 'number':
    case 'integer':
      return decimal.test(text) ? Number(text) : text
    case 'array':
      return text.split(',').map((item) => readValue(item.trim(), schema.items ?? {}, file))
    case 'object':
      return text.startsWith('@') ? parseJson(file(text.slice(1)), text) : parseJson(text, 'the flag')
    default:
      return text
  }
}

/** The request that flags and a body of `@file.json` or `-` make together; flags win. */
export async function bodyOf(
  io: Io,
  fields: readonly Field[],
  flags: ReadonlyMap<Field, string>,
  rest: readonly string[],
): Promise<Body> {
  const firstFlag = rest.findIndex((word) => /^--?[a-z]/i.test(word))
  const operands = rest.slice(0, firstFlag < 0 ? rest.length : firstFlag)
  const [source, ...more] = operands
  if (more.length > 0)
    throw new UsageError(`Expected one body, got ${operands.length}: ${operands.join(' ')}`)
  const body = source === undefined ? {} : await bodyFrom(io, source)
  for (const field of fields) {
    const text = flags.get(field)
    if (text !== undefined) putValue(body, field, field.flag, text, (path) => readFileSync(path, 'utf8'))
  }
  for (const [name, value] of unknownFlags(rest.slice(operands.length))) put(body, [name], value)
  return body
}

async function bodyFrom(io: Io, source: string): Promise<Body> {
  if (source !== '-' && !source.startsWith('@')) {
    throw new UsageError(`Expected a body as @file.json, or - for standard input, got "${source}".`)
  }
  const text = source === '-' ? await io.readInput() : await readFile(source.slice(1), 'utf8')
  const body = parseJson(text, source === '-' ? 'standard input' : source.slice(1))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new UsageError(`Expected a JSON object in ${source}.`)
  }
  return body as Body
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`There is no JSON in ${where}: ${(error as Error).message}`)
  }
}

/** Flags of no field, under the names that they would be of: the service says what it knows. */
function* unknownFlags(words: readonly string[]): Generator<[string, unknown]> {
  for (let at = 0; at < words.length; at++) {
    const [, name = '', inline] = /^--?([^=]+)(?:=(.*))?$/s.exec(words[at] ?? '') ?? []
    if (name === '') throw new UsageError(`Expected a flag, got "${words[at]}".`)
    const next = words[at + 1]
    const hasNext = inline === undefined && next !== undefined && !/^--?[a-z]/i.test(next)
    if (hasNext) at++
    const text = inline ?? (hasNext ? next : undefined)
    yield [name.replaceAll('-', '_'), text === undefined ? true : decimal.test(text) ? Number(text) : text]
  }
}

/**
 * Puts a text into a request as its field has it; of no field, under its own name. Only who typed it may name files:
 * a table may be another's.
 */
export function putValue(
  body: Body,
  field: Field | undefined,
  name: string,
  text: string,
  file: (path: string) => string = refuseFile,
): void {
  if (field === undefined) put(body, [name], decimal.test(text) ? Number(text) : text)
  else put(body, field.path, readValue(text, field.schema, file))
}

function refuseFile(path: string): never {
  throw new UsageError(`A table can't name files, got "@${path}".`)
}

function put(body: Body, path: readonly string[], value: unknown): void {
  let at = body
  for (const name of path.slice(0, -1)) {
    const inner = at[name]
    at[name] = typeof inner === 'object' && inner !== null ? inner : {}
    at = at[name] as Body
  }
  // As an own member, whatever its name.
  Object.defineProperty(at, path.at(-1) ?? '', {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}
