import { availableParallelism, cpus } from 'node:os'
import { version } from '../../server/config/config.ts'

export interface Row {
  case: string
  /** Measured quantity with its unit. */
  quantity: string
  n: number
  min?: number
  mean: number
  std?: number
  p50?: number
  p99?: number
  max: number
  /** Maximum value of a passing row; `quantity` names the limited figure. */
  tolerance?: number
  pass: boolean
}

export interface Report {
  machine: string
  backend: string
  version: string
  rows: Row[]
  /** Reasons for omitted measurements, and the scope of the figures. */
  notes?: string[]
  passed: boolean
}

export function makeReport(backend: string, rows: Row[], notes: string[] = []): Report {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const machine = `${model}, ${availableParallelism()} threads, ${process.platform} ${process.arch}, Node ${process.version}`
  const passed = rows.every(({ pass }) => pass)
  return { machine, backend, version, rows, ...(notes.length > 0 && { notes }), passed }
}

/** Row of repeated measurements; fails if their median exceeds `tolerance`. */
export function rowOf(name: string, quantity: string, values: readonly number[], tolerance?: number): Row {
  const sorted = Float64Array.from(values).sort()
  const n = sorted.length
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const p50 = median(values)
  return {
    case: name,
    quantity,
    n,
    min: sorted[0] ?? Number.NaN,
    mean,
    ...(n > 1 && { std: Math.sqrt(squares / (n - 1)) }),
    p50,
    max: sorted[n - 1] ?? Number.NaN,
    ...(tolerance !== undefined && { tolerance }),
    pass: tolerance === undefined || p50 <= tolerance,
  }
}

export function columnRows<T>(
  name: string,
  measured: readonly T[],
  figures: Record<string, (one: T) => number>,
): Row[] {
  return Object.entries(figures).map(([quantity, of]) => rowOf(name, quantity, measured.map(of)))
}

/** Row of latencies; fails if their 99th percentile exceeds `toleranceMs`. */
export function latencyRow(name: string, quantity: string, valuesMs: number[], toleranceMs?: number): Row {
  const sorted = Float64Array.from(valuesMs).sort()
  const p99 = percentile(sorted, 0.99)
  return {
    case: name,
    quantity,
    n: sorted.length,
    mean: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    p50: percentile(sorted, 0.5),
    p99,
    max: percentile(sorted, 1),
    ...(toleranceMs !== undefined && { tolerance: toleranceMs }),
    pass: toleranceMs === undefined || p99 <= toleranceMs,
  }
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

export function printReport(report: Report, { json }: { json: boolean }): void {
  if (json) {
    console.log(JSON.stringify(report))
    return
  }
  printHead(report)
  const names = (
    ['case', 'quantity', 'n', 'min', 'mean', 'std', 'p50', 'p99', 'max', 'tolerance', 'pass'] as const
  ).filter((name) => report.rows.some((row) => row[name] !== undefined))
  const lines = [[...names], ...report.rows.map((row) => names.map((name) => cell(row[name])))]
  printTable(lines, 2)
  for (const note of report.notes ?? []) console.log(`\n${note}`)
}

export function printHead({ machine, backend, version }: Report): void {
  console.log(`machine  ${machine}`)
  console.log(`backend  ${backend}`)
  console.log(`version  ${version}\n`)
}

/** Prints aligned columns: the first `textColumns` left-aligned, all other columns right-aligned. */
export function printTable(lines: string[][], textColumns: number): void {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  for (const line of lines) {
    const cells = line.map((text, column) =>
      column < textColumns ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
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

/** Nearest-rank percentile of sorted values; `fraction` from 0 to 1. */
export function percentile(sorted: ArrayLike<number>, fraction: number): number {
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? Number.NaN
}
