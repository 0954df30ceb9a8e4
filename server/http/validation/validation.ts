import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify'
import { type FieldError, Problem } from '../errors.ts'
import { fieldErrors } from './messages.ts'
import { cutToSize } from './preparation.ts'

/** Validates a body by a compiled schema; truncates oversized lists and objects in the body. */
export function bodyProblem(schema: object, validate: ValidateFunction, body: unknown): Problem | undefined {
  cutToSize(schema, body)
  return validate(body) ? undefined : invalid(validate.errors as FastifySchemaValidationError[], 'body')
}

export function invalid(errors: FastifySchemaValidationError[], part: string): Problem {
  // All validators are compiled by Ajv, which makes the type assertion safe.
  const named = fieldErrors(errors as ErrorObject[], part as 'body' | 'querystring' | 'params')
  return invalidParameters(named)
}

/**
 * Reports violations of the schema and of rules between fields together, in the order of fields; for routes
 * with `attachValidation`. If a field violates both, the message of the rule is used.
 */
export function refuseInvalid(
  { validationError }: { validationError?: Error | undefined },
  byRule: FieldError[],
  fieldNames: string[],
): void {
  if (validationError && !(validationError instanceof Problem)) throw validationError
  const bySchema = (validationError?.extra.errors ?? []).filter(
    ({ pointer }) => !byRule.some((error) => error.pointer === pointer),
  )
  const orderOf = ({ pointer = '' }: FieldError) => {
    const index = fieldNames.indexOf(pointer.split('/')[1] ?? '')
    return index < 0 ? fieldNames.length : index
  }
  const errors = [...bySchema, ...byRule].sort((a, b) => orderOf(a) - orderOf(b))
  if (errors.length > 0) throw invalidParameters(errors)
}

/** Problem for a single invalid query or path parameter. */
export function invalidParameter(parameter: string, detail: string): Problem {
  return invalidParameters([{ parameter, detail }])
}

export function invalidParameters(errors: FieldError[]): Problem {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  return new Problem('invalid_parameters', `${first?.detail ?? 'The request is invalid'}${more}.`, { errors })
}
