import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { nodeFileNames } from '../../storage/files/atomic-file.ts'
import { openStore } from '../../storage/objects/open.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import { openBucket } from '../helpers/bucket.ts'

// The contract of `ObjectStore`, over each of its drivers.

const bucket = await openBucket()
t.teardown(() => bucket.close())
const dayMs = 86_400_000

const drivers: Record<string, (folder: string) => Promise<ObjectStore>> = {
  folder: (folder) => openStore({ kind: 'folder', folder: join(folder, 'store') }),
  s3: (folder) => openStore({ ...bucket.location, prefix: `${folder.replace(/\W/g, '-')}/` }),
}

for (const [driver, open] of Object.entries(drivers)) {
  /** A store of its own, and a folder for files of this machine. */
  const setUp = async (t: Test) => {
    const folder = t.testdir({})
    const store = await open(folder)
    t.teardown(() => store.close())
    const names = async (prefix = '') => {
      const found: string[] = []
      for await (const { name } of store.list(prefix)) found.push(name)
      return found.sort()
    }
    return { store, folder, names }
  }
  const test = (name: string, run: (t: Test) => Promise<void>) => t.test(`${driver}: ${name}`, run)

  test('what was put is there as a whole, and in parts', async (t) => {
    const { store, folder } = await setUp(t)
    const content = randomBytes(300_000)
    const path = join(folder, 'r.tif')
    await writeFile(path, content)
    const done: number[] = []
    await store.putFile('sim_a.tif', path, { onProgress: (bytes) => done.push(bytes) })
    await t.rejects(access(path), { code: 'ENOENT' }, 'the file is taken over')
    t.same(done, [content.length])

    const info = await store.stat('sim_a.tif')
    t.match(info, { name: 'sim_a.tif', bytes: content.length, version: /^[\w-]+$/ })
    t.ok(Math.abs((info?.modifiedMs ?? 0) - Date.now()) < 60_000)
    t.same(await store.readWhole('sim_a.tif'), content)
    const object = await store.open('sim_a.tif')
    if (object === undefined) throw new Error('Expected an object.')
    t.match(object, { bytes: content.length, version: info?.version })
    for (const [offset, length] of [
      [0, 1],
      [0, 0],
      [7, 100_000],
      [content.length - 5, 5],
    ] as const) {
      t.same(await object.read(offset, length), content.subarray(offset, offset + length))
    }
    await t.rejects(object.read(content.length - 5, 6))
    const chunks: Buffer[] = []
    for await (const chunk of await object.stream(10, 250_000)) chunks.push(chunk as Buffer)
    t.same(Buffer.concat(chunks), content.subarray(10, 250_001))
    await object.close()
  })

  test('a name has another version with another content', async (t) => {
    const { store } = await setUp(t)
    await store.putBytes('acc_1/ant_1.json', Buffer.from('{"a":1}'))
    const before = await store.stat('acc_1/ant_1.json')
    // A folder tells versions apart by the millisecond.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await store.putBytes('acc_1/ant_1.json', Buffer.from('{"a":2}'))
    const after = await store.stat('acc_1/ant_1.json')
    t.not(after?.version, before?.version)
    t.equal(String(await store.readWhole('acc_1/ant_1.json')), '{"a":2}')
  })

  test('what is not there', async (t) => {
    const { store, folder, names } = await setUp(t)
    t.equal(await store.stat('no'), undefined)
    t.equal(await store.open('no/no'), undefined)
    t.equal(await store.readWhole('no'), undefined)
    await store.remove('no')
    await store.remove('no/no')
    t.same(await names(), [])
    t.same(await names('no/'), [])
    await t.rejects(store.putFile('sim_a.tif', join(folder, 'no')))
    t.equal(await store.stat('sim_a.tif'), undefined)
  })

  test('objects are listed by what their names begin with, and removed one by one', async (t) => {
    const { store, names } = await setUp(t)
    const all = [
      'sim_a.min_height.tif',
      'sim_a.products/x.png',
      'sim_a.products/y.png',
      'sim_a.tif',
      'sim_ab.tif',
    ]
    for (const name of all) await store.putBytes(name, Buffer.from(name))
    t.same(await names(), all)
    t.same(await names('sim_a.'), all.slice(0, 4))
    t.same(await names('sim_a.products/'), all.slice(1, 3))
    t.same(await names('sim_b'), [])
    for await (const { name, bytes } of store.list('')) t.equal(bytes, name.length)
    for (const name of all.slice(1, 3)) await store.remove(name)
    t.same(await names(), ['sim_a.min_height.tif', 'sim_a.tif', 'sim_ab.tif'])
  })

  test('objects are removed together by what their names begin with', async (t) => {
    const { store, names } = await setUp(t)
    const others = ['sim_ab.products/x.png', 'sim_ab.tif']
    const all = [
      'sim_a.class.tif',
      'sim_a.products/x.png',
      'sim_a.products/y.png',
      'sim_a.tif',
      'sim_a/1.tif',
    ]
    for (const name of [...all, ...others]) await store.putBytes(name, Buffer.from(name))
    await store.removeAll('sim_a.products/')
    t.same(await names(), ['sim_a.class.tif', 'sim_a.tif', 'sim_a/1.tif', ...others])
    t.equal(await store.stat('sim_a.products/x.png'), undefined)
    await store.putBytes('sim_a.products/z.png', Buffer.from('new'))
    await store.removeAll('sim_a.')
    t.same(await names(), ['sim_a/1.tif', ...others])
    for (const prefix of ['sim_a/', 'sim_a/', 'sim_no.', 'sim_no/']) await store.removeAll(prefix)
    t.same(await names(), others)
  })

  test('an object that is removed while it is read', async (t) => {
    const { store } = await setUp(t)
    await store.putBytes('sim_a.tif', Buffer.from('raster'))
    const object = await store.open('sim_a.tif')
    await store.remove('sim_a.tif')
    const read = await object?.read(0, 6).then(String, ({ code }: { code: string }) => code)
    t.equal(read, driver === 'folder' ? 'raster' : 'object_changed')
    await object?.close()
  })

  test('an object that is replaced while it is read is never mixed with the other', async (t) => {
    const { store } = await setUp(t)
    await store.putBytes('sim_a.tif', Buffer.from('first'))
    const object = await store.open('sim_a.tif')
    t.equal(String(await object?.read(0, 2)), 'fi')
    await store.putBytes('sim_a.tif', Buffer.from('other'))
    const rest = await object?.read(2, 3).then(String, ({ code }: { code: string }) => code)
    t.equal(rest, driver === 'folder' ? 'rst' : 'object_changed')
    await object?.close()
  })

  test('a put that is given up leaves the file, and no object', async (t) => {
    const { store, folder, names } = await setUp(t)
    const path = join(folder, 'r.tif')
    await writeFile(path, 'raster')
    const signal = AbortSignal.abort(new Error('given up'))
    await t.rejects(store.putFile('sim_a.tif', path, { signal }), { message: 'given up' })
    t.same(await names(), [])
    t.equal(String(await readFile(path)), 'raster')
  })

  test('it can be probed and reached', async (t) => {
    const { store, names } = await setUp(t)
    await store.probe()
    await store.ping()
    t.same(await names(), [], 'no probe stays')
    const { bytes, files } = await store.freeSpace()
    t.ok(bytes > 0 && files > 0)
  })
}

