/** Line of sight at many cell sizes and latitudes, on combined terrain files, through the service's code. */

import { join } from 'node:path'
import { openDevice } from '../../kernels/device/device.ts'
import type { VisibilityModel } from '../../kernels/model.ts'
import type { Engine } from '../../server/compute/engine.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { type OpenedGround, readGround } from '../../server/compute/ground.ts'
import { visibility } from '../../server/compute/visibility.ts'
import { type Job, jobOf } from '../../server/jobs/job.ts'
import { engineOf, modelOf } from '../../server/jobs/quote.ts'
import { endsOf } from '../../server/requests/ends.ts'
import { withDefaults } from '../../server/requests/simulation.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { seededRandom } from '../../test/references/random.ts'
import {
  type CellTruth,
  ReferenceLos,
  type Ground as Surface,
  UNKNOWN,
  VISIBLE,
} from '../../test/references/reference-los.ts'
import { integer, oneOf } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { type GroundCase, groundCases } from './ground-cases.ts'
import { groundOn, writeGround } from './made-ground.ts'

const DEFAULT_SAMPLE = 10_000
/** Clearance in metres below which either result counts as right. */
const GRAZING_M = 0.001
/** Tolerance in metres at the range limit: cells this close to the limit may count as inside or outside. */
const AT_RANGE_M = 0.001
/** Chord error of the reference in metres; height errors are this times the slope, or more behind a ridge. */
const CHORD_TOLERANCE_M = 5e-5
const MINIMUM_HEIGHT_M = 0.01
const RECEIVER_M = 2
const K_FACTOR = 4 / 3

const usage = `npm run validate -- ground [options]

Writes synthetic terrain files - one spacing, several, up to 85 degrees of latitude - into a temporary folder, reads and
computes line of sight over them as the service does, and compares random cells with a float64 reference on one lattice
that represents all of the ground exactly. Passes if no cell is wrong by more than grazing (${1000 * GRAZING_M} mm) and min_height is within
${100 * MINIMUM_HEIGHT_M} cm.

  --only NAME,…  ${Object.keys(groundCases).join(', ')}
  --sample N     random cells of each raster (${DEFAULT_SAMPLE})
  --seed S       seed of the sample (1)
  --json         one JSON object instead of a table
  --help         show help`

export const run = program({
  usage,
  options: {
    only: { type: 'string', default: Object.keys(groundCases).join(',') },
    sample: { type: 'string', default: String(DEFAULT_SAMPLE) },
    seed: { type: 'string', default: '1' },
  },
  async measure(values) {
    const sample = integer('--sample', values.sample, 1, 1_000_000_000)
    const seed = integer('--seed', values.seed, 0, 2 ** 31)
    const names = values.only.split(',').map((name) => oneOf('--only', name, Object.keys(groundCases)))
    const engine = await openEngine('validate', await openDevice('webasm'))
    try {
      const rows: Row[] = []
      for (const name of names) {
        for (const groundCase of groundCases[name]())
          rows.push(...(await tryCase(engine, groundCase, sample, seed)))
      }
      return makeReport(`${engine.device.backend} (${engine.device.name})`, rows)
    } finally {
      await engine.models.destroy()
    }
  },
})

async function tryCase(engine: Engine, groundCase: GroundCase, sample: number, seed: number): Promise<Row[]> {
  const cells = await inTemporaryFolder((folder) => computed(engine, groundCase, join(folder, 'terrain')))
  const { job } = cells
  const { files, exact } = groundCase.ground
  const disc = { latDeg: groundCase.latDeg, lonDeg: groundCase.lonDeg, rangeM: job.disc.rangeM }
  const surface = groundOn(exact, files, disc)
  const judged = judge(cells, referenceOf(groundCase, job, surface), sample, seed)
  const name = `${groundCase.name}, ${groundCase.postsACell} posts a cell, ${groundCase.rangeKm} km`
  const rows: Row[] = []
  const row = (quantity: string, n: number, value: number, tolerance?: number) =>
    rows.push({ ...rowOf(name, quantity, [value], tolerance), n })
  row('cells truly visible', judged.cells, judged.trulyVisible)
  row('wrong cells', judged.cells, judged.wrong, 0)
  row('min_height error, m', judged.cells, judged.offM, MINIMUM_HEIGHT_M)
  return rows
}

