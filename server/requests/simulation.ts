/** Simulation request: schema, errors and defaults. */

import type { Static } from 'typebox'
import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { defaultModel } from '../config/defaults.ts'
import type { FieldError } from '../http/errors.ts'
import { strictObject } from '../http/schemas/common.ts'
import { refuseInvalid } from '../http/validation/validation.ts'
import { withPolarization } from './antenna-rules.ts'
import { errorsIn, filledIn, schemasOf, type Values } from './field.ts'
import { simulationFields } from './fields.ts'
import type { Grid } from './grid.ts'
import { conflicts, modelFields, parameterErrors, parametersOf } from './model-parameters.ts'
import type { SearchParams } from './search.ts'

type Fields = typeof simulationFields

export const SimulationRequest = strictObject(
  'SimulationRequest',
  'Simulation request. Invalid fields are refused by name; nothing is clamped, coerced, dropped or ignored',
  { ...schemasOf(simulationFields, 'simulation'), ...(modelFields as object) },
)
export type SimulationRequest = Static<typeof SimulationRequest>

type Always = {
  [Name in keyof Fields]: Fields[Name] extends { isAlways: true } ? Name : never
}[keyof Fields]

/** Names of the fields that each simulation has once defaults are filled in. */
export const alwaysFields = Object.entries(simulationFields)
  .filter(([, field]) => 'isAlways' in field)
  .map(([name]) => name) as Always[]

/** Request with defaults filled in: only fields that the model accepts, and the parameters of the model. */
export type SimulationParams = Required<Pick<SimulationRequest, Always>> &
  Omit<SimulationRequest, Always | 'grid'> & {
    grid?: Grid
    /** Set for a site search, in which the request is repeated at each candidate site. */
    search?: SearchParams
    [ownParameter: string]: unknown
  }

/** Errors of a body, as received, that a schema of single fields cannot express; reported together. */
export function ruleErrors(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const values = body as Values
  const { model: name = defaultModel } = values
  // Only text can name a model; a value such as {"toString": 1} cannot even be converted to text.
  const model = typeof name === 'string' ? models.get(name) : undefined
  const errors = errorsIn(simulationFields, { values, model, kind: 'simulation' })
  if (model === undefined) return errors
  errors.push(...parameterErrors(values, model))
  return errors.length === 0 ? conflicts(withPolarization(values), model) : errors
}

const fieldNames = Object.keys(SimulationRequest.properties)

/** Refuses a body with errors in the schema, in rules between fields or in `more`; reports all together. */
export function refuseWrongFields(
  body: unknown,
  validationError: Error | undefined,
  more: readonly FieldError[] = [],
): void {
  refuseInvalid({ validationError }, [...ruleErrors(body), ...more], fieldNames)
}

/** Fills in defaults; the body must be valid. */
export function withDefaults(body: SimulationRequest): SimulationParams {
  const given: Values = withPolarization(body)
  const model = models.get(body.model ?? defaultModel) as Model
  const own = parametersOf(given, model)
  const values = { ...given, ...own }
  return {
    ...filledIn(simulationFields, { values, model, kind: 'simulation' }),
    ...own,
  } as SimulationParams
}
