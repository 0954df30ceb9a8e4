/** The map of a finished layer without a simulation, read by its pixels. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Test } from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { SHEET, type Words } from '../../server/results/products/map/drawing.ts'
import { makeMap } from '../../server/results/products/map/map.ts'
import type { Ground } from '../../server/results/products/map/relief.ts'
import { COVERED_COLOR } from '../../server/results/views/styles.ts'
import { type Made, type MadeResult, madeResult } from './made-results.ts'

export const middlePx = 24 + 600
export const ringPx = 546
const words: Words = { title: 'Made', legend: 'Line of sight', facts: [['Model', 'los']] }

interface Drawn {
  made: Made
  /** Of a pixel of the sheet. */
  at(x: number, y: number): [number, number, number]
}

export async function drawn(t: Test, options: MadeResult, ground?: Ground, said = words): Promise<Drawn> {
  const made = await madeResult(t, options)
  const path = join(t.testdirName, 'map.png')
  await makeMap(made.source, { words: said }, path, ground)
  const { data, info } = await sharp(await readFile(path))
    .raw()
    .toBuffer({ resolveWithObject: true })
  t.match(info, { width: SHEET.widthPx, height: SHEET.heightPx, channels: 3 })
  t.ok(info.width <= 2048 && info.height <= 2048)
  const at = (x: number, y: number) => {
    const start = 3 * (y * info.width + x)
    return [...data.subarray(start, start + 3)] as [number, number, number]
  }
  return { made, at }
}

/** The pixel of a place, by its geodesic from the transmitter. */
export function pixelOf({ source }: Made, latDeg: number, lonDeg: number): [number, number] {
  const { disc } = source
  const { distanceM, azimuthDeg } = inverse(disc.latDeg, disc.lonDeg, latDeg, lonDeg)
  const [radians, px] = [(azimuthDeg * Math.PI) / 180, (distanceM / disc.rangeM) * ringPx]
  return [Math.floor(middlePx + px * Math.sin(radians)), Math.floor(middlePx - px * Math.cos(radians))]
}

type Rgb = readonly [number, number, number]

/** How a color differs from the grey of its lightness. */
function tintOf([red, green, blue]: Rgb): Rgb {
  const grey = (red + green + blue) / 3
  return [red - grey, green - grey, blue - grey]
}

const [red = 0, green = 0, blue = 0] = Buffer.from(COVERED_COLOR.slice(1, 7), 'hex')
const covered = tintOf([red, green, blue])

/** Whether a pixel has the tint of covered ground, whatever relief is under it. */
export function isCovered(color: Rgb): boolean {
  const tint = tintOf(color)
  const along = tint.reduce((sum, part, at) => sum + part * (covered[at] ?? 0), 0)
  return along / Math.hypot(...covered) > 30
}
