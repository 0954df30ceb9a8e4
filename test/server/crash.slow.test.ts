import t from 'tap'
import { type Demand, demands } from '../crash/claims.ts'
import { crashTest } from '../crash/run.ts'

/** Of this seed these kill the server, the compute process, both, and both while they start. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 6)

// The same as `npm run crash-test`, which kills more often.
t.test(`nothing is lost when processes are killed, ${ROUNDS} times`, async (t) => {
  const { claims, kills, log, simulations } = await crashTest({ rounds: ROUNDS, seed: 111 })
  for (const name of Object.keys(demands) as Demand[]) {
    const violations = claims.violations.filter(({ demand }) => demand === name)
    t.same(violations.slice(0, 5), [], demands[name])
    t.ok(claims.counts[name] > 0, `${claims.counts[name]} claims`)
  }
  if (claims.violations.length > 0) t.comment(log.join('\n'))
  t.ok(kills.server > 0 && kills.compute > 0, 'both processes were killed')
  t.ok(simulations.accepted > 10, `${simulations.accepted} simulations were accepted`)
  t.ok(simulations.completed > 0, `${simulations.completed} were completed`)
})
