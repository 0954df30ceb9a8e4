import sharp from 'sharp'
import { fillUnknown, withoutMargin } from './fill.ts'

const UNKNOWN_GREY = 0x80
/** Terrarium heights range from −32 768 m to just under 32 768 m in steps of 1/256 m. */
const ZERO_M = 32_768
const STEPS = 256
const MAXIMUM = 2 ** 24 - 1

/**
 * Opaque PNG of heights, R · 256 + G + B / 256 − 32 768 metres, with `side` pixels per side. Unknown heights are
 * filled from their neighbors, also from a margin around the picture. Blue is odd for filled heights, otherwise even.
 */
export function heightsPicture(heightsM: Float32Array, side: number): Promise<Buffer> {
  const wide = Math.sqrt(heightsM.length)
  const marginPx = (wide - side) / 2
  const square = heightsM.slice()
  fillUnknown(square, wide)
  const [known, filled] = [heightsM, square].map((heights) => withoutMargin(heights, wide, marginPx))
  const pixels = new Uint8Array(filled.length * 3)
  for (const [i, heightM] of filled.entries()) {
    const [red, green, blue] = colorOf(heightM)
    pixels.set([red, green, Number.isNaN(known[i]) ? blue | 1 : blue & ~1], i * 3)
  }
  return pngOf(pixels, 3)
}

/** Like `heightsPicture`, but transparent where the ground is unknown. */
export function gapsPicture(heightsM: Float32Array): Promise<Buffer> {
  const pixels = new Uint8Array(heightsM.length * 4)
  for (const [i, heightM] of heightsM.entries()) {
    if (!Number.isNaN(heightM)) pixels.set([...colorOf(heightM), 0xff], i * 4)
  }
  return pngOf(pixels, 4)
}

function colorOf(heightM: number): [number, number, number] {
  const value = Math.min(MAXIMUM, Math.max(0, Math.round((heightM + ZERO_M) * STEPS)))
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

/** PNG that is gray where the ground is unknown, otherwise transparent. */
export function maskPicture(heightsM: Float32Array): Promise<Buffer> {
  const pixels = new Uint8Array(heightsM.length * 4)
  for (const [i, heightM] of heightsM.entries()) {
    if (Number.isNaN(heightM)) pixels.set([UNKNOWN_GREY, UNKNOWN_GREY, UNKNOWN_GREY, 0xff], i * 4)
  }
  return pngOf(pixels, 4)
}

/** Square PNG; pixel rows from the north. */
export function pngOf(pixels: Uint8Array, channels: 3 | 4): Promise<Buffer> {
  const side = Math.sqrt(pixels.length / channels)
  return sharp(pixels, { raw: { width: side, height: side, channels } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer()
}
