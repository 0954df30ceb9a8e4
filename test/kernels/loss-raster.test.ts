import t from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { type LossJob, termsOf } from '../../kernels/engines/loss/job.ts'
import { type Answer, PathBatch, Relay, takeCurve } from '../../kernels/engines/loss/path-batch.ts'
import { LossRaster } from '../../kernels/engines/loss/raster.ts'
import { PATH_NUMBERS, PATHS, PATHS_ACROSS, STEPS } from '../../kernels/engines/loss/shapes.ts'
import { squareLosses } from '../../kernels/engines/loss/squares.ts'
import { partsGround } from '../../kernels/engines/loss/threads.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { freeSpaceModel } from '../../kernels/models/free-space/model.ts'
import { itmModel } from '../../kernels/models/itm/model.ts'
import { ITM_DEFAULTS } from '../../kernels/models/itm/settings.ts'
import { p526Model } from '../../kernels/models/p526/model.ts'
import { p1812Model } from '../../kernels/models/p1812/model.ts'
import { postSpacingM, stepsTo } from '../../kernels/profiles/steps.ts'
import { freeSpaceLossDb } from '../../kernels/propagation/free-space.ts'
import { PathCurve } from '../../kernels/terrain/ground.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { testData } from '../helpers/test-data.ts'
import { geodesicBetween, geodesicPoint } from '../references/geodesic.ts'
import { hills, madeGround } from '../references/los.ts'
import { seededRandom } from '../references/random.ts'
import { groundM } from '../references/window.ts'

// A raster's cells beside the plain float64 functions over the geodesic from the transmitter to each cell's centre.

const device = await openDevice('webasm')
const losses = new LossRaster(device)
t.teardown(async () => {
  await losses.destroy()
  await device.destroy()
})

const TX_M = 30
const RX_M = 2
const MHZ = 600
/** A model with parameters, as a job has them. */
type Asked = Pick<LossJob, 'model' | 'parameters'>

const P526: Asked = {
  model: p526Model,
  parameters: { polarization: 'vertical', permittivity: 22, conductivity: 0.003 },
}
const ITM: Asked = { model: itmModel, parameters: ITM_DEFAULTS }
const P1812: Asked = {
  model: p1812Model,
  parameters: {
    polarization: 'vertical',
    timePercent: 50,
    locationPercent: 50,
    locationDeviationDb: 0,
    refractivityLapse: 45,
    seaLevelRefractivity: 325,
    clutterM: 0,
    zone: 'inland',
  },
}

interface Site {
  ground: PostGrid
  latDeg: number
  lonDeg: number
  resolutionM: number
  rangeKm: number
}

function jobOf({ ground, latDeg, lonDeg, resolutionM, rangeKm }: Site, asked: Asked): LossJob {
  const antennaM = groundM(ground, latDeg, lonDeg) + TX_M
  const copy = { ...ground, heightsM: Float32Array.from(ground.heightsM) }
  return {
    ground: jobGround([copy], { latDeg, lonDeg, antennaM }),
    latDeg,
    lonDeg,
    grid: rasterGrid(latDeg, lonDeg, resolutionM, rangeKm * 1000),
    rangeM: rangeKm * 1000,
    engine: 'shared',
    ...asked,
    frequencyMhz: MHZ,
    rxHeightM: RX_M,
    receiverFollowsGround: true,
    rxLimitsM: { minimum: 0.5, maximum: 3000 },
    kFactor: 4 / 3,
    cellM: resolutionM,
  }
}

