import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'
import { secondsUntil } from '../http/rate-limit.ts'
import { text } from '../http/schemas/common.ts'

/** What every exchange of a code for a key may be refused for. */
export const codeProblems = [
  'invalid_parameters',
  'malformed_json',
  'rate_limited',
  'too_many_keys',
  'payload_too_large',
  'unsupported_media_type',
  'overloaded',
] as const

/** The body of such a request. */
export function codeBody(title: string, description: string, example: string) {
  return Type.Object(
    { code: text(`Follows ${description} in the address`, example, { maxLength: 100 }) },
    {
      title,
      additionalProperties: false,
      examples: [{ code: example }],
      description: `One-time code of ${description}`,
    },
  )
}

/** Counts guesses by address, as requests without a key. */
export function countGuess(app: FastifyInstance, request: FastifyRequest): void {
  const { limit, resetMs, exceeded } = app.countAddress(request.ip)
  if (!exceeded) return
  throw new Problem('rate_limited', `At most ${limit} requests a minute; see Retry-After.`, {
    headers: { 'retry-after': secondsUntil(resetMs, app.services.now()) },
  })
}

export function sendNewKey(reply: FastifyReply, { api_key, key }: { api_key: string; key: ApiKey }) {
  const { key_id, created_at } = key
  reply.code(201).header('cache-control', 'no-store')
  return { key_id, api_key, created_at }
}
