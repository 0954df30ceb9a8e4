/** What Redis may do to the queue: refuse, fill up, end, be someone else's. */

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import { Cluster, SECRET } from '../../helpers/cluster.ts'
import { until } from '../../helpers/compute.ts'
import { noRedis } from '../../helpers/redis.ts'
import { startServiceProcess } from '../../helpers/service-process.ts'

test('Redis', { skip: noRedis }, async (t) => {
  for (const [name, leave] of [
    ['stands still', ({ redis }: Cluster) => redis.process.kill('SIGSTOP')],
    ['was killed', ({ redis }: Cluster) => redis.kill()],
  ] as const) {
    t.test(`that ${name} delays no stop, of a node that computes or of the API node`, async (t) => {
      const cluster = await Cluster.open(t)
      const driver = await cluster.driver()
      const node = await cluster.node('a')
      const running = cluster.run(driver, 'hold')
      await until(() => running.stages.length > 0, 'the job to run')
      await leave(cluster)
      await node.stop()
      await driver.stop()
      t.match(await running.outcome, { kind: 'died' })
    })
  }

  t.test('that says nothing delays no stop of a service that starts', async (t) => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    t.teardown(() => silent.close())
    const connected = once(silent, 'connection')
    const { port } = silent.address() as AddressInfo
    const service = await startServiceProcess(t, {
      env: {
        QUEUE_URL: `redis://127.0.0.1:${port}`,
        QUEUE_SECRET: SECRET,
        RASTER_STORE: t.testdir(),
      },
    })
    let said = ''
    service.process.stderr?.on('data', (chunk) => {
      said += chunk
    })
    await connected
    // Less is left of the ten seconds after which the start gives up than of those that a stop may take.
    await pause(2000)
    t.equal(await service.stop(), 0)
    t.notMatch(said, /did not answer/)
  })
})
