import { join } from 'node:path'
import t from 'tap'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { geodesicAlone } from '../../kernels/geodesy/geodesic-segments.ts'
import { postsAlong } from '../../server/link/profile.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { startTestServer } from '../helpers/server.ts'
import { putGeotiff } from '../helpers/tiles.ts'
import { seededRandom } from '../references/random.ts'

// How many posts a path has, against a walk along it in small steps.

t.test('the posts of a path are the rows or columns that it crosses, within the part', async (t) => {
  const random = seededRandom(5)
  for (let i = 0; i < 30; i++) {
    const start = { latDeg: 84 * random(), lonDeg: 10, metresADegree: 111_000 }
    const distanceM = 20_000 + 80_000 * random()
    const path = geodesicAlone(start.latDeg, 360 * random(), distanceM, 1e-2)
    const lattice = { northDeg: 90, westDeg: 0, latStepDeg: 1 / 3600, lonStepDeg: (1 + 3 * random()) / 3600 }
    path.moveTo(0.5 * distanceM)
    const [latDeg, lonDeg] = [start.latDeg + path.latDeg, start.lonDeg + path.lonDeg]
    const around = {
      southDeg: latDeg - 0.05,
      northDeg: latDeg + 0.02,
      westDeg: lonDeg - 0.03,
      eastDeg: lonDeg + 0.1,
    }
    const bounds = i % 3 === 0 ? undefined : around
    let walked = 0
    let withinM = 0
    let before = start as { latDeg: number; lonDeg: number }
    const steps = 20_000
    for (let step = 1; step <= steps; step++) {
      path.moveTo((distanceM * step) / steps)
      const at = { latDeg: start.latDeg + path.latDeg, lonDeg: start.lonDeg + path.lonDeg }
      const isWithin =
        bounds === undefined ||
        (at.latDeg > bounds.southDeg &&
          at.latDeg < bounds.northDeg &&
          at.lonDeg > bounds.westDeg &&
          at.lonDeg < bounds.eastDeg)
      const rows = Math.abs(at.latDeg - before.latDeg) / lattice.latStepDeg
      const cols = Math.abs(at.lonDeg - before.lonDeg) / lattice.lonStepDeg
      if (isWithin) walked += Math.max(rows, cols)
      if (isWithin) withinM += distanceM / steps
      before = at
    }
    const perDegree = metresPerDegree(start.latDeg)
    const spacingM = Math.min(lattice.latStepDeg * perDegree.lat, lattice.lonStepDeg * perDegree.lon)
    const expected = Math.max(walked, withinM / spacingM / 10)
    const posts = postsAlong({ area: { lattice }, bounds }, path, start)
    t.ok(Math.abs(posts - expected) < 4 + 0.002 * expected, `${posts}, expected ${expected}`)
  }
})

t.test('posts are counted along the path as it lies: many columns near a pole do not cross it', async (t) => {
  const folder = t.testdir()
  // Two seconds from north to south, 62 m, and one from west to east, 3 m.
  await putGeotiff(join(folder, 'polar.tif'), {
    rows: 2881,
    cols: 12,
    northDeg: 85,
    westDeg: 20,
    latStepDeg: 1 / 1800,
    lonStepDeg: 1 / 3600,
    isPoint: true,
    heightAt: (row) => 100 + (row % 7),
  })
  const polar = await openTerrain({ folders: [folder] })
  const own = await startTestServer(t, { terrain: polar })
  const { client: caller } = await own.account('enterprise')
  const north = {
    tx_height: 30,
    frequency: 600,
    tx_lat: 83.5,
    rx_lat: 84.9,
    tx_lon: 20.0015,
    rx_lon: 20.0015,
  }
  const answer = await caller.post('/api/v1/link', north)
  t.equal(answer.status, 200, answer.text)
  t.ok(Math.abs(answer.json<{ distance_m: number }>().distance_m - 156_300) < 200)
  await polar.close()
})
