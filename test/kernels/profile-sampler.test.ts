import t from 'tap'
import { GeodesicPathInSegments, geodesicTable } from '../../kernels/geodesy/geodesic-segments.ts'
import { ProfileSampler } from '../../kernels/profiles/profile-sampler.ts'
import { groundAtM } from '../../kernels/terrain/parts.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { geodesicBetween } from '../references/geodesic.ts'
import { roughGround } from '../references/rough-ground.ts'

// What a path reads of ground in parts: a fine patch within coarse posts.

const [LAT, LON] = [47.003, 9.002]
const COARSE = 1 / 1200
const FINE = 1 / 24_000

/** 92 × 63 m posts, 26 km to each side. */
const coarse = roughGround(47, 9, 300, 420, { latStepDeg: COARSE, lonStepDeg: COARSE })
/** 4.6 × 3.2 m posts over 1.8 × 1.3 km, north-east of the transmitter. */
function patch(heightAt: (row: number, col: number) => number = () => 500): PostGrid {
  const [rows, cols] = [401, 401]
  const heightsM = Float32Array.from({ length: rows * cols }, (_, at) =>
    heightAt(Math.floor(at / cols), at % cols),
  )
  const lattice = { latStepDeg: FINE, lonStepDeg: FINE }
  return { heightsM, rows, cols, northDeg: 47.0621, westDeg: 9.0503, ...lattice }
}

const table = geodesicTable(LAT, 30_000, 1e-4)

function pathTo(latDeg: number, lonDeg: number): GeodesicPathInSegments {
  const { distanceM, azimuthDeg } = geodesicBetween(LAT, LON, latDeg, lonDeg)
  const azimuth = (azimuthDeg * Math.PI) / 180
  const path = new GeodesicPathInSegments(table)
  path.to(distanceM * Math.sin(azimuth), distanceM * Math.cos(azimuth))
  return path
}

const BEYOND = [47.1, 9.109] as const

t.test('where there are finer posts steps are as they, elsewhere as the coarse ones', async (t) => {
  const parts = [patch(), coarse]
  const sampler = new ProfileSampler(parts, LAT, LON)
  const path = pathTo(...BEYOND)
  t.ok(sampler.sample(path, false))
  const { distancesM, heightsM } = sampler
  let fine = 0
  let coarser = 0
  for (let at = 1; at < distancesM.length; at++) {
    const stepM = distancesM[at] - distancesM[at - 1]
    path.moveTo((distancesM[at] + distancesM[at - 1]) / 2)
    const row = (parts[0].northDeg - LAT - path.latDeg) / FINE
    const col = (LON + path.lonDeg - parts[0].westDeg) / FINE
    const isInside = row >= 0 && row <= 400 && col >= 0 && col <= 400
    if (stepM > 0 && stepM <= 3.2) fine++
    else if (!isInside && stepM > 0 && stepM <= 63.4) coarser++
    else return t.fail(`a step of ${stepM} m at row ${row}, column ${col} of the patch`)
  }
  t.ok(fine > 400 && coarser > 150, `${fine} fine steps, ${coarser} coarse ones`)
  t.equal(distancesM[0], 0)
  t.equal(distancesM[distancesM.length - 1], path.distanceM)
  for (const [at, distanceM] of distancesM.entries()) {
    path.moveTo(distanceM)
    if (heightsM[at] !== groundAtM(parts, LAT + path.latDeg, LON + path.lonDeg))
      return t.fail(`the height at ${distanceM} m`)
  }
})

t.test('equal steps are as the finest posts on the path want them', async (t) => {
  const sampler = new ProfileSampler([patch(), coarse], LAT, LON)
  const path = pathTo(...BEYOND)
  t.ok(sampler.sample(path, true))
  const { distancesM } = sampler
  const steps = distancesM.map((distanceM, at) => distanceM - (distancesM[at - 1] ?? 0)).subarray(1)
  t.ok(Math.max(...steps) <= 3.2 && Math.max(...steps) - Math.min(...steps) < 1e-6)
  t.ok(sampler.sample(pathTo(47.1, 8.9), true))
  t.ok(sampler.distancesM.length < 250, 'and a path beside the patch has the coarse ones')
})

t.test('a wall one fine post thick is read, from whatever side, and at a clipped corner', async (t) => {
  const wall = patch((row) => (row === 200 ? 1500 : 500))
  const corner = patch((row, col) => (row + (400 - col) < 8 ? 1500 : 500))
  for (const [name, fine, to] of [
    ['across', wall, BEYOND],
    ['a corner', corner, [47.1272, 9.0669 + 0.0677]],
  ] as [string, PostGrid, [number, number]][]) {
    const sampler = new ProfileSampler([fine, coarse], LAT, LON)
    // Towards the north-eastern corner of the patch, so that less than a coarse post of it is crossed.
    const [lat, lon] = name === 'a corner' ? beyond(fine) : to
    t.ok(sampler.sample(pathTo(lat, lon), false))
    t.ok(Math.max(...sampler.heightsM) > 1200, `${name}: ${Math.max(...sampler.heightsM)} m`)
  }
})

/** A position straight beyond a point close to the patch's north-western corner. */
function beyond({ northDeg, westDeg }: PostGrid): [number, number] {
  const [latDeg, lonDeg] = [northDeg - 2 * FINE, westDeg + 398 * FINE]
  return [LAT + 1.5 * (latDeg - LAT), LON + 1.5 * (lonDeg - LON)]
}

t.test('ground unknown in the patch is unknown, whatever the coarse posts say', async (t) => {
  const holed = patch((row, col) => (Math.hypot(row - 200, col - 200) < 60 ? Number.NaN : 500))
  const sampler = new ProfileSampler([holed, coarse], LAT, LON)
  t.notOk(sampler.sample(pathTo(...BEYOND), false))
  t.notOk(sampler.sample(pathTo(...BEYOND), true))
  t.ok(sampler.sample(pathTo(47.1, 8.9), false))
})

t.test('a path as long as may be has all its posts', async (t) => {
  const [rows, cols] = [5, 20_001]
  const ground: PostGrid = {
    heightsM: Float32Array.from({ length: rows * cols }, (_, at) => (at % cols === 15_000 ? 900 : 100)),
    rows,
    cols,
    northDeg: 0.02,
    westDeg: 9,
    latStepDeg: 0.01,
    lonStepDeg: 1 / 9000,
  }
  const sampler = new ProfileSampler([ground], 0, 9)
  const path = new GeodesicPathInSegments(geodesicTable(0, 240_000, 1e-3))
  path.to(240_000, 0)
  t.ok(sampler.sample(path, false))
  t.ok(sampler.distancesM.length > 19_400, `${sampler.distancesM.length} points`)
  t.ok(Math.max(...sampler.heightsM) > 500, 'a ridge of one post among them')
})
