/**
 * Viewshed tools of GDAL and GRASS as a cross-check. Both tools need metres: ground in degrees is warped
 * (bilinear) to an azimuthal equidistant grid around the transmitter, each cell takes the nearest cell of the
 * tool's result, and the warp's error is part of the tool's figures. Posts in metres are passed unchanged.
 */

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { gridOf, type LosCase } from '../../test/references/los.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { isInstalled } from './peer-process.ts'

const execute = promisify(execFile)
/** Prevents GDAL from writing `.aux.xml` files next to its inputs. */
const env = { ...process.env, GDAL_PAM_ENABLED: 'NO' }
const NODATA_M = -9999
const RADIANS = Math.PI / 180

export interface Peer {
  name: string
  /**
   * Writes an ENVI raster of VISIBLE, BLOCKED and UNKNOWN on the grid of `projected` (origin: transmitter).
   */
  run(losCase: LosCase, projected: string, folder: string): Promise<string>
}

/** gdal_viewshed uses the ellipsoid's radius, here 6 378 137 m. */
const gdalViewshed: Peer = {
  name: 'gdal_viewshed',
  async run({ transmitter, receiver, rangeKm, kFactor }, projected, folder) {
    const output = join(folder, 'gdal.img')
    // Curvature coefficient 1/k, which is 0.75 for the usual k = 4/3.
    const curvature = kFactor === 0 ? 0 : 1 / kFactor
    await tool('gdal_viewshed', [
      ...['-q', '-f', 'ENVI', '-ox', '0', '-oy', '0', '-md', `${1000 * rangeKm}`, '-cc', `${curvature}`],
      ...['-oz', `${transmitter.heightM}`, '-tz', `${receiver.heightM}`],
      ...['-vv', `${VISIBLE}`, '-iv', `${BLOCKED}`, '-ov', `${UNKNOWN}`],
      ...[projected, output],
    ])
    return output
  },
}

/** r.viewshed uses the ellipsoid's radius and an observer at the center of a cell. */
const grassViewshed: Peer = {
  name: 'r.viewshed',
  async run({ transmitter, receiver, rangeKm, kFactor }, projected, folder) {
    const output = join(folder, 'grass.img')
    const script = join(folder, 'viewshed.sh')
    // Flags of r.viewshed: -c for a curved earth, -r for refraction with coefficient 1 - 1/k.
    const earth = kFactor === 0 ? '' : `-c -r refraction_coeff=${1 - 1 / kFactor}`
    await writeFile(
      script,
      `set -e
r.in.gdal --quiet input='${projected}' output=dem
g.region raster=dem
r.viewshed --quiet -b ${earth} input=dem output=seen coordinates=0,0 max_distance=${1000 * rangeKm} \\
  observer_elevation=${transmitter.heightM} target_elevation=${receiver.heightM}
r.out.gdal --quiet -c -m -f input=seen output='${output}' format=ENVI type=Byte nodata=${UNKNOWN}
`,
    )
    await tool('grass', ['--tmp-location', projected, '--exec', 'sh', script])
    return output
  },
}

export async function findPeers(): Promise<Peer[]> {
  if (!(await isInstalled('gdalwarp'))) return []
  const peers: Peer[] = []
  if (await isInstalled('gdal_viewshed')) peers.push(gdalViewshed)
  if (await isInstalled('grass')) peers.push(grassViewshed)
  return peers
}

/** Visibility according to each tool, on the grid of the case. */
export async function runPeers(
  losCase: LosCase,
  peers: Peer[],
): Promise<{ name: string; visibility: Uint8Array }[]> {
  return inTemporaryFolder(async (folder) => {
    const halfCells = Math.ceil((1000 * losCase.rangeKm) / losCase.resolutionM) + 1
    const projected = await project(losCase, halfCells, folder)
    const answered: { name: string; visibility: Uint8Array }[] = []
    for (const peer of peers) {
      const seen = await readFile(await peer.run(losCase, projected, folder))
      answered.push({ name: peer.name, visibility: onOurGrid(losCase, seen) })
    }
    return answered
  })
}

/**
 * Visibility of every post according to one tool, row by row from the north. Posts are the centers of cells,
 * `resolutionM` apart; the transmitter is on the post at `row` and `col`. All posts must be within range.
 */
