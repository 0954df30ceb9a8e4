import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { monthlyLimit } from '../limits.ts'
import { packsOf } from '../payments/checkouts.ts'
import { Problem } from '../plugins/problems.ts'
import { Credits, Packs, Purchase, PurchaseRequest } from '../schemas/accounts.ts'

export const credits: FastifyPluginAsyncTypebox = async (app) => {
  const { config, records } = app.services
  const packs = packsOf(config)

  app.get(
    '/credits',
    {
      config: { problems: ['invalid_parameters', 'plan_not_allowed'] },
      schema: {
        operationId: 'getCredits',
        summary: 'Balance, use and limit',
        tags: ['credits'],
        response: { 200: Credits },
      },
    },
    async ({ caller: { account } }) => {
      const { balance, used_this_month, held } = await records.confirmed(() => records.credits(account.id))
      return { balance, plan: account.plan, used_this_month, limit: monthlyLimit(account), held }
    },
  )

  app.get(
    '/credits/packs',
    {
      config: { problems: ['invalid_parameters', 'plan_not_allowed'] },
      schema: {
        operationId: 'listPacks',
        summary: 'The packs of credits and their prices',
        tags: ['credits'],
        response: { 200: Packs },
      },
    },
    async () => ({ packs }),
  )

  app.post(
    '/credits/purchase',
    {
      config: {
        problems: [
          'invalid_parameters',
          'malformed_json',
          'unknown_pack',
          'plan_not_allowed',
          'payload_too_large',
          'unsupported_media_type',
          'payments_unavailable',
        ],
      },
      schema: {
        operationId: 'purchaseCredits',
        summary: 'Open a checkout for a pack; credits are granted when it is paid',
        tags: ['credits'],
        body: PurchaseRequest,
        response: { 201: Purchase },
      },
    },
    async (request, reply) => {
      const pack = packs.find(({ pack }) => pack === request.body.pack)
      if (pack === undefined) {
        throw new Problem(
          'unknown_pack',
          `pack must be one of ${packs.map(({ pack }) => `"${pack}"`).join(', ')}.`,
        )
      }
      const { session, url } = await app.openCheckout(request.caller.account.id, pack)
      return reply.code(201).send({ checkout_url: url, expires_at: session.expires_at })
    },
  )
}
