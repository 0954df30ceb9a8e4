import { Ajv, type Options, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError } from 'fastify'
import fp from 'fastify-plugin'
import type { Problem } from '../errors.ts'
import { cutToSize, isInstant, readNumbers } from './preparation.ts'
import { bodyProblem, invalid } from './validation.ts'

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
  return bodyProblem(schema, ajv.compile(schema), body)
}

/** Options for the project's own schemas: validating such a schema would take most of the time for one body. */
export const withoutSchemaCheck = { meta: false, validateSchema: false } as const satisfies Options

export function makeAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    ...options,
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
