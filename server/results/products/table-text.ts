import type { Table } from '../../requests/table.ts'

type Value = string | number | boolean

export interface PlaceResult {
  value: number | null
  state: string
  distance_m: number
  residual_db?: number
}

const ofPlaces = ['value', 'state', 'distance_m', 'residual_db']

/** Original rows of a table plus result columns, which replace columns of the same name. */
export function* tableLines(
  table: Table,
  results: readonly object[],
  added: readonly string[] = ofPlaces,
): Generator<string> {
  const { names, rows, separator, hasDecimalCommas } = table
  const kept = [...names.keys()].filter((index) => !added.includes(names[index]))
  const line = (cells: readonly string[]) => tableLine(cells, separator)
  yield line([...kept.map((index) => names[index]), ...added])
  for (const [at, { cells }] of rows.entries()) {
    yield line([
      ...kept.map((index) => cells[index]),
      ...added.map((name) =>
        textOf((results[at] as Record<string, Value | undefined>)[name] ?? '', hasDecimalCommas),
      ),
    ])
  }
}

export function tableLine(cells: readonly string[], separator = ','): string {
  return `${cells.map((cell) => quotedIfNeeded(cell, separator)).join(separator)}\r\n`
}

function textOf(value: Value, hasDecimalCommas: boolean): string {
  return hasDecimalCommas && typeof value === 'number' ? String(value).replace('.', ',') : String(value)
}

function quotedIfNeeded(cell: string, separator: string): string {
  const isBare = !/["\r\n]|^\s|\s$/.test(cell) && !cell.includes(separator)
  return isBare ? cell : `"${cell.replaceAll('"', '""')}"`
}
