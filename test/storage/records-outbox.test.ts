import t from 'tap'
import { maximumEvents, Outbox } from '../../storage/records/outbox.ts'
import { Queue } from '../../storage/records/outbox-queue.ts'
import type { SimulationEvent } from '../../storage/records/outbox-types.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

t.test('a queue in which some are kept has nothing of what left it', (t) => {
  const queue = new Queue<number>()
  for (let item = 0; item < 10; item++) queue.push(item)
  t.same([queue.shift(), queue.shift()], [0, 1])
  queue.keepOnly((item) => item % 2 === 0)
  t.same([...queue], [2, 4, 6, 8])
  t.same([queue.size, queue.at(0), queue.shift(), queue.pop()], [4, 2, 2, 8])
  t.end()
})

const folder = '/records'
const hourMs = 3_600_000

async function setUp(options: RecordOptions = {}) {
  const clock = { ms: Date.parse('2026-01-01') }
  const disk = new FragileDisk({ random: seededRandom(3) })
  const open = () => openRecords(folder, { now: () => new Date(clock.ms), ...options, fs: disk })
  const records = await open()
  const { id: accountId } = await records.createAccount({ name: 'a', plan: 'pro', credits: 5000 })
  return { clock, disk, records, accountId, open }
}

/** All events of an account after one, as a reader meets them. */
function eventsOf(records: RecordStore, accountId: string, after = 0): SimulationEvent[] {
  const event = records.eventAfter(accountId, after)
  return event ? [event, ...eventsOf(records, accountId, event.sequence)] : []
}

const shortly = (events: SimulationEvent[]) =>
  events.map(({ type, simulation }) => `${type.slice('simulation.'.length)} ${simulation.id}`)

t.test('each end of a simulation is an event of its account, in the order of the changes', async (t) => {
  const { records, accountId } = await setUp()
  const { id: otherId } = await records.createAccount({ name: 'b', plan: 'pro', credits: 5 })
  const [a, b, c, d] = [
    await accepted(records, accountId),
    await accepted(records, accountId),
    await accepted(records, accountId),
    await accepted(records, otherId),
  ]
  t.same(eventsOf(records, accountId), [], 'to be accepted is none')
  await records.complete(a.id, resultWith(1))
  await records.fail(b.id, { code: 'internal_error', detail: 'x' })
  await records.complete(d.id, resultWith(1))
  await records.removeSimulation(c.id)
  await records.removeSimulation(a.id)
  const events = eventsOf(records, accountId)
  t.same(shortly(events), [`completed ${a.id}`, `failed ${b.id}`, `deleted ${c.id}`, `deleted ${a.id}`])
  t.match(events[0], { id: /^evt_[0-9A-Za-z]{20}$/, at: '2026-01-01T00:00:00.000Z', account_id: accountId })
  t.same(
    events.map(({ simulation }) => [simulation.status, simulation.credits_charged]),
    [
      ['completed', 5],
      ['failed', 0],
      ['pending', 0],
      ['completed', 5],
    ],
  )
  t.same(shortly(eventsOf(records, otherId)), [`completed ${d.id}`])
  t.equal(records.eventOf(accountId, a.id)?.type, 'simulation.deleted', 'the newest of a simulation')
  t.equal(records.eventOf(otherId, a.id), undefined)
  t.equal(records.newestEvent(), 5)
  await records.close()
})

