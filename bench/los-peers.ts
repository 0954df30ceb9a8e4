/** Other programs that compute line of sight, timed as whole processes on files that are written once. */

import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { PostGrid } from '../kernels/los/window.ts'
import { writeHgt } from '../storage/terrain/formats/hgt.ts'
import { LAT_DEG, LON_DEG, RECEIVER_M, type Scene, TRANSMITTER_M } from './los-ground.ts'

/** UTM zone 32 north, and a round place in it for the corner. */
const PROJECTION = 'EPSG:32632'
const WEST_M = 300_000
const NORTH_M = 6_000_000
/** 1/k of the effective earth radius factor k = 4/3. */
const CURVATURE = 0.75

/** A square of posts as a plain GeoTIFF, the mast on the post south-east of its middle. */
export interface PeerRaster {
  folder: string
  path: string
  eastM: number
  northM: number
  rangeM: number
}

/** Runs once; tells how many milliseconds it took. */
export type PeerRun = () => Promise<number>

/** Whether the program is on the path. */
export async function isInstalled(program: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const tries = folders.map((folder) => access(join(folder, program), constants.X_OK))
  return (await Promise.allSettled(tries)).some(({ status }) => status === 'fulfilled')
}

/** Runs a program to its end; rejects with the end of what it said when it fails. */
function runProgram(
  program: string,
  args: string[],
  cwd: string,
): Promise<{ wallMs: number; stdout: string }> {
  return new Promise((resolve, reject) => {
    const startMs = performance.now()
    // Else GDAL leaves .aux.xml files beside those it reads.
    const env = { ...process.env, GDAL_PAM_ENABLED: 'NO' }
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let said = ''
    let wallMs = 0
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-500)
    })
    child.on('exit', () => {
      wallMs = performance.now() - startMs
    })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve({ wallMs, stdout })
      else reject(new Error(`${program} ended with ${code}: ${said.trim() || stdout.slice(-500).trim()}`))
    })
  })
}

/** Writes the scene's N×N posts about the mast. Needs gdal_translate. */
export async function writePeerRaster(folder: string, scene: Scene, sidePosts: number): Promise<PeerRaster> {
  const { resolutionM, rangeM } = scene
  const raw = join(folder, 'posts.raw')
  const path = join(folder, 'posts.tif')
  await writeFile(raw, middleOf(scene.ground, sidePosts))
  await writeFile(
    `${raw}.hdr`,
    `ENVI\nsamples = ${sidePosts}\nlines = ${sidePosts}\nbands = 1\ndata type = 4\ninterleave = bsq\nbyte order = 0\n`,
  )
  const sideM = sidePosts * resolutionM
  const corners = [WEST_M, NORTH_M, WEST_M + sideM, NORTH_M - sideM].map(String)
  const options = ['-q', '-of', 'GTiff', '-a_srs', PROJECTION, '-a_ullr', ...corners]
  await runProgram('gdal_translate', [...options, raw, path], folder)
  const middleM = (sidePosts / 2 + 0.5) * resolutionM
  return { folder, path, eastM: WEST_M + middleM, northM: NORTH_M - middleM, rangeM }
}

/** The float32 bytes of an even number of posts a side, the middle one south-east of theirs. */
function middleOf({ heightsM, rows, cols }: PostGrid, sidePosts: number): Uint8Array {
  const posts = new Float32Array(sidePosts * sidePosts)
  const top = (rows - 1) / 2 - sidePosts / 2
  const left = (cols - 1) / 2 - sidePosts / 2
  for (let row = 0; row < sidePosts; row++) {
    const start = (top + row) * cols + left
    posts.set(heightsM.subarray(start, start + sidePosts), row * sidePosts)
  }
  return new Uint8Array(posts.buffer)
}

/** `gdal_viewshed` over the whole square, or over the disc alone. */
export function gdalViewshed(raster: PeerRaster, area: 'square' | 'disc'): PeerRun {
  const { folder, path, eastM, northM, rangeM } = raster
  const farthestM = area === 'disc' ? rangeM : 0
  const place = ['-ox', eastM, '-oy', northM, '-oz', TRANSMITTER_M, '-tz', RECEIVER_M]
  const options = [...place, '-md', farthestM, '-cc', CURVATURE, '-ov', 255].map(String)
  const args = ['-q', ...options, path, join(folder, 'viewshed.tif')]
  return async () => (await runProgram('gdal_viewshed', args, folder)).wallMs
}

/** `r.viewshed` over the disc, without the import; needs a `date` that knows nanoseconds. */
export function grassViewshed({ folder, path, eastM, northM, rangeM }: PeerRaster): PeerRun {
  // -c: curved earth; -r: and refraction, which takes its coefficient off the curvature.
  const options = [
    'input=dem output=seen -b -c -r --quiet memory=4000',
    `coordinates=${eastM},${northM} max_distance=${rangeM}`,
    `observer_elevation=${TRANSMITTER_M} target_elevation=${RECEIVER_M} refraction_coeff=${1 - CURVATURE}`,
  ].join(' ')
  const script = `r.in.gdal -o --quiet input='${path}' output=dem && g.region raster=dem &&
start=$(date +%s%N) && r.viewshed ${options} && echo "took_ns=$(($(date +%s%N) - start))"`
  const args = ['--tmp-location', PROJECTION, '--exec', 'sh', '-c', script]
  return async () => {
    const { stdout } = await runProgram('grass', args, folder)
    const found = /took_ns=(\d+)/.exec(stdout)
    if (found === null) throw new Error('GRASS did not say how long r.viewshed took.')
    return Number(found[1]) / 1e6
  }
}

/** `splat -c` on the scene's square degree, a tile of SRTM3's 1201² posts. Needs srtm2sdf. */
export async function splatCoverage(folder: string, { ground, rangeM }: Scene): Promise<PeerRun> {
  const tiles = join(folder, 'splat')
  await mkdir(tiles, { recursive: true })
  const name = `N${Math.floor(LAT_DEG)}E${String(Math.floor(LON_DEG)).padStart(3, '0')}.hgt`
  await writeHgt(join(tiles, name), Int16Array.from(ground.heightsM))
  await runProgram('srtm2sdf', [name], tiles)
  // Longitudes are positive to the west.
  await writeFile(join(tiles, 'mast.qth'), `mast\n${LAT_DEG}\n${360 - LON_DEG}\n${TRANSMITTER_M} meters\n`)
  const site = ['-t', 'mast', '-c', String(RECEIVER_M), '-metric', '-R', String(rangeM / 1000)]
  const args = [...site, '-N', '-ngs', '-d', tiles, '-o', 'map']
  return async () => (await runProgram('splat', args, tiles)).wallMs
}
