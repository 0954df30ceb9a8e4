import t from 'tap'
import { busyMs, delayMs, pauseMs } from '../../server/webhooks/schedule.ts'
import type { Answer } from '../../server/webhooks/sender.ts'
import { down, ok, setUpSender } from '../helpers/sender.ts'

const hourMs = 3_600_000

t.test('what happens is sent at once, in its order, once', async (t) => {
  const { complete, hook, pass, records, sent } = await setUpSender(t)
  const webhook = await hook()
  const ids = [await complete(), await complete()]
  await records.removeSimulation(ids[0] ?? '')
  await pass(0)
  t.same(
    sent.map(({ type, subject }) => [type, subject]),
    [
      ['simulation.completed', ids[0]],
      ['simulation.completed', ids[1]],
      ['simulation.deleted', ids[0]],
    ],
  )
  await pass(100 * hourMs)
  t.equal(sent.length, 3)
  t.equal(records.owedCount(webhook.id), 0)
  t.match(records.deliveries(webhook.id)[0], { status: 'delivered', attempts: 1, last_try: { status: 204 } })
})

t.test('what fails holds up its own simulation and no other', async (t) => {
  const { complete, hook, pass, receiver, records, sent } = await setUpSender(t)
  await hook()
  const bad = await complete()
  await pass(0)
  sent.length = 0
  let failures = 3
  receiver.answer = ({ event }) =>
    'simulation' in event &&
    event.simulation.id === bad &&
    event.type === 'simulation.deleted' &&
    failures-- > 0
      ? { status: 500, error: null }
      : ok
  await records.removeSimulation(bad)
  await pass(0)
  const good = await complete()
  await records.removeSimulation(good)
  await pass(0)
  const shortly = () =>
    sent.map(({ type, subject }) => `${type.slice(11)} ${subject === bad ? 'bad' : 'good'}`)
  t.same(shortly(), ['deleted bad', 'completed good', 'deleted good'])
  await pass(hourMs)
  t.same(shortly().slice(3), ['deleted bad', 'deleted bad', 'deleted bad'])
  t.equal(new Set(sent.filter(({ subject }) => subject === bad).map(({ event }) => event)).size, 1)
})

t.test('an earlier event of a simulation is accepted before a later one is sent', async (t) => {
  const { complete, hook, pass, receiver, records, sent } = await setUpSender(t)
  await hook()
  receiver.answer = () => down
  const id = await complete()
  await records.removeSimulation(id)
  await pass(hourMs)
  t.same([...new Set(sent.map(({ type }) => type))], ['simulation.completed'])
  receiver.answer = () => ok
  sent.length = 0
  await pass(10 * hourMs)
  t.same(
    sent.map(({ type }) => type),
    ['simulation.completed', 'simulation.deleted'],
  )
})

t.test('a receiver that is down for two days gets all, in order, soon after it is back', async (t) => {
  const { clock, complete, hook, pass, receiver, records, sent } = await setUpSender(t)
  const webhook = await hook()
  receiver.answer = () => down
  const expected: string[] = []
  for (let hour = 0; hour < 48; hour++) {
    for (let count = 0; count < 4; count++) expected.push(await complete())
    await pass(hourMs)
  }
  const tries = sent.length
  t.ok(tries < 48 * 7, `${tries} tries: it is asked every ten minutes, whatever is owed`)
  t.equal(records.owedCount(webhook.id), expected.length)
  receiver.answer = () => ok
  sent.length = 0
  const backMs = clock.ms
  await pass(11 * 60_000)
  t.equal(records.owedCount(webhook.id), 0, 'within eleven minutes')
  t.ok(sent.every(({ atMs }) => atMs > backMs))
  t.same(new Set(sent.map(({ subject }) => subject)), new Set(expected))
  t.equal(sent.length, expected.length, 'each once')
  t.equal(records.webhook(webhook.id)?.disabled, null)
})

