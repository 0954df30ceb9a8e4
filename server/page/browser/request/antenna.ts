/** The antenna of a request as fields of a form: those of the document's nested objects, by their path in the request. */

import {
  type Document,
  type Draft,
  type Field,
  fieldOf,
  requestOf,
  resolve,
  antennaField as root,
  type Schema,
} from './fields.ts'

/** What decides which of the other fields matter. Empty: no antenna, so all directions alike. */
export const patternField = `${root}/pattern/type`
export const uploadedField = `${root}/pattern/id`

/** What a pattern of that type takes; of one that is not here, everything. */
const fieldsOfType: Record<string, string[]> = {
  '': [],
  omni: ['pattern/vertical_beamwidth'],
  sector: [
    'azimuth',
    'tilt',
    'pattern/horizontal_beamwidth',
    'pattern/vertical_beamwidth',
    'pattern/front_to_back',
  ],
  uploaded: ['pattern/id', 'azimuth', 'tilt'],
}

/** None where the model knows no antenna. */
export function antennaFieldsOf(document: Document, { properties = {} }: Schema): Field[] {
  const { antenna } = properties
  return antenna ? nestedFields(document, antenna, root) : []
}

function nestedFields(document: Document, schema: Schema, path: string): Field[] {
  const { properties = {} } = resolve(document, schema)
  return Object.entries(properties).flatMap(([name, one]) => {
    const inner = resolve(document, one)
    return inner.properties
      ? nestedFields(document, inner, `${path}/${name}`)
      : fieldOf(`${path}/${name}`, inner, false)
  })
}

/** No antenna, and in its fields what one would begin with. */
export function firstAntenna(fields: readonly Field[]): Draft {
  return Object.fromEntries(
    fields.map(({ name, kind, default: byDefault, example }) => {
      const value = byDefault ?? (kind === 'number' ? example : undefined) ?? ''
      return [name, name === patternField ? '' : String(value)]
    }),
  )
}

/** Those that matter for the type that is chosen, but for the type itself. */
export function shownAntennaFields(fields: readonly Field[], draft: Draft): Field[] {
  const type = String(draft[patternField] ?? '')
  const names = fieldsOfType[type]?.map((name) => `${root}/${name}`)
  return names === undefined
    ? fields.filter(({ name }) => name !== patternField)
    : names.flatMap((name) => fields.find((field) => field.name === name) ?? [])
}

/** The `antenna` of a request; `undefined` without one. */
export function antennaOf(fields: readonly Field[], draft: Draft): object | undefined {
  const type = fields.find(({ name }) => name === patternField)
  if (type === undefined || !draft[patternField]) return undefined
  return requestOf([type, ...shownAntennaFields(fields, draft)], draft)[root] as object
}
