import fp from 'fastify-plugin'
import type { Share } from '../../storage/records/share-types.ts'
import type { Account, ApiKey, NodeToken } from '../../storage/records/types.ts'
import { bearerOf } from '../http/bearer.ts'
import type { Requester } from '../queues/request-queue.ts'

/** Account behind a request, authenticated by an API key, a signed URL, or a share link of the account. */
export type Caller = { account: Account } & (
  | { key: ApiKey; isSigned?: true; share?: undefined }
  | { key?: undefined; isSigned?: undefined; share: Share }
)

declare module 'fastify' {
  interface FastifyInstance {
    /** Account of the request's API key, or the reason for refusal. Records that the key was used. */
    callerOf(request: FastifyRequest): Caller | 'key_missing' | 'key_invalid'
    /** Account behind the share token in `?share=`; `undefined` if the request has no share token. */
    sharerOf(request: FastifyRequest): Caller | 'key_invalid' | undefined
    /** Compute node of the request's token, or the reason for refusal. */
    nodeOf(request: FastifyRequest): NodeToken | 'key_missing' | 'key_invalid'
  }
}

/** Resolves API keys, share tokens and node tokens of requests. */
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

/** Requester for fair queues: the account, and whether the request came by a signed URL or share link. */
export function requesterOf({ account, isSigned, share }: Caller): Requester {
  return { accountId: account.id, isVisitor: isSigned === true || share !== undefined }
}
