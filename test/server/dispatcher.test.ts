import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { until } from '../helpers/compute.ts'
import { setUp } from '../helpers/dispatcher.ts'
import { madeQuote, quotedJob } from '../helpers/jobs.ts'

/** So many jobs at a time, whatever they are. */
const one = { slots: 1, smallSlots: 0, tinySlots: 0 }
const two = { slots: 2, smallSlots: 0, tinySlots: 0 }

t.test('a simulation is held, run and captured', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const outcome = await service.submit(account, 'slow', 7)
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome)
  t.match(outcome.simulation, { status: 'pending', stage: 'queued', progress: 0, credits_charged: 7 })
  const { id } = outcome.simulation
  t.same(service.records.credits(account.id), { balance: 93, held: 7, used_this_month: 0 })
  t.equal(service.dispatcher.running, 1)
  t.equal(service.dispatcher.secondsLeft(outcome.simulation), 1)
  await until(() => service.records.simulation(id)?.stage === 'computing', 'progress')
  const record = await service.final(id)
  t.match(record, { status: 'completed', engine: { backend: 'fake' }, credits_charged: 7, started_at: /Z$/ })
  t.same(service.records.credits(account.id), { balance: 93, held: 0, used_this_month: 7 })
  t.ok(existsSync(join(service.rasterDirectory, `${id}.tif`)))
})

t.test('a job that fails reports its error and is refunded', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const id = await service.start(account, 'fail:terrain_unavailable', 9)
  t.match(await service.final(id), {
    status: 'failed',
    error: { code: 'terrain_unavailable', detail: 'Asked to fail.' },
    credits_charged: 0,
  })
  t.same(service.records.credits(account.id), { balance: 100, held: 0, used_this_month: 0 })
})

t.test('a job whose process died is retried once, and its progress never falls', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const id = await service.start(account, 'crash-once slow', 5)
  const reported: number[] = []
  await until(() => {
    const simulation = service.records.simulation(id)
    if (simulation?.status === 'pending') reported.push(simulation.progress)
    return simulation?.status !== 'pending'
  }, 'the second try')
  t.match(service.records.simulation(id), { status: 'completed', credits_charged: 5 })
  t.same(service.given, ['crash-once slow', 'crash-once slow'])
  t.same(
    reported,
    [...reported].sort((a, b) => a - b),
  )
  t.same(service.records.credits(account.id), { balance: 95, held: 0, used_this_month: 5 })
  const files = await readdir(service.rasterDirectory)
  t.same(
    files.filter((name) => name.endsWith('.part')),
    [],
    'nothing half written stays',
  )
})

t.test('a job whose process died twice fails and is refunded, and no other job fails with it', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const go = join(service.folder, 'go')
  const given = (name: string) => service.given.filter((other) => other === name).length
  const bystander = await service.start(account, `wait:${go}`, 3)
  const id = await service.start(account, 'crash', 5)
  const later = await service.start(account, 'slow later', 1)
  await until(() => given(`wait:${go}`) === 2, 'what ran beside it to be tried again')
  await writeFile(go, '')
  t.match(await service.final(id), {
    status: 'failed',
    error: { code: 'internal_error' },
    credits_charged: 0,
  })
  t.match(await service.final(bystander), { status: 'completed' })
  t.match(await service.final(later), { status: 'completed' })
  t.equal(given('crash'), 2)
  t.equal(given(`wait:${go}`), 2)
  t.same(service.records.credits(account.id), { balance: 96, held: 0, used_this_month: 4 })
  await until(
    async () => !(await readdir(service.rasterDirectory)).some((name) => name.startsWith(id)),
    'its files to be gone',
  )
})

