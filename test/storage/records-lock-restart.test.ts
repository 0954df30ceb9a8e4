import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { openRecords } from '../../storage/records/records.ts'

// A restart just after a kill: the killed process may still be ending, or wait for a parent that never reaps it.

const records = join(import.meta.dirname, `../../storage/records/records${extname(import.meta.filename)}`)
const script = `
  import { openRecords } from ${JSON.stringify(records)}
  await openRecords(process.argv[1])
  console.log(process.pid)
  setInterval(() => {}, 1000)
`

/** The shell becomes a program that never reaps: the process that holds the records is its child. */
async function hold(t: Test, folder: string): Promise<{ pid: number; parent: ChildProcess }> {
  const parent = spawn(
    'sh',
    ['-c', '"$@" & exec sleep 600', 'sh', process.execPath, '--input-type=module', '-e', script, folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
  const pid = Number(line)
  t.teardown(() => {
    process.kill(pid, 'SIGKILL')
    parent.kill('SIGKILL')
  })
  return { pid, parent }
}

const holderOf = async (folder: string) =>
  (JSON.parse(await readFile(join(folder, 'records.lock'), 'utf8')) as { pid: number }).pid

/** Whether a process and all of its threads have ended, and nobody has reaped it. */
async function becomesZombie(pid: number): Promise<void> {
  for (;;) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    if (/^State:\s+Z/m.test(status) && /^Threads:\s+1$/m.test(status)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

t.test('a zombie holds nothing', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = t.testdir()
  const { pid } = await hold(t, folder)
  process.kill(pid, 'SIGKILL')
  await becomesZombie(pid)
  process.kill(pid, 0)
  const problems: string[] = []
  const records = await openRecords(folder, {
    lockTimes: { endingMs: 0 },
    onProblem: ({ detail = '' }) => problems.push(detail),
  })
  t.equal(await holderOf(folder), process.pid)
  t.same(problems, [])
  await records.close()
})

t.test('a process that ends meanwhile is waited for, which is said once', async (t) => {
  const folder = t.testdir()
  const { pid } = await hold(t, folder)
  const problems: string[] = []
  const records = await openRecords(folder, {
    lockTimes: { endingMs: 120_000 },
    onProblem({ detail = '' }) {
      problems.push(detail)
      setTimeout(() => process.kill(pid, 'SIGKILL'), 2000)
    },
  })
  t.equal(await holderOf(folder), process.pid)
  t.match(problems, [new RegExp(`names process ${pid}, which still runs: waiting up to 1[12]\\d\\.\\d s`)])
  t.equal(problems.length, 1)
  await records.close()
})

t.test('one that gives its lock back meanwhile is waited for too', async (t) => {
  const folder = t.testdir()
  const { pid } = await hold(t, folder)
  let first: Promise<void> | undefined
  const records = await openRecords(folder, {
    lockTimes: { endingMs: 120_000 },
    onProblem() {
      first = rm(join(folder, 'records.lock'))
    },
  })
  await first
  process.kill(pid, 0)
  t.equal(await holderOf(folder), process.pid)
  await records.close()
})

t.test('one that stays is named, and keeps its lock', async (t) => {
  const folder = t.testdir()
  const { pid } = await hold(t, folder)
  const problems: string[] = []
  await t.rejects(
    openRecords(folder, {
      lockTimes: { endingMs: 300 },
      onProblem: ({ detail = '' }) => problems.push(detail),
    }),
    { code: 'records_in_use', message: new RegExp(`in use by process ${pid} on `) },
  )
  t.equal(problems.length, 1)
  t.equal(await holderOf(folder), pid)
})
