import { readBinTile } from '../service/bin-tiles.ts'
import { type Outcome, outcomes, TILE_PX, type TileIndex, tilePath } from './grid.ts'
import { channelsOf } from './painting.ts'
import type { Side } from './side.ts'

/** Colors from the Okabe-Ito palette, distinguishable by color-blind readers. */
export const colors: Record<Outcome, string> = { gained: '#0072b2d0', lost: '#d55e00d0', both: '#f0e442b0' }

/** Set of results that cover each pixel of a tile (bit n is result n, at most 16); of two, the outcome. */
export async function coveredIn(
  sides: readonly Side[],
  index: TileIndex,
  signal: AbortSignal,
): Promise<Uint16Array> {
  const sets = new Uint16Array(TILE_PX * TILE_PX)
  const mark = async ({ path, covers }: Side, bit: number) => {
    const numbers = await readBinTile(tilePath(path, index), signal)
    numbers.forEach((number, at) => {
      if (covers[number]) sets[at] = (sets[at] ?? 0) | (1 << bit)
    })
  }
  await Promise.all(sides.map(mark))
  return sets
}

export function colored(pixels: Uint16Array): ImageData {
  const image = new ImageData(TILE_PX, TILE_PX)
  const channels = new Map(
    Object.entries(colors).map(([name, color]) => [outcomes[name as Outcome] as number, channelsOf(color)]),
  )
  pixels.forEach((outcome, pixel) => {
    const color = channels.get(outcome)
    if (color) image.data.set(color, 4 * pixel)
  })
  return image
}
