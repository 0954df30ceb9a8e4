import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import type { Compute } from '../../server/jobs/protocol.ts'
import type { QueuedJob } from '../../server/jobs/queued-job.ts'
import { tryJob } from '../../server/jobs/try-job.ts'

const LIMIT_MS = 100

test('time counts while a job is at work, and not while it waits for another node', async (t) => {
  const overdue: string[] = []
  let stage = 'first'
  const run: Compute['run'] = async (_job, onProgress) => {
    onProgress('computing', 0.1)
    await pause(0.5 * LIMIT_MS)
    onProgress('queued', 0)
    stage = 'waiting'
    await pause(2 * LIMIT_MS)
    stage = 'second'
    onProgress('computing', 0.1)
    await pause(2 * LIMIT_MS)
    return { kind: 'cancelled' }
  }
  const job = { id: 'sim_x', progress: 0, computedMs: 0, cancelling: new AbortController() } as QueuedJob
  const asked = { memoryBytes: 1, rasterDirectory: '/nowhere' }
  await tryJob({ run } as Compute, job, asked, {
    limitMs: LIMIT_MS,
    onProgress: () => {},
    onOverdue: () => overdue.push(stage),
    onOverrun: () => {},
  })
  t.same(overdue, ['second'])
})