/** The plain function over the path to a point, in steps of about a post. */
function lossAt({ ground, latDeg, lonDeg }: Site, asked: Asked, latRxDeg: number, lonRxDeg: number): number {
  const { distanceM, azimuthDeg } = geodesicBetween(latDeg, lonDeg, latRxDeg, lonRxDeg)
  const steps = stepsTo(distanceM, postSpacingM(ground.latStepDeg, ground.lonStepDeg, latDeg))
  const spacingM = distanceM / steps
  const heightsM = Float64Array.from({ length: steps + 1 }, (_, step) => {
    const at = geodesicPoint(latDeg, lonDeg, azimuthDeg, step * spacingM)
    return groundM(ground, at.latDeg, at.lonDeg)
  })
  if (heightsM.some(Number.isNaN)) return Number.NaN
  const path = {
    distancesM: Float64Array.from(heightsM, (_, step) => step * spacingM),
    heightsM,
    frequencyMhz: MHZ,
    txHeightM: TX_M,
    rxHeightM: RX_M,
    kFactor: 4 / 3,
    latitudeDeg: (latDeg + latRxDeg) / 2,
    squareM: 100,
  }
  return asked.model.lossOverPath(path, asked.parameters).lossDb
}

/** How a sample of cells differs from the plain function. */
async function compare(site: Site, asked: Asked, sample: number) {
  const job = jobOf(site, asked)
  const { lossDb: cells } = await losses.compute(job)
  const { grid, rangeM } = job
  const random = seededRandom(7)
  let within = 0
  let counted = 0
  let sum = 0
  while (counted < sample) {
    const row = Math.floor(random() * grid.rows)
    const col = Math.floor(random() * grid.cols)
    const latDeg = site.latDeg + (grid.txRow - row) * grid.cellLatDeg
    const lonDeg = site.lonDeg + (col - grid.txCol) * grid.cellLonDeg
    const { distanceM } = geodesicBetween(site.latDeg, site.lonDeg, latDeg, lonDeg)
    if (distanceM > rangeM || distanceM < 1) continue
    const expected = lossAt(site, asked, latDeg, lonDeg)
    if (Number.isNaN(expected)) continue
    const difference = Math.abs(cells[row * grid.cols + col] - expected)
    counted++
    sum += difference
    if (difference <= 0.5) within++
  }
  return { fraction: within / counted, mean: sum / counted }
}

const SECOND3 = 1 / 1200
const rough = hills(3)
const HILLY_SITE: Site = {
  ground: madeGround(47, 9, 200, SECOND3, (row, col) => 500 + rough(row, col)),
  latDeg: 47.0123,
  lonDeg: 9.0077,
  resolutionM: 300,
  rangeKm: 8,
}

/** Minimum fractions of cells within 0.5 dB. */
const MINIMUM_FRACTIONS = [
  { model: P526, onHills: 0.999, onTile: 0.999 },
  { model: P1812, onHills: 0.999, onTile: 0.999 },
  { model: ITM, onHills: 0.999, onTile: 0.999 },
]

for (const { model, onHills, onTile } of MINIMUM_FRACTIONS) {
  t.test(`${model.model.name} on made hills equals the function over each path`, async (t) => {
    const { fraction, mean } = await compare(HILLY_SITE, model, 150)
    t.ok(fraction >= onHills, `${(100 * fraction).toFixed(2)} % within 0.5 dB, mean ${mean.toFixed(3)} dB`)
  })
  t.test(`${model.model.name} on a published tile equals the function over each path`, async (t) => {
    const terrain = await openTerrain({ folders: [testData('terrain/srtm')] })
    t.teardown(() => terrain.close())
    const [latDeg, lonDeg] = [49.5071, 11.4423]
    const area = await terrain.openArea({ southDeg: 49.2, northDeg: 49.8, westDeg: 11.05, eastDeg: 11.85 })
    if (area === undefined) throw new Error('Expected the tile N49E011')
    const { lattice } = area
    const firstRow = Math.floor((lattice.northDeg - 49.8) / lattice.latStepDeg)
    const firstCol = Math.floor((11.05 - lattice.westDeg) / lattice.lonStepDeg)
    const [rows, cols] = [720, 960]
    const ground = {
      heightsM: await area.read({ firstRow, firstCol, rows, cols }),
      rows,
      cols,
      northDeg: lattice.northDeg - firstRow * lattice.latStepDeg,
      westDeg: lattice.westDeg + firstCol * lattice.lonStepDeg,
      latStepDeg: lattice.latStepDeg,
      lonStepDeg: lattice.lonStepDeg,
    }
    const { fraction, mean } = await compare(
      { ground, latDeg, lonDeg, resolutionM: 300, rangeKm: 10 },
      model,
      150,
    )
    t.ok(fraction >= onTile, `${(100 * fraction).toFixed(2)} % within 0.5 dB, mean ${mean.toFixed(3)} dB`)
  })
}

