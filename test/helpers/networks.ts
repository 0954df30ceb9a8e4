/** Networks of made rasters, and their cells by the rules, one by one. */

import { join } from 'node:path'
import type { Test } from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { gridOfLattice, type RasterGrid, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { networkLattice } from '../../server/networks/lattice.ts'
import type { LayerQuery } from '../../server/results/views/layers.ts'
import { siteColor } from '../../server/results/views/styles.ts'
import { openStore } from '../../storage/objects/open.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import { networkLayersOf } from '../references/network-layers.ts'

export interface MadeSite {
  latDeg: number
  lonDeg: number
  rangeKm: number
  params?: Record<string, unknown>
  view?: Pick<LayerQuery, 'eirp_dbm' | 'sensitivity_dbm'>
  /** Has square cells about its own mast. */
  isApart?: boolean
  /** Of each cell, in range or not: 1, 0, 255, or a value. */
  cell(row: number, col: number): number
}

export interface MadeMember {
  grid: RasterGrid
  cells: Uint8Array | Float32Array
  isInRange(row: number, col: number): boolean
}

/** Rasters of sites on the lattice of the first one, and their network's layers. */
export async function madeNetwork(t: Test, sites: readonly MadeSite[], cellM = 200) {
  const folder = t.testdir()
  const [first] = sites
  const lattice = rasterGrid(first.latDeg, first.lonDeg, cellM, 1000 * first.rangeKm)
  const members: MadeMember[] = []
  for (const [index, site] of sites.entries()) {
    const rangeM = 1000 * site.rangeKm
    const grid = site.isApart
      ? rasterGrid(site.latDeg, site.lonDeg, cellM, rangeM)
      : gridOfLattice(lattice, site.latDeg, site.lonDeg, rangeM)
    const isFloat = site.params?.output !== undefined
    const { rows, cols } = grid
    const cells = isFloat ? new Float32Array(rows * cols) : new Uint8Array(rows * cols)
    for (let at = 0; at < cells.length; at++) cells[at] = site.cell(Math.floor(at / cols), at % cols)
    const writer = await openRasterWriter(join(folder, `sim_${index}.tif`), {
      geometry: grid,
      kind: isFloat ? 'float' : 'visibility',
      metadata: {},
      description: '',
    })
    await writer.writeRows(cells)
    await writer.close()
    const isInRange = (row: number, col: number) => {
      const latDeg = grid.northDeg - (row + 0.5) * grid.cellLatDeg
      const lonDeg = grid.westDeg + (col + 0.5) * grid.cellLonDeg
      return inverse(site.latDeg, site.lonDeg, latDeg, lonDeg).distanceM <= rangeM
    }
    members.push({ grid, cells, isInRange })
  }
  const { geometry, placements, misaligned: beside } = networkLattice(members.map(({ grid }) => grid))
  const store = await openStore({ kind: 'folder', folder })
  const views = sites.map(({ latDeg, lonDeg, rangeKm, params = {}, view = {} }, index) => ({
    id: `sim_${index}`,
    name: `site ${index + 1}`,
    color: siteColor(index),
    params: { tx_lat: latDeg, tx_lon: lonDeg, max_range: rangeKm, layers: ['visible'], ...params },
    engineVersion: '0.7.2',
    view,
  }))
  const layers = networkLayersOf({ views, geometry, placements, store })
  t.teardown(() => layers.close())
  return { geometry, placements, beside, members, layer: layers.layer, folder }
}

/** Indices of a member's row and column under the center of a network's cell, by degrees; `undefined` beside it. */
export function under(
  { northDeg, westDeg, cellLatDeg, cellLonDeg }: RasterGeometry,
  { grid }: MadeMember,
  row: number,
  col: number,
): [number, number] | undefined {
  const latDeg = northDeg - (row + 0.5) * cellLatDeg
  const lonDeg = westDeg + (col + 0.5) * cellLonDeg
  const turned = ((((lonDeg - grid.westDeg) % 360) + 540) % 360) - 180
  const y = Math.floor((grid.northDeg - latDeg) / grid.cellLatDeg)
  const x = Math.floor(turned / grid.cellLonDeg)
  return y >= 0 && y < grid.rows && x >= 0 && x < grid.cols ? [y, x] : undefined
}
