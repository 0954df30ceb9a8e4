import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { randomBase62 } from '../../storage/records/ids.ts'
import { openRecords } from '../../storage/records/records.ts'
import {
  apiKeyCodes,
  hashSecret,
  inviteCodes,
  newSecret,
  nodeTokenCodes,
  secretMatches,
  shareCodes,
} from '../../storage/records/secret-codes.ts'
import type { AcceptOutcome, RecordStore, Simulation, SimulationResult } from '../../storage/records/types.ts'
import { seededRandom } from '../references/random.ts'

const result: SimulationResult = {
  warnings: [],
  engine: { version: '1', backend: 'cpu', device: 'none' },
  terrain: { unknown_share: 0, sources: [], tiles: [{ name: 'a', source: 'b', sha256: 'c' }] },
  summary: { visible: 1, blocked: 2, unknown: 3, visible_km2: 1, farthest_km: 1 },
}

function accept(records: RecordStore, account_id: string, price = 5, monthly_limit = 1000) {
  return records.accept({ account_id, params: { name: 'x', model: 'los' }, price, monthly_limit })
}

function accepted(outcome: AcceptOutcome): Simulation {
  if (outcome.outcome !== 'accepted') throw new Error(`Expected accepted, got ${outcome.outcome}.`)
  return outcome.simulation
}

async function made(records: RecordStore, accountId: string) {
  const key = await records.createKey(accountId)
  if (key === undefined) throw new Error('Expected a key.')
  return key
}

t.test('what was promised is there after opening again', async (t) => {
  const folder = join(t.testdir(), 'records')
  const first = await openRecords(folder)
  const account = await first.createAccount({ name: 'Ada', plan: 'pro', credits: 100, limit: 70 })
  const { api_key } = await made(first, account.id)
  const done = accepted(await accept(first, account.id, 10))
  const open = accepted(await accept(first, account.id, 20))
  const broken = accepted(await accept(first, account.id, 30))
  await first.complete(done.id, result)
  await first.fail(broken.id, { code: 'internal_error', detail: 'x' })
  const session = await first.createCreditSession(account.id, '100', 100)
  // Copied before the close: nothing may depend on it.
  const copy = join(t.testdirName, 'copy')
  await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.lock') })

  for (const again of [await openRecords(copy), await first.close().then(() => openRecords(folder))]) {
    t.same(again.account(account.id), account)
    t.equal(again.findKey(api_key)?.account.id, account.id)
    const { tiles, ...terrain } = result.terrain
    t.match(again.simulation(done.id), { status: 'completed', credits_charged: 10, progress: 1 })
    t.match(again.simulation(done.id), { ...result, terrain })
    t.notOk('tiles' in (again.simulation(done.id) ?? {}))
    t.same(await again.tiles(done.id), tiles)
    t.match(again.simulation(broken.id), { status: 'failed', credits_charged: 0, stage: null })
    t.same(
      again.pendingSimulations().map(({ id }) => id),
      [open.id],
    )
    t.same(again.credits(account.id), { balance: 70, held: 20, used_this_month: 10 })
    t.same(again.creditSession(session.id), session)
    t.same(
      (await again.ledger(account.id)).entries.map(({ type, amount, balance }) => [type, amount, balance]),
      [
        ['release', 30, 70],
        ['capture', 0, 40],
        ['hold', -30, 40],
        ['hold', -20, 70],
        ['hold', -10, 90],
        ['grant', 100, 100],
      ],
    )
    const next = accepted(await accept(again, account.id, 1))
    t.ok(next.sequence > broken.sequence)
    await again.close()
  }
})

t.test('files are readable by their user alone, and hold no secret', async (t) => {
  const folder = t.testdir()
  const records = await openRecords(folder)
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 1 })
  const { api_key, key } = await made(records, id)
  t.match(api_key, /^rcov_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/)
  const secret = api_key.slice(14)
  for (const name of ['records.json', 'journal-000001.log', 'records.lock']) {
    const path = join(folder, name)
    t.equal((await stat(path)).mode & 0o777, 0o600, name)
    t.notOk((await readFile(path, 'utf8')).includes(secret))
  }
  t.ok((await readFile(join(folder, 'journal-000001.log'), 'utf8')).includes(key.secret_sha256))
  await records.close()
})

