import { effect, signal } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import type { Position } from '../request/coordinates.ts'
import { modelOf, schemaOf } from '../request/fields.ts'
import { explain } from '../service/failures.ts'
import { client } from '../service/session.ts'
import { document, prepareForm } from './asking.ts'
import { type SimulationRecord, shown } from './results.ts'

export type Link = components['schemas']['Link']

/** The path from the transmitter of the result on the map to a place of it. */
export interface Path {
  from: Position
  to: Position
  link: Link
}

export const path = signal<Path | undefined>(undefined)
export const pathFault = signal<string | undefined>(undefined)
/** Where the path that is being asked for ends. */
export const target = signal<Position | undefined>(undefined)

const kind = 'LinkRequest'

/** Asks what stands between the transmitter and that place. */
export async function explainPlace(record: SimulationRecord, to: Position): Promise<void> {
  target.value = to
  pathFault.value = undefined
  try {
    await prepareForm()
    const { tx_lat: lat, tx_lon: lon } = record.params
    const link = dataOf(await client.value.POST('/api/v1/link', { body: linkRequest(record, to) }))
    if (target.value === to) path.value = { from: { lat, lon }, to, link }
  } catch (error) {
    if (target.value !== to) return
    path.value = undefined
    pathFault.value = explain(error)
  }
}

export function closePath(): void {
  path.value = undefined
  pathFault.value = undefined
  target.value = undefined
}

/**
 * The fields of the simulation that a link has too, as its document says. Where its model has no links, as line of sight,
 * the default one stands in for it: the geometry is the same for all.
 */
function linkRequest({ params }: SimulationRecord, to: Position): components['schemas']['LinkRequest'] {
  const schemaFor = (name?: string) => document.value && schemaOf(document.value, kind, name)
  const schema = schemaFor(params.model) ?? schemaFor() ?? {}
  const shared = Object.entries(params).filter(([name]) => name in (schema.properties ?? {}))
  return {
    ...Object.fromEntries(shared),
    model: modelOf(schema),
    rx_lat: to.lat,
    rx_lon: to.lon,
  } as unknown as components['schemas']['LinkRequest']
}

// It belongs to the result on the map.
let ofId: string | undefined
effect(() => {
  const id = shown.value?.id
  if (id !== ofId) closePath()
  ofId = id
})
