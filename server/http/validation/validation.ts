import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import { type FieldError, Problem } from '../errors.ts'
import { fieldErrors } from './messages.ts'
import { cutToSize, isInstant, readNumbers } from './preparation.ts'

/** Shared schema object, so that the schema is compiled only once. */
const noParameters = { type: 'object', properties: {}, additionalProperties: false }

/** Validates requests: only numbers in queries and paths are coerced, and unknown names are refused. */
export default fp(
  async (app) => {
    const ajv = makeAjv()

    app.setValidatorCompiler<object>(({ schema, httpPart }) => {
      // Compiled on the first request; compiling the schemas of all routes would delay startup.
      let validate: ValidateFunction | undefined
      return (value) => {
        validate ??= ajv.compile(schema)
        if (httpPart === 'querystring' || httpPart === 'params') readNumbers(schema, value)
        if (httpPart !== 'headers') cutToSize(schema, value)
        return validate(value) || { error: validate.errors as FastifySchemaValidationError[] }
      }
    })
    app.setSchemaErrorFormatter((errors, part) => invalid(errors, part))

    // Routes without declared query parameters accept none.
    app.addHook('onRoute', (route) => {
      route.schema = { querystring: noParameters, ...route.schema }
    })
  },
  { name: 'validation', dependencies: ['problems'] },
)

/** Validates a body by a schema; truncates oversized lists and objects in the body. */
export function schemaProblem(schema: object, body: unknown, ajv = makeAjv()): Problem | undefined {
  cutToSize(schema, body)
  const validate = ajv.compile(schema)
  return validate(body) ? undefined : invalid(validate.errors as FastifySchemaValidationError[], 'body')
}

/** `isTrusted` skips the validation of the schema itself, which would take most of the time for one body. */
export function makeAjv({ isTrusted = false } = {}): Ajv {
  const ajv = new Ajv({
    ...(isTrusted && { meta: false, validateSchema: false }),
    coerceTypes: false,
    allErrors: true,
    verbose: true,
    removeAdditional: false,
    useDefaults: false,
    strictTypes: false,
  })
  ajv.addVocabulary(['x-unit', 'x-folded', 'x-instead-of'])
  ajv.addFormat('date-time', isInstant)
  return ajv
}

function invalid(errors: FastifySchemaValidationError[], part: string): Problem {
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