export async function runPeerOnPosts(
  losCase: LosCase,
  { row, col }: { row: number; col: number },
  peer: Peer,
): Promise<Uint8Array> {
  const { ground, resolutionM } = losCase
  return inTemporaryFolder(async (folder) => {
    const posts = await writePosts(ground, folder)
    const projected = join(folder, 'projected.tif')
    const [west, north] = [-(col + 0.5) * resolutionM, (row + 0.5) * resolutionM]
    const [east, south] = [west + ground.cols * resolutionM, north - ground.rows * resolutionM]
    const corners = [west, north, east, south].map(String)
    await tool('gdal_translate', [
      ...['-q', '-a_srs', azimuthalSystem(0, 0), '-a_ullr', ...corners, '-a_nodata', `${NODATA_M}`],
      ...[posts, projected],
    ])
    const seen = new Uint8Array(await readFile(await peer.run(losCase, projected, folder)))
    if (seen.length === ground.rows * ground.cols) return seen
    throw new Error(`${peer.name} answered with ${seen.length} cells of ${ground.rows * ground.cols}.`)
  })
}

/** Writes a GeoTIFF whose middle cell has the transmitter at its center. */
async function project(
  { ground, latDeg, lonDeg, resolutionM }: LosCase,
  halfCells: number,
  folder: string,
): Promise<string> {
  const posts = await writePosts(ground, folder)
  const projected = join(folder, 'projected.tif')
  const halfM = (halfCells + 0.5) * resolutionM
  const side = `${2 * halfCells + 1}`
  await tool('gdalwarp', [
    ...['-q', '-r', 'bilinear', '-et', '0', '-t_srs', azimuthalSystem(latDeg, lonDeg)],
    ...['-dstnodata', `${NODATA_M}`],
    ...['-te', `${-halfM}`, `${-halfM}`, `${halfM}`, `${halfM}`, '-ts', side, side],
    ...[posts, projected],
  ])
  return projected
}

function azimuthalSystem(latDeg: number, lonDeg: number): string {
  return `+proj=aeqd +lat_0=${latDeg} +lon_0=${lonDeg} +datum=WGS84 +units=m +no_defs`
}

/** Writes heights as float32 in ENVI's format. */
async function writePosts(ground: PostGrid, folder: string): Promise<string> {
  const posts = join(folder, 'posts.img')
  const heights = ground.heightsM.map((height) => (Number.isNaN(height) ? NODATA_M : height))
  await writeFile(posts, new Uint8Array(heights.buffer))
  await writeFile(join(folder, 'posts.hdr'), enviHeader(ground))
  return posts
}

function enviHeader({ rows, cols, northDeg, westDeg, latStepDeg, lonStepDeg }: PostGrid): string {
  // Pixel position (1.5, 1.5) of ENVI is the center of the first cell, which is the first post's position.
  const position = `1.5, 1.5, ${westDeg}, ${northDeg}, ${lonStepDeg}, ${latStepDeg}`
  return `ENVI
samples = ${cols}
lines = ${rows}
bands = 1
header offset = 0
file type = ENVI Standard
data type = 4
interleave = bsq
byte order = 0
map info = {Geographic Lat/Lon, ${position}, WGS-84}
data ignore value = ${NODATA_M}
`
}

/** Nearest projected cell for each cell. GDAL crops its result to a square around the transmitter. */
function onOurGrid(losCase: LosCase, seen: Uint8Array): Uint8Array {
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = gridOf(losCase)
  const side = Math.sqrt(seen.length)
  const halfCells = (side - 1) / 2
  if (!Number.isInteger(halfCells))
    throw new Error(`A peer answered with ${seen.length} cells: no odd square.`)
  const visibility = new Uint8Array(rows * cols).fill(UNKNOWN)
  for (let row = 0; row < rows; row++) {
    const latDeg = northDeg - (row + 0.5) * cellLatDeg
    for (let col = 0; col < cols; col++) {
      const lonDeg = westDeg + (col + 0.5) * cellLonDeg
      const { distanceM, azimuthDeg } = inverse(losCase.latDeg, losCase.lonDeg, latDeg, lonDeg)
      if (distanceM > 1000 * losCase.rangeKm) continue
      const cells = distanceM / losCase.resolutionM
      const x = Math.round(halfCells + cells * Math.sin(azimuthDeg * RADIANS))
      const y = Math.round(halfCells - cells * Math.cos(azimuthDeg * RADIANS))
      const isInside = x >= 0 && x < side && y >= 0 && y < side
      if (isInside) visibility[row * cols + col] = seen[y * side + x] ?? UNKNOWN
    }
  }
  return visibility
}

async function tool(command: string, args: string[]): Promise<void> {
  try {
    await execute(command, args, { env, maxBuffer: 2 ** 24 })
  } catch (error) {
    const output =
      error instanceof Error && 'stderr' in error ? String(error.stderr).trim().slice(-500) : error
    throw new Error(`${command} failed: ${output}`, { cause: error })
  }
}
