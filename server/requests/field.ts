/** Definition of request fields, and functions over lists of them. */

import type { TSchema } from 'typebox'
import type { Model } from '../../kernels/model.ts'
import type { FieldError } from '../http/errors.ts'

export type Values = Record<string, unknown>

export type RequestKind = 'simulation' | 'link'

/** The received body; checks must test types. */
export interface Context {
  values: Values
  /** `undefined`: the body names no known model. */
  model: Model | undefined
  kind: RequestKind
}

/** A validated body. */
export type Checked = Context & { model: Model }

export interface Field<Schema extends TSchema = TSchema> {
  /** Type, unit, limits, default, description and example. */
  schema: Schema
  /** In `params` of every simulation. */
  isAlways?: true
  /** Only for simulations; other fields apply to links too. */
  isOfSimulations?: true
  /** Kinds of requests for which the page's form collapses it. */
  folded?: readonly RequestKind[]
  /** Alternative field: the page's form clears it when this one is typed. */
  insteadOf?: string
  /** Models that accept it; default: all. */
  takes?(model: Model, kind: RequestKind): boolean
  /** The error for a model that does not accept it. */
  refusal?(name: string, model: Model): string
  /** Default value; without it the schema's default. */
  fill?(request: Checked): unknown
  /** Errors that the schema cannot express, also if the field is missing, as `[path, sentence]`. */
  check?(context: Context): (readonly [path: string, detail: string])[]
}

export type Fields = Readonly<Record<string, Field>>

export type SchemasOf<List extends Fields> = { [Name in keyof List]: List[Name]['schema'] }

/** With hints for the page's form: `x-folded` and `x-instead-of`. */
export function schemasOf<List extends Fields>(fields: List, kind: RequestKind): SchemasOf<List> {
  return Object.fromEntries(
    Object.entries<Field>(fields).map(([name, { schema, folded, insteadOf }]) => [
      name,
      Object.assign(copyOf(schema), {
        ...(folded?.includes(kind) && { 'x-folded': true }),
        ...(insteadOf !== undefined && { 'x-instead-of': insteadOf }),
      }),
    ]),
  ) as SchemasOf<List>
}

/** Includes non-enumerable members: TypeBox's mark of an optional field. */
function copyOf(schema: TSchema): TSchema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as TSchema
}

function notTaken(name: string, { takes, refusal }: Field, { values, model, kind }: Context): FieldError[] {
  if (values[name] === undefined || model === undefined || takes?.(model, kind) !== false) return []
  const detail = refusal?.(name, model) ?? `The model ${model.name} computes no power: leave ${name} out`
  return [{ pointer: `#/${name}`, detail }]
}

export function errorsIn(fields: Fields, context: Context): FieldError[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const untaken = notTaken(name, field, context)
    if (untaken.length > 0) return untaken
    return (field.check?.(context) ?? []).map(([path, detail]) => ({ pointer: `#/${path}`, detail }))
  })
}

/** The values of a request with defaults, in the order of the list. */
export function filledIn(fields: Fields, request: Checked): Values {
  const { values, model, kind } = request
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (field.takes?.(model, kind) === false) return []
    const { default: byDefault } = field.schema as { default?: unknown }
    const value = field.fill ? field.fill(request) : (values[name] ?? byDefault)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
