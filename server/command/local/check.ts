/** Validates requests of local commands with the error messages of the service. */

import type { FieldError } from '../../http/errors.ts'
import { bodyProblem, refuseInvalid } from '../../http/validation/validation.ts'
import { linkRuleErrors } from '../../link/rules.ts'
import type { SimulationRequest } from '../../requests/simulation.ts'
import { ruleErrors, type SimulationParams, withDefaults } from '../../requests/simulation.ts'
import { type Body, requestSchemas, requestValidators } from '../call/fields.ts'

/** Validates parameters and fills in defaults. Refuses uploaded patterns unless `patternsAreGiven`. */
export function checkSimulation(body: Body, { patternsAreGiven = false } = {}): SimulationParams {
  check('simulation', body, [...ruleErrors(body), ...(patternsAreGiven ? [] : ofAccounts(body))])
  return withDefaults(body as unknown as SimulationRequest)
}

export function checkLink(body: Body): void {
  check('link', body, [...linkRuleErrors(body), ...ofAccounts(body)])
}

function check(request: 'simulation' | 'link', body: Body, byRule: FieldError[]): void {
  const schema = requestSchemas()[request]
  const validationError = bodyProblem(schema, requestValidators()[request], body)
  refuseInvalid({ validationError }, byRule, Object.keys(schema.properties ?? {}))
}

/** Refuses uploaded antenna patterns, which are stored on the service. */
export function ofAccounts({ antenna }: Body): FieldError[] {
  const { type } = ((antenna as Body | undefined)?.pattern ?? {}) as Body
  if (type !== 'uploaded') return []
  const detail =
    'antenna.pattern.type must be omni or sector with --local: uploaded patterns are stored on the service'
  return [{ pointer: '#/antenna/pattern/type', detail }]
}
