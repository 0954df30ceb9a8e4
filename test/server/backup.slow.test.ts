import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { runAdmin } from '../helpers/admin.ts'
import { serving, startServiceProcess } from '../helpers/service-process.ts'

// Backup and restore as server/operating/backup.md describes them.

const command = join(import.meta.dirname, '../../../server/coverage.js')

function backUp(dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir }
  const { status, stdout, stderr } = spawnSync(command, ['backup', ...args], { encoding: 'utf8', env })
  return { status, stdout, stderr }
}

t.test('a backup of a running service can be started', async (t) => {
  const service = await startServiceProcess(t, { env: { LOG_LEVEL: 'silent' } })
  await serving(service)
  const { dataDir } = service
  const made = await runAdmin(
    { DATA_DIR: dataDir },
    'account',
    'create',
    '--name',
    'kept',
    '--credits',
    '7',
    '--json',
  )
  const { account_id } = JSON.parse(made.out) as { account_id: string }
  await writeFile(join(dataDir, 'rasters/sim_x.tif.1.part'), 'half')
  for (const name of ['terrain-cache', 'demo']) await mkdir(join(dataDir, name))
  const copy = join(t.testdir(), 'nightly/copy')
  t.match(backUp(dataDir, copy), { status: 0, stdout: `${copy}: backup complete, 1 account\n`, stderr: '' })
  t.match(backUp(dataDir, copy), { status: 1, stderr: /already exists/ }, 'and is not written over')
  t.same((await readdir(copy)).sort(), ['antennas', 'rasters', 'records', 'signing.key', 'tls'])
  t.same(await readdir(join(copy, 'rasters')), [], 'nothing half made')
  t.equal((await stat(join(copy, 'tls/key.pem'))).mode & 0o777, 0o600)
  t.equal((await stat(copy)).mode & 0o777, 0o700)

  const restored = await startServiceProcess(t, { env: { LOG_LEVEL: 'silent', DATA_DIR: copy } })
  await serving(restored)
  t.equal(await restored.ask('/health'), 200, 'both run')
  t.equal(await service.ask('/health'), 200)
  const list = await runAdmin({ DATA_DIR: copy }, 'account', 'list', '--json')
  t.match(JSON.parse(list.out), { accounts: [{ account_id, name: 'kept', balance: 7 }] })
  t.equal(await restored.stop(), 0)
  t.equal(await service.stop(), 0)
})

t.test('links are followed, and a backup lies outside of what it copies', async (t) => {
  const folder = t.testdir({ elsewhere: { 'sim_x.tif': 'cells' }, data: {}, 'copy.part': { own: 'mine' } })
  const data = join(folder, 'data')
  await runAdmin({ DATA_DIR: data }, 'account', 'create', '--name', 'a', '--credits', '7')
  await rm(join(data, 'rasters'), { recursive: true, force: true })
  await symlink(join(folder, 'elsewhere'), join(data, 'rasters'))
  for (const inside of ['records/segments/copy', 'copy']) {
    t.match(backUp(data, join(data, inside)), { status: 1, stderr: /is inside/ })
  }
  t.match(backUp(data, join(folder, 'copy')), { status: 0 })
  t.equal(await readFile(join(folder, 'copy/rasters/sim_x.tif'), 'utf8'), 'cells')
  t.same(await readdir(join(folder, 'copy.part')), ['own'], 'what is not its own stays')
  await symlink(join(folder, 'nowhere'), join(data, 'dangling'))
  t.match(backUp(data, join(folder, 'second')), { status: 1, stderr: /broken link/ })
  await rm(join(data, 'dangling'))
  await symlink(data, join(data, 'loop'))
  t.match(backUp(data, join(folder, 'second')), { status: 1, stderr: /links to .*, which contains it/ })
  t.same(
    (await readdir(folder)).filter((name) => name.startsWith('second')),
    [],
    'a failed one leaves nothing',
  )
})

t.test('a service whose lock is gone ends, and is not ready meanwhile', async (t) => {
  const service = await startServiceProcess(t, { env: { LOG_LEVEL: 'silent' } })
  await serving(service)
  await rm(join(service.dataDir, 'records/records.lock'))
  const ended = new Promise((resolve) => service.process.once('exit', resolve))
  t.equal(await ended, 1)
})

t.test('wrong usage and folders without data are refused', async (t) => {
  const folder = t.testdir()
  t.match(backUp(folder), { status: 2, stderr: /Usage: coverage backup FOLDER/ })
  t.match(backUp(folder, '--help'), { status: 0, stdout: /To restore/ })
  t.match(backUp(folder, join(folder, 'copy')), { status: 1, stderr: /Expected records in / })
  t.same(await readdir(folder), [])
})
