import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import { fieldErrors } from '../schemas/messages.ts'
import { type FieldError, Problem } from './problems.ts'

/** Bodies as they are written, queries as text that may stand for a number; unknown names nowhere. */
export default fp(
  async (app) => {
    const bodies = makeAjv(false)
    const queries = makeAjv(true)

    app.setValidatorCompiler(({ schema, httpPart }) =>
      (httpPart === 'body' ? bodies : queries).compile(schema as object),
    )
    app.setSchemaErrorFormatter((errors, part) => invalid(errors, part))

    // A route without query parameters has none that could be ignored.
    app.addHook('onRoute', (route) => {
      const none = { type: 'object', properties: {}, additionalProperties: false }
      route.schema = { querystring: none, ...route.schema }
    })
  },
  { name: 'validation', dependencies: ['problems'] },
)

function makeAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes,
    allErrors: true,
    verbose: true,
    removeAdditional: false,
    useDefaults: false,
    strictTypes: false,
    // What "Infinity" in a query is coerced to would pass by the bounds, which look at finite numbers only.
    strictNumbers: !coerceTypes,
  })
  ajv.addVocabulary(['x-unit'])
  ajv.addFormat('date-time', isInstant)
  return ajv
}

function isInstant(text: string): boolean {
  const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
  return pattern.test(text) && !Number.isNaN(Date.parse(text))
}

function invalid(errors: FastifySchemaValidationError[], part: string): Problem {
  // The validators above are Ajv's, so its errors are what comes.
  const named = fieldErrors(errors as ErrorObject[], part as 'body' | 'querystring' | 'params')
  return invalidParameters(named)
}

/**
 * For routes with `attachValidation`: refuses what breaks the schema or the rules between fields in one answer, in the
 * order of the fields. Where both speak of one field, the rule's sentence says more.
 */
export function refuseInvalid(
  { validationError }: FastifyRequest,
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

export function invalidParameters(errors: FieldError[]): Problem {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  return new Problem('invalid_parameters', `${first?.detail ?? 'The request is invalid'}${more}.`, { errors })
}
