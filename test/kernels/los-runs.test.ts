import geographiclib from 'geographiclib-geodesic'
import t from 'tap'
import { chooseEngine } from '../../kernels/choose.ts'
import {
  Bends,
  bendsErrorM,
  bendsTable,
  bendsTowards,
  maximumBendsErrorM,
} from '../../kernels/engines/loss/geodesic-bends.ts'
import { takesOwnRays } from '../../kernels/engines/sight/choice.ts'
import { Cells } from '../../kernels/engines/sight/sweep/cells.ts'
import type { Item } from '../../kernels/engines/sight/sweep/items.ts'
import { at, type RayBlock, shiftAt } from '../../kernels/engines/sight/sweep/octant.ts'
import { blankVisibility, frameOf, LosRun, octantShares } from '../../kernels/engines/sight/sweep/run.ts'
import {
  CELL_LINE,
  CELL_LINES,
  GROUP,
  LINES,
  STATE_NUMBERS,
} from '../../kernels/engines/sight/sweep/shapes.ts'
import type { LosJob } from '../../kernels/engines/visibility-job.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { models } from '../../kernels/models.ts'
import { windowAround } from '../references/window.ts'

// Where the sweep takes cells and their paths to be, against what they stand for: what they may be off by is counted.

const { Geodesic } = geographiclib
const ellipsoid = Geodesic.WGS84
/** Of the eight octants that towards north and east, and that towards east and north. */
const OCTANTS = [0, 1]
/** Rounding of a ray's number in float32. */
const RAY_ROUNDING = 1e-4

const places = [
  { latDeg: 0, spacingM: 90, rangeKm: 60 },
  { latDeg: 47, spacingM: 30, rangeKm: 20 },
  { latDeg: 60, spacingM: 1000, rangeKm: 300 },
  { latDeg: 75, spacingM: 30, rangeKm: 30 },
  { latDeg: 84, spacingM: 90, rangeKm: 50 },
]

function jobAt({ latDeg, spacingM, rangeKm }: (typeof places)[number]): LosJob {
  const perDegree = metresPerDegree(latDeg)
  const [latStepDeg, lonStepDeg] = [spacingM / perDegree.lat, spacingM / perDegree.lon]
  const grid = rasterGrid(latDeg, 11, 2.7 * spacingM, 1000 * rangeKm)
  const halfRows = Math.ceil((grid.txRow * grid.cellLatDeg) / latStepDeg) + 3
  const halfCols = Math.ceil((grid.txCol * grid.cellLonDeg) / lonStepDeg) + 3
  const [rows, cols] = [2 * halfRows + 1, 2 * halfCols + 1]
  const ground = {
    heightsM: new Float32Array(rows * cols),
    rows,
    cols,
    latStepDeg,
    lonStepDeg,
    northDeg: latDeg + (halfRows + 0.3) * latStepDeg,
    westDeg: 11 - (halfCols + 0.4) * lonStepDeg,
  }
  return {
    window: windowAround(ground, latDeg, 11, 30),
    grid,
    rangeM: 1000 * rangeKm,
    receiverM: 2,
    receiverFollowsGround: true,
    kFactor: 4 / 3,
  }
}

function* itemsOf(job: LosJob): Generator<Item> {
  const [share] = octantShares(1, blankVisibility(job.grid), job)
  if (share === undefined) throw new Error('Expected a share.')
  const run = new LosRun(job, { ...share, octants: OCTANTS })
  const nothing = Array.from({ length: STATE_NUMBERS }, () => new Float32Array(276))
  for (const items of run.batches(1)) {
    for (const item of items) {
      yield item
      const known = {
        after: (number: number) => nothing[number],
        topmost: nothing[0],
        undecided: 0,
      }
      run.take({ ...item, runs: [] }, known as never)
    }
  }
}

function numbersOf({ lines }: Item, row: number): (name: keyof typeof CELL_LINE) => number {
  return (name) => lines[CELL_LINE[name] * CELL_LINES + row] ?? Number.NaN
}

