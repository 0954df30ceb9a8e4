import type { GeoTIFFImage } from 'geotiff'
import { TileError, type TileFile } from './tile.ts'
import type { Lattice } from './types.ts'

/* Where the posts of a GeoTIFF stand. OGC 19-008r4 (GeoTIFF 1.1); the numbers are its codes. */

const MODEL_GEOGRAPHIC = 2
const WGS84 = 4326
const WGS84_3D = 4979
const USER_DEFINED = 32767
const DATUM_WGS84 = 6326
const DEGREE = 9102
const GREENWICH = 8901
const METRE = 9001
const PIXEL_IS_POINT = 2
/** A step this much off the horizon of rotation, relative to the spacing, is rounding. */
const ROTATION_TOLERANCE = 1e-9

/**
 * The lattice of a north-up image in geographic WGS 84 coordinates: posts at the centres of the cells where pixels are
 * areas, at the tie point where they are points. Throws TileError for everything else.
 */
export function readGeoreference(file: TileFile, image: GeoTIFFImage): Lattice {
  requireWgs84(file, image.getGeoKeys())
  const { x0, y0, stepX, stepY } = affineOf(file, image)
  if (!(stepX > 0 && stepY < 0) || ![x0, y0, stepX, stepY].every(Number.isFinite)) {
    throw new TileError(file, 'expected a north-up image')
  }
  const isPoint = image.getGeoKeys()?.GTRasterTypeGeoKey === PIXEL_IS_POINT
  const toCentre = isPoint ? 0 : 0.5
  const lattice = {
    northDeg: y0 + toCentre * stepY,
    westDeg: x0 + toCentre * stepX,
    latStepDeg: -stepY,
    lonStepDeg: stepX,
  }
  const southDeg = lattice.northDeg + (image.getHeight() - 1) * stepY
  if (lattice.northDeg > 90.001 || southDeg < -90.001 || Math.abs(lattice.westDeg) > 360.001) {
    throw new TileError(file, 'lies outside the world')
  }
  return lattice
}

function requireWgs84(file: TileFile, keys: Record<string, unknown> | null): void {
  if (keys === null) throw new TileError(file, 'has no coordinate system')
  const citation = keys.GTCitationGeoKey ?? keys.GeogCitationGeoKey
  const named = typeof citation === 'string' ? ` (${citation.slice(0, 80)})` : ''
  if (keys.GTModelTypeGeoKey !== MODEL_GEOGRAPHIC) {
    const code = keys.ProjectedCSTypeGeoKey ?? 'unknown'
    throw new TileError(file, `expected EPSG:4326, got projected coordinates, EPSG:${code}${named}`)
  }
  const code = keys.GeographicTypeGeoKey
  const isWgs84 =
    code === WGS84 ||
    code === WGS84_3D ||
    ((code === USER_DEFINED || code === undefined) && keys.GeogGeodeticDatumGeoKey === DATUM_WGS84)
  if (!isWgs84) throw new TileError(file, `expected EPSG:4326, got EPSG:${code ?? 'unknown'}${named}`)
  requireCode(file, 'angular unit', keys.GeogAngularUnitsGeoKey, DEGREE)
  requireCode(file, 'prime meridian', keys.GeogPrimeMeridianGeoKey, GREENWICH)
  requireCode(file, 'vertical unit', keys.VerticalUnitsGeoKey, METRE)
}

function requireCode(file: TileFile, what: string, got: unknown, expected: number): void {
  if (got !== undefined && got !== expected) {
    throw new TileError(file, `expected ${what} EPSG:${expected}, got EPSG:${got}`)
  }
}

/** Coordinates of raster point (0, 0) and the steps to the next column and row. */
function affineOf(
  file: TileFile,
  image: GeoTIFFImage,
): { x0: number; y0: number; stepX: number; stepY: number } {
  const directory = image.getFileDirectory()
  const matrix = directory.getValue('ModelTransformation')
  if (matrix !== undefined) {
    const tolerance = ROTATION_TOLERANCE * Math.abs(matrix[0])
    if (Math.abs(matrix[1]) > tolerance || Math.abs(matrix[4]) > tolerance) {
      throw new TileError(file, 'expected a north-up image, got a rotated one')
    }
    return { x0: matrix[3], y0: matrix[7], stepX: matrix[0], stepY: matrix[5] }
  }
  const scale = directory.getValue('ModelPixelScale')
  const tie = directory.getValue('ModelTiepoint')
  if (scale === undefined || tie === undefined || tie.length !== 6) {
    throw new TileError(file, 'has no scale and tie point to place it by')
  }
  return { x0: tie[3] - tie[0] * scale[0], y0: tie[4] + tie[1] * scale[1], stepX: scale[0], stepY: -scale[1] }
}
