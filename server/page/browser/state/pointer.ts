import { effect, signal } from '@preact/signals'
import type { components } from '../../../client/requests.ts'
import type { Position } from '../request/coordinates.ts'
import { client, ifAnswered, isShared } from '../service/session.ts'
import { type Elevation, elevationAt } from './place.ts'
import { layer, shownId } from './results.ts'
import { restedView } from './viewing.ts'

const REST_MS = 150

/** Where the pointer is on the map. */
export const pointer = signal<Position | undefined>(undefined)
/** What the result on the map says of that place, once the pointer rests. */
export const valueThere = signal<components['schemas']['Place'] | undefined>(undefined)
/** Ground height under it, once the pointer rests. */
export const groundThere = signal<Elevation | undefined>(undefined)

let groundTimer: ReturnType<typeof setTimeout> | undefined
effect(() => {
  const place = pointer.value
  clearTimeout(groundTimer)
  groundThere.value = undefined
  if (place === undefined || isShared.value) return
  groundTimer = setTimeout(() => {
    void elevationAt(place).then((found) => {
      if (pointer.value === place) groundThere.value = found
    })
  }, REST_MS)
})

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
