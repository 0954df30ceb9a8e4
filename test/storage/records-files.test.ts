import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'
import t from 'tap'
import { type FileSystem, nodeFileSystem } from '../../storage/records/disk/file-system.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

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
  const secret = await simulated(records, one.id, 'a secret name', 50)
  for (let n = 0; n < 40; n++) await simulated(records, n % 2 ? one.id : two.id, 'common')
  t.match(await content(path), 'a secret name')
  const lists = async () => (await readdir(join(path, 'tiles'))).length
  const other = await simulated(records, two.id, 'another', 50)
  for (let n = 0; n < 20; n++) await simulated(records, one.id, 'common')
  t.equal(await lists(), 2)
  await records.removeSimulation(secret)
  t.equal(await lists(), 1, 'at once')
  await records.deleteAccount(two.id)
  // A checkpoint that was writing the list removes it at its end.
  for (let tries = 0; tries < 200 && (await lists()) > 0; tries++) await setTimeout(10)
  t.equal(await lists(), 0)
  t.equal(records.simulation(other), undefined)
  for (let n = 0; n < 80; n++) await simulated(records, one.id, 'common')
  await records.close()
  const left = await content(path)
  t.notMatch(left, 'a secret name')
  t.notOk(left.includes(`"account_id":"${two.id}"`))
  t.notOk((await readdir(join(path, 'tiles'))).some((name) => name.includes(secret)))

  const again = await openRecords(path, small)
  t.equal(again.simulations(one.id).length, 120)
  t.equal(again.simulation(secret), undefined)
  t.same([again.account(two.id), again.simulations(two.id)], [undefined, []])
  t.equal((await again.ledger(one.id)).total, 243, 'what was paid stays in the ledger')
  await again.close()
})

/** The system's disk, which stops at one call until it is let go on. */
function gated(stopsAt: (call: 'create' | 'rename', path: string) => boolean) {
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const state = { hasArrived: false, go }
  const pass = async (call: 'create' | 'rename', path: string) => {
    if (!stopsAt(call, path)) return
    state.hasArrived = true
    await gate
  }
  const fs: FileSystem = {
    ...nodeFileSystem,
    async create(path, options) {
      await pass('create', path)
      return nodeFileSystem.create(path, options)
    },
    async rename(from, to) {
      await pass('rename', to)
      await nodeFileSystem.rename(from, to)
    },
  }
  return { state, fs }
}

t.test('one that is deleted while it moves into a file stays deleted', async (t) => {
  for (const [call, name] of [
    ['rename', 'simulations-'],
    ['create', '/tiles/'],
  ] as const) {
    const path = join(t.testdir(), call)
    const { state, fs } = gated((at, to) => at === call && to.includes(name))
    const records = await openRecords(path, { ...small, fs })
    const { id: account } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
    const ids: string[] = []
    while (!state.hasArrived) ids.push(await simulated(records, account, 'x', ids.length === 1 ? 50 : 1))
    for (const id of ids.slice(0, 2)) await records.removeSimulation(id)
    state.go()
    // Through two more checkpoints, so that no journal has the deletion any more.
    for (let n = 0; n < 40; n++) await simulated(records, account, 'x')
    t.same(await readdir(join(path, 'tiles')), [], name)
    await records.close()
    const again = await openRecords(path, small)
    t.same([again.simulation(ids[0] ?? ''), again.simulation(ids[1] ?? '')], [undefined, undefined])
    t.equal(again.simulations(account).length, ids.length + 38)
    await again.close()
  }
})

t.test('an end waits for files that are being written', async (t) => {
  const { state, fs } = gated((call, to) => call === 'rename' && to.includes('simulations-'))
  const path = t.testdir()
  const records = await openRecords(path, { ...small, fs })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  while (!state.hasArrived) await simulated(records, id, 'x')
  let isClosed = false
  const closing = records.close().then(() => {
    isClosed = true
  })
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
  t.notOk(isClosed)
  await t.rejects(openRecords(path, small), { code: 'records_in_use' })
  state.go()
  await closing
  await (await openRecords(path, small)).close()
})

t.test('what was left half made is removed, and counts for nothing', async (t) => {
  const fs = disk()
  const open = () => openRecords(folder, { fs, ...small })
  const records = await open()
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  const many = async (count: number) => {
    for (let n = 0; n < count; n++) await simulated(records, id, 'x')
  }
  // A new journal that was made in vain, while the one before went on.
  fs.failing.set('syncFolder', { after: 0, code: 'EIO', times: 1 })
  await many(12)
  t.ok(fs.content(`${folder}/journal-000002.log`))
  await records.close()
  const again = await open()
  t.equal(again.simulations(id).length, 12)
  await again.close()

  const stray = [
    'segments/simulations-000099-0.json',
    'segments/x.part',
    'records.json.part',
    'journal-000000.log',
  ]
  for (const name of stray) await fs.create(`${folder}/${name}`)
  await (await open()).close()
  for (const name of stray) t.equal(fs.content(`${folder}/${name}`), undefined, name)
})

t.test('files that could not be finished are removed at once', async (t) => {
  const fs = disk()
  const records = await openRecords(folder, { fs, ...small, journalBytes: 30_000 })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 500 })
  const { rename } = fs
  let segments = 0
  fs.rename = async (from, to) => {
    if (to.endsWith('records.json')) throw new Error('asked to fail')
    if (to.includes('segments')) segments++
    return rename.call(fs, from, to)
  }
  for (let n = 0; n < 39; n++) await simulated(records, id, 'x')
  await records.close()
  t.ok(segments > 1, 'else this says nothing')
  t.same(
    fs.names().filter((name) => /segments|part/.test(name)),
    [],
  )
  fs.rename = rename
  const again = await openRecords(folder, { fs, ...small })
  t.equal(again.simulations(id).length, 39)
  await again.close()
})
