import { safe } from '../command/terminal/text.ts'
import type { AdminResult } from './commands.ts'

/** Formats a list as a table, other results as names and values. */
export function toText(result: AdminResult): string {
  const [only] = Object.values(result)
  if (Array.isArray(only)) return tableOf(only as AdminResult[])
  return columns(Object.entries(result).map(([name, value]) => [safe(name), toCell(value)]))
}

function tableOf(rows: AdminResult[]): string {
  const [first] = rows
  if (first === undefined) return '(none)'
  const names = Object.keys(first)
  return columns([
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => toCell(row[name]))),
  ])
}

function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function toCell(value: unknown): string {
  return value === null || value === undefined ? '-' : safe(value)
}
