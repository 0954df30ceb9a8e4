import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, stat, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { copyFolder, copyRecords } from '../../storage/records/disk/copy.ts'
import { openRecords } from '../../storage/records/records.ts'

t.test('a copy that is made while others write is whole', async (t) => {
  const folder = t.testdir()
  const live = join(folder, 'live')
  const records = await openRecords(live, { journalBytes: 8192 })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 1000 })
  let granted = 1000
  const grant = async () => {
    await records.grant(id, 1, 'one more')
    granted++
  }
  /** Until the journals that there were are gone, and the live file is another. */
  const checkpoint = async () => {
    const old = await readdir(live)
    while ((await readdir(live)).some((name) => /^journal/.test(name) && old.includes(name))) await grant()
  }
  for (const spoilt of [0, 1, 3]) {
    await grant()
    const acknowledged = granted
    const target = join(folder, `copy-${spoilt}`)
    let attempts = 0
    await copyRecords(live, target, async () => {
      if (attempts++ < spoilt) await checkpoint()
    })
    t.equal(attempts, spoilt + 1, 'begun anew after each checkpoint')
    t.notOk((await readdir(target)).some((name) => name.includes('lock')))
    const opened = await openRecords(target)
    const { balance } = opened.credits(id)
    t.ok(balance >= acknowledged && balance <= granted, `${acknowledged} ≤ ${balance} ≤ ${granted}`)
    await opened.close()
  }
  await t.rejects(copyRecords(live, join(folder, 'never'), checkpoint), /changed during each of 10 copies/)
  t.notOk(existsSync(join(folder, 'never')))
  await records.close()
})

t.test('folders without records are refused', async (t) => {
  const folder = t.testdir({ empty: {} })
  await t.rejects(copyRecords(join(folder, 'empty'), join(folder, 'copy')), { code: 'ENOENT' })
})

t.test('a folder is copied with its times, also where links lead, but for what is not wanted', async (t) => {
  const folder = t.testdir({ from: { a: '1', deep: { b: '2' }, left: { c: '3' } }, other: { d: '4' } })
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await utimes(join(from, 'a'), 1000, 2000)
  await symlink(join(folder, 'other'), join(from, 'link'))
  await symlink(join(folder, 'other'), join(from, 'deep/again'))
  await symlink(join(from, 'a'), join(from, 'deep/to-a'))
  t.equal(await copyFolder(from, to, (path) => !path.endsWith('left')), true)
  const copied = (await readdir(to, { recursive: true })).sort()
  t.same(copied, ['a', 'deep', 'deep/again', 'deep/again/d', 'deep/b', 'deep/to-a', 'link', 'link/d'])
  for (const name of ['a', 'deep/to-a']) {
    t.equal(await readFile(join(to, name), 'utf8'), '1')
    const stats = await lstat(join(to, name))
    t.same([stats.mtimeMs, stats.isSymbolicLink()], [2_000_000, false])
  }
  t.equal((await stat(join(to, 'deep'))).mode & 0o777, 0o700)
  t.equal(await copyFolder(join(folder, 'none'), join(folder, 'empty')), true)
  t.same(await readdir(join(folder, 'empty')), [])
  await symlink(from, join(from, 'deep/loop'))
  await t.rejects(copyFolder(from, join(folder, 'again')), /deep.loop links to .*from, which contains it/)
  await symlink(join(folder, 'none'), join(folder, 'other/x'))
  await t.rejects(copyFolder(join(folder, 'other'), join(folder, 'third')), /x is a broken link/)
})
