import fp from 'fastify-plugin'
import type { CreditSession } from '../../storage/records/types.ts'
import { retryLater } from '../http/errors.ts'
import { type OpenCheckout, refuseMoreCheckouts } from '../payments/checkouts.ts'
import { openStripe, type StripePayments } from '../payments/stripe.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Opens a checkout with the payment provider set in PAYMENTS.
     * @throws {Problem} `payments_unavailable` if no provider is set or answers; `too_many_checkouts`
     */
    openCheckout: OpenCheckout
    receiveStripeEvent: StripePayments['receive']
  }
}

export default fp(
  async (app) => {
    const { config, records } = app.services

    if (config.payments === 'stripe' && config.stripe) {
      const stripe = await openStripe(config.stripe, app.services)
      app.decorate('openCheckout', stripe.open)
      app.decorate('receiveStripeEvent', stripe.receive)
      app.addHook('onClose', async () => stripe.close())
    } else if (config.payments === 'sandbox') {
      const urlOf = ({ id }: CreditSession) => `${config.publicUrl}/sandbox/checkout/${id}`
      app.decorate('openCheckout', async (accountId, { credits, pack }, protect) => {
        refuseMoreCheckouts(records, accountId)
        const session = await records.createCreditSession(accountId, pack, credits, protect(urlOf))
        return { session, url: urlOf(session) }
      })
    } else {
      app.decorate('openCheckout', async () => {
        throw retryLater('payments_unavailable', 3600)
      })
    }
  },
  { name: 'payments', dependencies: ['services', 'problems'] },
)
