/** The terrain that `--dem` names, or else that of `TERRAIN_DIR`; nothing is copied, nothing is fetched. */

import { statSync } from 'node:fs'
import { openerOf } from '../../../storage/terrain/catalog.ts'
import { type FileTerrain, openTerrain } from '../../../storage/terrain/terrain.ts'
import type { Bounds } from '../../../storage/terrain/types.ts'
import { readTerrainConfig } from '../../config/config.ts'
import { Failure, MISUSED } from '../errors.ts'

const readable = '.hgt, .hgt.gz, .hgt.zip, .tif, .asc, and Terrarium tiles z/x/y.png'
/** Names of missing tiles that a message lists. */
const MAXIMUM_NAMES = 6

/** Files and folders; of those that overlap the finer one wins, as in one folder of the service. */
export async function openGround(
  dem: readonly string[] | undefined,
  env: NodeJS.ProcessEnv,
): Promise<FileTerrain> {
  for (const path of dem ?? []) checkReadable(path)
  const problems: string[] = []
  const terrain = await openTerrain({
    folders: dem ? [dem] : readTerrainConfig(env).terrainDirs,
    onProblem: ({ detail }) => problems.push(detail),
  })
  if (dem && problems.length > 0) {
    throw new Failure(
      'terrain_unavailable',
      problems[0] as string,
      undefined,
      problems.length > 1 ? problems : [],
    )
  }
  const tiles = await terrain.ownTiles()
  if (tiles.length === 0) {
    const where = dem ? `${dem.join(', ')}: no file` : 'no --dem FILE is given, and no file of TERRAIN_DIR'
    throw new Failure('terrain_unavailable', `There is no terrain: ${where} that can be read (${readable}).`)
  }
  return terrain
}

function checkReadable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new Failure('dem_missing', `There is no file ${path}.`, MISUSED)
  const isKnown = stats.isDirectory() || openerOf(path) !== undefined || /ocean-tiles\.txt$/i.test(path)
  if (!isKnown)
    throw new Failure('dem_unknown', `${path} is of no format that can be read: ${readable}.`, MISUSED)
}

/** What would have to be there: the whole degrees within bounds of which no file has anything. */
export async function missingTiles(terrain: FileTerrain, bounds: Bounds): Promise<string> {
  const listed = (await terrain.list(0)).map((tile) => tile.bounds)
  const names: string[] = []
  for (let lat = Math.floor(bounds.southDeg); lat < bounds.northDeg; lat++) {
    for (let lon = Math.floor(bounds.westDeg); lon < bounds.eastDeg; lon++) {
      const middle = { lat: lat + 0.5, lon: lon + 0.5 }
      const isThere = listed.some(
        ({ southDeg, northDeg, westDeg, eastDeg }) =>
          middle.lat >= southDeg && middle.lat <= northDeg && middle.lon >= westDeg && middle.lon <= eastDeg,
      )
      if (!isThere) names.push(hgtName(lat, lon))
    }
  }
  if (names.length === 0) return ''
  const more = names.length > MAXIMUM_NAMES ? ` and ${names.length - MAXIMUM_NAMES} more` : ''
  return `Needed: ${names.slice(0, MAXIMUM_NAMES).join(', ')}${more}, or other files that hold this ground.`
}

function hgtName(latDeg: number, lonDeg: number): string {
  const lon = ((((lonDeg + 180) % 360) + 360) % 360) - 180
  const ns = latDeg < 0 ? 'S' : 'N'
  const ew = lon < 0 ? 'W' : 'E'
  const digits = (value: number, length: number) => String(Math.abs(value)).padStart(length, '0')
  return `${ns}${digits(latDeg, 2)}${ew}${digits(lon, 3)}.hgt`
}
