import { signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import { client, ifAnswered } from '../service/session.ts'

export type LandCover = components['schemas']['ClutterTileJson']

/** Description of land-cover tiles; `undefined` until read, or if the service has no layers. */
export const landCover = signal<LandCover | undefined>(undefined)
export const hasLandCover = signal(false)

let reading: Promise<void> | undefined

/** Reads the description once, as layers change only when the service restarts. */
export function readLandCover(): Promise<void> {
  reading ??= ifAnswered(client.value.GET('/api/v1/clutter/tiles.json')).then((read) => {
    if (read === undefined) reading = undefined
    landCover.value = read?.attribution ? read : undefined
  })
  return reading
}
