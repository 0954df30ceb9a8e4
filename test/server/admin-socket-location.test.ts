import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { askServer } from '../../server/admin/client.ts'
import { serveAdmin } from '../../server/admin/socket.ts'
import { makeSocketLocation, removeSocketLocation } from '../../server/admin/socket-location.ts'
import { defaultPlans } from '../../server/config/limits.ts'
import { openStores } from '../../storage/objects/open.ts'
import { openRecords } from '../../storage/records/records.ts'
import { runAdmin } from '../helpers/admin.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const list = ['account', 'list']

/** A folder with a short name, as sockets need. */
async function shortFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'admin-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface Served {
  socket: string
  close(): Promise<void>
  /** Leaves everything as a SIGKILL would. */
  kill(): Promise<void>
}

/** The door of a server on this data. */
async function serve(dataDir: string, runtimeDir: string | null = null): Promise<Served> {
  const records = await openRecords(join(dataDir, 'records'))
  const door = await serveAdmin({
    records,
    plans: defaultPlans,
    publicUrl: () => '',
    dataDir,
    runtimeDir,
    stores: await openStores({ kind: 'folder', folder: dataDir }),
  })
  const addressPath = join(dataDir, 'admin.json')
  const { socket } = JSON.parse(await readFile(addressPath, 'utf8')) as { socket: string }
  const close = async () => {
    await door.close()
    await records.close()
  }
  return {
    socket,
    close,
    async kill() {
      const address = await readFile(addressPath)
      await close()
      await mkdir(dirname(socket), { mode: 0o700 })
      await writeFile(socket, '')
      await writeFile(addressPath, address, { mode: 0o600 })
    },
  }
}

