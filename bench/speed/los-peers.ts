/** Runs gdal_viewshed as a separate process on a file that is written once. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { RECEIVER_M, type Scene, TRANSMITTER_M } from '../ground/scenes.ts'
import { type PeerRun, timeProgram } from './peer-process.ts'

/** Projection UTM zone 32 north, with round coordinates for the corner of the raster. */
const PROJECTION = 'EPSG:32632'
const WEST_M = 300_000
const NORTH_M = 6_000_000
/** Curvature coefficient 1/k for the effective earth radius factor k = 4/3. */
const CURVATURE = 0.75

/** Square of posts as a plain GeoTIFF, with the transmitter on the post south-east of the middle. */
export interface PeerRaster {
  folder: string
  path: string
  eastM: number
  northM: number
  rangeM: number
}

/** Writes `sidePosts` × `sidePosts` posts around the scene's transmitter. Needs gdal_translate. */
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
  await timeProgram('gdal_translate', [...options, raw, path], folder)
  const middleM = (sidePosts / 2 + 0.5) * resolutionM
  return { folder, path, eastM: WEST_M + middleM, northM: NORTH_M - middleM, rangeM }
}

/** Heights as float32 bytes, `sidePosts` (even) per side; the center post is south-east of the middle. */
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

export function gdalViewshed(raster: PeerRaster): PeerRun {
  const { folder, path, eastM, northM, rangeM } = raster
  const position = ['-ox', eastM, '-oy', northM, '-oz', TRANSMITTER_M, '-tz', RECEIVER_M]
  const options = [...position, '-md', rangeM, '-cc', CURVATURE, '-ov', 255].map(String)
  const args = ['-q', ...options, path, join(folder, 'viewshed.tif')]
  return async () => (await timeProgram('gdal_viewshed', args, folder)).wallMs
}
