/** Runs SPLAT! as a separate process: losses over a scene, visibility of posts, or the loss of a path. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { writeHgt } from '../../test/references/hgt-file.ts'
import type { LosCase } from '../../test/references/los.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { LAT_DEG, LON_DEG, type Scene, TRANSMITTER_M } from '../ground/scenes.ts'
import { isInstalled, type PeerRun, timeProgram } from './peer-process.ts'

/** Number of posts per side of an SRTM3 file. */
export const SPLAT_SIDE_POSTS = 1201
export const SPLAT_RESOLUTION_M = 90

/** Earth radius of 3959 miles, in metres, that SPLAT! uses for distances; SPLAT! uses 6371 km for heights. */
const SPHERE_M = 3959 * 5280 * 0.3048
const POSTS_PER_DEGREE = SPLAT_SIDE_POSTS - 1
/** Spacing of SRTM3 posts at the equator in metres, in both directions. */
export const SPLAT_CELL_M = (SPHERE_M * Math.PI) / 180 / POSTS_PER_DEGREE

export async function isSplatInstalled(): Promise<boolean> {
  return (await isInstalled('splat')) && (await isInstalled('srtm2sdf'))
}

/**
 * `splat -L` with Longley-Rice (`-olditm`): medians over average ground in a temperate climate, vertical
 * polarization. SPLAT!'s path to a post uses the nearest posts and ends one post early: on N49E011 half of
 * its losses are within 0.9 dB of `itm.ts` over such paths.
 */
export async function splatPathLoss(
  folder: string,
  scene: Scene,
  { frequencyMhz, receiverM }: { frequencyMhz: number; receiverM: number },
): Promise<PeerRun> {
  const tiles = await writeTile(folder, scene)
  await writeAverageGround(tiles, frequencyMhz)
  const args = splatArgs(tiles, scene, ['-L', String(receiverM), '-olditm'])
  return async () => (await timeProgram('splat', args, tiles)).wallMs
}

/**
 * Visibility by `splat -c` of every post of a case whose posts are SPLAT_CELL_M apart, placed around the
 * middle of a tile at the equator, with the transmitter at `row` and `col` on the tile's middle post. Posts
 * under a label of SPLAT!'s map are UNKNOWN. The sea around the posts is not on any path.
 */
export function splatVisibility(
  losCase: LosCase,
  { row, col }: { row: number; col: number },
): Promise<Uint8Array> {
  const { ground, transmitter, receiver, rangeKm, kFactor } = losCase
  const { heightsM, rows, cols } = ground
  const half = POSTS_PER_DEGREE / 2
  const [top, left] = [half - row, half - col]
  return inTemporaryFolder(async (folder) => {
    await writePosts(folder, { southDeg: 0, westDeg: WEST_DEG }, (tileRow, tileCol) => {
      const [y, x] = [tileRow - top, tileCol - left]
      return y >= 0 && y < rows && x >= 0 && x < cols ? heightsM[y * cols + x] : 0
    })
    const site = { latDeg: 0.5, lonDeg: WEST_DEG + 0.5, heightM: transmitter.heightM }
    await writeSite(folder, 'mast', site)
    const map = ['-c', String(receiver.heightM), '-metric', '-R', String(rangeKm), '-m', String(kFactor)]
    await timeProgram('splat', ['-t', 'mast', ...map, '-N', '-ngs', '-d', '.', '-o', 'map'], folder)
    const { width, pixels } = readPixmap(await readFile(join(folder, 'map.ppm')))
    // The first row of SPLAT!'s map is the second row of the tile.
    return Uint8Array.from(heightsM, (_, at) => {
      const pixel = (top + Math.floor(at / cols) - 1) * width + left + (at % cols)
      const color = pixels.subarray(3 * pixel, 3 * pixel + 3).toString('hex')
      return color === GREEN ? VISIBLE : color === WHITE ? BLOCKED : UNKNOWN
    })
  })
}

const GREEN = '00ff00'
const WHITE = 'ffffff'

function readPixmap(file: Buffer): { width: number; pixels: Buffer } {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1'))
  if (head === null) throw new Error('SPLAT! wrote no PPM.')
  return { width: Number(head[1]), pixels: file.subarray(head[0].length) }
}

/**
 * Loss in dB, rounded to hundredths, reported by `splat -olditm` for a profile of integer heights in metres,
 * with the settings of `writeAverageGround`. The profile is placed at the latitude where posts are `spacingM`
 * apart and repeated in every row, so that SPLAT! samples each height once. SPLAT!'s path ends one post
 * before the receiver, so the receiver is placed one post beyond the profile.
 */
