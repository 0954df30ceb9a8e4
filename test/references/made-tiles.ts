/** Terrain files with made heights. */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeArrayBuffer } from 'geotiff'

export interface SmallTile {
  rows: number
  cols: number
  /** Outer corner of the north-western cell for areas, the post itself for points. */
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
  heightAt: (row: number, col: number) => number
  isPoint?: boolean
  nodata?: string
  epsg?: number
}

/** Writes a small float32 GeoTIFF in geographic coordinates. */
export async function putGeotiff(path: string, tile: SmallTile): Promise<void> {
  const { rows, cols } = tile
  const heights = new Float32Array(rows * cols)
  for (let i = 0; i < heights.length; i++) heights[i] = tile.heightAt(Math.floor(i / cols), i % cols)
  const bytes = writeArrayBuffer(heights, {
    width: cols,
    height: rows,
    SampleFormat: [3],
    BitsPerSample: [32],
    ModelPixelScale: [tile.lonStepDeg, tile.latStepDeg, 0],
    ModelTiepoint: [0, 0, 0, tile.westDeg, tile.northDeg, 0],
    GeographicTypeGeoKey: tile.epsg ?? 4326,
    GTModelTypeGeoKey: 2,
    GTRasterTypeGeoKey: tile.isPoint ? 2 : 1,
    ...(tile.nodata === undefined ? {} : { GDAL_NODATA: tile.nodata }),
  })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.from(bytes))
}
