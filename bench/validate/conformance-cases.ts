/** Cases of the conformance set with known results: visibility of cells, and path losses. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GRAZING_M } from '../../test/references/compare-visibility.ts'
import { type LosCase, referenceOf } from '../../test/references/los.ts'
import type { Value } from '../../test/references/models/comparison.ts'
import { referenceSets } from '../../test/references/models/sets.ts'
import { seededRandom } from '../../test/references/random.ts'
import { BLOCKED, type CellTruth, UNKNOWN, VISIBLE } from '../../test/references/reference-los.ts'
import { SPLAT_CELL_M } from '../speed/splat.ts'
import { readDem } from './dem.ts'
import { type Antennas, cellsOfPosts, levelCase, type Post, type Raster, readViewsheds } from './oracle.ts'

/** Ratio of the ellipsoid's radius, used by GDAL and GRASS, to this project's earth radius. */
const ELLIPSOID = 6_378_137 / 6_371_000
const SEED = 1

const TILE = 'terrain/srtm/N49E011.hgt.zip'
/** Part of the tile without unknown posts, and the highest post of that part. */
const CUT = { top: 199, left: 300, side: 401 }
const SUMMIT = { row: 439, col: 494 }

const LINES = 'viewshed/lines.json'
/** Number of identical rows in a line's raster; results of the middle row are compared. */
const LINE_ROWS = 3
/** Offset in metres above and below a published minimum height. */
const OFF_M = 0.01
/** Bulge in metres of the round earth between two cell centers, which published lines ignore. */
const BULGE_M = 0.02

/** Ground whose posts are cell centers, with an observer on a post. */
export interface GroundCase {
  losCase: LosCase
  post: Post
  /** Effective earth radius factor k of `losCase` relative to an earth radius of 6 378 137 m. */
  ellipsoidK: number
  /** Known results of the compared posts. */
  answers(): Answer[]
}

export interface Answer {
  /** Row-major index of the post. */
  at: number
  class: number
  /** Clearance in metres of the ray above the ground; negative below ground. */
  clearanceM: number
  /** True if the ray is so close to the ground that either result counts as right. */
  isGrazing: boolean
}

export interface GroundSet {
  name: string
  cases: GroundCase[]
}

/** Reads viewsheds, a real tile and lines of posts from `folder`; `sample`: random cells of large grounds. */
export async function groundSets(folder: string, sample?: number): Promise<GroundSet[]> {
  const surfaces = await readViewsheds(join(folder, 'viewshed'))
  const { ground } = await readDem(join(folder, TILE))
  const { top, left, side } = CUT
  const values = Float32Array.from({ length: side * side }, (_, at) => {
    return ground.heightsM[(top + Math.floor(at / side)) * ground.cols + left + (at % side)]
  })
  const cut = { rows: side, cols: side, cellM: SPLAT_CELL_M, values, nodata: Number.NaN }
  const summit = { row: SUMMIT.row - top, col: SUMMIT.col - left }
  const antennas = { observerM: 30, targetM: 2, kFactor: 4 / 3 }
  return [
    ...surfaces.map(({ name, surface, post, antennas }) => ({
      name: `viewshed/surface.tif, ${name.replace('.tif', '')}`,
      cases: [exactCase(surface, post, antennas, sample)],
    })),
    { name: 'N49E011, 401 × 401 posts', cases: [exactCase(cut, summit, antennas, sample)] },
    { name: LINES, cases: await lineCases(join(folder, LINES)) },
  ]
}

/** Case with known results from the float64 reference, computed on first use. */
function exactCase(surface: Raster, post: Post, antennas: Antennas, sample?: number): GroundCase {
  const found = curvedCase(surface, post, antennas)
  let answers: Answer[] | undefined
  return {
    ...found,
    answers: () => {
      answers ??= postsOf(surface.rows * surface.cols, sample).flatMap((at) => {
        const { class: right, clearanceM } = found.truth(at)
        return right === UNKNOWN ? [] : [answerOf(at, right, clearanceM, GRAZING_M)]
      })
      return answers
    },
  }
}