t.test('after three days it is switched off, and a test that succeeds switches it on', async (t) => {
  const { clock, complete, hook, pass, receiver, records, sender, sent, state } = await setUpSender(t)
  const webhook = await hook()
  const startMs = clock.ms
  receiver.answer = () => ({ status: 302, error: null })
  await complete()
  await pass(71 * hourMs)
  t.equal(records.webhook(webhook.id)?.disabled, null)
  const id = await complete()
  await pass(1.5 * hourMs)
  t.match(records.webhook(webhook.id)?.disabled, { reason: 'undelivered' })
  t.same(state.disabled, ['undelivered'])
  const first = sent.filter(({ subject }) => subject !== id)
  t.ok((first.at(-1)?.atMs ?? 0) >= startMs + 72 * hourMs, 'the last try is not before')
  t.ok(first.length > 12 && first.length < 25, `${first.length} tries`)
  sent.length = 0
  await complete()
  await pass(100 * hourMs)
  t.same(sent, [], 'nothing is sent any more')

  const wanted = async () => {
    await records.testWebhook(webhook.id)
    sender.look(webhook.id)
    await pass(0)
  }
  await wanted()
  t.match(records.deliveries(webhook.id)[0], {
    event: { type: 'webhook.test' },
    status: 'failed',
    attempts: 1,
  })
  t.ok(records.webhook(webhook.id)?.disabled)
  receiver.answer = () => ok
  await wanted()
  t.equal(records.webhook(webhook.id)?.disabled, null)
  t.same(
    sent.map(({ subject }) => subject),
    ['webhook.test', 'webhook.test', id],
    'what it owed follows',
  )
})

t.test('410 switches a webhook off at once', async (t) => {
  const { complete, hook, pass, receiver, records, sent } = await setUpSender(t)
  const webhook = await hook()
  const other = await hook()
  receiver.answer = ({ webhook_id }) => (webhook_id === webhook.id ? { status: 410, error: null } : ok)
  await complete()
  await complete()
  await pass(100 * hourMs)
  t.match(records.webhook(webhook.id)?.disabled, { reason: 'gone' })
  t.equal(sent.filter((one) => one.webhook === webhook.id).length, 1)
  t.equal(sent.filter((one) => one.webhook === other.id).length, 2)
  t.equal(records.webhook(other.id)?.disabled, null)
})

t.test('a receiver that asks for time gets it, but not more than eight hours', async (t) => {
  const { clock, complete, hook, pass, receiver, records, sent } = await setUpSender(t)
  const webhook = await hook()
  const busy = (retryAfterMs: number): Answer => ({ status: 429, error: null, retryAfterMs })
  receiver.answer = () => busy(2 * hourMs)
  await complete()
  await pass(0)
  const first = clock.ms
  await complete()
  await pass(3 * hourMs)
  t.same(
    sent.map(({ atMs }) => atMs - first),
    [0, 2 * hourMs],
    'nor anything else meanwhile',
  )
  receiver.answer = () => ok
  await pass(2 * hourMs)
  t.equal(records.owedCount(webhook.id), 0)
  const at = Date.parse('2026-01-01')
  t.equal(busyMs(429, '7', at), 7000)
  t.equal(busyMs(503, new Date(at + 60_000).toUTCString(), at), 60_000)
  t.equal(busyMs(503, new Date(0).toUTCString(), at), 0)
  t.equal(busyMs(503, '9'.repeat(400), at), 8 * hourMs)
  for (const header of ['soon', '', '-1', undefined]) t.equal(busyMs(503, header, at), undefined)
  t.equal(busyMs(500, '7', at), undefined)
})

t.test('a replay is sent at once, under the same id, and tried like any other', async (t) => {
  const { complete, hook, pass, receiver, records, sender, sent } = await setUpSender(t)
  const webhook = await hook()
  await complete()
  await pass(0)
  const [delivery] = records.deliveries(webhook.id)
  receiver.answer = () => down
  await records.replayDelivery(webhook.id, delivery?.id ?? '')
  sender.look(webhook.id)
  await pass(0)
  t.match(records.deliveries(webhook.id), [{ id: delivery?.id, status: 'pending', attempts: 1 }])
  receiver.answer = () => ok
  await pass(60_000)
  t.match(records.deliveries(webhook.id), [{ id: delivery?.id, status: 'delivered', attempts: 2 }])
  t.equal(new Set(sent.map(({ event }) => event)).size, 1)
  t.equal(sent.length, 3)
})

