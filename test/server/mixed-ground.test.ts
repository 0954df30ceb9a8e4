import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { readGround } from '../../server/compute/ground.ts'
import { type SimulateOptions, simulate } from '../../server/compute/simulate.ts'
import { unknownFractionOf } from '../../server/compute/warnings.ts'
import { postsToRead } from '../../server/jobs/posts.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { madeJob } from '../helpers/jobs.ts'
import { putGeotiff, putHgt } from '../helpers/tiles.ts'

// Simulations over a fine tile within coarse ground: what is read, what it costs, and fewer posts where asked for.

const folder = t.testdir()
// The south of the coarse tile is unknown, but for the fine one in it.
await putHgt(join(folder, 'terrain/N10E020.hgt'), (row) => (row > 600 ? -32768 : 100))
await putGeotiff(join(folder, 'terrain/fine.tif'), {
  rows: 301,
  cols: 301,
  northDeg: 10.495,
  westDeg: 20.5,
  latStepDeg: 1 / 36_000,
  lonStepDeg: 1 / 36_000,
  isPoint: true,
  heightAt: (row, col) => 200 + ((row + col) % 5),
})
await mkdir(join(folder, 'rasters'))
const terrain = await openTerrain({ folders: [join(folder, 'terrain')] })
const engine = await openEngine('0', await openDevice('webasm'))
t.teardown(() => engine.models.destroy())

const request = {
  name: 'mixed',
  tx_lat: 10.4925,
  tx_lon: 20.503,
  tx_height: 60,
  resolution: 100,
  max_range: 3,
}
const rasterDirectory = join(folder, 'rasters')

function askedFor(own: object) {
  const job = madeJob({ ...request, ...own })
  return { id: 'mixed', accountId: 'acc_1', job, memoryBytes: 2 ** 30, rasterDirectory }
}

function run(own: object = {}, options: Partial<SimulateOptions> = {}) {
  return simulate(askedFor(own), terrain, engine, {
    onProgress: () => {},
    signal: new AbortController().signal,
    ...options,
  })
}

t.test('both are read with their own posts, the finer first', async (t) => {
  const job = madeJob(request)
  const checked: number[] = []
  const fractions: number[] = []
  const ground = await readGround(
    job,
    terrain,
    {},
    {
      onRead: (fraction) => fractions.push(fraction),
      choose: ({ posts }) => {
        checked.push(posts)
        return 'both'
      },
    },
  )
  t.equal(ground.parts.length, 2)
  const [fine, coarse] = ground.parts
  t.ok(fine.rows < 430 && fine.cols < 430 && coarse.rows < 90, `${fine.rows} and ${coarse.rows} rows`)
  t.ok(fine.heightsM.buffer instanceof SharedArrayBuffer)
  t.same(checked, [fine.heightsM.length + coarse.heightsM.length], 'checked before they were read')
  t.same(
    fractions,
    fractions.toSorted((a, b) => a - b),
  )
  t.equal(fractions.at(-1), 1)
  const { disc } = job
  const { parts } = await terrain.survey(disc.bounds)
  t.equal(postsToRead(parts, disc), checked[0], 'which is what the survey says beforehand')
  t.ok(ground.groundM >= 200 && ground.groundM <= 204, 'the antenna stands on the fine tile')
  const window = await ground.window()
  t.equal(window, await ground.window(), 'made once')
  t.same([window.rows, window.cols], [coarse.rows, coarse.cols], 'of the coarse part alone')
  t.equal(coarse.heightsM[0], 100, 'which keeps its own heights')
})

t.test('the unknown share is that of the ground, not of the posts', async (t) => {
  const job = madeJob(request)
  const ground = await readGround(job, terrain, {}, { onRead: () => {}, choose: () => 'both' })
  const steps = unknownFractionOf(ground.parts, job)
  let step = steps.next()
  while (!step.done) step = steps.next()
  // South of 10.5° within 3 km of 10.4925°: half of the circle and a strip of 0.79 km, as the last row of known posts
  // is half a step wide, without the 0.85 square kilometres of the fine tile.
  const [rangeKm, stripKm] = [3, 0.788]
  const northKm2 =
    rangeKm ** 2 * Math.acos(stripKm / rangeKm) - stripKm * Math.sqrt(rangeKm ** 2 - stripKm ** 2)
  const expected = 1 - (northKm2 + 0.85) / (Math.PI * rangeKm ** 2)
  t.ok(Math.abs(step.value - expected) < 0.004, `${step.value} against ${expected}`)
})

t.test('a simulation names both tiles, and its spacing stands in the file', async (t) => {
  const result = await run()
  t.same(
    result.terrain?.tiles.map(({ name }) => name),
    ['N10E020.hgt', 'fine.tif'],
  )
  const coarse = await run({ terrain_spacing: 190 })
  t.match(coarse.warnings, [
    { code: 'finer_than_terrain', detail: /are 188 m apart/ },
    { code: 'unknown_terrain' },
  ])
  const { metadata } = await readRaster(join(folder, 'rasters/mixed.tif'))
  t.match(JSON.parse(metadata.PARAMETERS ?? ''), { terrain_spacing: 190 })
})

t.test('too many posts fail the job and name what would fit', async (t) => {
  const refused = await run({}, { maxPosts: 50_000 }).catch((error: Error & { code: string }) => error)
  t.match(refused, { code: 'too_many_posts', message: /the maximum is 50000: use a terrain_spacing of/ })
  const spacingM = Number(/terrain_spacing of at least ([\d.]+)/.exec((refused as Error).message)?.[1])
  const job = madeJob({ ...request, terrain_spacing: spacingM })
  let posts = 0
  await readGround(
    job,
    terrain,
    {},
    {
      onRead: () => {},
      choose: (opened) => {
        posts = opened.posts
        return 'both'
      },
    },
  )
  t.ok(posts > 0 && posts <= 50_000, `${posts} posts at ${spacingM} m`)
})

t.test('ground of several strips has each post in its row', async (t) => {
  // A million columns, so that two rows are a strip.
  const lattice = { northDeg: 47.02, westDeg: 7.98, latStepDeg: 0.02, lonStepDeg: 2.5e-8 }
  const asked: number[] = []
  const area = {
    lattice,
    postSpacingM: 30,
    read: async (
      { firstRow, rows }: { firstRow: number; rows: number },
      _signal: unknown,
      into: Float32Array,
    ) => {
      asked.push(rows)
      const cols = into.length / rows
      for (let row = 0; row < rows; row++) into.fill(100 + firstRow + row, row * cols, (row + 1) * cols)
    },
    used: () => ({ tiles: [], sources: [] }),
  }
  const read: number[] = []
  const ground = await readGround(
    madeJob({ max_range: 0.9, tx_height: 5 }),
    { openParts: async () => [{ area, bounds: undefined }] } as never,
    {},
    { onRead: (fraction) => read.push(fraction), choose: () => 'both' },
  )
  const [part] = ground.parts
  t.ok(asked.length > 2 && asked.slice(0, -1).every((rows) => rows === 2) && asked.at(-1) === 1, `${asked}`)
  const first = part.heightsM[0] ?? 0
  for (let row = 0; row < part.rows; row++) {
    t.equal(part.heightsM[row * part.cols], first + row)
    t.equal(part.heightsM[(row + 1) * part.cols - 1], first + row)
  }
  t.equal(read.at(-1), 1)
  t.equal(ground.groundM, 101)
  t.equal(ground.antennaM, 106)
})
