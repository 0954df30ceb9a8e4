import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { parsePatternFile } from '../../kernels/antenna/pattern-file.ts'
import { storedAntenna } from '../../server/compute/antenna.ts'
import { openAntennas, readAntenna, removeAntennas } from '../../storage/antennas/antennas.ts'
import { openStore } from '../../storage/objects/open.ts'
import { planetFile } from '../helpers/antennas.ts'

const text = planetFile()
const antenna = (name: string) => storedAntenna(parsePatternFile(text), text, name)

t.test('what was added is there for whoever opens it next', async (t) => {
  const folder = join(t.testdir(), 'antennas')
  const objects = await openStore({ kind: 'folder', folder })
  const store = await openAntennas(objects, () => true)
  const [first, second] = [antenna('first'), antenna('second')]
  await store.add('acc_a', first)
  await store.add('acc_a', second)
  await store.add('acc_b', first)
  t.same(await readAntenna(objects, 'acc_a', first.id), first, 'for another process too')
  t.equal(await readAntenna(objects, 'acc_c', first.id), undefined)
  t.equal(await store.remove('acc_a', first.id), true)
  t.equal(await store.remove('acc_a', first.id), false)
  const reopened = await openAntennas(objects, () => true)
  for (const one of [store, reopened]) {
    t.same(await one.list('acc_a'), [second])
    t.same(await one.list('acc_b'), [first], "another account's is another")
    t.same(await one.list('acc_c'), [])
    t.notOk(one.has('acc_a', first.id))
    t.equal(await one.read('acc_a', first.id), undefined)
    t.equal(one.count('acc_a'), 1)
  }
})

t.test('what is left of accounts that are gone goes', async (t) => {
  const folder = t.testdir()
  const objects = await openStore({ kind: 'folder', folder })
  const store = await openAntennas(objects, () => true)
  const kept = antenna('kept')
  await store.add('acc_a', kept)
  await store.add('acc_gone', kept)
  await writeFile(join(folder, 'acc_a', 'notes.txt'), '')
  const reopened = await openAntennas(objects, (id) => id === 'acc_a')
  t.equal(reopened.count('acc_a'), 1)
  t.same(await readdir(folder), ['acc_a'])
  t.same((await readdir(join(folder, 'acc_a'))).sort(), [`${kept.id}.json`, 'notes.txt'].sort())
})

t.test('changes at the same time happen one after the other', async (t) => {
  const folder = t.testdir()
  const objects = await openStore({ kind: 'folder', folder })
  const store = await openAntennas(objects, () => true)
  const one = antenna('one')
  const changes = [store.add('acc_a', one), store.remove('acc_a', one.id), store.add('acc_a', one)]
  t.ok(store.has('acc_a', one.id), 'in memory at once')
  await Promise.all(changes)
  t.same(await store.list('acc_a'), [one])
})

t.test('what cannot be stored is rolled back', async (t) => {
  const folder = t.testdir()
  const objects = await openStore({ kind: 'folder', folder })
  const store = await openAntennas(objects, () => true)
  const [one, other] = [antenna('one'), antenna('other')]
  // A file where the folder of the account would be.
  await writeFile(join(folder, 'acc_a'), '')
  await t.rejects(store.add('acc_a', one), { code: 'store_unavailable' })
  t.notOk(store.has('acc_a', one.id))
  t.equal(store.count('acc_a'), 0)
  await store.add('acc_b', other)
  t.same(await store.list('acc_b'), [other], 'the next change is not held up')
})

t.test('what cannot be removed stays', async (t) => {
  const folder = t.testdir()
  const objects = await openStore({ kind: 'folder', folder })
  const store = await openAntennas(objects, () => true)
  const one = antenna('one')
  await store.add('acc_a', one)
  // A folder where its file was.
  await rm(join(folder, 'acc_a', `${one.id}.json`))
  await mkdir(join(folder, 'acc_a', `${one.id}.json`))
  await t.rejects(store.remove('acc_a', one.id), { code: 'store_unavailable' })
  t.ok(store.has('acc_a', one.id))
})

t.test('a list is by age, then by id; with an account go its own alone', async (t) => {
  const objects = await openStore({ kind: 'folder', folder: t.testdir() })
  const store = await openAntennas(objects, () => true)
  const of = (digit: string, created_at: string) => ({ ...antenna('x'), id: `ant_${digit}`, created_at })
  const [a, b, c] = [of('a', '2026-02-02'), of('b', '2026-01-01'), of('c', '2026-01-01')]
  for (const one of [a, c, b]) await store.add('acc_a', one)
  await store.add('acc_ab', a)
  t.same(await store.list('acc_a'), [b, c, a])
  await removeAntennas(objects, 'acc_a')
  t.equal(await readAntenna(objects, 'acc_a', 'ant_a'), undefined)
  t.same(await readAntenna(objects, 'acc_ab', 'ant_a'), a)
})