t.test('events stay through restarts, from the journal and from the live file', async (t) => {
  let { records, accountId, disk, open } = await setUp({ journalBytes: 3000 })
  const expected: string[] = []
  for (let round = 0; round < 6; round++) {
    for (let count = 0; count < 3; count++) {
      const { id } = await accepted(records, accountId)
      await records.complete(id, resultWith(1))
      expected.push(`completed ${id}`)
    }
    const before = eventsOf(records, accountId)
    await records.close()
    records = await open()
    t.same(eventsOf(records, accountId), before)
    t.same(shortly(before), expected)
  }
  t.match(disk.content('/records/records.json'), /"events":\[\n\{"id":"evt_/, 'a checkpoint took them along')
  t.notMatch(disk.names().join(), /journal-000001/)
  t.ok(records.reachesBackTo(accountId, 0))
  await records.close()
})

t.test('an event whose change was not stored is not there', async (t) => {
  const { records, disk, accountId, open } = await setUp()
  const seen: string[] = []
  records.watch({
    stored: (event) => seen.push(`${event.type} ${'simulation' in event && event.simulation.id}`),
  })
  const first = await accepted(records, accountId)
  const second = await accepted(records, accountId)
  disk.failing.set('sync', { after: 0, code: 'EIO', times: 1 })
  await t.rejects(records.removeSimulation(first.id), { code: 'records_unwritable' })
  t.same(eventsOf(records, accountId), [])
  t.equal(records.newestEvent(), 0)
  await records.removeSimulation(second.id)
  const unstored = records.removeSimulation(first.id)
  t.same(shortly(eventsOf(records, accountId)), [`deleted ${second.id}`], 'not before it is stored')
  await unstored
  const both = [`simulation.deleted ${second.id}`, `simulation.deleted ${first.id}`]
  t.same(seen, both)
  t.same(
    eventsOf(records, accountId).map(({ sequence }) => sequence),
    [1, 2],
  )
  await records.close()
  const again = await open()
  t.equal(eventsOf(again, accountId).length, 2)
  await again.close()
})

t.test('events go after 72 hours, and whoever has not read them finds out', async (t) => {
  const { records, accountId, clock, open } = await setUp({ journalBytes: 3000 })
  const end = async () => records.complete((await accepted(records, accountId)).id, resultWith(1))
  await end()
  clock.ms += hourMs
  await end()
  clock.ms += 71 * hourMs - 1
  t.equal(eventsOf(records, accountId).length, 2)
  t.ok(records.reachesBackTo(accountId, 0))
  clock.ms += 1
  t.equal(eventsOf(records, accountId).length, 1)
  t.notOk(records.reachesBackTo(accountId, 0))
  t.ok(records.reachesBackTo(accountId, 1))
  t.ok(records.reachesBackTo(accountId, 2))
  t.notOk(records.reachesBackTo(accountId, 3), 'what has not been')
  await records.close()

  const later = await open()
  t.notOk(later.reachesBackTo(accountId, 0))
  t.equal(eventsOf(later, accountId).length, 1)
  clock.ms += 100 * hourMs
  t.same(eventsOf(later, accountId), [])
  // Until a checkpoint has dropped them.
  for (let count = 0; count < 10; count++) await accepted(later, accountId)
  await later.close()
  const last = await open()
  t.notOk(last.reachesBackTo(accountId, 1))
  t.ok(last.reachesBackTo(accountId, 2))
  t.equal(last.newestEvent(), 2)
  await last.close()
})

t.test('events of a deleted account go with it', async (t) => {
  const { records, accountId, disk, open } = await setUp({ journalBytes: 3000 })
  const { id: keptId } = await records.createAccount({ name: 'b', plan: 'pro', credits: 5000 })
  for (const owner of [accountId, keptId]) {
    await records.complete((await accepted(records, owner)).id, resultWith(1))
  }
  await records.deleteAccount(accountId)
  t.same(eventsOf(records, accountId), [])
  const stored = () => String(disk.content('/records/records.json'))
  // Until a checkpoint has been.
  for (let count = 0; count < 200 && (count < 10 || stored().includes(accountId)); count++) {
    await accepted(records, keptId)
  }
  t.match(stored(), keptId)
  t.notMatch(stored(), accountId)
  await records.close()
  const again = await open()
  t.equal(eventsOf(again, keptId).length, 1)
  await again.close()
})

const event = (sequence: number, account_id: string, hour = 0): SimulationEvent => ({
  id: `evt_${sequence}`,
  sequence,
  type: 'simulation.completed',
  at: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
  account_id,
  simulation: { id: `sim_${sequence}`, status: 'completed', credits_charged: 1, created_at: '' },
})
const sequencesOf = (outbox: Outbox, accountId: string, after = 0): number[] => {
  const sequence = outbox.after(accountId, after)?.sequence
  return sequence === undefined ? [] : [sequence, ...sequencesOf(outbox, accountId, sequence)]
}

t.test('there are never more than so many events: the oldest of whoever has most go', async (t) => {
  t.equal(maximumEvents, 50_000)
  const outbox = new Outbox(4)
  outbox.put(event(1, 'quiet'))
  for (let sequence = 2; sequence <= 100; sequence++) outbox.put(event(sequence, 'busy'))
  outbox.put(event(101, 'quiet'))
  outbox.stored = 101
  t.same(sequencesOf(outbox, 'quiet'), [1, 101], 'nobody pushes out those of others')
  t.same(sequencesOf(outbox, 'busy'), [99, 100])
  t.equal(outbox.droppedOf('quiet'), 0)
  t.equal(outbox.droppedOf('busy'), 98)
  t.equal(outbox.newestOf('busy', 'sim_2'), undefined)
  const kept = outbox.snapshot(0, () => true).map(({ sequence }) => sequence)
  t.same(kept, [1, 99, 100, 101], 'in the order of the changes')

  const again = new Outbox(4)
  again.loadDropped(
    outbox.dropped,
    outbox.droppedByAccount(() => true),
  )
  for (const sequence of kept)
    again.load(event(sequence, sequence === 99 || sequence === 100 ? 'busy' : 'quiet'), 0)
  again.stored = 101
  t.equal(again.droppedOf('quiet'), 0)
  t.equal(again.droppedOf('busy'), 98)
  t.same(
    again.droppedByAccount(() => false),
    [],
  )
  again.purge('busy')
  t.equal(again.droppedOf('busy'), 0)
  t.same(
    again.snapshot(0, () => true).map(({ sequence }) => sequence),
    [1, 101],
  )
})

t.test('what grows old goes in its order, also beside what an account had too many of', async (t) => {
  const outbox = new Outbox(3)
  const owners = ['a', 'b', 'a', 'a', 'b', 'a']
  for (const [index, owner] of owners.entries()) outbox.put(event(index + 1, owner, index))
  outbox.stored = 6
  t.same(sequencesOf(outbox, 'a'), [6])
  t.same(sequencesOf(outbox, 'b'), [2, 5])
  outbox.trim(Date.UTC(2026, 0, 4, 4) - 1)
  t.same(sequencesOf(outbox, 'b'), [5])
  t.equal(outbox.dropped, 2)
  t.same(
    outbox.droppedByAccount(() => true),
    [['a', 4]],
  )
  outbox.trim(Date.UTC(2026, 0, 4, 5))
  t.same(sequencesOf(outbox, 'a'), [])
  t.equal(outbox.dropped, 6)
  const undo = outbox.put(event(7, 'a', 100))
  undo()
  t.same(sequencesOf(outbox, 'a'), [])
  t.equal(outbox.next, 7)
})

t.test('what is dropped is said once: by account only what all have not lost', (t) => {
  const outbox = new Outbox()
  outbox.loadDropped(5, [
    ['a', 4],
    ['b', 9],
    ['gone', 9],
  ])
  t.same(
    outbox.droppedByAccount((id) => id !== 'gone'),
    [['b', 9]],
  )
  t.same([outbox.droppedOf('a'), outbox.droppedOf('b'), outbox.droppedOf('c')], [5, 9, 5])
  t.end()
})

t.test('watchers learn of progress and of changes of access', async (t) => {
  const { records, accountId } = await setUp()
  const seen: string[] = []
  const end = records.watch({
    progressed: (account, id) => seen.push(`${account} ${id}`),
    accessChanged: () => seen.push('access'),
  })
  const { id } = await accepted(records, accountId)
  records.progress(id, { progress: 0.5 })
  records.progress('sim_none', { progress: 0.5 })
  t.same(seen.splice(0), [`${accountId} ${id}`])
  const made = await records.createKey(accountId)
  t.same(seen, [], 'a new key changes nothing for others')
  await records.revokeKey(made?.key.key_id ?? '')
  await records.updateAccount(accountId, { disabled: true })
  t.same(seen.splice(0), ['access', 'access'])
  const shared = await records.createShare(id, { days: 1, maximum: 1 })
  t.same(seen, [])
  await records.revokeShare(id, shared?.share.share_id ?? '')
  t.same(seen.splice(0), ['access'])
  end()
  await records.deleteAccount(accountId)
  t.same(seen, [])
  await records.close()
})
