/** Pixels per side of a terrain tile, without the margin of neighboring pixels. */
export const GROUND_PX = 512
export const MARGIN_PX = 1
/** Pixels per side including the margin, a size that the service offers. */
export const GROUND_SIZE = GROUND_PX + 2 * MARGIN_PX

/** Square of terrain heights in metres, row-major; NaN where unknown. */
export interface GroundSquare {
  heightsM: Float32Array
  side: number
}

/** Decodes Terrarium: height = R · 256 + G + B / 256 − 32 768. Odd blue marks filled-in heights. */
export function groundOf(pixels: Uint8ClampedArray): GroundSquare {
  const side = Math.sqrt(pixels.length / 4)
  const heightsM = Float32Array.from({ length: side * side }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = [pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2]]
    return blue % 2 === 1 ? Number.NaN : 256 * red + green + blue / 256 - 32_768
  })
  return { heightsM, side }
}

/** Gray pixels for unknown terrain, without the margin; `undefined` if all terrain is known. */
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
