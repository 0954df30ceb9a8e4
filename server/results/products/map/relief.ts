import sharp from 'sharp'
import { mercatorY } from '../../../../storage/rasters/mercator.ts'
import { type Frame, metresPerPixel, PANEL_PX } from './frame.ts'

/** Web Mercator tile of the service's elevation data in Terrarium encoding, transparent where unknown. */
export interface GroundTile {
  x: number
  y: number
  png: Uint8Array
}

export interface Ground {
  z: number
  tiles: GroundTile[]
}

export interface Relief {
  light: Float32Array
  /** Fraction of the map with unknown terrain. */
  unknownShare: number
}

const TILE_PX = 256
/** Light from the north-west, the convention for relief maps. */
const LIGHT = { east: -0.5, north: 0.5, up: Math.SQRT1_2 }
export const FLAT = LIGHT.up
/** Slope, in metres per metre, to which exaggeration raises the quantile `STEEP_QUANTILE` of all slopes. */
const STEEP = 0.55
const STEEP_QUANTILE = 0.95
const EXAGGERATION = { minimum: 1, maximum: 12 }

export async function reliefOf(frame: Frame, rangeM: number, ground: Ground | undefined): Promise<Relief> {
  const heightsM = ground ? await panelHeights(frame, ground) : undefined
  if (heightsM === undefined) return { light: new Float32Array(PANEL_PX ** 2).fill(FLAT), unknownShare: 1 }
  let unknown = 0
  for (const heightM of heightsM) if (Number.isNaN(heightM)) unknown++
  return { light: shade(heightsM, metresPerPixel(rangeM)), unknownShare: unknown / heightsM.length }
}

async function panelHeights(frame: Frame, { z, tiles }: Ground): Promise<Float32Array> {
  const decoded = new Map<number, Float32Array>()
  const side = 2 ** z
  for (const { x, y, png } of tiles) decoded.set(y * side + x, await decode(png))
  const heightsM = new Float32Array(PANEL_PX * PANEL_PX)
  const [latsDeg, lonsDeg] = [new Float64Array(PANEL_PX), new Float64Array(PANEL_PX)]
  const pixels = side * TILE_PX
  const heightAt = (col: number, row: number) => {
    if (row < 0 || row >= pixels) return Number.NaN
    const wrapped = ((col % pixels) + pixels) % pixels
    const tile = decoded.get((row >> 8) * side + (wrapped >> 8))
    return tile === undefined ? Number.NaN : tile[(row & 255) * TILE_PX + (wrapped & 255)]
  }
  for (let y = 0; y < PANEL_PX; y++) {
    frame.rowPositions(y, latsDeg, lonsDeg)
    for (let x = 0; x < PANEL_PX; x++) {
      const px = ((lonsDeg[x] + 180) / 360) * pixels - 0.5
      const py = (0.5 - mercatorY(latsDeg[x]) / (2 * Math.PI)) * pixels - 0.5
      const [col, row] = [Math.floor(px), Math.floor(py)]
      const [right, down] = [px - col, py - row]
      const above = (1 - right) * heightAt(col, row) + right * heightAt(col + 1, row)
      const below = (1 - right) * heightAt(col, row + 1) + right * heightAt(col + 1, row + 1)
      heightsM[y * PANEL_PX + x] = (1 - down) * above + down * below
    }
  }
  return heightsM
}

async function decode(png: Uint8Array): Promise<Float32Array> {
  const data = await sharp(png).ensureAlpha().raw().toBuffer()
  return Float32Array.from({ length: TILE_PX * TILE_PX }, (_, index) => {
    const at = 4 * index
    if (data[at + 3] === 0) return Number.NaN
    return data[at] * 256 + data[at + 1] + data[at + 2] / 256 - 32_768
  })
}

/** Lightness from the slope between adjacent pixels; pixels at the edge of known terrain are shaded as flat. */
function shade(heightsM: Float32Array, scaleM: number): Float32Array {
  const exaggeration = exaggerationFor(heightsM, scaleM)
  const light = new Float32Array(heightsM.length)
  for (let y = 0, at = 0; y < PANEL_PX; y++) {
    for (let x = 0; x < PANEL_PX; x++, at++) {
      const [east, north] = slopeAt(heightsM, scaleM, x, y)
      const [e, n] = [exaggeration * east, exaggeration * north]
      const value = (LIGHT.up - LIGHT.east * e - LIGHT.north * n) / Math.hypot(1, e, n)
      light[at] = Number.isNaN(value) ? FLAT : Math.max(0, value)
    }
  }
  return light
}

function slopeAt(heightsM: Float32Array, scaleM: number, x: number, y: number): [number, number] {
  const [west, east] = [Math.max(0, x - 1), Math.min(PANEL_PX - 1, x + 1)]
  const [north, south] = [Math.max(0, y - 1), Math.min(PANEL_PX - 1, y + 1)]
  const [row, scaleX, scaleY] = [y * PANEL_PX, (east - west) * scaleM, (south - north) * scaleM]
  return [
    (heightsM[row + east] - heightsM[row + west]) / scaleX,
    (heightsM[north * PANEL_PX + x] - heightsM[south * PANEL_PX + x]) / scaleY,
  ]
}

function exaggerationFor(heightsM: Float32Array, scaleM: number): number {
  const slopes: number[] = []
  for (let y = 3; y < PANEL_PX; y += 7) {
    for (let x = 3; x < PANEL_PX; x += 7) {
      const slope = Math.hypot(...slopeAt(heightsM, scaleM, x, y))
      // Level terrain, such as the sea, does not count toward the quantile of slopes.
      if (slope > 0) slopes.push(slope)
    }
  }
  slopes.sort((a, b) => a - b)
  const steep = slopes[Math.floor(STEEP_QUANTILE * slopes.length)] ?? STEEP
  return Math.min(EXAGGERATION.maximum, Math.max(EXAGGERATION.minimum, STEEP / steep))
}
