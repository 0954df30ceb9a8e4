import type { Table } from '../../requests/table.ts'

/** What a result says of a point. */
export interface PlaceResult {
  value: number | null
  state: string
  distance_m: number
  residual_db?: number
}

const added = ['value', 'state', 'distance_m', 'residual_db'] as const

/** The rows of a table as they came, with the columns of the results; columns of these names give way. */
export function* tableLines({ names, rows }: Table, results: readonly PlaceResult[]): Generator<string> {
  const kept = [...names.keys()].filter((index) => !added.includes(names[index] as (typeof added)[number]))
  const line = (cells: readonly string[]) => `${cells.map(quotedIfNeeded).join(',')}\r\n`
  yield line([...kept.map((index) => names[index]), ...added])
  for (const [at, { cells }] of rows.entries()) {
    yield line([
      ...kept.map((index) => cells[index]),
      ...added.map((name) => String(results[at][name] ?? '')),
    ])
  }
}

function quotedIfNeeded(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
