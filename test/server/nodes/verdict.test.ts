import { test } from 'tap'
import type { NodeQueueJob } from '../../../server/nodes/node-queue.ts'
import type { Run } from '../../../server/nodes/run.ts'
import { seal } from '../../../server/nodes/sealed.ts'
import { verdictOf } from '../../../server/nodes/verdict.ts'

const SECRET = 'a-secret-of-tests-that-is-long-enough'
const DEAD_MS = 1000

/** Of a try whose node has given no sign for twice as long as is waited. */
function judge(found: NodeQueueJob, { isConnected = false, isCancelled = false } = {}) {
  const run = { attempt: 'a1', job: { id: 'sim_x' }, deadSinceMs: 0, isCancelled } as unknown as Run
  const around = { secret: SECRET, nowMs: 2 * DEAD_MS, isServed: false, unservedMs: 100, deadMs: DEAD_MS }
  return verdictOf(run, found, { ...around, isConnected: () => isConnected })
}

const resultOf = (kind: string, attempt = 'a1', secret = SECRET): NodeQueueJob => {
  const content = { simulationId: 'sim_x', attempt, node: 'n', outcome: { kind, result: {} } }
  return { kind: 'returned', content: seal(secret, 'outcome', content) }
}

test('a try whose node is there is handed back, one whose node is gone has died', async (t) => {
  const silent: NodeQueueJob = { kind: 'active', isLocked: false, worker: 'n' }
  const stalled: NodeQueueJob = { kind: 'failed', reason: 'it stalled', worker: 'n' }
  for (const found of [silent, stalled]) {
    t.match(judge(found, { isConnected: true }), { outcome: { kind: 'handed_back' }, isLost: true })
    t.match(judge(found), { outcome: { kind: 'died' }, isLost: true })
  }
  t.match(judge({ kind: 'active', isLocked: true, worker: 'n' }), { kind: 'alive' })
  t.match(judge({ kind: 'waiting' }), { kind: 'given_up', outcome: { kind: 'handed_back' } })
  t.match(judge({ kind: 'missing' }), { kind: 'over', outcome: { kind: 'handed_back' } })
})

test('a result counts that was signed for the try', async (t) => {
  t.match(judge(resultOf('completed')), { outcome: { kind: 'completed', result: { attempt: 'a1' } } })
  for (const other of [resultOf('completed', 'a2'), resultOf('completed', 'a1', 'another secret')]) {
    t.match(judge(other), { outcome: { kind: 'handed_back' } })
  }
  t.match(judge(resultOf('cancelled')), { outcome: { kind: 'handed_back' } }, 'nobody asked for it')
  t.match(judge(resultOf('cancelled'), { isCancelled: true }), { outcome: { kind: 'cancelled' } })
})
