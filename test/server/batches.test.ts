import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { until } from '../helpers/compute.ts'
import { setUp } from '../helpers/dispatcher.ts'

// A batch has one slot of its account: its simulations run one after the other, in turn with what else there is.

const one = { slots: 1, smallSlots: 0, tinySlots: 0 }
const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

t.test('one of a batch runs at a time, in its order, whatever is free', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  let maximum = 0
  const ids = await service.startBatch(account, names('slow ', 4), 2)
  t.same(service.records.credits(account.id), { balance: 92, held: 8, used_this_month: 0 })
  const watching = setInterval(() => {
    maximum = Math.max(maximum, service.dispatcher.running)
  }, 2)
  t.teardown(() => clearInterval(watching))
  for (const id of ids) t.match(await service.final(id), { status: 'completed' })
  clearInterval(watching)
  t.equal(maximum, 1)
  t.same(service.given, names('slow ', 4))
  t.same(service.records.credits(account.id), { balance: 92, held: 0, used_this_month: 8 })
  t.equal(service.dispatcher.queued, 0)
})

t.test('single simulations of its account and of others take turns with it', async (t) => {
  const service = await setUp(t, { limits: { capacity: one } })
  const [account, other] = [await service.account(), await service.account()]
  const go = join(service.folder, 'go')
  const batch = await service.startBatch(account, [`wait:${go}`, ...names('batch ', 5)])
  await until(() => service.dispatcher.running === 1, 'the first')
  t.equal(service.dispatcher.queued, 5)
  const singles = [
    await service.start(account, 'single 0'),
    await service.start(account, 'single 1'),
    await service.start(other, 'other 0'),
    await service.start(other, 'other 1'),
  ]
  await writeFile(go, '')
  for (const id of [...batch, ...singles]) await service.final(id)
  const last = service.given.findLastIndex((name) => !name.startsWith('batch'))
  t.ok(last < service.given.length - 3, `they did not wait for the batch: ${service.given.join(', ')}`)
})

t.test('a batch counts as one simulation at once, and is refused beyond the limit', async (t) => {
  const service = await setUp(t, { limits: { capacity: one } })
  const account = await service.account()
  await service.startBatch(account, ['hold', 'next', 'last'])
  await service.startBatch(account, ['other'])
  await service.start(account, 'single')
  const refused = { outcome: 'concurrency_limit_exceeded', limit: 3, running: 3 }
  t.match(await service.submit(account, 'more'), refused)
  t.match(await service.submitBatch(account, ['more', 'and more']), refused)
  t.same(service.records.credits(account.id), { balance: 95, held: 5, used_this_month: 0 })
})

t.test('what waits in batches has a bound of its own', async (t) => {
  const service = await setUp(t, { limits: { capacity: one, waiting: 1, inBatches: 5 } })
  const account = await service.account('enterprise')
  const [first = ''] = await service.startBatch(account, names('hold ', 3))
  await until(() => service.records.simulation(first)?.stage === 'reading_terrain', 'it to run')
  t.match(await service.submitBatch(account, names('a', 4)), { outcome: 'overloaded' })
  t.equal((await service.submitBatch(account, names('b', 3))).outcome, 'accepted')
  t.match(await service.submitBatch(account, ['c']), { outcome: 'overloaded' })
  t.equal((await service.submit(account, 'single')).outcome, 'accepted', 'the queue is another')
  t.match(await service.submit(account, 'single'), { outcome: 'overloaded' })
  const poor = await service.account('pro', 2)
  t.match(await service.submitBatch(poor, names('d', 3)), {
    outcome: 'insufficient_credits',
    balance: 2,
    required: 3,
  })
  t.same(service.records.credits(poor.id), { balance: 2, held: 0, used_this_month: 0 })
})

t.test('deleted where it waits, is queued or runs: the others go on', async (t) => {
  const service = await setUp(t, { limits: { capacity: one } })
  const [account, other] = [await service.account(), await service.account()]
  const go = join(service.folder, 'go')
  const blocking = await service.start(other, `wait:${go}`)
  await until(() => service.dispatcher.running === 1, 'it to run')
  const ids = await service.startBatch(account, ['a', 'b', 'hold', 'd', 'e'])
  await until(() => service.dispatcher.queued === 5, 'the queue')
  t.equal(await service.dispatcher.remove(account, ids[0] as string), true, 'queued')
  t.equal(await service.dispatcher.remove(account, ids[3] as string), true, 'waits')
  t.equal(service.dispatcher.queued, 3)
  await writeFile(go, '')
  await service.final(blocking)
  await until(() => service.given.includes('hold'), 'it to run')
  t.equal(await service.dispatcher.remove(account, ids[2] as string), true, 'runs')
  t.match(await service.final(ids[4] as string), { status: 'completed' })
  t.same(service.given.slice(1), ['b', 'hold', 'e'])
  t.same(service.records.credits(account.id), { balance: 98, held: 0, used_this_month: 2 })
})

t.test('deleted while its ground is looked at', async (t) => {
  let goOn = () => {}
  const looking = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const service = await setUp(t, {
    survey: async () => {
      await looking
      return undefined
    },
  })
  const account = await service.account()
  const [first = '', second = ''] = await service.startBatch(account, ['a', 'b'])
  t.equal(await service.dispatcher.remove(account, first), true)
  goOn()
  t.match(await service.final(second), { status: 'completed' })
  t.same(service.given, ['b'])
})

t.test('with its account all of it goes', async (t) => {
  const service = await setUp(t, { limits: { capacity: one } })
  const [account, other] = [await service.account(), await service.account()]
  const go = join(service.folder, 'go')
  await service.start(other, `wait:${go}`)
  await service.startBatch(account, names('x', 50))
  await service.records.deleteAccount(account.id)
  await writeFile(go, '')
  await until(() => service.dispatcher.queued + service.dispatcher.running === 0, 'the end')
  t.same(service.given.slice(1), [])
})

t.test('one whose process dies twice fails alone, and the next one runs', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const ids = await service.startBatch(account, ['crash-once slow', 'crash', 'fail:out_of_memory', 'last'])
  const statuses: unknown[] = []
  for (const id of ids) statuses.push((await service.final(id))?.status)
  t.same(statuses, ['completed', 'failed', 'failed', 'completed'])
  t.same(service.given, [
    'crash-once slow',
    'crash-once slow',
    'crash',
    'crash',
    'fail:out_of_memory',
    'last',
  ])
  t.same(service.records.credits(account.id), { balance: 98, held: 0, used_this_month: 2 })
})

t.test('after a restart it goes on where it was, still one at a time', async (t) => {
  const folder = t.testdir()
  const first = await setUp(t, { folder, limits: { capacity: one } })
  const account = await first.account()
  const go = join(folder, 'go')
  const ids = await first.startBatch(account, ['a', `wait:${go}`, ...names('c', 5)])
  await until(() => first.given.length === 2, 'the second')
  await first.stop()
  const second = await setUp(t, { folder })
  await until(() => second.dispatcher.running === 1, 'it to run')
  t.equal(second.dispatcher.queued, 5)
  const pending = ids.slice(1).map((id) => second.records.simulation(id))
  const seconds = pending.map((one) => (one ? second.dispatcher.secondsLeft(one) : 0))
  t.ok(Number(seconds.at(-1)) > Number(seconds[1]), `the last one is later: ${seconds}`)
  await writeFile(go, '')
  for (const id of ids) t.match(await second.final(id), { status: 'completed' })
  t.same(second.given, [`wait:${go}`, ...names('c', 5)])
  t.same(second.records.credits(account.id), { balance: 93, held: 0, used_this_month: 7 })
})
