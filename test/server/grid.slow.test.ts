import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import { cellsOf } from '../../server/jobs/job.ts'
import { cellSidesM } from '../../server/requests/grid.ts'
import { ruleErrors } from '../../server/requests/simulation.ts'
import { maximumZoom } from '../../server/results/products/tiles.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { madeJob, madeQuote } from '../helpers/jobs.ts'
import { putHgt } from '../helpers/tiles.ts'

// Cells of a lattice in which the mast stands anywhere, at three latitudes: their centers are those of every n-th cell of a
// finer raster about the mast, and so must be what is computed there.

const folder = t.testdir()
/** Hills of three lengths, whole metres. */
const rough = (row: number, col: number) =>
  Math.round(
    400 +
      150 * Math.sin(row / 37) * Math.cos(col / 29) +
      40 * Math.sin(row / 7 + col / 11) +
      ((row * col) % 7),
  )
for (const tile of ['N00E020', 'N46E020', 'N79E020']) {
  await putHgt(join(folder, `terrain/${tile}.hgt`), rough)
}
await mkdir(join(folder, 'rasters'))
const terrain = await openTerrain({ folders: [join(folder, 'terrain')] })
const engine = await openEngine('0', await openDevice('webasm'))
t.teardown(() => engine.models.destroy())

const masts = [
  { tx_lat: 0.52, tx_lon: 20.41, tx_height: 25, max_range: 4 },
  { tx_lat: 46.47, tx_lon: 20.53, tx_height: 25, max_range: 4 },
  { tx_lat: 79.5, tx_lon: 20.5, tx_height: 25, max_range: 3 },
]
const RESOLUTION_M = 50

async function run(own: object) {
  const rasterDirectory = join(folder, 'rasters')
  const job = madeJob(own)
  const asked = { id: 'grid', accountId: 'acc_1', job, memoryBytes: 2 ** 30, rasterDirectory }
  const { summary } = await simulate(asked, terrain, engine, {
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  const { params } = job
  const [layer] = params.layers
  const name = layer === 'min_height' ? 'grid.min_height.tif' : 'grid.tif'
  return { job, params, summary, ...(await readRaster(join(rasterDirectory, name))) }
}

/** The lattice of every n-th cell about the mast, of so many columns each, shifted so many of the finer cells. */
function latticeOf({ job }: Awaited<ReturnType<typeof run>>, every: number, shift: number, wide = every) {
  const { cellLatDeg, cellLonDeg } = job.grid
  const { latDeg, lonDeg } = job.disc
  return {
    ...{ north: latDeg + (shift + every / 2) * cellLatDeg, west: lonDeg - (shift + wide / 2) * cellLonDeg },
    ...{ step_lat: every * cellLatDeg, step_lon: wide * cellLonDeg },
  }
}

interface Compared {
  toleranceDb?: number
  wide?: number
}

async function agrees(t: Test, request: object, every: number, shift: number, compared: Compared = {}) {
  const { toleranceDb = 0, wide } = compared
  const fine = await run({ ...request, resolution: RESOLUTION_M })
  const grid = latticeOf(fine, every, shift, wide)
  const coarse = await run({ ...request, grid })
  t.ok(Math.abs(coarse.params.resolution - every * RESOLUTION_M) < 0.001, 'resolution follows')
  const { cols, rows, cellLatDeg, cellLonDeg, northDeg, westDeg } = coarse.geometry
  let [count, wrong, apart] = [0, 0, 0]
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const latDeg = northDeg - (row + 0.5) * cellLatDeg
      const lonDeg = westDeg + (col + 0.5) * cellLonDeg
      const ofFine = {
        row: (fine.geometry.northDeg - latDeg) / fine.geometry.cellLatDeg - 0.5,
        col: (lonDeg - fine.geometry.westDeg) / fine.geometry.cellLonDeg - 0.5,
      }
      const [fineRow, fineCol] = [Math.round(ofFine.row), Math.round(ofFine.col)]
      apart = Math.max(apart, Math.hypot(ofFine.row - fineRow, ofFine.col - fineCol))
      if (fineRow < 0 || fineCol < 0 || fineRow >= fine.geometry.rows || fineCol >= fine.geometry.cols)
        continue
      const wanted = fine.data[fineRow * fine.geometry.cols + fineCol] ?? Number.NaN
      const value = coarse.data[row * cols + col] ?? Number.NaN
      count++
      if (!(Math.abs(value - wanted) <= toleranceDb || (Number.isNaN(value) && Number.isNaN(wanted)))) wrong++
    }
  }
  t.ok(apart < 1e-5, 'centers are those of finer cells')
  t.equal(wrong, 0, `of ${count} cells`)
  t.ok(count > cellsOf(coarse.params), 'the whole circle')
  return { fine, coarse }
}

