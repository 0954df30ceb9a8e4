import t from 'tap'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import { maximumOwed, maximumOwedInAll } from '../../storage/records/webhook-events.ts'
import { maximumFinished, WebhookTable } from '../../storage/records/webhook-table.ts'
import type { Delivery, Webhook } from '../../storage/records/webhook-types.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

const folder = '/records'
const hourMs = 3_600_000
const everything: Webhook['events'] = [
  'simulation.completed',
  'simulation.failed',
  'simulation.deleted',
  'credits.granted',
  'credits.low',
]

async function setUp(options: RecordOptions = {}) {
  const clock = { ms: Date.parse('2026-01-01') }
  const disk = new FragileDisk({ random: seededRandom(5) })
  const open = () => openRecords(folder, { now: () => new Date(clock.ms), ...options, fs: disk })
  const records = await open()
  const { id: accountId } = await records.createAccount({ name: 'a', plan: 'pro', credits: 5000 })
  return { clock, disk, records, accountId, open }
}

async function webhookOf(
  records: RecordStore,
  accountId: string,
  { events = everything, low = 100 }: { events?: Webhook['events']; low?: number } = {},
): Promise<Webhook> {
  const made = await records.createWebhook(accountId, {
    url: 'https://hooks.example/',
    events,
    credits_low_below: low,
    maximum: 10,
  })
  if (made === undefined) throw new Error('Expected a webhook.')
  return made
}

const owedOf = (records: RecordStore, { id }: Webhook) => [...records.owed(id)]
const typesOf = (deliveries: Delivery[]) => deliveries.map(({ event }) => event.type)
const delivered = { at: '', status: 200, error: null, duration_ms: 1, next_try_at: null } as const

async function complete(records: RecordStore, accountId: string, price = 5): Promise<string> {
  const { id } = await accepted(records, accountId, { price })
  await records.complete(id, resultWith(1))
  return id
}

t.test('a webhook owes the events that it wants, of its own account, from when it was made', async (t) => {
  const { records, accountId } = await setUp()
  const { id: otherId } = await records.createAccount({ name: 'b', plan: 'pro', credits: 5000 })
  await complete(records, accountId)
  const all = await webhookOf(records, accountId)
  const some = await webhookOf(records, accountId, { events: ['simulation.deleted'] })
  const id = await complete(records, accountId)
  await complete(records, otherId)
  await records.removeSimulation(id)
  const { id: failed } = await accepted(records, accountId)
  await records.fail(failed, { code: 'internal_error', detail: 'x' })
  t.same(typesOf(owedOf(records, all)), ['simulation.completed', 'simulation.deleted', 'simulation.failed'])
  t.same(typesOf(owedOf(records, some)), ['simulation.deleted'])
  const [first] = owedOf(records, all)
  const [event] = owedOf(records, some)
  t.match(first, {
    id: /^dlv_[0-9A-Za-z]{20}$/,
    webhook_id: all.id,
    event: { account_id: accountId, simulation: { id, status: 'completed', credits_charged: 5 } },
    status: 'pending',
    attempts: 0,
    next_try_at: '2026-01-01T00:00:00.000Z',
    retry_until: '2026-01-04T00:00:00.000Z',
  })
  t.equal(event?.event.id, owedOf(records, all)[1]?.event.id, 'one event has one id')
  t.equal(event?.event.id, records.eventOf(accountId, id)?.id, 'that of the outbox')
  await records.close()
})

