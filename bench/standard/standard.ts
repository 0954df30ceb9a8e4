/** Standard run of the main quantities in a few minutes, and comparison of two such runs. */

import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Backend } from '../../kernels/device/device.ts'
import { integer, oneOf, UsageError } from '../frame/options.ts'
import { program, type Shown } from '../frame/program.ts'
import { makeReport, printHead, printTable, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { onService } from '../service/finished-result.ts'
import { MINIMUM_SAMPLES } from './compare.ts'
import { comparison, readReport, rounded, type StandardReport, type StandardRow } from './comparison.ts'
import { commitOf, machine, openSpeed } from './machine.ts'
import type { Measure, Series } from './measure.ts'
import { type OpenModels, openModels } from './models.ts'
import { localCommand, openPeers } from './peers.ts'
import { ACCOUNTS, openService } from './service.ts'
import { requireCommit, updateDocuments } from './update.ts'

const projectRoot = join(import.meta.dirname, '../../..')
/** Simulations run by the command; computing the first takes little longer than starting the process. */
const COMMANDS = [
  { rangeKm: 1, cellM: 30 },
  { rangeKm: 35, cellM: 90 },
]
const DEFAULT_ROUNDS = 9
/** Time in s after which a run without --rounds ends, if it has enough rounds. */
const LIMIT_S = 170
const MAXIMUM_ROUNDS = 30

const usage = `npm run bench -- [--rounds N] [--out FILE] [--backend NAME] [--json]
npm run bench -- --compare A B [--json]
npm run bench -- --update [FILE]

Measures on this machine, once per round, after a warm-up round: every model in cells a second and processor time, a
small and a million-cell simulation from POST to completed through the service over HTTPS, the latency of its clients while it
computes, the command line, and gdal_viewshed and splat alternating with ours if installed. Prints medians and ranges, and writes
all samples to a file. With --compare, ratios of two such files with intervals, and "slower" or "faster" where the change exceeds
chance and the machine's own change (rule: bench/standard/compare.ts). With --update, the figures of the run, or of FILE, replace
those in README.md and bench/README.md; only for a run of a commit without changes.

  --rounds N      samples of each quantity, from ${MINIMUM_SAMPLES} on comparable (${DEFAULT_ROUNDS}, or what three minutes allow)
  --out FILE      samples as JSON (a new file in the system's temporary folder)
  --compare       two files instead of a run
  --update        write the figures of the run, or of a file, into the documents
  --backend NAME  of the service: auto, webgpu, webasm or cpu (auto); models also run on webasm
  --json          one JSON object instead of a table
  --help          show help`

export const run = program({
  usage,
  options: {
    rounds: { type: 'string' },
    out: { type: 'string' },
    backend: { type: 'string', default: 'auto' },
    compare: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
  allowPositionals: true,
  async measure(values, files): Promise<Shown> {
    if (values.compare) {
      const [first, second, ...more] = files
      if (first === undefined || second === undefined || more.length > 0)
        throw new UsageError(`Expected two files after --compare, got ${files.length}.`)
      return comparison(await readReport(first), await readReport(second))
    }
    const [file, ...more] = files
    if (values.update && file !== undefined && more.length === 0) return updated(await readReport(file), file)
    if (file !== undefined) throw new UsageError(`Expected options, got ${JSON.stringify(file)}.`)
    if (values.update) requireCommit(await commitOf(projectRoot))
    const rounds =
      values.rounds === undefined ? undefined : integer('--rounds', values.rounds, 1, MAXIMUM_ROUNDS)
    const backend = oneOf('--backend', values.backend, ['auto', 'webgpu', 'webasm', 'cpu'])
    const startedAt = new Date().toISOString()
    const out = values.out ?? join(tmpdir(), 'coverage-bench', `${startedAt.replaceAll(':', '-')}.json`)
    const report = await standardRun(rounds, backend, startedAt)
    await mkdir(dirname(resolve(out)), { recursive: true })
    await writeFile(out, `${JSON.stringify(report)}\n`)
    return values.update ? updated(report, out) : { report, show: () => showRun(report, out) }
  },
})

async function updated(report: StandardReport, file: string): Promise<Shown> {
  const names = await updateDocuments(report, projectRoot)
  return { report, show: () => console.log(`samples  ${file}\nupdated  ${names.join(', ')}`) }
}

async function standardRun(
  rounds: number | undefined,
  backend: Backend | 'auto',
  startedAt: string,
): Promise<StandardReport> {
  const startMs = performance.now()
  const commit = await commitOf(projectRoot)
  return inTemporaryFolder((dataDir) =>
    onService(
      dataDir,
      ACCOUNTS,
      async (started) => {
        const service = await openService(started)
        const speed = openSpeed()
        const opened: OpenModels[] = []
        try {
          const backends = new Set(['webasm', service.backend] as Backend[])
          for (const name of backends) opened.push(await openModels(name))
          const [{ engines }] = opened
          const peers = await openPeers(join(dataDir, 'peers'), engines)
          const measures = [
            ...speed.measures,
            ...opened.flatMap((models) => models.measures),
            ...service.measures,
            ...COMMANDS.map((size) => localCommand(dataDir, join(dataDir, 'terrain'), size)),
            ...peers.measures,
          ]
          await sampleInRounds(
            measures,
            rounds ?? DEFAULT_ROUNDS,
            rounds ? Number.POSITIVE_INFINITY : startMs + 1000 * LIMIT_S,
          )
          const rows = measures.flatMap(({ series }) => series.map(standardRow))
          const versions = peers.versions
          return {
            ...makeReport(`${service.backend}, ${service.device}`, rows),
            ...{ rows, host: machine(), programs: versions, startedAt, ...(commit && { commit }) },
            seconds: Math.round((performance.now() - startMs) / 1000),
          }
        } finally {
          for (const models of opened) await models.close()
          await service.close()
          await speed.close()
        }
      },
      { KERNEL_BACKEND: backend },
    ),
  )
}

/** Takes one sample per measure and round, so that other load affects all alike; round 1 is warm-up. */
async function sampleInRounds(measures: readonly Measure[], rounds: number, endMs: number): Promise<void> {
  let roundMs = 0
  for (let round = 0; round <= rounds; round++) {
    const startMs = performance.now()
    if (round > MINIMUM_SAMPLES && startMs + roundMs > endMs) break
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `)
    for (const { series, sample } of measures) {
      const values = await sample()
      if (round > 0) for (const [index, { values: all }] of series.entries()) all.push(values[index])
    }
    roundMs = performance.now() - startMs
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

function standardRow({ case: name, quantity, better, clock, values }: Series): StandardRow {
  return { ...rowOf(name, quantity, values), better, clock, values }
}

function showRun(report: StandardReport, out: string): void {
  printHead(report)
  const { memoryGib } = report.host
  console.log(`memory   ${memoryGib} GiB`)
  for (const [name, version] of Object.entries(report.programs))
    console.log(`${name.padEnd(14)} ${version ?? 'not installed'}`)
  console.log(`${report.rows[0]?.n} rounds in ${report.seconds} s\n`)
  printTable(
    [
      ['case', 'quantity', 'median', 'min', 'max'],
      ...report.rows.map((row) => [
        row.case,
        row.quantity,
        ...[row.p50, row.min, row.max].map((value) => rounded(value)),
      ]),
    ],
    2,
  )
  console.log(`\nsamples  ${out}`)
}
