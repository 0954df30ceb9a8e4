import { pixelsOf } from './pixels.ts'
import { readTile } from './tile-files.ts'

/** Maximum number of decoded tiles kept, more than fit on a screen. */
const MAXIMUM_TILES = 32

const decoded = new Map<string, Promise<Uint16Array>>()

/** Bin numbers of a tile. Bin numbers do not depend on the view, so one request serves every view. */
export async function readBinTile(path: string, signal: AbortSignal): Promise<Uint16Array> {
  let numbers = decoded.get(path)
  if (numbers === undefined) {
    const { bytes } = await readTile(path, signal)
    // Another caller may have decoded the tile in the meantime.
    numbers = decoded.get(path) ?? pixelsOf(bytes).then(numbersIn)
    numbers.catch(() => decoded.delete(path))
  }
  decoded.delete(path)
  decoded.set(path, numbers)
  const [oldest] = decoded.keys()
  if (decoded.size > MAXIMUM_TILES && oldest !== undefined) decoded.delete(oldest)
  return numbers
}

function numbersIn(pixels: Uint8ClampedArray): Uint16Array {
  const numbers = new Uint16Array(pixels.length / 4)
  for (let pixel = 0; pixel < numbers.length; pixel++) {
    numbers[pixel] = 256 * (pixels[4 * pixel + 1] ?? 0) + (pixels[4 * pixel + 2] ?? 0)
  }
  return numbers
}
