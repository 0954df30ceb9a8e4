import { writeFile } from 'node:fs/promises'
import { rounded } from '../views/zones.ts'
import { cellAt, fromTransmitter, gridPosition, readCellsAt } from './cells.ts'
import type { ResultSource } from './source.ts'

export interface PlaceOptions {
  latDeg: number
  lonDeg: number
}

export async function makePlace(
  source: ResultSource,
  { latDeg, lonDeg }: PlaceOptions,
  path: string,
): Promise<void> {
  const { geometry, unit } = source
  const index = cellAt(geometry, gridPosition(geometry, latDeg, lonDeg))
  const { zones, cells } = await readCellsAt(source, [index])
  const [zone] = zones
  const found = source.zones[zone - 1]
  const value = source.valueOf(cells[0], zone)
  const { distanceM, azimuthDeg } = fromTransmitter(source, latDeg, lonDeg)
  const answer = {
    lat: latDeg,
    lon: lonDeg,
    value: value === undefined ? null : rounded(value),
    unit,
    state: found?.kind ?? 'out_of_range',
    label: found?.label ?? 'out of range',
    distance_km: rounded(distanceM / 1000),
    azimuth_deg: Number(((azimuthDeg + 360) % 360).toFixed(2)) % 360,
  }
  await writeFile(path, JSON.stringify(answer))
}
