import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiKey } from '../../storage/records/types.ts'
import { refuseExceeded, secondsUntil } from '../http/rate-limit.ts'
import { object, text } from '../http/schemas/common.ts'

export const codeProblems = ['rate_limited', 'too_many_keys', 'overloaded'] as const

export function codeBody(title: string, description: string, example: string) {
  return object(
    title,
    `One-time code of a URL with ${description}`,
    { code: text(`One-time code, which follows ${description} in the URL`, example, { maxLength: 100 }) },
    { additionalProperties: false, examples: [{ code: example }] },
  )
}

/** Counts guesses of codes per client address, against the rate limit of requests without a key. */
export function countGuess(app: FastifyInstance, request: FastifyRequest): void {
  const standing = app.countAddress(request.ip)
  refuseExceeded(standing, { 'retry-after': secondsUntil(standing.resetMs, app.services.now()) })
}

export function sendNewKey(reply: FastifyReply, { api_key, key }: { api_key: string; key: ApiKey }) {
  const { key_id, created_at } = key
  reply.code(201).header('cache-control', 'no-store')
  return { key_id, api_key, created_at }
}
