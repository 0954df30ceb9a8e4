import t from 'tap'
import { cutTile, quarterOf, tileSide } from '../../kernels/engines/loss/tile.ts'
import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { heightAt, heightsAlong, PathCurve } from '../../kernels/terrain/ground.ts'
import { higherGround } from '../../kernels/terrain/higher-ground.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import { edgeAround, groundAtM, withoutFiner } from '../../kernels/terrain/parts.ts'
import { type PostGrid, UNKNOWN_HEIGHT_M } from '../../kernels/terrain/window.ts'
import { seededRandom } from '../references/random.ts'
import { windowAround } from '../references/window.ts'

// The ground between posts by figures worked out by hand.

/** Posts of a hundredth of a degree from 50° N 10° E on. */
function gridOf(heights: number[][], change: Partial<PostGrid> = {}): PostGrid {
  return {
    heightsM: Float32Array.from(heights.flat()),
    rows: heights.length,
    cols: heights[0].length,
    northDeg: 50,
    westDeg: 10,
    latStepDeg: 0.01,
    lonStepDeg: 0.01,
    ...change,
  }
}

function near(got: number, wanted: number, within = 1e-4): boolean {
  return Math.abs(got - wanted) <= within || (Number.isNaN(got) && Number.isNaN(wanted))
}

t.test('heights between posts are bilinear; unknown posts count where they have weight', async (t) => {
  const grid = gridOf([
    [0, 10, 20],
    [40, 70, UNKNOWN_HEIGHT_M],
    [80, 90, 100],
  ])
  for (const [row, col, wanted] of [
    [0, 0, 0],
    [0, 1.5, 15],
    [0.5, 0, 20],
    [0.25, 0.5, 17.5],
    [0.5, 0.5, 30],
    [2, 2, 100],
    [2, 1.25, 92.5],
    [2, 1.25 - 1e-9, 92.5],
    [0, 2, 20],
    [0.01, 1.01, Number.NaN],
    [0.5, 1, 40],
    [1, 2, Number.NaN],
    [1.5, 2, Number.NaN],
    [-0.01, 1, Number.NaN],
    [1, -0.01, Number.NaN],
    [2.01, 1, Number.NaN],
    [2, 2.01, Number.NaN],
    [3, 0, Number.NaN],
    [-1e-9, -1e-9, 0],
  ]) {
    const got = heightAt(grid, row, col)
    t.ok(near(got, wanted), `${row}, ${col}: ${got}, not ${wanted}`)
  }
})

t.test('heights along a path are those of its places, step by step', async (t) => {
  const random = seededRandom(31)
  const [side, steps] = [60, 40]
  const heightsM = Float32Array.from({ length: side * side }, () => 100 * random() - 200)
  const posts = { heightsM, rows: side, cols: side, txRow: 30.25, txCol: 29.5 }
  const swerve = () => 2 * random() - 1
  for (let path = 0; path < 20; path++) {
    const [row1, col1] = [0.5 * swerve(), 0.5 * swerve()]
    const [row2, col2] = [0.002 * swerve(), 0.002 * swerve()]
    const [row3, col3] = [2e-5 * swerve(), 2e-5 * swerve()]
    const [row4, col4] = [2e-7 * swerve(), 2e-7 * swerve()]
    const into = new Float64Array(steps + 1)
    const curve = { ...new PathCurve(), steps, row1, row2, row3, row4, col1, col2, col3, col4 }
    t.ok(heightsAlong(posts, curve, 500, into))
    const off = into.reduce((worst, got, i) => {
      const row = posts.txRow + row1 * i + row2 * i ** 2 + row3 * i ** 3 + row4 * i ** 4
      const col = posts.txCol + col1 * i + col2 * i ** 2 + col3 * i ** 3 + col4 * i ** 4
      return Math.max(worst, Math.abs(got - 500 - heightAt(posts, row, col)))
    }, 0)
    t.ok(off < 1e-6, `path ${path} is off by ${off} m`)
  }
  const west = { ...new PathCurve(), steps, col1: -0.5 }
  const into = new Float64Array(steps + 1)
  t.ok(heightsAlong(posts, west, 0, into))
  heightsM[30 * side + 12] = UNKNOWN_HEIGHT_M
  t.notOk(heightsAlong(posts, west, 0, into), 'over an unknown post')
  t.ok(heightsAlong({ ...posts, txRow: 29 }, west, 0, into), 'beside it')
  t.notOk(heightsAlong(posts, { ...west, col1: -1 }, 0, into), 'out of the posts')
})

