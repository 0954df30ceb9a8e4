import { writeFile } from 'node:fs/promises'
import type { ResultSource } from './source.ts'

export interface PlaceOptions {
  latDeg: number
  lonDeg: number
}

/** What the result says of one place: its cell's value and zone. */
export async function makePlace(
  source: ResultSource,
  { latDeg, lonDeg }: PlaceOptions,
  path: string,
): Promise<void> {
  const { geometry, disc, unit } = source
  const { northDeg, westDeg, cellLatDeg, cellLonDeg, rows, cols } = geometry
  const eastOfWestDeg = (((lonDeg - westDeg) % 360) + 360) % 360
  const row = Math.floor((northDeg - latDeg) / cellLatDeg)
  const col = Math.floor(eastOfWestDeg / cellLonDeg)
  const isInside = row >= 0 && row < rows && col < cols
  const window = { row, col, rows: 1, cols: 1 }
  const [zone] = isInside ? await source.readZones(0, window) : [0]
  const [value] = isInside ? await source.readValues(0, window) : [Number.NaN]
  const found = zone > 0 ? source.zones[zone - 1] : undefined
  const isKnown = found !== undefined && found.kind !== 'unknown' && Number.isFinite(value)
  disc.setLatitude(latDeg)
  const centreLonDeg = disc.lonDeg + ((((lonDeg - disc.lonDeg) % 360) + 540) % 360) - 180
  const answer = {
    lat: latDeg,
    lon: lonDeg,
    value: isKnown ? Number(value.toFixed(3)) : null,
    unit,
    state: found?.kind ?? 'out_of_range',
    label: found?.label ?? 'out of range',
    distance_km: Number((disc.distanceM(centreLonDeg) / 1000).toFixed(3)),
    azimuth_deg: Number(disc.azimuthDeg(centreLonDeg).toFixed(2)) % 360,
  }
  await writeFile(path, JSON.stringify(answer))
}