for (const mast of masts) {
  t.test(`latitude ${mast.tx_lat}`, async (t) => {
    const { coarse } = await agrees(t, { ...mast, model: 'los' }, 2, 1)
    const { visible = 0, blocked = 0, unknown = 0 } = coarse.summary ?? {}
    const cells = visible + blocked + unknown
    t.ok(Math.abs(cells / cellsOf(coarse.params) - 1) < 0.03, `${cells} cells in range`)
    await agrees(t, { ...mast, model: 'los' }, 3, 1)
    await agrees(t, { ...mast, model: 'los' }, 2, 0, { wide: 1 })
    await agrees(t, { ...mast, model: 'los_fresnel' }, 1, 0, { wide: 2 })
    await agrees(t, { ...mast, model: 'los', layers: ['min_height'] }, 3, 2, { toleranceDb: 0.01 })
    const antenna = {
      ...{ azimuth: 70, tilt: 2 },
      pattern: { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 10, front_to_back: 25 },
    }
    for (const model of ['p526', 'itm', 'free_space']) {
      await agrees(t, { ...mast, model, antenna }, 2, 1, { toleranceDb: 0.002 })
    }
  })
}

t.test('what a grid may be', async (t) => {
  const grid = { west: 20, north: 47, step_lon: 0.0006, step_lat: 0.0004 }
  const asked = { ...masts[1], frequency: 868 }
  const errorsOf = (body: object) => ruleErrors(body).map(({ pointer, detail }) => `${pointer} ${detail}`)
  t.same(errorsOf({ ...asked, grid }), [])
  t.same(errorsOf({ ...asked, grid, resolution: 44.6 }), [], 'within 1 %')
  for (const [own, error] of [
    [{ grid: { ...grid, step_lat: 0.000004 } }, /^#\/grid\/step_lat .* between 1 and 1000 metres.* 0\.44/],
    [{ grid: { ...grid, step_lon: 0.0013 } }, /^#\/grid\/step_lon .* 0\.5 to 2 times .*got 2\.2/],
    [{ grid, resolution: 30 }, /^#\/resolution .*leave it out, or 44\.4\d*, got 30$/],
  ] as const) {
    const errors = errorsOf({ ...asked, ...own })
    t.equal(errors.length, 1)
    t.match(errors[0], error)
  }
  const { params } = madeJob({ ...asked, grid })
  t.same(params.grid, grid)
  t.same(madeJob(params), madeJob({ ...asked, grid }), 'params can be posted again')
  const square = madeQuote({ ...asked, resolution: params.resolution }).cells
  const { latM, lonM } = cellSidesM(grid, asked.tx_lat ?? 0)
  t.ok(
    Math.abs((madeQuote({ ...asked, grid }).cells * lonM) / (square * latM) - 1) < 0.001,
    'cells of the lattice',
  )
})

t.test('tiles are fine enough for the shorter side of a cell', async (t) => {
  const square = { rows: 100, cols: 100, northDeg: 60, westDeg: 10, cellLatDeg: 0.0005, cellLonDeg: 0.001 }
  const zoom = maximumZoom(square)
  t.equal(maximumZoom({ ...square, cellLatDeg: 0.00049 }), zoom, 'the flattening of the earth is no side')
  t.equal(maximumZoom({ ...square, cellLatDeg: 0.00025 }), zoom + 1)
  t.equal(maximumZoom({ ...square, cellLatDeg: 0.001 }), zoom)
})

t.test('a mast on a center of its lattice has the raster that it has without one', async (t) => {
  const [mast] = masts
  const { fine, coarse } = await agrees(t, { ...mast, model: 'los' }, 1, 0)
  t.same(coarse.job.grid.rows, fine.job.grid.rows)
  t.ok(Buffer.from(coarse.data as Uint8Array).equals(Buffer.from(fine.data as Uint8Array)))
  t.same(coarse.summary, fine.summary)
})
