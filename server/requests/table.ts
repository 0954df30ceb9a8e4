/** A table of requests as CSV (RFC 4180): its first row names the columns. */

import { type CsvError, parse } from 'csv-parse/sync'

const MAXIMUM_COLUMNS = 200

/** What keeps a text from being a table; `row` as a spreadsheet counts, the names being row 1. */
export class TableError extends Error {
  readonly row: number | undefined

  constructor(message: string, row?: number) {
    super(row === undefined ? message : `row ${row} ${message}`)
    this.row = row
  }
}

export interface Table {
  names: readonly string[]
  rows: readonly {
    /** As a spreadsheet counts: the names are row 1, and empty rows count too. */
    row: number
    /** One for each name. */
    cells: readonly string[]
  }[]
}

/**
 * Reads a table whose cells are separated by commas; space around them, and empty rows, mean nothing.
 *
 * @throws {TableError} where rows and columns don't fit each other
 */
export function readTable(text: string, maximumLines = Number.POSITIVE_INFINITY): Table {
  refuseLines(text, maximumLines)
  const records = parsed(text)
  const first = records.findIndex((cells) => !isEmpty(cells))
  const names = records[first]
  if (names === undefined) throw new TableError('The table is empty: its first row names the columns')
  if (names.length > MAXIMUM_COLUMNS) {
    throw new TableError(`has ${names.length} columns, at most ${MAXIMUM_COLUMNS} are taken`, first + 1)
  }
  const rows: Table['rows'][number][] = []
  for (const [index, cells] of records.entries()) {
    if (index <= first || isEmpty(cells)) continue
    if (cells.length !== names.length) {
      throw new TableError(`has ${cells.length} cells, and there are ${names.length} columns`, index + 1)
    }
    rows.push({ row: index + 1, cells })
  }
  return { names, rows }
}

/** Before they are taken apart. */
function refuseLines(text: string, maximum: number): void {
  let lines = 0
  for (const _ of text.matchAll(/\r\n?|\n/g)) {
    if (++lines > maximum) throw new TableError(`The table has more than ${maximum} lines`)
  }
}

function parsed(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
    })
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number }
    const where = lines === undefined ? '' : ` Line ${lines} has it, or one before it.`
    throw new TableError(
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `A quote is not closed.${where}`
        : `A quote stands where none may.${where}`,
    )
  }
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '')
}
