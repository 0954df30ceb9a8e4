import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem, type ProblemCode } from '../http/errors.ts'
import { maximumKeys } from './keys.ts'
import { codeBody, codeProblems, countGuess, sendNewKey } from './one-time-code.ts'
import { NewKey } from './schemas.ts'

const InviteCode = codeBody('InviteCode', '#invite=', 'inv_Xk81dQzR0vWm4LcTnE7s_…')

const refusals = {
  not_found: 'invite_not_found',
  used: 'invite_used',
  expired: 'invite_expired',
  too_many_keys: 'too_many_keys',
} as const satisfies Record<string, ProblemCode>

export const invite: FastifyPluginAsyncTypebox = async (app) => {
  const { records } = app.services

  app.post(
    '/invite',
    {
      // Browsers may send invite codes only from the service's own page.
      config: { cors: false, problems: [...codeProblems, ...Object.values(refusals)] },
      onRequest: async (request) => countGuess(app, request),
      schema: {
        operationId: 'redeemInvite',
        summary:
          'Exchange the one-time code of an invite URL (/#invite=) for the API key of a new account, within seven days',
        tags: ['keys'],
        security: [],
        body: InviteCode,
        response: { 201: NewKey },
      },
    },
    async ({ body: { code } }, reply) => {
      const redeemed = await records.redeemInvite(code, maximumKeys)
      if (redeemed.outcome !== 'redeemed') throw new Problem(refusals[redeemed.outcome])
      return sendNewKey(reply, redeemed)
    },
  )
}
