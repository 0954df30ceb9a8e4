import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import { type FieldError, Problem } from '../errors.ts'
import { fieldErrors } from './messages.ts'
import { cutToSize, isInstant, readNumbers } from './preparation.ts'

/** A single object, so that it is compiled once. */
const noParameters = { type: 'object', properties: {}, additionalProperties: false }

/** No coercion except numbers in queries and paths; unknown names are refused. */
export default fp(
  async (app) => {
    const ajv = makeAjv()

    app.setValidatorCompiler<object>(({ schema, httpPart }) => {
      // Compiled on the first request, as the start would wait for those of every route.
      let validate: ValidateFunction | undefined
      return (value) => {
        validate ??= ajv.compile(schema)
        if (httpPart === 'querystring' || httpPart === 'params') readNumbers(schema, value)
        if (httpPart !== 'headers') cutToSize(schema, value)
        return validate(value) || { error: validate.errors as FastifySchemaValidationError[] }
      }
    })
    app.setSchemaErrorFormatter((errors, part) => invalid(errors, part))

    // A route without query parameters accepts none.
    app.addHook('onRoute', (route) => {
      route.schema = { querystring: noParameters, ...route.schema }
    })
  },
  { name: 'validation', dependencies: ['problems'] },
)

/** Errors of a body by its schema alone; oversized lists and objects in it are truncated. */
export function schemaProblem(schema: object, body: unknown, ajv = makeAjv()): Problem | undefined {
  cutToSize(schema, body)
  const validate = ajv.compile(schema)
  return validate(body) ? undefined : invalid(validate.errors as FastifySchemaValidationError[], 'body')
}

/** `isTrusted`: skips the validation of schemas, which dominates the time for a single body. */
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
  // The validators above are Ajv's, so errors have its type.
  const named = fieldErrors(errors as ErrorObject[], part as 'body' | 'querystring' | 'params')
  return invalidParameters(named)
}

/**
 * For routes with `attachValidation`: reports violations of the schema and of rules between fields in one answer, in
 * the order of fields. For a field with both, the rule's sentence is used.
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

/** For a single parameter of a query or path. */
export function invalidParameter(parameter: string, detail: string): Problem {
  return invalidParameters([{ parameter, detail }])
}

export function invalidParameters(errors: FieldError[]): Problem {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  return new Problem('invalid_parameters', `${first?.detail ?? 'The request is invalid'}${more}.`, { errors })
}