t.test('where rays do not reach all cells, these get own rays', (t) => {
  // Three arc seconds by as many, by nine, and 30 by 30; large discs, and a small one.
  for (const [latDeg, lat, lon, rangeKm, isOwn] of [
    [47, 3, 3, 300, false],
    [62, 3, 3, 300, true],
    [50, 3, 9, 300, true],
    [50, 3, 9, 50, false],
    [64, 30, 30, 300, true],
  ] as const) {
    const [latStepDeg, lonStepDeg] = [lat / 3600, lon / 3600]
    const grid = rasterGrid(latDeg, 11, 250, 1000 * rangeKm)
    const part = { rows: 9000, cols: 9000, northDeg: latDeg + 4, westDeg: 3, latStepDeg, lonStepDeg }
    const name = `${latDeg}°, ${lat} by ${lon} arc seconds, ${rangeKm} km`
    t.equal(takesOwnRays({ parts: [part], grid, latDeg, lonDeg: 11 }), isOwn, name)
  }
  t.end()
})

t.test('a job has the engine that its model, its ground and its raster allow', (t) => {
  const second = 1 / 3600
  const [fine, coarse] = [
    { rows: 300, cols: 300, northDeg: 47.1, westDeg: 11, latStepDeg: second, lonStepDeg: second },
    { rows: 9000, cols: 9000, northDeg: 51, westDeg: 7, latStepDeg: 3 * second, lonStepDeg: 3 * second },
  ]
  for (const [name, change, engine] of [
    ['los', {}, 'shared'],
    ['los', { parts: [fine, coarse] }, 'both'],
    ['los', { forHeights: true }, 'own'],
    ['los', { resolutionM: 640 }, 'shared'],
    ['los', { resolutionM: 660 }, 'own'],
    ['los_fresnel', {}, 'own'],
    ['itm', {}, 'shared'],
    ['itm', { parts: [fine, coarse] }, 'own'],
    ['itm', { resolutionM: 2000 }, 'shared'],
    // 4078 posts of 63 m, as wide as 3″ are at 47°.
    ['itm', { rangeKm: 250 }, 'shared'],
    ['itm', { rangeKm: 265 }, 'own'],
    // Quartics follow the paths less well, the nearer to a pole.
    [
      'itm',
      { latDeg: 70, rangeKm: 190, parts: [{ ...coarse, latStepDeg: 0.002, lonStepDeg: 0.005 }] },
      'shared',
    ],
    ['itm', { latDeg: 82, rangeKm: 190, parts: [{ ...coarse, latStepDeg: 0.002, lonStepDeg: 0.01 }] }, 'own'],
  ] as const) {
    const { parts, resolutionM, rangeKm, latDeg, forHeights } = {
      ...{ parts: [coarse], resolutionM: 100, rangeKm: 50, latDeg: 47, forHeights: false },
      ...change,
    }
    const model = models.get(name)
    if (model === undefined) throw new Error(`Expected a model ${name}`)
    const rangeM = 1000 * rangeKm
    const grid = rasterGrid(latDeg, 11, resolutionM, rangeM)
    const extent = { parts, grid, latDeg, lonDeg: 11, rangeM, forHeights }
    t.equal(chooseEngine(model, extent), engine, `${name} ${JSON.stringify(change)}`)
  }
  t.end()
})

t.test('bends of paths are off by as much as is counted with', (t) => {
  const [latDeg, rangeM] = [60, 300_000]
  const table = bendsTable(latDeg, rangeM)
  const bends = new Bends()
  const perDegree = metresPerDegree(latDeg)
  let worstM = 0
  for (let azimuthDeg = 0.7; azimuthDeg < 360; azimuthDeg += 3.1) {
    const azimuth = (azimuthDeg * Math.PI) / 180
    bendsTowards(table, rangeM * Math.sin(azimuth), rangeM * Math.cos(azimuth), rangeM, bends)
    const { lat2, lat3, lat4, lon2, lon3, lon4 } = bends
    const of = (portion: number) => {
      const { lat2: lat = 0, lon2: lon = 0 } = ellipsoid.Direct(latDeg, 0, azimuthDeg, portion * rangeM)
      return [lat - latDeg, lon]
    }
    const [endLat, endLon] = of(1)
    for (const u of [0.08, 0.34, 0.66, 0.92]) {
      const [lat, lon] = of(u)
      const offLat = u * (endLat - lat2 - lat3 - lat4 + u * (lat2 + u * (lat3 + u * lat4))) - lat
      const offLon = u * (endLon - lon2 - lon3 - lon4 + u * (lon2 + u * (lon3 + u * lon4))) - lon
      worstM = Math.max(worstM, Math.hypot(perDegree.lat * offLat, perDegree.lon * offLon))
    }
  }
  const counted = bendsErrorM(latDeg, rangeM)
  t.ok(worstM < 1.1 * counted && worstM > 0.8 * counted, `${worstM} m, ${counted} m counted with`)
  for (const [lat, range] of [
    [0, 300_000],
    [45, 35_000],
    [60, 300_000],
    [75, 300_000],
    [80, 100_000],
  ]) {
    t.ok(bendsErrorM(lat, range) < maximumBendsErrorM(lat, range), `${lat}°, ${range} m`)
  }
  t.end()
})

