import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { freePort } from '../../bench/frame/free-port.ts'

// The service as people start and stop it: by npm, with a signal to npm or to the whole group.

const root = join(import.meta.dirname, '../../..')

async function start(t: Test, env: { PORT: string; DATA_DIR: string }) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    // A group of its own, as a terminal makes one.
    detached: true,
    env: {
      ...process.env,
      KERNEL_BACKEND: 'webasm',
      LOG_LEVEL: 'silent',
      TERRAIN_DIR: env.DATA_DIR,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  t.teardown(async () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {}
    await ended
  })
  await new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('listening on ')) resolve()
    })
  })
  return { pid: child.pid ?? 0, ended }
}

/** Whether any process of the group is left. */
function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

// Each on the data and port that the one before left, where nothing of it may be in the way.
const dataDir = await mkdtemp(join(tmpdir(), 'coverage-signals-'))
t.teardown(() => rm(dataDir, { recursive: true, force: true }))
const port = await freePort()

for (const [how, signal, toGroup] of [
  ['SIGTERM to npm', 'SIGTERM', false],
  ['SIGINT to npm', 'SIGINT', false],
  ['Ctrl-C in a terminal: SIGINT to all', 'SIGINT', true],
] as const) {
  t.test(`${how} stops the server, and leaves no process and no lock`, async (t) => {
    const { pid, ended } = await start(t, { PORT: String(port), DATA_DIR: dataDir })
    t.ok(existsSync(join(dataDir, 'records')))
    process.kill(toGroup ? -pid : pid, signal)
    await ended
    for (let attempt = 0; attempt < 100 && isAlive(pid); attempt++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    t.notOk(isAlive(pid), 'no process of the group')
    const left = await readdir(join(dataDir, 'records'))
    t.notOk(
      left.some((name) => /lock/.test(name)),
      `no lock: ${left.join(', ')}`,
    )
  })
}

t.test('it starts again', async (t) => {
  const { pid, ended } = await start(t, { PORT: String(port), DATA_DIR: dataDir })
  process.kill(pid, 'SIGTERM')
  await ended
})
