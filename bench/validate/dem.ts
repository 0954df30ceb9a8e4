/** Ground of a terrain file, and antenna sites on that ground. */

import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { discExtent, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { localFile } from '../../storage/terrain/files/local-file.ts'
import { openGeotiff } from '../../storage/terrain/formats/geotiff-tile.ts'
import { openHgt } from '../../storage/terrain/formats/hgt.ts'
import { chunkRectangle, VOID_INT16 } from '../../storage/terrain/tile.ts'
import { METRES_PER_DEGREE } from '../../storage/terrain/tiles/lattice.ts'
import type { LosCase } from '../../test/references/los.ts'
import { seededRandom } from '../../test/references/random.ts'
import { groundM } from '../../test/references/window.ts'

const ANTENNA_M = 30
const RECEIVER_M = 2
const K_FACTOR = 4 / 3
/** Maximum range of the service in metres; coarse tiles would otherwise allow discs of continental size. */
const LONGEST_RANGE_M = 100_000
/** Seeded sites are higher than this fraction of the heights in the middle of the tile. */
const HIGHER_GROUND = 0.8
const SEEDED_SITES = 2
const MAXIMUM_DRAWS = 100_000

export interface Dem {
  /** File name without folder and extension. */
  name: string
  ground: PostGrid
  postSpacingM: number
  /** Standard deviation of the known heights in metres. */
  reliefM: number
  unknownFraction: number
}

export interface Site {
  latDeg: number
  lonDeg: number
  heightM: number
}

/** Reads all posts of a terrain file; throws for files that the service would skip. */
export async function readDem(path: string): Promise<Dem> {
  const name = basename(path)
  const file = localFile(resolve(path), 0, await stat(path))
  const tile = await (/\.hgt(?:\.gz|\.zip)?$/i.test(name) ? openHgt(file) : openGeotiff(file))
  if (tile.projected !== undefined) throw new Error(`${name}: expected posts on WGS 84 in degrees`)
  const heightsM = new Float32Array(tile.rows * tile.cols)
  for (let chunkRow = 0; chunkRow * tile.chunkRows < tile.rows; chunkRow++) {
    for (let chunkCol = 0; chunkCol * tile.chunkCols < tile.cols; chunkCol++) {
      const { firstRow, firstCol, rows, cols } = chunkRectangle(tile, chunkRow, chunkCol)
      const posts = await tile.readChunk(chunkRow, chunkCol)
      for (let row = 0; row < rows; row++) {
        const line = posts.subarray(row * cols, (row + 1) * cols)
        heightsM.set(line, (firstRow + row) * tile.cols + firstCol)
      }
      if (posts instanceof Float32Array) continue
      for (let at = 0; at < posts.length; at++) {
        if (posts[at] !== VOID_INT16) continue
        heightsM[(firstRow + Math.floor(at / cols)) * tile.cols + firstCol + (at % cols)] = Number.NaN
      }
    }
  }
  return {
    name: name.replace(/\.(?:hgt|tiff?)(?:\.gz|\.zip)?$/i, ''),
    ground: { heightsM, rows: tile.rows, cols: tile.cols, ...tile.lattice },
    postSpacingM: tile.lattice.latStepDeg * METRES_PER_DEGREE,
    ...spread(heightsM),
  }
}

function spread(heightsM: Float32Array): { reliefM: number; unknownFraction: number } {
  let known = 0
  let mean = 0
  let squares = 0
  for (const heightM of heightsM) {
    if (Number.isNaN(heightM)) continue
    known++
    const off = heightM - mean
    mean += off / known
    squares += off * (heightM - mean)
  }
  return {
    reliefM: known === 0 ? 0 : Math.sqrt(squares / known),
    unknownFraction: 1 - known / heightsM.length,
  }
}

/** Sites: the highest post of the tile's inner third, and seeded sites between posts on higher ground. */
export function sitesOf({ name, ground }: Dem, seed: number): Site[] {
  const { heightsM, rows, cols } = ground
  let highest = -1
  for (let row = Math.ceil(rows / 3); row < (2 * rows) / 3; row++) {
    for (let col = Math.ceil(cols / 3); col < (2 * cols) / 3; col++) {
      const at = row * cols + col
      if (heightsM[at] > (heightsM[highest] ?? Number.NEGATIVE_INFINITY)) highest = at
    }
  }
  if (highest < 0) throw new Error(`${name}: all ground of the inner third is unknown`)
  const sites = [siteAt(ground, Math.floor(highest / cols), highest % cols)]

  const top = Math.floor(rows / 4)
  const left = Math.floor(cols / 4)
  const middle: number[] = []
  for (let row = top; row < rows - top; row++) {
    for (let col = left; col < cols - left; col++) {
      const heightM = heightsM[row * cols + col]
      if (!Number.isNaN(heightM)) middle.push(heightM)
    }
  }
  const sorted = Float32Array.from(middle).sort()
  // The lowest height, such as sea level, does not count as higher ground.
  const land = sorted.filter((heightM) => heightM > sorted[0])
  const minimumM = land.length === 0 ? sorted[0] : land[Math.floor(HIGHER_GROUND * (land.length - 1))]
  const random = seededRandom(seed)
  for (let draw = 0; draw < MAXIMUM_DRAWS && sites.length < 1 + SEEDED_SITES; draw++) {
    const site = siteAt(
      ground,
      top + random() * (rows - 1 - 2 * top),
      left + random() * (cols - 1 - 2 * left),
    )
    if (groundM(ground, site.latDeg, site.lonDeg) >= minimumM) sites.push(site)
  }
  return sites
}

function siteAt(ground: PostGrid, row: number, col: number): Site {
  const latDeg = ground.northDeg - row * ground.latStepDeg
  const lonDeg = ground.westDeg + col * ground.lonStepDeg
  return { latDeg, lonDeg, heightM: ANTENNA_M }
}

/** True if a disc with a radius of at least two posts around the site is on the tile. */
export function isOn(dem: Dem, site: Site): boolean {
  return rangeWithinM(dem, site) >= 2 * dem.postSpacingM
}

/** Case of a site: the largest disc around it within the tile, with cells as wide as the post spacing. */
export function caseOf(dem: Dem, site: Site): LosCase {
  const { latDeg, lonDeg, heightM } = site
  return {
    ground: dem.ground,
    latDeg,
    lonDeg,
    transmitter: { heightM, mode: 'AGL' },
    receiver: { heightM: RECEIVER_M, mode: 'AGL' },
    resolutionM: dem.postSpacingM,
    rangeKm: rangeWithinM(dem, site) / 1000,
    kFactor: K_FACTOR,
  }
}

/** Maximum range, a multiple of 10 m, whose disc ends a post inside the tile; 0 or less if none does. */
function rangeWithinM({ ground }: Dem, { latDeg, lonDeg }: Site): number {
  const { northDeg, westDeg, latStepDeg, lonStepDeg, rows, cols } = ground
  const perDegree = metresPerDegree(latDeg)
  const spaceNorthDeg = northDeg - latStepDeg - latDeg
  const spaceSouthDeg = latDeg - (northDeg - (rows - 2) * latStepDeg)
  const spaceSideDeg = Math.min(lonDeg - (westDeg + lonStepDeg), westDeg + (cols - 2) * lonStepDeg - lonDeg)
  let rangeM = Math.min(
    LONGEST_RANGE_M,
    Math.min(spaceNorthDeg, spaceSouthDeg) * perDegree.lat,
    spaceSideDeg * perDegree.lon,
  )
  const reachesOut = () => {
    const disc = discExtent(latDeg, rangeM)
    return disc.northDeg > spaceNorthDeg || disc.southDeg > spaceSouthDeg || disc.eastDeg > spaceSideDeg
  }
  while (rangeM > 0 && reachesOut()) rangeM *= 0.995
  return Math.floor(rangeM / 10) * 10
}
