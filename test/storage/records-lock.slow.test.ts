import { cp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { type FileSystem, nodeFileSystem } from '../../storage/records/disk/file-system.ts'
import { takeLock } from '../../storage/records/disk/lock.ts'
import { openRecords } from '../../storage/records/records.ts'

// The lock of a process that can't be seen from here: never two that write, and no copy that can't be opened.

const since = '2026-03-01T00:00:00.000Z'
/** As short as the test of a whole watch allows. */
const quick = { heartbeatMs: 100_000, silenceMs: 300 }

async function own(folder: string): Promise<Record<string, unknown>> {
  const path = join(folder, 'own.lock')
  const lock = await takeLock(path, nodeFileSystem)
  const holder = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await lock.release()
  return holder
}

/** Holders that can't be seen: what of their lock differs from this process's own. */
const foreign = {
  'another machine': { host: `not-${hostname()}` },
  'another boot, or a machine of the same name': { started: '00000000-0000-0000-0000-000000000000 1' },
  'another container': { namespace: 'pid:[1]' },
}

for (const [name, differs] of Object.entries(foreign)) {
  if (process.platform !== 'linux' && !('host' in differs)) continue
  t.test(`the lock of ${name} holds while it shows life`, async (t) => {
    const folder = t.testdir()
    const path = join(folder, 'records.lock')
    // Its process would be dead if it were one of ours, and its clock is years late.
    await writeFile(path, JSON.stringify({ ...(await own(folder)), pid: 2 ** 30, since, ...differs }))
    await utimes(path, 1, 1)
    const waits: string[] = []
    const opening = openRecords(folder, {
      lockTimes: { ...quick, silenceMs: 60_000 },
      onProblem({ detail = '' }) {
        waits.push(detail)
        void utimes(path, 2, 2)
      },
    })
    const message = new RegExp(`in use by process ${2 ** 30} on .*${hostname()} since ${since}`)
    await t.rejects(opening, { code: 'records_in_use', message })
    t.match(waits, [/not visible from this machine: taken over after 60 s without a heartbeat/])
    t.match(await readFile(path, 'utf8'), `${2 ** 30}`, 'and stays as it was')
  })

  t.test(`that of ${name} is taken over when it is silent`, async (t) => {
    const folder = t.testdir()
    const path = join(folder, 'records.lock')
    await writeFile(path, JSON.stringify({ ...(await own(folder)), since, ...differs }))
    const records = await openRecords(folder, { lockTimes: quick })
    t.match(JSON.parse(await readFile(path, 'utf8')), { pid: process.pid, host: hostname() })
    await records.close()
  })
}

t.test('a copy that was made while the service ran opens elsewhere', async (t) => {
  const folder = t.testdir()
  const records = await openRecords(join(folder, 'live'))
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 5 })
  await cp(join(folder, 'live'), join(folder, 'copy'), { recursive: true })
  const lock = join(folder, 'copy/records.lock')
  // As it looks on the machine that the copy was carried to.
  const text = await readFile(lock, 'utf8')
  await writeFile(lock, text.replace(JSON.stringify(hostname()), '"the-old-machine"'))
  const restored = await openRecords(join(folder, 'copy'), { lockTimes: quick })
  t.equal(restored.account(id)?.name, 'a')
  await restored.close()
  await records.close()
})

t.test('who was thought dead writes nothing more, and leaves the other’s lock', async (t) => {
  const folder = t.testdir()
  const lock = join(folder, 'records.lock')
  // No heartbeat is fresh, as after a machine was suspended.
  const records = await openRecords(folder, { lockTimes: { heartbeatMs: 0, silenceMs: 300 } })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 5 })
  await rm(lock)
  const other = await openRecords(folder)
  const before = await readFile(join(folder, 'journal-000001.log'), 'utf8')
  await t.rejects(records.grant(id, 5, 'late'), {
    code: 'records_unwritable',
    message: /This process lost /,
  })
  t.equal(records.credits(id).balance, 5, 'it was taken back')
  t.equal(await readFile(join(folder, 'journal-000001.log'), 'utf8'), before)
  await records.close()
  await other.grant(id, 7, 'by the one who holds it')
  await other.close()
  const again = await openRecords(folder)
  t.equal(again.credits(id).balance, 12)
  await again.close()
})

t.test('who lost the lock says so once, and does not keep the other’s alive', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'records.lock')
  const losses: string[] = []
  const records = await openRecords(folder, {
    lockTimes: { heartbeatMs: 20, silenceMs: 300 },
    onLost: ({ message }) => losses.push(message),
  })
  // It was taken over by a process on another machine, which died since. In one step: a heartbeat
  // between a removal and a new file would find no lock at all.
  const taken = join(folder, 'taken')
  await writeFile(
    taken,
    JSON.stringify({ ...(await own(folder)), pid: 2 ** 30, since, host: `not-${hostname()}` }),
  )
  await rename(taken, path)
  const { mtimeMs } = await stat(path)
  while (losses.length === 0) await pause(10)
  await pause(200)
  t.match(losses, [/another process took it over/])
  t.equal(losses.length, 1)
  t.equal((await stat(path)).mtimeMs, mtimeMs, 'ten heartbeats later nobody has touched it')
  const next = await openRecords(folder, { lockTimes: quick })
  await next.close()
  await records.close()
})

t.test('a lock that is taken over just before a heartbeat touches it is not touched', async (t) => {
  const path = join(t.testdir(), 'records.lock')
  const taken = `${path}.taken`
  await writeFile(taken, 'of another')
  await utimes(taken, 1, 1)
  const edit: FileSystem['edit'] = async (name) => {
    const file = await nodeFileSystem.edit(name)
    const touch = async () => {
      await rename(taken, path)
      await file.touch()
    }
    return { ...file, touch }
  }
  const lock = await takeLock(path, { ...nodeFileSystem, edit })
  await t.rejects(lock.verify(), { code: 'records_lost', message: /another process took it over/ })
  t.equal((await stat(path)).mtimeMs, 1000)
  await lock.release()
})

t.test('a lock that was deleted is missed at the next write, not at the next heartbeat', async (t) => {
  const folder = t.testdir()
  const records = await openRecords(folder, { lockTimes: { heartbeatMs: 1000, silenceMs: 300 } })
  const { id } = await records.createAccount({ name: 'a', plan: 'pro', credits: 5 })
  await rm(join(folder, 'records.lock'))
  const other = await openRecords(folder)
  await other.grant(id, 7, 'by the one who holds it')
  await t.rejects(records.grant(id, 1, 'late'), { code: 'records_unwritable' })
  await records.close()
  await other.close()
  const again = await openRecords(folder)
  t.equal(again.credits(id).balance, 12)
  await again.close()
})

t.test('a folder among the files of the records is no reason not to open them', async (t) => {
  const folder = t.testdir({ 'old.part': { file: 'x' }, segments: { copy: { file: 'x' } } })
  const records = await openRecords(folder)
  await records.close()
})
