/** `npm run crash-test -- [options]`: test that nothing is lost when the service is killed at any moment. */

import { resolve } from 'node:path'
import { integer, oneOf } from '../../bench/frame/options.ts'
import { program } from '../../bench/frame/program.ts'
import { makeReport, type Row, rowOf } from '../../bench/frame/report.ts'
import { runProgram } from '../../bench/frame/run-named.ts'
import { type Demand, demands } from './claims.ts'
import { type CrashOutcome, crashTest } from './run.ts'

const SHOWN_VIOLATIONS = 50

const usage = `npm run crash-test -- [--rounds N] [--seed S] [--nodes N] [--store KIND]
                        [--older DIR] [--backend NAME] [--json]

Starts the service on synthetic terrain in a temporary folder. Six accounts with two clients each start, read, list,
repeat, delete, fetch and buy at full speed. In each round the server, its compute process or both are killed with
SIGKILL at a random moment, start-up included, and started again. After each round, and for each record at the end,
the state of the service and the events posted to its webhooks are compared with every answer it gave.

With --nodes the service has compute nodes, its own Redis (needs redis-server; appendfsync is everysec if the seed is
even, else always) and an object store. In each round one of them is killed, frozen, emptied, disconnected, slowed
down, or fails for seconds. At the end the store is cleaned up and must contain exactly the objects of the records.

  --rounds N      kills (20)
  --seed S        seed of moments, victims and requests (1); the interleaving depends on the machine
  --nodes N       compute nodes (0)
  --store KIND    store of the nodes: folder, or s3, a bucket of s3rver behind a connection that can be slow (folder)
  --older DIR     built clone of another version, which every second node runs
  --backend NAME  auto, webgpu, webasm or cpu (auto)
  --json          print one JSON object instead of a table
  --help          show this text

Exit status: 0 if no claim was violated, 1 if any was, 2 on wrong usage.`

const run = program({
  usage,
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '0' },
    store: { type: 'string', default: 'folder' },
    older: { type: 'string' },
    backend: { type: 'string', default: 'auto' },
  },
  async measure(values) {
    const outcome = await crashTest({
      rounds: integer('--rounds', values.rounds, 1, 100_000),
      seed: integer('--seed', values.seed, 0, 1_000_000),
      nodes: integer('--nodes', values.nodes, 0, 16),
      store: oneOf('--store', values.store, ['folder', 's3']),
      backend: oneOf('--backend', values.backend, ['auto', 'webgpu', 'webasm', 'cpu']),
      ...(values.older && { older: resolve(values.older) }),
      onRound: (round, whom, violations) => {
        if (process.stderr.isTTY)
          process.stderr.write(`\rround ${round}: ${whom}, ${violations} violations   `)
      },
    })
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
    return makeReport(outcome.backend, rowsOf(outcome), notesOf(outcome))
  },
})

function rowsOf({ claims, roundsMs, startsMs }: CrashOutcome): Row[] {
  const names = Object.keys(demands) as Demand[]
  return [
    ...names.map((name): Row => {
      const n = claims.counts[name]
      const violations = claims.violations.filter(({ demand }) => demand === name).length
      const pass = n > 0 && violations === 0
      return {
        case: demands[name],
        quantity: 'violations among n claims',
        n,
        mean: violations / n,
        max: violations,
        tolerance: 0,
        pass,
      }
    }),
    rowOf('round', 'kill, start and checks, ms', roundsMs),
    rowOf('start', 'process to listening, ms', startsMs),
  ]
}

function notesOf(outcome: CrashOutcome): string[] {
  const { answers, checkouts, claims, errors, kills, log, posts, simulations, strikes, versions } = outcome
  const { accepted, completed, deleted, failed } = simulations
  const { violations } = claims
  const rounds = [...strikes].sort().map(([name, count]) => `${name} ${count}`)
  return [
    `Rounds: ${rounds.join(', ')}.`,
    `${kills.server} kills of the server, ${kills.compute} of the compute process; ${answers} answers; ${accepted} simulations accepted, of which ${completed} were seen completed (engine ${versions.join(', ')}), ${failed} failed${errors.length > 0 ? ` (${errors.join(', ')})` : ''}, ${deleted} deleted; ${checkouts.opened} checkouts, ${checkouts.paid} paid; ${posts.events} events, posted in ${posts.received} tries.`,
    ...violations
      .slice(0, SHOWN_VIOLATIONS)
      .map(({ demand, detail }) => `VIOLATED: ${demands[demand]}: ${detail}`),
    ...(violations.length > SHOWN_VIOLATIONS ? [`… and ${violations.length - SHOWN_VIOLATIONS} more`] : []),
    ...(violations.length > 0 ? [`The service's last words:\n${log.join('\n')}`] : []),
  ]
}

runProgram(run)
