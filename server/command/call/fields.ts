/** Command-line flags for request fields, generated from the schemas that validate requests. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv'
import type { JsonSchema as Schema } from '../../http/schemas/json-schema.ts'
import { allowed } from '../../http/validation/messages.ts'
import { type Member, membersOf, put, readText } from '../../requests/cells.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../terminal/io.ts'
import { decoded, textOf } from './read-file.ts'

interface RequestSchemas {
  simulation: Schema
  link: Schema
  modelFields: string[]
}

export interface Field extends Member {
  /** Flag name without the leading dashes, such as `antenna-tilt`. */
  flag: string
  /** True for a parameter that only some propagation models have. */
  isOfModel: boolean
}

export type Body = Record<string, unknown>

let read: RequestSchemas | undefined

/** Request schemas, which the build writes to a JSON file. */
export function requestSchemas(): RequestSchemas {
  read ??= JSON.parse(readFileSync(join(import.meta.dirname, '../../../request-schemas.json'), 'utf8'))
  return read as RequestSchemas
}

/** Compiled request schemas, which the build writes as a module, because compiling takes as long as a small job. */
export function requestValidators(): Record<'simulation' | 'link', ValidateFunction> {
  return createRequire(import.meta.url)('../../../request-validators.cjs')
}

/** Fields of a request, including members of nested objects. */
export function fieldsOf(request: 'simulation' | 'link'): Field[] {
  const { [request]: schema, modelFields } = requestSchemas()
  return membersOf(schema).map((member) => {
    const { path } = member
    const [name = '', ...deeper] = path
    const flag = path.join('-').replaceAll('_', '-')
    return { ...member, flag, isOfModel: deeper.length === 0 && modelFields.includes(name) }
  })
}

/** Placeholder for a flag's value in help texts: the unit or the type. */
export function placeholderOf({ type, enum: words, items, 'x-unit': unit }: Schema): string {
  if (words) return 'word'
  if (type === 'array') return items?.enum ? 'word,…' : 'number,…'
  if (type === 'object') return 'json'
  if (type === 'number' || type === 'integer') return unit && unit !== '1' ? unit : 'number'
  return 'text'
}

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

/** Parses the text of a flag; objects are given as JSON text or as @file. */
function readValue(text: string, { flag, schema }: Field): unknown {
  if (schema.type === 'number') return readText(withDecimalPoint(text, flag, schema['x-unit']), schema)
  if (schema.type !== 'object') return readText(text, schema)
  return text.startsWith('@') ? parseJson(textOf(text.slice(1)), text) : parseJson(text, `--${flag} ${text}`)
}

/** Accepts fractions such as 4/3 and decimal commas; a comma that could separate thousands is refused. */
function withDecimalPoint(text: string, flag: string, unit: string | undefined): string {
  const [, above, below] = /^(\d+)\/([1-9]\d*)$/.exec(text.trim()) ?? []
  if (above !== undefined) return String(Number(above) / Number(below))
  const [, whole, fraction = ''] = /^([+-]?\d+),(\d+)$/.exec(text.trim()) ?? []
  if (whole === undefined) return text
  if (fraction.length === 3 && unit !== 'degrees') {
    throw new UsageError(`--${flag} ${text} is ambiguous: write ${whole}.${fraction} or ${whole}${fraction}.`)
  }
  return `${whole}.${fraction}`
}

/** Request from flags and a body given as `@file.json` or `-`; flags override the body. */
export async function bodyOf(
  io: Io,
  fields: readonly Field[],
  flags: ReadonlyMap<Field, string>,
  rest: readonly string[],
): Promise<Body> {
  const [source, ...more] = rest
  if (more.length > 0) throw new UsageError(`Expected one body, got ${rest.length}: ${rest.join(' ')}`)
  const body = source === undefined ? {} : await bodyFrom(io, source)
  for (const field of fields) {
    const text = flags.get(field)
    if (text !== undefined) put(body, field.path, readValue(text, field))
  }
  return body
}

async function bodyFrom(io: Io, source: string): Promise<Body> {
  if (source !== '-' && !source.startsWith('@')) {
    throw new UsageError(`Expected a body as @file.json, or - for standard input, got "${source}".`)
  }
  const text = source === '-' ? decoded(await io.readInput(), 'standard input') : textOf(source.slice(1))
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
    throw new UsageError(`Invalid JSON in ${where}: ${(error as Error).message}`)
  }
}
