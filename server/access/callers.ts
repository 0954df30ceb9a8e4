import fp from 'fastify-plugin'
import type { Account, ApiKey } from '../../storage/records/types.ts'

export interface Caller {
  account: Account
  key: ApiKey
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose key the request carries, or why it carries none. Notes the use of a key. */
    callerOf(request: FastifyRequest): Caller | 'key_missing' | 'key_invalid'
  }
}

/** Reads API keys. */
export default fp(
  async (app) => {
    const { records } = app.services

    app.decorate('callerOf', (request) => {
      const { authorization = '' } = request.headers
      if (authorization === '') return 'key_missing'
      const apiKey = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
      const caller = apiKey === undefined ? undefined : records.findKey(apiKey)
      if (caller === undefined) return 'key_invalid'
      records.touchKey(caller.key.key_id)
      return caller
    })
  },
  { name: 'callers', dependencies: ['services'] },
)
