import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Report } from '../../bench/frame/report.ts'
import { testData } from '../helpers/test-data.ts'

const script = join(import.meta.dirname, '../../bench/validate.js')

/** The exit code and the report where no program is on the path. */
function conformance(...args: string[]): Promise<{ code: number; report: Report }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: '' } }
    const child = execFile(
      process.execPath,
      [script, 'conformance', ...args, '--json'],
      options,
      (_, stdout) => resolve({ code: child.exitCode ?? -1, report: JSON.parse(stdout) }),
    )
  })
}

const wrongOf = ({ rows }: Report) =>
  rows.filter(({ quantity }) => quantity.startsWith('wrong or without a result, ours'))

t.test(
  'ours has no answer of the conformance set wrong, and other programs need not be installed',
  async (t) => {
    const { code, report } = await conformance('--data', testData(), '--sample', '400')
    t.equal(code, 0)
    const judged = new Map(wrongOf(report).map(({ case: name, n }) => [name, n]))
    t.equal(judged.size, 11)
    for (const [name, n] of judged) {
      t.ok(n >= (name.startsWith('models/') ? 11 : 240), `${name}: ${n} answers`)
    }
    t.same([...new Set(wrongOf(report).map(({ max }) => max))], [0])
    const skipped = report.rows.map(({ quantity }) => quantity).filter((text) => text.startsWith('skipped'))
    t.same(skipped, [
      'skipped: not installed (Debian: gdal-bin), gdal_viewshed',
      'skipped: not installed (Debian: grass-core, gdal-bin), r.viewshed',
      'skipped: not installed (Debian: splat), splat',
    ])
  },
)

t.test('a wrong answer is counted, in its set alone', async (t) => {
  const ends = JSON.parse(readFileSync(testData('models/ends/ends.json'), 'utf8'))
  ends.bel[3].loss_db += 0.002
  const lines = JSON.parse(readFileSync(testData('viewshed/lines.json'), 'utf8'))
  lines[5].visible[6] = 1
  const link = (...names: string[]) => t.fixture('symlink', testData(...names))
  const data = t.testdir({
    models: {
      ...Object.fromEntries(['itm', 'p1812', 'simple'].map((name) => [name, link('models', name)])),
      ends: { 'ends.json': JSON.stringify(ends) },
    },
    terrain: link('terrain'),
    viewshed: {
      'lines.json': JSON.stringify(lines),
      ...Object.fromEntries(['viewsheds.csv', 'surface.tif'].map((name) => [name, link('viewshed', name)])),
    },
  })
  const { code, report } = await conformance('--data', data, '--sample', '1', '--tool', 'ours')
  t.equal(code, 1)
  const wrong = wrongOf(report).filter(({ max }) => max > 0)
  t.same(
    wrong.map(({ case: name, max }) => [name, max]),
    [
      ['viewshed/lines.json', 1],
      ['models/ends', 1],
    ],
  )
})