function curvedCase(surface: Raster, post: Post, antennas: Antennas) {
  const ellipsoidK = antennas.kFactor
  const losCase = levelCase(surface, post, { ...antennas, kFactor: ELLIPSOID * ellipsoidK })
  const reference = referenceOf(losCase)
  const cellOf = cellsOfPosts(losCase, post)
  const { cols } = reference.setup.geometry
  const truth = (at: number): CellTruth => {
    const cell = cellOf(at)
    return reference.cell(Math.floor(cell / cols), cell % cols)
  }
  return { losCase, post, ellipsoidK, truth }
}

function answerOf(at: number, right: number, clearanceM: number, grazingM: number): Answer {
  return { at, class: right, clearanceM, isGrazing: Math.abs(clearanceM) < grazingM }
}

function postsOf(count: number, sample = count): number[] {
  const all = Array.from({ length: count }, (_, at) => at)
  if (sample >= count) return all
  const random = seededRandom(SEED)
  const chosen = new Set<number>()
  while (chosen.size < sample) chosen.add(Math.floor(random() * count))
  return [...chosen]
}

interface Line {
  cell_m: number
  heights_m: (number | null)[]
  /** Index of the observer's post; the observer is at ground level. */
  observer: number
  refraction?: number
  visible?: number[]
  min_height_m?: number[]
}

/** One case per line with visibility classes; two cases per minimum height, slightly above and below it. */
async function lineCases(path: string): Promise<GroundCase[]> {
  const lines: Line[] = JSON.parse(await readFile(path, 'utf8'))
  return lines.flatMap((line) => {
    const { visible, min_height_m: minima } = line
    if (minima === undefined) return [lineCase(line, 0, visible ?? [])]
    const heightsM = [...new Set(minima)].flatMap((m) => (m === 0 ? [OFF_M] : [m - OFF_M, m + OFF_M]))
    return heightsM.map((targetM) =>
      lineCase(
        line,
        targetM,
        minima.map((m) => (targetM >= m ? VISIBLE : BLOCKED)),
      ),
    )
  })
}

function lineCase(line: Line, targetM: number, classes: number[]): GroundCase {
  const { cell_m, heights_m, observer, refraction } = line
  const cols = heights_m.length
  const row = heights_m.map((heightM) => heightM ?? Number.NaN)
  const values = Float32Array.from({ length: LINE_ROWS * cols }, (_, at) => row[at % cols])
  const surface = { rows: LINE_ROWS, cols, cellM: cell_m, values, nodata: Number.NaN }
  const kFactor = refraction === undefined ? 0 : 1 / (1 - refraction)
  const post = { row: 1, col: observer }
  const found = curvedCase(surface, post, { observerM: 0, targetM, kFactor })
  return {
    ...found,
    answers: () =>
      row.flatMap((_, col) => {
        const at = cols + col
        const { class: known, clearanceM } = found.truth(at)
        // Sources ignore unknown posts on a path; this project reports cells beyond unknown posts as unknown.
        if (known === UNKNOWN) return []
        return [answerOf(at, classes[col], clearanceM, refraction === undefined ? GRAZING_M : BULGE_M)]
      }),
  }
}

export interface LossSet {
  name: string
  values: (Value & { maximum: number })[]
}

/** Names of transmission and antenna losses; `validate -- models` also compares intermediate values. */
const LOSSES =
  /^(Lb|Basic Transmission Loss|free_space|two_ray|hata|hata above 1500 MHz|height gain.*|statistical clutter.*|building entry.*) \(dB\)$/

export function lossSets(folder: string): LossSet[] {
  return referenceSets.flatMap((set) => {
    const values = set
      .plain(join(folder, 'models'))
      .filter(({ quantity }) => LOSSES.test(quantity))
      .map((value) => ({ ...value, maximum: set.tolerances[value.quantity].maximum }))
    const name = `models/${set.name}`
    if (set.name !== 'itm') return [{ name, values }]
    const isProfile = ({ from }: Value) => from.startsWith('o_p2p')
    return [
      { name: ITM_PROFILE, values: values.filter(isProfile) },
      { name: `${name}, area`, values: values.filter((value) => !isProfile(value)) },
    ]
  })
}

export const ITM_PROFILE = 'models/itm, pfl.txt'
