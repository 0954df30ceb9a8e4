/** Cases of the mixed-ground validation, and their ground. */

import type { Lattice } from '../../storage/terrain/types.ts'
import { type MadeFile, type MadeGround, type MadePosts, madePosts, reliefM } from './made-ground.ts'

export interface GroundCase {
  ground: MadeGround
  name: string
  latDeg: number
  lonDeg: number
  heightM: number
  rangeKm: number
  /** Side of a cell in posts, and spacing of the posts in metres. */
  postsACell: number
  postM: number
}

const SECOND = 1 / 3600
const METRES_A_SECOND = 30.9

/** SRTM tile at one or three arc seconds, on a relief that continues across tiles. */
function srtm(southDeg: number, westDeg: number, seconds: 1 | 3): MadeFile {
  const side = 3600 / seconds + 1
  const extent = {
    northDeg: southDeg + 1,
    westDeg,
    latStepDeg: seconds * SECOND,
    lonStepDeg: seconds * SECOND,
    rows: side,
    cols: side,
  }
  const east = 3600 * (westDeg - 9)
  const name = `N${southDeg}E${String(westDeg).padStart(3, '0')}.hgt`
  return { name, posts: madePosts(extent, (row, col) => reliefM(seconds * row, east + seconds * col)) }
}

const one = srtm(47, 9, 1)
const three = srtm(47, 9, 3)

function lattice({ northDeg, westDeg, latStepDeg, lonStepDeg }: MadePosts, times = 1): Lattice {
  return { northDeg, westDeg, latStepDeg: latStepDeg / times, lonStepDeg: lonStepDeg / times }
}

function single(): GroundCase[] {
  const ground = { name: '30 m', files: [one], exact: lattice(one.posts) }
  const mast = { latDeg: 47.50011, lonDeg: 9.50017, heightM: 30 }
  return [
    [1, 5],
    [4, 10],
    [16, 30],
    [64, 35],
  ].map(([postsACell, rangeKm]) => ({
    ground,
    name: ground.name,
    ...mast,
    rangeKm,
    postsACell,
    postM: METRES_A_SECOND,
  }))
}

/** Case with posts `seconds` arc seconds apart to the north, and `times` as many arc seconds to the east. */
function polar(
  latDeg: number,
  rangeKm: number,
  seconds: number,
  times: number,
  heightM: number,
): GroundCase[] {
  const halfRows = Math.ceil((3600 * (rangeKm / 111 + 0.1)) / seconds)
  const eastDeg = rangeKm / 111 / Math.cos(((latDeg + rangeKm / 111) * Math.PI) / 180) + 0.5
  const halfCols = Math.ceil((3600 * eastDeg) / (seconds * times))
  const latStepDeg = seconds * SECOND
  const lonStepDeg = times * latStepDeg
  const extent = {
    northDeg: latDeg + halfRows * latStepDeg,
    westDeg: 20 - halfCols * lonStepDeg,
    latStepDeg,
    lonStepDeg,
    rows: 2 * halfRows + 1,
    cols: 2 * halfCols + 1,
  }
  const posts = madePosts(extent, reliefM)
  const ground = {
    name: `${latDeg}°, ${rangeKm} km`,
    files: [{ name: 'polar.tif', posts }],
    exact: lattice(posts),
  }
  return [1, 4, 16, 64].map((postsACell) => ({
    ground,
    name: ground.name,
    latDeg: latDeg + 0.3 * latStepDeg,
    lonDeg: 20.4,
    heightM,
    rangeKm,
    postsACell,
    postM: METRES_A_SECOND * seconds,
  }))
}

function beside(): GroundCase[] {
  const files = [one, srtm(47, 10, 3)]
  const ground = { name: '30 m beside 90 m', files, exact: lattice(one.posts) }
  return [
    ['mast on 30 m', 9.97],
    ['mast on 90 m', 10.0304],
  ].flatMap(([where, lonDeg]) =>
    [
      [1, 8],
      [4, 12],
      [16, 25],
      [64, 35],
    ].map(([postsACell, rangeKm]) => ({
      ground,
      name: `${ground.name}, ${where}`,
      latDeg: 47.50011,
      lonDeg: lonDeg as number,
      heightM: 30,
      rangeKm,
      postsACell,
      postM: 3 * METRES_A_SECOND,
    })),
  )
}

