import { mkdir, readdir, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { defaultPlans } from '../../server/config/limits.ts'
import { StoredResults, type StoredResultsOptions } from '../../server/jobs/stored/stored-results.ts'
import { freeSpaceOf } from '../../storage/files/disk-space.ts'
import { openStores } from '../../storage/objects/open.ts'
import { openRecords } from '../../storage/records/records.ts'
import type { Account, RecordStore } from '../../storage/records/types.ts'
import { until } from '../helpers/compute.ts'

const dayMs = 86_400_000

async function setUp(t: Test) {
  let close = async () => {}
  t.teardown(() => close())
  const folder = t.testdir()
  const records = await openRecords(join(folder, 'records'))
  const directory = join(folder, 'rasters')
  const { rasters } = await openStores({ kind: 'folder', folder })
  const opened: StoredResults[] = []
  close = async () => {
    for (const results of opened) await results.close()
    await records.close()
  }
  return {
    folder,
    records,
    directory,
    account: await records.createAccount({ name: 'a', plan: 'pro', credits: 100 }),
    async open(options: Partial<StoredResultsOptions> = {}) {
      const results = new StoredResults({
        records,
        plans: defaultPlans,
        store: rasters,
        workFolder: join(folder, 'work'),
        days: 30,
        now: Date.now,
        ...options,
      })
      opened.push(results)
      await results.start()
      return results
    },
    put: (name: string, bytes = 1) => writeFile(join(directory, name), Buffer.alloc(bytes)),
    names: async () => (await readdir(directory)).sort(),
  }
}

async function completed(records: RecordStore, account: Account, layers = ['visible']) {
  const outcome = await records.accept({
    account_id: account.id,
    params: { layers },
    price: 1,
    monthly_limit: 100,
  })
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome)
  const stored = await records.complete(outcome.simulation.id, {
    engine: { version: '0', backend: 'fake', device: 'none' },
    terrain: { unknown_share: 0, sources: [], tiles: [] },
    summary: { visible: 1, blocked: 0, unknown: 0, visible_km2: 0, farthest_km: 0 },
    warnings: [],
  })
  if (stored === undefined) throw new Error('Expected a record.')
  return stored
}

t.test(
  'what no record names goes, but for what may be of an upload that still runs, and of a pending simulation',
  async (t) => {
    const { records, account, directory, put, names, open } = await setUp(t)
    const { id } = await completed(records, account, ['visible', 'min_height'])
    const { id: deleted } = await completed(records, account)
    await records.removeSimulation(deleted)
    const pending = await records.accept({ account_id: account.id, params: {}, price: 1, monthly_limit: 100 })
    if (pending.outcome !== 'accepted') throw new Error(pending.outcome)
    const running = pending.simulation.id
    await mkdir(join(directory, `${id}.products`))
    const dayAgo = new Date(Date.now() - dayMs - 1000)
    const kept = [
      `${id}.tif`,
      `${id}.min_height.tif`,
      `${id}.products/x.png`,
      `${running}.tif`,
      `${running}.class.tif.0123456789ab.part`,
      'notes.txt',
    ]
    const part = `${running}.tif.0123456789ab.part`
    // Its node ended the try while the service was away.
    const old = [`${running}.class.tif`, part]
    kept.push(`${running}.class.tif`)
    for (const name of [...kept, part, `${id}.class.tif`, `${id}.png`, `${deleted}.tif`, 'sim_unknown.tif'])
      await put(name)
    for (const name of old) await utimes(join(directory, name), dayAgo, dayAgo)
    const results = await open()
    await results.sweep()
    t.same(await names(), kept.map((name) => name.replace('/x.png', '')).sort())
    t.same(await readdir(join(directory, `${id}.products`)), ['x.png'])
    t.equal(results.usedBytes(account.id), 3 * 4096)
  },
)

t.test('what a crash left on this machine goes at the next start', async (t) => {
  const { folder, open } = await setUp(t)
  await mkdir(join(folder, 'work'))
  for (const name of ['sim_a.tif', 'sim_a.tif.0123456789ab.part', 'notes.txt'])
    await writeFile(join(folder, 'work', name), '')
  const { workFolder } = await open()
  t.same(await readdir(workFolder), ['notes.txt'])
})

