import { createHmac } from 'node:crypto'
import fp from 'fastify-plugin'
import { isSameSecret } from '../../storage/records/secret-codes.ts'
import type { ApiKey } from '../../storage/records/types.ts'
import type { Caller } from './callers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    signedUrls: {
      /** Query string that opens the files of a simulation to any bearer until `expiresS` (Unix seconds). */
      query(simulationId: string, key: ApiKey, expiresS: number): string
      /** Account that signed the request's URL; `key_invalid` for an altered or expired URL or revoked key. */
      callerOf(request: FastifyRequest): Caller | 'key_invalid' | undefined
    }
  }
}

/** Signed URLs: an HMAC over simulation id, account id, key id and expiry. */
export default fp(
  async (app) => {
    const { records, now } = app.services

    const sign = (...parts: (string | number)[]) =>
      createHmac('sha256', app.secret).update(JSON.stringify(parts)).digest()

    app.decorate('signedUrls', {
      query(simulationId, key, expiresS) {
        const signature = sign(simulationId, key.account_id, key.key_id, expiresS).toString('base64url')
        return new URLSearchParams({ expires: String(expiresS), key: key.key_id, signature }).toString()
      },

      callerOf(request) {
        const { id } = request.params as Record<string, unknown>
        const { expires, key: keyId, signature } = request.query as Record<string, unknown>
        if (expires === undefined && keyId === undefined && signature === undefined) return undefined
        if (typeof id !== 'string' || typeof keyId !== 'string' || typeof signature !== 'string') {
          return 'key_invalid'
        }
        const key = records.key(keyId)
        const account = key && records.account(key.account_id)
        if (key === undefined || account === undefined || account.disabled) return 'key_invalid'
        const expected = sign(id, account.id, keyId, Number(expires))
        if (!isSameSecret(Buffer.from(signature, 'base64url'), expected)) return 'key_invalid'
        return Number(expires) * 1000 > now() ? { account, key, isSigned: true } : 'key_invalid'
      },
    })
  },
  { name: 'signed-urls', dependencies: ['services', 'secret'] },
)
