import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import type { ApiKey } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'
import { Empty } from '../http/schemas/common.ts'
import { KeyId, Keys, NewKey } from './schemas.ts'

export const maximumKeys = 20

export const keys: FastifyPluginAsyncTypebox = async (app) => {
  const { records } = app.services

  app.get(
    '/keys',
    {
      schema: {
        operationId: 'listKeys',
        summary: 'List the API keys of the account',
        tags: ['keys'],
        response: { 200: Keys },
      },
    },
    async ({ caller }) => ({
      keys: records.keys(caller.account.id).map(({ key_id, created_at, last_used_at }) => ({
        key_id,
        created_at,
        last_used_at,
        current: key_id === caller.key?.key_id,
      })),
    }),
  )

  app.post(
    '/keys',
    {
      config: { problems: ['too_many_keys', 'overloaded'] },
      schema: {
        operationId: 'createKey',
        summary: 'Create another API key; the key is shown only once',
        tags: ['keys'],
        response: { 201: NewKey },
      },
    },
    async (request, reply) => {
      const made = await records.createKey(request.caller.account.id, maximumKeys)
      if (made === undefined) throw new Problem('too_many_keys')
      return sendNewKey(reply, made)
    },
  )

  app.delete(
    '/keys/:key_id',
    {
      config: { problems: ['key_not_found', 'last_key', 'overloaded'] },
      schema: {
        operationId: 'deleteKey',
        summary: 'Revoke an API key and the signed URLs that were created with the key',
        tags: ['keys'],
        params: KeyId,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { account } = request.caller
      const { key_id } = request.params
      if (records.key(key_id)?.account_id !== account.id) throw new Problem('key_not_found')
      // No await until the deletion, so parallel requests cannot delete the last two keys.
      if (records.keys(account.id).length === 1) throw new Problem('last_key')
      await records.revokeKey(key_id)
      return reply.code(204).send(null)
    },
  )
}

export function sendNewKey(reply: FastifyReply, { api_key, key }: { api_key: string; key: ApiKey }) {
  const { key_id, created_at } = key
  reply.code(201).header('cache-control', 'no-store')
  return { key_id, api_key, created_at }
}
