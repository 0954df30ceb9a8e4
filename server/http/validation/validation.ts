import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import { type FieldError, Problem } from '../errors.ts'
import { fieldErrors } from './messages.ts'
import { cutToSize, isInstant, readNumbers } from './preparation.ts'

/** One object, which is compiled once. */
const noParameters = { type: 'object', properties: {}, additionalProperties: false }

/** Values as they are written, but for numbers in queries and paths; unknown names nowhere. */
export default fp(
  async (app) => {
    const ajv = makeAjv()

    app.setValidatorCompiler<object>(({ schema, httpPart }) => {
      // At the first request: a start would else wait for those of every route.
      let validate: ValidateFunction | undefined
      return (value) => {
        validate ??= ajv.compile(schema)
        if (httpPart === 'querystring' || httpPart === 'params') readNumbers(schema, value)
        if (httpPart !== 'headers') cutToSize(schema, value)
        return validate(value) || { error: validate.errors as FastifySchemaValidationError[] }
      }
    })
    app.setSchemaErrorFormatter((errors, part) => invalid(errors, part))

    // A route without query parameters has none that could be ignored.
    app.addHook('onRoute', (route) => {
      route.schema = { querystring: noParameters, ...route.schema }
    })
  },
  { name: 'validation', dependencies: ['problems'] },
)

/** What is wrong with a body by its schema alone; oversized lists and objects in it are cut. */
export function schemaProblem(schema: object, body: unknown, ajv = makeAjv()): Problem | undefined {
  cutToSize(schema, body)
  const validate = ajv.compile(schema)
  return validate(body) ? undefined : invalid(validate.errors as FastifySchemaValidationError[], 'body')
}

/** `isTrusted`: the schemas themselves are not validated, which takes longer than all else where there is one body. */
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
  // The validators above are Ajv's, so its errors are what comes.
  const named = fieldErrors(errors as ErrorObject[], part as 'body' | 'querystring' | 'params')
  return invalidParameters(named)
}

/**
 * For routes with `attachValidation`: refuses what breaks the schema or the rules between fields in one answer, in the
 * order of the fields. Where both speak of one field, the rule's sentence says more.
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

/** Of a single parameter of a query or path. */
export function invalidParameter(parameter: string, detail: string): Problem {
  return invalidParameters([{ parameter, detail }])
}

export function invalidParameters(errors: FieldError[]): Problem {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  return new Problem('invalid_parameters', `${first?.detail ?? 'The request is invalid'}${more}.`, { errors })
}
