import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { returnPaths } from '../payments/stripe-checkout.ts'
import { checkoutPage, guardPages } from './checkout-page.ts'
import { Received, StripeEvent, StripeHeaders } from './schemas.ts'

const pages = {
  [returnPaths.success]: checkoutPage(
    'Thank you',
    '<p>Credits are granted as soon as the payment is confirmed, usually within seconds. You can close this page.</p>',
  ),
  [returnPaths.cancel]: checkoutPage(
    'Not paid',
    '<p>Nothing was paid, and no credits were granted. The checkout remains open until its expiry.</p>',
  ),
}

/** Routes for Stripe: the webhook, and the pages to which customers return after payment. */
export const stripe: FastifyPluginAsyncTypebox = async (app) => {
  // The webhook signature covers the raw bytes, so the body must not be parsed.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )

  app.post(
    '/payments/stripe',
    {
      // No validation here, because the signature must be verified before the body is parsed.
      validatorCompiler: () => () => true,
      config: {
        problems: ['signature_invalid', 'payments_unavailable', 'overloaded'],
      },
      schema: {
        operationId: 'receiveStripeEvent',
        summary: 'Webhook for payments, refunds and disputes at Stripe',
        tags: ['credits'],
        headers: StripeHeaders,
        body: StripeEvent,
        response: { 200: Received },
      },
    },
    async ({ body, headers }) => {
      await app.receiveStripeEvent(body ?? Buffer.alloc(0), headers['stripe-signature'] ?? '')
      return { received: true as const }
    },
  )

  app.register(async (returns) => {
    guardPages(returns)
    for (const [path, page] of Object.entries(pages)) {
      returns.get(path, { schema: { hide: true } }, async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(page),
      )
    }
  })
}
