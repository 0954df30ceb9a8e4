import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type TObject, Type } from 'typebox'
import type { IdempotencyEntry, Protection, StoredAnswer } from '../../storage/records/types.ts'
import { Problem } from './errors.ts'
import { describeProblems } from './problems.ts'
import { jsonHash } from './validation/canonical-json.ts'
import { invalidParameter } from './validation/validation.ts'

const maximumKeyLength = 255

const ownHeaders = {
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maximumKeyLength,
      description:
        'Idempotency key: for 24 hours, a repeated request with the same key and the same JSON value returns the first response',
      examples: ['4f0c1f7e-7d0f-4f0e-9a43-5b0a1f1f9d52'],
    }),
  ),
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts the header `Idempotency-Key`; the route's change and the response are stored together. */
    idempotent?: boolean
    /** Hash of the request body, for routes whose body is not a parsed JSON value. */
    hashOf?: (body: unknown) => string
    /** Alternative handler for a repeated request, in place of the stored response. */
    repeated?: (
      request: FastifyRequest,
      reply: FastifyReply,
      answer: StoredAnswer,
    ) => Promise<FastifyReply | undefined>
  }
  interface FastifyRequest {
    /** Idempotency key of the request, until the key is released. */
    idempotency: Pick<IdempotencyEntry, 'path' | 'key' | 'body_sha256'> | undefined
    /** Data stored with a change, so that repeated requests get `answer`; empty if the request has no key. */
    protection<T>(answer: (made: T) => StoredAnswer): { idempotency?: Protection<T> }
    /** Releases the key before the response ends: repeated requests then get the stored response. */
    releaseKey(): void
  }
}

/**
 * Handles `Idempotency-Key`: a repeated request gets the stored response, before the body is validated. Stored
 * responses survive a crash; requests in progress are known only to this process.
 */
export default fp(
  async (app) => {
    const { records } = app.services
    const inFlight = new Set<string>()

    app.decorateRequest('idempotency', undefined)
    app.decorateRequest('protection', function (this: FastifyRequest, answer) {
      return this.idempotency ? { idempotency: { ...this.idempotency, answer } } : {}
    })

    app.decorateRequest('releaseKey', function (this: FastifyRequest) {
      if (this.idempotency === undefined) return
      inFlight.delete(nameOf(this.caller.account.id, this.idempotency))
      this.idempotency = undefined
    })

    app.addHook('onRoute', (route) => {
      if (!route.config?.idempotent) return
      describeProblems(route, ['idempotency_in_flight', 'idempotency_mismatch'])
      const { properties } = (route.schema?.headers ?? Type.Object({})) as TObject
      route.schema = { ...route.schema, headers: Type.Object({ ...properties, ...ownHeaders }) }
    })

    app.addHook('preValidation', async (request, reply) => {
      const { config, url: path = '' } = request.routeOptions
      const key = request.headers['idempotency-key']
      if (!config.idempotent || key === undefined) return
      if (typeof key !== 'string' || key.length === 0 || key.length > maximumKeyLength) {
        const detail = `Idempotency-Key must have 1 to ${maximumKeyLength} characters`
        throw invalidParameter('Idempotency-Key', detail)
      }
      const { account } = request.caller
      const mine = { path, key, body_sha256: hashOf(request) }
      if (inFlight.has(nameOf(account.id, mine))) throw new Problem('idempotency_in_flight')
      const stored = records.idempotent(account.id, path, key)
      if (stored === undefined) {
        inFlight.add(nameOf(account.id, mine))
        request.idempotency = mine
        return
      }
      if (stored.body_sha256 !== mine.body_sha256) throw new Problem('idempotency_mismatch')
      reply.header('idempotency-replayed', 'true')
      // Return value ignored: a reply is thenable, and resolves to undefined once sent.
      await config.repeated?.(request, reply, stored.answer)
      return reply.sent || reply.raw.destroyed ? reply : replay(stored.answer, reply)
    })

    // Released in `onSend`, which runs after the handler even if the client has disconnected.
    app.addHook('onSend', async (request) => request.releaseKey())
  },
  { name: 'idempotency', dependencies: ['services', 'problems', 'validation'] },
)

function replay({ status, headers, body }: StoredAnswer, reply: FastifyReply): FastifyReply {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body)
}

/** Hash of the body and, on routes that have any, of the parameters of the path. */
function hashOf({ body, params, routeOptions: { config } }: FastifyRequest): string {
  const ofBody = (config.hashOf ?? jsonHash)(body)
  return Object.keys(params as object).length === 0 ? ofBody : jsonHash([params, ofBody])
}

function nameOf(accountId: string, { path, key }: Pick<IdempotencyEntry, 'path' | 'key'>): string {
  return `${accountId} ${path} ${key}`
}