t.test('results are deleted when they expire, also those of an earlier run', async (t) => {
  const { records, account, put, names, open } = await setUp(t)
  const old = await completed(records, account, ['visible', 'min_height'])
  await until(() => Date.now() > Date.parse(old.completed_at ?? ''), 'a later time')
  const young = await completed(records, account)
  for (const name of [`${old.id}.tif`, `${old.id}.min_height.tif`, `${young.id}.tif`]) await put(name)
  const ends = Date.parse(old.completed_at ?? '') + 30 * dayMs
  const before = await open({ now: () => ends - 1 })
  t.equal(before.expiresAt(old), new Date(ends).toISOString())
  t.equal(before.isExpired(old), false)
  await before.sweep()
  t.equal((await names()).length, 3)
  await before.close()

  const after = await open({ now: () => ends })
  t.equal(after.isExpired(old), true)
  await until(async () => (await names()).length === 1, 'the old one to go')
  t.same(await names(), [`${young.id}.tif`])
  t.match(records.simulation(old.id), { status: 'completed' }, 'the record stays')
  await until(() => after.usedBytes(account.id) === 4096, 'the count')

  const forever = await open({ days: 0, now: () => ends * 2 })
  t.equal(forever.expiresAt(young), undefined)
  t.equal(forever.isExpired(young), false)
  await forever.sweep()
  t.same(await names(), [`${young.id}.tif`])
})

t.test('bytes on the disk, in whole blocks, are counted by account from startup on', async (t) => {
  const { records, account, directory, put, open } = await setUp(t)
  const other = await records.createAccount({ name: 'b', plan: 'pro', credits: 100 })
  const first = await completed(records, account, ['visible', 'min_height'])
  await put(`${first.id}.tif`, 100)
  await put(`${first.id}.min_height.tif`, 1000)
  const results = await open()
  await until(() => results.usedBytes(account.id) === 2 * 4096, 'the count')
  t.equal(results.usedBytes(other.id), 0)

  await mkdir(join(directory, `${first.id}.products`))
  await put(`${first.id}.products/x.png`, 10_000)
  await results.count(first)
  t.equal(results.usedBytes(account.id), 5 * 4096)
  await results.count(first)
  t.equal(results.usedBytes(account.id), 5 * 4096, 'counted anew, not added')
  const second = await completed(records, account)
  await put(`${second.id}.tif`, 5)
  await results.count(second)
  t.equal(results.usedBytes(account.id), 6 * 4096)
  await results.remove(first)
  t.equal(results.usedBytes(account.id), 4096)
  // The folder of products is emptied in the background.
  await until(async () => (await readdir(directory)).length === 1, 'the products to be gone')
  t.same(await readdir(directory), [`${second.id}.tif`])

  t.equal(results.refusal(account), undefined)
  const quota_bytes = 20 * 2 ** 30
  await truncate(join(directory, `${second.id}.tif`), quota_bytes - 4096)
  await results.count(second)
  t.equal(results.refusal(account), undefined)
  await truncate(join(directory, `${second.id}.tif`), quota_bytes)
  await results.count(second)
  t.same(results.refusal(account), {
    outcome: 'storage_quota_exceeded',
    used_bytes: quota_bytes,
    quota_bytes,
  })
  t.equal(results.refusal(other), undefined)
})

t.test('a disk with less than a GiB or 2000 files free takes no results', async (t) => {
  const { account, open } = await setUp(t)
  const withFree = (bytes: number, files: number) => open({ freeSpace: async () => ({ bytes, files }) })
  const [noBytes, noFiles] = [await withFree(2 ** 30 - 1, 2000), await withFree(2 ** 30, 1999)]
  t.equal((await withFree(2 ** 30, 2000)).refusal(account), undefined)
  for (const full of [noBytes, noFiles])
    t.match(full.refusal(account), { outcome: 'storage_unavailable', retryAfterS: 60 })
  t.same([noBytes.disk, noFiles.disk], ['bytes_low', 'files_low'])
  const unknown = await open({ freeSpace: () => Promise.reject(new Error('EIO')) })
  t.equal(unknown.refusal(account), undefined, 'what is not known stops nobody')
})

t.test('free inodes are read from the file system; one that makes them as needed has no limit', async (t) => {
  const stats = { bavail: 10, bsize: 4096, files: 4000, ffree: 12 }
  t.same(await freeSpaceOf('/', async () => stats), { bytes: 40_960, files: 12 })
  const { files } = await freeSpaceOf('/', async () => ({ ...stats, files: 0, ffree: 0 }))
  t.equal(files, Number.POSITIVE_INFINITY)
})

