import type { Dirent } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import t, { type Test } from 'tap'
import { nodeFileSystem } from '../../storage/records/file-system.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import type { SnapshotV1 } from '../../storage/records/version-1.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { seededRandom } from '../helpers/random.ts'
import { accepted, resultWith } from '../helpers/records.ts'

/** Small, so that little makes many files. */
const small: RecordOptions = { journalBytes: 8000, sizes: { simulations: 10, entries: 20 } }
const folder = '/records'

function disk(seed = 1): FragileDisk {
  return new FragileDisk({ random: seededRandom(seed) })
}

async function simulated(records: RecordStore, accountId: string, name: string, tiles = 1): Promise<string> {
  const { id } = await accepted(records, accountId, { name, price: 1 })
  await records.complete(id, resultWith(tiles))
  return id
}

/** Everything that can be asked. */
async function everything(records: RecordStore) {
  const all = []
  for (const account of records.accounts()) {
    const simulations = await records.read(records.simulations(account.id))
    const tiles = await Promise.all(simulations.map(({ id }) => records.tiles(id)))
    const credits = records.credits(account.id)
    all.push({ account, simulations, tiles, credits, ledger: await records.ledger(account.id) })
  }
  return all
}

/** All bytes of all files under a folder; one that goes meanwhile is left out. */
async function content(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const read = (file: Dirent) => readFile(join(file.parentPath, file.name), 'utf8').catch(() => '')
  return (await Promise.all(files.map(read))).join('\n')
}

t.test('records move into files that any lowdb reads, and are the same there', async (t) => {
  const path = t.testdir()
  let records = await openRecords(path, small)
  const ids: string[] = []
  const accounts = [1, 2].map((n) => records.createAccount({ name: `a${n}`, plan: 'pro', credits: 500 }))
  for (const { id } of await Promise.all(accounts)) {
    for (let n = 0; n < 60; n++) ids.push(await simulated(records, id, `é${n}`, n % 20 === 0 ? 50 : 2))
  }
  const open = await accepted(records, records.accounts()[0]?.id ?? '')
  const before = await everything(records)
  await records.close()
  records = await openRecords(path, small)
  t.same(await everything(records), before)
  t.same(
    records.pendingSimulations().map(({ id }) => id),
    [open.id],
  )
  t.equal((await records.tiles(ids[0] ?? '')).length, 50)
  t.equal((await readdir(join(path, 'tiles'))).length, 6, 'long lists only')
  await records.close()

  const names = await readdir(join(path, 'segments'))
  t.ok(names.filter((name) => name.startsWith('simulations')).length > 3)
  t.ok(names.filter((name) => name.startsWith('ledger')).length > 3)
  for (const name of names) {
    const db = new Low<{ records: { id: string }[] }>(new JSONFile(join(path, 'segments', name)), {
      records: [],
    })
    await db.read()
    t.equal(db.data.records.length, name.startsWith('ledger') ? 20 : 10)
  }
  const journals = (await readdir(path)).filter((name) => name.startsWith('journal'))
  t.ok(journals.length <= 2, 'what lies in files is in no journal')
})

t.test('nothing of what was deleted stays in a file', async (t) => {
  const path = t.testdir()
  const records = await openRecords(path, small)
  const [one, two] = await Promise.all(
    ['first', 'second'].map((name) => records.createAccount({ name, plan: 'pro', credits: 900 })),
  )
  if (!one || !two) throw new Error('Expected accounts.')
  const secret = await simulated(records, one.id, 'a secret place', 50)
  for (let n = 0; n < 40; n++) await simulated(records, n % 2 ? one.id : two.id, 'common')
  t.match(await content(path), 'a secret place')
  await records.removeSimulation(secret)
  await records.deleteAccount(two.id)
  for (let n = 0; n < 80; n++) await simulated(records, one.id, 'common')
  await records.close()
  const left = await content(path)
  t.notMatch(left, 'a secret place')
  t.notOk((await readdir(join(path, 'tiles'))).some((name) => name.includes(secret)))

  const again = await openRecords(path, small)
  t.equal(again.simulations(one.id).length, 100)
  t.equal(again.simulation(secret), undefined)
  t.same([again.account(two.id), again.simulations(two.id)], [undefined, []])
  t.equal((await again.ledger(one.id)).total, 203, 'what was paid stays in the ledger')
  await again.close()
})

