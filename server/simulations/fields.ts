import { models } from '../../kernels/models.ts'
import type { FieldError } from '../http/errors.ts'
import { refuseInvalid } from '../http/validation/validation.ts'
import { ruleErrors } from '../requests/rules.ts'
import { SimulationRequest } from './schemas.ts'

const fieldNames = Object.keys(SimulationRequest.properties)

/** Refuses a body that breaks the schema, the rules between fields or what else is known of it, in one answer. */
export function refuseWrongFields(
  body: unknown,
  validationError: Error | undefined,
  more: readonly FieldError[] = [],
): void {
  refuseInvalid({ validationError }, [...ruleErrors(body, models), ...more], fieldNames)
}
