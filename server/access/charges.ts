import fp from 'fastify-plugin'
import { monthlyLimit } from '../config/limits.ts'
import { hangUpOf } from '../http/hang-up.ts'
import { creditProblem, type Purse, priceOfPaths } from '../requests/price.ts'
import { type Caller, requesterOf } from './callers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Credits available to a request; null for visitors, who spend nothing. */
    purseOf(caller: Caller): Purse | null
  }
  interface FastifyReply {
    /**
     * Charges the account once for the computed paths and sets `X-Credits-Charged`. Throws a `Problem` if the
     * credits were spent in the meantime, or the abort reason if the client has disconnected.
     */
    chargePaths(paths: number, about: string): Promise<void>
  }
}

/** Charges accounts for computed paths; before computing, routes refuse requests that cost too much. */
export default fp(
  async (app) => {
    const { config, records } = app.services

    app.decorate('purseOf', (caller) => {
      const { account } = caller
      if (requesterOf(caller).isVisitor) return null
      return { state: records.credits(account.id), monthlyLimit: monthlyLimit(account, config.plans) }
    })

    app.decorateReply('chargePaths', async function (paths, about) {
      const credits = priceOfPaths(paths)
      if (credits > 0) {
        hangUpOf(this.request).throwIfAborted()
        const { account } = this.request.caller
        const reason = `${about}: ${paths}`
        const monthly_limit = monthlyLimit(account, config.plans)
        const charged = await records.charge(account.id, { credits, reason, monthly_limit })
        if (charged && 'outcome' in charged) throw creditProblem(charged, 'request')
      }
      this.header('x-credits-charged', credits)
    })
  },
  { name: 'charges', dependencies: ['services', 'callers'] },
)
