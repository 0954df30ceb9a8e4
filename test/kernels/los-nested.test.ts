import t from 'tap'
import { nestedPart } from '../../kernels/engines/sight/nested.ts'
import { onBoth, onOwnRays } from '../../kernels/engines/sight/own-rays.ts'
import { PathSearch } from '../../kernels/engines/sight/rays/search.ts'
import { SIDES } from '../../kernels/engines/sight/sweep/octant.ts'
import { blankVisibility } from '../../kernels/engines/sight/sweep/run.ts'
import { ROUNDING, STATE } from '../../kernels/engines/sight/sweep/shapes.ts'
import { geodesicFrom, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { GeodesicPathInSegments, geodesicTable } from '../../kernels/geodesy/geodesic-segments.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { VisibilityJob } from '../../kernels/model.ts'
import { BLOCKED } from '../../kernels/terrain/classes.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { openEngine } from '../references/los.ts'

// Horizons behind all of a part, from which the sweep of the last part begins, against exact paths over the part.

const { engine, ownRays, close } = await openEngine()
t.teardown(close)

/** Rays are sampled just beyond them, where a path is in a sector but may be elsewhere by the error of its ray. */
const BEYOND_RAY = [1e-4, 5e-4, 2e-3, 5e-3, 0.02, 0.5]

t.test('horizons behind a part bound those of paths along its edges', async (t) => {
  // Large posts, over which rays are off by up to a tenth of a post.
  for (const [latDeg, spacingM, postsNorth, postsEast, octant] of [
    [60, 500, 14.5833, 400, 2],
    [60, 1000, 14.5833, 250, 2],
    [75, 300, 14.6667, 250, 2],
  ] as const) {
    const [postsWest, heightM] = [20, 3000]
    const perDegree = metresPerDegree(latDeg)
    const [rows, cols] = [Math.ceil(postsNorth + 20), postsEast + postsWest + 1]
    const part: PostGrid = {
      // Ridges from north to south, each higher than those before it: the last one of a path is its horizon.
      heightsM: Float32Array.from({ length: rows * cols }, (_, post) => {
        const east = (post % cols) - postsWest
        return east > 0 && east % 4 === 0 ? heightM * (east / postsEast) ** 1.3 : 0
      }),
      rows,
      cols,
      northDeg: latDeg + (postsNorth * spacingM) / perDegree.lat,
      westDeg: 11 - ((postsWest + 0.4) * spacingM) / perDegree.lon,
      latStepDeg: spacingM / perDegree.lat,
      lonStepDeg: spacingM / perDegree.lon,
    }
    const [place, antennaM] = [{ latDeg, lonDeg: 11 }, 1]
    const rangeM = (postsEast + 30) * spacingM
    const search = exactSearch(part, place, rangeM)
    search.search.antennaM = antennaM
    // The window takes its heights over, so it gets a copy.
    const copy = { ...part, heightsM: part.heightsM.slice() }
    const window = await jobGround([copy], { ...place, antennaM }).window()
    const grid = rasterGrid(latDeg, 11, spacingM, 2 * spacingM)
    const job = { window, grid, rangeM, receiverM: 0, receiverFollowsGround: false, kFactor: 0 }
    const swept = await engine.sweep(job, blankVisibility(grid), {}, { diagonal: 1, toEnd: true })
    const horizons = swept?.horizons[octant]
    if (horizons === undefined) throw new Error('Expected horizons.')
    const { state, crossed } = horizons
    const rays = crossed.length - 4
    const wrong: string[] = []
    let over = 0
    for (let ray = 5; ray < rays; ray++) {
      for (const beyond of BEYOND_RAY) {
        const [horizon, next] = [state[STATE.horizon][ray], state[STATE.horizon][ray + 1]]
        const between = horizon + beyond * (next - horizon)
        const below = Math.max(state[STATE.below][ray], state[STATE.belowRight][ray])
        const truth = search.slopeAt(octant, (ray + beyond) / rays)
        const tolerance = 2 * ROUNDING * Math.abs(truth)
        if (truth > between + tolerance) over++
        if (truth > between + state[STATE.above][ray] + tolerance)
          wrong.push(`${ray + beyond}: ${truth} above ${between} by ${state[STATE.above][ray]}`)
        if (truth < between - below - tolerance)
          wrong.push(`${ray + beyond}: ${truth} below ${between} by ${below}`)
      }
    }
    t.same(wrong.slice(0, 5), [], `${spacingM} m at ${latDeg}°: ${wrong.length} wrong`)
    t.ok(over > 100, `${over} paths have higher horizons than the rays`)
  }
})

t.test('a cell that a ridge at the edge of a part hides is hidden', async (t) => {
  const [latDeg, lonDeg, distanceM, cells] = [60, 11, 284_000, 60]
  const perDegree = metresPerDegree(latDeg)
  const latticeAbout = (spacingM: number, north: number, south: number, west: number, east: number) => ({
    rows: Math.floor(north + south) + 1,
    cols: Math.floor(west + east) + 1,
    northDeg: latDeg + (north * spacingM) / perDegree.lat,
    westDeg: lonDeg - (west * spacingM) / perDegree.lon,
    latStepDeg: spacingM / perDegree.lat,
    lonStepDeg: spacingM / perDegree.lon,
  })
  const fine = latticeAbout(1000, 14.5833, 19.4167, 20.4, 249.6)
  const coarse = latticeAbout(2000, 150.3, 150.7, 170.4, 170.6)
  const heightsM = Float32Array.from({ length: fine.rows * fine.cols }, (_, post) => {
    const east = (post % fine.cols) - 20
    return east > 0 && east % 4 === 0 ? 3000 * (east / 250) ** 1.3 : 0
  })
  const parts: PostGrid[] = [
    { ...fine, heightsM },
    { ...coarse, heightsM: new Float32Array(coarse.rows * coarse.cols) },
  ]
  // Just beyond ray 65 of 544: it leaves the part before a ridge that the path to the last cell of the raster crosses.
  const angle = Math.atan(65.0005 / 544)
  const end = geodesicFrom(latDeg, 90 + (angle * 180) / Math.PI)(distanceM)
  const [cellLatDeg, cellLonDeg] = [-end.dLatDeg / cells, end.dLonDeg / cells]
  const grid = {
    rows: 2 * cells + 1,
    cols: 2 * cells + 1,
    txRow: cells,
    txCol: cells,
    cellLatDeg,
    cellLonDeg,
    northDeg: latDeg + (cells + 0.5) * cellLatDeg,
    westDeg: lonDeg - (cells + 0.5) * cellLonDeg,
  }
  const job: VisibilityJob = {
    engine: 'both',
    ground: jobGround(parts, { latDeg, lonDeg, antennaM: 1 }),
    grid,
    latDeg,
    lonDeg,
    rangeM: 1.01 * distanceM,
    // Between the horizon of the ray and that of the path, which is 0.010055.
    receiverM: 0.01005 * Math.cos(angle) * distanceM,
    receiverFollowsGround: false,
    kFactor: 0,
    frequencyMhz: 100,
  }
  const nested = nestedPart(parts, job)
  t.ok(nested, 'the part is swept by itself')
  const both = await onBoth(ownRays, engine, job, { nested, sectors: [] })
  t.equal(both.visibility.at(-1), BLOCKED)
  const own = await onOwnRays(ownRays, job)
  t.same(Buffer.compare(both.visibility, own.visibility), 0, 'as per-cell rays decide')
})

t.test('near a pole no part is swept by itself whose edge rays do not reach', (t) => {
  const [lonDeg, spacingM, ratio] = [11, 2000, 4]
  for (const [latDeg, isReached] of [
    [88, true],
    [89, false],
  ] as const) {
    const perDegree = metresPerDegree(latDeg)
    const [latStepDeg, lonStepDeg] = [spacingM / perDegree.lat, spacingM / perDegree.lon]
    const groundAbout = (posts: number, finer: number): PostGrid => {
      const side = 2 * posts * finer + 1
      return {
        heightsM: new Float32Array(side * side),
        rows: side,
        cols: side,
        northDeg: latDeg + (posts + 0.1) * latStepDeg,
        westDeg: lonDeg - (posts + 0.1) * lonStepDeg,
        latStepDeg: latStepDeg / finer,
        lonStepDeg: lonStepDeg / finer,
      }
    }
    const grid = rasterGrid(latDeg, lonDeg, spacingM / 3, 8 * spacingM)
    const nested = nestedPart([groundAbout(5, ratio), groundAbout(20, 1)], { grid, latDeg, lonDeg })
    t.equal(nested !== undefined, isReached, `at ${latDeg}°`)
  }
  t.end()
})

/** Slopes of exact paths at tangents of their angle to an octant's axis, a metre of depth. */
function exactSearch(part: PostGrid, { latDeg, lonDeg }: { latDeg: number; lonDeg: number }, rangeM: number) {
  const abyss: PostGrid = {
    heightsM: new Float32Array(4).fill(-90_000),
    rows: 2,
    cols: 2,
    northDeg: 90,
    westDeg: lonDeg - 180,
    latStepDeg: 180,
    lonStepDeg: 360,
  }
  const path = new GeodesicPathInSegments(geodesicTable(latDeg, rangeM, 1e-4))
  const start = { latDeg, lonDeg, metresADegree: metresPerDegree(latDeg).lat }
  const search = new PathSearch([{ grid: part }, { grid: abyss }], path, start)
  const azimuths = { north: 0, east: 90, south: 180, west: 270 }
  const slopeAt = (octant: number, tangent: number) => {
    const { axis, cross } = SIDES[octant]
    const angle = Math.atan(tangent)
    const isClockwise = (azimuths[cross] - azimuths[axis] + 360) % 360 === 90
    const azimuth = (azimuths[axis] * Math.PI) / 180 + (isClockwise ? angle : -angle)
    path.to(rangeM * Math.sin(azimuth), rangeM * Math.cos(azimuth))
    search.along(0, path.distanceM, -10, false)
    return search.slope / Math.cos(angle)
  }
  return { search, slopeAt }
}
