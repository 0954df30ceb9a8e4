/** Tiles of the ground as the service makes them for maps: large ones. */

/** On a side, without the pixels of its neighbors. */
export const GROUND_PX = 512
export const MARGIN_PX = 1
/** On a side, with them: a size that the service makes. */
export const GROUND_SIZE = GROUND_PX + 2 * MARGIN_PX

/** Heights in metres, row by row; NaN where the ground is unknown. */
export interface GroundSquare {
  heightsM: Float32Array
  side: number
}

/** Terrarium: R · 256 + G + B / 256 − 32 768. Blue is odd where the service has filled what is unknown. */
export function groundOf(pixels: Uint8ClampedArray): GroundSquare {
  const side = Math.sqrt(pixels.length / 4)
  const heightsM = Float32Array.from({ length: side * side }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2]]
    return blue % 2 === 1 ? Number.NaN : 256 * red + green + blue / 256 - 32_768
  })
  return { heightsM, side }
}

/** Grey where the ground is unknown, without its margin; `undefined` where all of it is known. */
export function unknownOf({ heightsM, side }: GroundSquare): Uint8ClampedArray<ArrayBuffer> | undefined {
  if (!heightsM.some(Number.isNaN)) return undefined
  const pixels = new Uint32Array(GROUND_PX * GROUND_PX)
  for (let y = 0; y < GROUND_PX; y++) {
    for (let x = 0; x < GROUND_PX; x++) {
      const heightM = heightsM[(y + MARGIN_PX) * side + x + MARGIN_PX]
      if (Number.isNaN(heightM)) pixels[y * GROUND_PX + x] = UNKNOWN_GREY
    }
  }
  return new Uint8ClampedArray(pixels.buffer)
}

const UNKNOWN_GREY = 0xff80_8080
