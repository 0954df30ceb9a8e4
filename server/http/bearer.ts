import type { FastifyRequest } from 'fastify'

/** Bearer token of a request; `undefined` without an Authorization header, empty if not of type Bearer. */
export function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  if (authorization === '') return undefined
  return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? ''
}
