import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CreditSession } from '../../storage/records/types.ts'
import { monthlyLimit } from '../config/limits.ts'
import { Problem } from '../http/errors.ts'
import { pageLinks } from '../http/page-links.ts'
import { maximumPage } from '../http/schemas/common.ts'
import { type Checkout, packsOf } from '../payments/checkouts.ts'
import { Credits, Ledger, LedgerQuery, Packs, Purchase, PurchaseRequest } from './schemas.ts'

export const credits: FastifyPluginAsyncTypebox = async (app) => {
  const { config, records, results } = app.services
  const packs = packsOf(config)

  app.get(
    '/credits',
    {
      schema: {
        operationId: 'getCredits',
        summary: 'Get the credit balance, the credits used this month and the monthly limit',
        tags: ['credits'],
        response: { 200: Credits },
      },
    },
    async ({ caller: { account } }) => {
      const { balance, used_this_month, held, unmetered } = await records.confirmed(() =>
        records.credits(account.id),
      )
      return {
        balance,
        plan: account.plan,
        used_this_month,
        limit: monthlyLimit(account, config.plans),
        held,
        ...(unmetered && { unmetered, storage: results.storageOf(account) }),
      }
    },
  )

  app.get(
    '/credits/packs',
    {
      schema: {
        operationId: 'listPacks',
        summary: 'List the credit packs for sale, with prices',
        tags: ['credits'],
        response: { 200: Packs },
      },
    },
    async () => ({ packs }),
  )

  app.get(
    '/credits/ledger',
    {
      schema: {
        operationId: 'listLedger',
        summary: 'List all entries of the credit ledger, newest first',
        tags: ['credits'],
        querystring: LedgerQuery,
        response: { 200: Ledger },
      },
    },
    async ({ caller, query }, reply) => {
      const { limit = maximumPage, offset = 0 } = query
      const { entries, total } = await records.ledger(caller.account.id, { limit, offset })
      const page = { first: offset, end: offset + entries.length, total }
      reply.headers(pageLinks(`${config.publicUrl}/api/v1/credits/ledger`, query, page))
      return {
        entries: entries.map(({ account_id: _account, captured: _captured, ...entry }) => entry),
        total,
      }
    },
  )

  app.post(
    '/credits/purchase',
    {
      config: {
        idempotent: true,
        problems: ['unknown_pack', 'too_many_checkouts', 'payments_unavailable', 'overloaded'],
      },
      schema: {
        operationId: 'purchaseCredits',
        summary: 'Open a checkout for a credit pack; the credits are granted after payment',
        tags: ['credits'],
        body: PurchaseRequest,
        response: { 201: Purchase },
      },
    },
    async (request, reply) => {
      if (request.caller.account.unmetered) {
        throw new Problem(
          'plan_not_allowed',
          'An unmetered account cannot buy credits: requests are never refused for their price.',
        )
      }
      const pack = packs.find(({ pack }) => pack === request.body.pack)
      if (pack === undefined) {
        throw new Problem(
          'unknown_pack',
          `pack must be one of ${packs.map(({ pack }) => `"${pack}"`).join(', ')}.`,
        )
      }
      const checkout = await app.openCheckout(request.caller.account.id, pack, (urlOf) =>
        request.protection<CreditSession>((session) => ({
          status: 201,
          headers: {},
          body: JSON.stringify(opened({ session, url: urlOf(session) })),
        })),
      )
      return reply.code(201).send(opened(checkout))
    },
  )
}

function opened({ session: { expires_at }, url }: Checkout) {
  return { checkout_url: url, expires_at }
}
