/** What Redis may do to the queue: refuse, fill up, end, be someone else's. */

import { setTimeout as pause } from 'node:timers/promises'
import { Queue } from 'bullmq'
import { test } from 'tap'
import { KEY_PREFIX } from '../../../server/nodes/protocol.ts'
import { seal } from '../../../server/nodes/sealed.ts'
import { Cluster, QUEUE, SECRET } from '../../helpers/cluster.ts'
import { until } from '../../helpers/compute.ts'
import { noRedis } from '../../helpers/redis.ts'

test('Redis', { skip: noRedis }, async (t) => {
  t.test('that would lose jobs is refused', async (t) => {
    const evicting = await Cluster.open(t, ['--maxmemory-policy', 'allkeys-lru'])
    await t.rejects(evicting.driver(), { message: /maxmemory-policy must be noeviction, got allkeys-lru/ })
    await t.rejects(evicting.node('a'), { message: /must be noeviction/ })
    const forgetful = await Cluster.open(t, ['--appendonly', 'no'])
    await t.rejects(forgetful.driver(), { message: /loses its data after a restart/ })
    const saving = await Cluster.open(t, ['--appendonly', 'no', '--save', '60 1'])
    await saving.driver()
    await t.rejects(saving.driver({ url: saving.redis.url.replace(/:[^:@]+@/, ':wrong@') }), {
      message: /WRONGPASS/,
    })
  })

  t.test('that is full: the job waits until there is room', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    await until(() => driver.capacity !== undefined, 'the node to be seen')
    await cluster.redis.client.config('SET', 'maxmemory', '1mb')
    const waiting = cluster.run(driver, '')
    await pause(300)
    t.same(waiting.stages, [])
    await cluster.redis.client.config('SET', 'maxmemory', '0')
    t.match(await waiting.outcome, { kind: 'completed' })
  })

  t.test('that is killed and comes back: what ran goes on, what waits is begun', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    const running = Array.from({ length: 6 }, () => cluster.run(driver, 'slow'))
    await until(() => running.some(({ stages }) => stages.length > 0), 'a job to run')
    await cluster.redis.kill()
    await until(() => driver.isFailing, 'it to be noticed')
    await cluster.redis.start()
    for (const { outcome } of running) t.match(await outcome, { kind: 'completed' })
  })

  t.test('that is connected and says nothing is failing, until it speaks again', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver({ silentMs: 300 })
    await until(() => !driver.isFailing, 'it to be well')
    await cluster.redis.client.client('PAUSE', 1500)
    await until(() => driver.isFailing, 'its silence to be noticed')
    await until(() => !driver.isFailing, 'it to be well again')
  })

  t.test('in which a result is announced once more: it is of another try, which goes on', async (t) => {
    const cluster = await Cluster.open(t)
    const driver = await cluster.driver()
    await cluster.node('a')
    const first = cluster.run(driver, '')
    t.match(await first.outcome, { kind: 'completed' })
    const queue = new Queue(QUEUE, { connection: cluster.redis.client, prefix: KEY_PREFIX })
    const [ended] = await queue.getCompleted()
    driver.forget(first.id)
    const second = cluster.runAs(driver, first.id, 'hold')
    await until(() => second.stages.length > 0, 'the second try to run')
    const [active] = await queue.getActive()
    const say = (result: string) =>
      cluster.redis.client.xadd(
        `${KEY_PREFIX}:${QUEUE}:events`,
        '*',
        ...['event', 'completed', 'jobId', String(active?.id), 'prev', 'active'],
        ...['returnvalue', JSON.stringify(result)],
      )
    await say(ended?.returnvalue)
    await pause(300)
    second.cancel()
    t.same(await second.outcome, { kind: 'cancelled' })

    const other = cluster.run(driver, 'hold')
    await until(() => other.stages.length > 0, 'another job to run')
    await cluster.redis.client.publish(
      'coverage:cancel',
      seal('another secret, which nobody gave it', 'cancel', { attempt: 'x' }),
    )
    await cluster.redis.client.publish('coverage:cancel', seal(SECRET, 'job', { attempt: 'x' }))
    other.cancel()
    t.same(await other.outcome, { kind: 'cancelled' })
  })
})
