import { signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import { client, onceAnswered } from '../service/session.ts'

export type LandCover = components['schemas']['ClutterTileJson']

/** Description of land-cover tiles; `undefined` until read, or if the service has no layers. */
export const landCover = signal<LandCover | undefined>(undefined)
export const hasLandCover = signal(false)

/** Reads the description; layers change only when the service restarts. */
export const readLandCover = onceAnswered(
  () => client.value.GET('/api/v1/clutter/tiles.json'),
  (found) => {
    landCover.value = found?.attribution ? found : undefined
  },
)
