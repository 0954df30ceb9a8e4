/** `coverage terrain --local`. */

import type { Call } from '../call.ts'
import { UsageError } from '../errors.ts'
import type { TerrainFlags } from '../flags.ts'
import { openGround } from './ground.ts'

/** The files as GeoJSON, as the service lists them. */
export async function terrainHere(call: Call<TerrainFlags>): Promise<unknown> {
  const { toCoverage } = await import('../../terrain/schemas.ts')
  const { terrain } = await openGround(call, call.flags.dem)
  return toCoverage(await terrain.list())
}

export async function elevationHere(
  call: Call<TerrainFlags>,
  query: { lat: string; lon: string },
): Promise<{ lat: number; lon: number; elevation_m: number | null; state: string; source: string | null }> {
  const lat = degrees(query.lat, 90)
  const lon = degrees(query.lon, 180)
  const { terrain, checkFiles } = await openGround(call, call.flags.dem)
  const { state, elevationM, source } = await terrain.elevationAt(lat, lon)
  checkFiles()
  const elevation_m = elevationM === undefined ? null : Number(elevationM.toFixed(2))
  return { lat, lon, elevation_m, state, source: source ?? null }
}

function degrees(text: string, limit: number): number {
  const value = Number(text)
  if (!/^-?\d+(\.\d+)?$/.test(text) || Math.abs(value) > limit) {
    throw new UsageError(`Expected degrees between -${limit} and ${limit}, got "${text}".`)
  }
  return value
}
