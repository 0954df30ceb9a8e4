import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox'
import type { CreditSession } from '../../storage/records/types.ts'
import { Problem } from '../http/errors.ts'
import { urlText } from '../http/schemas/common.ts'
import { checkoutPage, guardPages } from './checkout-page.ts'

const Token = Type.Object({ token: urlText('ID of the checkout', 'cs_a1B2c3') })
const pageOnly = { hide: true, params: Token } as const

/**
 * Sandbox replacement for a payment provider's page: states that no money moves, and pays through the code
 * path of real payments. The page's secret URL is the only credential.
 */
export const checkout: FastifyPluginAsyncTypebox = async (app) => {
  const { now, records } = app.services

  guardPages(app)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  )

  app.get('/sandbox/checkout/:token', { schema: pageOnly }, async (request, reply) => {
    const session = openSession(request.params.token)
    const page = session.paid_at === null ? payPage(session) : paidPage(session)
    return reply.type('text/html; charset=utf-8').send(page)
  })

  app.post('/sandbox/checkout/:token', { schema: pageOnly }, async (request, reply) => {
    const session = openSession(request.params.token)
    const { outcome } = await records.payCreditSession(session.id)
    if (outcome === 'expired' || outcome === 'unknown') throw expired()
    return reply.type('text/html; charset=utf-8').send(paidPage(session))
  })

  function openSession(token: string): CreditSession {
    const session = records.creditSession(token)
    if (session === undefined) throw new Problem('route_not_found', 'The checkout does not exist.')
    if (session.paid_at === null && Date.parse(session.expires_at) <= now()) throw expired()
    return session
  }
}

function expired(): Problem {
  return new Problem(
    'route_not_found',
    'The checkout has expired. Nothing was paid, and no credits were granted.',
  )
}

const payPage = ({ credits }: CreditSession) =>
  checkoutPage(
    'Sandbox checkout',
    `<p><strong>No money moves here.</strong> This service runs in its sandbox: the button grants ${credits} credits and charges nobody.</p>
<form method="post"><button>Pay nothing, get ${credits} credits</button></form>`,
  )

const paidPage = ({ credits }: CreditSession) =>
  checkoutPage(
    'Done',
    `<p>${credits} credits were granted, once. No money moved. You can close this page.</p>`,
  )
