/** Reads the table of `coverage batch` by the rules of the service. */

import type { Member } from '../../requests/cells.ts'
import {
  bodyOf,
  type Columns,
  columnErrors,
  columnIn,
  columnsOf,
  unitsOf,
  unknownColumn,
} from '../../requests/columns.ts'
import { readTable, TableError } from '../../requests/table.ts'
import { type Call, note } from '../call/call.ts'
import type { Body, Field } from '../call/fields.ts'
import { bytesOf } from '../call/read-file.ts'
import { Failure, MISUSED, UsageError } from '../errors.ts'
import type { BatchFlags } from '../flags.ts'
import { safe } from '../terminal/text.ts'

export interface Site {
  /** Row number as in a spreadsheet: the header is row 1, and empty rows count. */
  row: number
  body: Body
  /** Column names of the table, by JSON pointer within the body. */
  columns: ReadonlyMap<string, string>
}

/** Reads sites from a table whose columns are named after fields or flags; an empty cell keeps the default. */
export async function sitesOf(
  call: Call<BatchFlags>,
  path: string,
  defaults: Body,
  fields: readonly Field[],
): Promise<Site[]> {
  const { io, flags } = call
  const columns = new Map<string, Member>([
    ...columnsOf(fields),
    ...fields.map((field) => [field.flag, field] as const),
  ])
  // Tables of places have these names, which relay takes too.
  for (const name of ['lat', 'lon']) columns.set(name, columns.get(`tx_${name}`) as Member)
  const named = namedColumns(flags.column ?? [], columns)
  for (const [name, member] of named) columns.set(name, member)
  const table = tableIn(path === '-' ? await io.readInput() : bytesOf(path), columns)
  const { names, rows } = table
  const ignored = flags.ignoreColumns ? names.filter((name) => columnIn(columns, name) === undefined) : []
  if (ignored.length > 0) note(call, `Ignored columns: ${ignored.map(safe).join(', ')}.`)
  const missing = named.find(([name]) => !names.includes(name))
  if (missing) {
    throw new UsageError(
      `--column ${missing[0]}=…: the table has no column "${missing[0]}", but ${names.map((name) => `"${name}"`).join(', ')}.`,
    )
  }
  if (names.every((name) => columnIn(columns, name) === undefined)) {
    throw new Failure(
      'malformed_csv',
      `No column of the table is named like a field. Name fields in the first row, for example "${[...columns.keys()].slice(0, 4).join('","')}", or with --column NAME=FIELD.`,
      MISUSED,
    )
  }
  const errors = columnErrors(
    names.filter((name) => !ignored.includes(name)),
    columns,
  )
  if (errors.length > 0) {
    const unknown = names.filter((name) => name !== '' && columnIn(columns, name) === undefined)
    if (unknown.length > 0) {
      const flagsOf = unknown.map(
        (name) => `--column ${safe(/\s/.test(name) ? `'${name}=FIELD'` : `${name}=FIELD`)}`,
      )
      note(
        call,
        `${flagsOf.join(' ')} maps unknown columns to fields; --ignore-columns ignores unknown columns.`,
      )
    }
    const { invalidParameters } = await import('../../http/validation/validation.ts')
    throw invalidParameters(errors)
  }
  if (rows.length === 0)
    throw new Failure('malformed_csv', 'The table has no rows below the header.', MISUSED)
  const byPointer = new Map(
    names.flatMap((name) => {
      const path = columnIn(columns, name)?.path
      return path ? [[`/${path.join('/')}`, name] as const] : []
    }),
  )
  return rows.map(({ row, cells }) => ({
    row,
    body: bodyOf(table, cells, columns, structuredClone(defaults)),
    columns: byPointer,
  }))
}

function namedColumns(given: readonly string[], columns: Columns): [string, Member][] {
  return given.map((text) => {
    const [, name = '', field = ''] = /^(.*)=(.*)$/.exec(text) ?? []
    const member = columns.get(field.trim())
    if (member === undefined || name.trim() === '') {
      const why = name === '' ? 'for example Höhe=tx_height' : unknownColumn(field, columns)
      throw new UsageError(`Expected --column NAME=FIELD, got "${text}": ${why}.`)
    }
    return [name.trim(), member]
  })
}

function tableIn(bytes: Uint8Array, columns: Columns) {
  try {
    return readTable(bytes, unitsOf(columns))
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    throw new Failure('malformed_csv', `${error.message}.`, MISUSED)
  }
}
