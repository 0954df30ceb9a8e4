import t from 'tap'
import { seededRandom } from '../../bench/references/random.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { RecordStore, Simulation } from '../../storage/records/types.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith, simulationOf } from '../helpers/records.ts'

// A simulation that computes another once more: the other's record names it, whatever happens to either.

const folder = '/records'
const failure = { code: 'internal_error', detail: 'x' }

function accept(records: RecordStore, account_id: string, supersedes: string) {
  return records.accept({ account_id, params: { model: 'los' }, price: 0, monthly_limit: 10, supersedes })
}

async function again(records: RecordStore, { account_id, id }: Simulation): Promise<Simulation> {
  return simulationOf(await accept(records, account_id, id))
}

async function done(records: RecordStore, accountId: string, tiles = 1): Promise<Simulation> {
  const simulation = await accepted(records, accountId, { price: 1 })
  await records.complete(simulation.id, resultWith(tiles))
  return simulation
}

/** Records on a disk of their own, with an account. */
async function setUp(options: RecordOptions = {}) {
  const disk = new FragileDisk({ random: seededRandom(3) })
  const records = await openRecords(folder, { ...options, fs: disk })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 5000 })
  return { disk, records, accountId: id }
}

t.test('a record names the one that supersedes it until that one fails or is removed', async (t) => {
  const { records, accountId } = await setUp()
  const old = await done(records, accountId)
  const by = () => records.simulation(old.id)?.superseded_by
  const state = records.credits(accountId)
  t.equal(by(), undefined)
  const failed = await again(records, old)
  t.match(failed, { supersedes: old.id, credits_charged: 0 })
  t.equal(by(), failed.id)
  t.equal((await records.confirmedSimulation(old.id))?.superseded_by, failed.id)
  await t.rejects(accept(records, accountId, old.id), /superseded already/)
  await records.fail(failed.id, failure)
  t.equal(by(), undefined)

  const removed = await again(records, old)
  await records.removeSimulation(removed.id)
  t.equal(by(), undefined)
  const completed = await again(records, old)
  await records.complete(completed.id, resultWith(1))
  await records.removeSimulation(failed.id)
  t.equal(by(), completed.id)
  t.same(records.credits(accountId), state, 'nothing was held or captured')
  const { entries } = await records.ledger(accountId)
  t.same(
    entries.slice(0, 6).map(({ type, amount }) => [type, amount]),
    [
      ['capture', 0],
      ['hold', 0],
      ['release', 0],
      ['hold', 0],
      ['release', 0],
      ['hold', 0],
    ],
  )
  t.notOk(entries.some(({ amount }) => Object.is(amount, -0)))

  const other = await records.createAccount({ name: 'b', plan: 'pro', credits: 0 })
  const free = await done(records, accountId)
  await t.rejects(accept(records, other.id, free.id), /gone/, 'of another account')
  await t.rejects(accept(records, accountId, 'sim_none'), /gone/)
  await records.close()
})

t.test('it is found again after a crash, from the journal, the live file and segments', async (t) => {
  // Small, so that little makes many files.
  const small = { journalBytes: 4000, sizes: { simulations: 4, entries: 20 } }
  const { disk, records: first, accountId } = await setUp(small)
  let records = first
  const expected = new Map<string, string | undefined>()
  for (let count = 0; count < 12; count++) {
    const old = await done(records, accountId, count % 3 === 0 ? 40 : 1)
    const next = await again(records, old)
    if (count % 4 !== 3) await records.complete(next.id, resultWith(1))
    else await records.fail(next.id, failure)
    expected.set(old.id, count % 4 === 3 ? undefined : next.id)
    // Two at a time, of which one failed before.
    if (count % 4 === 3) expected.set(old.id, (await again(records, old)).id)
    // It is read from where it lies by now, and long lists of tiles with it.
    if (count % 3 === 0) t.equal((await records.tiles(old.id)).length, 40)
  }
  const linkOf = (id: string) => records.simulation(id)?.superseded_by
  const links = () => [...expected.keys()].map((id) => [id, linkOf(id)])
  t.same(links(), [...expected])
  for (let count = 0; count < 2; count++) {
    disk.crash()
    records = await openRecords(folder, { ...small, fs: disk })
    t.same(links(), [...expected])
  }
  t.ok(disk.names().filter((name) => name.includes('/simulations-')).length > 3, 'else this says little')

  // One that lies in a segment and is removed.
  const [old = '', by = ''] = [...expected][0] ?? []
  await records.removeSimulation(by)
  t.equal(linkOf(old), undefined)
  expected.set(old, undefined)
  const before = records.simulation(old)
  const tiles = await records.tiles(old)
  for (let count = 0; count < 2; count++) {
    t.match(records.simulation(old), { status: 'completed', computed_again: true })
    await t.rejects(accept(records, accountId, old), /superseded already/)
    t.same([records.simulation(old), await records.tiles(old)], [before, tiles], 'else as it was')
    t.same(links(), [...expected])
    if (count === 0) disk.crash()
    else await records.close()
    records = await openRecords(folder, { ...small, fs: disk })
  }
  t.equal(records.simulation(old)?.computed_again, true)

  await records.deleteAccount(accountId)
  t.equal(linkOf(old), undefined)
  await records.close()
})

t.test('segments of earlier versions, which know of none, are read', async (t) => {
  const small = { journalBytes: 4000, sizes: { simulations: 4, entries: 20 } }
  const { disk, records, accountId } = await setUp(small)
  const ids: string[] = []
  for (let count = 0; count < 20; count++) ids.push((await done(records, accountId)).id)
  await records.close()
  const segments = disk.names().filter((name) => name.includes('/simulations-'))
  t.ok(segments.length > 0)
  for (const name of segments) {
    // The same number of bytes, under another name.
    disk.damage(name, (content) =>
      Buffer.from(content.toString().replace('"supersedes":[]', '"unknown_1":[]')),
    )
    t.match(disk.content(name)?.toString(), /"unknown_1":\[\]/)
  }
  const again = await openRecords(folder, { ...small, fs: disk })
  t.same(
    again.simulations(accountId).map(({ id }) => id),
    ids.toReversed(),
  )
  await again.close()
})

t.test('what can not be stored supersedes nothing, and goes on where it could not end', async (t) => {
  const { disk, records, accountId } = await setUp()
  const old = await done(records, accountId)
  const by = () => records.simulation(old.id)?.superseded_by
  disk.isFull = true
  await t.rejects(again(records, old), { code: 'records_unwritable' })
  t.equal(by(), undefined)
  disk.isFull = false
  const next = await again(records, old)
  disk.isFull = true
  await t.rejects(records.removeSimulation(next.id), { code: 'records_unwritable' })
  t.equal(by(), next.id)
  disk.isFull = false
  await records.fail(next.id, failure)
  t.equal(by(), undefined)
  await records.close()
})
