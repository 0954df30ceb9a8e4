/** API node and compute nodes over a real Redis, with a fake computation. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { test } from 'tap'
import type { ComputeOutcome } from '../../../server/jobs/protocol.ts'
import { BegunAttempts } from '../../../server/nodes/begun.ts'
import { greet } from '../../../server/nodes/handshake.ts'
import { MemoryBudget } from '../../../server/nodes/memory-budget.ts'
import { drainedKey, jobId, KEY_PREFIX, nodeSlots, simulationOf } from '../../../server/nodes/protocol.ts'
import { openRedis } from '../../../server/nodes/redis.ts'
import { seal, unseal } from '../../../server/nodes/sealed.ts'
import { Cluster, MEBIBYTE, MEMORY_BYTES, noGround, QUEUE, SECRET } from '../../helpers/cluster.ts'
import { fakeCompute, until } from '../../helpers/compute.ts'
import { madeJob } from '../../helpers/jobs.ts'
import { noRedis } from '../../helpers/redis.ts'

function resultOf(outcome: ComputeOutcome) {
  if (outcome.kind !== 'completed') throw new Error(`Expected a result, got ${JSON.stringify(outcome)}.`)
  return outcome.result
}

test('of the jobs that wait for memory of a node each goes on that fits', async (t) => {
  const budget = new MemoryBudget(nodeSlots, 1024 * MEBIBYTE)
  const begun: string[] = []
  const take = async (mebibytes: number, { signal } = new AbortController()) => {
    const release = await budget.take(mebibytes * MEBIBYTE, signal)
    if (release) begun.push(`${mebibytes} MiB`)
    return release
  }
  await take(500)
  const release = await take(300)
  void take(700)
  void take(250)
  const leaving = new AbortController()
  const cancelled = take(700, leaving)
  leaving.abort()
  t.equal(await cancelled, undefined)
  release?.()
  await pause(0)
  t.same(begun, ['500 MiB', '300 MiB', '250 MiB'])
})

test('API node and compute nodes over Redis', { skip: noRedis }, async (t) => {
  t.test('a job runs on a node, and its raster is stored under the name of the try', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    t.equal(driver.capacity, undefined)
    const { id, outcome, stages } = cluster.run(driver, 'slow')
    await cluster.node('a')
    const result = resultOf(await outcome)
    t.same(result.node, { name: 'a' })
    t.match(result.attempt, /^[0-9a-f]{18}$/)
    t.same(await cluster.rasters(), [`${id}/${result.attempt}.tif`])
    t.equal(stages[0], 'reading_terrain')
    t.match(driver.capacity, { slots: 2, smallSlots: 1, tinySlots: 1, memoryBytes: MEMORY_BYTES })
    const queue = new Queue(QUEUE, { connection: cluster.redis.client, prefix: KEY_PREFIX })
    t.equal(await queue.getCompletedCount(), 1, 'it stays until it is stored')
    driver.forget(id)
    await until(async () => (await queue.getCompletedCount()) === 0, 'the job to go')
  })

  t.test('what a node says of a job arrives as it is', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    t.same(await cluster.run(driver, 'fail:tx_below_ground').outcome, {
      kind: 'failed',
      code: 'tx_below_ground',
      detail: 'Asked to fail.',
    })
    t.same(await cluster.run(driver, `needs:${2 * MEBIBYTE}`).outcome, {
      kind: 'needs',
      posts: 1234,
      memoryBytes: 2 * MEBIBYTE,
    })
    t.match(await cluster.run(driver, 'crash').outcome, { kind: 'died' })
  })

  t.test('a cancelled job stops on its node, and one that waits is never begun', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const waiting = cluster.run(driver, 'hold')
    waiting.cancel()
    t.same(await waiting.outcome, { kind: 'cancelled' })
    await cluster.node('a')
    const running = cluster.run(driver, 'hold')
    await until(() => running.stages.length > 0, 'the job to run')
    const startMs = performance.now()
    running.cancel()
    t.same(await running.outcome, { kind: 'cancelled' })
    t.comment(`stopped within ${Math.round(performance.now() - startMs)} ms`)
    t.same(await cluster.rasters(), [])
  })

  t.test('a node that stops hands back what it runs, and another one ends it', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const first = await cluster.node('a')
    const mark = join(cluster.folder, 'go-on')
    const running = cluster.run(driver, `wait:${mark}`)
    await until(() => running.stages.length > 0, 'the job to run')
    await cluster.node('b')
    await first.stop()
    await until(() => running.stages.length > 1, 'the other node to take it')
    await writeFile(mark, '')
    t.same(resultOf(await running.outcome).node, { name: 'b' })
  })

  t.test('what Redis loses is put there again', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const running = cluster.run(driver, 'slow')
    const others = Array.from({ length: 6 }, () => cluster.run(driver, 'slow'))
    await cluster.node('a')
    await until(() => running.stages.length > 0, 'the job to run')
    await cluster.redis.client.flushall()
    for (const { outcome } of [running, ...others]) {
      // A node that is slow to return seems to have died, and the dispatcher tries its jobs again.
      const { kind } = await outcome
      const ended = kind === 'died' ? await cluster.run(driver, 'slow').outcome : await outcome
      t.match(ended, { kind: 'completed' })
    }
  })

  t.test('another API process goes on with what the first one left', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    const mark = join(cluster.folder, 'go-on')
    const running = cluster.run(driver, `wait:${mark}`)
    const ended = cluster.run(driver, '')
    const first = resultOf(await ended.outcome)
    await until(() => running.stages.length > 0, 'the job to run')
    const deleted = cluster.run(driver, 'hold')
    await until(() => deleted.stages.length > 0, 'the other job to run')
    await driver.stop()
    t.match(await running.outcome, { kind: 'died' })

    cluster.pending.delete(deleted.id)
    const second = await cluster.driver()
    const again = cluster.runAs(second, running.id, `wait:${mark}`)
    const once = resultOf(await cluster.runAs(second, ended.id, '').outcome)
    t.equal(once.attempt, first.attempt, 'the result that was not stored yet is taken')
    await writeFile(mark, '')
    const result = resultOf(await again.outcome)
    const rasters = await cluster.rasters()
    t.same(
      rasters.sort(),
      [`${running.id}/${result.attempt}.tif`, `${ended.id}/${first.attempt}.tif`].sort(),
      'each was computed once, and the deleted one never',
    )
  })

  t.test('forged jobs and results, and those of others, are refused', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const queue = new Queue(QUEUE, { connection: cluster.redis.client, prefix: KEY_PREFIX })
    const attempt = '0123456789abcdef01'
    const content = {
      simulationId: 'sim_forged',
      accountId: 'acc_x',
      attempt,
      job: madeJob(),
      memoryBytes: MEBIBYTE,
      ground: noGround,
      expiresMs: Date.now() + 60_000,
    }
    const forged = [
      seal('another secret, which nobody gave it', 'job', content),
      seal(SECRET, 'outcome', content),
      seal(SECRET, 'job', { ...content, expiresMs: Date.now() - 1 }),
      seal(SECRET, 'job', { ...content, simulationId: 'sim_other' }),
      JSON.stringify(content),
      content,
    ]
    // Nobody waits for the first process's jobs to be swept.
    cluster.pending.add('sim_forged')
    await driver.stop()
    await cluster.node('a', { pauseMs: 1 })
    for (const [index, sealed] of forged.entries()) {
      const id = jobId('sim_forged', attempt)
      await queue.add('simulation', sealed, { jobId: id })
      await until(async () => (await queue.getFailedCount()) === 1, `forged job ${index} to be refused`)
      await queue.remove(id)
    }
    t.same(await cluster.rasters(), [])

    const second = await cluster.driver()
    const running = cluster.run(second, 'hold')
    await until(() => running.stages.length > 0, 'the job to run')
    const [active] = await queue.getActive()
    const { simulationId } = { simulationId: running.id }
    const result = { engine: {}, terrain: { tiles: [] }, summary: null, warnings: [] }
    const lie = {
      simulationId,
      attempt: active?.id?.split('-')[1],
      node: 'a',
      outcome: { kind: 'completed', result },
    }
    await cluster.redis.client.xadd(
      `${KEY_PREFIX}:${QUEUE}:events`,
      '*',
      ...['event', 'completed', 'jobId', String(active?.id)],
      ...[
        'returnvalue',
        JSON.stringify(seal('another secret, which nobody gave it', 'outcome', lie)),
        'prev',
        'active',
      ],
    )
    await pause(300)
    running.cancel()
    t.same(await running.outcome, { kind: 'cancelled' }, 'what was announced is not so')
  })

  t.test('a signed job that is put into Redis again is computed once', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const compute = fakeCompute({ store: { kind: 'folder', folder: cluster.folder } })
    const { run } = compute
    let runs = 0
    compute.run = (...parameters) => {
      runs++
      return run.apply(compute, parameters)
    }
    await cluster.node('a', { compute })
    const queue = new Queue(QUEUE, { connection: cluster.redis.client, prefix: KEY_PREFIX })
    const mark = join(cluster.folder, 'go-on')
    const { id, outcome, stages } = cluster.run(driver, `wait:${mark}`)
    await until(() => stages.length > 0, 'the job to run')
    const [active] = await queue.getActive()
    const { attempt } = simulationOf(String(active?.id))
    await writeFile(mark, '')
    t.equal(resultOf(await outcome).attempt, attempt)
    driver.forget(id)
    await until(async () => (await queue.getCompletedCount()) === 0, 'the job to go')

    const again = await queue.add('simulation', active?.data, { jobId: jobId(id, attempt) })
    await until(async () => (await queue.getCompletedCount()) === 1, 'it to end')
    const ended = await queue.getJob(String(again.id))
    t.match(unseal(SECRET, 'outcome', ended?.returnvalue), { attempt, outcome: { kind: 'handed_back' } })
    t.equal(runs, 1)
    t.match(await cluster.run(driver, '').outcome, { kind: 'completed' }, 'others go on')
  })

  t.test('a job that Redis forgot is done is tried under another name', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    const { outcome, stages } = cluster.run(driver, 'hold')
    await until(() => stages.length > 0, 'the job to run')
    const queue = new Queue(QUEUE, { connection: cluster.redis.client, prefix: KEY_PREFIX })
    const [active] = await queue.getActive()
    const id = String(active?.id)
    const { client } = cluster.redis
    // Back to where it was before a node took it.
    await client
      .multi()
      .lrem(queue.toKey('active'), 0, id)
      .del(`${queue.toKey(id)}:lock`)
      .rpush(queue.toKey('wait'), id)
      .exec()
    const isAnother = async () => (await queue.getActive()).some((job) => job.id !== id)
    await until(isAnother, 'another attempt to run')
    void outcome
  })

  t.test('attempts are remembered until their jobs expire, and only so many', (t) => {
    const begun = new BegunAttempts(3)
    t.ok(begun.add('a', 10, 0))
    t.notOk(begun.add('a', 10, 10))
    t.ok(begun.add('a', 30, 11), 'a job of that age is refused before')
    for (const attempt of ['b', 'c', 'd']) t.ok(begun.add(attempt, 30, 12))
    t.ok(begun.add('a', 30, 13), 'the oldest was forgotten')
    t.notOk(begun.add('d', 30, 13))
    t.end()
  })

  t.test('nodes that come and go are announced, whoever looks first', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver({ lookMs: 60_000 })
    let announced = 0
    driver.onCapacity(() => announced++)
    const node = await cluster.node('a')
    await driver.snapshot()
    t.equal(announced, 1)
    await node.stop()
    await until(async () => (await driver.snapshot()).nodes.length === 0, 'the node to be gone')
    t.equal(announced, 2)
  })

  t.test('how long the oldest job waits, and for how long there is no node, in seconds', async (t) => {
    const cluster = await Cluster.open(t)
    const startMs = performance.now()
    const driver = await cluster.driver()
    const node = await cluster.node('a')
    await until(() => driver.capacity !== undefined, 'the node to be seen')
    await driver.setDrained('a', true)
    const queue = new Queue(QUEUE, { connection: cluster.redis.client, prefix: KEY_PREFIX })
    // The node may have asked for one before it was drained.
    for (const agoMs of [60_000, 60_000, 0]) {
      await queue.add('simulation', 'x', { timestamp: Date.now() - agoMs })
    }
    const [load] = (await driver.snapshot()).queues
    t.ok((load?.waiting ?? 0) >= 2)
    t.ok((load?.oldest_s ?? 0) >= 60, 'the first counts, not the second')
    await node.stop()
    await until(() => driver.unavailableS > 0, 'the node to be missed')
    t.ok(driver.unavailableS < (performance.now() - startMs) / 1000, `${driver.unavailableS} s`)
  })

  t.test('jobs that fit a node only one at a time run one after the other', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    let held = 0
    await cluster.node('a', {
      ground: {
        acquire: async () => {
          held++
          return { terrain: noGround, release: async () => void held-- }
        },
        checkAccess: async () => {},
        verify: async () => {},
        close: async () => {},
      },
    })
    await until(() => driver.capacity !== undefined, 'the node to be seen')
    const bytes = 0.5 * MEMORY_BYTES
    const names = ['', 'fail:tx_below_ground', 'crash', '', 'hold', '']
    const jobs = names.map((name) => cluster.run(driver, name, bytes))
    const endless = jobs[names.indexOf('hold')]
    const kinds = jobs.map(async ({ outcome }) => (await outcome).kind)
    await until(() => endless.stages.length > 0, 'the job to run')
    endless.cancel()
    t.same(await Promise.all(kinds), ['completed', 'failed', 'died', 'completed', 'cancelled', 'completed'])
    t.equal(held, 0, 'no terrain is held for them any more')
  })

  t.test('a drained node takes no more, until it is resumed', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    await until(() => driver.capacity !== undefined, 'the node to be seen')
    await driver.setDrained('a', true)
    t.equal(driver.capacity, undefined)
    t.match(await driver.snapshot(), { nodes: [{ name: 'a', slots: 4, active: 0, drained: true }] })
    t.equal(await driver.setDrained('nobody', true), false)
    const waiting = cluster.run(driver, '')
    await pause(200)
    t.same(waiting.stages, [])
    await driver.setDrained('a', false)
    t.match(await waiting.outcome, { kind: 'completed' })
  })

  t.test('a node whose connection is cut when it is drained finds out', async (t) => {
    const cluster = await Cluster.open(t)
    await cluster.driver()
    const messages: string[] = []
    const note = (_fields: object, message: string) => messages.push(message)
    await cluster.node('a', { logger: { info: note, warn: note, error: note } })
    const redis = openRedis(cluster.redis.url)
    // Without the message that follows.
    await redis.sadd(drainedKey, 'a')
    await until(() => messages.includes('compute node drained'), 'the node to stop')
    await redis.srem(drainedKey, 'a')
    await until(() => messages.includes('compute node resumed'), 'the node to go on')
    redis.disconnect()
  })

  t.test('a node finds out while it runs that the API node has another secret', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const reasons: unknown[] = []
    await cluster.node('a', { accessMs: 50, onUseless: (reason) => reasons.push(reason) })
    await until(() => driver.capacity !== undefined, 'the node to be seen')
    await driver.stop()
    await greet(cluster.redis.client, 'a secret that is another one', { storeMark: '' })
    await until(() => reasons.length > 0, 'the node to find out')
    t.match(reasons[0], { message: 'QUEUE_SECRET differs from that of the API node.' })
  })

  t.test('while a node pauses, what waits in its queue goes to nodes of others', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const compute = fakeCompute()
    const { run } = compute
    compute.run = (job, ...rest) =>
      run.call(compute, { ...job, job: madeJob({ name: 'fail:storage_unavailable' }) }, ...rest)
    await cluster.node('faulty', { compute, memoryBytes: 2 * MEMORY_BYTES, pauseMs: 60_000 })
    const first = cluster.run(driver, '')
    await until(async () => (await driver.snapshot()).nodes[0]?.paused === true, 'the pause to be announced')
    t.equal(driver.capacity, undefined)
    await cluster.node('b')
    t.match(await first.outcome, { kind: 'completed', result: { node: { name: 'b' } } })
    t.equal(driver.capacity?.slots, 2, 'those of the other one')
  })
})