/** Cases with 300 × 300 posts 1 m apart within coarse ground: rough, and slightly above the coarse ground. */
function patched(coarse: MadeFile, times: number): GroundCase[] {
  const { posts } = coarse
  const step = posts.latStepDeg / times
  const top = Math.round(0.5 / step) + 7
  const left = Math.round(0.5 / step) + 11
  const extent = {
    northDeg: posts.northDeg - top * step,
    westDeg: posts.westDeg + left * step,
    latStepDeg: step,
    lonStepDeg: step,
    rows: 300,
    cols: 300,
  }
  const underM = (row: number, col: number) => {
    const [down, right] = [(top + row) / times, (left + col) / times]
    const [r, c] = [Math.floor(down), Math.floor(right)]
    const [y, x] = [down - r, right - c]
    const post = (i: number, j: number) => posts.heightsM[(r + i) * posts.cols + c + j]
    return (1 - y) * ((1 - x) * post(0, 0) + x * post(0, 1)) + y * ((1 - x) * post(1, 0) + x * post(1, 1))
  }
  const patch = madePosts(extent, (row, col) => underM(row, col) + 1 + 0.03 * reliefM(row, col))
  const files = [{ name: 'patch.tif', posts: patch }, coarse]
  const ground = { name: `patch of 1 m in ${times === 30 ? 30 : 90} m`, files, exact: lattice(posts, times) }
  const at = (rows: number, cols: number) => ({
    latDeg: extent.northDeg - rows * step,
    lonDeg: extent.westDeg + cols * step,
  })
  return [
    { where: 'mast outside', ...at(700.3, -450.7) },
    { where: 'mast in it', ...at(140.3, 120.7) },
  ].flatMap(({ where, ...mast }) =>
    [1, 4, 16].map((postsACell) => ({
      ground,
      name: `${ground.name}, ${where}`,
      ...mast,
      heightM: 10,
      rangeKm: 2,
      postsACell,
      postM: posts.latStepDeg * 3600 * METRES_A_SECOND,
    })),
  )
}

/** Two GLO-30 files at a parallel where the longitude spacing changes from `south` to `north` arc seconds. */
function stepChange(atDeg: number, south: number, north: number, exactLon: number): GroundCase[] {
  const half = 600
  const eastDeg = 12 / 111 / Math.cos(((atDeg + 0.2) * Math.PI) / 180) + 0.05
  const columns = (seconds: number) => 2 * Math.ceil((3600 * eastDeg) / seconds / 30) * 30 + 1
  const westDeg = 20 - ((columns(north) - 1) / 2) * north * SECOND
  const file = (name: string, northDeg: number, seconds: number, rows0: number): MadeFile => {
    const extent = {
      northDeg,
      westDeg,
      latStepDeg: SECOND,
      lonStepDeg: seconds * SECOND,
      rows: half,
      cols: Math.round(((columns(north) - 1) * north) / seconds) + 1,
    }
    return {
      name,
      posts: madePosts(extent, (row, col) => reliefM(rows0 + row, Math.round((col * seconds) / south))),
    }
  }
  const files = [file('north.tif', atDeg + half * SECOND, north, 0), file('south.tif', atDeg, south, half)]
  const exact = {
    northDeg: files[1].posts.northDeg,
    westDeg,
    latStepDeg: SECOND,
    lonStepDeg: exactLon * SECOND,
  }
  const ground = { name: `change of step at ${atDeg}°`, files, exact }
  return [1, 4, 16].map((postsACell) => ({
    ground,
    name: ground.name,
    latDeg: atDeg - 0.01003,
    lonDeg: 20.0007,
    heightM: 30,
    rangeKm: 12,
    postsACell,
    postM: METRES_A_SECOND,
  }))
}

/** Cases are built on demand, as each takes tens of megabytes. */
export const groundCases: Record<string, () => GroundCase[]> = {
  single,
  'lat70.5': () => polar(70.5, 300, 30, 3, 900),
  'lat75.5': () => polar(75.5, 200, 30, 3, 600),
  'lat78.5': () => polar(78.5, 100, 15, 3, 300),
  'lat80.5': () => polar(80.5, 50, 3, 5, 60),
  'lat84.5': () => polar(84.5, 20, 3, 5, 30),
  beside,
  patch90: () => patched(three, 90),
  patch30: () => patched(one, 30),
  step50: () => stepChange(50, 1, 1.5, 0.5),
  step80: () => stepChange(80, 3, 5, 1),
  step85: () => stepChange(85, 5, 10, 5),
}
