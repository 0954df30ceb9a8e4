import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import type { Report } from '../../bench/frame/report.ts'
import { models } from '../../kernels/models.ts'

const script = join(import.meta.dirname, '../../bench/main.js')
const bench = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 2 ** 24 })).stdout

t.test('a standard run has every model and the service, and compares with itself', async (t) => {
  const file = join(t.testdir(), 'run.json')
  const printed: Report = JSON.parse(await bench('--rounds', '1', '--out', file, '--json'))
  t.same(JSON.parse(readFileSync(file, 'utf8')), printed)
  for (const { n, mean, case: name } of printed.rows) t.ok(n === 1 && mean > 0, name)
  const cases = new Set(printed.rows.map((row) => row.case))
  for (const name of models.keys()) t.ok(cases.has(`${name}, webasm`), name)
  for (const name of ['machine', 'service, los', 'clients under load']) t.ok(cases.has(name), name)

  const compared: Report = JSON.parse(await bench('--compare', file, file, '--json'))
  t.same([...new Set(compared.rows.map(({ mean }) => mean))], [1])
  t.equal(compared.rows.length, printed.rows.length)
  t.match(compared.notes, [/fewer than 5 samples/])
  t.match(await bench('--compare', file, file), /^0 of \d+ changed by more than chance and the machine\.$/m)
  await t.rejects(bench('--compare', file, script), { code: 2 })
})
