import { effect, type Signal, signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import type { Position } from '../request/coordinates.ts'
import { client, ifAnswered, isShared } from '../service/session.ts'
import { hasLandCover } from './land-cover.ts'
import { type Elevation, elevationAt } from './place.ts'
import { layer, shownId } from './results.ts'
import { restedView } from './viewing.ts'

type CoverAt = components['schemas']['ClutterAt']

const REST_MS = 150

export const pointer = signal<Position | undefined>(undefined)
export const valueThere = signal<components['schemas']['Place'] | undefined>(undefined)
export const groundThere = signal<Elevation | undefined>(undefined)

/** Clutter at the resting pointer, if land cover is shown. */
export const coverThere = signal<CoverAt | undefined>(undefined)

/** Requests data for a resting pointer, and accepts it if the pointer still rests; returns a function to stop. */
function askAtRest<Found>(
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
  groundThere.value = undefined
  return askAtRest(pointer.value, elevationAt, groundThere)
})

effect(() => {
  coverThere.value = undefined
  return hasLandCover.value ? askAtRest(pointer.value, coverAt, coverThere) : undefined
})

function coverAt({ lat, lon }: Position): Promise<CoverAt | undefined> {
  return ifAnswered(client.value.GET('/api/v1/clutter', { params: { query: { lat, lon } } }))
}

let timer: ReturnType<typeof setTimeout> | undefined
effect(() => {
  const place = pointer.value
  const id = shownId.value
  const shownLayer = layer.value
  const view = restedView.value
  clearTimeout(timer)
  valueThere.value = undefined
  if (place === undefined || id === undefined) return
  timer = setTimeout(() => {
    const query = { ...place, ...(shownLayer !== undefined && { layer: shownLayer }), ...view }
    const asked = client.value.GET('/results/{id}/value', { params: { path: { id }, query } })
    void ifAnswered(asked).then((found) => {
      if (pointer.value === place && shownId.value === id) valueThere.value = found
    })
  }, REST_MS)
})
