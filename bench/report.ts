import { availableParallelism, cpus } from 'node:os'
import { version } from '../server/config.ts'

export interface Row {
  case: string
  /** What was measured, with its unit. */
  quantity: string
  n: number
  mean: number
  p50?: number
  p99?: number
  max: number
  /** The most that is accepted; which figure it holds for stands in the quantity. */
  tolerance?: number
  pass: boolean
}

export interface Report {
  machine: string
  backend: string
  version: string
  rows: Row[]
  passed: boolean
}

export function makeReport(backend: string, rows: Row[]): Report {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const machine = `${model}, ${availableParallelism()} threads, ${process.platform} ${process.arch}, Node ${process.version}`
  return { machine, backend, version, rows, passed: rows.every(({ pass }) => pass) }
}

/** A table for people, or one JSON object for programs. */
export function printReport(report: Report, { json }: { json: boolean }): void {
  if (json) {
    console.log(JSON.stringify(report))
    return
  }
  console.log(`machine  ${report.machine}`)
  console.log(`backend  ${report.backend}`)
  console.log(`version  ${report.version}\n`)
  const names = (['case', 'quantity', 'n', 'mean', 'p50', 'p99', 'max', 'tolerance', 'pass'] as const).filter(
    (name) => report.rows.some((row) => row[name] !== undefined),
  )
  const lines = [[...names], ...report.rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    const cells = line.map((text, column) =>
      column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}

function cell(value: string | number | boolean | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'NO'
  return typeof value === 'number' && !Number.isInteger(value)
    ? Number(value.toPrecision(3)).toString()
    : String(value)
}

/** The figure below which a share of the sorted values lies: the nearest rank. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
