/** Position field of a form: typed text, parsed position, and terrain height. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Position, type ReadPosition, readPosition, showPosition } from '../../../client/coordinates.ts'
import type { components } from '../../../client/requests.ts'
import { latest } from '../service/latest.ts'
import { client, ifAnswered, isShared, token } from '../service/session.ts'
import { drawnMap } from './centre.ts'

export type Elevation = components['schemas']['Elevation']

/** Delay in ms before the map moves and the terrain height is requested. */
const REST_MS = 500
/** Latitude limit for transmitters. */
const FARTHEST_LAT = 85

export class PlaceInForm {
  readonly text = signal('')
  readonly position: ReadonlySignal<ReadPosition | undefined> = computed(() => readPosition(this.text.value))
  /** Terrain at the position; `undefined` until the service responds. */
  readonly ground = signal<Elevation | undefined>(undefined)
  /** Position with latitude and longitude swapped, if only that position has terrain. */
  readonly swapped = signal<Position | undefined>(undefined)
  #flight: ReturnType<typeof setTimeout> | undefined

  constructor() {
    effect(() => {
      const position = this.position.value
      this.ground.value = undefined
      this.swapped.value = undefined
      if (position === undefined || token.value === undefined || isShared.value) return
      return latest(() => elevationAt(position, { with: 'mast' }), { afterMs: REST_MS, take: this.ground })
    })
    effect(() => {
      const isUnknown = this.ground.value?.state === 'unknown'
      const position = this.position.peek()
      if (!isUnknown || position === undefined || position.square) return
      const other = { lat: position.lon, lon: position.lat }
      if (Math.abs(other.lat) > FARTHEST_LAT) return
      return latest(() => elevationAt(other), {
        take: (elevation) => {
          if (elevation?.state === 'known') this.swapped.value = other
        },
      })
    })
    effect(() => {
      if (token.value === undefined) this.text.value = ''
    })
  }

  set(position: Position): void {
    this.text.value = showPosition(position)
  }

  /** Sets the typed text; after a delay, the map moves to a valid position. */
  type(text: string): void {
    this.text.value = text
    clearTimeout(this.#flight)
    this.#flight = setTimeout(() => this.go(), REST_MS)
  }

  moveTo(position: Position): void {
    this.set(position)
    this.go()
  }

  go(): void {
    clearTimeout(this.#flight)
    const position = this.position.value
    if (position !== undefined) drawnMap.value?.flyTo(position)
  }
}

/** Terrain height at a position, optionally with higher ground nearby. */
export function elevationAt(
  { lat, lon }: Position,
  more: { with?: 'mast' } = {},
): Promise<Elevation | undefined> {
  const query = { lat, lon, ...more }
  return ifAnswered(client.value.GET('/api/v1/elevation', { params: { query } }))
}