t.test('deleting a running job refunds at once and frees its slot when it has stopped', async (t) => {
  const service = await setUp(t, { limits: { capacity: two } })
  const account = await service.account()
  const ids = [await service.start(account, 'hold'), await service.start(account, 'hold')]
  const queued = await service.start(account, 'hold')
  t.match(await service.submit(account, 'more'), {
    outcome: 'concurrency_limit_exceeded',
    limit: 3,
    running: 3,
    retryAfterS: 1,
  })

  const stranger = await service.account()
  t.equal(await service.dispatcher.remove(stranger, queued), false)
  t.equal(await service.dispatcher.remove(account, queued), true)
  t.equal(await service.dispatcher.remove(account, queued), false)
  t.equal(service.dispatcher.queued, 0)

  const [first = ''] = ids
  await writeFile(join(service.workFolder, `${first}.min_height.tif.part`), '')
  // All in one iteration of the event loop: the computation can't have stopped in between.
  const removing = service.dispatcher.remove(account, first)
  t.equal(service.records.credits(account.id).held, 1, 'refunded at once')
  const next = service.start(account, 'hold')
  const more = service.submit(account, 'more')
  t.equal(await removing, true)
  t.equal(service.records.simulation(first), undefined)
  await next
  t.match(
    await more,
    { outcome: 'concurrency_limit_exceeded', running: 3 },
    'it still stops: its slot is taken',
  )
  await until(async () => (await readdir(service.workFolder)).length === 0, 'its files to be gone')
  const accepted = async () => (await service.submit(account, 'hold')).outcome === 'accepted'
  await until(accepted, 'its slot to be free')
  t.equal(service.records.credits(account.id).balance, 97)
})

t.test('jobs started and deleted in a loop are not computed', async (t) => {
  const service = await setUp(t, { limits: { capacity: one }, compute: { cancelGraceMs: 30_000 } })
  const account = await service.account()
  const go = join(service.folder, 'go')
  const first = await service.start(account, `stubborn wait:${go}`)
  await until(() => service.records.simulation(first)?.stage === 'reading_terrain', 'it to run')
  t.equal(await service.dispatcher.remove(account, first), true)
  for (let iteration = 0; iteration < 20; iteration++) {
    const id = await service.start(account, 'never')
    t.equal(await service.dispatcher.remove(account, id), true)
  }
  await writeFile(go, '')
  await until(() => service.dispatcher.running === 0, 'the end of the first')
  await service.final(await service.start(account, 'last'))
  t.same(service.given.slice(1), ['last'], 'none of those that were deleted in the queue')
  t.same(service.records.credits(account.id), { balance: 99, held: 0, used_this_month: 1 })
})

t.test('a job that takes far too long fails and is refunded, and the next one runs', async (t) => {
  for (const name of ['hold', 'stubborn']) {
    const expected: number[] = []
    const timeMs = (expectedS: number) => {
      expected.push(expectedS)
      return expected.length === 1 ? 100 : 10_000
    }
    const service = await setUp(t, { limits: { capacity: one, timeMs } })
    const account = await service.account()
    const id = await service.start(account, name, 5)
    const next = await service.start(account, 'next')
    t.match(await service.final(id), {
      status: 'failed',
      error: { code: 'time_limit_exceeded', detail: /refunded/ },
      credits_charged: 0,
    })
    t.match(await service.final(next), { status: 'completed' })
    t.same(service.given, [name, 'next'], 'it is not tried again')
    t.ok(Math.abs((expected[0] ?? 0) - 0.5) < 0.01, 'the limit follows from the estimate')
    t.same(service.records.credits(account.id), { balance: 99, held: 0, used_this_month: 1 })
    await service.stop()
  }
})

t.test('small jobs overtake one whose process died, and are not blamed for it', async (t) => {
  const service = await setUp(t)
  const account = await service.account('enterprise')
  const guilty = await service.start(account, 'crash')
  const ids: string[] = []
  for (let count = 0; count < 4; count++) ids.push(await service.start(account, `slow ${count}`))
  for (const id of ids) t.match(await service.final(id), { status: 'completed' })
  t.match(await service.final(guilty), { status: 'failed', error: { code: 'internal_error' } })
  t.same(service.records.credits(account.id), { balance: 96, held: 0, used_this_month: 4 })
})

t.test('a job during which the device hung is retried once', async (t) => {
  const service = await setUp(t, { compute: { stallMs: 200, watchdogMs: 50 } })
  const account = await service.account()
  t.match(await service.final(await service.start(account, 'stall-once')), { status: 'completed' })
  t.same(service.given, ['stall-once', 'stall-once'])
})

t.test('deleting a completed simulation deletes its files', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const id = await service.start(account, 'quick')
  const other = await service.start(account, 'quick')
  await service.final(id)
  await service.final(other)
  const products = join(service.rasterDirectory, `${id}.products`)
  await mkdir(products)
  await writeFile(join(products, 'a.png'), '')
  t.equal(await service.dispatcher.remove(account, id), true)
  // The folder of products is emptied in the background.
  await until(async () => (await readdir(service.rasterDirectory)).length === 1, 'its products to be gone')
  t.same(await readdir(service.rasterDirectory), [`${other}.tif`])
})