t.test(
  'long paths follow geodesics: 300 km at latitude 60, across the date line, in the south',
  async (t) => {
    for (const [latDeg, lonDeg, rangeKm, half] of [
      [60, 10, 300, 360],
      [-45, 179.9, 200, 165],
    ]) {
      const rough = hills(5)
      const ground = madeGround(latDeg, lonDeg, half, 1 / 60, (row, col) => 500 + rough(row, col))
      const site = {
        ground,
        latDeg: latDeg + 0.003,
        lonDeg: lonDeg - 0.002,
        resolutionM: 40 * rangeKm,
        rangeKm,
      }
      for (const model of [P526, ITM]) {
        const { fraction, mean } = await compare(site, model, 60)
        t.ok(
          fraction >= 0.99,
          `${model.model.name}: ${(100 * fraction).toFixed(1)} % within 0.5 dB, mean ${mean.toFixed(4)} dB`,
        )
      }
    }
  },
)

t.test(
  'free space over flat ground is that of the slant distance, at the mast and to altitudes too',
  async (t) => {
    const site: Site = {
      ground: madeGround(-33, 151, 80, SECOND3, () => 40),
      latDeg: -33,
      lonDeg: 151,
      resolutionM: 150,
      rangeKm: 4,
    }
    const following = jobOf(site, { model: freeSpaceModel, parameters: {} })
    // Ground at 40 m, the transmitting antenna at 70 m.
    for (const [job, apartM] of [
      [following, TX_M - RX_M],
      [{ ...following, receiverFollowsGround: false, rxHeightM: 340 }, 270],
    ] as const) {
      const { lossDb: cells } = await losses.compute(job)
      const { grid } = job
      let worst = 0
      let outside = 0
      for (let row = 0; row < grid.rows; row++) {
        for (let col = 0; col < grid.cols; col++) {
          const latDeg = site.latDeg + (grid.txRow - row) * grid.cellLatDeg
          const lonDeg = site.lonDeg + (col - grid.txCol) * grid.cellLonDeg
          const { distanceM } = geodesicBetween(site.latDeg, site.lonDeg, latDeg, lonDeg)
          const lossDb = cells[row * grid.cols + col]
          if (distanceM > job.rangeM + 0.1) {
            if (!Number.isNaN(lossDb)) outside++
          } else if (distanceM < job.rangeM - 0.1) {
            const expected = freeSpaceLossDb(distanceM / 1000, apartM, MHZ / 1000)
            worst = Math.max(worst, Number.isNaN(lossDb) ? 999 : Math.abs(lossDb - expected))
          }
        }
      }
      t.ok(worst < 0.001, `off by at most ${worst} dB, ${apartM} m apart`)
      t.equal(outside, 0, 'and nothing beyond the range')
    }
    for (const [rxHeightM, isWithin] of [
      [40.4, false],
      [40.6, true],
      [3039, true],
      [3041, false],
    ] as const) {
      const small = { ...following, receiverFollowsGround: false, rxHeightM, rangeM: 200 }
      const { grid } = small
      const { lossDb } = await losses.compute(small)
      const beside = lossDb[grid.txRow * grid.cols + grid.txCol + 1]
      t.equal(Number.isFinite(beside), isWithin, `0.5 to 3000 m above ground at 40 m: ${rxHeightM} m`)
    }
  },
)

