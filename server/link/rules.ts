import type { Model } from '../../kernels/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { limitName } from '../compute/validity.ts'
import { defaultLinkModel } from '../config/defaults.ts'
import type { FieldError } from '../http/errors.ts'
import { echo } from '../http/validation/messages.ts'
import { errorsIn, type Values } from '../requests/field.ts'
import { linkFields } from '../requests/fields.ts'
import { parameterErrors } from '../requests/model-parameters.ts'

const withLocation = [...pathLossModels.values()].filter(({ uses_location }) => uses_location)
const modelsWithLocation = `model${withLocation.length === 1 ? '' : 's'} ${withLocation.map(({ name }) => name).join(', ')}`

const positions = ['tx_lat', 'tx_lon', 'rx_lat', 'rx_lon']
/**
 * Checks rules that the link schema cannot express: either positions or a profile, only parameters of the
 * model, and the model's validity limits. Values of a wrong type are skipped.
 */
export function linkRuleErrors(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const values = body as Values
  const { model: name = defaultLinkModel } = values
  const model = typeof name === 'string' ? pathLossModels.get(name) : undefined
  return [
    ...errorsIn(linkFields, { values, model, kind: 'link' }),
    ...positionsOrProfile(values),
    ...profileLists(values.profile),
    ...(model ? [...parameterErrors(values, model), ...latitudeErrors(values, model)] : []),
  ]
}

function positionsOrProfile(values: Values): FieldError[] {
  const hasProfile = values.profile !== undefined
  return positions
    .filter((field) => (values[field] !== undefined) === hasProfile)
    .map((field) =>
      refuse(
        field,
        hasProfile
          ? `${field} must not be given with a profile, which replaces positions`
          : `${field} is required unless profile is given: it must be a number of degrees`,
      ),
    )
}

function profileLists(profile: unknown): FieldError[] {
  if (typeof profile !== 'object' || profile === null) return []
  const { distance_m: distances, ground_m: ground } = profile as Values
  if (!Array.isArray(distances)) return []
  const descent = distances.findIndex((distance, at) =>
    at === 0 ? distance !== 0 : !(distance > distances[at - 1]),
  )
  const errors: FieldError[] = []
  if (descent >= 0 && typeof distances[descent] === 'number') {
    const detail = `profile.distance_m must rise from 0, got ${echo(distances[descent])} at point ${descent}`
    errors.push(refuse(`profile/distance_m/${descent}`, detail))
  }
  if (Array.isArray(ground) && ground.length !== distances.length) {
    const detail = `profile.ground_m must have as many values as profile.distance_m, ${distances.length}, got ${ground.length}`
    errors.push(refuse('profile/ground_m', detail))
  }
  return errors
}

/** A profile has no position, but some models depend on the latitude. */
function latitudeErrors({ latitude, profile }: Values, model: Model): FieldError[] {
  const isWanted = model.kind === 'path_loss' && model.uses_location === true && profile !== undefined
  if (isWanted && latitude === undefined) {
    return [refuse('latitude', `latitude is required for the model ${model.name} over a profile`)]
  }
  if (!isWanted && latitude !== undefined) {
    return [refuse('latitude', `latitude is only for the ${modelsWithLocation} over a profile`)]
  }
  return []
}

/** Errors of values outside the model's limits. `max_range` is the link length in km, named `lengthPath`. */
export function validityErrors(
  model: Model,
  known: Readonly<Record<string, number>>,
  lengthPath: string,
): FieldError[] {
  return model.validity.flatMap(({ parameter, minimum, maximum }) => {
    const value = known[parameter]
    if (value === undefined || (value >= minimum && value <= maximum)) return []
    const isLength = parameter === 'max_range'
    const name = isLength ? 'the length of the link in kilometres' : limitName(parameter)
    const detail = `${name} must be between ${minimum} and ${maximum} for the model ${model.name}, got ${echo(value)}`
    return [refuse(isLength ? lengthPath : parameter, detail)]
  })
}

function refuse(path: string, detail: string): FieldError {
  return { pointer: `#/${path}`, detail }
}
