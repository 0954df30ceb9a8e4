import { join } from 'node:path'
import t from 'tap'
import type { Segment } from '../../storage/records/disk/segment.ts'
import { openRecords } from '../../storage/records/records.ts'
import { SimulationIndex } from '../../storage/records/simulation-index.ts'
import { type Change, State } from '../../storage/records/state.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { until } from '../helpers/compute.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

const folder = '/records'
const refused = { code: 'records_unwritable', message: /can't be written: ENOSPC/ }

function disk(): FragileDisk {
  return new FragileDisk({ random: seededRandom(1) })
}

t.test('on a full disk everything is rolled back, and goes on when there is space', async (t) => {
  const fs = disk()
  const moved: string[] = []
  const records = await openRecords(folder, {
    fs,
    onMoved: (type, credits) => moved.push(`${type} ${credits}`),
  })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const made = await records.createKey(id)
  const done = await accepted(records, id, { price: 10 })
  const session = await records.createCreditSession(id, '100', 100)
  const state = () => ({
    accounts: records.accounts(),
    keys: records.keys(id),
    simulations: records.simulations(id).map(({ id, status }) => [id, status]),
    credits: records.credits(id),
    session: records.creditSession(session.id),
  })
  const before = state()
  const ledger = await records.ledger(id)

  fs.isFull = true
  const attempts: Promise<unknown>[] = [
    accepted(records, id),
    records.grant(id, 10, 'x'),
    records.adjust(id, -3, 'x'),
    records.createKey(id),
    records.revokeKey(made?.key.key_id ?? ''),
    records.payCreditSession(session.id),
    records.refundCreditSession(session.id, 10),
    records.createAccount({ name: 'b', plan: 'pro', credits: 5 }),
    records.removeSimulation(done.id),
    records.updateAccount(id, { disabled: true }),
    records.deleteAccount(id),
  ]
  t.equal(records.account(id), undefined, 'each takes effect at once')
  for (const attempt of attempts) await t.rejects(attempt, refused)
  t.same(state(), before)
  t.same(await records.ledger(id), ledger)
  t.equal(records.findKey(made?.api_key ?? '')?.account.id, id)

  fs.isFull = false
  await accepted(records, id, { price: 4 })
  await records.complete(done.id, resultWith(1))
  t.same(
    moved,
    ['grant 50', 'hold 10', 'hold 4', 'capture 10'],
    'called for what is stored, and for nothing else',
  )
  await records.close()
  const again = await openRecords(folder, { fs })
  t.same(again.credits(id), { balance: 36, held: 4, used_this_month: 10 })
  t.equal(again.simulations(id).length, 2)
  await again.close()
})

t.test('a key stays usable where the time of its use could not be stored', async (t) => {
  const fs = disk()
  const records = await openRecords(folder, { fs })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const made = await records.createKey(id)
  const keys = records.keys(id).length
  fs.isFull = true
  records.touchKey(made?.key.key_id ?? '')
  await records.close().catch(() => {})
  t.equal(records.findKey(made?.api_key ?? '')?.account.id, id)
  t.equal(records.keys(id).length, keys)
})

t.test('what stands on a change that could not be stored goes with it', async (t) => {
  const fs = disk()
  const records = await openRecords(folder, { fs })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  fs.failing.set('sync', { after: 0, code: 'EIO' })
  const accepting = accepted(records, id, { price: 10 })
  const [pending] = records.pendingSimulations()
  const removing = records.removeSimulation(pending?.id ?? '')
  await t.rejects(accepting, { code: 'records_unwritable' })
  await t.rejects(removing, { code: 'records_unwritable' })
  t.same(records.credits(id), { balance: 50, held: 0, used_this_month: 0 })
  t.equal((await records.ledger(id)).total, 1)
  t.same(records.pendingSimulations(), [])
  t.equal(await records.confirmedSimulation(pending?.id ?? ''), undefined)
  fs.failing.clear()
  // At once: nothing of it may come to life.
  fs.crash()
  const again = await openRecords(folder, { fs })
  t.same(again.simulations(id), [])
  t.equal(again.credits(id).balance, 50)
  await again.close()
})

t.test('changes of one entry are undone in the reverse order, also of what lies in a segment', (t) => {
  const state = new State()
  const account = {
    id: 'acc_a',
    name: 'a',
    plan: 'pro',
    limit: null,
    disabled: false,
    created_at: '',
  } as const
  state.apply([{ account }], 1)
  const undo = state.apply(
    ['b', 'c'].map((name) => ({ account: { ...account, name } })),
    2,
  )
  t.equal(state.accounts.get('acc_a')?.name, 'c')
  undo()
  t.equal(state.accounts.get('acc_a'), account)
  const unknown = { something: 1 } as unknown as Change
  t.throws(() => state.apply([{ account: { ...account, name: 'd' } }, unknown], 3), /unknown kind: something/)
  t.equal(state.accounts.get('acc_a'), account, 'all of it or nothing')

  const index = new SimulationIndex()
  const record = {
    id: 'sim_a',
    account_id: 'acc_a',
    sequence: 1,
    status: 'completed',
    params: {},
  } as Simulation
  index.put(record, 1)
  const [head] = index.finished()
  if (head === undefined) throw new Error('Expected a head.')
  const segment = { dead: new Set<number>() } as Segment
  index.adopt(segment, [{ head, record, stored: record }])
  t.same([index.finished(), head.segment, head.record], [[], segment, undefined])
  const undoChange = index.put({ ...record, params: { name: 'other' } }, 2)
  t.same([[...segment.dead], index.finished()], [[0], [head]])
  undoChange()
  t.same([[...segment.dead], index.finished(), head.segment, head.ticket], [[], [], segment, 1])
  const undoRemoval = index.remove('sim_a')
  t.same([[...segment.dead], index.get('sim_a')], [[0], undefined])
  undoRemoval()
  t.same([[...segment.dead], index.get('sim_a'), index.heads('acc_a')], [[], head, [head]])
  t.end()
})

t.test('what was refused does not come back after a crash', async (t) => {
  for (const name of ['sync', 'write']) {
    for (let seed = 0; seed < 20; seed++) {
      const fs = new FragileDisk({ random: seededRandom(seed) })
      const records = await openRecords(folder, { fs })
      const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
      // The write alone fails; cutting back what it left works.
      fs.failing.set(name, { after: 0, code: 'EIO', times: 1 })
      await t.rejects(accepted(records, id), { code: 'records_unwritable' })
      fs.crash()
      const again = await openRecords(folder, { fs })
      t.same(again.simulations(id), [], `${name}, seed ${seed}`)
      await again.close()
    }
  }
})

t.test('the end of a simulation waits for space', async (t) => {
  const fs = disk()
  const records = await openRecords(folder, { fs })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const one = await accepted(records, id)
  fs.isFull = true
  const completing = records.complete(one.id, resultWith(1))
  await t.rejects(records.grant(id, 1, 'x'), refused)
  t.equal(records.simulation(one.id)?.status, 'pending')
  fs.isFull = false
  const keepsAlive = setInterval(() => {}, 1000)
  t.match(await completing, { status: 'completed' })
  clearInterval(keepsAlive)
  t.same(records.credits(id), { balance: 45, held: 0, used_this_month: 5 })
  await records.close()
})

t.test('what was answered stays true: reads can wait for the disk', async (t) => {
  let go = () => {}
  let gate = Promise.resolve()
  const fs = disk()
  const sync = fs.edit.bind(fs)
  fs.edit = async (path) => {
    const file = await sync(path)
    return { ...file, sync: () => gate.then(() => file.sync()) }
  }
  const records = await openRecords(folder, { fs })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const one = await accepted(records, id)
  const other = await accepted(records, id)
  gate = new Promise((resolve) => {
    go = resolve
  })
  const completing = records.complete(one.id, resultWith(1))
  t.equal(records.simulation(one.id)?.status, 'completed')
  let answered: string | undefined
  const telling = records.confirmedSimulation(one.id).then((simulation) => {
    answered = simulation?.status
  })
  const listing = records.read(records.simulations(id))
  t.equal((await records.confirmedSimulation(other.id))?.status, 'pending', 'another is not waited for')
  t.equal(answered, undefined)
  fs.failing.set('sync', { after: 0, code: 'EIO' })
  go()
  await telling
  t.equal(answered, 'pending', 'what could not be stored is not answered')
  const listed = (await listing).find((simulation) => simulation.id === one.id)
  t.equal(listed?.status, 'pending', 'nor listed')
  fs.failing.clear()
  const keepsAlive = setInterval(() => {}, 1000)
  await completing
  clearInterval(keepsAlive)
  t.equal((await records.confirmedSimulation(one.id))?.status, 'completed')
  t.equal((await records.confirmed(() => records.credits(id))).held, 5)
  await records.close()
})

t.test('a journal that can not be turned into files goes on growing', async (t) => {
  const problems: string[] = []
  const fs = disk()
  const options = {
    fs,
    journalBytes: 3000,
    onProblem: ({ event, err }: { event: string; err?: unknown }) => problems.push(`${event} ${err}`),
  }
  const records = await openRecords(folder, options)
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  fs.failing.set('rename', { after: 0, code: 'EIO' })
  for (let n = 0; n < 20; n++) await accepted(records, id, { price: 1 })
  t.match(problems, [/journal compaction failed; will retry.*EIO/])
  const journals = () => fs.names().filter((name) => name.includes('journal'))
  const stuck = journals()
  fs.failing.delete('rename')
  // The pause of half a minute is over.
  const { now } = performance
  t.intercept(performance, 'now', { value: () => now.call(performance) + 31_000 })
  for (let n = 0; n < 20; n++) await accepted(records, id, { price: 1 })
  await until(() => stuck.every((name) => !journals().includes(name)), 'old journals to go')
  fs.failing.set('rename', { after: 0, code: 'EIO' })
  await records.close()
  fs.crash()
  const again = await openRecords(folder, { fs })
  t.equal(again.simulations(id).length, 40)
  await again.close()
})

t.test('a folder that can not be written is refused by name', async (t) => {
  for (const code of ['EROFS', 'EACCES']) {
    const fs = disk()
    fs.failing.set('create', { after: 0, code })
    const message = `The records need a writable folder; ${folder} is not one (${code}).`
    await t.rejects(openRecords(folder, { fs }), { message })
  }
  const path = join(t.testdir({ file: 'x' }), 'file')
  await t.rejects(openRecords(path), /need a writable folder; .*file is not one \(E/)
})
