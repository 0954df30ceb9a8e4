/** Rasters of people, and their pixels by a computation of their own. */

import { writeFile } from 'node:fs/promises'
import { writeArrayBuffer } from 'geotiff'
import proj4 from 'proj4'

/** Of a north-up raster: the outer corner of its first pixel, in the units of its system. */
export interface People {
  west: number
  north: number
  step: number
  rows: number
  cols: number
  peopleAt(row: number, col: number): number
}

export const degrees = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 }
export const utm32 = { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32632 }
export const UTM32 = '+proj=utm +zone=32 +datum=WGS84 +units=m'

export async function putPeople(path: string, people: People, keys: object = degrees): Promise<void> {
  const { west, north, step, rows, cols, peopleAt } = people
  const amounts = Float32Array.from({ length: rows * cols }, (_, at) =>
    peopleAt(Math.floor(at / cols), at % cols),
  )
  const bytes = writeArrayBuffer(amounts, {
    width: cols,
    height: rows,
    SampleFormat: [3],
    BitsPerSample: [32],
    ModelPixelScale: [step, step, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
    GTRasterTypeGeoKey: 1,
    GDAL_NODATA: '-200',
    ...keys,
  })
  await writeFile(path, Buffer.from(bytes))
}

/** A pixel that has people, and its center. */
export interface Pixel {
  name: string
  latDeg: number
  lonDeg: number
  people: number
}

/** Those of a raster; in degrees without a definition. */
export function pixelsOf(made: People, definition?: string): Pixel[] {
  const { west, north, step, rows, cols, peopleAt } = made
  const pixels: Pixel[] = []
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const people = Math.fround(peopleAt(row, col))
      if (!(people > 0)) continue
      const at: [number, number] = [west + (col + 0.5) * step, north - (row + 0.5) * step]
      const [lonDeg, latDeg] = definition ? proj4(definition).inverse(at) : at
      pixels.push({ name: `${row} ${col}`, latDeg, lonDeg, people })
    }
  }
  return pixels
}

/** The name of the pixel whose center is at a place, to a hundredth of a pixel. */
export function nameAt(made: People, latDeg: number, lonDeg: number, definition?: string): string {
  const { west, north, step, cols } = made
  const [x, y] = definition ? proj4(definition).forward([lonDeg, latDeg]) : [lonDeg, latDeg]
  const turn = definition ? Number.POSITIVE_INFINITY : 360 / step
  const position = (x - west) / step - 0.5
  const col =
    turn < Number.POSITIVE_INFINITY && cols <= turn + 1e-6
      ? position - turn * Math.floor((position + 0.5) / turn)
      : position
  const row = (north - y) / step - 0.5
  const isCenter = Math.abs(row - Math.round(row)) < 0.01 && Math.abs(col - Math.round(col)) < 0.01
  return isCenter ? `${Math.round(row) + 0} ${Math.round(col) + 0}` : `no center: ${row} ${col}`
}
