import t from 'tap'
import { fitsGpu } from '../../kernels/engines/sight/gpu/engine.ts'
import { FIT, FIT_SLOPES, LONGEST_LINES } from '../../kernels/engines/sight/gpu/kernel.ts'
import { fitPaths } from '../../kernels/engines/sight/gpu/path-fit.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { hash } from '../references/attacked-ground.ts'
import {
  gridOf,
  type LosCase,
  madeCase,
  openGpu,
  referenceOf,
  runGpuCase,
  runOwnRays,
} from '../references/los.ts'
import { seededRandom } from '../references/random.ts'

// The kernel of a GPU, as gpu.js runs it without one.

const { gpu, ownRays, close } = await openGpu('webasm')
t.teardown(close)

const count = (cells: Uint8Array, value: number) =>
  cells.reduce((sum, cell) => sum + (cell === value ? 1 : 0), 0)

function rough(change: Partial<LosCase> = {}): LosCase {
  const height = (row: number, col: number) => 60 * hash(3, row >> 1, col >> 2) + 20 * hash(4, row, col)
  const heightAt = (row: number, col: number) =>
    Math.hypot(row + 60, col - 50) < 12 ? Number.NaN : height(row, col)
  return madeCase(heightAt, {
    transmitter: { heightM: 70, mode: 'AGL' },
    receiver: { heightM: 10, mode: 'AGL' },
    latDeg: 47,
    half: 140,
    rangeKm: 10,
    ...change,
  })
}

for (const [name, asked] of Object.entries({
  'line of sight': rough(),
  'a part of the Fresnel zone': rough({ fresnel: { fraction: 0.6, frequencyMhz: 868 } }),
  'receivers above sea level': rough({ receiver: { heightM: 75, mode: 'AMSL' } }),
  'a mast off the center of its cell': rough({ lattice: { rows: 0.3, cols: 0.8, width: 1.4 } }),
})) {
  t.test(`${name}: the raster is that of per-cell rays`, async (t) => {
    const truth = await runOwnRays(ownRays, asked)
    const found = await runGpuCase(gpu, ownRays, asked)
    if (found === undefined) throw new Error('Expected a case that fits.')
    for (const value of [VISIBLE, BLOCKED, UNKNOWN]) t.ok(count(truth.visibility, value) > 500)
    t.equal(found.cellsInRange, truth.cellsInRange)
    t.equal(Buffer.compare(found.visibility, truth.visibility), 0)
    // Most of those that are left open are unknown.
    const open = found.settled - count(truth.visibility, UNKNOWN)
    t.ok(open < 0.05 * found.cellsInRange, `${open} of ${found.cellsInRange} cells are left open`)
  })
}