t.test('south of the equator the choice is that of the north', (t) => {
  let own = 0
  for (const latDeg of [30, 61, 75, 80, 85, 88, 89, 89.5]) {
    for (const rangeKm of [5, 30, 50, 300]) {
      for (const lonSeconds of [3, 9, 30, 90]) {
        const choice = (sign: number) => {
          const [latStepDeg, lonStepDeg] = [3 / 3600, lonSeconds / 3600]
          const grid = rasterGrid(sign * latDeg, 11, 250, 1000 * rangeKm)
          const northDeg = sign * latDeg + 4000 * latStepDeg
          const part = {
            rows: 8001,
            cols: 8001,
            northDeg,
            westDeg: 11 - 4000 * lonStepDeg,
            latStepDeg,
            lonStepDeg,
          }
          return takesOwnRays({ parts: [part], grid, latDeg: sign * latDeg, lonDeg: 11 })
        }
        if (choice(1)) own++
        t.equal(choice(-1), choice(1), `${latDeg}°, ${lonSeconds} arc seconds, ${rangeKm} km`)
      }
    }
  }
  t.ok(own > 20 && own < 108, `${own} of 128 with own rays`)
  t.end()
})

for (const place of places) {
  const job = jobAt(place)
  const { grid, window, rangeM } = job

  t.test(`${place.latDeg}°, posts of ${place.spacingM} m: cells are in their sector, or at its edge`, (t) => {
    let cells: Cells | undefined
    const seen = { cells: 0, elsewhere: 0, beyondSlack: 0 }
    for (const item of itemsOf(job)) {
      const { octant } = item.sweep
      cells ??= new Cells(
        grid,
        frameOf(window, grid),
        octant.vertical ? octant.tangent : 1 / octant.tangent,
        rangeM,
      )
      for (const [row, run] of item.runs.entries()) {
        const number = numbersOf(item, row)
        const [ray0, ray1, ray2, ray3] = [number('ray0'), number('ray1'), number('ray2'), number('ray3')]
        cells.setLine(octant, run.line)
        for (let b = 0; b < run.count; b++) {
          const ray = ray0 + b * (ray1 + b * (ray2 + b * ray3))
          const own = cells.fraction(run.firstCross + b) * item.block.rays - item.firstRay
          seen.cells++
          if (Math.abs(ray - own) > number('raySlack')) seen.beyondSlack++
          const edge = RAY_ROUNDING + (b > 0 ? number('edge') : 0)
          if (Math.floor(ray) !== Math.floor(own) && Math.abs(ray - Math.round(ray)) > edge) seen.elsewhere++
        }
      }
    }
    t.ok(seen.cells > 10_000)
    t.match(seen, { elsewhere: 0, beyondSlack: 0 })
    t.end()
  })

  t.test(
    `${place.latDeg}°, posts of ${place.spacingM} m: rays are as near to geodesics as their block says`,
    (t) => {
      const { latDeg } = place
      const blocks = new Set<RayBlock>()
      let worst = 0
      for (const { sweep, block } of itemsOf(job)) {
        if (blocks.has(block)) continue
        blocks.add(block)
        const { octant } = sweep
        const start = octant.firstLine + block.index * LINES
        for (const ray of [Math.round(block.rays / 3), block.rays]) {
          const angleDeg = (Math.atan((octant.tangent * ray) / block.rays) * 180) / Math.PI
          const azimuthDeg = octant.vertical ? angleDeg : 90 - angleDeg
          for (const portion of [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]) {
            const line = portion * block.span
            const path = ellipsoid.DirectLine(latDeg, 0, azimuthDeg, rangeM)
            const guessM =
              (start + line) * octant.mainStepM * Math.hypot(1, (octant.tangent * ray) / block.rays)
            const across = crossingOf(
              path,
              guessM,
              latDeg,
              octant.vertical,
              (start + line) * octant.mainStepDeg,
            )
            const off = Math.abs(at(block, ray, line) - octant.offset - across / octant.crossStepDeg)
            worst = Math.max(worst, off / shiftAt(block, line))
          }
        }
      }
      t.ok(blocks.size > 1)
      t.ok(worst < 1, `${worst} of what is allowed`)
      t.end()
    },
  )

  t.test(`${place.latDeg}°, posts of ${place.spacingM} m: paths are as near as they say`, (t) => {
    const { latDeg } = place
    let compared = 0
    let worst = 0
    for (const item of itemsOf(job)) {
      const { octant } = item.sweep
      const start = octant.firstLine + item.block.index * LINES
      for (const [row, run] of item.runs.entries()) {
        const number = numbersOf(item, row)
        const line = GROUP * Math.floor((Math.ceil(run.t) - 1) / GROUP)
        for (let b = 0; b < run.count; b += 29) {
          const u = number('uStart') + b * number('uStep')
          const slant = number('slant0') + b * (number('slant1') + b * number('slant2'))
          const bend = number('bend0') + b * number('bend1')
          const back = line - run.t
          const mainDeg = (start + run.t) * octant.mainStepDeg
          const crossDeg = (run.firstCross + b) * (octant.vertical ? grid.cellLonDeg : grid.cellLatDeg)
          const [northDeg, eastDeg] = octant.vertical ? [mainDeg, crossDeg] : [crossDeg, mainDeg]
          const across = acrossAt(
            { latDeg, northDeg, eastDeg },
            octant.vertical,
            (start + line) * octant.mainStepDeg,
          )
          const place =
            octant.offset + across / octant.crossStepDeg - octant.tileOrigin(item.block, item.firstRay)
          worst = Math.max(worst, Math.abs(u + back * (slant + back * bend) - place) / number('shift'))
          compared++
        }
      }
    }
    t.ok(compared > 300, `${compared} cells`)
    t.ok(worst < 1, `${worst} of what is allowed`)
    t.end()
  })
}

