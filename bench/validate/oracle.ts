/** Line of sight over a surface model, compared with viewsheds of GRASS r.viewshed. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import type { Engines } from '../../kernels/engines.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { VISIBLE } from '../../kernels/terrain/classes.ts'
import { gridOf, type LosCase, runModel } from '../../test/references/los.ts'

/** Minimum agreement and IoU; the reference has 0.9971 and 0.9865: r.viewshed skips ground before targets. */
export const MINIMUM_AGREEMENT = 0.997
export const MINIMUM_IOU = 0.986

const TABLE = 'viewsheds.csv'
const SEEN_BY_GRASS = 1

export interface OracleFinding {
  /** Name of GRASS's viewshed file. */
  name: string
  /** Number of cells with a result of GRASS. */
  cells: number
  /** Numbers of visible cells according to each program. */
  visible: number
  visibleGrass: number
  agreement: number
  /** Intersection over union of both programs' visible cells. */
  iou: number
  wrongVisible: number
  wrongBlocked: number
}

export interface Raster {
  rows: number
  cols: number
  cellM: number
  values: ArrayLike<number>
  nodata: number
}

/** Compares all viewsheds listed in the folder's table. */
export async function compareWithOracle(folder: string, engines: Engines): Promise<OracleFinding[]> {
  const findings: OracleFinding[] = []
  for (const { name, surface, post, antennas } of await readViewsheds(folder)) {
    const expected = await readRaster(join(folder, name))
    if (surface.rows !== expected.rows || surface.cols !== expected.cols) {
      throw new Error(`${name} does not have the size of its surface.`)
    }
    const losCase = levelCase(surface, post, antennas)
    const { visibility } = await runModel(engines, losCase)
    const cellOf = cellsOfPosts(losCase, post)
    const isSeen = (at: number) => visibility[cellOf(at)] === VISIBLE
    findings.push({ name, ...compare(expected, isSeen) })
  }
  return findings
}

export interface Post {
  row: number
  col: number
}

/** Antenna heights above ground; `kFactor` 0 means a flat earth. */
export interface Antennas {
  observerM: number
  targetM: number
  kFactor: number
}

/** Viewsheds listed in the folder's table: GRASS's result file, surface and observer. */
export async function readViewsheds(
  folder: string,
): Promise<{ name: string; surface: Raster; post: Post; antennas: Antennas }[]> {
  const entries = await readTable(join(folder, TABLE))
  return Promise.all(
    entries.map(async (entry) => {
      // GRASS flags: c for a curved earth, r for refraction.
      const flags = entry.text('flags')
      const refraction = flags.includes('r') ? entry.number('refraction_coefficient') : 0
      return {
        name: entry.text('expected'),
        surface: await readRaster(join(folder, entry.text('surface'))),
        post: { row: entry.number('row'), col: entry.number('col') },
        antennas: {
          observerM: entry.number('observer_height_m'),
          targetM: entry.number('target_height_m'),
          kFactor: flags.includes('c') ? 1 / (1 - refraction) : 0,
        },
      }
    }),
  )
}

/** Maps a post's index to its cell in the raster of a level case, whose middle cell has the observer. */
export function cellsOfPosts(losCase: LosCase, { row, col }: Post): (at: number) => number {
  const { cols } = losCase.ground
  const grid = gridOf(losCase)
  return (at) => (grid.txRow + Math.floor(at / cols) - row) * grid.cols + grid.txCol + (at % cols) - col
}

/** Places a surface at the equator, where steps in degrees have equal lengths in both directions. */
export function levelCase(
  surface: Raster,
  { row, col }: Post,
  { observerM, targetM, kFactor }: Antennas,
): LosCase {
  const perDegree = metresPerDegree(0)
  const { rows, cols, cellM, nodata } = surface
  const latStepDeg = cellM / perDegree.lat
  const lonStepDeg = cellM / perDegree.lon
  const heightsM = Float32Array.from(surface.values, (value) => (value === nodata ? Number.NaN : value))
  const farthestM = cellM * Math.hypot(Math.max(row, rows - row), Math.max(col, cols - col))
  return {
    ground: {
      heightsM,
      rows,
      cols,
      latStepDeg,
      lonStepDeg,
      northDeg: row * latStepDeg,
      westDeg: -col * lonStepDeg,
    },
    latDeg: 0,
    lonDeg: 0,
    transmitter: { heightM: observerM, mode: 'AGL' },
    receiver: { heightM: targetM, mode: 'AGL' },
    resolutionM: cellM,
    rangeKm: Math.ceil(farthestM) / 1000,
    kFactor,
  }
}

function compare(expected: Raster, isSeen: (cell: number) => boolean): Omit<OracleFinding, 'name'> {
  const found = { cells: 0, visible: 0, visibleGrass: 0, wrongVisible: 0, wrongBlocked: 0 }
  for (let cell = 0; cell < expected.values.length; cell++) {
    if (expected.values[cell] === expected.nodata) continue
    const seen = isSeen(cell)
    const seenByGrass = expected.values[cell] === SEEN_BY_GRASS
    found.cells++
    if (seen) found.visible++
    if (seenByGrass) found.visibleGrass++
    if (seen && !seenByGrass) found.wrongVisible++
    if (!seen && seenByGrass) found.wrongBlocked++
  }
  const both = found.visible - found.wrongVisible
  return {
    ...found,
    agreement: 1 - (found.wrongVisible + found.wrongBlocked) / found.cells,
    iou: both / (found.visibleGrass + found.wrongVisible),
  }
}

async function readRaster(path: string): Promise<Raster> {
  const tiff = await fromFile(path)
  try {
    const image = await tiff.getImage()
    const [width, height] = image.getResolution()
    if (width !== -height) throw new Error(`${path}: expected square cells.`)
    const values = await image.readRasters({ interleave: true, samples: [0] })
    // The nodata tag is decimal text; float32 samples hold the nearest float32.
    const tag = image.getGDALNoData() ?? Number.NaN
    const nodata = values instanceof Float32Array ? Math.fround(tag) : tag
    return { rows: image.getHeight(), cols: image.getWidth(), cellM: width, values, nodata }
  } finally {
    await tiff.close()
  }
}

async function readTable(path: string) {
  const [head = '', ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => {
    const fields = line.split(',')
    const text = (name: string) => {
      const value = fields[names.indexOf(name)]
      if (value === undefined) throw new Error(`${path}: no ${name}.`)
      return value
    }
    return { text, number: (name: string) => Number(text(name)) }
  })
}
