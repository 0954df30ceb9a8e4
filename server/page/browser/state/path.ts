import { effect, signal } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import { isPathLoss } from '../comparison/side.ts'
import type { Position } from '../request/coordinates.ts'
import { modelOf, schemaOf } from '../request/fields.ts'
import { explain } from '../service/failures.ts'
import { client } from '../service/session.ts'
import { document, prepareForms } from './form.ts'
import { type SimulationRecord, shown } from './results.ts'

export type Link = components['schemas']['Link']
type LinkRequest = components['schemas']['LinkRequest']

/** What stands between two places. */
export interface Path {
  from: Position
  to: Position
  link: Link
  /** The result that it belongs to; `undefined`: to none, it is a link of its own. */
  resultId: string | undefined
  /** The result is geometry only: nothing is known of its power. */
  isGeometry?: boolean
}

export const path = signal<Path | undefined>(undefined)
export const pathFault = signal<string | undefined>(undefined)
/** The last one that was asked for. */
let wanted: object | undefined

export const linkKind = 'LinkRequest'

/** Asks for a path and shows it; throws what stands against it. Another one may have been asked for meanwhile. */
export async function showPath(
  { from, to, resultId, isGeometry = false }: Omit<Path, 'link'>,
  fields: Record<string, unknown>,
): Promise<void> {
  const body = { ...fields, tx_lat: from.lat, tx_lon: from.lon, rx_lat: to.lat, rx_lon: to.lon }
  wanted = body
  pathFault.value = undefined
  try {
    const link = dataOf(await client.value.POST('/api/v1/link', { body: body as unknown as LinkRequest }))
    if (wanted === body) path.value = { from, to, link, resultId, isGeometry }
  } catch (error) {
    if (wanted !== body) return
    path.value = undefined
    throw error
  }
}

/** Asks what stands between the transmitter of a result and that place. */
export async function explainPlace(record: SimulationRecord, to: Position): Promise<void> {
  const { tx_lat: lat, tx_lon: lon } = record.params
  const isGeometry = !isPathLoss(record.params)
  try {
    await prepareForms()
    await showPath({ from: { lat, lon }, to, resultId: record.id, isGeometry }, fieldsFrom(record))
  } catch (error) {
    pathFault.value = explain(error)
  }
}

export function closePath(): void {
  path.value = undefined
  pathFault.value = undefined
  wanted = undefined
}

/**
 * The fields of the simulation that a link has too, as its document says. Where its model has no links, as line of sight,
 * the default one stands in for it: the geometry is the same for all.
 */
function fieldsFrom({ params }: SimulationRecord): Record<string, unknown> {
  const schemaFor = (name?: string) => document.value && schemaOf(document.value, linkKind, name)
  const schema = schemaFor(params.model) ?? schemaFor() ?? {}
  const shared = Object.entries(params).filter(([name]) => name in (schema.properties ?? {}))
  return { ...Object.fromEntries(shared), model: modelOf(schema) }
}

// It belongs to the result on the map.
let ofId: string | undefined
effect(() => {
  const id = shown.value?.id
  if (id !== ofId) closePath()
  ofId = id
})
