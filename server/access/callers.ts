import fp from 'fastify-plugin'
import type { NodeToken } from '../../storage/records/nodes/types.ts'
import type { Share } from '../../storage/records/shares/types.ts'
import type { Account, ApiKey } from '../../storage/records/types.ts'
import { bearerOf } from '../http/bearer.ts'
import type { Requester } from '../queues/request-queue.ts'

/**
 * On whose behalf a request is answered: by a key of the account, by an address signed with it, or by a share of one of
 * the account's simulations.
 */
export type Caller = { account: Account } & (
  | { key: ApiKey; isSigned?: true; share?: undefined }
  | { key?: undefined; isSigned?: undefined; share: Share }
)

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose key or share the request carries, or why it carries none. Notes the use of a key. */
    callerOf(request: FastifyRequest): Caller | 'key_missing' | 'key_invalid'
    /** Whose share the address names as `?share=`; `undefined` if it names none. */
    sharerOf(request: FastifyRequest): Caller | 'key_invalid' | undefined
    /** Which node's token the request carries, or why it carries none. */
    nodeOf(request: FastifyRequest): NodeToken | 'key_missing' | 'key_invalid'
  }
}

/** Reads API keys and the tokens of shares, and elsewhere those of nodes. */
export default fp(
  async (app) => {
    const { records } = app.services

    function byShare(token: string): Caller | 'key_invalid' {
      const share = records.findShare(token)
      const account = share && records.account(share.account_id)
      return share && account ? { account, share } : 'key_invalid'
    }

    app.decorate('callerOf', (request) => {
      const token = bearerOf(request)
      if (token === undefined) return 'key_missing'
      const caller = records.findKey(token)
      if (caller) {
        records.touchKey(caller.key.key_id)
        return caller
      }
      return byShare(token)
    })
    app.decorate('sharerOf', ({ query }) => {
      const { share } = query as { share?: unknown }
      if (share === undefined) return undefined
      return typeof share === 'string' ? byShare(share) : 'key_invalid'
    })
    app.decorate('nodeOf', (request) => {
      const token = bearerOf(request)
      return token === undefined ? 'key_missing' : (records.findNodeToken(token) ?? 'key_invalid')
    })
  },
  { name: 'callers', dependencies: ['services'] },
)

/** Whose places a request takes: a signed address is as often in a stranger's hands as a share. */
export function requesterOf({ account, isSigned, share }: Caller): Requester {
  return { accountId: account.id, isVisitor: isSigned === true || share !== undefined }
}
