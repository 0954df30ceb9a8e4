import fp from 'fastify-plugin'
import { Problem } from '../http/errors.ts'
import { describeProblems } from '../http/problems.ts'

/** Refuses accounts whose plan excludes API access, in the scope that registers this plugin. */
export default fp(
  async (app) => {
    app.addHook('onRoute', (route) => describeProblems(route, ['plan_not_allowed']))
    app.addHook('onRequest', async (request) => {
      const { account, share } = request.caller
      // Share links created under an earlier plan stay valid.
      if (account.plan === 'free' && share === undefined) {
        throw new Problem(
          'plan_not_allowed',
          'The plan "free" has no access to this endpoint; the plans pro and enterprise have access.',
        )
      }
    })
  },
  { name: 'require-plan', dependencies: ['authenticate'] },
)
