import { effect, type Signal, signal } from '@preact/signals'
import type { Position } from '../../../client/coordinates.ts'
import type { components } from '../../../client/requests.ts'
import { latest } from '../service/latest.ts'
import { client, ifAnswered, isShared } from '../service/session.ts'
import { hasLandCover } from './offers.ts'
import { type Elevation, elevationAt } from './place.ts'
import { layer, shownId } from './results.ts'
import { debouncedView } from './viewing.ts'

const REST_MS = 150

export const pointer = signal<Position | undefined>(undefined)
export const pointerValue = signal<components['schemas']['Place'] | undefined>(undefined)
export const pointerGround = signal<Elevation | undefined>(undefined)

/** Clutter at the pointer, if land cover is shown. */
export const pointerCover = signal<components['schemas']['ClutterAt'] | undefined>(undefined)

/** Requests data of the place at which the pointer rests; `questionOf` returns nothing if there is no request. */
function followPointer<Found>(
  shown: Signal<Found | undefined>,
  questionOf: () => ((place: Position, signal: AbortSignal) => Promise<Found | undefined>) | undefined,
): void {
  effect(() => {
    const [place, ask] = [pointer.value, questionOf()]
    shown.value = undefined
    if (place === undefined || ask === undefined) return
    return latest((signal) => ask(place, signal), { afterMs: REST_MS, take: shown })
  })
}

followPointer(pointerGround, () => (isShared.value ? undefined : (place) => elevationAt(place)))

followPointer(pointerCover, () => {
  if (!hasLandCover.value || isShared.value) return undefined
  return (query) => ifAnswered(client.value.GET('/api/v1/clutter', { params: { query } }))
})

followPointer(pointerValue, () => {
  const id = shownId.value
  const viewed = { ...(layer.value !== undefined && { layer: layer.value }), ...debouncedView.value }
  if (id === undefined) return undefined
  return (place, signal) => {
    const params = { path: { id }, query: { ...place, ...viewed } }
    return ifAnswered(client.value.GET('/results/{id}/value', { params, signal }))
  }
})