t.test('one that is deleted while it moves into a file stays deleted', async (t) => {
  let hasArrived = false
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const path = t.testdir()
  const fs = {
    ...nodeFileSystem,
    async rename(from: string, to: string) {
      if (to.includes('simulations-')) {
        hasArrived = true
        await gate
      }
      await nodeFileSystem.rename(from, to)
    },
  }
  const records = await openRecords(path, { ...small, fs })
  const { id: account } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  const ids: string[] = []
  while (!hasArrived) ids.push(await simulated(records, account, 'x', ids.length === 1 ? 50 : 1))
  for (const id of ids.slice(0, 2)) await records.removeSimulation(id)
  go()
  // Through two more checkpoints, so that no journal tells of the deletion any more.
  for (let n = 0; n < 40; n++) await simulated(records, account, 'x')
  await records.close()
  const again = await openRecords(path, small)
  t.same([again.simulation(ids[0] ?? ''), again.simulation(ids[1] ?? '')], [undefined, undefined])
  t.equal(again.simulations(account).length, ids.length + 38)
  t.same(await readdir(join(path, 'tiles')), [])
  await again.close()
})

t.test('a last write that was not completed is dropped, wherever it was cut', async (t) => {
  const whole = disk()
  const records = await openRecords(folder, { fs: whole })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const before = whole.content(`${folder}/journal-000001.log`)?.length ?? 0
  await accepted(records, id, { name: 'last' })
  await records.close()
  const journal = whole.content(`${folder}/journal-000001.log`) ?? Buffer.alloc(0)
  const liveFile = whole.content(`${folder}/records.json`) ?? Buffer.alloc(0)
  for (let cut = before; cut < journal.length - 1; cut += 7) {
    for (const tail of [Buffer.alloc(0), Buffer.alloc(40), Buffer.from('\n\nrubbish\n')]) {
      const torn = disk()
      await (await openRecords(folder, { fs: torn })).close()
      torn.damage(`${folder}/records.json`, () => liveFile)
      torn.damage(`${folder}/journal-000001.log`, () => Buffer.concat([journal.subarray(0, cut), tail]))
      const opened = await openRecords(folder, { fs: torn })
      if (opened.credits(id).balance !== 50) t.fail(`cut at ${cut}`)
      await accepted(opened, id)
      await opened.close()
      const again = await openRecords(folder, { fs: torn })
      if (again.simulations(id).length !== 1) t.fail(`cut at ${cut}, then written on`)
      await again.close()
    }
  }
  t.ok(journal.length > before)
})

t.test('damage to what was acknowledged is refused, with its place', async (t) => {
  const fs = disk()
  const records = await openRecords(folder, { fs })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50 })
  const path = `${folder}/journal-000001.log`
  const offset = fs.content(path)?.length ?? 0
  await accepted(records, id)
  const end = fs.content(path)?.length ?? 0
  await accepted(records, id)
  await records.close()
  const whole = fs.content(path) ?? Buffer.alloc(0)
  for (let at = offset; at < end; at += 5) {
    fs.damage(path, (content) => {
      whole.copy(content)
      content[at] ^= 1
      return content
    })
    await t.rejects(openRecords(folder, { fs }), { code: 'records_damaged', path, offset }, `byte ${at}`)
  }
  fs.damage(path, () => whole)
  await (await openRecords(folder, { fs })).close()
  fs.damage(path, () => whole.subarray(10))
  await t.rejects(openRecords(folder, { fs }), { code: 'records_damaged', path, offset: 0 })
})

t.test('files that are missing are missed', async (t) => {
  const fs = disk()
  const records = await openRecords(folder, { fs, ...small })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  for (let n = 0; n < 30; n++) await simulated(records, id, 'x')
  await records.close()
  const names = fs.names().filter((name) => !name.includes('/tiles/'))
  t.ok(names.length > 4)
  for (const name of names) {
    const content = fs.content(name) ?? Buffer.alloc(0)
    await fs.remove(name)
    await t.rejects(openRecords(folder, { fs, ...small }), Error, name)
    const file = await fs.create(name)
    await file.close()
    fs.damage(name, () => content)
  }
  const again = await openRecords(folder, { fs, ...small })
  t.equal(again.simulations(id).length, 30)
  await again.close()
})