t.test('beyond unknown ground p526 is unknown, on it free space is unknown', async (t) => {
  const site: Site = {
    ground: madeGround(10, 20, 80, SECOND3, (row, col) =>
      row >= -30 && row <= -20 && Math.abs(col) <= 5 ? Number.NaN : 100,
    ),
    latDeg: 10,
    lonDeg: 20,
    resolutionM: 90,
    rangeKm: 5,
  }
  const { grid } = jobOf(site, P526)
  const north = (cells: Float32Array, posts: number) => cells[(grid.txRow - posts) * grid.cols + grid.txCol]
  const { lossDb: between } = await losses.compute(jobOf(site, P526))
  t.ok(north(between, 15) > 0, 'in front of it')
  t.ok(Number.isNaN(north(between, 25)), 'on it')
  t.ok(Number.isNaN(north(between, 45)), 'beyond it')
  t.ok(north(between, -45) > 0, 'to the other side')
  const { lossDb: free } = await losses.compute(jobOf(site, { model: freeSpaceModel, parameters: {} }))
  t.ok(Number.isNaN(north(free, 25)), 'on it')
  t.ok(north(free, 45) > 0, 'beyond it')
})

t.test(
  "cells with a path of their own have the plain function's loss, and altitudes their limits",
  async (t) => {
    const site = { ...HILLY_SITE, rangeKm: 6, resolutionM: 500 }
    const { latDeg, lonDeg } = site
    const job = jobOf(site, P526)
    const { grid, ground } = job
    const lossesOf = (asked: Asked, change: Partial<LossJob> = {}) => {
      const one = { ...job, ...asked, ...change }
      const lossDb = new Float32Array(grid.rows * grid.cols).fill(Number.NaN)
      const own = { ...one, model: asked.model.name, terms: termsOf(one), readTerms: undefined, lossDb }
      const parts = partsGround(ground.parts, lonDeg, own)
      const [firstRow, endRow] = [2, grid.rows - 1]
      const inRange = squareLosses(
        { ...own, ground: parts },
        asked.model,
      )({
        firstRow,
        endRow,
        firstCol: 3,
        endCol: grid.cols,
      })
      return { lossDb, inRange }
    }
    for (const asked of [P526, ITM, P1812]) {
      const { lossDb, inRange } = lossesOf(asked)
      let [worst, within] = [0, 0]
      for (let cell = 0; cell < lossDb.length; cell++) {
        const [row, col] = [Math.floor(cell / grid.cols), cell % grid.cols]
        const lat = latDeg + (grid.txRow - row) * grid.cellLatDeg
        const lon = lonDeg + (col - grid.txCol) * grid.cellLonDeg
        const { distanceM } = geodesicBetween(latDeg, lonDeg, lat, lon)
        if (row < 2 || row >= grid.rows - 1 || col < 3 || distanceM > 6000) {
          if (!Number.isNaN(lossDb[cell])) t.fail(`${row}, ${col} is not asked for`)
          continue
        }
        within++
        const isOwn = row === grid.txRow && col === grid.txCol
        const wanted = isOwn ? freeSpaceLossDb(0, RX_M - TX_M, MHZ / 1000) : lossAt(site, asked, lat, lon)
        worst = Math.max(worst, Math.abs(lossDb[cell] - wanted))
      }
      t.equal(inRange, within)
      t.ok(worst < 0.05, `${asked.model.name}: off by ${worst} dB at most`)
    }
    // Hills may be above a receiver at 600 m, or more than 100 m below it.
    const rxLimitsM = { minimum: 10, maximum: 100 }
    const at600 = { receiverFollowsGround: false, rxHeightM: 600, rxLimitsM }
    const { lossDb } = lossesOf({ model: freeSpaceModel, parameters: {} }, at600)
    const seen = { within: 0, outside: 0, wrong: 0 }
    for (let cell = 0; cell < lossDb.length; cell++) {
      const [row, col] = [Math.floor(cell / grid.cols), cell % grid.cols]
      const lat = latDeg + (grid.txRow - row) * grid.cellLatDeg
      const lon = lonDeg + (col - grid.txCol) * grid.cellLonDeg
      const aboveM = 600 - groundM(site.ground, lat, lon)
      const { distanceM } = geodesicBetween(latDeg, lonDeg, lat, lon)
      if (distanceM > 6000) continue
      const isWithin = aboveM >= 10 && aboveM <= 100
      seen[isWithin ? 'within' : 'outside']++
      const wanted = isWithin
        ? freeSpaceLossDb(distanceM / 1000, 600 - ground.antennaM, MHZ / 1000)
        : Number.NaN
      const got = lossDb[row * grid.cols + col]
      if (!Object.is(Number.isNaN(got), !isWithin) || Math.abs(got - wanted) > 1e-3) seen.wrong++
    }
    t.match(seen, { wrong: 0 })
    t.ok(seen.within > 10 && seen.outside > 10, JSON.stringify(seen))
  },
)

