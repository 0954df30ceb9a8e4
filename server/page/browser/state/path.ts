import { effect, signal } from '@preact/signals'
import type { Position } from '../../../client/coordinates.ts'
import { type components, dataOf } from '../../../client/requests.ts'
import { isPathLoss } from '../comparison/side.ts'
import { modelOf, schemaOf } from '../request/fields.ts'
import { attempt } from '../service/attempt.ts'
import { client } from '../service/session.ts'
import { document, prepareForms } from './form.ts'
import { type SimulationRecord, shown } from './results.ts'

export type Link = components['schemas']['Link']
type LinkRequest = components['schemas']['LinkRequest']

export interface Path {
  from: Position
  to: Position
  link: Link
  resultId: string | undefined
  /** True if the result contains only geometry, without power. */
  isGeometry?: boolean
}

export const path = signal<Path | undefined>(undefined)
export const pathFault = signal<string | undefined>(undefined)
let newest: object | undefined

export const linkKind = 'LinkRequest'

/** Shows a path, unless another path is requested meanwhile. Throws errors of the service. */
export async function showPath(
  { from, to, resultId, isGeometry = false }: Omit<Path, 'link'>,
  fields: Record<string, unknown>,
): Promise<void> {
  const body = { ...fields, tx_lat: from.lat, tx_lon: from.lon, rx_lat: to.lat, rx_lon: to.lon }
  newest = body
  pathFault.value = undefined
  try {
    const link = dataOf(await client.value.POST('/api/v1/link', { body: body as unknown as LinkRequest }))
    if (newest === body) path.value = { from, to, link, resultId, isGeometry }
  } catch (error) {
    if (newest !== body) return
    path.value = undefined
    throw error
  }
}

export function explainPlace(record: SimulationRecord, to: Position): Promise<void> {
  const { tx_lat: lat, tx_lon: lon } = record.params
  const isGeometry = !isPathLoss(record.params)
  return attempt(async () => {
    await prepareForms()
    await showPath({ from: { lat, lon }, to, resultId: record.id, isGeometry }, fieldsFrom(record))
  }, pathFault)
}

export function closePath(): void {
  path.value = undefined
  pathFault.value = undefined
  newest = undefined
}

/**
 * Parameters of a simulation that links also have, according to the API document. For models without links,
 * such as line of sight, the default model is used, as geometry does not depend on the model.
 */
function fieldsFrom({ params }: SimulationRecord): Record<string, unknown> {
  const schemaFor = (name?: string) => document.value && schemaOf(document.value, linkKind, name)
  const schema = schemaFor(params.model) ?? schemaFor() ?? {}
  const shared = Object.entries(params).filter(([name]) => name in (schema.properties ?? {}))
  return { ...Object.fromEntries(shared), model: modelOf(schema) }
}

// Opening another result closes the path.
let ofId: string | undefined
effect(() => {
  const id = shown.value?.id
  if (id !== ofId) closePath()
  ofId = id
})
