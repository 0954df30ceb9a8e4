import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Lattice } from '../../storage/terrain/types.ts'
import { gdal, hasGdal } from '../helpers/gdal.ts'
import { needsSharedData, sharedPath } from '../helpers/shared-data.ts'
import { openTileAt } from '../helpers/tiles.ts'

// Published tiles in projected coordinates, sampled on a geographic lattice and held against GDAL's bilinear warp.

const needsBoth = needsSharedData.skip ? needsSharedData : { skip: hasGdal() ? false : 'GDAL is absent' }

async function folderOf(t: Test, ...paths: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'projected-'))
  t.teardown(() => rm(folder, { recursive: true }))
  for (const path of paths) await symlink(sharedPath('dem', path), join(folder, basename(path)))
  return folder
}

/** The whole of a tile as an area gives it, and the rectangle that was read. */
async function readWhole(folder: string, path: string) {
  const terrain = await openTerrain({ folders: [folder] })
  const { lattice, projected } = await openTileAt(path)
  const bounds = projected?.bounds
  if (bounds === undefined) throw new Error(`${path} is not projected`)
  const area = await terrain.openArea(bounds)
  if (area === undefined) throw new Error(terrain.problems()[0]?.detail ?? 'no tile')
  const rectangle = {
    firstRow: 0,
    firstCol: 0,
    rows: Math.ceil((lattice.northDeg - bounds.southDeg) / lattice.latStepDeg) + 1,
    cols: Math.ceil((bounds.eastDeg - lattice.westDeg) / lattice.lonStepDeg) + 1,
  }
  return { lattice: area.lattice, rectangle, heights: await area.read(rectangle) }
}

/** What gdalwarp makes of a file at the same posts. */
async function warp(
  folder: string,
  paths: string[],
  lattice: Lattice,
  { rows, cols }: { rows: number; cols: number },
): Promise<Float32Array> {
  const { northDeg, westDeg, latStepDeg, lonStepDeg } = lattice
  const [north, west] = [northDeg + latStepDeg / 2, westDeg - lonStepDeg / 2]
  const extent = [west, north - rows * latStepDeg, west + cols * lonStepDeg, north].map(String)
  const out = join(folder, 'warped.bin')
  const options = ['-q', '-overwrite', '-of', 'ENVI', '-ot', 'Float32', '-r', 'bilinear', '-et', '0']
  const shape = ['-t_srs', 'EPSG:4326', '-te', ...extent, '-ts', String(cols), String(rows)]
  await gdal('gdalwarp', [...options, ...shape, '-dstnodata', '-99999', ...paths, out])
  const bytes = await readFile(out)
  return new Float32Array(new Uint8Array(bytes).buffer)
}

function compare(ours: Float32Array, theirs: Float32Array) {
  let [sum, count, worst, onlyOurs, onlyTheirs] = [0, 0, 0, 0, 0]
  for (let i = 0; i < ours.length; i++) {
    const isTheirs = theirs[i] !== -99999 && Math.abs(theirs[i]) < 1e6
    if (Number.isNaN(ours[i])) onlyTheirs += isTheirs ? 1 : 0
    else if (!isTheirs) onlyOurs++
    else {
      const off = Math.abs(ours[i] - theirs[i])
      sum += off
      count++
      worst = Math.max(worst, off)
    }
  }
  return { meanM: sum / count, worst, count, onlyOurs, onlyTheirs }
}

for (const path of [
  'geotiff/N00E010_utm32n.tif',
  'geotiff/olinda_dem_utm25s.tif',
  'geotiff/philly_elev_f32_deflate_3857.tif',
  'geotiff/dsm_1m_krovak_f32_nodata.tif',
  'geotiff_variants/warped_utm32n_90m_bilinear.tif',
]) {
  t.test(`${basename(path)} sampled as GDAL warps it`, needsBoth, async (t) => {
    const folder = await folderOf(t, path)
    const { lattice, rectangle, heights } = await readWhole(folder, sharedPath('dem', path))
    const theirs = await warp(folder, [sharedPath('dem', path)], lattice, rectangle)
    const { meanM, worst, count, onlyOurs, onlyTheirs } = compare(heights, theirs)
    t.comment({ meanM, worst, count, onlyOurs, onlyTheirs, size: heights.length })
    t.ok(count > 0.5 * heights.length, `${count} posts compared`)
    t.ok(meanM < 0.1, `mean difference ${meanM} m`)
  })
}
