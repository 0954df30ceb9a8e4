/** Command `coverage terrain --local`: elevation from files on this machine. */

import type { Position } from '../../client/coordinates.ts'
import type { Call } from '../call/call.ts'
import type { TerrainFlags } from '../flags.ts'
import { openGround } from './ground.ts'

export async function terrainHere(call: Call<TerrainFlags>) {
  const { toCoverage } = await import('../../terrain/schemas.ts')
  const { terrain } = await openGround(call, call.flags.dem)
  return toCoverage(await terrain.list())
}

export async function elevationHere(call: Call<TerrainFlags>, { lat, lon }: Position, withinM?: number) {
  const { elevationAnswer } = await import('../../terrain/mast.ts')
  const { terrain, checkFiles } = await openGround(call, call.flags.dem)
  const found = await elevationAnswer(terrain, { latDeg: lat, lonDeg: lon }, { hasMast: true, withinM })
  checkFiles()
  return found
}
