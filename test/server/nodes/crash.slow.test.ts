import t from 'tap'
import { type Demand, demands } from '../../crash/claims.ts'
import { crashTest } from '../../crash/run.ts'
import { noRedis } from '../../helpers/redis.ts'

/** Of this seed these empty Redis, kill the API, a node and Redis. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)

t.setTimeout(600_000 + 30_000 * ROUNDS)

// The same as `npm run crash-test -- --nodes 2`, which does more harm.
t.test(`nothing is lost on compute nodes, whatever fails, ${ROUNDS} times`, { skip: noRedis }, async (t) => {
  const { claims, log, simulations, strikes } = await crashTest({ rounds: ROUNDS, seed: 1234, nodes: 2 })
  for (const name of Object.keys(demands) as Demand[]) {
    const violations = claims.violations.filter(({ demand }) => demand === name)
    t.same(violations.slice(0, 5), [], demands[name])
    t.ok(claims.counts[name] > 0, `${claims.counts[name]} claims`)
  }
  if (claims.violations.length > 0) t.comment(log.join('\n'))
  t.ok(strikes.size > 2, `${[...strikes.keys()].join(', ')}`)
  t.ok(simulations.accepted > 10, `${simulations.accepted} simulations were accepted`)
  t.ok(simulations.completed > 0, `${simulations.completed} were completed`)
})
