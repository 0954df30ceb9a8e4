/** Georeference of pictures, for programs that read a plain PNG. */

import { EARTH_RADIUS_M, MAX_SIDE_PX, mercatorBounds, mercatorY, pictureGrid } from './mercator.ts'
import type { RasterGeometry } from './types.ts'

/**
 * World file (`.pgw`) of the picture of a raster, in metres of Web Mercator: pixel width, two rotations,
 * negative pixel height, center of the north-western pixel.
 */
export function worldFile(geometry: RasterGeometry): string {
  const [westDeg, southDeg, eastDeg, northDeg] = mercatorBounds(geometry)
  const { widthPx, heightPx } = pictureGrid(geometry, MAX_SIDE_PX)
  const eastingM = (lonDeg: number) => (EARTH_RADIUS_M * lonDeg * Math.PI) / 180
  const northM = EARTH_RADIUS_M * mercatorY(northDeg)
  const pixelWidthM = (eastingM(eastDeg) - eastingM(westDeg)) / widthPx
  const pixelHeightM = (northM - EARTH_RADIUS_M * mercatorY(southDeg)) / heightPx
  const lines = [
    pixelWidthM,
    0,
    0,
    -pixelHeightM,
    eastingM(westDeg) + pixelWidthM / 2,
    northM - pixelHeightM / 2,
  ]
  return `${lines.join('\n')}\n`
}

/** EPSG:3857 in Esri's WKT 1, for a `.prj` file. */
export const WEB_MERCATOR_WKT =
  'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0],PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]'