t.test('keys', async (t) => {
  const records = await openRecords(t.testdir())
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 1 })
  const { api_key, key } = await made(records, id)
  const second = await made(records, id)
  t.same(
    records.keys(id).map(({ key_id }) => key_id),
    [key.key_id, second.key.key_id],
  )
  t.equal(records.findKey(api_key)?.key.key_id, key.key_id)
  const other = api_key.slice(0, -1) + (api_key.endsWith('a') ? 'b' : 'a')
  for (const wrong of [other, '', 'rcov_', `${api_key}x`, ` ${api_key}`, `rcov_00000000_${'0'.repeat(40)}`]) {
    t.equal(records.findKey(wrong), undefined, wrong)
  }

  t.equal(key.last_used_at, null)
  records.touchKey(key.key_id)
  t.type(records.key(key.key_id)?.last_used_at, 'string')

  const more = await Promise.all(Array.from({ length: 25 }, () => records.createKey(id)))
  t.equal(more.filter((one) => one !== undefined).length, 18, 'twenty at most')
  t.equal(await records.createKey('acc_none'), undefined)

  await records.updateAccount(id, { disabled: true })
  t.equal(records.findKey(api_key), undefined, 'a disabled account')
  await records.updateAccount(id, { disabled: false })
  t.equal(await records.revokeKey(key.key_id), true)
  t.equal(await records.revokeKey(key.key_id), false)
  t.equal(records.findKey(api_key), undefined)
  t.ok(records.findKey(second.api_key))

  const session = await records.createCreditSession(id, 'small', 100)
  t.equal(records.openCreditSessions(id), 1)
  await records.deleteAccount(id)
  t.same([records.keys(id), records.key(second.key.key_id)], [[], undefined], 'with their account')
  t.same([records.openCreditSessions(id), records.creditSession(session.id)], [0, undefined])
  await records.close()
})

t.test('credits are held, then captured or released, once', async (t) => {
  const records = await openRecords(t.testdir())
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 100 })
  const one = accepted(await accept(records, id, 40))
  t.same(records.credits(id), { balance: 60, held: 40, used_this_month: 0 })
  await Promise.all([
    records.complete(one.id, result),
    records.complete(one.id, result),
    records.fail(one.id, { code: 'x', detail: '' }),
  ])
  t.same(records.credits(id), { balance: 60, held: 0, used_this_month: 40 })
  t.equal(records.simulation(one.id)?.status, 'completed', 'terminal states never change')
  records.progress(one.id, { progress: 0.1 })
  t.equal(records.simulation(one.id)?.progress, 1)
  await records.removeSimulation(one.id)
  t.same(records.credits(id), { balance: 60, held: 0, used_this_month: 40 }, 'deleting gives nothing back')
  t.equal(await records.removeSimulation(one.id), undefined)

  const two = accepted(await accept(records, id, 60))
  await Promise.all([records.removeSimulation(two.id), records.fail(two.id, { code: 'x', detail: '' })])
  t.same(records.credits(id), { balance: 60, held: 0, used_this_month: 40 })
  await records.close()
})

t.test('the balance is looked at first, then the limit of the month', async (t) => {
  let now = new Date('2026-01-31T23:59:59.500Z')
  const records = await openRecords(t.testdir(), { now: () => now })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 100 })
  t.same(await accept(records, id, 101, 10), { outcome: 'insufficient_credits', balance: 100, required: 101 })
  const january = accepted(await accept(records, id, 30, 50))
  t.same(
    await accept(records, id, 21, 50),
    { outcome: 'credit_limit_reached', limit: 50, used_this_month: 0, required: 21 },
    'what is held counts',
  )
  now = new Date('2026-02-01T00:00:00.500Z')
  await records.complete(january.id, result)
  t.equal(records.credits(id).used_this_month, 0, 'belongs to the month of its hold')
  const february = accepted(await accept(records, id, 50, 50))
  await records.complete(february.id, result)
  t.equal(records.credits(id).used_this_month, 50)
  now = new Date('2026-01-31T23:59:59.900Z')
  t.equal(records.credits(id).used_this_month, 30)
  t.match(await accept(records, 'acc_none', 1), { outcome: 'insufficient_credits', balance: 0 })
  await records.close()
})

t.test('simultaneous requests do not spend a credit twice', async (t) => {
  const records = await openRecords(t.testdir())
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => accept(records, id, 10)))
  t.equal(outcomes.filter(({ outcome }) => outcome === 'accepted').length, 5)
  t.equal(records.credits(id).balance, 0)
  await records.close()
})

