import t from 'tap'
import { chooseEngine } from '../../kernels/choose.ts'
import { openDevice } from '../../kernels/device/device.ts'
import type { LossJob } from '../../kernels/engines/loss/job.ts'
import { LossRaster } from '../../kernels/engines/loss/raster.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { EngineName, PathLossModel } from '../../kernels/model.ts'
import { p526Model } from '../../kernels/models/p526/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { hillsWithHole } from '../helpers/model-rasters.ts'
import { defaultsOf } from '../helpers/path-truth.ts'
import { groundM } from '../references/window.ts'

// The engine on the host, in its threads.

const device = await openDevice('webasm')
const raster = new LossRaster(device)
t.teardown(async () => {
  await raster.destroy()
  await device.destroy()
})

const [LAT, LON] = [47.0001, 11.0002]
const RANGE_M = 11_000
const CELL_M = 150

type Scene = Omit<LossJob, 'engine' | 'ground' | 'latDeg' | 'lonDeg' | 'model' | 'parameters'> & {
  antennaM: number
}

function sceneOn(ground: PostGrid, change: Partial<Scene> = {}): Scene {
  return {
    grid: rasterGrid(LAT, LON, CELL_M, RANGE_M),
    rangeM: RANGE_M,
    frequencyMhz: 600,
    antennaM: groundM(ground, LAT, LON) + 30,
    rxHeightM: 2,
    receiverFollowsGround: true,
    rxLimitsM: { minimum: 0.5, maximum: 3000 },
    kFactor: 4 / 3,
    cellM: CELL_M,
    ...change,
  }
}

function jobOf(
  parts: PostGrid[],
  { antennaM, ...scene }: Scene,
  model: PathLossModel,
  engine: EngineName = 'own',
): LossJob {
  const position = { latDeg: LAT, lonDeg: LON }
  const copies = parts.map((part) => ({ ...part, heightsM: Float32Array.from(part.heightsM) }))
  const ground = jobGround(copies, { ...position, antennaM })
  return { ...scene, ...position, engine, ground, model, parameters: defaultsOf(model) }
}

function onDevice(ground: PostGrid, scene: Scene, model: PathLossModel) {
  return raster.compute(jobOf([ground], scene, model, 'shared'))
}

/** Cells of which one raster has a loss and the other none, and those whose losses differ. */
function differences(one: Float32Array, other: Float32Array, toleranceDb: number) {
  const known = one.filter((lossDb, at) => Number.isNaN(lossDb) !== Number.isNaN(other[at])).length
  const off = one.filter((lossDb, at) => Math.abs(lossDb - other[at]) > toleranceDb).length
  return { known, off }
}

for (const model of pathLossModels.values()) {
  t.test(
    `${model.name} on the host equals the device within 0.01 dB, unknown cells are the same`,
    async (t) => {
      const ground = hillsWithHole(160)
      for (const change of [
        {},
        // Receivers above the datum, of which many stand in the ground or too high.
        { receiverFollowsGround: false, rxHeightM: 40, rxLimitsM: { minimum: 1, maximum: 100 } },
      ]) {
        const scene = sceneOn(ground, change)
        const one = await onDevice(ground, scene, model)
        const other = await raster.compute(jobOf([ground], scene, model))
        t.equal(other.cellsInRange, one.cellsInRange)
        const cells = one.lossDb.filter((lossDb) => !Number.isNaN(lossDb)).length
        t.ok(cells > 2000 && cells < one.cellsInRange, `${cells} of ${one.cellsInRange} cells have a loss`)
        const { known, off } = differences(one.lossDb, other.lossDb, 0.01)
        t.equal(known, 0)
        // Longley-Rice jumps where a threshold of its own is met to the last bit.
        t.ok(off <= (model.name === 'itm' ? cells / 1000 : 0), `${off} of ${cells} cells differ`)
      }
    },
  )
}

t.test('ground in parts, too many posts and bent paths are for the host', async (t) => {
  const engine = (latDeg: number, rangeKm: number, ...stepsDeg: number[]) =>
    chooseEngine(pathLossModels.get('p526') as PathLossModel, {
      parts: stepsDeg.map((stepDeg) => ({
        northDeg: latDeg,
        westDeg: 0,
        rows: 1,
        cols: 1,
        latStepDeg: stepDeg,
        lonStepDeg: stepDeg,
      })),
      latDeg,
      lonDeg: 0,
      rangeM: rangeKm * 1000,
      grid: rasterGrid(latDeg, 0, 1000, rangeKm * 1000),
    })
  t.equal(engine(50, 60, 1 / 3600), 'shared')
  t.equal(engine(50, 60, 1 / 3600, 1 / 1200), 'own', 'two parts')
  t.equal(engine(50, 85, 1 / 3600), 'own', '4250 columns in a quarter')
  t.equal(engine(60, 300, 1 / 600), 'shared')
  t.equal(engine(70, 300, 1 / 120), 'own', 'paths 7 cm off')
})

