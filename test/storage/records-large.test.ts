import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { writeLargeRecords } from '../helpers/large-records.ts'
import type { Findings } from '../helpers/large-records-process.ts'

// records-large.slow.test.ts starts the service on larger ones, and measures.

const mib = 4

t.test('a checkpoint during changes leaves out what has expired, and nothing else', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'coverage-large-'))
  t.teardown(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'records')
  const made = await writeLargeRecords(folder, mib * 2 ** 20, Date.now())
  const script = fileURLToPath(new URL('../helpers/large-records-process.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, JSON.stringify(made)])
  const { faults, liveMib } = JSON.parse(stdout) as Findings
  t.same(faults.slice(0, 10), [])
  t.ok(made.sessions + made.answers > 1000)
  t.ok(liveMib < 0.7 * mib, `${liveMib} MiB are left`)
})
