/** The table of `coverage batch`: read, and refused, as the service does. */

import type { Member } from '../../requests/cells.ts'
import { bodyOf, type Columns, columnErrors, columnsOf, unitsOf } from '../../requests/columns.ts'
import { readTable, TableError } from '../../requests/table.ts'
import { type Call, note } from '../call.ts'
import { Failure, MISUSED } from '../errors.ts'
import type { Body, Field } from '../fields.ts'
import type { BatchFlags } from '../flags.ts'
import { bytesOf } from '../read-file.ts'

export interface Site {
  /** As a spreadsheet counts: the names are row 1, and empty rows count too. */
  row: number
  body: Body
}

/** Columns are named as fields, or as their flags; an empty cell leaves its field as the flags have it. */
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
  const table = tableIn(path === '-' ? await io.readInput() : bytesOf(path), columns)
  const { names, rows } = table
  const known = flags.ignoreColumns ? names.filter((name) => columns.has(name)) : names
  const errors = columnErrors(known, columns)
  if (errors.length > 0) {
    if (names.some((name) => !columns.has(name))) {
      note(call, '--ignore-columns leaves out columns that are no fields.')
    }
    const { invalidParameters } = await import('../../http/validation/validation.ts')
    throw invalidParameters(errors)
  }
  if (rows.length === 0) throw new Failure('malformed_csv', 'The table has no rows below its names.', MISUSED)
  return rows.map(({ row, cells }) => ({
    row,
    body: bodyOf(table, cells, columns, structuredClone(defaults)),
  }))
}

function tableIn(bytes: Uint8Array, columns: Columns) {
  try {
    return readTable(bytes, unitsOf(columns))
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    throw new Failure('malformed_csv', `${error.message}.`, MISUSED)
  }
}
