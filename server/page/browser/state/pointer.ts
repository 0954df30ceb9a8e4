import { effect, type Signal, signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import type { Position } from '../request/coordinates.ts'
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
  const timer = setTimeout(() => {
    void ask(place).then((found) => {
      if (pointer.value === place) shown.value = found
    })
  }, REST_MS)
  return () => clearTimeout(timer)
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

let timer: ReturnType<typeof setTimeout> | undefined
effect(() => {
  const place = pointer.value
  const id = shownId.value
  const shownLayer = layer.value
  const view = debouncedView.value
  clearTimeout(timer)
  pointerValue.value = undefined
  if (place === undefined || id === undefined) return
  timer = setTimeout(() => {
    const query = { ...place, ...(shownLayer !== undefined && { layer: shownLayer }), ...view }
    const response = client.value.GET('/results/{id}/value', { params: { path: { id }, query } })
    void ifAnswered(response).then((found) => {
      if (pointer.value === place && shownId.value === id) pointerValue.value = found
    })
  }, REST_MS)
})
