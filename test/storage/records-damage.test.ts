import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { nodeFileSystem } from '../../storage/records/disk/file-system.ts'
import { openRecords, type RecordOptions } from '../../storage/records/records.ts'
import type { StoredSimulation } from '../../storage/records/simulation-index.ts'
import { TileLists } from '../../storage/records/tile-lists.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { accepted, resultWith } from '../helpers/records.ts'
import { seededRandom } from '../references/random.ts'

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

t.test('the list of tiles of another simulation is not believed', async (t) => {
  const folder = t.testdir()
  const lists = new TileLists(nodeFileSystem, folder)
  const tiles = [{ name: 'N47E008.hgt', source: 'test', sha256: '0' }]
  await lists.write('sim_a', tiles)
  t.same(await lists.of({ id: 'sim_a', tiles: null } as StoredSimulation), tiles)
  t.same(await lists.of({ id: 'sim_b', tiles } as StoredSimulation), tiles, 'in the record itself')
  await rename(join(folder, 'sim_a.json'), join(folder, 'sim_b.json'))
  await t.rejects(lists.of({ id: 'sim_b', tiles: null } as StoredSimulation), /belongs to another simulation/)
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