t.test('credits: a grant, and a balance that falls below what a webhook watches', async (t) => {
  const { records, accountId } = await setUp()
  await records.adjust(accountId, -4800, 'test')
  const at100 = await webhookOf(records, accountId)
  const alike = await webhookOf(records, accountId)
  const at150 = await webhookOf(records, accountId, { low: 150 })
  const deaf = await webhookOf(records, accountId, { events: ['simulation.failed'] })
  await accepted(records, accountId, { price: 50 })
  t.same(owedOf(records, at150), [], '150 is not below 150')
  const { id } = await accepted(records, accountId, { price: 10 })
  await accepted(records, accountId, { price: 10 })
  await accepted(records, accountId, { price: 40 })
  await records.grant(accountId, 20, 'a present')
  await records.removeSimulation(id)
  const eventsOf = (webhook: Webhook) =>
    owedOf(records, webhook).map(({ event }) =>
      'credits' in event ? [event.type, event.credits] : event.type,
    )
  const present = ['credits.granted', { balance: 110, amount: 20, reason: 'a present' }]
  t.same(eventsOf(at100), [['credits.low', { balance: 90, threshold: 100 }], present, 'simulation.deleted'])
  t.same(eventsOf(alike), eventsOf(at100), 'once, though two ask for the same')
  t.same(eventsOf(at150), [['credits.low', { balance: 140, threshold: 150 }], present, 'simulation.deleted'])
  t.same(eventsOf(deaf), [])
  const newest = records.newestEvent()
  t.equal(records.eventAfter(accountId, 0)?.type, 'simulation.deleted', 'streams show simulations alone')
  t.ok(records.reachesBackTo(accountId, 0))
  t.equal(newest, 4)
  await records.close()
})

