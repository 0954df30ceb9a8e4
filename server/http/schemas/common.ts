import {
  type TEnum,
  type TNumberOptions,
  type TObjectOptions,
  type TOptional,
  type TProperties,
  type TSchema,
  type TStringOptions,
  Type,
} from 'typebox'
import { maximumUrlLength } from '../../config/sizes.ts'
import { dimensionless, withUnit } from './units.ts'

export { dimensionless } from './units.ts'

export function instant(description: string) {
  return Type.String({
    format: 'date-time',
    maxLength: 40,
    description: description.replace(/; |$/, ', ISO 8601 UTC$&'),
    examples: ['2026-11-21T05:16:43.375Z'],
  })
}

export const Empty = Type.Null({ description: 'Success, without a response body' })

/** Text in a path or query. Only the URL length bounds such text, so overlong ids count as unknown ids. */
export function urlText(description: string, example: string) {
  return Type.String({ maxLength: maximumUrlLength, description, examples: [example] })
}

export function text(description: string, example: string, options: TStringOptions = {}) {
  return Type.String({ ...options, description, examples: [example] })
}

export function word<Words extends string[]>(
  words: readonly [...Words],
  description: string,
  example: string | undefined = words[0],
): TEnum<Words> {
  return Type.Enum<Words>(words, { description, examples: [example] })
}

export function count(unit: string, description: string, example: number, options: TNumberOptions = {}) {
  return Type.Integer({ ...options, 'x-unit': unit, description, examples: [example] })
}

export function quantity(unit: string, description: string, example: number, options: TNumberOptions = {}) {
  return Type.Number({
    ...options,
    'x-unit': unit,
    description: withUnit(description, unit),
    examples: [example],
  })
}

/** Schema of a fraction (0–1). */
export function fraction(description: string, example: number) {
  return quantity('1', description, example, { minimum: 0, maximum: 1 })
}

/** Schema of an object, listed in the API document under `title`. */
export function object<Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
  options: TObjectOptions = {},
) {
  return Type.Object(members, { ...options, title, description })
}

/** Schema of an object in a request; unknown members are refused. */
export function strictObject<Members extends TProperties>(
  title: string,
  description: string,
  members: Members,
  options: TObjectOptions = {},
) {
  return object(title, description, members, { ...options, additionalProperties: false })
}

export function list<Item extends TSchema>(item: Item, description: string) {
  return Type.Array(item, { description })
}

/** Schema of query parameters; unknown parameters are refused. */
export function query<Members extends TProperties>(members: Members) {
  return Type.Object(members, { additionalProperties: false })
}

/** Members of an object that may be absent. */
export function optional<Members extends TProperties>(members: Members) {
  const entries = Object.entries(members).map(([name, member]) => [name, Type.Optional(member)])
  return Object.fromEntries(entries) as { [Name in keyof Members]: TOptional<Members[Name]> }
}

/** Schema that also accepts null; the description covers both cases. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export const maximumPage = 1000

/** Query parameters of a list with pages. */
export const paging = {
  limit: Type.Optional(
    count(
      dimensionless,
      `Maximum number of entries in the response, by default ${maximumPage}; total counts all entries`,
      50,
      { minimum: 1, maximum: maximumPage, default: maximumPage },
    ),
  ),
  offset: Type.Optional(
    count(dimensionless, 'Number of list entries to skip', 100, {
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
    }),
  ),
}

export const SimulationId = Type.Object({
  id: urlText('ID of the simulation (sim_…)', 'sim_vq7YS5ecugNBEHXOPC7r'),
})

/** Schema of a number with a unit; the unit appears in error messages and the API document. */
export function measure(unit: string, options: TNumberOptions, description: string) {
  return Type.Number({
    ...options,
    'x-unit': unit || dimensionless,
    description: withUnit(description, unit),
  })
}
