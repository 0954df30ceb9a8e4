import stringWidth from 'string-width'
import { safe } from './text.ts'

const BETWEEN = 2

export type Cell = string | number | boolean | null | undefined

/** Formats rows below a header. A table that is too wide is printed row after row, with one line per cell. */
export function table(names: readonly string[], rows: readonly Cell[][], columns: number): string {
  if (rows.length === 0) return '(none)'
  const cells = rows.map((row) => names.map((_, column) => cellOf(row[column])))
  const head = names.map((name) => name.toUpperCase())
  const all = [head, ...cells]
  const widths = names.map((_, column) => Math.max(...all.map((row) => stringWidth(row[column] ?? ''))))
  const width = widths.reduce((sum, each) => sum + each + BETWEEN, -BETWEEN)
  if (width <= columns) return all.map((row) => line(row, widths)).join('\n')
  return rows
    .map((row) =>
      pairs(
        names.map((name, column) => [name, row[column]]),
        columns,
      ),
    )
    .join('\n\n')
}

/** Formats names and values, one per line; long values are folded, undefined values are left out. */
export function pairs(entries: readonly (readonly [string, Cell])[], columns: number): string {
  const there = entries.filter(([, value]) => value !== undefined)
  const width = Math.max(...there.map(([name]) => stringWidth(name)))
  return there
    .flatMap(([name, value]) => {
      const lines = folded(cellOf(value), columns - width - BETWEEN)
      return lines.map((text, at) => line([at === 0 ? name : '', text], [width, 0]))
    })
    .join('\n')
}

/** Splits text into lines of at most `columns`, between words if possible. */
export function folded(text: string, columns: number): string[] {
  const limit = Math.max(1, columns)
  const lines: string[] = []
  let left = text
  while (stringWidth(left) > limit) {
    let fits = 1
    const characters = [...left]
    while (fits < characters.length && stringWidth(characters.slice(0, fits + 1).join('')) <= limit) fits++
    const head = characters.slice(0, fits).join('')
    const space = head.lastIndexOf(' ')
    const end = left[head.length] === ' ' || space <= 0 ? head.length : space
    lines.push(left.slice(0, end))
    left = left.slice(end).trimStart()
  }
  return [...lines, left]
}

function line(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
    .join(' '.repeat(BETWEEN))
    .trimEnd()
}

function cellOf(value: Cell): string {
  return value === null || value === undefined || value === '' ? '-' : safe(value)
}
