/** Columns of a table of requests; each column has the name of a request field. */

import type { FieldError } from '../http/errors.ts'
import { listed, quoted } from '../http/validation/messages.ts'
import { type Member, put, readText } from './cells.ts'
import { nearestOf } from './nearest.ts'
import type { Table, UnitOf } from './table.ts'

export type Columns = ReadonlyMap<string, Member>

/** Fields by column name; a nested member is `antenna.tilt` or `antenna_tilt`. */
export function columnsOf(members: readonly Member[]): Columns {
  return new Map(
    members.flatMap((member) => [
      [member.path.join('_'), member] as const,
      [member.path.join('.'), member] as const,
    ]),
  )
}

/** Field with the name of a column; upper case is accepted, as spreadsheets capitalize names. */
export function columnIn(columns: Columns, name: string): Member | undefined {
  return columns.get(name) ?? columns.get(name.toLowerCase())
}

export function unitsOf(columns: Columns): UnitOf {
  return (name) => {
    const { type, 'x-unit': unit = '' } = columnIn(columns, name)?.schema ?? {}
    return type === 'number' || type === 'integer' ? unit : undefined
  }
}

export function columnErrors(names: readonly string[], columns: Columns): FieldError[] {
  const errors: FieldError[] = []
  const found = new Set<Member>()
  let isListed = false
  for (const [index, name] of names.entries()) {
    const member = columnIn(columns, name)
    if (name === '') errors.push({ row: 1, detail: `column ${index + 1} has no name` })
    else if (member === undefined) {
      errors.push({ row: 1, detail: unknownColumn(name, columns, isListed) })
      isListed = true
    } else if (found.has(member)) errors.push({ row: 1, detail: `the column ${quoted(name)} appears twice` })
    else found.add(member)
  }
  return errors
}

/** Error for an unknown column: suggests the nearest known name, otherwise lists all names unless already listed. */
export function unknownColumn(name: string, columns: Columns, isListed = false): string {
  const said = `${quoted(name)} is not a known column`
  const nearest = nearestOf(name, [...columns.keys()])
  if (nearest !== undefined) return `${said}: did you mean ${nearest}?`
  if (isListed) return said
  return `${said}; allowed: ${listed([...new Set(columns.values())].map(({ path }) => path.join('.')))}`
}

/** Adds the fields of a table row to the fields of `body`; empty cells and unknown columns are left out. */
export function bodyOf(
  { names, hasDecimalCommas }: Pick<Table, 'names' | 'hasDecimalCommas'>,
  cells: readonly string[],
  columns: Columns,
  body: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [index, name] of names.entries()) {
    const member = columnIn(columns, name)
    const text = cells[index] ?? ''
    if (member && text !== '') put(body, member.path, readText(text, member.schema, hasDecimalCommas))
  }
  return body
}
