import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Caller } from './callers.ts'

export interface SignedUrls {
  /** The query that opens a simulation's files until `expiresS` (Unix seconds) to whoever holds it. */
  query(simulationId: string, caller: Caller, expiresS: number): string
  /** Who signed the request's address; not a caller if it is altered or expired, or its key revoked. */
  callerOf(request: FastifyRequest): Caller | 'key_invalid' | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    signedUrls: SignedUrls
  }
}

/** Signed addresses: an HMAC over simulation, account, key and expiry. */
export default fp(
  async (app) => {
    const { config, records, now } = app.services
    const secret = await openSecret(config.dataDir)

    const sign = (...parts: (string | number)[]) =>
      createHmac('sha256', secret).update(JSON.stringify(parts)).digest()

    app.decorate('signedUrls', {
      query(simulationId, { account, key }, expiresS) {
        const signature = sign(simulationId, account.id, key.key_id, expiresS).toString('base64url')
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
        const given = Buffer.from(signature, 'base64url')
        if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'key_invalid'
        return Number(expires) * 1000 > now() ? { account, key } : 'key_invalid'
      },
    } satisfies SignedUrls)
  },
  { name: 'signed-urls', dependencies: ['services'] },
)

/** Made once and kept, so that addresses outlive a restart. */
async function openSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'signing.key')
  await mkdir(dataDir, { recursive: true })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const secret = randomBytes(32)
      await file.writeFile(secret)
      await file.sync()
      return secret
    } finally {
      await file.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = await readFile(path)
  if (secret.length !== 32) throw new Error(`Expected 32 bytes in ${path}, found ${secret.length}.`)
  return secret
}
