/** The operator's layers of land cover on the map. */

import { signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import { client, ifAnswered } from '../service/session.ts'

export type LandCover = components['schemas']['ClutterTileJson']

/** `undefined` until it is read, and where the service has no layers. */
export const landCover = signal<LandCover | undefined>(undefined)
/** The switch of the map. */
export const hasLandCover = signal(false)

let reading: Promise<void> | undefined

/** Once, as a service has the same layers until it starts again. */
export function readLandCover(): Promise<void> {
  reading ??= ifAnswered(client.value.GET('/api/v1/clutter/tiles.json')).then((read) => {
    if (read === undefined) reading = undefined
    // Every layer has somebody to credit.
    landCover.value = read?.attribution ? read : undefined
  })
  return reading
}
