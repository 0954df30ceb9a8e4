/** What a field of a request is, and what follows from a list of them. */

import type { TSchema } from 'typebox'
import type { Model } from '../../kernels/model.ts'
import type { FieldError } from '../http/errors.ts'

export type Values = Record<string, unknown>

export type RequestKind = 'simulation' | 'link'

/** A body as it came; checks look only at values of the right type. */
export interface Context {
  values: Values
  /** `undefined` where the body names none that there is. */
  model: Model | undefined
  kind: RequestKind
}

/** A body that has passed its checks. */
export type Checked = Context & { model: Model }

export interface Field<Schema extends TSchema = TSchema> {
  /** Type, unit, limits, default, description and example. */
  schema: Schema
  /** In `params` of every simulation. */
  isAlways?: true
  /** Of simulations only; all others are fields of links as well. */
  isOfSimulations?: true
  /** Kinds of requests for which the page's form folds it up. */
  folded?: readonly RequestKind[]
  /** The field in whose place it is given: the page's form clears the one when the other is typed. */
  insteadOf?: string
  /** Models that take it; without it all do. */
  takes?(model: Model, kind: RequestKind): boolean
  /** The sentence for a model that does not take it. */
  refusal?(name: string, model: Model): string
  /** Value where a body leaves it out; without it the schema's default. */
  fill?(request: Checked): unknown
  /** Errors that the schema can't see, of a body that has the field or not, as `[path, sentence]`. */
  check?(context: Context): (readonly [path: string, detail: string])[]
}

export type Fields = Readonly<Record<string, Field>>

/** The schemas of fields, by name. */
export type SchemasOf<List extends Fields> = { [Name in keyof List]: List[Name]['schema'] }

/** With what the page's form goes by: `x-folded` and `x-instead-of`. */
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

/** Also of what is not enumerable: TypeBox's mark of an optional field. */
function copyOf(schema: TSchema): TSchema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as TSchema
}

/** Why a model does not take the field of a request that has it. */
function notTaken(name: string, { takes, refusal }: Field, { values, model, kind }: Context): FieldError[] {
  if (values[name] === undefined || model === undefined || takes?.(model, kind) !== false) return []
  const detail = refusal?.(name, model) ?? `The model ${model.name} computes no power: leave ${name} out`
  return [{ pointer: `#/${name}`, detail }]
}

/** Errors of a body in fields of a list. */
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
