import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { Batch, RecordStore } from '../../storage/records/types.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

// Simulations that are accepted together: all of them or none, whatever happens.

const folder = '/records'
const failure = { code: 'internal_error', detail: 'x' }

async function setUp(options: RecordOptions = {}) {
  const disk = new FragileDisk({ random: seededRandom(5) })
  const records = await openRecords(folder, { ...options, fs: disk })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 1000 })
  return { disk, records, accountId: id }
}

function members(count: number, price = 2) {
  return Array.from({ length: count }, (_, index) => ({
    params: { name: `site ${index}`, model: 'los' },
    price,
  }))
}

async function accept(records: RecordStore, account_id: string, count: number): Promise<Batch> {
  const outcome = await records.acceptBatch({ account_id, members: members(count), monthly_limit: 1e6 })
  if (outcome.outcome !== 'accepted') throw new Error(`Expected accepted, got ${outcome.outcome}.`)
  return outcome.batch
}

t.test('a batch is simulations in their order, each with a hold of its own', async (t) => {
  const { records, accountId } = await setUp()
  const before = await accepted(records, accountId, { price: 5 })
  const { id, simulations } = await accept(records, accountId, 3)
  const after = await accepted(records, accountId, { price: 5 })
  t.match(id, /^bat_\w{20}$/)
  t.same(
    simulations.map(({ params, status, batch_id, credits_charged }) => [
      params.name,
      status,
      batch_id,
      credits_charged,
    ]),
    [0, 1, 2].map((index) => [`site ${index}`, 'pending', id, 2]),
  )
  t.same(
    records.simulations(accountId).map((head) => head.id),
    [before, ...simulations, after].map((one) => one.id).reverse(),
  )
  t.same(
    records.simulations(accountId, { batch: id }).map((head) => head.id),
    simulations.map((one) => one.id).reverse(),
  )
  t.same(records.simulations(accountId, { batch: 'bat_none' }), [])
  t.same(records.credits(accountId), { balance: 984, held: 16, used_this_month: 0 })
  const [first, second, third] = simulations.map((one) => one.id)
  await records.complete(first as string, resultWith(1))
  await records.fail(second as string, failure)
  await records.removeSimulation(third as string)
  t.same(records.credits(accountId), { balance: 988, held: 10, used_this_month: 2 })
  const { entries } = await records.ledger(accountId)
  const sum = entries.reduce((all, { amount }) => all + amount, 0)
  t.equal(sum, 988)
  await records.close()
})

t.test('credits are looked at for all together, and nothing is held where they do not suffice', async (t) => {
  const { records, accountId } = await setUp()
  const input = { account_id: accountId, members: members(501), monthly_limit: 1e6 }
  t.same(await records.acceptBatch(input), {
    outcome: 'insufficient_credits',
    balance: 1000,
    required: 1002,
  })
  t.same(await records.acceptBatch({ ...input, members: members(100), monthly_limit: 199 }), {
    outcome: 'credit_limit_reached',
    limit: 199,
    used_this_month: 0,
    required: 200,
  })
  t.same(records.credits(accountId), { balance: 1000, held: 0, used_this_month: 0 })
  t.same(records.simulations(accountId), [])
  await records.close()
})

t.test('all of it is found again after a crash, from the journal, the live file and segments', async (t) => {
  const small = { journalBytes: 4000, sizes: { simulations: 4, entries: 20 } }
  const { disk, records: first, accountId } = await setUp(small)
  let records = first
  const { id, simulations } = await accept(records, accountId, 9)
  const other = await accept(records, accountId, 3)
  const listed = () => records.simulations(accountId, { batch: id }).map((head) => head.id)
  const expected = simulations.map((one) => one.id).reverse()
  disk.crash()
  records = await openRecords(folder, { ...small, fs: disk })
  t.same(listed(), expected)
  for (const one of simulations) await records.complete(one.id, resultWith(1))
  for (let count = 0; count < 12; count++) {
    await records.complete((await accepted(records, accountId)).id, resultWith(1))
  }
  t.ok(disk.names().filter((name) => name.includes('/simulations-')).length > 3, 'else this says little')
  for (let count = 0; count < 2; count++) {
    t.same(listed(), expected)
    t.equal(records.simulations(accountId, { batch: other.id }).length, 3)
    t.equal(records.simulation(expected[0] as string)?.batch_id, id)
    if (count === 0) disk.crash()
    else await records.close()
    records = await openRecords(folder, { ...small, fs: disk })
  }
  t.same(listed(), expected)
  await records.close()
})

t.test('a crash while it is written leaves all of it or nothing', async (t) => {
  const outcomes = new Set<number>()
  for (let turns = 0; turns < 8; turns++) {
    const { disk, records, accountId } = await setUp()
    const written = records.acceptBatch({
      account_id: accountId,
      members: members(200),
      monthly_limit: 1e6,
      idempotency: { path: '/p', key: 'k', body_sha256: '0', answer: answerOf },
    })
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    disk.crash()
    written.catch(() => {})
    const again = await openRecords(folder, { fs: disk })
    const found = again.simulations(accountId).length
    outcomes.add(found)
    t.equal(again.credits(accountId).held, 2 * found)
    t.equal(again.idempotent(accountId, '/p', 'k') !== undefined, found > 0)
    await again.close()
  }
  t.same([...outcomes].sort(), [0, 200])
})

t.test('while a large one is written out, others get their turn', async (t) => {
  const { disk, records, accountId } = await setUp()
  const turnsOf = async (count: number) => {
    let isStored = false
    const written = accept(records, accountId, count).finally(() => {
      isStored = true
    })
    let turns = 0
    for (; !isStored; turns++) await nextTurn()
    await written
    return turns
  }
  const small = await turnsOf(1)
  const large = await turnsOf(400)
  t.ok(large >= small + 4, `${small} and ${large} turns of the event loop`)
  // What is asked for meanwhile comes after it, and is not there without it.
  const batch = accept(records, accountId, 90)
  await nextTurn()
  const after = await accepted(records, accountId, { price: 1 })
  await batch
  disk.crash()
  const again = await openRecords(folder, { fs: disk })
  t.equal(again.simulations(accountId).length, 492)
  t.equal(again.simulation(after.id)?.sequence, 492)
  await again.close()
})

t.test('what can not be stored holds nothing', async (t) => {
  const { disk, records, accountId } = await setUp()
  disk.isFull = true
  await t.rejects(accept(records, accountId, 5), { code: 'records_unwritable' })
  t.same(records.credits(accountId), { balance: 1000, held: 0, used_this_month: 0 })
  t.same(records.simulations(accountId), [])
  disk.isFull = false
  t.equal((await accept(records, accountId, 5)).simulations.length, 5)
  await records.close()
})

function answerOf({ id }: Batch) {
  return { status: 201, headers: {}, body: JSON.stringify({ id }) }
}
