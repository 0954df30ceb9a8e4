/** SPLAT! beside the engines, timed as a whole process on a tile that is written once: it takes nothing but tiles. */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeHgt } from '../../storage/terrain/formats/hgt.ts'
import { LAT_DEG, LON_DEG, RECEIVER_M, type Scene, TRANSMITTER_M } from '../references/los-ground.ts'
import { isInstalled, type PeerRun, timeProgram } from './peer-process.ts'

/** A file of SRTM3, and the disc that SPLAT! was made for. */
export const SPLAT_SIDE_POSTS = 1201
export const SPLAT_RESOLUTION_M = 90
export const SPLAT_RANGE_M = 35_000

const POINTS_FILE = 'points.txt'

export async function isSplatInstalled(): Promise<boolean> {
  return (await isInstalled('splat')) && (await isInstalled('srtm2sdf'))
}

/** `splat -c` on the scene's square degree, a tile of SRTM3's 1201² posts. */
export async function splatCoverage(folder: string, scene: Scene): Promise<PeerRun> {
  const tiles = await writeTile(folder, scene)
  const args = splatArgs(tiles, scene, ['-c', String(RECEIVER_M)])
  return async () => (await timeProgram('splat', args, tiles)).wallMs
}

export interface SplatLoss {
  run: PeerRun
  /** Posts that it worked out a loss for. */
  points: number
}

/**
 * `splat -L` with Longley-Rice (`-olditm`): the medians over average ground in temperate lands, vertical. Its path to a
 * post takes the nearest posts and ends one before it: on N49E011 half of its losses are within 0.9 dB of `itm.ts` over
 * such paths.
 */
export async function splatPathLoss(
  folder: string,
  scene: Scene,
  { frequencyMhz, receiverM }: { frequencyMhz: number; receiverM: number },
): Promise<SplatLoss> {
  const tiles = await writeTile(folder, scene)
  const lines = [
    '15.000 ; relative permittivity',
    '0.005 ; conductivity, S/m',
    '301.000 ; refractivity, N-units',
    `${frequencyMhz.toFixed(3)} ; MHz`,
    '5 ; continental temperate',
    '1 ; vertical',
    '0.50 ; situations',
    '0.50 ; time',
    // Without a power it makes a map of losses, of which none is left out.
    '0 ; W',
  ]
  await writeFile(join(tiles, 'mast.lrp'), `${lines.join('\n')}\n`)
  const args = splatArgs(tiles, scene, ['-L', String(receiverM), '-olditm'])
  await timeProgram('splat', [...args, '-ano', POINTS_FILE], tiles)
  // Two lines of bounds, then one a post.
  const points = (await readFile(join(tiles, POINTS_FILE), 'utf8')).trimEnd().split('\n').length - 2
  return { points, run: async () => (await timeProgram('splat', args, tiles)).wallMs }
}

/** The scene's ground as SPLAT! reads it, and its mast. Needs srtm2sdf. */
async function writeTile(folder: string, { ground }: Scene): Promise<string> {
  const tiles = join(folder, 'splat')
  await mkdir(tiles, { recursive: true })
  const name = `N${Math.floor(LAT_DEG)}E${String(Math.floor(LON_DEG)).padStart(3, '0')}.hgt`
  await writeHgt(join(tiles, name), Int16Array.from(ground.heightsM))
  await timeProgram('srtm2sdf', [name], tiles)
  // Longitudes are positive to the west.
  await writeFile(join(tiles, 'mast.qth'), `mast\n${LAT_DEG}\n${360 - LON_DEG}\n${TRANSMITTER_M} meters\n`)
  return tiles
}

function splatArgs(tiles: string, { rangeM }: Scene, map: string[]): string[] {
  const site = ['-t', 'mast', ...map, '-metric', '-R', String(rangeM / 1000)]
  return [...site, '-N', '-ngs', '-d', tiles, '-o', 'map']
}