/** Degrees across the axis at which the geodesic to a point crosses a line so many degrees along it. */
function acrossAt(
  { latDeg, northDeg, eastDeg }: { latDeg: number; northDeg: number; eastDeg: number },
  vertical: boolean,
  alongDeg: number,
): number {
  const { azi1 = 0, s12 = 0 } = ellipsoid.Inverse(latDeg, 0, latDeg + northDeg, eastDeg)
  const path = ellipsoid.DirectLine(latDeg, 0, azi1, s12)
  return crossingOf(path, (s12 * alongDeg) / (vertical ? northDeg : eastDeg), latDeg, vertical, alongDeg)
}

/** The same of a path that is given, and about how far it is to there. */
function crossingOf(
  path: ReturnType<typeof ellipsoid.DirectLine>,
  guessM: number,
  latDeg: number,
  vertical: boolean,
  alongDeg: number,
): number {
  const placeAt = (distanceM: number) => {
    const { lat2 = 0, lon2 = 0 } = path.Position(distanceM)
    return vertical ? [lat2 - latDeg, lon2] : [lon2, lat2 - latDeg]
  }
  let distanceM = guessM
  for (let step = 0; step < 6; step++) {
    const [here = 0] = placeAt(distanceM)
    const [beyond = 0] = placeAt(distanceM + 10)
    distanceM += (10 * (alongDeg - here)) / (beyond - here)
  }
  return placeAt(distanceM)[1] ?? 0
}