t.test('lists are newest first by order of acceptance, and filtered', async (t) => {
  const times = ['2026-03-01T00:00:02.000Z', '2026-03-01T00:00:01.000Z', '2026-03-01T00:00:03.000Z']
  let now = new Date(times[0] ?? '')
  const records = await openRecords(t.testdir(), { now: () => now })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const other = await records.createAccount({ name: 'b', plan: 'pro', credits: 50 })
  const ids: string[] = []
  for (const time of times) {
    now = new Date(time)
    ids.push(accepted(await accept(records, id)).id)
    await accept(records, other.id)
  }
  const [a = '', b = '', c = ''] = ids
  await records.complete(a, result)
  const listed = (filter?: Parameters<RecordStore['simulations']>[1]) =>
    records.simulations(id, filter).map((one) => one.id)
  t.same(listed(), [c, b, a], 'the clock went back, the order did not')
  t.same(listed({ status: 'pending' }), [c, b])
  t.same(listed({ model: 'other' }), [])
  t.same(listed({ created_after: '2026-03-01T00:00:02Z' }), [c, a], 'inclusive')
  t.same(listed({ created_before: '2026-03-01T01:00:02+01:00' }), [b, a], 'inclusive, of any zone')
  t.equal(records.pendingSimulations()[0]?.id, records.simulations(other.id).at(-1)?.id, 'oldest first')
  t.equal(await records.deleteAccount(id), true)
  t.equal(await records.deleteAccount(id), false)
  t.same([records.simulation(c), records.simulations(id)], [undefined, []])
  t.same(await records.ledger(id), { entries: [], total: 0 })
  t.equal(records.pendingSimulations().length, 3)
  t.equal(records.accounts().length, 1)
  await records.close()
})

t.test('a simulation gets another name, and nothing else', async (t) => {
  const records = await openRecords(t.testdir())
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const simulation = accepted(await accept(records, id))
  const params = { ...simulation.params, name: 'other' }
  t.same(await records.renameSimulation(simulation.id, 'other'), { ...simulation, params })
  t.same(records.simulation(simulation.id)?.params, params)
  t.equal(await records.renameSimulation('sim_none', 'other'), undefined)
  await records.close()
})

t.test('a record that was read stays what it was', async (t) => {
  const records = await openRecords(t.testdir())
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const simulation = accepted(await accept(records, id))
  records.progress(simulation.id, { stage: 'computing', progress: 0.5 })
  await records.complete(simulation.id, result)
  t.match(simulation, { status: 'pending', stage: 'queued', progress: 0 })
  await records.close()
})

t.test('a paid session grants once, however often it is reported', async (t) => {
  let now = new Date('2026-03-01T00:00:00Z')
  const records = await openRecords(t.testdir(), { now: () => now })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 0 })
  const session = await records.createCreditSession(id, '500', 500)
  const outcomes = await Promise.all([1, 2, 3].map(() => records.payCreditSession(session.id)))
  t.same(
    outcomes.map(({ outcome }) => outcome),
    ['granted', 'already_paid', 'already_paid'],
  )
  t.equal(records.credits(id).balance, 500)
  t.match((await records.ledger(id)).entries, [{ type: 'grant', amount: 500, payment_id: session.id }])
  const late = await records.createCreditSession(id, '100', 100)
  now = new Date(late.expires_at)
  t.same(await records.payCreditSession(late.id), { outcome: 'expired' })
  t.same(await records.payCreditSession(session.id), { outcome: 'already_paid' })
  t.same(await records.payCreditSession('cs_none'), { outcome: 'unknown' })
  await records.close()
})

t.test('no sequence of operations loses or invents a credit', async (t) => {
  const random = seededRandom(7)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const folder = t.testdir()
  let records = await openRecords(folder)
  const granted = new Map<string, number>()
  for (const name of ['a', 'b', 'c']) {
    granted.set((await records.createAccount({ name, plan: 'pro', credits: 100 })).id, 100)
  }
  const captured = new Map<string, number>()
  for (let n = 0; n < 400; n++) {
    const id = pick([...granted.keys()]) ?? ''
    const simulation = records.simulation(pick(records.simulations(id))?.id ?? '')
    const draw = random()
    if (draw < 0.5) await accept(records, id, 1 + Math.floor(random() * 20))
    else if (draw < 0.65 && simulation) {
      if (simulation.status === 'pending') {
        captured.set(id, (captured.get(id) ?? 0) + simulation.credits_charged)
      }
      void records.complete(simulation.id, result)
    } else if (draw < 0.75 && simulation) void records.fail(simulation.id, { code: 'x', detail: '' })
    else if (draw < 0.85 && simulation) void records.removeSimulation(simulation.id)
    else if (draw < 0.97) {
      granted.set(id, (granted.get(id) ?? 0) + 10)
      await records.grant(id, 10, 'test')
    } else {
      await records.close()
      records = await openRecords(folder)
    }
  }
  await records.close()
  records = await openRecords(folder)
  for (const [id, given] of granted) {
    const { balance, held, used_this_month } = records.credits(id)
    const pending = await records.read(records.simulations(id, { status: 'pending' }))
    const sum = (await records.ledger(id)).entries.reduce((total, { amount }) => total + amount, 0)
    t.equal(balance, sum, 'balance = sum of the ledger')
    t.equal(
      held,
      pending.reduce((total, { credits_charged }) => total + credits_charged, 0),
    )
    t.equal(used_this_month, captured.get(id) ?? 0)
    t.equal(balance + held + used_this_month, given, 'every credit is somewhere')
    t.ok(balance >= 0)
  }
  await records.close()
})

