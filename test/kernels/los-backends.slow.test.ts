import { existsSync } from 'node:fs'
import t from 'tap'
import { hills, type LosCase, madeGround, openEngine, runCase } from '../../bench/references/los.ts'
import { type Backend, BackendUnavailableError } from '../../kernels/device/device.ts'

// Debian's chromium brings a software Vulkan driver: slow, but it runs the true WGSL path.
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json'
if (existsSync(SWIFTSHADER)) process.env.VK_ICD_FILENAMES ??= SWIFTSHADER

t.setTimeout(120_000)

const HILLS = hills(11)

/** Ground on which many cells graze, with a hole; several sectors a block. */
const asked: LosCase = {
  ground: madeGround(47, 11, 530, 1 / 1200, (row, col) =>
    Math.hypot(row + 200, col - 90) < 20 ? Number.NaN : 0.4 * HILLS(row, col),
  ),
  latDeg: 47.0001,
  lonDeg: 11.0002,
  transmitter: { heightM: 60, mode: 'AGL' },
  receiver: { heightM: 2, mode: 'AGL' },
  resolutionM: 120,
  rangeKm: 30,
  kFactor: 4 / 3,
}

const wasm = await openEngine('webasm')
const truth = await runCase(wasm.engine, asked)

t.test('the case has visible, blocked and unknown cells', async (t) => {
  for (const value of [0, 1, 255]) {
    const cells = truth.visibility.reduce((sum, found) => sum + (found === value ? 1 : 0), 0)
    t.ok(cells > 5_000, `${cells} cells are ${value}`)
  }
  t.ok(truth.settled > 10, `${truth.settled} cells were settled in float64`)
})

t.test('1, 2 and 7 sectors a call give the same raster', async (t) => {
  for (const itemsPerCall of [1, 2, 7]) {
    const { visibility } = await runCase(wasm.engine, asked, { itemsPerCall })
    t.equal(Buffer.compare(visibility, truth.visibility), 0, `${itemsPerCall} at a time`)
  }
})

t.test('1, 2, 4 and 8 parts of a job give the same raster', async (t) => {
  for (const parts of [1, 2, 4, 8]) {
    const result = await runCase(wasm.engine, asked, { parts })
    t.equal(Buffer.compare(result.visibility, truth.visibility), 0, `${parts} parts`)
    const counts = [result.cellsInRange, result.settled]
    t.same(counts, [truth.cellsInRange, truth.settled], 'and the same counts')
  }
})

t.test('a large job has further threads opened, which the next one uses', async (t) => {
  const large = { ...asked, resolutionM: 90 }
  const first = await runCase(wasm.engine, large)
  await wasm.engine.growFully()
  const second = await runCase(wasm.engine, large)
  t.equal(Buffer.compare(second.visibility, first.visibility), 0)
  await wasm.engine.trim()
  const third = await runCase(wasm.engine, large)
  t.equal(Buffer.compare(third.visibility, first.visibility), 0, 'and one that goes on alone')
})

t.test('two jobs at once do not disturb each other, and advance together', async (t) => {
  // On a busy machine one of two short jobs may be done before the other has begun, though not each time.
  let order = ''
  for (let attempt = 0; attempt < 5 && !/ab+a|ba+b/.test(order); attempt++) {
    const steps: string[] = []
    const job = (name: string) => runCase(wasm.engine, asked, { onProgress: () => steps.push(name) })
    const results = await Promise.all([job('a'), job('b')])
    for (const { visibility } of results) t.equal(Buffer.compare(visibility, truth.visibility), 0)
    order = steps.join('')
  }
  t.match(order, /ab+a|ba+b/, 'they alternate')
})

for (const backend of ['webgpu', 'cpu'] satisfies Backend[]) {
  const opened = await openEngine(backend).catch((error: unknown) => {
    if (error instanceof BackendUnavailableError) return undefined
    throw error
  })
  const skip = opened === undefined ? `no ${backend} adapter on this machine` : false
  t.test(`${backend}: the raster equals that of webasm`, { skip }, async (t) => {
    if (opened === undefined) return
    const { visibility, settled } = await runCase(opened.engine, asked)
    t.comment(`${settled} cells settled in float64`)
    t.equal(Buffer.compare(visibility, truth.visibility), 0)
    await opened.close()
  })
}

t.test('end', () => wasm.close())
