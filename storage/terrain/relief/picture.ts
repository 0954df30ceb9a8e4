import sharp from 'sharp'
import { fillUnknown, withoutMargin } from './fill.ts'
import { TILE_PX } from './tile-grid.ts'

/** Where ground is unknown, on the mask. */
const UNKNOWN_GREY = 0x80
/** What Terrarium holds: −32 768 m to just under 32 768 m in steps of 1/256 m. */
const ZERO_M = 32_768
const STEPS = 256
const MAXIMUM = 2 ** 24 - 1

/**
 * An opaque PNG of heights, R · 256 + G + B / 256 − 32 768 metres; unknown ones are filled from their neighbours, of a margin
 * around the tile too where there is one.
 */
export function heightsPicture(heightsM: Float32Array): Promise<Buffer> {
  const side = Math.sqrt(heightsM.length)
  const square = heightsM.slice()
  fillUnknown(square, side)
  const filled = withoutMargin(square, side, (side - TILE_PX) / 2)
  const pixels = new Uint8Array(filled.length * 3)
  for (const [i, heightM] of filled.entries()) pixels.set(colorOf(heightM), i * 3)
  return png(pixels, 3)
}

/** The same, transparent where the ground is unknown. */
export function gapsPicture(heightsM: Float32Array): Promise<Buffer> {
  const pixels = new Uint8Array(heightsM.length * 4)
  for (const [i, heightM] of heightsM.entries()) {
    if (!Number.isNaN(heightM)) pixels.set([...colorOf(heightM), 0xff], i * 4)
  }
  return png(pixels, 4)
}

function colorOf(heightM: number): [number, number, number] {
  const value = Math.min(MAXIMUM, Math.max(0, Math.round((heightM + ZERO_M) * STEPS)))
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

/** A PNG that is grey where the ground is unknown, and transparent elsewhere. */
export function maskPicture(heightsM: Float32Array): Promise<Buffer> {
  const pixels = new Uint8Array(heightsM.length * 4)
  for (const [i, heightM] of heightsM.entries()) {
    if (Number.isNaN(heightM)) pixels.set([UNKNOWN_GREY, UNKNOWN_GREY, UNKNOWN_GREY, 0xff], i * 4)
  }
  return png(pixels, 4)
}

function png(pixels: Uint8Array, channels: 3 | 4): Promise<Buffer> {
  return sharp(pixels, { raw: { width: TILE_PX, height: TILE_PX, channels } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer()
}
