/** The columns of a table of requests: their names are those of fields. */

import type { FieldError } from '../http/errors.ts'
import { listed, quoted } from '../http/validation/messages.ts'
import { type Member, put, readText } from './cells.ts'

export type Columns = ReadonlyMap<string, Member>

/** By their names, those of members of members as `antenna.tilt` or `antenna_tilt`. */
export function columnsOf(members: readonly Member[]): Columns {
  return new Map(
    members.flatMap((member) => [
      [member.path.join('_'), member] as const,
      [member.path.join('.'), member] as const,
    ]),
  )
}

/** What is wrong with the names of a table's columns. */
export function columnErrors(names: readonly string[], columns: Columns): FieldError[] {
  const errors: FieldError[] = []
  const found = new Set<Member>()
  for (const [index, name] of names.entries()) {
    const member = columns.get(name)
    if (name === '') errors.push({ row: 1, detail: `column ${index + 1} has no name` })
    else if (member === undefined) {
      const known = listed([...new Set(columns.values())].map(({ path }) => path.join('.')))
      errors.push({ row: 1, detail: `${quoted(name)} is not a known column: known are ${known}` })
    } else if (found.has(member)) errors.push({ row: 1, detail: `the column ${quoted(name)} is there twice` })
    else found.add(member)
  }
  return errors
}

/** The request of a row, over what `body` has; an empty cell leaves its field out. */
export function bodyOf(
  names: readonly string[],
  cells: readonly string[],
  columns: Columns,
  body: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const [index, name] of names.entries()) {
    const member = columns.get(name)
    const text = cells[index] ?? ''
    if (member && text !== '') put(body, member.path, readText(text, member.schema))
  }
  return body
}
