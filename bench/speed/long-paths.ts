/** Path losses over long paths on the CPU: plain model functions, and rasters of the CPU engine. */

import { openProcessor } from '../../kernels/device/device.ts'
import { LossRaster } from '../../kernels/engines/loss/raster.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { LinkPath, PathLossModel } from '../../kernels/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { postSpacingM } from '../../kernels/profiles/steps.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import { roughGround } from '../../test/references/rough-ground.ts'
import { groundM } from '../../test/references/window.ts'
import { integer, integers, oneOf } from '../frame/options.ts'
import { part as definePart } from '../frame/parts.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'

const [LAT_DEG, LON_DEG] = [45.003, 9.004]
const TX_M = 60
const RX_M = 3
const FREQUENCY_MHZ = 400
const K_FACTOR = 4 / 3
const PATHS = 40
const MARGIN_POSTS = 20
const NAMES = [...pathLossModels.values()].filter((model) => model.uses_profile).map(({ name }) => name)
const DEFAULTS = { points: '1000,10000', range: '100', resolution: '2000', seconds: '1', runs: '5' }

export const part = definePart({
  about: `Cost of path losses in float64, for ground that the device's tiles cannot hold: the models' plain functions over long
profiles in this thread; then rasters of the host's engine over synthetic ground in all threads, the models in turns.
To compare two versions, run them alternately.`,
  help: `  --models NAME,…   some of ${NAMES.join(', ')} (all)
  --points N,…      points of the profiles (${DEFAULTS.points})
  --reach KM        range of the raster (${DEFAULTS.range})
  --resolution M    cell size (${DEFAULTS.resolution})
  --seconds N       arc seconds between its posts (${DEFAULTS.seconds})
  --runs N          runs (${DEFAULTS.runs})`,
  options: {
    models: { type: 'string', default: NAMES.join(',') },
    points: { type: 'string', default: DEFAULTS.points },
    reach: { type: 'string', default: DEFAULTS.range },
    resolution: { type: 'string', default: DEFAULTS.resolution },
    seconds: { type: 'string', default: DEFAULTS.seconds },
    runs: { type: 'string', default: DEFAULTS.runs },
  },
  async measure(values) {
    const names = values.models.split(',').map((part) => oneOf('--models', part, NAMES))
    const points = integers('--points', values.points, 3, 1_000_000)
    const rangeM = 1000 * integer('--reach', values.reach, 1, 300)
    const cellM = integer('--resolution', values.resolution, 1, 100_000)
    const seconds = integer('--seconds', values.seconds, 1, 3600)
    const runs = integer('--runs', values.runs, 1, 1000)
    const models = names.map((name) => pathLossModels.get(name) as PathLossModel)
    const rows = points.flatMap((count) => models.flatMap((model) => functionRow(model, count, runs)))
    rows.push(...(await rasterRows(models, { rangeM, cellM, seconds }, runs)))
    return makeReport('plain functions', rows)
  },
})

function parametersOf({ parameters, parse }: PathLossModel): unknown {
  return parse(Object.fromEntries(parameters.map(({ name, default: value }) => [name, value])))
}

function functionRow(model: PathLossModel, points: number, runs: number): Row {
  const spacingM = 30
  const relief = roughGround(LAT_DEG, LON_DEG, 2, points, { latStepDeg: 1, lonStepDeg: 1 })
  const path: LinkPath = {
    distancesM: Float64Array.from({ length: points }, (_, at) => at * spacingM),
    heightsM: Float64Array.from(relief.heightsM.subarray(0, points)),
    frequencyMhz: FREQUENCY_MHZ,
    txHeightM: TX_M,
    rxHeightM: RX_M,
    kFactor: K_FACTOR,
    latitudeDeg: LAT_DEG,
    squareM: spacingM,
  }
  const parameters = parametersOf(model)
  const timesUs: number[] = []
  // The first round is warm-up and not counted.
  for (let round = 0; round <= runs; round++) {
    const start = performance.now()
    for (let count = 0; count < PATHS; count++) model.lossOverPath(path, parameters)
    if (round > 0) timesUs.push((1000 * (performance.now() - start)) / PATHS)
  }
  return rowOf(`${model.name}, ${points} points`, 'µs a path', timesUs)
}

async function rasterRows(
  models: PathLossModel[],
  { rangeM, cellM, seconds }: { rangeM: number; cellM: number; seconds: number },
  runs: number,
): Promise<Row[]> {
  const stepDeg = seconds / 3600
  const grid = rasterGrid(LAT_DEG, LON_DEG, cellM, rangeM)
  const halfRows = Math.ceil((grid.txRow * grid.cellLatDeg) / stepDeg) + MARGIN_POSTS
  const halfCols = Math.ceil((grid.txCol * grid.cellLonDeg) / stepDeg) + MARGIN_POSTS
  const lattice = { latStepDeg: stepDeg, lonStepDeg: stepDeg }
  const ground = roughGround(LAT_DEG, LON_DEG, halfRows, halfCols, lattice)
  const shared = new Float32Array(new SharedArrayBuffer(ground.heightsM.byteLength))
  shared.set(ground.heightsM)
  const device = await openProcessor()
  const losses = new LossRaster(device)
  const position = { latDeg: LAT_DEG, lonDeg: LON_DEG }
  const rows = new Map(models.map((model) => [model, { ms: [] as number[], cells: 0 }]))
  try {
    for (let round = 0; round <= runs; round++) {
      for (const [model, row] of rows) {
        const start = performance.now()
        const { cellsInRange } = await losses.compute({
          ...position,
          engine: 'own',
          ground: jobGround([{ ...ground, heightsM: shared }], {
            ...position,
            antennaM: groundM(ground, LAT_DEG, LON_DEG) + TX_M,
          }),
          model,
          parameters: parametersOf(model),
          grid,
          rangeM,
          frequencyMhz: FREQUENCY_MHZ,
          rxHeightM: RX_M,
          receiverFollowsGround: true,
          rxLimitsM: { minimum: 0, maximum: 3000 },
          kFactor: K_FACTOR,
          cellM,
        })
        row.cells = cellsInRange
        if (round > 0) row.ms.push(performance.now() - start)
      }
    }
  } finally {
    await losses.destroy()
    await device.destroy()
  }
  const posts = ((2 / 3) * rangeM) / postSpacingM(stepDeg, stepDeg, LAT_DEG)
  return [...rows].flatMap(([{ name }, { ms, cells }]) => {
    const label = `${name}, ${rangeM / 1000} km, ${cells} cells, ${Math.round(posts)} posts a path`
    return [
      rowOf(label, 'ms', ms),
      rowOf(
        label,
        'ns a cell and post',
        ms.map((time) => (1e6 * time) / (cells * posts)),
      ),
    ]
  })
}
