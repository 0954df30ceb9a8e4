import t, { type Test } from 'tap'
import * as losShapes from '../../kernels/models/los/device/shapes.ts'
import * as pathShapes from '../../kernels/profiles/shapes.ts'
import type * as ModelRasters from '../helpers/model-rasters.ts'
import { hillsWithHole, lossRasters } from '../helpers/model-rasters.ts'
import type * as Los from '../references/los.ts'
import { type LosCase, openEngine, openFresnelEngine, runCase, runFresnelCase } from '../references/los.ts'

// Kernels and host take their shapes from one place: with each of them changed the raster is the same.

const asked: LosCase = {
  ground: hillsWithHole(330),
  latDeg: 47.0001,
  lonDeg: 11.0002,
  transmitter: { heightM: 60, mode: 'AGL' },
  receiver: { heightM: 2, mode: 'AGL' },
  resolutionM: 90,
  rangeKm: 24,
  kFactor: 4 / 3,
}

interface LosSizes {
  ITEMS: number
  LINES: number
  RAYS: number
  POSTS_ACROSS: number
  GROUP: number
  PREFIX: number
  CELLS_ACROSS: number
}

function losShapesOf(changed: Partial<LosSizes>) {
  const sizes: LosSizes = { ...losShapes, ...changed }
  const { LINES, RAYS, POSTS_ACROSS, GROUP, PREFIX, CELLS_ACROSS } = sizes
  const { QUAD, QUAD_RAYS, PACKED } = losShapes
  const GROUPS = LINES / GROUP
  return {
    ...losShapes,
    ...sizes,
    RAYS_COMPUTED: RAYS + 4,
    LAST_RAY_PAIR: RAYS + 2,
    LAST_RAY: RAYS + 3,
    QUADS: (RAYS + 4) / QUAD,
    QUAD_COLUMNS: QUAD_RAYS - 1 + GROUP + 6,
    LAST_PAIR: POSTS_ACROSS - 2,
    LAST_TRIPLE: POSTS_ACROSS - 3,
    LAST_QUADRUPLE: POSTS_ACROSS - 4,
    GROUPS,
    BOUNDARIES: GROUPS + 1,
    GROUP_LINES: GROUP + 1,
    PREFIX_BLOCKS: GROUPS / PREFIX,
    CELL_LINES: LINES,
    CELL_QUADS: CELLS_ACROSS / QUAD,
    PACKED_ACROSS: CELLS_ACROSS / PACKED,
  }
}

t.test('line of sight: no shape changes a cell', async (t) => {
  const own = await openEngine('webasm')
  const truth = await runCase(own.engine, asked)
  await own.close()
  const cut = { ITEMS: 3, POSTS_ACROSS: 600, PREFIX: 4, CELLS_ACROSS: 104 }
  // These say where rays are fitted and which lines a cell walks itself.
  const sampling = { LINES: 128, RAYS: 128, GROUP: 4 }
  for (const changed of [cut, sampling]) {
    const { visibility } = await runWith(t, changed)
    t.equal(Buffer.compare(visibility, truth.visibility), 0, JSON.stringify(changed))
  }
})

async function runWith(t: Test, changed: Partial<LosSizes>) {
  const los = await t.mockImport<typeof Los>('../references/los.js', {
    '../../kernels/models/los/device/shapes.js': losShapesOf(changed),
  })
  const { engine, close } = await los.openEngine('webasm')
  try {
    return await los.runCase(engine, asked)
  } finally {
    await close()
  }
}

const smaller = { PATHS_ACROSS: 512, PATHS_DOWN: 3, PATHS: 3 * 512, STEPS: 2 ** 18 }
const otherPathShapes = { '../../kernels/profiles/shapes.js': { ...pathShapes, ...smaller } }

t.test('path loss: the batch size changes no cell', async (t) => {
  const truth = await lossRasters()
  const changed = await t.mockImport<typeof ModelRasters>('../helpers/model-rasters.js', otherPathShapes)
  const rasters = await changed.lossRasters()
  t.ok(truth.size >= 6)
  for (const [name, raster] of truth) {
    t.ok(raster.filter((lossDb) => lossDb > 0).length > 1000, `${name}: the case is worth it`)
    t.equal(Buffer.compare(bytes(rasters.get(name) as Float32Array), bytes(raster)), 0, name)
  }
})

function bytes(raster: Float32Array): Buffer {
  return Buffer.from(raster.buffer, raster.byteOffset, raster.byteLength)
}

t.test('los_fresnel: no shape changes a cell', async (t) => {
  const fresnelCase = { ...asked, fresnel: { fraction: 0.6, frequencyMhz: 600 } }
  const own = await openFresnelEngine()
  const truth = await runFresnelCase(own.engine, fresnelCase)
  await own.close()
  const changed = await t.mockImport<typeof Los>('../references/los.js', otherPathShapes)
  const other = await changed.openFresnelEngine()
  const { visibility } = await changed.runFresnelCase(other.engine, fresnelCase)
  await other.close()
  t.equal(Buffer.compare(visibility, truth.visibility), 0)
})
