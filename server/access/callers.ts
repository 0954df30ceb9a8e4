import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { NodeToken } from '../../storage/records/nodes/types.ts'
import type { Share } from '../../storage/records/shares/types.ts'
import type { Account, ApiKey } from '../../storage/records/types.ts'

/** On whose behalf a request is answered: by a key of the account, or by a share of one of its simulations. */
export type Caller = {
  account: Account
} /** The key of the request, or the one that signed its address. */ & (
  | { key: ApiKey; share?: undefined; isSigned?: true }
  | { key?: undefined; share: Share }
)

/** Whether the caller is someone whom the account lets look at a result: by a share, or by a signed address. */
export function isVisitor(caller: Caller): boolean {
  return caller.key === undefined || caller.isSigned === true
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose key or share the request carries, or why it carries none. Notes the use of a key. */
    callerOf(request: FastifyRequest): Caller | 'key_missing' | 'key_invalid'
    /** Which node's token the request carries, or why it carries none. */
    nodeOf(request: FastifyRequest): NodeToken | 'key_missing' | 'key_invalid'
  }
}

/** Reads API keys and the tokens of shares, and elsewhere those of nodes. */
export default fp(
  async (app) => {
    const { records } = app.services

    app.decorate('callerOf', (request) => {
      const token = tokenOf(request)
      if (token === undefined) return 'key_missing'
      const caller = records.findKey(token)
      if (caller) {
        records.touchKey(caller.key.key_id)
        return caller
      }
      const share = records.findShare(token)
      const account = share && records.account(share.account_id)
      return share && account ? { account, share } : 'key_invalid'
    })
    app.decorate('nodeOf', (request) => {
      const token = tokenOf(request)
      return token === undefined ? 'key_missing' : (records.findNodeToken(token) ?? 'key_invalid')
    })
  },
  { name: 'callers', dependencies: ['services'] },
)

/** `undefined` without any; empty for what is no bearer's. */
function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  if (authorization === '') return undefined
  return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? ''
}
