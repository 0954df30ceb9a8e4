import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { writeLargeRecords } from '../helpers/large-records.ts'
import type { Findings } from '../helpers/large-records-process.ts'

/** RECORDS_MIB=1229 for 1.2 GiB, which no string could hold; `npm test` shows on little that all of it is there. */
const mib = Number(process.env.RECORDS_MIB ?? 16)
/** An entry of 400 bytes takes some 600 in memory, and half of the entries are kept. */
const heapFactor = 1.2
const basisMib = 40
const maximumBlockedMs = 100
const secondsPerGib = 200

const root = await mkdtemp(join(tmpdir(), 'coverage-large-'))
t.teardown(() => rm(root, { recursive: true, force: true }))
const folder = join(root, 'records')
const made = await writeLargeRecords(folder, mib * 2 ** 20, Date.now())
/** The start of the process itself is not what is bounded: a loaded machine takes its time. */
const allowedSeconds = 90 + (secondsPerGib * mib) / 1024

t.test(`the service starts on records of ${mib} MiB with nothing but its defaults`, async (t) => {
  const startMs = performance.now()
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: root, TERRAIN_DIR: folder }
  const script = fileURLToPath(new URL('../../server/main.js', import.meta.url))
  const server = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  server.stderr.on('data', (text) => {
    log += text
  })
  const exited = once(server, 'exit')
  const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), exited])
  const seconds = (performance.now() - startMs) / 1000
  if (!t.match(String(line), /^listening on https:/)) t.comment(log)
  server.kill('SIGTERM')
  t.same(await exited, [0, null])
  t.ok(seconds < allowedSeconds, `${seconds} s`)
  t.comment(`${mib} MiB, ${made.sessions + made.answers} entries: listening after ${seconds.toFixed(1)} s`)
})

t.test('all that is to be kept is there, and is written anew while the service goes on', async (t) => {
  const script = fileURLToPath(new URL('../helpers/large-records-process.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, JSON.stringify(made)])
  const { faults, ...found } = JSON.parse(stdout) as Findings
  t.comment(JSON.stringify(found))
  t.same(faults.slice(0, 10), [])
  t.ok(found.heapMib < basisMib + heapFactor * mib, `a heap of ${found.heapMib} MiB`)
  t.ok(found.openSeconds < allowedSeconds && found.reopenSeconds < allowedSeconds)
  t.ok(found.blockedMs < maximumBlockedMs, `the event loop was blocked for ${found.blockedMs} ms`)
  t.ok(found.liveMib < 0.7 * mib, 'what has expired is left out')
})