/** What the version before wrote, with its own shape of sessions and terrain. */
const version1: SnapshotV1 = {
  version: 1,
  next_sequence: 9,
  accounts: [
    {
      id: 'acc_a',
      name: 'Ada',
      plan: 'pro',
      limit: null,
      disabled: false,
      created_at: '2026-01-01T00:00:00.000Z',
    },
  ],
  keys: [
    {
      key_id: 'abcdefgh',
      account_id: 'acc_a',
      secret_sha256: '0'.repeat(64),
      created_at: '2026-01-01T00:00:00.000Z',
      last_used_at: null,
    },
  ],
  sessions: [
    {
      id: 'cs_a',
      account_id: 'acc_a',
      pack: '100',
      credits: 100,
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-02T00:00:00.000Z',
      paid_at: '2026-01-01T00:01:00.000Z',
    },
  ],
  simulations: [
    {
      id: 'sim_done',
      account_id: 'acc_a',
      sequence: 3,
      status: 'completed',
      stage: null,
      progress: 1,
      params: { name: 'x', model: 'los' },
      credits_charged: 30,
      created_at: '2026-01-31T23:59:59.000Z',
      completed_at: '2026-02-01T00:00:01.000Z',
      ...resultWith(40),
    },
    {
      id: 'sim_open',
      account_id: 'acc_a',
      sequence: 4,
      status: 'pending',
      stage: 'queued',
      progress: 0,
      params: { name: 'y', model: 'los' },
      credits_charged: 20,
      created_at: '2026-02-01T00:00:02.000Z',
      warnings: [],
      engine: null,
      terrain: null,
      summary: null,
    },
  ],
  ledger: (
    [
      ['grant', 100, 100, { payment_id: 'cs_a' }, '2026-01-01T00:01:00.000Z'],
      ['hold', -30, 70, { simulation_id: 'sim_done' }, '2026-01-31T23:59:59.000Z'],
      ['capture', 0, 70, { simulation_id: 'sim_done' }, '2026-02-01T00:00:01.000Z'],
      ['hold', -20, 50, { simulation_id: 'sim_open' }, '2026-02-01T00:00:02.000Z'],
    ] as const
  ).map(([type, amount, balance, links, at], n) => ({
    id: `led_${n}`,
    account_id: 'acc_a',
    at,
    type,
    amount,
    balance,
    ...links,
    reason: 'x',
  })),
}

async function isTakenOver(t: Test, records: RecordStore): Promise<void> {
  t.match(records.account('acc_a'), version1.accounts[0])
  t.match(records.keys('acc_a'), version1.keys)
  t.match(records.creditSession('cs_a'), { ...version1.sessions[0], provider: 'sandbox', refunded: 0 })
  t.same(records.credits('acc_a'), { balance: 50, held: 20, used_this_month: 30 })
  t.equal((await records.tiles('sim_done')).length, 40)
  t.match(records.simulation('sim_done'), {
    status: 'completed',
    credits_charged: 30,
    summary: { visible: 1 },
  })
  t.match((await records.ledger('acc_a')).entries, version1.ledger.toReversed())
  t.same(
    records.pendingSimulations().map(({ id }) => id),
    ['sim_open'],
  )
}

t.test('records of version 1 are taken over', async (t) => {
  const now = () => new Date('2026-01-15T00:00:00Z')
  const path = t.testdir({ 'records.json': JSON.stringify(version1) })
  const records = await openRecords(path, { now })
  await isTakenOver(t, records)
  t.match(await records.complete('sim_open', resultWith(1)), { status: 'completed' })
  t.equal((await accepted(records, 'acc_a')).sequence, 9)
  await records.close()
  const again = await openRecords(path, { now })
  t.equal(again.credits('acc_a').balance, 45)
  t.equal(JSON.parse(await readFile(join(path, 'records.json'), 'utf8')).version, 2)
  await again.close()

  const wrong = {
    ...version1,
    ledger: version1.ledger.map((entry, n) => ({ ...entry, ...(n === 1 && { balance: 71 }) })),
  }
  await writeFile(join(path, 'records.json'), JSON.stringify(wrong))
  for (const name of await readdir(path))
    if (name.startsWith('journal')) await nodeFileSystem.remove(join(path, name))
  await t.rejects(openRecords(path, { now }), /does not add up/)
})

t.test('taking over can be broken off anywhere', async (t) => {
  const now = () => new Date('2026-01-15T00:00:00Z')
  let broken = 0
  for (const name of ['create', 'write', 'sync', 'rename', 'syncFolder']) {
    for (let after = 0; after < 8; after++) {
      const fs = disk(after)
      const file = await fs.create(`${folder}/records.json`)
      await file.write(Buffer.from(JSON.stringify(version1)), 0)
      await file.sync()
      await fs.syncFolder(folder)
      fs.failing.set(name, { after, code: 'EIO' })
      const opened = await openRecords(folder, { fs, now }).catch(() => undefined)
      if (opened === undefined) broken++
      fs.failing.clear()
      fs.crash()
      const records = await openRecords(folder, { fs, now })
      await isTakenOver(t, records)
      await records.close()
    }
  }
  t.ok(broken > 10, 'else this says nothing')
})