t.test('a window is relative to the antenna, and knows its unknown posts', async (t) => {
  const none = Number.NaN
  const window = windowAround(
    gridOf([
      [1, 2, 3, 4],
      [5, none, 7, none],
      [9, none, 11, 12],
    ]),
    49.985,
    10.0225,
    100,
  )
  t.ok(near(window.txRow, 1.5, 1e-9) && near(window.txCol, 2.25, 1e-9))
  const no = UNKNOWN_HEIGHT_M
  t.same([...window.heightsM], [-99, -98, -97, -96, -95, no, -93, no, -91, no, -89, -88])
  const { posts, firstInRow, lastInRow, firstInCol, lastInCol } = window.unknown ?? {}
  t.equal(posts, 3)
  t.same([...(firstInRow ?? [])], [4, 1, 1])
  t.same([...(lastInRow ?? [])], [-1, 3, 1])
  t.same([...(firstInCol ?? [])], [3, 1, 3, 1])
  t.same([...(lastInCol ?? [])], [-1, 2, -1, 1])
  t.equal(windowAround(gridOf([[0, 0]]), 50, 10, 0).unknown, undefined)
})

const coarse = gridOf([
  [0, 0, 0, 0],
  [0, 100, 200, 0],
  [0, 300, 400, 0],
  [0, 0, 0, 0],
])
/** On the square of the middle posts, up to which it belongs. */
const fine = gridOf(
  [
    [1000, 1001, 1002],
    [1003, 1004, 1005],
    [1006, 1007, Number.NaN],
  ],
  { northDeg: 49.99, westDeg: 10.01, latStepDeg: 0.005, lonStepDeg: 0.005 },
)

t.test('a point has the ground of the finest part that encloses it', async (t) => {
  for (const [latDeg, lonDeg, wanted] of [
    [49.99, 10.01, 1000],
    [49.985, 10.0175, 1004.5],
    [49.98, 10.015, 1007],
    [49.98, 10.02, Number.NaN],
    [49.995, 10.01, 50],
    [49.985, 10.025, 150],
    [49.97, 10.03, 0],
    [49.969, 10.01, Number.NaN],
    [50.001, 10.01, Number.NaN],
    [49.98, 9.999, Number.NaN],
    [49.98, 10.031, Number.NaN],
  ]) {
    const got = groundAtM([fine, coarse], latDeg, lonDeg)
    t.ok(near(got, wanted, 0.01), `${latDeg}, ${lonDeg}: ${got}, not ${wanted}`)
  }
})

t.test("a job's ground is the same before and after its window is made", async (t) => {
  const copy = (grid: PostGrid) => ({ ...grid, heightsM: grid.heightsM.slice() })
  const tx = { latDeg: 49.985, lonDeg: 10.015, antennaM: 30 }
  for (const [parts, wanted] of [
    [[copy(coarse)], 220],
    [[copy(fine), copy(coarse)], 974],
  ] as const) {
    const ground = jobGround(parts, tx)
    t.ok(near(ground.overAntennaM(49.985, 10.015), wanted), 'before')
    const window = await ground.window()
    t.equal(window.heightsM[0], -30, 'posts of the last part, above the antenna')
    t.equal(await ground.window(), window, 'made once')
    t.ok(near(ground.overAntennaM(49.985, 10.015), wanted), 'after')
    t.ok(near(ground.overAntennaM(49.98, 10.025), 170), 'and where only the coarse part is')
  }
})

