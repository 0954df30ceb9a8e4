import { signal } from '@preact/signals'
import type { Position } from '../request/coordinates.ts'

/** Says where the centre of the map is; `undefined` without a map. */
export const mapCentre = signal<(() => Position) | undefined>(undefined)