t.test('a second opener is refused with the pid of the first', async (t) => {
  const folder = t.testdir()
  const records = await openRecords(folder)
  await t.rejects(openRecords(folder), {
    message: new RegExp(`process ${process.pid} on ${hostname()} since 20\\d\\d-.*records.lock`),
    code: 'records_in_use',
  })
  await records.close()
  await records.close()
  await t.rejects(records.createAccount({ name: 'a', plan: 'pro', credits: 1 }), /closed/)
  await (await openRecords(folder)).close()
})

t.test('the lock of a dead process is taken over', async (t) => {
  const folder = t.testdir()
  const lock = join(folder, 'records.lock')
  const dead = fork('-', [], { execArgv: ['-e', '0'], stdio: 'ignore' })
  await once(dead, 'exit')
  const records = await openRecords(folder)
  const own = JSON.parse(await readFile(lock, 'utf8'))
  await records.close()
  // Only Linux tells a process from a later one of the same id.
  const reused = process.platform === 'linux' ? [{ ...own, started: own.started.replace(/ .*/, ' 1') }] : []
  for (const text of [
    JSON.stringify({ ...own, pid: dead.pid, started: null }),
    ...reused.map((holder) => JSON.stringify(holder)),
    '',
  ]) {
    await writeFile(lock, text)
    const both = await Promise.allSettled([openRecords(folder), openRecords(folder)])
    const opened = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    t.equal(opened.length, 1, `one of two takes over ${text}`)
    await opened[0]?.close()
  }
})

t.test('damaged records are refused, not replaced', async (t) => {
  const folder = t.testdir({ 'records.json': '{"version": 2, "acc' })
  await t.rejects(openRecords(folder), /JSON is incomplete/)
  await t.rejects(openRecords(folder), /JSON is incomplete/, 'and the lock was given back')
  await rm(join(folder, 'records.json'))
  const records = await openRecords(folder)
  await records.createAccount({ name: 'a', plan: 'pro', credits: 5 })
  await records.close()
  const path = join(folder, 'records.json')
  const whole = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...whole, version: 3 }))
  await t.rejects(openRecords(folder), /found version 3: a newer service wrote it/)
  for (const version of [1, undefined]) {
    const text = JSON.stringify({ ...whole, version })
    await writeFile(path, text)
    await t.rejects(openRecords(folder), /found version (1|undefined): no release of this service wrote it/)
    t.equal(await readFile(path, 'utf8'), text, 'and nothing is touched')
  }
})

t.test('ids draw every letter equally often', async (t) => {
  const counts = new Map<string, number>()
  for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  t.equal(counts.size, 62)
  // 1000 expected; 6 standard deviations are 190.
  t.ok(Math.min(...counts.values()) > 810 && Math.max(...counts.values()) < 1190)
})

t.test('codes are of one kind, with an id to find them by and a secret that is not kept', (t) => {
  const secret = newSecret()
  t.match(secret, /^[0-9A-Za-z]{40}$/)
  for (const [codes, prefix, idPrefix, length] of [
    [apiKeyCodes, 'rcov', '', 8],
    [inviteCodes, 'inv', 'acc_', 20],
    [shareCodes, 'shr', 'shr_', 12],
    [nodeTokenCodes, 'rcnode', 'rcnode_', 12],
  ] as const) {
    const id = codes.newId()
    t.match(id, new RegExp(`^${idPrefix}[0-9A-Za-z]{${length}}$`))
    const code = codes.format({ id, secret })
    t.equal(code, `${prefix}_${id.slice(idPrefix.length)}_${secret}`)
    t.same(codes.parse(code), { id, secret })
    const others = [
      `x${code}`,
      `${code}x`,
      `${code}\n`,
      code.slice(0, -1),
      code.replace('_', ''),
      code.replace('_', '_0'),
    ]
    for (const other of others) t.equal(codes.parse(other), undefined, other)
  }
  const hash = hashSecret('abc')
  t.equal(hash, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'FIPS 180-2, example B.1')
  t.ok(secretMatches('abc', hash) && !secretMatches('abd', hash))
  t.end()
})