t.test('nothing is sent for an account that is closed, all when it is open again', async (t) => {
  const { complete, hook, pass, sender, sent, state } = await setUpSender(t)
  await hook()
  state.open = false
  await complete()
  await pass(hourMs)
  t.same(sent, [])
  state.open = true
  sender.lookAll()
  await pass(0)
  t.equal(sent.length, 1)
})

t.test('an outcome that cannot be stored is no reason to send at once', async (t) => {
  const { complete, disk, hook, pass, records, sender, sent, state } = await setUpSender(t)
  const webhook = await hook()
  await complete()
  await pass(0)
  const [delivery] = records.deliveries(webhook.id)
  await records.replayDelivery(webhook.id, delivery?.id ?? '')
  sent.length = 0
  disk.isFull = true
  sender.look(webhook.id)
  await pass(45_000)
  t.ok(sent.length > 0 && sent.length <= 2, `${sent.length} times`)
  t.equal(state.problems, sent.length)
  disk.isFull = false
  await pass(60_000)
  t.match(records.deliveries(webhook.id), [{ status: 'delivered' }])
})

t.test('an answer that comes during a stop is stored, and what waits is not tried', async (t) => {
  const { complete, hook, receiver, records, sender, sent } = await setUpSender(t)
  const hooks = await Promise.all(Array.from({ length: 6 }, () => hook()))
  const answers: (() => void)[] = []
  receiver.answer = () => new Promise((resolve) => answers.push(() => resolve(ok)))
  await complete()
  const stopped = sender.stop(3000)
  for (const answer of answers) setImmediate(answer)
  await stopped
  t.equal(sent.length, 4)
  t.equal(hooks.filter(({ id }) => records.owedCount(id) === 0).length, 4)
})

t.test('a stop waits for what is under way, but not for ever, and it is owed on', async (t) => {
  const { complete, hook, pass, receiver, records, sender, sent, timers } = await setUpSender(t)
  const webhook = await hook()
  let end = (_answer: Answer) => {}
  receiver.answer = () =>
    new Promise((resolve) => {
      end = resolve
    })
  await complete()
  await complete()
  const stopped = sender.stop(3000)
  for (const { call } of [...timers.values()]) call()
  end(ok)
  await stopped
  await pass(hourMs)
  t.equal(sent.length, 1)
  t.equal(records.owedCount(webhook.id), 2, 'whether it was accepted is not known')
})

t.test('a deleted webhook ends what is under way', async (t) => {
  const { accountId, complete, hook, pass, receiver, records, sender, sent } = await setUpSender(t)
  const webhook = await hook()
  const signals: AbortSignal[] = []
  receiver.answer = (_delivery, signal) =>
    new Promise((resolve) => {
      signals.push(signal)
      signal.addEventListener('abort', () => resolve(down))
    })
  await complete()
  await records.removeWebhook(webhook.id)
  sender.look(webhook.id)
  await pass(hourMs)
  t.ok(signals[0]?.aborted)
  await hook()
  await complete()
  await records.deleteAccount(accountId)
  sender.lookAll()
  await pass(hourMs)
  t.equal(sent.length, 2)
})

t.test('delays grow to eight hours, with a fifth of jitter; pauses to ten minutes', async (t) => {
  t.equal(delayMs(1, 0.5), 5000)
  t.equal(delayMs(1, 0), 4000)
  t.equal(delayMs(1, 1), 6000)
  const delays = Array.from({ length: 12 }, (_, index) => delayMs(index + 1, 0.5))
  t.same(
    delays,
    [...delays].sort((a, b) => a - b),
  )
  t.equal(delays.at(-1), 8 * hourMs)
  t.same([1, 2, 3, 4, 20].map(pauseMs), [0, 0, 5000, 10_000, 600_000])
})