t.test('a batch holds paths and the cells that they belong to', async (t) => {
  const batch = new PathBatch()
  const curve = { steps: 5, row1: 1, row2: 2, row3: 3, row4: 4, col1: 6, col2: 7, col3: 8, col4: 9 }
  const cells = [7, 3, 5]
  for (const [i, cell] of cells.entries()) batch.add(cell, { ...curve, steps: 5 + i }, 1500 + i)
  t.same([...batch.distancesM.subarray(0, 3)], [1500, 1501, 1502])
  const found = new PathCurve()
  takeCurve(batch.columns, 2, found)
  t.same(found, { ...curve, steps: 7 })
  t.equal(batch.columns.length, PATH_NUMBERS * PATHS)
  t.ok(batch.columns.includes(Math.fround(1.501)), 'kilometres')
  const lossDb = new Float32Array(9).fill(-1)
  const row = new Float32Array(PATHS_ACROSS)
  row.set([120, 1e9, 99])
  batch.spread([[row]], lossDb)
  t.same([...lossDb], [-1, -1, -1, Number.NaN, -1, 99, -1, 120, -1])
  batch.clear()
  t.notOk(batch.isFull || batch.count > 0 || batch.columns.some((value) => value !== 0))
  batch.add(0, { ...curve, steps: STEPS - 1 }, 1)
  t.notOk(batch.isFull)
  batch.add(0, { ...curve, steps: 1 }, 1)
  t.ok(batch.isFull, 'by steps')
  batch.clear()
  const paths = PATHS - PATHS_ACROSS
  for (let path = 0; path < paths; path++) batch.add(path, { ...curve, steps: 0 }, 1)
  t.notOk(batch.isFull)
  batch.add(0, { ...curve, steps: 0 }, 1)
  t.ok(batch.isFull, 'by paths: no row more may fit')
})

t.test('batches in turn: one is filled while others run, answers come in their order', async (t) => {
  class Fillable {
    count = 0
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
    clear() {
      this.count = 0
    }
  }
  const [a, b] = [new Fillable('a'), new Fillable('b')]
  const said: string[] = []
  const answers: Answer[] = [[], [], []]
  let isLost = false
  const relay = new Relay(
    [a, b],
    async ({ name, count }) => {
      if (isLost) throw new Error('lost')
      said.push(`run ${name} ${count}`)
      return answers[count - 1]
    },
    ({ name, count }, answer) => said.push(`take ${name} ${answers.indexOf(answer) + 1} ${count}`),
  )
  await relay.send()
  t.same(said, [], 'an empty one is not sent')
  for (const count of [1, 2, 3]) {
    relay.batch.count = count
    await relay.send()
    t.equal(relay.batch.count, 0)
  }
  t.same(said, ['run a 1', 'run b 2', 'take a 1 1', 'run a 3', 'take b 2 2'])
  await relay.finish()
  t.equal(said.at(-1), 'take a 3 3')
  isLost = true
  relay.batch.count = 1
  await relay.send()
  await relay.drop()
  await t.rejects(relay.finish(), { message: 'lost' })
  t.equal(said.length, 6, 'nothing is taken of it')
})
