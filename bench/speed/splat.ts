/** SPLAT! compared with the engines: timed as a whole process over a scene, or queried for posts and a path. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { writeHgt } from '../../storage/terrain/formats/hgt.ts'
import type { LosCase } from '../../test/references/los.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { LAT_DEG, LON_DEG, type Scene, TRANSMITTER_M } from '../ground/scenes.ts'
import { isInstalled, type PeerRun, timeProgram } from './peer-process.ts'

/** Posts on a side of a file of SRTM3. */
export const SPLAT_SIDE_POSTS = 1201
export const SPLAT_RESOLUTION_M = 90

/** 3959 miles: the sphere of its distances. That of its heights has 20 902 230.97 feet, 6371 km. */
const SPHERE_M = 3959 * 5280 * 0.3048
const POSTS_PER_DEGREE = SPLAT_SIDE_POSTS - 1
/** Between posts of SRTM3 on the equator, north as east. */
export const SPLAT_CELL_M = (SPHERE_M * Math.PI) / 180 / POSTS_PER_DEGREE

export async function isSplatInstalled(): Promise<boolean> {
  return (await isInstalled('splat')) && (await isInstalled('srtm2sdf'))
}

/**
 * `splat -L` with Longley-Rice (`-olditm`): the medians over average ground in temperate lands, vertical. Its path to
 * a post takes the nearest posts and ends one before it: on N49E011 half of its losses are within 0.9 dB of `itm.ts`
 * over such paths.
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
 * Visibility by `splat -c` of every post of a case whose posts are whole metres SPLAT_CELL_M apart: placed about the
 * middle of a tile on the equator, the transmitter in `row` and `col` on its middle post. UNKNOWN where its map has a
 * label. Sea around them, which no path between two of them crosses.
 */
export function splatVisibility(
  asked: LosCase,
  { row, col }: { row: number; col: number },
): Promise<Uint8Array> {
  const { ground, transmitter, receiver, rangeKm, kFactor } = asked
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
    // The map's first row is the second of the tile.
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
 * The loss in dB, hundredths, that `splat -olditm` reports over a profile of whole metres, with the settings of
 * `writeAverageGround`. The profile is along the row of the latitude at which the post spacing equals its steps, in
 * every row alike, so that SPLAT! samples each height of it once. The reported loss ends one post before its
 * receiver, which is put one post beyond the profile.
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

/** Any whole degree east. */
const WEST_DEG = 11

/** Average ground in temperate lands, vertical, medians. */
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
    // Without a power it makes a map of losses, and omits none.
    '0 ; W',
  ]
  await writeFile(join(tiles, 'mast.lrp'), `${lines.join('\n')}\n`)
}

/** The scene's ground in SPLAT!'s format, and its mast. */
async function writeTile(folder: string, { ground }: Scene): Promise<string> {
  const tiles = join(folder, 'splat')
  await mkdir(tiles, { recursive: true })
  const corner = { southDeg: Math.floor(LAT_DEG), westDeg: Math.floor(LON_DEG) }
  await writePosts(tiles, corner, (row, col) => ground.heightsM[row * ground.cols + col])
  await writeSite(tiles, 'mast', { latDeg: LAT_DEG, lonDeg: LON_DEG, heightM: TRANSMITTER_M })
  return tiles
}

/** A tile of SRTM3 in SPLAT!'s format: corner in the north and east. Needs srtm2sdf. */
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
  // Longitudes are positive to the west.
  await writeFile(join(tiles, `${name}.qth`), `${name}\n${latDeg}\n${360 - lonDeg}\n${heightM} meters\n`)
}

function splatArgs(tiles: string, { rangeM }: Scene, map: string[]): string[] {
  const site = ['-t', 'mast', ...map, '-metric', '-R', String(rangeM / 1000)]
  return [...site, '-N', '-ngs', '-d', tiles, '-o', 'map']
}
