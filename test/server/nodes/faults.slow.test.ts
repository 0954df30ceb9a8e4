/** Nodes that are set up wrongly or fail, and a Redis that stands still or holds what nobody of the service put there. */

import { setTimeout as pause } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { test } from 'tap'
import { markOf, requireMark } from '../../../server/nodes/handshake.ts'
import { cancelKey, jobId, KEY_PREFIX, queueName, queuesKey } from '../../../server/nodes/protocol.ts'
import { openMarks } from '../../../storage/objects/open.ts'
import { Cluster, MEBIBYTE, MEMORY_BYTES, QUEUE } from '../../helpers/cluster.ts'
import { fakeCompute, until } from '../../helpers/compute.ts'
import { madeJob } from '../../helpers/jobs.ts'
import { noRedis } from '../../helpers/redis.ts'

test('faults of nodes and of Redis', { skip: noRedis }, async (t) => {
  t.test('a node that is set up in another manner than the API node does not start', async (t) => {
    const cluster = await Cluster.open(t)
    const early = cluster.node('early')
    let isStarted = false
    void early.then(() => {
      isStarted = true
    })
    await pause(300)
    t.notOk(isStarted, 'it waits for an API node')
    await cluster.driver()
    await early
    await t.rejects(cluster.node('a', { secret: 'a secret that is another one' }), {
      message: 'QUEUE_SECRET differs from that of the API node.',
    })
    const elsewhere = { kind: 'folder', folder: t.testdir() } as const
    await t.rejects(cluster.node('a', { marks: await openMarks(elsewhere) }), {
      message: 'RASTER_STORE differs from that of the API node.',
    })
  })

  t.test('an empty folder in the place of the store is a store that is away', async (t) => {
    const store = await openMarks({ kind: 'folder', folder: t.testdir() })
    const mark = await markOf(store)
    t.equal(await markOf(store), mark)
    await requireMark(store, mark)
    await store.remove('store')
    await t.rejects(requireMark(store, mark), { code: 'store_unavailable' })
  })

  t.test('what is not in the store of the API node is no result, and computed once more', async (t) => {
    const cluster = await Cluster.open(t)
    let asked = 0
    const driver = await cluster.driver({ isStored: async () => asked++ > 0 })
    await cluster.node('a')
    const { id, outcome } = cluster.run(driver, '')
    const ended = await outcome
    t.match(ended, { kind: 'completed' })
    t.equal((await cluster.rasters()).length, 2)
    driver.forget(id)
  })

  t.test('a store that can not be asked is asked again', async (t) => {
    const cluster = await Cluster.open(t)
    let asked = 0
    const driver = await cluster.driver({
      isStored: async () => {
        if (asked++ === 0) throw new Error('The store is away.')
        return true
      },
    })
    await cluster.node('a')
    t.match(await cluster.run(driver, '').outcome, { kind: 'completed' })
    t.equal(asked, 2)
  })

  t.test(
    'a job that a node can not store is ended by another one, and the node takes none for a while',
    async (t) => {
      const cluster = await Cluster.open(t)
      const driver = await cluster.driver()
      const faulty = fakeCompute()
      const { run } = faulty
      let runs = 0
      faulty.run = (job, onProgress, signal) => {
        runs++
        return run.call(
          faulty,
          { ...job, job: madeJob({ name: 'fail:storage_unavailable' }) },
          onProgress,
          signal,
        )
      }
      await cluster.node('faulty', { compute: faulty, pauseMs: 60_000 })
      const first = cluster.run(driver, '')
      await until(() => runs === 1, 'the faulty one to take it')
      await cluster.node('b')
      t.match(await first.outcome, { kind: 'completed', result: { node: { name: 'b' } } })
      for (let i = 0; i < 5; i++) {
        t.match(await cluster.run(driver, '').outcome, { kind: 'completed', result: { node: { name: 'b' } } })
      }
      t.equal(runs, 1)
    },
  )

  t.test('after its pause it takes jobs again', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const compute = fakeCompute({ store: { kind: 'folder', folder: cluster.folder } })
    const { run } = compute
    let runs = 0
    compute.run = (job, onProgress, signal) => {
      const name = runs++ < 2 ? 'fail:storage_unavailable' : ''
      return run.call(compute, { ...job, job: madeJob({ name }) }, onProgress, signal)
    }
    await cluster.node('a', { compute, pauseMs: 50 })
    t.match(await cluster.run(driver, '').outcome, { kind: 'completed' })
    t.equal(runs, 3)
  })

  t.test('a job whose node is gone waits for its memory in no slot', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    const large = await cluster.node('large', { memoryBytes: 4 * MEMORY_BYTES })
    await cluster.node('small')
    await until(() => driver.capacity?.slots === 4, 'both to be seen')
    const job = cluster.run(driver, 'hold', 2 * MEMORY_BYTES)
    await until(() => job.stages.length > 0, 'it to run')
    await large.stop()
    t.same(await job.outcome, { kind: 'unplaced' })
    const { largestBytes = 0, largestNowBytes = 0 } = driver.capacity ?? {}
    t.ok(largestBytes > 2 * MEMORY_BYTES, 'it may come back')
    t.ok(largestNowBytes < MEMORY_BYTES)
    t.match(await cluster.run(driver, '').outcome, { kind: 'completed' })
  })

  t.test('nodes of the same name are two', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('twin')
    await cluster.node('twin')
    await until(() => driver.capacity?.slots === 4, 'both to be seen')
    t.match((await driver.snapshot()).nodes, [{ name: 'twin' }, { name: 'twin' }])
  })

  t.test('a pause of Redis that is longer than its locks is no death of nodes', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    const running = Array.from({ length: 4 }, () => cluster.run(driver, 'hold'))
    await until(() => running.every(({ stages }) => stages.length > 0), 'all to run')
    cluster.redis.process.kill('SIGSTOP')
    await pause(1000)
    await t.rejects(driver.snapshot(), { message: 'Redis did not answer within 1 s' })
    t.ok(driver.isFailing)
    cluster.redis.process.kill('SIGCONT')
    await until(() => !driver.isFailing, 'Redis to be back')
    await pause(1500)
    for (const { cancel, outcome } of running) {
      cancel()
      t.same(await outcome, { kind: 'cancelled' }, 'none was given up')
    }
  })

  t.test('what is malformed or unsigned in Redis ends nothing', async (t) => {
    const cluster = await Cluster.open(t)
    const { client } = cluster.redis
    await client.sadd(queuesKey, QUEUE)
    const broken = `${KEY_PREFIX}:${QUEUE}:sim_broken-x`
    await client.hset(broken, { data: '{', opts: '{', timestamp: '1' })
    await client.zadd(`${KEY_PREFIX}:${QUEUE}:completed`, 1, 'sim_broken-x')
    cluster.pending.add('sim_broken')
    // Of another type than BullMQ's.
    await client.set(`${KEY_PREFIX}:${QUEUE}:sim_text-x`, 'x')
    await client.zadd(`${KEY_PREFIX}:${QUEUE}:failed`, 1, 'sim_text-x')
    cluster.pending.add('sim_text')
    const foreign = queueName({ engineVersion: '1.2.3', backend: 'cpu', memoryMib: 77 })
    await client.sadd(queuesKey, foreign)
    await client.set(`${KEY_PREFIX}:${foreign}:wait`, 'x')
    const driver = await cluster.driver()
    const compute = fakeCompute({ store: { kind: 'folder', folder: cluster.folder } })
    const { run } = compute
    // With each progress it looks for a cancellation.
    compute.run = async (job, onProgress, signal) => {
      const timer = setInterval(() => onProgress('computing', 0.5), 50)
      return run.call(compute, job, onProgress, signal).finally(() => clearInterval(timer))
    }
    await cluster.node('a', { compute })
    const events = `${KEY_PREFIX}:${QUEUE}:events`
    const job = cluster.run(driver, 'hold')
    await until(() => job.stages.length > 0, 'it to run')
    const queue = new Queue(QUEUE, { connection: client, prefix: KEY_PREFIX })
    const [active] = await queue.getActive()
    const attempt = String(active?.id).split('-')[1] ?? ''
    t.equal(active?.id, jobId(job.id, attempt))
    await client.set(cancelKey(attempt), '1')
    await client.xadd(events, '*', 'event', 'progress', 'jobId', String(active?.id), 'data', '{')
    t.match(await cluster.run(driver, 'slow', MEBIBYTE).outcome, { kind: 'completed' })
    await pause(1500)
    t.same(
      (await queue.getActive()).map(({ id }) => id),
      [active?.id],
      'it goes on in the same try',
    )
    const other = cluster.run(driver, 'hold')
    await until(() => other.stages.length > 0, 'progress to be announced again')
    for (const { cancel, outcome } of [job, other]) {
      cancel()
      t.same(await outcome, { kind: 'cancelled' })
    }
    t.match(await driver.snapshot(), { nodes: [{ name: 'a' }] })
  })
})