t.test('where finer ground lies the last part is lower than both, and unknown where either may be', (t) => {
  const [none, rows] = [Number.NaN, Array.from({ length: 8 }, () => Array(8).fill(100))]
  // A hole in the part, one across its edge and one beyond it.
  for (const [row, col] of [
    [4, 3],
    [2, 4],
    [6, 7],
  ]) {
    rows[row][col] = none
  }
  const under = (heights: number[]) => {
    const change = { northDeg: 49.976, westDeg: 10.0195, latStepDeg: 0.014, lonStepDeg: 0.016 }
    const parts = [gridOf([heights, heights, heights], change), gridOf(rows)]
    const steps = withoutFiner(parts)
    let step = steps.next()
    while (!step.done) step = steps.next()
    t.ok(parts[1].heightsM.includes(100) && !parts[1].heightsM.includes(80), 'a copy')
    return [...step.value.heightsM]
  }
  // From row 2.4 to 5.2 and from column 1.95 to 5.15.
  const lowered = rows.map((line, row) =>
    line.map((heightM, col) => {
      if (row === 4 && col === 3) return 80
      return row >= 2 && row <= 6 && col >= 1 && col <= 6 && heightM === 100 ? 80 : heightM
    }),
  )
  t.same(under([130, 80, 130]), lowered.flat(), 'as low as the finer ground')
  t.same(
    under([130, 180, 130]),
    lowered.flat().map((heightM) => (heightM === 80 ? 100 : heightM)),
    'or its own',
  )
  // Unknown from column 3.55 to 5.15.
  const unknown = lowered.map((line, row) =>
    line.map((heightM, col) => (row >= 2 && row <= 6 && col >= 3 && col <= 6 ? none : heightM)),
  )
  t.same(under([130, 80, none]), unknown.flat(), 'as unknown as the finer ground')
  t.end()
})

t.test('about a finer part all posts may be unknown', (t) => {
  const rows = Array.from({ length: 8 }, () => Array(8).fill(Number.NaN))
  const part = { rows: 3, cols: 3, northDeg: 49.976, westDeg: 10.0195, latStepDeg: 0.014, lonStepDeg: 0.016 }
  t.ok(edgeAround(part, gridOf(rows)).heightsM.every(Number.isNaN))
  t.end()
})

t.test('higher ground is the highest post within 300 m, more than 5 m above the place', async (t) => {
  // Posts 99 m apart.
  const perDegree = metresPerDegree(50)
  const [latStepDeg, lonStepDeg] = [99 / perDegree.lat, 99 / perDegree.lon]
  const place = { latDeg: 50 - 5 * latStepDeg, lonDeg: 10 + 5 * lonStepDeg, groundM: 100 }
  const found = (posts: [row: number, col: number, heightM: number][]) => {
    const heights = Array.from({ length: 11 }, () => Array.from({ length: 11 }, () => 100))
    for (const [row, col, heightM] of posts) heights[row][col] = heightM
    const higher = higherGround([gridOf(heights, { latStepDeg, lonStepDeg })], place, perDegree)
    if (higher === undefined) return undefined
    const { latDeg, lonDeg, groundM } = higher
    return [Math.round((50 - latDeg) / latStepDeg), Math.round((lonDeg - 10) / lonStepDeg), groundM]
  }
  t.same(found([[4, 6, 105]]), undefined, 'no more than 5 m')
  t.same(found([[4, 6, 106]]), [4, 6, 106])
  t.same(
    found([
      [4, 6, 120],
      [6, 4, 121],
      [5, 5, 119],
    ]),
    [6, 4, 121],
    'the highest',
  )
  for (const [row, col] of [
    [2, 5],
    [8, 5],
    [5, 2],
    [5, 8],
  ]) {
    t.same(found([[row, col, 150]]), [row, col, 150], `within 300 m: ${row}, ${col}`)
  }
  t.same(
    found([
      [3, 2, 150],
      [8, 7, 150],
      [1, 5, 150],
      [5, 9, 150],
    ]),
    undefined,
    'beyond 300 m',
  )
  t.same(
    found([
      [4, 5, Number.NaN],
      [5, 6, 130],
    ]),
    [5, 6, 130],
    'unknown posts are none',
  )
  // A fine part without the hill that the coarse one has there.
  const hill = gridOf(
    [
      [100, 100, 100],
      [100, 180, 100],
      [100, 100, 100],
    ],
    { latStepDeg, lonStepDeg },
  )
  const level = { ...hill, heightsM: new Float32Array(9).fill(102) }
  const middle = { latDeg: 50 - 1.5 * latStepDeg, lonDeg: 10 + 1.5 * lonStepDeg, groundM: 100 }
  t.equal(higherGround([hill], middle, perDegree)?.groundM, 180)
  t.equal(higherGround([level, hill], middle, perDegree), undefined, 'the finer part counts')

  // 20 km around 60° N, where meridians converge by 0.5 % over that distance; geodesics decide.
  const far = { latDeg: 60, lonDeg: 10, groundM: 100 }
  const side = 61
  const [northDeg, westDeg] = [60.3, 9.4]
  const posts = { rows: side, cols: side, northDeg, westDeg, latStepDeg: 0.01, lonStepDeg: 0.02 }
  const flat = Array.from({ length: side }, () => Array.from({ length: side }, () => 100))
  for (let row = 0; row < side; row += 4) {
    for (let col = 0; col < side; col += 4) {
      const { distanceM } = inverse(60, 10, northDeg - row * 0.01, westDeg + col * 0.02)
      if (distanceM < 10 || distanceM > 30_000) continue
      const heights = gridOf(flat, posts)
      heights.heightsM[row * side + col] = 101
      for (const marginM of [-5, 5]) {
        const options = { searchM: distanceM + marginM, worthM: 0 }
        const higher = higherGround([heights], far, metresPerDegree(60), options)
        t.equal(higher?.groundM, marginM > 0 ? 101 : undefined, `${row}, ${col}: ${distanceM} ${marginM}`)
      }
    }
  }
})