/** Listens at a path for who comes, and says nothing. */
async function lurk(t: Test, path: string): Promise<{ visitors: number }> {
  const seen = { visitors: 0 }
  const server = createServer((connection) => {
    seen.visitors++
    connection.destroy()
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.teardown(() => server.close())
  return seen
}

t.test('a path that is already taken does not keep the server from starting', async (t) => {
  for (const kind of ['a folder open to all', 'a link', 'a file']) {
    const dataDir = await shortFolder(t)
    const digest = createHash('sha256')
      .update(await realpath(dataDir))
      .digest('hex')
    const taken = join(tmpdir(), `coverage-${digest.slice(0, 20)}`)
    const trap = await shortFolder(t)
    if (kind === 'a link') await symlink(trap, taken)
    else if (kind === 'a file') await writeFile(taken, '')
    else await mkdir(taken)
    t.teardown(() => rm(taken, { recursive: true, force: true }))

    const first = await serve(dataDir)
    t.not(dirname(first.socket), taken, kind)
    t.match(await askServer(dataDir, list), { result: { accounts: [] } })
    t.equal((await lstat(dirname(first.socket))).mode & 0o777, 0o700)
    await first.close()
    t.notOk(existsSync(dirname(first.socket)), 'nothing of it stays')
    const second = await serve(dataDir)
    t.not(second.socket, first.socket, 'no name twice')
    await second.close()
  }
})

t.test("the user's runtime folder is used if nobody else can enter it", async (t) => {
  const dataDir = await shortFolder(t)
  const baseOf = async (runtimeDir: string) => {
    const door = await serve(dataDir, runtimeDir)
    t.match(await askServer(dataDir, list), { result: { accounts: [] } })
    await door.close()
    return dirname(dirname(door.socket))
  }
  const own = await shortFolder(t)
  t.equal(await baseOf(own), own)
  const link = join(await shortFolder(t), 'link')
  await symlink(own, link)
  t.equal(await baseOf(link), tmpdir(), 'not by a link')
  const open = await shortFolder(t)
  await chmod(open, 0o755)
  t.equal(await baseOf(open), tmpdir(), 'not where others may look')
  t.equal(await baseOf('/nowhere'), tmpdir())
  const long = join(own, 'x'.repeat(80))
  await mkdir(long, { mode: 0o700 })
  t.equal(await baseOf(long), tmpdir(), 'not where the path would be cut')
  if (!isRoot) return
  const foreign = await shortFolder(t)
  await chown(foreign, nobody, nobody)
  t.equal(await baseOf(foreign), tmpdir(), 'not where it is another user’s')
})

t.test(
  'a socket path has at most 103 bytes, and a folder that the group may enter is not taken',
  async (t) => {
    const parent = await mkdtemp(join(tmpdir(), 'run-'))
    t.teardown(() => rm(parent, { recursive: true }))
    const own = '/coverage-XXXXXX/admin.sock'.length
    for (const [bytes, mode, isTaken] of [
      [103, 0o700, true],
      [104, 0o700, false],
      [102, 0o710, false],
    ] as const) {
      const runtimeDir = join(parent, 'r'.repeat(bytes - own - parent.length - 1))
      await mkdir(runtimeDir)
      await chmod(runtimeDir, mode)
      const socket = await makeSocketLocation(runtimeDir)
      t.equal(socket.startsWith(`${runtimeDir}/`), isTaken, `${bytes}`)
      if (isTaken) t.equal(socket.length, bytes)
      await removeSocketLocation(socket)
      t.notOk(existsSync(dirname(socket)))
    }
  },
)

t.test('a socket path that is too long is refused with a message', async (t) => {
  const dataDir = await shortFolder(t)
  const { TMPDIR } = process.env
  t.teardown(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
  process.env.TMPDIR = join(dataDir, 'x'.repeat(100))
  const records = await openRecords(join(dataDir, 'records'))
  t.teardown(() => records.close())
  const options = {
    records,
    plans: defaultPlans,
    publicUrl: () => '',
    dataDir,
    stores: await openStores({ kind: 'folder', folder: dataDir }),
  }
  await t.rejects(serveAdmin(options), { message: /at most 103 bytes, got .*; use a shorter TMPDIR/ })
})

t.test('the command line does not connect to a socket that a dead server left', async (t) => {
  const dataDir = await shortFolder(t)
  const addressPath = join(dataDir, 'admin.json')
  const writeAddress = async (socket: string) =>
    writeFile(addressPath, JSON.stringify({ socket, token: 'x', pid: 1 }), { mode: 0o600 })
  const expectSilence = async (socket: string, what: string) => {
    const seen = await lurk(t, socket)
    await writeAddress(socket)
    t.equal(await askServer(dataDir, list), undefined, what)
    t.match(await runAdmin({ DATA_DIR: dataDir }, ...list), { status: 0, out: '(none)\n' }, 'and works')
    t.equal(seen.visitors, 0, what)
  }
  const open = await shortFolder(t)
  await chmod(open, 0o777)
  await expectSilence(join(open, 'admin.sock'), 'others may enter the folder')
  const link = join(await shortFolder(t), 'link')
  const target = await shortFolder(t)
  await symlink(target, link)
  await expectSilence(join(link, 'admin.sock'), 'a link')
  if (!isRoot) return
  const foreign = await shortFolder(t)
  const socket = join(foreign, 'admin.sock')
  await chown(foreign, nobody, nobody)
  await expectSilence(socket, 'another user’s folder')
  await chown(foreign, 0, 0)
  await chown(socket, nobody, nobody)
  await writeAddress(socket)
  t.equal(await askServer(dataDir, list), undefined, 'another user’s socket')
})

t.test('the command line does not trust an address file that another user may have written', async (t) => {
  const dataDir = await shortFolder(t)
  const door = await serve(dataDir)
  const addressPath = join(dataDir, 'admin.json')
  await chmod(addressPath, 0o666)
  await t.rejects(askServer(dataDir, list), { code: 'server_not_trusted' })
  const outcome = await runAdmin({ DATA_DIR: dataDir }, ...list)
  t.match(outcome, {
    status: 1,
    err: /^server_not_trusted: .*admin\.json may have been written by another user/,
  })
  await door.close()

  await writeFile(addressPath, '{"socket": "/s", "token": "x", "pid": 1}')
  await chmod(addressPath, 0o666)
  const next = await serve(dataDir)
  t.match(await askServer(dataDir, list), { result: {} }, 'a server replaces it')
  await next.close()
})

t.test('a server removes what a dead one left, and nothing else', async (t) => {
  const dataDir = await shortFolder(t)
  const dead = await serve(dataDir)
  await dead.kill()
  t.ok(existsSync(dead.socket))
  const door = await serve(dataDir)
  t.notOk(existsSync(dirname(dead.socket)))

  const copy = await shortFolder(t)
  await writeFile(join(copy, 'admin.json'), await readFile(join(dataDir, 'admin.json')), { mode: 0o600 })
  const other = await serve(copy)
  t.match(await askServer(dataDir, list), { result: {} }, 'data that was copied leaves the first its door')
  await other.close()
  await door.close()

  const precious = join(await shortFolder(t), 'coverage-precious')
  await mkdir(precious, { mode: 0o700 })
  await writeFile(join(precious, 'note'), '')
  const victim = join(precious, 'note')
  await writeFile(join(dataDir, 'admin.json'), JSON.stringify({ socket: victim, token: 'x', pid: 1 }))
  await (await serve(dataDir)).close()
  t.ok(existsSync(victim))
})
