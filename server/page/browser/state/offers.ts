/** Land cover, named places and presets of the service: the same for all accounts, read once. */

import { signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import type { NamedPlace } from '../request/places.ts'
import { client, onceAnswered } from '../service/session.ts'

export type LandCover = components['schemas']['ClutterTileJson']
export type Preset = components['schemas']['Preset']

/** Description of land-cover tiles; `undefined` until read, or if the service has no layers. */
export const landCover = signal<LandCover | undefined>(undefined)
export const hasLandCover = signal(false)
/** Named places of the operator. */
export const places = signal<readonly NamedPlace[]>([])
/** Presets of typical radios. */
export const presets = signal<readonly Preset[]>([])

/** Reads the description; layers change only when the service restarts. */
export const readLandCover = onceAnswered(
  () => client.value.GET('/api/v1/clutter/tiles.json'),
  (found) => {
    landCover.value = found?.attribution ? found : undefined
  },
)

export const readPlaces = onceAnswered(
  () => client.value.GET('/api/v1/places'),
  (found) => {
    places.value = (found?.features ?? []).map(({ geometry, properties: { name } }) => {
      const [lon = 0, lat = 0] = geometry.coordinates
      return { name, lat, lon }
    })
  },
)

export const readPresets = onceAnswered(
  () => client.value.GET('/api/v1/presets'),
  (found) => {
    presets.value = found?.presets ?? []
  },
)
