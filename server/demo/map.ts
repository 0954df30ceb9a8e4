import sharp from 'sharp'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Terrain } from '../../storage/terrain/types.ts'

const LIGHT = { east: -0.55, north: 0.55, up: 0.63 }
/** Heights are exaggerated for the shading. */
const RELIEF = 3
const VISIBLE = 1
const UNKNOWN_GROUND = [120, 120, 120] as const

/** Draws a visibility raster over the relief of its terrain, lit from the north-west, as people like to look at it. */
export async function drawMap({
  tif,
  map,
  terrain,
  outlook,
}: {
  tif: string
  map: string
  terrain: Terrain
  outlook: { latDeg: number; lonDeg: number }
}): Promise<void> {
  const { geometry, data } = await readRaster(tif)
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const bounds = {
    northDeg,
    westDeg,
    southDeg: northDeg - rows * cellLatDeg,
    eastDeg: westDeg + cols * cellLonDeg,
  }
  const area = await terrain.openArea(bounds)
  if (area === undefined) throw new Error('No terrain to draw.')
  const { lattice, postSpacingM } = area
  const firstRow = Math.floor((lattice.northDeg - northDeg) / lattice.latStepDeg) - 1
  const firstCol = Math.floor((westDeg - lattice.westDeg) / lattice.lonStepDeg) - 1
  const postCols = Math.ceil((cols * cellLonDeg) / lattice.lonStepDeg) + 3
  const postRows = Math.ceil((rows * cellLatDeg) / lattice.latStepDeg) + 3
  const heightsM = await area.read({ firstRow, firstCol, rows: postRows, cols: postCols })
  const pixels = Buffer.alloc(rows * cols * 3)
  for (let row = 0; row < rows; row++) {
    const latDeg = northDeg - (row + 0.5) * cellLatDeg
    const post = Math.floor((lattice.northDeg - latDeg) / lattice.latStepDeg) - firstRow
    for (let col = 0; col < cols; col++) {
      const lonDeg = westDeg + (col + 0.5) * cellLonDeg
      const at = post * postCols + Math.floor((lonDeg - lattice.westDeg) / lattice.lonStepDeg) - firstCol
      const color = ground(heightsM, at, postCols, postSpacingM)
      const away = Math.hypot((latDeg - outlook.latDeg) / cellLatDeg, (lonDeg - outlook.lonDeg) / cellLonDeg)
      pixels.set(paint(color, data[row * cols + col], away), (row * cols + col) * 3)
    }
  }
  await sharp(pixels, { raw: { width: cols, height: rows, channels: 3 } })
    .png()
    .toFile(map)
}

type Color = readonly [number, number, number]

function ground(heightsM: Float32Array, at: number, cols: number, spacingM: number): Color {
  const height = heightsM[at]
  const east = (RELIEF * (heightsM[at + 1] - height)) / spacingM
  const south = (RELIEF * (heightsM[at + cols] - height)) / spacingM
  if (Number.isNaN(east + south)) return UNKNOWN_GROUND
  if (height === 0 && east === 0 && south === 0) return [164, 196, 222]
  const light = (LIGHT.up - LIGHT.east * east + LIGHT.north * south) / Math.hypot(1, east, south)
  const shade = Math.min(1, 0.35 + 0.75 * Math.max(0, light))
  const high = Math.min(1, height / 1400)
  return [shade * (200 + 45 * high), shade * (212 + 20 * high), shade * (180 + 50 * high)]
}

function paint([red, green, blue]: Color, visibility: number, cellsFromMast: number): Color {
  if (cellsFromMast < 5) return cellsFromMast < 3.5 ? [200, 20, 20] : [255, 255, 255]
  if (visibility === VISIBLE) return [red * 0.35 + 150, green * 0.45 + 60, blue * 0.4]
  return [red, green, blue]
}
