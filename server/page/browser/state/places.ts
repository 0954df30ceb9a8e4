import { signal } from '@preact/signals'
import type { NamedPlace } from '../request/places.ts'
import { client, ifAnswered } from '../service/session.ts'

/** Named places of the operator, the same for all accounts. */
export const places = signal<readonly NamedPlace[]>([])
let isRead = false

export async function readPlaces(): Promise<void> {
  if (isRead) return
  isRead = true
  const found = await ifAnswered(client.value.GET('/api/v1/places'))
  isRead = found !== undefined
  places.value = (found?.features ?? []).map(({ geometry, properties: { name } }) => {
    const [lon = 0, lat = 0] = geometry.coordinates
    return { name, lat, lon }
  })
}
