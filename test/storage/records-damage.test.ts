import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { seededRandom } from '../../bench/references/random.ts'
import { nodeFileSystem } from '../../storage/records/disk/file-system.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import type { SnapshotV1 } from '../../storage/records/version-1.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'

/** Small, so that little makes many files. */
const small: RecordOptions = { journalBytes: 8000, sizes: { simulations: 10, entries: 20 } }
const folder = '/records'

function disk(seed = 1): FragileDisk {
  return new FragileDisk({ random: seededRandom(seed) })
}

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

t.test('damage to what was acknowledged is refused, with its offset', async (t) => {
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
  for (let n = 0; n < 30; n++) {
    await records.complete((await accepted(records, id, { price: 1 })).id, resultWith(1))
  }
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
