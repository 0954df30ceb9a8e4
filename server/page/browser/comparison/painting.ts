import { TILE_PX } from './grid.ts'
import { type Bins, type Entry, entriesOfBins, type View } from './view.ts'

export interface Painting {
  colors: Uint8Array
  isHatched: Uint8Array
}

/** Period in pixels of the hatching of unknown terrain, as in pictures drawn by the service. */
const HATCH_PERIOD_PX = 8
const HATCH_PX = 3

/** Color of each bin for a view; bins of hidden legend entries have none. */
export function paintingOf(
  bins: Bins,
  entries: readonly Entry[],
  view: View,
  hidden: readonly number[],
): Painting {
  const entryOf = entriesOfBins(bins, entries, view)
  const colors = new Uint8Array(4 * entryOf.length)
  const isHatched = new Uint8Array(entryOf.length)
  for (const [number, at] of entryOf.entries()) {
    const entry = entries[at]
    if (entry === undefined || hidden.includes(at)) continue
    colors.set(channelsOf(entry.color), 4 * number)
    isHatched[number] = Number(entry.state === 'unknown')
  }
  return { colors, isHatched }
}

export function channelsOf(color: string): number[] {
  return [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

export function paint(numbers: Uint16Array, { colors, isHatched }: Painting): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(4 * TILE_PX * TILE_PX)
  const [from, to] = [new Uint32Array(colors.buffer), new Uint32Array(pixels.buffer)]
  for (let y = 0, at = 0; y < TILE_PX; y++) {
    for (let x = 0; x < TILE_PX; x++, at++) {
      const number = numbers[at] ?? 0
      if (isHatched[number] && (x + y) % HATCH_PERIOD_PX >= HATCH_PX) continue
      to[at] = from[number] ?? 0
    }
  }
  return pixels
}