t.test('polynomials follow geodesics as closely as they say', (t) => {
  const random = seededRandom(7)
  for (const [latDeg, step, rows] of [
    [47, 1 / 3600, 970],
    [-60, 1 / 3600, 3200],
    [0.5, 3 / 3600, 3200],
    [78, 1 / 3600, 900],
  ] as const) {
    const cols = rows / Math.cos((latDeg * Math.PI) / 180)
    const north = latDeg < 0 ? -1 : 1
    const quarter = { latDeg, north, latStepDeg: step, lonStepDeg: step, rows, cols }
    const { coefficients, slackAcross, slackT } = fitPaths(quarter)
    let [across, fraction] = [0, 0]
    for (let path = 0; path < 60; path++) {
      const kind = path % 2
      const lines = (0.05 + 0.95 * random()) * (kind === 0 ? rows : cols)
      const slope = random()
      const [rowsAway, colsAway] = kind === 0 ? [lines, slope * lines] : [slope * lines, lines]
      const end = { latDeg: latDeg + north * rowsAway * step, lonDeg: colsAway * step }
      const geodesic = geodesicPath(latDeg, 0, end.latDeg, end.lonDeg)
      const share = random()
      const place = geodesic.at(share * geodesic.distanceM)
      const [row, col] = [(north * (place.latDeg - latDeg)) / step, place.lonDeg / step]
      const [line, exact] = kind === 0 ? [row, col] : [col, row]
      const part = line / lines
      const length = lines / LONGEST_LINES
      const value = (first: number) => {
        let [sum, power] = [0, 1]
        for (let n = 0; n < FIT_SLOPES; n++, power *= slope) {
          for (let k = 0; k < 3; k++) {
            sum += power * length ** k * (coefficients[(21 * kind + first + k) * FIT_SLOPES + n] ?? 0)
          }
        }
        return sum
      }
      const quadratic = (first: number) => value(first) + part * (value(first + 3) + part * value(first + 6))
      const found = line * (slope + (line - lines) * quadratic(FIT.across))
      across = Math.max(across, Math.abs(found - exact))
      const t0 = part + part * (1 - part) * lines * quadratic(FIT.fraction)
      fraction = Math.max(fraction, Math.abs(t0 - share))
      fraction = Math.max(fraction, Math.abs((lines ** 2 * value(FIT.metres2)) / geodesic.distanceM ** 2 - 1))
    }
    t.ok(across <= slackAcross, `${latDeg}°: ${across} of ${slackAcross} posts across`)
    t.ok(fraction <= slackT, `${latDeg}°: ${fraction} of ${slackT} of a path`)
  }
  t.end()
})

t.test('paths that bow between two lines of posts decide as the reference does', async (t) => {
  const latDeg = 84.3
  const perDegree = metresPerDegree(latDeg)
  const [side, latStepDeg, lonStepDeg] = [40, 1000 / perDegree.lat, 1000 / perDegree.lon]
  const heightsM = Float32Array.from({ length: side * side }, (_, post) => {
    return 150 * (post % side) - 40 * Math.floor(post / side)
  })
  const ground = { heightsM, rows: side, cols: side, latStepDeg, lonStepDeg }
  const [northDeg, westDeg] = [latDeg + 20.3 * latStepDeg, 11 - 20.6 * lonStepDeg]
  const asked: LosCase = {
    ...rough({ latDeg, resolutionM: 2100, rangeKm: 15 }),
    ground: { ...ground, northDeg, westDeg },
    transmitter: { heightM: 0.5, mode: 'AGL' },
  }
  const { cols } = gridOf(asked)
  const reference = referenceOf(asked)
  let cells = 0
  for (const [cell, found] of (await runOwnRays(ownRays, asked)).visibility.entries()) {
    const { minReceiverHeightM } = reference.cell(Math.floor(cell / cols), cell % cols)
    if (found === UNKNOWN || !(minReceiverHeightM > 0.1) || cell % 5 > 0) continue
    cells++
    for (const [offM, expected] of [
      [0.002, VISIBLE],
      [-0.002, BLOCKED],
    ] as const) {
      const receiver = { heightM: minReceiverHeightM + offM, mode: 'AGL' } as const
      const seen = await runGpuCase(gpu, ownRays, { ...asked, receiver })
      t.equal(seen?.visibility[cell], expected, `cell ${cell}, ${1000 * offM} mm`)
    }
  }
  t.ok(cells > 10)
})

t.test('discs of more than 4096 posts, or that polynomials do not follow, are left to processors', (t) => {
  const second = 1 / 3600
  for (const [latDeg, rangeKm, fits] of [
    [0, 100, true],
    [0, 130, false],
    [60, 60, true],
    [85, 30, false],
  ] as const) {
    const grid = rasterGrid(latDeg, 11, 200, 1000 * rangeKm)
    const posts = { latStepDeg: second, lonStepDeg: second }
    t.equal(fitsGpu({ posts, latDeg, grid, rangeM: 1000 * rangeKm }), fits, `${latDeg}°, ${rangeKm} km`)
  }
  t.end()
})
