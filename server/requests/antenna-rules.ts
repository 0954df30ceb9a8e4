/** Rules for `antenna` beyond the schema: which fields have an effect for the pattern, model and output. */

import type { Model } from '../../kernels/model.ts'
import type { FieldError } from '../http/errors.ts'
import { echo } from '../http/validation/messages.ts'
import type { AntennaField } from './antenna-schemas.ts'
import type { Errors, Values } from './field.ts'
import { ownersOf } from './model-parameters.ts'

/** Required and optional fields of each pattern type. */
const FIELDS: ReadonlyMap<string, { required: string[]; optional: string[] }> = new Map([
  ['omni', { required: [], optional: ['vertical_beamwidth'] }],
  ['sector', { required: ['horizontal_beamwidth', 'vertical_beamwidth', 'front_to_back'], optional: [] }],
  ['uploaded', { required: ['id'], optional: [] }],
])
const NEEDS_POWER =
  'path_loss is between isotropic antennas; only the outputs received_power and field_strength include the antenna'
const PATTERN_FIELDS = ['horizontal_beamwidth', 'vertical_beamwidth', 'front_to_back', 'id']

export interface AntennaUse {
  model: Model
  /** True if the output depends on received power. */
  dependsOnPower: boolean
  /** False for a link over a given profile: the profile does not define north, so azimuths are refused. */
  hasNorth: boolean
}

/** Errors of `antenna`. Values of a wrong type are skipped here, because the schema reports such values. */
export function antennaErrors(values: Values, { model, dependsOnPower, hasNorth }: AntennaUse): Errors {
  const antenna = objectOf(values.antenna)
  if (antenna === undefined) return []
  return [
    ...directions(antenna, dependsOnPower, hasNorth),
    ...polarization(antenna.polarization, values.polarization, model),
    ...pattern(antenna.pattern, dependsOnPower),
  ]
}

function directions(antenna: Values, dependsOnPower: boolean, hasNorth: boolean): Errors {
  const errors: Errors = []
  const { hasTilt, hasAzimuth } = usedBy(antenna)
  const allAround = hasTilt
    ? 'an omni pattern without tilt is equal in all horizontal directions'
    : 'an omni pattern without vertical_beamwidth is equal in all directions'
  if (antenna.azimuth !== undefined && !hasNorth) {
    const detail = 'antenna.azimuth must be left out with a profile: the antenna points along the profile'
    errors.push(refuse('/azimuth', detail))
  } else if (antenna.azimuth !== undefined && !(hasAzimuth && dependsOnPower)) {
    const detail = `antenna.azimuth has no effect: ${hasAzimuth ? NEEDS_POWER : allAround}`
    errors.push(refuse('/azimuth', detail))
  }
  if (antenna.tilt !== undefined && !(hasTilt && dependsOnPower)) {
    const detail = `antenna.tilt has no effect: ${hasTilt ? NEEDS_POWER : allAround}`
    errors.push(refuse('/tilt', detail))
  }
  return errors
}

function polarization(own: unknown, ofModel: unknown, { name, parameters }: Model): Errors {
  if (typeof own !== 'string') return []
  if (!parameters.some((parameter) => parameter.name === 'polarization')) {
    const owners = ownersOf('polarization').join(', ')
    const detail = `antenna.polarization has no effect: the model is ${name}, and polarization belongs to ${owners}`
    return [refuse('/polarization', detail)]
  }
  if (typeof ofModel !== 'string' || ofModel === own) return []
  const detail = `antenna.polarization must be the same as polarization, ${echo(ofModel)}, or one of them left out, got ${echo(own)}`
  return [refuse('/polarization', detail)]
}

function pattern(given: unknown, dependsOnPower: boolean): Errors {
  const values = objectOf(given)
  const fields = typeof values?.type === 'string' ? FIELDS.get(values.type) : undefined
  if (values === undefined || fields === undefined) return []
  const errors: Errors = []
  for (const name of PATTERN_FIELDS) {
    if (fields.required.includes(name) && values[name] === undefined) {
      errors.push(
        refuse(`/pattern/${name}`, `antenna.pattern.${name} is required for the type ${values.type}`),
      )
    }
    if (values[name] !== undefined && ![...fields.required, ...fields.optional].includes(name)) {
      const own = [...fields.required, ...fields.optional].join(', ')
      const detail = `antenna.pattern.${name} does not belong to the type ${values.type}, which has ${own}`
      errors.push(refuse(`/pattern/${name}`, detail))
    }
  }
  if (!dependsOnPower && usedBy({ pattern: values }).hasTilt) {
    errors.push(refuse('/pattern', `antenna.pattern has no effect: ${NEEDS_POWER}`))
  }
  return errors
}

/** True for `hasTilt` and `hasAzimuth` if the response depends on tilt and azimuth of the antenna. */
function usedBy({ tilt, pattern: given }: Values): { hasTilt: boolean; hasAzimuth: boolean } {
  const { type = 'omni', vertical_beamwidth } = objectOf(given) ?? {}
  const hasTilt = type !== 'omni' || vertical_beamwidth !== undefined
  return { hasTilt, hasAzimuth: hasTilt && (type !== 'omni' || (tilt ?? 0) !== 0) }
}

/** Antenna with defaults for all members that have an effect; the input must be valid. */
export function antennaWithDefaults(
  antenna: AntennaField,
  values: Values,
  dependsOnPower: boolean,
): AntennaField {
  const { hasTilt, hasAzimuth } = usedBy(antenna as Values)
  const { azimuth = 0, tilt = 0, pattern = { type: 'omni' } } = antenna
  const polarization = values.polarization as AntennaField['polarization']
  return {
    ...(hasAzimuth && dependsOnPower && { azimuth }),
    ...(hasTilt && dependsOnPower && { tilt }),
    ...(polarization !== undefined && { polarization }),
    pattern,
  }
}

export function withPolarization<T extends object>(values: T): T {
  const { antenna, polarization } = values as Values
  const own = objectOf(antenna)?.polarization
  return own === undefined || polarization !== undefined ? values : { ...values, polarization: own }
}

function objectOf(value: unknown): Values | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined
}

function refuse(path: string, detail: string): Errors[number] {
  return [`antenna${path}`, detail]
}

/** Error for an unknown pattern; patterns of other accounts count as unknown. */
export function unknownPattern(id: string): FieldError {
  const detail = `antenna.pattern.id must be the ID of an antenna pattern of the account, see GET /antennas, got ${echo(id)}`
  return { pointer: '#/antenna/pattern/id', detail }
}
