import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { until } from '../helpers/compute.ts'
import { setUp } from '../helpers/dispatcher.ts'

t.test('a job that needs more memory than expected waits for it, or fails if there is no more', async (t) => {
  const mebibyte = 2 ** 20
  const service = await setUp(t, { limits: { capacity: { memoryBytes: 1024 * mebibyte } } })
  const account = await service.account()
  const go = join(service.folder, 'go')
  const first = await service.start(account, `needs:${700 * mebibyte} wait:${go}`)
  await until(() => service.dispatcher.memory.reservedBytes >= 700 * mebibyte, 'it to have its memory')
  const second = await service.start(account, `needs:${500 * mebibyte}`)
  const never = await service.start(account, `needs:${2000 * mebibyte}`)
  t.match(await service.final(never), {
    status: 'failed',
    error: { code: 'too_many_posts', detail: /1234 elevation posts/ },
    credits_charged: 0,
  })
  t.equal(service.records.simulation(second)?.status, 'pending', 'both do not fit')
  await writeFile(go, '')
  for (const id of [first, second]) t.match(await service.final(id), { status: 'completed' })
  t.equal(service.dispatcher.memory.reservedBytes, 0)
  t.same(service.records.credits(account.id), { balance: 98, held: 0, used_this_month: 2 })
})

t.test('after a restart with less memory, jobs that no longer fit fail and are refunded', async (t) => {
  const mebibyte = 2 ** 20
  const capacity = { memoryBytes: 1024 * mebibyte }
  const first = await setUp(t, { limits: { capacity } })
  const account = await first.account()
  const large = await first.start(account, `needs:${700 * mebibyte} hold`, 7)
  await first.stop()
  const second = await setUp(t, {
    folder: first.folder,
    limits: { capacity: { memoryBytes: 512 * mebibyte } },
  })
  const other = await second.account()
  t.match(await second.final(await second.start(other, `needs:${100 * mebibyte}`)), { status: 'completed' })
  t.match(await second.final(large), {
    status: 'failed',
    error: { code: 'too_many_posts' },
    credits_charged: 0,
  })
  t.same(second.records.credits(account.id), { balance: 100, held: 0, used_this_month: 0 })
})

t.test('a job whose deletion could not be stored continues', async (t) => {
  const service = await setUp(t, { limits: { capacity: { slots: 1, smallSlots: 0, tinySlots: 0 } } })
  const account = await service.account()
  const go = join(service.folder, 'go')
  const running = await service.start(account, `wait:${go}`)
  const queued = await service.start(account, 'quick')
  await until(() => service.records.simulation(running)?.stage === 'reading_terrain', 'it to run')
  const { records } = service
  const removeSimulation = records.removeSimulation.bind(records)
  records.removeSimulation = () => Promise.reject(new Error('the disk is full'))
  for (const id of [running, queued]) {
    await t.rejects(service.dispatcher.remove(account, id), { message: 'the disk is full' })
  }
  records.removeSimulation = removeSimulation
  await writeFile(go, '')
  for (const id of [running, queued]) t.match(await service.final(id), { status: 'completed' })
  t.same(service.records.credits(account.id), { balance: 98, held: 0, used_this_month: 2 })
})
