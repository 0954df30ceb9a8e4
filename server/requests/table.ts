/** A table of requests as CSV (RFC 4180): its first row names the columns. */

import { isUtf8 } from 'node:buffer'
import { type CsvError, parse } from 'csv-parse/sync'

const MAXIMUM_COLUMNS = 200
const NEW_LINE = 0x0a

/** What keeps bytes from being a table, without a full stop; `row` as a spreadsheet counts, the names being row 1. */
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

/** What spreadsheets separate cells by where a comma stands in numbers, and what they call it. */
const separators: Record<string, string> = { ';': 'semicolons', '\t': 'tabs' }

/**
 * Reads a table in UTF-8 whose cells are separated by commas; space around them, and empty rows, mean nothing.
 *
 * @throws {TableError} where it is no such text, or rows and columns don't fit each other
 */
export function readTable(bytes: Uint8Array, maximumLines = Number.POSITIVE_INFINITY): Table {
  const text = textOf(bytes)
  refuseLines(text, maximumLines)
  refuseSeparators(text)
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

/** UTF-8, with a byte order mark or without; what came instead is named. */
function textOf(bytes: Uint8Array): string {
  // As ASCII is in UTF-16 whichever half of a unit comes first, with a mark or without.
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isMarked || bytes.subarray(0, 2).includes(0)) {
    throw new TableError('The table is text in UTF-16, and UTF-8 is expected')
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    return decoder.decode(bytes)
  } catch {
    throw new TableError(`The table is not text in UTF-8: line ${firstUndecodable(bytes)} has other bytes`)
  }
}

/** The line, from 1, that is not UTF-8. */
function firstUndecodable(bytes: Uint8Array): number {
  for (let start = 0, line = 1; ; line++) {
    const end = bytes.indexOf(NEW_LINE, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

/** Of tables whose first row has no comma: what else a row could be of which commas separate the cells. */
function refuseSeparators(text: string): void {
  const [names = ''] = /\S.*/.exec(text) ?? []
  if (names.includes(',')) return
  const [came] = /[;\t]/.exec(names.trimEnd()) ?? []
  if (came === undefined) return
  const detail = 'commas are expected, and points in numbers'
  throw new TableError(`The cells of the table are separated by ${separators[came]}: ${detail}`)
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
    const where = lines === undefined ? '' : `: line ${lines} has it, or one before it`
    throw new TableError(
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? `A quote is not closed${where}`
        : `A quote stands where none may${where}`,
    )
  }
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '')
}