export function splatPathLossDb(
  { heightsM, spacingM }: { heightsM: ArrayLike<number>; spacingM: number },
  ends: { frequencyMhz: number; txHeightM: number; rxHeightM: number },
): Promise<number> {
  const last = heightsM.length - 1
  const chordOfPath = Math.sin((last * spacingM) / SPHERE_M / 2)
  const radians = Math.PI / 180
  const latDeg = Math.acos(chordOfPath / Math.sin((last / POSTS_PER_DEGREE / 2) * radians)) / radians
  const first = Math.floor((POSTS_PER_DEGREE - last) / 2)
  return inTemporaryFolder(async (folder) => {
    const corner = { southDeg: Math.floor(latDeg), westDeg: WEST_DEG }
    await writePosts(folder, corner, (_, col) => heightsM[Math.min(last, Math.max(0, col - first))])
    const lonDegOf = (post: number) => WEST_DEG + (first + post) / POSTS_PER_DEGREE
    await writeSite(folder, 'mast', { latDeg, lonDeg: lonDegOf(0), heightM: ends.txHeightM })
    await writeSite(folder, 'end', { latDeg, lonDeg: lonDegOf(last + 1), heightM: ends.rxHeightM })
    await writeAverageGround(folder, ends.frequencyMhz)
    const args = ['-t', 'mast', '-r', 'end', '-olditm', '-metric', '-d', '.', '-o', 'map']
    await timeProgram('splat', args, folder)
    const report = await readFile(join(folder, 'mast-to-end.txt'), 'latin1')
    const found = /Longley-Rice path loss: ([\d.]+) dB/.exec(report)
    if (found === null) throw new Error('SPLAT! reported no loss.')
    return Number(found[1])
  })
}

/** Arbitrary longitude of the tile's western edge. */
const WEST_DEG = 11

/** Writes settings for average ground in a temperate climate, vertical polarization, medians. */
async function writeAverageGround(tiles: string, frequencyMhz: number): Promise<void> {
  const lines = [
    '15.000 ; relative permittivity',
    '0.005 ; conductivity, S/m',
    '301.000 ; refractivity, N-units',
    `${frequencyMhz.toFixed(3)} ; MHz`,
    '5 ; continental temperate',
    '1 ; vertical',
    '0.50 ; situations',
    '0.50 ; time',
    // With zero power, SPLAT! maps all losses.
    '0 ; W',
  ]
  await writeFile(join(tiles, 'mast.lrp'), `${lines.join('\n')}\n`)
}

async function writeTile(folder: string, { ground }: Scene): Promise<string> {
  const tiles = join(folder, 'splat')
  await mkdir(tiles, { recursive: true })
  const corner = { southDeg: Math.floor(LAT_DEG), westDeg: Math.floor(LON_DEG) }
  await writePosts(tiles, corner, (row, col) => ground.heightsM[row * ground.cols + col])
  await writeSite(tiles, 'mast', { latDeg: LAT_DEG, lonDeg: LON_DEG, heightM: TRANSMITTER_M })
  return tiles
}

/** Writes an SRTM3 tile in SPLAT!'s format, with its corner in degrees north and east. Needs srtm2sdf. */
async function writePosts(
  tiles: string,
  { southDeg, westDeg }: { southDeg: number; westDeg: number },
  heightAt: (row: number, col: number) => number,
): Promise<void> {
  const side = SPLAT_SIDE_POSTS
  const name = `N${String(southDeg).padStart(2, '0')}E${String(westDeg).padStart(3, '0')}.hgt`
  const posts = Int16Array.from({ length: side * side }, (_, at) =>
    heightAt(Math.floor(at / side), at % side),
  )
  await writeHgt(join(tiles, name), posts)
  await timeProgram('srtm2sdf', [name], tiles)
}

async function writeSite(
  tiles: string,
  name: string,
  { latDeg, lonDeg, heightM }: { latDeg: number; lonDeg: number; heightM: number },
): Promise<void> {
  // SPLAT! counts longitudes positive to the west.
  await writeFile(join(tiles, `${name}.qth`), `${name}\n${latDeg}\n${360 - lonDeg}\n${heightM} meters\n`)
}

function splatArgs(tiles: string, { rangeM }: Scene, map: string[]): string[] {
  const site = ['-t', 'mast', ...map, '-metric', '-R', String(rangeM / 1000)]
  return [...site, '-N', '-ngs', '-d', tiles, '-o', 'map']
}
