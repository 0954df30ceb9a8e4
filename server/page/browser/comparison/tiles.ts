import { authorization, send } from '../service/session.ts'
import { type Outcome, outcomes, TILE_PX, type TileIndex } from './grid.ts'
import type { Side } from './side.ts'

/** Apart for all eyes, colour-blind ones too: of the palette of Okabe and Ito. */
export const colors: Record<Outcome, string> = { gained: '#0072b2d0', lost: '#d55e00d0', both: '#f0e442b0' }

/** The outcome of each pixel of a tile; 0 where neither covers. */
export async function compareTile(
  [before, after]: readonly [Side, Side],
  index: TileIndex,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const [one, other] = await Promise.all([
    coveredIn(before, index, outcomes.lost, signal),
    coveredIn(after, index, outcomes.gained, signal),
  ])
  return one.map((covered, at) => covered + (other[at] ?? 0))
}

/** `mark` wherever a side covers. */
async function coveredIn(
  { id, layer, from, to }: Side,
  { z, x, y }: TileIndex,
  mark: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const address = `${location.origin}/results/${id}/values/${z}/${x}/${y}.png?layer=${layer}`
  const answer = await send(new Request(address, { headers: authorization(), signal: signal ?? null }))
  if (!answer.ok) throw new Error(`${answer.status} ${address}`)
  // Its colours are numbers: they are not to be changed for a screen.
  const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const
  const picture = await createImageBitmap(await answer.blob(), options)
  const context = new OffscreenCanvas(TILE_PX, TILE_PX).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser draws no tiles.')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, TILE_PX, TILE_PX)
  return Uint8Array.from({ length: TILE_PX * TILE_PX }, (_, pixel) => {
    const at = 4 * pixel
    const code = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
    return code >= from && code <= to ? mark : 0
  })
}

/** A tile in the colours of its outcomes. */
export function colored(pixels: Uint8Array): ImageData {
  const image = new ImageData(TILE_PX, TILE_PX)
  const channels = new Map(
    Object.entries(colors).map(([name, color]) => [
      outcomes[name as Outcome] as number,
      [1, 3, 5, 7].map((at) => Number.parseInt(color.slice(at, at + 2), 16)),
    ]),
  )
  pixels.forEach((outcome, pixel) => {
    const color = channels.get(outcome)
    if (color) image.data.set(color, 4 * pixel)
  })
  return image
}
