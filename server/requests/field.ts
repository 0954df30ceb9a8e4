/** Type of request fields, and functions for lists of fields. */

import { type TOptional, type TSchema, Type } from 'typebox'
import type { Model } from '../../kernels/model.ts'
import type { FieldError } from '../http/errors.ts'

export type Values = Record<string, unknown>

export type RequestKind = 'simulation' | 'link'

/** A received body, not yet validated: checks must test types. */
export interface Context {
  values: Values
  /** Model of the request; `undefined` if the body names an unknown model. */
  model: Model | undefined
  kind: RequestKind
}

/** A validated body with its model. */
export type Checked = Context & { model: Model }

export interface Field<Schema extends TSchema = TSchema> {
  /** Type, unit, limits, default, description and example of the field. */
  schema: Schema
  /** True if every request must have the field. */
  isRequired?: true
  /** True if `params` of every simulation contain the field. */
  isAlways?: true
  /** True for a field of simulations only; all other fields also apply to links. */
  isOfSimulations?: true
  /** Kinds of requests for which the page's form hides the field under advanced settings. */
  folded?: readonly RequestKind[]
  /** Name of the alternative field, which the page's form clears when the user edits the field. */
  insteadOf?: string
  /** True for models that accept the field; default: all models. */
  takes?(model: Model, kind: RequestKind): boolean
  /** Error for a model that does not accept the field. */
  refusal?(name: string, model: Model): string
  /** Default value; a field without `fill` has the default of the schema. */
  fill?(request: Checked, name: string): unknown
  /** Error of the field that the schema cannot express, or several; also called if the field is missing. */
  check?(context: Context, name: string): string | Errors | undefined
}

/** Errors of a request, each at the path of a field or member. */
export type Errors = (readonly [path: string, detail: string])[]

export type Fields = Readonly<Record<string, Field>>

type SchemasOf<List extends Fields> = {
  [Name in keyof List]: List[Name] extends { isRequired: true }
    ? List[Name]['schema']
    : TOptional<List[Name]['schema']>
}

/** Schemas of fields, with the hints `x-folded` and `x-instead-of` for the page's form. */
export function schemasOf<List extends Fields>(fields: List, kind: RequestKind): SchemasOf<List> {
  return Object.fromEntries(
    Object.entries<Field>(fields).map(([name, { schema, isRequired, folded, insteadOf }]) => {
      const hinted = Object.assign(copyOf(schema), {
        ...(folded?.includes(kind) && { 'x-folded': true }),
        ...(insteadOf !== undefined && { 'x-instead-of': insteadOf }),
      })
      return [name, isRequired ? hinted : Type.Optional(hinted)]
    }),
  ) as SchemasOf<List>
}

/** Copies non-enumerable members too, such as TypeBox's mark of a kind. */
function copyOf(schema: TSchema): TSchema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as TSchema
}

function notTaken(name: string, { takes, refusal }: Field, { values, model, kind }: Context): FieldError[] {
  if (values[name] === undefined || model === undefined || takes?.(model, kind) !== false) return []
  const detail =
    refusal?.(name, model) ??
    `The model ${model.name} computes no power: leave ${name} out, or choose a path-loss model such as p526`
  return [{ pointer: `#/${name}`, detail }]
}

export function errorsIn(fields: Fields, context: Context): FieldError[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const untaken = notTaken(name, field, context)
    if (untaken.length > 0) return untaken
    const found = field.check?.(context, name) ?? []
    const errors: Errors = typeof found === 'string' ? [[name, found]] : found
    return errors.map(([path, detail]) => ({ pointer: `#/${path}`, detail }))
  })
}

/** Values of a request with defaults filled in, in the order of the list. */
export function filledIn(fields: Fields, request: Checked): Values {
  const { values, model, kind } = request
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (field.takes?.(model, kind) === false) return []
    const { default: byDefault } = field.schema as { default?: unknown }
    const value = field.fill ? field.fill(request, name) : (values[name] ?? byDefault)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}
