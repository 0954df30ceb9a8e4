/** Antenna of a request as form fields, named by path in the request. */

import { type Draft, type Field, fieldsIn, requestOf, antennaField as root, type Schema } from './fields.ts'

/** Field for the pattern type, which determines the other fields; empty for an isotropic antenna. */
export const patternField = `${root}/pattern/type`
export const uploadedField = `${root}/pattern/id`

/** Fields shown for each pattern type; for an unknown type, all fields are shown. */
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

/** Antenna fields of a request schema; empty for models without an antenna. */
export function antennaFieldsOf({ properties = {} }: Schema): Field[] {
  const antenna = properties[root]
  return antenna ? fieldsIn(root, antenna) : []
}

/** Initial values: no antenna, and defaults in the antenna's fields. */
export function firstAntenna(fields: readonly Field[]): Draft {
  return Object.fromEntries(
    fields.map(({ name, kind, default: byDefault, example }) => {
      const value = byDefault ?? (kind === 'number' ? example : undefined) ?? ''
      return [name, name === patternField ? '' : String(value)]
    }),
  )
}

export function shownAntennaFields(fields: readonly Field[], draft: Draft): Field[] {
  const type = String(draft[patternField] ?? '')
  const names = fieldsOfType[type]?.map((name) => `${root}/${name}`)
  return names === undefined
    ? fields.filter(({ name }) => name !== patternField)
    : names.flatMap((name) => fields.find((field) => field.name === name) ?? [])
}

export function antennaOf(fields: readonly Field[], draft: Draft): object | undefined {
  const type = fields.find(({ name }) => name === patternField)
  if (type === undefined || !draft[patternField]) return undefined
  return requestOf([type, ...shownAntennaFields(fields, draft)], draft)[root] as object
}