/** A disk that is not the one of the tests. */
const otherDisk = '/dev/shm'
const isOther = existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(tmpdir()).dev
const skip = isOther ? false : 'there is no other disk'

t.test('a folder: a file of another disk is copied whole, and gone', { skip }, async (t) => {
  const folder = t.testdir({})
  const from = await mkdtemp(join(otherDisk, 'coverage-'))
  t.teardown(() => rm(from, { recursive: true, force: true }))
  const content = randomBytes(3_000_000)
  const path = join(from, 'r.tif')
  await writeFile(path, content)
  const store = await openStore({ kind: 'folder', folder })
  await store.putFile('sim_a.tif', path)
  t.ok(content.equals((await store.readWhole('sim_a.tif')) ?? Buffer.alloc(0)))
  t.same(await readdir(from), [])
  t.same(await readdir(folder), ['sim_a.tif'])
})

t.test('a folder: what a crash left of a put is no object, and goes when it is old', async (t) => {
  const folder = t.testdir({})
  const store = await openStore({ kind: 'folder', folder })
  await mkdir(join(folder, 'acc_1'))
  const old = new Date(Date.now() - dayMs)
  for (const name of ['acc_1/a.json.part', 'b.tif.0123456789ab.part', 'c.tif.part']) {
    await writeFile(join(folder, name), '')
    if (name !== 'c.tif.part') await utimes(join(folder, name), old, old)
  }
  for await (const { name } of store.list('')) t.fail(`${name} is listed`)
  t.equal(await store.removeUnfinished(Date.now() - dayMs / 2), 2)
  t.same(await readdir(folder), ['c.tif.part'])
})

t.test('a folder: a thousand objects go at once, and what a crash left of them later', async (t) => {
  const folder = t.testdir({})
  const store = await openStore({ kind: 'folder', folder })
  const products = join(folder, 'sim_a.products')
  await mkdir(products)
  for (let n = 0; n < 1100; n++) await writeFile(join(products, `${n}.png`), 'x')
  const { syncFolder, remove } = nodeFileNames
  t.teardown(() => Object.assign(nodeFileNames, { syncFolder, remove }))
  const calls: string[] = []
  nodeFileNames.syncFolder = async (path) => void calls.push(`sync ${path}`)
  nodeFileNames.remove = async (path) => void calls.push(`remove ${path}`)
  await store.removeAll('sim_a.products/')
  t.same(calls, [`sync ${folder}`], 'one change, stored once')
  t.notOk(existsSync(products))
  await store.close()
  t.same(await readdir(folder), [])

  // The machine stopped before the files were gone.
  await mkdir(join(folder, 'sim_b.products.0123456789ab.part'))
  await writeFile(join(folder, 'sim_b.products.0123456789ab.part', 'x.png'), 'x')
  for await (const { name } of store.list('')) t.fail(`${name} is listed`)
  await store.removeUnfinished(0)
  await store.close()
  t.same(await readdir(folder), [])
})

t.test('a folder that is gone or shut is a store that fails', async (t) => {
  const folder = join(t.testdir({}), 'store')
  const store = await openStore({ kind: 'folder', folder })
  await store.putBytes('sim_a.tif', Buffer.from('raster'))
  await writeFile(join(folder, 'acc_1'), '')
  await t.rejects(store.putBytes('acc_1/a.json', Buffer.from('')), { code: 'store_unavailable' })
  t.equal((await stat(join(folder, 'sim_a.tif'))).mode & 0o077, 0, "nobody else's to read")
  await t.rejects(openStore({ kind: 'folder', folder: join(folder, 'sim_a.tif') }), {
    code: 'store_unavailable',
  })
})