t.test('what is owed is there after a restart, from the journal and from the live file', async (t) => {
  let { records, accountId, clock, disk, open } = await setUp({ journalBytes: 6000 })
  const webhook = await webhookOf(records, accountId)
  await records.rotateWebhook(webhook.id)
  const expected: string[] = []
  for (let round = 0; round < 6; round++) {
    for (let count = 0; count < 3; count++) expected.push(await complete(records, accountId))
    const [first, second] = owedOf(records, webhook)
    if (!first || !second) throw new Error('Expected two.')
    await records.recordTry(webhook.id, first.id, { ...delivered, status_after: 'delivered' })
    const retry = { at: '', status: 500, error: null, duration_ms: 1, status_after: 'pending' as const }
    await records.recordTry(webhook.id, second.id, { ...retry, next_try_at: '2026-01-02T00:00:00.000Z' })
    const before = { owed: owedOf(records, webhook), log: records.deliveries(webhook.id) }
    clock.ms += 20 * hourMs
    await records.close()
    records = await open()
    t.same({ owed: owedOf(records, webhook), log: records.deliveries(webhook.id) }, before)
    t.same(records.webhooks(accountId), [{ ...webhook, secret_version: 2, rotated_at: webhook.created_at }])
  }
  const simulations = owedOf(records, webhook).flatMap(({ event }) =>
    'simulation' in event ? [event.simulation.id] : [],
  )
  t.same(simulations, expected.slice(6), 'all but those that were accepted, in order')
  t.notOk(records.reachesBackTo(accountId, 0), 'the outbox has forgotten some of these')
  t.match(
    disk.content('/records/records.json'),
    /"deliveries":\[\n\{"id":"dlv_/,
    'a checkpoint took them along',
  )
  await records.close()
})

t.test('a change that is not stored is owed to nobody', async (t) => {
  const { records, disk, accountId, open } = await setUp()
  const webhook = await webhookOf(records, accountId)
  const { id } = await accepted(records, accountId)
  disk.failing.set('sync', { after: 0, code: 'EIO', times: 1 })
  await t.rejects(records.removeSimulation(id), { code: 'records_unwritable' })
  t.equal(records.owedCount(webhook.id), 0)
  const unstored = records.removeSimulation(id)
  t.same(owedOf(records, webhook), [], 'not before it is stored')
  await unstored
  const before = owedOf(records, webhook)
  const [delivery] = before
  if (delivery === undefined) throw new Error('Expected one.')
  // An outcome, a rotation and a deletion that are lost leave everything as it was.
  const changes: (() => Promise<unknown>)[] = [
    () => records.recordTry(webhook.id, delivery.id, { ...delivered, status_after: 'delivered' }),
    () => records.rotateWebhook(webhook.id),
    () => records.removeWebhook(webhook.id),
    () => records.deleteAccount(accountId),
  ]
  for (const change of changes) {
    disk.failing.set('sync', { after: 0, code: 'EIO', times: 1 })
    await t.rejects(
      change().then(() => {}),
      { code: 'records_unwritable' },
    )
    t.same(owedOf(records, webhook), before)
    t.same(records.webhooks(accountId), [webhook])
    t.equal(records.deliveries(webhook.id).length, 1)
  }
  await records.close()
  const again = await open()
  t.same(owedOf(again, webhook), before)
  await again.close()
})

t.test('with its webhook or its account everything goes, also from the files', async (t) => {
  const { records, accountId, disk, open } = await setUp({ journalBytes: 6000 })
  const { id: keptId } = await records.createAccount({ name: 'b', plan: 'pro', credits: 5000 })
  const gone = await webhookOf(records, accountId)
  const removed = await webhookOf(records, keptId)
  const kept = await webhookOf(records, keptId)
  await complete(records, accountId)
  await complete(records, keptId)
  const [delivery] = owedOf(records, removed)
  t.ok(await records.removeWebhook(removed.id))
  t.notOk(await records.removeWebhook(removed.id))
  await records.recordTry(removed.id, delivery?.id ?? '', { ...delivered, status_after: 'delivered' })
  await records.deleteAccount(accountId)
  t.same(records.webhooks(accountId), [])
  t.same(records.deliveries(gone.id), [])
  t.equal(await records.testWebhook(gone.id), undefined)
  t.equal(records.owedInAll(), owedOf(records, kept).length)
  const stored = () => String(disk.content('/records/records.json'))
  for (let count = 0; count < 200 && (count < 10 || stored().includes(gone.id)); count++) {
    await accepted(records, keptId)
  }
  t.match(stored(), kept.id)
  for (const id of [gone.id, removed.id, delivery?.id ?? '', accountId]) t.notMatch(stored(), id)
  await records.close()
  const again = await open()
  t.same(
    again.webhooks(keptId).map(({ id }) => id),
    [kept.id],
  )
  t.equal(owedOf(again, kept).length, 1)
  await again.close()
})

t.test('at most ten webhooks, however many are made at the same time', async (t) => {
  const { records, accountId } = await setUp()
  const input = { url: 'https://hooks.example/', events: everything, credits_low_below: 1, maximum: 10 }
  const made = await Promise.all(Array.from({ length: 12 }, () => records.createWebhook(accountId, input)))
  t.equal(made.filter(Boolean).length, 10)
  t.equal(await records.createWebhook('acc_none', input), undefined)
  await records.close()
})

t.test('a webhook that is switched off owes what it owed; a success switches it on', async (t) => {
  const { records, accountId, clock } = await setUp()
  const webhook = await webhookOf(records, accountId)
  await complete(records, accountId)
  await complete(records, accountId)
  const [first, second] = owedOf(records, webhook)
  const failed = { at: new Date(clock.ms).toISOString(), status: 410, error: null, duration_ms: 1 } as const
  await records.recordTry(webhook.id, first?.id ?? '', {
    ...failed,
    status_after: 'failed',
    next_try_at: null,
    disable: 'gone',
  })
  t.same(records.webhook(webhook.id)?.disabled, { at: failed.at, reason: 'gone' })
  await complete(records, accountId)
  t.same(
    owedOf(records, webhook).map(({ id }) => id),
    [second?.id],
    'nothing new while it is off',
  )
  clock.ms += 100 * hourMs
  const test = await records.testWebhook(webhook.id)
  t.same(await records.testWebhook(webhook.id), test, 'one test at a time')
  await records.recordTry(webhook.id, test?.id ?? '', { ...delivered, status_after: 'delivered' })
  t.equal(records.webhook(webhook.id)?.disabled, null)
  const now = new Date(clock.ms)
  const until = new Date(clock.ms + 72 * hourMs)
  t.match(owedOf(records, webhook), [
    { id: second?.id, attempts: 0, next_try_at: now.toISOString(), retry_until: until.toISOString() },
  ])
  const replayed = await records.replayDelivery(webhook.id, first?.id ?? '')
  t.match(replayed, { id: first?.id, event: first?.event, status: 'pending', attempts: 0, wanted: true })
  t.same(
    owedOf(records, webhook).map(({ id }) => id),
    [first?.id, second?.id],
    'in its place again',
  )
  t.equal(await records.replayDelivery(webhook.id, 'dlv_none'), undefined)
  t.equal(test?.retry_until, now.toISOString(), 'a test is tried once')
  t.equal((await records.replayDelivery(webhook.id, test?.id ?? ''))?.retry_until, now.toISOString())
  // While it is on, a success changes nothing of the others.
  const later = { ...delivered, status_after: 'pending', next_try_at: until.toISOString() } as const
  await records.recordTry(webhook.id, first?.id ?? '', later)
  await records.recordTry(webhook.id, second?.id ?? '', { ...delivered, status_after: 'delivered' })
  const tried = records.deliveries(webhook.id).find(({ id }) => id === first?.id)
  t.match(tried, { attempts: 1, next_try_at: until.toISOString() })
  await records.close()
})

t.test('of what is owed no more the last hundred stay', async (t) => {
  const { records, accountId } = await setUp()
  const webhook = await webhookOf(records, accountId)
  for (let count = 0; count < maximumFinished + 5; count++) {
    await complete(records, accountId)
    const [delivery] = owedOf(records, webhook)
    await records.recordTry(webhook.id, delivery?.id ?? '', { ...delivered, status_after: 'delivered' })
  }
  const log = records.deliveries(webhook.id)
  t.equal(log.length, 100)
  const sequences = log.map(({ event }) => event.sequence)
  t.same(
    sequences,
    Array.from({ length: 100 }, (_, index) => 105 - index),
    'newest first',
  )
  await records.close()
})

t.test('who owes more than can be kept is switched off, and says how much was given up', async (t) => {
  t.equal(maximumOwed, 10_000)
  t.equal(maximumOwedInAll, 50_000)
  const { records, accountId, open } = await setUp()
  const webhook = await webhookOf(records, accountId)
  const other = await webhookOf(records, accountId, { events: ['credits.granted'] })
  const grants = Array.from({ length: maximumOwed }, () => records.grant(accountId, 1, 'x'))
  await Promise.all(grants)
  t.equal(records.owedCount(webhook.id), maximumOwed)
  await complete(records, accountId)
  t.match(records.webhook(webhook.id)?.disabled, { reason: 'too_many', dropped: maximumOwed })
  t.equal(records.owedCount(webhook.id), 0)
  t.equal(records.owedCount(other.id), maximumOwed)
  t.equal(records.webhook(other.id)?.disabled, null)
  await records.close()
  const again = await open()
  t.equal(again.owedCount(webhook.id), 0)
  t.match(again.webhook(webhook.id)?.disabled, { reason: 'too_many', dropped: maximumOwed })
  await again.close()
})

t.test('the table counts what is owed, whatever is undone', async (t) => {
  const table = new WebhookTable()
  const hook = (id: string) => ({ id, account_id: 'acc' }) as Webhook
  const delivery = (id: string, sequence: number, status: Delivery['status'] = 'pending') =>
    ({ id, webhook_id: 'a', event: { sequence }, status }) as Delivery
  table.put(hook('a'))
  table.put(hook('b'))
  table.putDelivery(delivery('1', 1))
  table.putDelivery(delivery('2', 2))
  const undos = [
    table.putDelivery(delivery('1', 1, 'delivered')),
    table.putDelivery(delivery('3', 3)),
    table.putDelivery(delivery('1', 1)),
  ]
  t.same([...table.pending('a').keys()], ['1', '2', '3'])
  t.equal(table.owed, 3)
  t.equal(table.largest()?.id, 'a')
  undos.push(table.drop('a'))
  t.equal(table.owed, 0)
  undos.push(table.putDelivery({ ...delivery('4', 4), webhook_id: 'b' }))
  t.equal(table.owed, 1)
  undos.push(table.removeAll(table.of('acc')))
  t.same(table.all(), [])
  t.equal(table.owed, 0)
  for (const undo of undos.reverse()) undo()
  t.same([...table.pending('a').keys()], ['1', '2'])
  t.equal(table.finished('a').size, 0)
  t.equal(table.owed, 2)
  t.same(
    table.of('acc').map(({ id }) => id),
    ['a', 'b'],
  )
})
