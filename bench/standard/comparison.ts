/** Ratios between two standard runs, with a verdict where significant. */

import { readFile } from 'node:fs/promises'
import { UsageError } from '../frame/options.ts'
import type { Shown } from '../frame/program.ts'
import { makeReport, printTable, type Report, type Row } from '../frame/report.ts'
import { MINIMUM_SAMPLES, ratioOf, verdictOf } from './compare.ts'
import { MACHINE, type Machine } from './machine.ts'
import type { Series } from './measure.ts'
import type { Peers } from './peers.ts'

export interface StandardRow extends Row, Pick<Series, 'better' | 'clock' | 'values'> {}

/** Contents of the file written by `--out`. */
export interface StandardReport extends Report {
  rows: StandardRow[]
  host: Machine
  /** Versions of the compared programs; `undefined` if not installed. */
  programs: Peers['versions']
  startedAt: string
  /** Commit, with `-dirty` if files were changed; missing if git is not available. */
  commit?: string
  seconds: number
}

export async function readReport(path: string): Promise<StandardReport> {
  const text = await readFile(path, 'utf8')
  try {
    const report = JSON.parse(text) as StandardReport
    const isMeasured = ({ values }: StandardRow) => values.length > 0 && values.every(Number.isFinite)
    if (report.host.memoryGib > 0 && report.rows.length > 0 && report.rows.every(isMeasured)) return report
  } catch {}
  throw new UsageError(`Expected a file that npm run bench wrote, got ${path}.`)
}

export function comparison(first: StandardReport, second: StandardReport): Shown {
  const inSecond = new Map(second.rows.map((row) => [keyOf(row), row]))
  const pairs = first.rows.flatMap((before) => {
    const after = inSecond.get(keyOf(before))
    return after ? [{ before, after, ...ratioOf(before.values, after.values) }] : []
  })
  const ofMachine = pairs.filter(({ before }) => before.case === MACHINE)
  const judged = pairs.map((pair) => {
    const { before, after } = pair
    const samples = Math.min(before.values.length, after.values.length)
    const machine = ofMachine.filter((one) => one.before.clock === before.clock).map(({ ratio }) => ratio)
    const verdict = before.case === MACHINE ? undefined : verdictOf(pair, samples, before.better, machine)
    return { ...pair, verdict }
  })
  const rows = judged.map(({ before, after, ratio, low, high, verdict }) => ({
    ...{ case: before.case, quantity: `${before.quantity}, second run : first`, n: after.n },
    ...{ min: low, mean: ratio, max: high, pass: true, ...(verdict && { verdict }) },
  }))
  const notes = differencesOf(first, second)
  return {
    report: makeReport(second.backend, rows, notes),
    show() {
      printTable(
        [
          ['case', 'quantity', 'A', 'B', 'B : A', 'from', 'to', ''],
          ...judged.map(({ before, after, ratio, low, high, verdict }) => [
            before.case,
            before.quantity,
            ...[before.p50, after.p50].map(rounded),
            ...[ratio, low, high].map((value) => value.toFixed(2)),
            verdict ?? '',
          ]),
        ],
        2,
      )
      const marked = judged.filter(({ verdict }) => verdict !== undefined).length
      console.log(`\n${marked} of ${judged.length} changed by more than chance and the machine.`)
      for (const note of notes) console.log(note)
    },
  }
}

/** Differences between machines or programs that limit the comparison. */
function differencesOf(first: StandardReport, second: StandardReport): string[] {
  const shown = ({ machine, backend, host, programs }: StandardReport) =>
    [machine, `${host.memoryGib} GiB`, backend, JSON.stringify(programs)].join('; ')
  const notes: string[] = []
  if (shown(first) !== shown(second)) notes.push(`A: ${shown(first)}`, `B: ${shown(second)}`)
  const fewest = Math.min(...[...first.rows, ...second.rows].map(({ n }) => n))
  if (fewest < MINIMUM_SAMPLES)
    notes.push(`Quantities with fewer than ${MINIMUM_SAMPLES} samples have no verdict: --rounds.`)
  return notes
}

const keyOf = ({ case: name, quantity }: Row) => `${name}: ${quantity}`

export function rounded(value: number | undefined): string {
  return value === undefined ? '' : Number(value.toPrecision(3)).toString()
}