t.test('a tile holds the posts of its quarter, whichever it is', async (t) => {
  const side = 60
  const heights = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, col) => row + col / 100),
  )
  heights[33][33] = Number.NaN
  const window = windowAround(gridOf(heights), 50 - 0.305, 10.307, 0)
  for (const [down, right] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ]) {
    const quarter = { rows: 20 * down, cols: 15 * right, bendRows: 2.5 }
    const { side: posts, posts: tensor, txRow, txCol } = cutTile(window, quarter)
    const { value } = tensor as unknown as { value: Float32Array }
    t.equal(posts, 512)
    t.ok(near(txRow % 1, 0.5) && near(txCol % 1, 0.7))
    for (const [rows, cols] of [
      [0, 0],
      [20, 15],
      [20, 0],
      [-2, 15],
      [0, 16],
    ]) {
      const [row, col] = [30 + rows * down, 30 + cols * right]
      const got = value[(Math.floor(txRow) + rows * down) * posts + Math.floor(txCol) + cols * right]
      t.ok(near(got, row + col / 100), `${row}, ${col}: ${got}`)
    }
    const hole = value[(Math.floor(txRow) + 3) * posts + Math.floor(txCol) + 3]
    t.ok(hole < -1e11, 'unknown ground lies far below any')
  }
  for (const [reach, wanted] of [
    [494, 512],
    [495, 1024],
    [1006, 1024],
    [4078, 4096],
    [4079, undefined],
  ] as const) {
    t.equal(tileSide({ rows: reach, cols: 3, bendRows: 0 }), wanted, `${reach} rows`)
    t.equal(tileSide({ rows: 3, cols: -reach, bendRows: 0 }), wanted, `${reach} columns`)
    t.equal(tileSide({ rows: 10 - reach, cols: 3, bendRows: 9.5 }), wanted, 'bends count too')
  }
  const grid = { txRow: 100, txCol: 60, rows: 201, cols: 121, cellLatDeg: 0.001, cellLonDeg: 0.002 }
  const quarter = quarterOf({
    grid: grid as never,
    posts: { latStepDeg: 0.0005, lonStepDeg: 0.0004 },
    latDeg: -60,
    rangeM: 100_000,
  })
  t.ok(near(quarter.rows, 200) && near(quarter.cols, 300))
  // Twice 10¹⁰·tan 60°/(8·6371 km), in posts of 0.0005°: 111.4 km a degree there.
  t.ok(near(quarter.bendRows, 679.7 / 55.7, 0.01), `${quarter.bendRows} rows`)
})
