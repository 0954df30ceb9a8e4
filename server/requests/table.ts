/** Parses tables in CSV (RFC 4180), also with decimal commas; the first row names the columns. */

import { isUtf8 } from 'node:buffer'
import { type CsvError, parse } from 'csv-parse/sync'
import { quoted } from '../http/validation/messages.ts'

const MAXIMUM_COLUMNS = 200
const MAXIMUM_NAME = 200
const NEW_LINE = 0x0a
const RETURN = 0x0d

/** Thrown if bytes are not a valid table. The message has no final period. `row` is 1 for the header. */
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
    /** Row number as in a spreadsheet: the header is row 1, and empty rows count. */
    row: number
    /** Cells of the row, one per column. */
    cells: readonly string[]
  }[]
  separator: Separator
  /** True if numbers have decimal commas; always false if commas separate cells. */
  hasDecimalCommas: boolean
}

/** Unit of a column with numbers; `undefined` for a column without numbers. */
export type UnitOf = (name: string) => string | undefined

/** Limits of a table. The caller enforces `rows`; a table with more than `lines` is not parsed. */
export interface TableLimits {
  rows: number
  lines: number
}

type Separator = (typeof separators)[number]

/** Separators of cells; the first one is the default. */
const separators = [',', ';', '\t'] as const
const decimalComma = /^[+-]?\d*,\d+$/
const decimalPoint = /^[+-]?(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?$/i
const maybeThousands = /^[+-]?[1-9]\d{0,2},\d{3}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that occur in no text
const notText = /[\0-\x08\x0e-\x1a]/

/**
 * Parses a table with cells separated by commas, semicolons or tabs, whichever is most frequent in the header;
 * surrounding space and empty rows are ignored. Encodings: UTF-8, UTF-16 with a byte order mark, or Windows-1252, as
 * written by Excel.
 * @throws {TableError} if bytes are not such text, rows do not match the header, or numbers have thousands separators
 */
export function readTable(bytes: Uint8Array, unitOf: UnitOf, maximum?: TableLimits): Table {
  const text = textOf(bytes)
  if (maximum) refuseLines(text, maximum)
  const separator = separatorOf(text)
  const records = parsed(text, separator)
  const first = records.findIndex((cells) => !isEmpty(cells))
  const names = records[first]
  if (names === undefined) throw new TableError('The table is empty: the first row must name the columns')
  const rows: Table['rows'][number][] = []
  for (const [index, cells] of records.entries()) {
    if (index <= first || isEmpty(cells)) continue
    if (cells.length !== names.length) {
      throw new TableError(`has ${cells.length} cells, expected ${names.length} as in the header`, index + 1)
    }
    rows.push({ row: index + 1, cells })
  }
  const hasDecimalCommas = separator !== ',' && areDecimalCommas({ names, rows }, unitOf)
  return { names, rows, separator, hasDecimalCommas }
}

/** True if numbers have decimal commas. Commas and points in one table are refused as ambiguous. */
function areDecimalCommas({ names, rows }: Pick<Table, 'names' | 'rows'>, unitOf: UnitOf): boolean {
  const columns = names.flatMap((name, index) => {
    const unit = unitOf(name)
    return unit === undefined ? [] : [{ name, index, unit }]
  })
  const all = rows.flatMap(({ row, cells }) =>
    columns.map(({ name, index, unit }) => ({ row, name, unit, cell: cells[index] })),
  )
  const commas = all.filter(({ cell }) => decimalComma.test(cell))
  const [comma] = commas
  if (comma === undefined) return false
  const point = all.find(({ cell }) => decimalPoint.test(cell))
  if (point) {
    const other = `row ${comma.row} has ${quoted(comma.cell)} in the column ${comma.name}`
    throw new TableError(
      `has ${quoted(point.cell)} in the column ${point.name}, and ${other}: all numbers of a table have a decimal point, or all a decimal comma, and no separators of thousands`,
      point.row,
    )
  }
  // An angle is never 1000 or more, so a comma in a column of angles is a decimal comma.
  if (commas.every(({ cell, unit }) => maybeThousands.test(cell) && unit !== 'degrees')) {
    const { row, name, cell } = comma
    const meanings = `${cell.replace(',', '.')} or ${cell.replace(',', '')}`
    throw new TableError(
      `has ${quoted(cell)} in the column ${name}, which could be ${meanings}: write it as one of them`,
      row,
    )
  }
  return true
}

/** Decodes bytes as text; throws for other content. */
function textOf(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (notText.test(text)) {
    throw new TableError('The table is not text: save the sheet as CSV')
  }
  return text
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  // Valid non-ASCII letters mean that the text is UTF-8 with errors, and not Windows-1252.
  if (/[^\0-\x7f\ufffd]/.test(new TextDecoder().decode(bytes))) {
    throw new TableError(`The table is not text in UTF-8: line ${firstUndecodable(bytes)} has other bytes`)
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Number of the first line that is not valid UTF-8, counted from 1. */
function firstUndecodable(bytes: Uint8Array): number {
  for (let start = 0, line = 1; ; line++) {
    const end = bytes.indexOf(NEW_LINE, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

/** Separator that is most frequent in the header, outside of quotes. */
function separatorOf(text: string): Separator {
  const [names = ''] = /\S.*/.exec(text) ?? []
  const bare = names.replace(/"[^"]*"/g, '')
  const counts = separators.map((separator) => bare.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))]
}

/** Refuses a table with too many lines before parsing. */
function refuseLines(text: string, maximum: TableLimits): void {
  let lines = 0
  // A loop is used, because eight million matches of a regular expression take seconds.
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === RETURN || (code === NEW_LINE && text.charCodeAt(at - 1) !== RETURN)) lines++
  }
  if (lines <= maximum.lines) return
  throw new TableError(
    `The table has ${lines} lines: at most ${maximum.rows} rows are allowed, in at most ${maximum.lines} lines`,
  )
}

function parsed(text: string, delimiter: Separator): string[][] {
  let row = 0
  let hasNames = false
  try {
    return parse(text, {
      bom: true,
      delimiter,
      // Column names are checked before the rows are parsed.
      on_record: (cells: string[]) => {
        row++
        if (!hasNames && !isEmpty(cells)) {
          hasNames = true
          refuseNames(cells, row)
        }
        return cells
      },
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
    })
  } catch (error) {
    if (error instanceof TableError) throw error
    const { code, lines } = error as CsvError & { lines?: number }
    const where = lines === undefined ? '' : `: in line ${lines} or before`
    throw new TableError(
      code === 'CSV_QUOTE_NOT_CLOSED' ? `A quote is not closed${where}` : `A quote is not allowed${where}`,
    )
  }
}

function refuseNames(names: readonly string[], row: number): void {
  if (names.length > MAXIMUM_COLUMNS) {
    throw new TableError(`has ${names.length} columns, at most ${MAXIMUM_COLUMNS} are allowed`, row)
  }
  const long = names.find((name) => name.length > MAXIMUM_NAME)
  if (long !== undefined) {
    const detail = `names a column with ${long.length} characters, at most ${MAXIMUM_NAME} are allowed: ${quoted(long)}`
    throw new TableError(detail, row)
  }
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '')
}
