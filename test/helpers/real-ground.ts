import type { PostGrid } from '../../kernels/terrain/window.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { testData } from './test-data.ts'

/** SRTM elevation around a point, as far as `rangeKm` and a little more. */
export async function realGround(latDeg: number, lonDeg: number, rangeKm: number): Promise<PostGrid> {
  const terrain = await openTerrain({ folders: [testData('terrain/srtm')] })
  const half = rangeKm / 105
  const bounds = {
    southDeg: latDeg - half,
    northDeg: latDeg + half,
    westDeg: lonDeg - 1,
    eastDeg: lonDeg + 1,
  }
  const area = await terrain.openArea(bounds)
  if (area === undefined) throw new Error(`No terrain about ${latDeg}, ${lonDeg}`)
  const { lattice } = area
  const rows = Math.ceil((2 * half) / lattice.latStepDeg)
  const cols = Math.ceil(2 / lattice.lonStepDeg)
  const firstRow = Math.floor((lattice.northDeg - bounds.northDeg) / lattice.latStepDeg)
  const firstCol = Math.floor((bounds.westDeg - lattice.westDeg) / lattice.lonStepDeg)
  return {
    heightsM: await area.read({ firstRow, firstCol, rows, cols }),
    rows,
    cols,
    latStepDeg: lattice.latStepDeg,
    lonStepDeg: lattice.lonStepDeg,
    northDeg: lattice.northDeg - firstRow * lattice.latStepDeg,
    westDeg: lattice.westDeg + firstCol * lattice.lonStepDeg,
  }
}
