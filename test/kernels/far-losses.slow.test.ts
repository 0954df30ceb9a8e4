import t from 'tap'
import { chooseEngine } from '../../kernels/choose.ts'
import { openDevice } from '../../kernels/device/device.ts'
import { type LossJob, termsOf } from '../../kernels/engines/loss/job.ts'
import { LossRaster } from '../../kernels/engines/loss/raster.ts'
import { squareLosses } from '../../kernels/engines/loss/squares.ts'
import { partsGround } from '../../kernels/engines/loss/threads.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { EngineName, PathLossModel } from '../../kernels/model.ts'
import { pathLossModels } from '../../kernels/models.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { defaultsOf, exactPath, type LossScene } from '../helpers/path-truth.ts'
import { realGround } from '../helpers/real-ground.ts'
import { seededRandom } from '../references/random.ts'
import { roughGround } from '../references/rough-ground.ts'
import { groundM } from '../references/window.ts'

// Both engines of path loss beside the models over exact geodesics and every post on them: at 1, 16 and 64 posts a cell,
// to 300 km. Cells are sampled.

const device = await openDevice('webasm')
const losses = new LossRaster(device)
t.teardown(async () => {
  await losses.destroy()
  await device.destroy()
})

const TOLERANCE_DB = 0.05
const TX_M = 60

interface Site {
  ground: PostGrid
  latDeg: number
  lonDeg: number
  rangeKm: number
  postsACell: number
  samples: number
}

interface Sample {
  row: number
  col: number
  path: NonNullable<ReturnType<typeof exactPath>>
}

function sceneOf({ ground, latDeg, lonDeg, rangeKm, postsACell }: Site): LossScene {
  const perDegree = metresPerDegree(latDeg)
  const cellM = postsACell * Math.min(perDegree.lat * ground.latStepDeg, perDegree.lon * ground.lonStepDeg)
  return {
    ground,
    latDeg,
    lonDeg,
    grid: rasterGrid(latDeg, lonDeg, cellM, rangeKm * 1000),
    rangeM: rangeKm * 1000,
    txHeightM: TX_M,
    rxHeightM: 3,
    frequencyMhz: 400,
    kFactor: 4 / 3,
    cellM,
  }
}

/** Cells with their paths; as they are drawn by area, most are far out. */
function samplesOf(scene: LossScene, count: number): Sample[] {
  const random = seededRandom(3)
  const samples: Sample[] = []
  const { rows, cols } = scene.grid
  while (samples.length < count) {
    const row = Math.floor(random() * rows)
    const col = Math.floor(random() * cols)
    const path = exactPath(scene, row, col)
    if (path !== undefined) samples.push({ row, col, path })
  }
  return samples
}

function jobOf({ ground, ...scene }: LossScene, model: PathLossModel, engine: EngineName): LossJob {
  const { latDeg, lonDeg, txHeightM } = scene
  const antennaM = groundM(ground, latDeg, lonDeg) + txHeightM
  const copy = { ...ground, heightsM: Float32Array.from(ground.heightsM) }
  return {
    ...scene,
    engine,
    ground: jobGround([copy], { latDeg, lonDeg, antennaM }),
    model,
    parameters: defaultsOf(model),
    receiverFollowsGround: true,
    rxLimitsM: { minimum: 0, maximum: 3000 },
  }
}

async function onDevice(scene: LossScene, model: PathLossModel): Promise<Float32Array> {
  return (await losses.compute(jobOf(scene, model, 'shared'))).lossDb
}

/** The engine over parts of ground in this thread, over the sampled cells alone. */
function onHost(scene: LossScene, samples: Sample[], model: PathLossModel): Float32Array {
  const { grid, lonDeg } = scene
  const lossDb = new Float32Array(grid.rows * grid.cols)
  const job = jobOf(scene, model, 'own')
  const own = { ...job, model: model.name, terms: termsOf(job), readTerms: undefined, lossDb }
  const squares = squareLosses({ ...own, ground: partsGround(job.ground.parts, lonDeg, own) }, model)
  for (const { row, col } of samples)
    squares({ firstRow: row, endRow: row + 1, firstCol: col, endCol: col + 1 })
  return lossDb
}