function referenceOf({ latDeg, lonDeg, heightM, rangeKm }: GroundCase, job: Job, ground: Surface) {
  return new ReferenceLos({
    ground,
    transmitter: { latDeg, lonDeg, heightM, mode: 'AGL' },
    receiver: { heightM: RECEIVER_M, mode: 'AGL' },
    kFactor: K_FACTOR,
    maxRangeKm: rangeKm,
    geometry: job.grid,
    chordToleranceM: CHORD_TOLERANCE_M,
  })
}

interface Tally {
  cells: number
  trulyVisible: number
  wrong: number
  offM: number
}

function judge(cells: Cells, reference: ReferenceLos, sample: number, seed: number): Tally {
  const { job, visible, minHeightM } = cells
  const { rows, cols } = job.grid
  const tally = { cells: 0, trulyVisible: 0, wrong: 0, offM: 0 }
  for (const cell of shuffled(rows * cols, sample, seed)) {
    const [row, col] = [Math.floor(cell / cols), cell % cols]
    const truth = reference.cell(row, col)
    if (truth.distanceM > job.disc.rangeM - AT_RANGE_M) continue
    const got = visible[cell]
    tally.cells++
    const isVisible = truth.class === VISIBLE
    if (isVisible) tally.trulyVisible++
    if (isWrong(got, truth)) tally.wrong++
    const off = Math.abs(minHeightM[cell] - truth.minReceiverHeightM)
    // NaN counts as the greatest error.
    if (!(off <= tally.offM)) tally.offM = off
  }
  return tally
}

function isWrong(got: number, { class: truly, clearanceM }: CellTruth): boolean {
  return got !== truly && !(Math.abs(clearanceM) < GRAZING_M) && truly !== UNKNOWN
}

interface Cells {
  job: Job
  visible: Uint8Array
  minHeightM: Float32Array
}

async function computed(engine: Engine, groundCase: GroundCase, folder: string): Promise<Cells> {
  await writeGround(folder, groundCase.ground)
  const terrain = await openTerrain({ folders: [folder] })
  try {
    // Visibility needs a separate job: engines compute it differently if heights are requested as well.
    const job = jobFor(groundCase, ['visible'])
    const [visible] = await rastersOf(job, terrain, engine)
    const [minHeightM] = await rastersOf(jobFor(groundCase, ['min_height']), terrain, engine)
    return { job, visible: visible as Uint8Array, minHeightM: minHeightM as Float32Array }
  } finally {
    await terrain.close()
  }
}

function jobFor(groundCase: GroundCase, layers: ('visible' | 'min_height')[]): Job {
  return jobOf(
    withDefaults({
      tx_lat: groundCase.latDeg,
      tx_lon: groundCase.lonDeg,
      tx_height: groundCase.heightM,
      rx_height: RECEIVER_M,
      frequency: 600,
      resolution: groundCase.postsACell * groundCase.postM,
      max_range: groundCase.rangeKm,
      k_factor: K_FACTOR,
      layers,
    }),
  )
}

async function rastersOf(job: Job, terrain: Terrain, engine: Engine) {
  const choose = ({ parts }: OpenedGround) => engineOf(job, parts)
  const ground = await readGround(job, terrain, {}, { onRead: () => {}, choose })
  const { signal } = new AbortController()
  const model = modelOf(job) as VisibilityModel
  const { rasters } = await visibility(
    { job, ground, ends: endsOf(job.params), clutterMap: undefined },
    model,
    engine,
    { onProgress: () => {}, signal },
  )
  return rasters.map(({ cells }) => cells)
}

/** Up to `count` distinct cells in random order. */
function* shuffled(total: number, count: number, seed: number): Generator<number> {
  const random = seededRandom(seed)
  const order = Uint32Array.from({ length: total }, (_, cell) => cell)
  for (let draw = 0; draw < Math.min(total, count); draw++) {
    const other = draw + Math.floor(random() * (total - draw))
    yield order[other]
    order[other] = order[draw]
  }
}
