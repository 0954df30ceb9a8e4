import t from 'tap'
import { discExtent, geodesicFrom, inverse } from '../../kernels/geodesy/azimuthal.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { seededRandom } from '../references/random.ts'

// The widest azimuth is found by halving: the same as looking at all of them.

t.test('a disc reaches as far east as the farthest of all azimuths', async (t) => {
  const draw = seededRandom(9)
  let looked = 0
  for (let count = 0; count < 200; count++) {
    const rangeM = 100 * 3000 ** draw()
    const latDeg = (2 * draw() - 1) * 85
    if (Math.abs(latDeg) + rangeM / 111_000 > 89) continue
    let eastDeg = 0
    for (let azimuthDeg = 0; azimuthDeg <= 180; azimuthDeg += 0.5) {
      eastDeg = Math.max(eastDeg, geodesicFrom(latDeg, azimuthDeg)(rangeM).dLonDeg)
    }
    looked++
    t.equal(discExtent(latDeg, rangeM).eastDeg, eastDeg * (1 + 4e-5), `${rangeM} m at ${latDeg}`)
  }
  t.ok(looked > 150)
})

t.test('a raster holds its disc, with the transmitter on the middle of a cell', async (t) => {
  for (const [latDeg, lonDeg, westDeg] of [
    [47, 11, undefined],
    [-35, 179.95, undefined],
    [-35, -179.95, 180.05],
    [60, -180, 180],
  ] as const) {
    const grid = rasterGrid(latDeg, lonDeg, 100, 10_000)
    const { rows, cols, txRow, txCol, cellLatDeg, cellLonDeg } = grid
    t.same([rows, cols], [2 * txRow + 1, 2 * txCol + 1])
    // A hundred cells of 100 m, and what meridians draw together to the pole.
    t.ok(txRow >= 100 && txRow <= 101 && txCol >= 100 && txCol <= 101, `${txRow}, ${txCol}`)
    t.ok(Math.abs(grid.northDeg - (txRow + 0.5) * cellLatDeg - latDeg) < 1e-9)
    const middleDeg = grid.westDeg + (txCol + 0.5) * cellLonDeg
    t.ok(Math.abs(middleDeg - (westDeg ?? lonDeg)) < 1e-9, `the date line: ${middleDeg}`)
    t.ok(grid.westDeg >= -180)
    const { distanceM } = inverse(latDeg, 0, latDeg + cellLatDeg, 0)
    const { distanceM: acrossM } = inverse(latDeg, 0, latDeg, cellLonDeg)
    t.ok(Math.abs(distanceM - 100) < 0.01 && Math.abs(acrossM - 100) < 0.01, `${distanceM}, ${acrossM} m`)
  }
})