t.test('a job that does not fit the device goes to the host', async (t) => {
  const [rows, cols, latStepDeg, lonStepDeg] = [300, 8400, 1 / 1200, 1 / 36_000]
  const ground: PostGrid = {
    heightsM: Float32Array.from({ length: rows * cols }, (_, at) => 300 + 100 * Math.sin(at / 57)),
    rows,
    cols,
    northDeg: LAT + 150 * latStepDeg,
    westDeg: LON - 4200 * lonStepDeg,
    latStepDeg,
    lonStepDeg,
  }
  const change = { grid: rasterGrid(LAT, LON, 600, 8800), rangeM: 8800, cellM: 600 }
  const scene = sceneOn(ground, change)
  const { lossDb } = await onDevice(ground, scene, p526Model)
  const expected = await raster.compute(jobOf([ground], scene, p526Model))
  t.same(differences(lossDb, expected.lossDb, 0.001), { known: 0, off: 0 })
  t.ok(lossDb.some((loss) => loss > 0))
})

t.test('a ridge in a fine patch hides what is beyond it, and a hole in it leaves that unknown', async (t) => {
  const flat: PostGrid = {
    heightsM: new Float32Array(321 * 321).fill(100),
    rows: 321,
    cols: 321,
    northDeg: 47 + 160 / 1200,
    westDeg: 11 - 160 / 1200,
    latStepDeg: 1 / 1200,
    lonStepDeg: 1 / 1200,
  }
  // 4.6 × 3.2 m posts over 0.9 × 1.3 km, 2.3 to 3.2 km north of the mast.
  const patch = (heightAt: (row: number, col: number) => number): PostGrid => ({
    heightsM: Float32Array.from({ length: 201 * 401 }, (_, at) => heightAt(Math.floor(at / 401), at % 401)),
    rows: 201,
    cols: 401,
    northDeg: 47 + 700 / 24_000,
    westDeg: LON - 200 / 24_000,
    latStepDeg: 1 / 24_000,
    lonStepDeg: 1 / 24_000,
  })
  const scene = sceneOn(flat)
  const { txRow, txCol, cols } = scene.grid
  const compute = async (parts: PostGrid[]) => (await raster.compute(jobOf(parts, scene, p526Model))).lossDb
  const plain = await compute([flat])
  const ridge = await compute([patch((row) => (row === 100 ? 180 : 100)), flat])
  const holed = await compute([patch((row) => (row > 90 && row < 110 ? Number.NaN : 100)), flat])
  const north = (cells: Float32Array, distanceM: number) =>
    cells[(txRow - Math.round(distanceM / CELL_M)) * cols + txCol]
  t.ok(north(ridge, 5000) > north(plain, 5000) + 15, `${north(ridge, 5000)} for ${north(plain, 5000)} dB`)
  t.ok(Number.isNaN(north(holed, 5000)), 'beyond the hole')
  for (const distanceM of [2000, -5000]) {
    t.ok(Math.abs(north(ridge, distanceM) - north(plain, distanceM)) < 0.01, `${distanceM} m north`)
    t.ok(Math.abs(north(holed, distanceM) - north(plain, distanceM)) < 0.01, `${distanceM} m north`)
  }
})

t.test('a cancelled job ends with its reason, others go on', async (t) => {
  const ground = hillsWithHole(160)
  const scene = sceneOn(ground)
  const cancel = new AbortController()
  const reason = new Error('no longer wanted')
  const seen: number[] = []
  const cancelled = raster.compute(jobOf([ground], scene, p526Model), {
    signal: cancel.signal,
    onProgress: (fraction) => {
      seen.push(fraction)
      cancel.abort(reason)
    },
  })
  const other = raster.compute(jobOf([ground], scene, p526Model))
  await t.rejects(cancelled, reason)
  t.ok(seen[0] < 0.5, `after ${seen[0]} of the squares`)
  const { cellsInRange } = await other
  t.ok(cellsInRange > 10_000)
})