t.test('of twenty jobs at once exactly three are accepted', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => service.submit(account, 'hold')))
  t.equal(outcomes.filter(({ outcome }) => outcome === 'accepted').length, 3)
  t.equal(outcomes.filter(({ outcome }) => outcome === 'concurrency_limit_exceeded').length, 17)
  t.same(service.records.credits(account.id), { balance: 97, held: 3, used_this_month: 0 })
})

t.test('checks come in the order concurrency, credits, limit, queue', async (t) => {
  const service = await setUp(t, { limits: { capacity: one, waiting: 2 } })
  const account = await service.account()
  for (let iteration = 0; iteration < 3; iteration++) await service.start(account, 'hold')
  t.equal(service.dispatcher.queued, 2)
  t.match(await service.submit(account, 'x', 1000), { outcome: 'concurrency_limit_exceeded' })
  const poor = await service.account('pro', 5)
  t.match(await service.submit(poor, 'x', 6), { outcome: 'insufficient_credits', balance: 5, required: 6 })
  const limited = await service.records.createAccount({ name: 'l', plan: 'pro', credits: 100, limit: 10 })
  t.match(await service.submit(limited, 'x', 11), { outcome: 'credit_limit_reached', limit: 10 })
  t.match(await service.submit(limited, 'x', 10), { outcome: 'overloaded', retryAfterS: 1 })
  t.same(service.records.credits(limited.id), { balance: 100, held: 0, used_this_month: 0 })
})

t.test('accounts share the device fairly', async (t) => {
  const service = await setUp(t, { limits: { capacity: one } })
  const go = join(service.folder, 'go')
  const [a, b, c] = [await service.account('enterprise'), await service.account(), await service.account()]
  const ids = [await service.start(a, `wait:${go}`)]
  for (const name of ['a1', 'a2', 'a3']) ids.push(await service.start(a, name))
  for (const name of ['b1', 'b2']) ids.push(await service.start(b, name))
  ids.push(await service.start(c, 'c1'))
  await writeFile(go, '')
  for (const id of ids) await service.final(id)
  t.same(service.given.slice(1), ['b1', 'c1', 'a1', 'b2', 'a2', 'a3'])
})

t.test('pending simulations run again under their ids after a restart', async (t) => {
  const first = await setUp(t)
  const account = await first.account()
  const go = join(first.folder, 'go')
  const ids = [
    await first.start(account, `wait:${go}`),
    await first.start(account, 'hold', 2),
    await first.start(account, `wait:${go}`),
  ]
  const [, removed = ''] = ids
  await first.stop()
  t.match(await first.submit(account, 'late'), { outcome: 'shutting_down' })

  await writeFile(join(first.rasterDirectory, 'sim_gone.tif'), '')
  await writeFile(join(first.rasterDirectory, 'notes.txt'), '')
  await writeFile(join(first.workFolder, `${removed}.tif.part`), '')
  const second = await setUp(t, { folder: first.folder })
  t.same(await readdir(second.workFolder), [], 'leftovers are gone')
  const names = () => readdir(second.rasterDirectory)
  await until(
    async () => (await names()).every((name) => name === 'notes.txt'),
    'what belongs to no record to be gone',
  )
  t.equal(second.records.pendingSimulations().length, 3)
  t.equal(await second.dispatcher.remove(account, removed), true)
  await writeFile(go, '')
  for (const id of [ids[0], ids[2]]) t.match(await second.final(id ?? ''), { status: 'completed' })
  t.same(second.records.credits(account.id), { balance: 98, held: 0, used_this_month: 2 })
})

t.test('stopping waits for jobs that are about to end', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const id = await service.start(account, 'slow')
  await service.dispatcher.stop(9000)
  t.match(service.records.simulation(id), { status: 'completed' })
})

t.test('stopping does not wait for compute nodes', async (t) => {
  const service = await setUp(t, { isDistributed: true })
  const account = await service.account()
  const id = await service.start(account, 'hold')
  await until(() => service.records.simulation(id)?.stage === 'reading_terrain', 'it to run')
  await service.dispatcher.stop(3_600_000)
  t.match(service.records.simulation(id), { status: 'pending' }, 'the next process takes its result')
})

t.test('an account deleted during a simulation leaves no files', async (t) => {
  const service = await setUp(t)
  const account = await service.account()
  const go = join(service.folder, 'go')
  await service.start(account, `wait:${go}`)
  await service.records.deleteAccount(account.id)
  await writeFile(go, '')
  await until(() => service.dispatcher.running === 0, 'the end')
  await until(async () => (await readdir(service.rasterDirectory)).length === 0, 'its files to be gone')
})

