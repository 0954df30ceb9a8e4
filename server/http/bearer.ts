import type { FastifyRequest } from 'fastify'

/** Token of the request: `undefined` without any, empty for another scheme. */
export function bearerOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  if (authorization === '') return undefined
  return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? ''
}
