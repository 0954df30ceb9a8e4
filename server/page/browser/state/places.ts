import { signal } from '@preact/signals'
import type { NamedPlace } from '../request/places.ts'
import { client, onceAnswered } from '../service/session.ts'

/** Named places of the operator, the same for all accounts. */
export const places = signal<readonly NamedPlace[]>([])

export const readPlaces = onceAnswered(
  () => client.value.GET('/api/v1/places'),
  (found) => {
    places.value = (found?.features ?? []).map(({ geometry, properties: { name } }) => {
      const [lon = 0, lat = 0] = geometry.coordinates
      return { name, lat, lon }
    })
  },
)