t.test('estimates follow the measured times', async (t) => {
  const service = await setUp(t, { limits: { capacity: one } })
  // 35 million posts of 30 m in the circle, at 0.1 microseconds.
  t.equal(
    service.dispatcher.estimateSeconds(madeQuote({ tx_lat: 0, max_range: 100, resolution: 60 })).toFixed(1),
    '4.0',
  )
  const account = await service.account()
  const submit = (name: string) =>
    service.dispatcher.submit(account, quotedJob({ name, tx_lat: 0, max_range: 100 }))
  const left: number[] = []
  for (const name of ['hold', 'hold', 'hold']) {
    const outcome = await submit(name)
    if (outcome.outcome === 'accepted') left.push(service.dispatcher.secondsLeft(outcome.simulation))
  }
  // 34.9 million cells, 4 s each, one after the other; the first may have reported its first tenth.
  t.ok((left[0] ?? 0) <= 4 && (left[1] ?? 0) >= 8 && (left[2] ?? 0) >= 12 && (left[2] ?? 0) <= 13, `${left}`)
})

t.test('a job is not blamed when its process is ended because of another', async (t) => {
  const service = await setUp(t, { compute: { cancelGraceMs: 100 } })
  const account = await service.account('enterprise')
  const go = join(service.folder, 'go')
  const innocent = await service.start(account, `wait:${go}`)
  for (let iteration = 0; iteration < 3; iteration++) {
    const stubborn = await service.start(account, 'stubborn')
    await until(() => service.records.simulation(stubborn)?.stage === 'reading_terrain', 'it to run')
    await until(() => service.records.simulation(innocent)?.stage === 'reading_terrain', 'the other to run')
    await service.dispatcher.remove(account, stubborn)
    await until(
      () => service.given.filter((name) => name.startsWith('wait')).length === iteration + 2,
      'another try',
    )
  }
  await writeFile(go, '')
  t.match(await service.final(innocent), { status: 'completed', credits_charged: 1 })
})

t.test('after ten cancellations in an hour the next simulations wait behind all others', async (t) => {
  let hours = 0
  const service = await setUp(t, { limits: { capacity: one }, now: () => hours * 3_600_000 })
  const { records, dispatcher } = service
  const [account, other] = [await service.account('enterprise'), await service.account('enterprise')]
  const cancel = async (times: number) => {
    for (let n = 0; n < times; n++)
      await dispatcher.remove(account, await service.start(account, 'cancelled'))
  }
  /** The order in which simulations of both run, the account's first in the queue. */
  const order = async () => {
    service.given.length = 0
    const held = await service.start(other, 'hold')
    // What was cancelled before may still be stopping.
    await until(() => service.given.includes('hold'), 'it to run')
    const names = ['mine', 'theirs 1', 'theirs 2']
    const ids: string[] = []
    for (const name of names) ids.push(await service.start(name === 'mine' ? account : other, name))
    service.given.length = 0
    await dispatcher.remove(other, held)
    for (const id of ids) await service.final(id)
    return service.given.join()
  }
  const holding = await service.start(other, 'hold')
  await cancel(9)
  await dispatcher.remove(other, holding)
  t.equal(await order(), 'mine,theirs 1,theirs 2', 'nine are few')
  hours = 0.5
  await cancel(1)
  t.equal(await order(), 'theirs 1,theirs 2,mine')
  hours = 0.99
  t.equal(await order(), 'theirs 1,theirs 2,mine')
  hours = 1
  t.equal(await order(), 'mine,theirs 1,theirs 2', 'nine of them were an hour ago')
  t.equal(records.credits(account.id).held, 0)
})

t.test('members that still wait in their batch are no cancellations', async (t) => {
  const service = await setUp(t, { limits: { capacity: one }, now: () => 0 })
  const [account, other] = [await service.account(), await service.account()]
  const held = await service.start(other, 'hold')
  const [, ...waiting] = await service.startBatch(
    account,
    Array.from({ length: 12 }, (_, n) => `batch ${n}`),
  )
  for (const id of waiting) await service.dispatcher.remove(account, id)
  const mine = await service.start(account, 'mine')
  const theirs = await service.start(other, 'theirs')
  service.given.length = 0
  await service.dispatcher.remove(other, held)
  for (const id of [mine, theirs]) await service.final(id)
  t.ok(service.given.indexOf('mine') < service.given.indexOf('theirs'), service.given.join())
})
