/** Synthetic ground from files of several spacings, and the same ground on a single lattice of posts. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { discExtent } from '../../kernels/geodesy/azimuthal.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import type { Lattice } from '../../storage/terrain/types.ts'
import { writeHgt } from '../../test/references/hgt-file.ts'
import { putGeotiff } from '../../test/references/made-tiles.ts'
import type { Ground } from '../../test/references/reference-los.ts'
import { mirrored, syntheticRelief } from '../ground/scenes.ts'

const SEED = 2026
const MARGIN_POSTS = 4
/** Tolerated rounding error, in posts, of a position that is on a post. */
const ROUNDING_POSTS = 1e-6

export interface MadePosts extends Omit<PostGrid, 'heightsM'> {
  heightsM: Float32Array | Float64Array
}

/** Synthetic terrain file; .hgt files have integer heights in metres and start at whole degrees. */
export interface MadeFile {
  name: string
  posts: MadePosts
}

export interface MadeGround {
  name: string
  /** Files in order of precedence: a position belongs to the first file whose outermost posts enclose it. */
  files: MadeFile[]
  /** Lattice that contains the posts of all files exactly. */
  exact: Lattice
}

const relief = syntheticRelief(SEED)

/** Height in metres of an endless low mountain range. */
export function reliefM(row: number, col: number): number {
  return relief.heightsM[mirrored(row, relief.rows) * relief.cols + mirrored(col, relief.cols)]
}

export function madePosts(
  extent: Omit<PostGrid, 'heightsM'>,
  heightAt: (row: number, col: number) => number,
): MadePosts {
  const { rows, cols } = extent
  const heightsM = Float32Array.from({ length: rows * cols }, (_, at) =>
    heightAt(Math.floor(at / cols), at % cols),
  )
  return { ...extent, heightsM }
}

export async function writeGround(folder: string, { files }: MadeGround): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, posts } of files) {
    const { heightsM, cols } = posts
    const path = join(folder, name)
    if (name.endsWith('.hgt')) await writeHgt(path, Int16Array.from(heightsM))
    else
      await putGeotiff(path, { ...posts, isPoint: true, heightAt: (row, col) => heightsM[row * cols + col] })
  }
}

/** Surface on a lattice around a disc, computed in float64 without any code of the service. */
export function groundOn(
  lattice: Lattice,
  files: readonly MadeFile[],
  { latDeg, lonDeg, rangeM }: { latDeg: number; lonDeg: number; rangeM: number },
): Ground {
  const disc = discExtent(latDeg, rangeM)
  const { northDeg, westDeg, latStepDeg, lonStepDeg } = lattice
  const firstRow = Math.floor((northDeg - latDeg - disc.northDeg) / latStepDeg) - MARGIN_POSTS
  const lastRow = Math.ceil((northDeg - latDeg + disc.southDeg) / latStepDeg) + MARGIN_POSTS
  const firstCol = Math.floor((lonDeg - disc.eastDeg - westDeg) / lonStepDeg) - MARGIN_POSTS
  const lastCol = Math.ceil((lonDeg + disc.eastDeg - westDeg) / lonStepDeg) + MARGIN_POSTS
  const rows = lastRow - firstRow + 1
  const cols = lastCol - firstCol + 1
  const rectangle = { firstRow, firstCol, rows, cols }
  return { lattice, rectangle, heightsM: interpolated(files, { lattice, rectangle }) }
}

function interpolated(
  files: readonly MadeFile[],
  { lattice, rectangle }: Pick<Ground, 'lattice' | 'rectangle'>,
): Float64Array {
  const { northDeg, westDeg, latStepDeg, lonStepDeg } = lattice
  const { firstRow, firstCol, rows, cols } = rectangle
  const heightsM = new Float64Array(rows * cols).fill(Number.NaN)
  for (const { posts } of [...files].reverse()) {
    const rowsOf = places(
      rows,
      posts.rows,
      (row) => posts.northDeg - (northDeg - (firstRow + row) * latStepDeg),
      posts.latStepDeg,
    )
    const colsOf = places(
      cols,
      posts.cols,
      (col) => westDeg + (firstCol + col) * lonStepDeg - posts.westDeg,
      posts.lonStepDeg,
    )
    for (const { at: row, post: top, fraction: down } of rowsOf) {
      for (const { at: col, post: left, fraction: right } of colsOf) {
        const at = top * posts.cols + left
        const west = between(posts.heightsM[at], posts.heightsM[at + posts.cols], down)
        const east = between(posts.heightsM[at + 1], posts.heightsM[at + posts.cols + 1], down)
        heightsM[row * cols + col] = between(west, east, right)
      }
    }
  }
  return heightsM
}

function between(from: number, to: number, fraction: number): number {
  return from + fraction * (to - from)
}

/** Rows or columns of a lattice within `posts`: the preceding post of each, and the offset from it. */
function places(
  count: number,
  posts: number,
  awayDeg: (at: number) => number,
  stepDeg: number,
): { at: number; post: number; fraction: number }[] {
  const found = []
  for (let at = 0; at < count; at++) {
    const exact = awayDeg(at) / stepDeg
    const nearest = Math.round(exact)
    const place = Math.abs(exact - nearest) < ROUNDING_POSTS ? nearest : exact
    if (place < 0 || place > posts - 1) continue
    const post = Math.min(Math.floor(place), posts - 2)
    found.push({ at, post, fraction: place - post })
  }
  return found
}
