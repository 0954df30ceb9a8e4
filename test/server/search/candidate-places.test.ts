import t from 'tap'
import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import type { PostGrid } from '../../../kernels/terrain/window.ts'
import { type SummitOptions, summitsOf } from '../../../server/choice/summits.ts'
import type { Problem } from '../../../server/http/errors.ts'
import { relaysBetween } from '../../../server/links/relays.ts'
import type { Position } from '../../../server/requests/places.ts'
import { latticeWithin, placesIn } from '../../../server/search/candidate-places.ts'
import { seededRandom } from '../../references/random.ts'

const distanceM = (one: { latDeg: number; lonDeg: number }, other: { latDeg: number; lonDeg: number }) =>
  inverse(one.latDeg, one.lonDeg, other.latDeg, other.lonDeg).distanceM

t.test('a lattice has its spacing, and the points of the polygons alone', async (t) => {
  const outer: Position[] = [
    [8, 47],
    [8.2, 47],
    [8.2, 47.1],
    [8, 47.1],
    [8, 47],
  ]
  const hole: Position[] = [
    [8.05, 47.02],
    [8.1, 47.02],
    [8.1, 47.08],
    [8.05, 47.08],
    [8.05, 47.02],
  ]
  const places = latticeWithin([[outer, hole]], 500, 10_000)
  const areaKm2 = (0.2 * 0.1 - 0.05 * 0.06) * 111.195 * 75.96
  t.ok(Math.abs(places.length / (areaKm2 / 0.25) - 1) < 0.05, `${places.length}`)
  t.ok(places.every(({ latDeg, lonDeg }) => latDeg > 47 && latDeg < 47.1 && lonDeg > 8 && lonDeg < 8.2))
  t.notOk(
    places.some(({ latDeg, lonDeg }) => latDeg > 47.02 && latDeg < 47.08 && lonDeg > 8.05 && lonDeg < 8.1),
  )
  t.ok(Math.abs(distanceM(places[0], places[1]) - 500) < 2)
  const below = places.find(({ latDeg, lonDeg }) => latDeg < places[0].latDeg && lonDeg === places[0].lonDeg)
  t.ok(below && Math.abs(distanceM(places[0], below) - 500) < 2)
  t.throws(() => latticeWithin([[outer]], 500, 10), RangeError)
  t.same(latticeWithin([], 500, 10), [])
})

function run(grid: PostGrid, options: Partial<SummitOptions> = {}) {
  const steps = summitsOf(grid, { maximum: 1000, minimumProminenceM: 0, minimumDistanceM: 0, ...options })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function gridOf(rows: number, cols: number, heightAt: (row: number, col: number) => number): PostGrid {
  const heightsM = Float32Array.from({ length: rows * cols }, (_, at) =>
    heightAt(Math.floor(at / cols), at % cols),
  )
  return { heightsM, rows, cols, northDeg: 47, westDeg: 8, latStepDeg: 0.001, lonStepDeg: 0.001 }
}

t.test('summits have the prominence of their passes', async (t) => {
  const line = [3, 10, 4, 7, 7, 5, 12, 1, 8, 2]
  const summits = run(gridOf(1, line.length, (_, col) => line[col]))
  t.same(
    summits.map(({ groundM, prominenceM, lonDeg }) => [
      groundM,
      prominenceM,
      Math.round((lonDeg - 8) * 1000),
    ]),
    [
      [12, 11, 6],
      [10, 6, 1],
      [8, 7, 8],
      [7, 2, 3],
    ],
  )
  t.same(run(gridOf(4, 4, () => 5)), [], 'flat ground has none')
  t.same(
    run(gridOf(1, 5, (_, col) => [9, Number.NaN, 4, 1, Number.NaN][col])).map(({ groundM }) => groundM),
    [9, 4],
    'areas of known ground by themselves',
  )
})

/** Prominence by its meaning: down to the lowest height at which higher ground can be reached without going below it. */
function prominenceOf({ heightsM, rows, cols }: PostGrid, summit: number): number {
  const levels = [...new Set(heightsM)].filter((level) => level <= heightsM[summit]).sort((a, b) => b - a)
  for (const level of levels) {
    const reached = new Set([summit])
    for (const post of reached) {
      if (heightsM[post] > heightsM[summit]) return heightsM[summit] - level
      const [row, col] = [Math.floor(post / cols), post % cols]
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
        for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
          if (heightsM[r * cols + c] >= level) reached.add(r * cols + c)
        }
      }
    }
  }
  return heightsM[summit] - Math.min(...heightsM)
}

