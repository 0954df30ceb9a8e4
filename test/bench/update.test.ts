import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { rowOf } from '../../bench/frame/report.ts'
import type { StandardReport, StandardRow } from '../../bench/standard/comparison.ts'
import { updateDocuments } from '../../bench/standard/update.ts'
import { linksOf, projectRoot } from '../helpers/markdown.ts'

// The figures of the documents, written from a synthetic standard run.

const documents = ['README.md', 'bench/README.md']

function row(name: string, quantity: string, values: number[]): StandardRow {
  return { ...rowOf(name, quantity, values), better: 'lower', clock: 'wall', values }
}

const report: StandardReport = {
  machine: 'unused',
  backend: 'webasm, Example CPU, 2 threads',
  version: '9.8.7',
  passed: true,
  host: { processor: 'Example CPU', cores: 2, memoryGib: 16, node: 'v20.1.2' },
  programs: { gdal_viewshed: '3.6.2', splat: undefined },
  startedAt: '2031-02-03T04:05:06.000Z',
  commit: '0123abcd',
  seconds: 99,
  rows: [
    row('machine', 'fixed work on all cores at niceness 0, ms', [777, 777, 777, 777, 777]),
    row('los, webasm', 'million cells a second', [20, 30, 10, 15, 25]),
    row('los, webasm', 'processor time a cell, ns', [110, 120, 130, 125, 115]),
    row('service, los', 'POST to completed, 1 km, ms', [21, 22, 23, 22, 22]),
    row('coverage simulate --local', 'command to file, 1 km at 30 m, ms', [400, 410, 420, 410, 410]),
    row('los, disc in 2048² posts', 'ours, ms', [90, 91, 92, 91, 91]),
    row('los, disc in 2048² posts', 'gdal_viewshed, ms', [120, 130, 140, 130, 130]),
    row('los, disc in 2048² posts', 'gdal_viewshed : ours', [1.5, 1.25, 1.75, 1.4, 1.6]),
  ],
}

/** Copies of the project's documents. */
function copies(t: Test): { folder: string; read(name: string): string } {
  const folder = t.testdir()
  mkdirSync(join(folder, 'bench'))
  for (const name of documents) cpSync(join(projectRoot, name), join(folder, name))
  return { folder, read: (name) => readFileSync(join(folder, name), 'utf8') }
}

const outside = (text: string) =>
  text.replace(/^<!-- standard run: [\s\S]*^<!-- end of the standard run -->$/m, '')

t.test('the figures are those of the run, its commit and machine first, then other programs', async (t) => {
  const { folder, read } = copies(t)
  const before = documents.map(read)
  t.same(await updateDocuments(report, folder), documents)

  const bench = read('bench/README.md')
  const order = [
    'Commit 0123abcd (version 9.8.7), 2031-02-03: 5 rounds in 99 s on Example CPU, 2 threads, 16 GiB,',
    '| `gdal_viewshed` 3.6.2, whole process | los, disc in 2048² posts | 1.50 (1.25 to 1.75) | 130 ms | 91 ms |',
    '| los, webasm | 20 (10 to 30) | 120 ns |',
    '| service, los: POST to completed, 1 km | 22 (21 to 23) |',
  ].map((text) => bench.indexOf(text))
  t.ok(order.every((at) => at > 0))
  t.same(
    order.toSorted((a, b) => a - b),
    order,
  )
  t.notMatch(bench, /777|splat -L/)
  t.match(
    read('README.md').replaceAll('\n', ' '),
    /`gdal_viewshed` 3\.6\.2 takes 1\.50 \(1\.25 to 1\.75\) times as long as ours \(los, disc in 2048² posts\)\..* 1 km at 30 m in 0\.41 s /,
  )
  for (const [index, name] of documents.entries()) {
    t.not(read(name), before[index], name)
    t.equal(outside(read(name)), outside(before[index] ?? ''), `${name} outside of the block`)
    t.ok(linksOf(read(name)).length > 0)
  }
})

t.test('the same run changes nothing more', async (t) => {
  const { folder, read } = copies(t)
  await updateDocuments(report, folder)
  const once = documents.map(read)
  await updateDocuments(report, folder)
  t.same(documents.map(read), once)
})

t.test(
  'runs of changed files, of no commit and of few rounds are refused, and documents without a block',
  async (t) => {
    const { folder, read } = copies(t)
    const before = documents.map(read)
    const { commit: _, ...unknown } = report
    await t.rejects(updateDocuments({ ...report, commit: '0123abcd-dirty' }, folder), /got 0123abcd-dirty/)
    await t.rejects(updateDocuments(unknown, folder), /got none/)
    t.same(documents.map(read), before)

    writeFileSync(join(folder, 'bench/README.md'), '# Benchmarks\n')
    await t.rejects(updateDocuments(report, folder), /end of the standard run.* in bench\/README\.md/)
    t.equal(read('README.md'), before[0])
  },
)

t.test('the first page has the ratios of the benchmarks', async (t) => {
  const [first = '', bench = ''] = documents.map((name) => readFileSync(join(projectRoot, name), 'utf8'))
  const ratios = first.match(/\d\.\d\d \(\d\.\d\d to \d\.\d\d\)/g) ?? []
  t.ok(ratios.length > 0)
  for (const ratio of ratios) t.ok(bench.includes(`| ${ratio} |`), ratio)
})
