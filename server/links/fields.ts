/** Which fields of a link's request a batch of links has where: for all pairs, at either end, in columns of a table. */

import { LinkRequest } from '../link/schemas.ts'
import { type Member, membersOf, put, type Schema } from '../requests/cells.ts'
import { type Columns, columnsOf } from '../requests/columns.ts'
import type { Values } from '../requests/field.ts'

export const positionFields = ['tx_lat', 'tx_lon', 'rx_lat', 'rx_lon'] as const
const schemas = LinkRequest.properties as Record<string, Schema>
export const fieldNames = Object.keys(schemas)
/** Those of a profile are of one link alone. */
const ofOneLink = [...positionFields, 'profile', 'latitude']
/** May be the same for all pairs. */
export const commonFields = fieldNames.filter((name) => !ofOneLink.includes(name))
/** May be each transmitter's or each receiver's own. */
export const endFields = {
  tx: commonFields.filter((name) => /^tx_|^(frequency|erp|antenna)$/.test(name)),
  rx: commonFields.filter((name) => /^rx_/.test(name)),
} as const

function membersNamed(names: readonly string[]): Member[] {
  return membersOf({ properties: Object.fromEntries(names.map((name) => [name, schemas[name] as Schema])) })
}

/** Of a table of pairs. A correction is one for all, as a fit of all is. */
export const columns: Columns = columnsOf(
  membersNamed([...positionFields, ...commonFields.filter((name) => name !== 'correction')]),
)

/** Parameters of a query with a table: fields for all of its rows, `antenna_tilt` what lies deeper. */
export const queryFields: ReadonlyMap<string, Member> = new Map(
  membersNamed(commonFields)
    .filter(({ schema: { properties } }) => properties === undefined)
    .map((member) => [member.path.join('_'), member]),
)

/** The fields that a query gives. */
export function commonOf(query: Values): Values {
  const common: Values = {}
  for (const [name, value] of Object.entries(query)) {
    const member = queryFields.get(name)
    if (member) put(common, member.path, value)
  }
  return common
}