/** A result, and what keeps products of it as the routes do. */
async function withProducts(t: Test, options: Partial<StoredResultsOptions> = {}) {
  const { records, account, directory, open } = await setUp(t)
  const store = (await openStores({ kind: 'folder', folder: join(directory, '..') })).rasters
  const results = await open(options)
  const simulation = await completed(records, account)
  const prefix = `${simulation.id}.products/`
  return {
    results,
    simulation,
    records,
    account,
    keep: (name: string, bytes: number, isVisitors: boolean, of = simulation) => {
      const object = `${of.id}.products/${name}`
      return results.keepProduct(
        { ...of, name: String(of.params.name ?? '') },
        { name: object, bytes, isVisitors },
        () => store.putBytes(object, Buffer.alloc(Math.min(bytes, 100))),
      )
    },
    kept: async () => (await readdir(join(directory, prefix))).sort(),
  }
}

t.test("visitors' products replace only visitors' products, in number and in bytes", async (t) => {
  const { results, account, keep, kept } = await withProducts(t)
  for (let n = 0; n < 5; n++) t.ok(await keep(`owner-${n}`, 10_000, false))
  for (let n = 0; n < 400; n++) t.ok(await keep(`visitor-${n}`, 100, true))
  const names = await kept()
  t.equal(names.length, 155)
  t.equal(names.filter((name) => name.startsWith('owner')).length, 5)
  t.ok(names.includes('visitor-399') && names.includes('visitor-250') && !names.includes('visitor-249'))
  t.equal(results.usedBytes(account.id), (5 * 3 + 150) * 4096)
  t.notOk(await keep('too-large', 16 * 2 ** 20 + 1, true))
  t.same(await kept(), names)
  for (let n = 0; n < 3; n++) t.ok(await keep(`large-${n}`, 7 * 2 ** 20, true))
  t.same(
    (await kept()).filter((name) => !name.startsWith('owner')),
    ['large-1', 'large-2'],
  )
})

t.test(
  'the oldest products of a result give way when there are too many, not when a visitor asks',
  async (t) => {
    const { results, account, keep, kept } = await withProducts(t)
    for (let n = 0; n < 400; n++) t.ok(await keep(`owner-${n}`, 1, false))
    t.equal((await kept()).length, 400)
    t.notOk(await keep('visitor', 1, true))
    t.equal((await kept()).length, 400)
    t.ok(await keep('owner-400', 1, false))
    t.equal((await kept()).length, 301)
    t.ok((await kept()).includes('owner-400'))
    t.equal(results.usedBytes(account.id), 301 * 4096)
    t.ok(await keep('visitor', 1, true))
  },
)

t.test("over the quota the owner's new product replaces others, a visitor's is not kept", async (t) => {
  const { records, results, account, keep, kept } = await withProducts(t)
  const other = await completed(records, account)
  const quota = 20 * 2 ** 30
  t.ok(await keep('large', quota - 3 * 4096, false))
  t.ok(await keep('of-other', 4096, false, other))
  t.ok(await keep('visitor', 1, true))
  t.equal(results.usedBytes(account.id), quota - 4096)
  t.notOk(await keep('visitor-2', 5000, true))
  t.same(await kept(), ['large', 'visitor'])
  t.ok(await keep('small', 5000, false))
  t.same(await kept(), ['large', 'small', 'visitor'], 'that of another result went')
  t.equal(results.usedBytes(account.id), quota)
  t.ok(await keep('last', 1, false))
  t.same(await kept(), ['last'])
  t.notOk(await keep('vast', quota + 1, false))
  t.equal(results.usedBytes(account.id), 0)
})

t.test('a product that several make is stored and counted once, whoever they are', async (t) => {
  const { results, account, keep, kept } = await withProducts(t)
  const keepBoth = () => Promise.all([keep('map', 5000, true), keep('map', 5000, false)])
  t.same(await keepBoth(), [true, false], 'one is being stored, the other is sent without')
  t.same(await keepBoth(), [true, false])
  t.ok(await keep('map', 5000, true), 'it is there')
  t.same(await kept(), ['map'])
  t.equal(results.usedBytes(account.id), 2 * 4096)
})

t.test('a disk that is almost full keeps no products', async (t) => {
  for (const free of [
    { bytes: 2 ** 30 - 1, files: 2000 },
    { bytes: 2 ** 30, files: 1999 },
  ]) {
    const { results, account, keep } = await withProducts(t, { freeSpace: async () => free })
    t.notOk(await keep('visitor', 1, true))
    t.notOk(await keep('owner', 1, false))
    t.equal(results.usedBytes(account.id), 0)
  }
})
