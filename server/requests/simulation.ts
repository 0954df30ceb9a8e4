/** A simulation request: its schema, its errors, and what it means with its defaults. */

import { type Static, Type } from 'typebox'
import type { Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { defaultModel } from '../config/defaults.ts'
import type { FieldError } from '../http/errors.ts'
import { refuseInvalid } from '../http/validation/validation.ts'
import { withPolarization } from './antenna-rules.ts'
import { errorsIn, filledIn, schemasOf, type Values } from './field.ts'
import { simulationFields } from './fields.ts'
import type { Grid } from './grid.ts'
import { modelFields } from './model-fields.ts'
import { conflicts, parameterErrors, parametersOf } from './model-parameters.ts'
import type { SearchParams } from './search.ts'

type Fields = typeof simulationFields

export const SimulationRequest = Type.Object(
  { ...schemasOf(simulationFields, 'simulation'), ...(modelFields as object) },
  {
    title: 'SimulationRequest',
    additionalProperties: false,
    description: 'Nothing is clamped, coerced, dropped or ignored: invalid fields are refused by name',
  },
)
export type SimulationRequest = Static<typeof SimulationRequest>

type Always = {
  [Name in keyof Fields]: Fields[Name] extends { isAlways: true } ? Name : never
}[keyof Fields]

/** Fields that every simulation has once its defaults are filled in. */
export const alwaysFields = Object.entries(simulationFields)
  .filter(([, field]) => 'isAlways' in field)
  .map(([name]) => name) as Always[]

/** A request with its defaults filled in; only the fields that its model has, and the model's own parameters. */
export type SimulationParams = Required<Pick<SimulationRequest, Always>> &
  Omit<SimulationRequest, Always | 'grid'> & {
    grid?: Grid
    /** Of a search of sites, whose candidates repeat the request at other places. */
    search?: SearchParams
    [ownParameter: string]: unknown
  }

/**
 * Errors that a schema of single fields can't see. Takes the body as it came, so that every offending field is named at once,
 * whatever is wrong with the others.
 */
export function ruleErrors(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const values = body as Values
  const { model: name = defaultModel } = values
  // Not any value can be made a text: {"toString": 1} can't.
  const model = typeof name === 'string' ? models.get(name) : undefined
  const errors = errorsIn(simulationFields, { values, model, kind: 'simulation' })
  if (model === undefined) return errors
  errors.push(...parameterErrors(values, model))
  return errors.length === 0 ? conflicts(withPolarization(values), model) : errors
}

const fieldNames = Object.keys(SimulationRequest.properties)

/** Refuses a body that breaks the schema, the rules between fields or what else is known of it, in one answer. */
export function refuseWrongFields(
  body: unknown,
  validationError: Error | undefined,
  more: readonly FieldError[] = [],
): void {
  refuseInvalid({ validationError }, [...ruleErrors(body), ...more], fieldNames)
}

/** Takes a body that has passed schema and rules. */
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