/** Cells that are off, and the worst. */
function offBy(scene: LossScene, samples: Sample[], model: PathLossModel, lossDb: Float32Array) {
  const parameters = defaultsOf(model)
  const errors = samples.map(({ row, col, path }) =>
    Math.abs(lossDb[row * scene.grid.cols + col] - model.lossOverPath(path, parameters).lossDb),
  )
  const off = errors.filter((error) => !(error <= TOLERANCE_DB)).length
  return { off, worstDb: Math.max(...errors) }
}

/** Sites of one ground, made when their test runs. */
interface Case {
  name: string
  engine: EngineName
  postsACell: number[]
  site(): Promise<Omit<Site, 'postsACell'>>
}

const cases: Case[] = [
  {
    name: 'to 300 km at latitude 65, as bent as the device takes it',
    engine: 'shared',
    postsACell: [16, 64],
    site: async () => madeSite(65, 16, 36),
  },
  {
    name: 'to 300 km at latitude 65',
    engine: 'shared',
    postsACell: [1],
    site: async () => madeSite(65, 60, 130),
  },
  {
    name: 'over 9000 posts to 300 km',
    engine: 'own',
    postsACell: [1, 16, 64],
    site: async () => longSite(),
  },
  {
    name: 'to 300 km at latitude 84.5',
    engine: 'own',
    postsACell: [1, 16],
    site: async () => madeSite(84.5, 20, 200),
  },
  {
    name: 'near the mast over the tile N49E011',
    engine: 'shared',
    postsACell: [1],
    site: () => realSite(6),
  },
  {
    name: 'over the tile N49E011',
    engine: 'shared',
    postsACell: [16, 64],
    site: () => realSite(18),
  },
]

for (const { name, engine, postsACell, site: siteOf } of cases) {
  t.test(`all models ${name}`, async (t) => {
    const site = await siteOf()
    for (const posts of postsACell) {
      const scene = sceneOf({ ...site, postsACell: posts })
      const samples = samplesOf(scene, site.samples)
      for (const model of pathLossModels.values()) {
        t.equal(chooseEngine(model, { ...scene, parts: [scene.ground] }), engine)
        const lossDb = engine === 'own' ? onHost(scene, samples, model) : await onDevice(scene, model)
        const { off, worstDb } = offBy(scene, samples, model, lossDb)
        // Where two ridges make the same horizon to a hair, Longley-Rice jumps from one to the other.
        const jumps = model.name === 'itm' && engine === 'shared' ? 1 : 0
        t.ok(off <= jumps, `${model.name}, ${posts} posts a cell: ${off} off, by ${worstDb.toFixed(4)} dB`)
      }
    }
  })
}

function madeSite(latDeg: number, latSeconds: number, lonSeconds: number): Omit<Site, 'postsACell'> {
  const lattice = { latStepDeg: latSeconds / 3600, lonStepDeg: lonSeconds / 3600 }
  const { txRow, txCol, cellLatDeg, cellLonDeg } = rasterGrid(latDeg, 0, 10_000, 300_000)
  const rows = Math.ceil(((txRow + 4) * cellLatDeg) / lattice.latStepDeg)
  const cols = Math.ceil(((txCol + 4) * cellLonDeg) / lattice.lonStepDeg)
  const ground = roughGround(latDeg, 9, rows, cols, lattice)
  return { ground, latDeg: latDeg + 0.0031, lonDeg: 9.0042, rangeKm: 300, samples: 200 }
}

/** Posts that stand closer than the device's tiles can hold, in one direction, which is enough. */
function longSite(): Omit<Site, 'postsACell'> {
  return { ...madeSite(45, 120, 1.5), samples: 50 }
}

/** At a post a cell a device computes them all, of which few are looked at. */
async function realSite(rangeKm: number): Promise<Omit<Site, 'postsACell'>> {
  const [latDeg, lonDeg] = [49.5071, 11.4423]
  return { ground: await realGround(latDeg, lonDeg, 30), latDeg, lonDeg, rangeKm, samples: 200 }
}
