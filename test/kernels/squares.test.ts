import t from 'tap'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { forSquares } from '../../kernels/threads/squares.ts'

// A raster is worked on in squares, some at a time, by whoever answers.

const grid = { ...rasterGrid(47, 11, 100, 3000), cols: 75 }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

t.test('squares hold each cell of a raster once, so many at a time', async (t) => {
  for (const [side, atATime] of [
    [7, 3],
    [64, 3],
    [16, 100],
  ] as const) {
    const asked = new Uint8Array(grid.rows * grid.cols)
    const fractions: number[] = []
    let [running, atOnce, taken, squares] = [0, 0, 0, 0]
    await forSquares(
      grid,
      atATime,
      async ({ firstRow, endRow, firstCol, endCol }) => {
        squares++
        atOnce = Math.max(atOnce, ++running)
        for (let row = firstRow; row < endRow; row++) {
          for (let col = firstCol; col < endCol; col++) asked[row * grid.cols + col]++
        }
        await turn()
        running--
        return (endRow - firstRow) * (endCol - firstCol)
      },
      (count) => {
        taken += count
      },
      { side, onProgress: (fraction) => fractions.push(fraction) },
    )
    t.ok(asked.every((times) => times === 1))
    t.equal(taken, grid.rows * grid.cols)
    t.equal(squares, Math.ceil(grid.rows / side) * Math.ceil(grid.cols / side))
    t.equal(atOnce, Math.min(atATime, squares))
    t.same(
      fractions,
      fractions.map((_, at) => (at + 1) / squares),
    )
  }
})

t.test('an error or a signal ends the work once those that run have ended', async (t) => {
  for (const ends of ['error', 'signal']) {
    const controller = new AbortController()
    const reason = new Error(ends)
    let [running, asked] = [0, 0]
    const work = forSquares(
      grid,
      4,
      async () => {
        const turns = ++asked
        running++
        for (let left = turns; left > 0; left--) await turn()
        running--
        if (turns === 6 && ends === 'error') throw reason
        if (turns === 6) controller.abort(reason)
      },
      () => {},
      { side: 7, signal: controller.signal },
    )
    await t.rejects(work, reason)
    t.equal(running, 0, 'nobody writes any more')
    t.ok(asked < 12, `${asked} of 99 squares were asked for`)
  }
})

t.test(
  'a raster has the transmitter on the centre of its middle cell, and begins east of -180 degrees',
  async (t) => {
    const equator = rasterGrid(0, 10, 1000, 10_500)
    // At the equator a degree is 110 574 m of latitude and 111 320 m of longitude.
    t.ok(
      Math.abs(1000 / equator.cellLatDeg - 110_574) < 1 &&
        Math.abs(1000 / equator.cellLonDeg - 111_319.5) < 1,
    )
    t.match(equator, { halfRows: 11, halfCols: 11, rows: 23, cols: 23 })
    t.equal(equator.northDeg, 11.5 * equator.cellLatDeg)
    t.equal(equator.westDeg, 10 - 11.5 * equator.cellLonDeg)
    t.equal(rasterGrid(0, 10, 1000, 500).cols, 3)
    const west = rasterGrid(0, -179.95, 1000, 10_500)
    t.ok(Math.abs(west.westDeg - (180.05 - 11.5 * west.cellLonDeg)) < 1e-9, 'it goes on beyond 180')
    const north = rasterGrid(60, 10, 1000, 10_500)
    t.ok(north.cellLonDeg > 1.98 * north.cellLatDeg && north.cellLonDeg < 2.01 * north.cellLatDeg)
  },
)
