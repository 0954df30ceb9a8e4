import { readBinTile } from '../service/bin-tiles.ts'
import { type Outcome, outcomes, TILE_PX, type TileIndex, tilePath } from './grid.ts'
import { channelsOf } from './painting.ts'
import type { Side } from './side.ts'

/** Colors from the Okabe-Ito palette, distinguishable by color-blind readers. */
export const colors: Record<Outcome, string> = { gained: '#0072b2d0', lost: '#d55e00d0', both: '#f0e442b0' }

/** Comparison outcome of each pixel of a tile; 0 if neither result covers the pixel. */
export async function compareTile(
  [before, after]: readonly [Side, Side],
  index: TileIndex,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const [one, other] = await Promise.all([
    coveredIn(before, index, outcomes.lost, signal),
    coveredIn(after, index, outcomes.gained, signal),
  ])
  return Uint8Array.from(one, (covered, at) => covered + (other[at] ?? 0))
}

export async function coveredIn(
  { path, covers }: Side,
  index: TileIndex,
  mark: number,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const numbers = await readBinTile(tilePath(path, index), signal)
  return Uint32Array.from(numbers, (number) => (covers[number] ? mark : 0))
}

export function colored(pixels: Uint8Array): ImageData {
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
