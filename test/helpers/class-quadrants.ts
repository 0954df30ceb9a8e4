/** A map of land cover of four quadrants about a mast: forest, houses, grass, and a class that no table knows. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeArrayBuffer } from 'geotiff'
import proj4 from 'proj4'
import type { Test } from 'tap'
import { putGeotiff } from './tiles.ts'

export const FOREST = 10
export const HOUSES = 50
export const GRASS = 30
export const STRANGE = 77

const SIDE = 400
const STEP_DEG = 0.0003
const STEP_M = 30
const UTM32 = '+proj=utm +zone=32 +datum=WGS84 +units=m'

export const table = {
  [FOREST]: { type: 'trees', height_m: 12 },
  [HOUSES]: { type: 'suburban', height_m: 8 },
  [GRASS]: { type: 'open', height_m: 0 },
}

export interface Quadrants {
  /** For `LAYERS`. */
  layersPath: string
  classAt(latDeg: number, lonDeg: number): number
}

/** Strange in the north-west, houses in the north-east, grass in the south-west, forest with the mast in the south-east. */
export async function quadrantsAbout(
  t: Test,
  mast: { tx_lat: number; tx_lon: number },
  form: 'degrees' | 'utm32' = 'degrees',
): Promise<Quadrants> {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-classes-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const classAt = await (form === 'degrees' ? putInDegrees : putInMetres)(join(folder, 'classes.tif'), mast)
  const layersPath = join(folder, 'layers.json')
  const layers = [{ kind: 'classes', path: 'classes.tif', table, attribution: 'Made for a test' }]
  await writeFile(layersPath, JSON.stringify(layers))
  return { layersPath, classAt }
}

type Put = (path: string, mast: { tx_lat: number; tx_lon: number }) => Promise<Quadrants['classAt']>

const half = SIDE / 2

const putInDegrees: Put = async (path, mast) => {
  // The mast lies within a pixel, so that no cell's center is on the border of two quadrants.
  const middle = { latDeg: mast.tx_lat + 0.4 * STEP_DEG, lonDeg: mast.tx_lon - 0.4 * STEP_DEG }
  await putGeotiff(path, {
    northDeg: middle.latDeg + half * STEP_DEG,
    westDeg: middle.lonDeg - half * STEP_DEG,
    rows: SIDE,
    cols: SIDE,
    latStepDeg: STEP_DEG,
    lonStepDeg: STEP_DEG,
    heightAt: (row, col) => classOf(row < half, col < half),
  })
  return (latDeg, lonDeg) => classOf(latDeg > middle.latDeg, lonDeg < middle.lonDeg)
}

const putInMetres: Put = async (path, mast) => {
  const inMetres = (latDeg: number, lonDeg: number) => proj4(UTM32, [lonDeg, latDeg]) as [number, number]
  const [mastX, mastY] = inMetres(mast.tx_lat, mast.tx_lon)
  const [middleX, middleY] = [mastX - 0.4 * STEP_M, mastY + 0.4 * STEP_M]
  const classes = Uint8Array.from({ length: SIDE * SIDE }, (_, at) =>
    classOf(Math.floor(at / SIDE) < half, at % SIDE < half),
  )
  const bytes = writeArrayBuffer(classes, {
    width: SIDE,
    height: SIDE,
    ModelPixelScale: [STEP_M, STEP_M, 0],
    ModelTiepoint: [0, 0, 0, middleX - half * STEP_M, middleY + half * STEP_M, 0],
    GTModelTypeGeoKey: 1,
    GTRasterTypeGeoKey: 1,
    ProjectedCSTypeGeoKey: 32632,
  })
  await writeFile(path, Buffer.from(bytes))
  return (latDeg, lonDeg) => {
    const [x, y] = inMetres(latDeg, lonDeg)
    return classOf(y > middleY, x < middleX)
  }
}

function classOf(isNorth: boolean, isWest: boolean): number {
  if (isNorth) return isWest ? STRANGE : HOUSES
  return isWest ? GRASS : FOREST
}
