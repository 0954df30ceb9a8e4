/** Fields of a link request that may apply to all pairs or to one end, or be table columns. */

import type { JsonSchema as Schema } from '../http/schemas/json-schema.ts'
import { LinkRequest } from '../link/schemas.ts'
import { type Member, membersOf, put } from '../requests/cells.ts'
import { type Columns, columnsOf } from '../requests/columns.ts'
import type { Values } from '../requests/field.ts'

export const positionFields = ['tx_lat', 'tx_lon', 'rx_lat', 'rx_lon'] as const
const schemas = LinkRequest.properties as Record<string, Schema>
export const fieldNames = Object.keys(schemas)
const ofOneLink = [...positionFields, 'profile', 'latitude']
export const commonFields = fieldNames.filter((name) => !ofOneLink.includes(name))
export const endFields = {
  tx: commonFields.filter((name) => /^tx_|^(frequency|erp|antenna)$/.test(name)),
  rx: commonFields.filter((name) => /^rx_/.test(name)),
} as const

function membersNamed(names: readonly string[]): Member[] {
  return membersOf({ properties: Object.fromEntries(names.map((name) => [name, schemas[name] as Schema])) })
}

/** Columns of a table of pairs; `correction` is missing because all pairs must have the same value. */
export const columns: Columns = columnsOf(
  membersNamed([...positionFields, ...commonFields.filter((name) => name !== 'correction')]),
)

/** Query parameters for all rows of a table; names of nested fields are joined (`antenna_tilt`). */
export const queryFields: ReadonlyMap<string, Member> = new Map(
  membersNamed(commonFields)
    .filter(({ schema: { properties } }) => properties === undefined)
    .map((member) => [member.path.join('_'), member]),
)

export function commonOf(query: Values): Values {
  const common: Values = {}
  for (const [name, value] of Object.entries(query)) {
    const member = queryFields.get(name)
    if (member) put(common, member.path, value)
  }
  return common
}
