/** The GeoJSON of a finished layer without a simulation, and the areas in it. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type GeojsonOptions, makeGeojson } from '../../server/results/products/geojson.ts'
import type { ResultSource } from '../../server/results/products/source.ts'
import { seededRandom } from '../references/random.ts'
import type { Made } from './made-results.ts'

type Position = [number, number]
export interface Feature {
  properties: Record<string, string | number | null>
  geometry: { type: string; coordinates: Position[][][] }
}
export interface Collection {
  features: Feature[]
  bbox: number[]
  simplified_to_m?: number
  overview?: { cells: number }
  [member: string]: unknown
}

export async function collection(t: Test, source: ResultSource, options: Partial<GeojsonOptions> = {}) {
  const path = join(t.testdirName, 'made.geojson')
  await makeGeojson(source, { maxBytes: 10_000_000, ...options }, path)
  const text = await readFile(path, 'utf8')
  return { ...(JSON.parse(text) as Collection), path, bytes: Buffer.byteLength(text) }
}

export const polygonsIn = ({ features }: Collection) =>
  features.filter(({ geometry }) => geometry.type === 'MultiPolygon')

/** Signed, in square degrees: counter-clockwise is positive. */
export function squareDegrees(ring: Position[]): number {
  let sum = 0
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return sum / 2
}

export const areaOf = ({ geometry }: Feature) =>
  geometry.coordinates.flat().reduce((sum, ring) => sum + squareDegrees(ring), 0)

export function areaIn(found: Collection, matches: (properties: Feature['properties']) => boolean): number {
  return polygonsIn(found)
    .filter(({ properties }) => matches(properties))
    .reduce((sum, feature) => sum + areaOf(feature), 0)
}

export function cellsWhere(
  { cells, geometry, isInRange }: Made,
  matches: (value: number) => boolean,
): number {
  let count = 0
  for (const [at, value] of cells.entries()) {
    const row = Math.floor(at / geometry.cols)
    if (matches(value) && isInRange(row, at % geometry.cols)) count++
  }
  return count * geometry.cellLatDeg * geometry.cellLonDeg
}

/** Patches with cells of their own, and an unknown spot. */
export function patches(seed: number) {
  const random = seededRandom(seed)
  return (eastM: number, northM: number) => {
    if (Math.hypot(eastM - 4000, northM - 2000) < 900) return 255
    return Math.sin(eastM / 900) * Math.cos(northM / 700) + 0.6 * (random() - 0.5) > 0.1 ? 1 : 0
  }
}
