import { effect, type Signal, signal } from '@preact/signals'
import type { Position } from '../../../client/coordinates.ts'
import type { components } from '../../../client/requests.ts'
import { latest } from '../service/latest.ts'
import { client, ifAnswered, isShared } from '../service/session.ts'
import { hasLandCover } from './land-cover.ts'
import { type Elevation, elevationAt } from './place.ts'
import { layer, shownId } from './results.ts'
import { debouncedView } from './viewing.ts'

type CoverAt = components['schemas']['ClutterAt']

const REST_MS = 150

export const pointer = signal<Position | undefined>(undefined)
export const pointerValue = signal<components['schemas']['Place'] | undefined>(undefined)
export const pointerGround = signal<Elevation | undefined>(undefined)

/** Clutter at the pointer, if land cover is shown. */
export const pointerCover = signal<CoverAt | undefined>(undefined)

/** Requests data when the pointer rests; drops the response after a move. Returns a function to stop. */
function requestAtRest<Found>(
  place: Position | undefined,
  ask: (place: Position) => Promise<Found>,
  shown: Signal<Found | undefined>,
): (() => void) | undefined {
  if (place === undefined || isShared.value) return undefined
  return latest(() => ask(place), {
    afterMs: REST_MS,
    take(found) {
      shown.value = found
    },
  })
}

effect(() => {
  pointerGround.value = undefined
  return requestAtRest(pointer.value, elevationAt, pointerGround)
})

effect(() => {
  pointerCover.value = undefined
  return hasLandCover.value ? requestAtRest(pointer.value, coverAt, pointerCover) : undefined
})

function coverAt({ lat, lon }: Position): Promise<CoverAt | undefined> {
  return ifAnswered(client.value.GET('/api/v1/clutter', { params: { query: { lat, lon } } }))
}

effect(() => {
  const [place, id] = [pointer.value, shownId.value]
  const viewed = { ...(layer.value !== undefined && { layer: layer.value }), ...debouncedView.value }
  pointerValue.value = undefined
  if (place === undefined || id === undefined) return
  const params = { path: { id }, query: { ...place, ...viewed } }
  return latest((signal) => ifAnswered(client.value.GET('/results/{id}/value', { params, signal })), {
    afterMs: REST_MS,
    take(found) {
      pointerValue.value = found
    },
  })
})
