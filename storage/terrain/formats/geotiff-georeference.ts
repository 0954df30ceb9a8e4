import type { PostGrid, Tile } from '../tile.ts'
import { georeference } from '../tiles/projected.ts'
import { GeoKeys, KEY } from './geokeys.ts'
import { projectionOfKeys, verticalUnitM } from './geotiff-crs.ts'
import { TAG, type TiffDirectory } from './geotiff-directory.ts'

/* Position of the posts of a GeoTIFF, and unit of the heights: OGC 19-008r4 (GeoTIFF 1.1). */

const PIXEL_IS_POINT = 2
/** Tolerated rotation terms, as a fraction of the spacing; smaller terms are rounding errors. */
const ROTATION_TOLERANCE = 1e-9

export interface Georeference extends Pick<Tile, 'lattice' | 'projected'> {
  /** Metres per unit of height. */
  unitM: number
}

/**
 * Georeference of a north-up image. Posts are at the centers of the cells if pixels are areas, at the tie
 * point if pixels are points. Throws an Error that names the unsupported part.
 */
export function readGeoreference(directory: TiffDirectory, rows: number, cols: number): Georeference {
  const keys = new GeoKeys(directory)
  if (keys.size === 0) throw new Error('has no coordinate system')
  const projection = projectionOfKeys(keys)
  const { x0, y0, stepX, stepY } = affineOf(directory)
  if (!(stepX > 0 && stepY < 0)) throw new Error('expected a north-up image')
  const toCentre = keys.code(KEY.rasterType) === PIXEL_IS_POINT ? 0 : 0.5
  const grid: PostGrid = {
    north: y0 + toCentre * stepY,
    west: x0 + toCentre * stepX,
    rowStep: -stepY,
    colStep: stepX,
  }
  return { ...georeference(projection, grid, rows, cols), unitM: verticalUnitM(keys) }
}

/** Coordinates of raster point (0, 0), and steps to the next column and row. */
function affineOf(directory: TiffDirectory): { x0: number; y0: number; stepX: number; stepY: number } {
  const matrix = directory.numbers(TAG.transformation)
  if (matrix !== undefined && matrix.length >= 8) {
    const tolerance = ROTATION_TOLERANCE * Math.abs(matrix[0])
    if (!(Math.abs(matrix[1]) <= tolerance && Math.abs(matrix[4]) <= tolerance)) {
      throw new Error('expected a north-up image, got a rotated one')
    }
    return { x0: matrix[3], y0: matrix[7], stepX: matrix[0], stepY: matrix[5] }
  }
  const scale = directory.numbers(TAG.pixelScale)
  const tie = directory.numbers(TAG.tiePoint)
  if (scale === undefined || scale.length < 2 || tie === undefined || tie.length !== 6) {
    throw new Error('has no scale and tie point')
  }
  return { x0: tie[3] - tie[0] * scale[0], y0: tie[4] + tie[1] * scale[1], stepX: scale[0], stepY: -scale[1] }
}