t.test('so they have on any ground, and distances and bounds are kept', async (t) => {
  const random = seededRandom(11)
  for (let round = 0; round < 8; round++) {
    // No two posts are as high.
    const grid = gridOf(14, 17, (row, col) =>
      Math.fround(50 * Math.sin(row / 2 + round) * Math.cos(col / 3) + 20 * random()),
    )
    const all = run(grid)
    for (const { latDeg, lonDeg, groundM, prominenceM } of all) {
      const post = Math.round((47 - latDeg) / 0.001) * 17 + Math.round((lonDeg - 8) / 0.001)
      t.equal(groundM, grid.heightsM[post])
      t.equal(prominenceM, prominenceOf(grid, post))
    }
    const some = run(grid, {
      maximum: 5,
      minimumProminenceM: 10,
      minimumDistanceM: 400,
      isWithin: ({ lonDeg }) => lonDeg > 8.004,
    })
    t.ok(some.length > 0 && some.length <= 5)
    for (const [at, one] of some.entries()) {
      t.ok(one.prominenceM >= 10 && one.lonDeg > 8.004)
      t.ok(some.slice(0, at).every((other) => distanceM(one, other) >= 400 && other.groundM >= one.groundM))
    }
  }
})

t.test('relays are those that both ends reach, by the worse margin', async (t) => {
  t.same(relaysBetween([5, 12, Number.NaN, 20, -1, 5], [9, 7, 30, 3, 8, 6]), [
    { candidate: 1, marginDb: 7 },
    { candidate: 0, marginDb: 5 },
    { candidate: 5, marginDb: 5 },
    { candidate: 3, marginDb: 3 },
  ])
})

t.test('candidates of a request are its points, in their order, where masts may stand', async (t) => {
  const point = (lon: unknown, lat: unknown, type = 'Point') => ({
    type: 'Feature',
    properties: { name: `${lon}` },
    geometry: { type, coordinates: [lon, lat] },
  })
  const all = (...features: object[]) => ({ type: 'FeatureCollection', features })
  const read = (value: unknown, maximum = 10) => placesIn(value, '#/candidates', 'candidates', maximum)
  const refusal = (value: unknown, maximum?: number) => {
    try {
      return read(value, maximum)
    } catch (error) {
      return (error as Problem).extra
    }
  }
  const places = read(all(point(8, 47), point(190, -85), point(-360, 0)))
  t.same(
    places.map(({ latDeg, lonDeg, feature }) => [latDeg, lonDeg, feature.feature.properties]),
    [
      [47, 8, { name: '8' }],
      [-85, -170, { name: '190' }],
      [0, 0, { name: '-360' }],
    ],
  )
  t.match(refusal(all(point(8, 47), point(8, 85.1))), {
    errors: [
      {
        pointer: '#/candidates/features/1',
        detail: /^candidates.features\[1\]: latitudes of transmitters must be between -85 and 85, got 85.1/,
      },
    ],
  })
  t.match(refusal(all(point(8, 47), point(8, 46)), 1), {
    errors: [{ pointer: '#/candidates', detail: 'candidates has at most 1 points, got 2' }],
  })
  t.match(refusal(all(point(8, 'x'))), { errors: [{ pointer: /^#\/candidates\/features\/0\/geometry/ }] })
  t.match(refusal(all({ ...point(8, 47, 'LineString') })), {
    errors: [{ detail: /one of "Point", got the type "LineString"/ }],
  })
})
