/** Terrain from `--dem`, else from TERRAIN_DIR; files are read in place, and nothing is downloaded. */

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatNames, isTileFile } from '../../../storage/terrain/formats/catalog.ts'
import { type FileTerrain, openTerrain, type TerrainProblem } from '../../../storage/terrain/terrain.ts'
import type { Bounds } from '../../../storage/terrain/types.ts'
import { type ClassSource, openClassSources } from '../../clutter/class-sources.ts'
import { readTerrainConfig } from '../../config/config.ts'
import { type Call, note } from '../call/call.ts'
import { Failure, MISUSED } from '../errors.ts'
import { safe } from '../terminal/text.ts'

const readable = new Intl.ListFormat('en').format(formatNames)
/** Maximum number of names in a message: missing tiles, or skipped files. */
const MAXIMUM_NAMES = 6

export interface Ground {
  terrain: FileTerrain
  layers: readonly ClassSource<FileTerrain>[]
  /**
   * Reports files skipped since the last call: damage in some files is found only while reading.
   * @throws {Failure} if a file named by the user was skipped
   */
  checkFiles(): void
}

/** Opens terrain files and folders; an empty list means no terrain. Where files overlap, the finest file is used. */
export async function openGround(call: Call, dem: readonly string[] | undefined): Promise<Ground> {
  for (const path of dem ?? []) checkReadable(path)
  const problems: TerrainProblem[] = []
  const config = readTerrainConfig(call.io.env)
  const onProblem = (problem: TerrainProblem) => problems.push(problem)
  const terrain = await openTerrain({ folders: dem ? [dem] : config.terrainDirs, onProblem, isBrief: true })
  const { layers: files, terrainCacheDir: cacheFolder } = config
  const layers = await openClassSources(files, { cacheFolder, cachedOnly: true, onProblem })
  const checkFiles = () => sayLeftOut(call, problems.splice(0), dem ?? [])
  checkFiles()
  const tiles = await terrain.ownTiles()
  if (tiles.length === 0 && dem?.length !== 0) {
    const where = dem ? `${dem.join(', ')}: no file` : 'no --dem FILE is given, and no file of TERRAIN_DIR'
    throw new Failure('terrain_unavailable', `No elevation data: ${where} that can be read (${readable}).`)
  }
  return { terrain, layers, checkFiles }
}

/** Reports unreadable files: skipped in a folder, as in the service; an error if the user named the file. */
function sayLeftOut(call: Call, problems: readonly TerrainProblem[], dem: readonly string[]): void {
  const named = dem.map((path) => resolve(path))
  const [bad, ...others] = problems.filter(({ path }) => named.includes(resolve(path)))
  if (bad) {
    const details = others.length > 0 ? [bad, ...others].map(({ detail }) => detail) : []
    throw new Failure('terrain_unavailable', bad.detail, undefined, details)
  }
  for (const { detail } of problems.slice(0, MAXIMUM_NAMES)) note(call, `Skipped: ${safe(detail)}`)
  const more = problems.length - MAXIMUM_NAMES
  if (more > 0) note(call, `Skipped: ${more} more ${more === 1 ? 'file' : 'files'} that can't be read`)
}

function checkReadable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new Failure('dem_missing', `File ${path} not found.`, MISUSED)
  const isKnown = stats.isDirectory() || isTileFile(path) || /ocean-tiles\.txt$/i.test(path)
  if (!isKnown)
    throw new Failure(
      'dem_unknown',
      `${path} has an unsupported format; supported formats: ${readable}.`,
      MISUSED,
    )
}

/** Message that names the missing one-degree tiles within bounds. */
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
  return `Required: ${names.slice(0, MAXIMUM_NAMES).join(', ')}${more}, or other files that cover the area.`
}

function hgtName(latDeg: number, lonDeg: number): string {
  const lon = ((((lonDeg + 180) % 360) + 360) % 360) - 180
  const ns = latDeg < 0 ? 'S' : 'N'
  const ew = lon < 0 ? 'W' : 'E'
  const digits = (value: number, length: number) => String(Math.abs(value)).padStart(length, '0')
  return `${ns}${digits(latDeg, 2)}${ew}${digits(lon, 3)}.hgt`
}
