import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { givePosts, sharedPosts } from '../../kernels/simd/posts.ts'
import {
  giveRaster,
  MAXIMUM_KEPT_BYTES,
  SpareMemory,
  sharedClasses,
} from '../../kernels/terrain/spare-memory.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import { postsToRead } from '../../server/jobs/posts.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { madeJob } from '../helpers/jobs.ts'
import { putHgt } from '../helpers/tiles.ts'

// Memory of one job that the next one takes over: what is left there is not seen.

const VOID = -32768

t.test('one memory is kept, for what is as large or a little smaller', async (t) => {
  const spare = new SpareMemory<SharedArrayBuffer>(({ byteLength }) => byteLength)
  const made = new SharedArrayBuffer(1000)
  spare.give(made)
  t.equal(spare.take(900), made)
  t.equal(spare.take(900), undefined, 'it is taken')
  spare.give(made)
  t.equal(spare.take(1001), undefined)
  spare.give(made)
  t.equal(spare.take(500), undefined, 'much smaller')
  t.equal(spare.take(1000), undefined, 'one that does not fit is let go')
  const other = new SharedArrayBuffer(2000)
  spare.give(made)
  spare.give(other)
  t.equal(spare.take(2000), other, 'the last one')
  const large = new SharedArrayBuffer(MAXIMUM_KEPT_BYTES + 1)
  spare.give(large)
  t.equal(spare.take(large.byteLength), undefined, 'what is too large is not kept')
  spare.give(made)
  spare.drop()
  t.equal(spare.take(1000), undefined)
})

/** Numbers that stand for buffers. */
const numbers = new Map<ArrayBufferLike, number>()
function buffersOf(...arrays: (Float32Array | Uint8Array)[]): number[] {
  return arrays.map(({ buffer }) => {
    if (!numbers.has(buffer)) numbers.set(buffer, numbers.size)
    return numbers.get(buffer) ?? -1
  })
}

t.test('a job over memory of another one, full of nonsense, gives the same cells', async (t) => {
  const folder = t.testdir({ terrain: {} })
  const tile = join(folder, 'terrain', 'N46E007.hgt')
  const height = (row: number, col: number) =>
    row > 620 && row < 640 && col > 560 && col < 600 ? VOID : 300 + ((row * 7 + col * 13) % 61) + (row % 97)
  await putHgt(tile, height)
  const engine = await openEngine('0', await openDevice('webasm'))
  t.teardown(() => engine.models.destroy())
  let [runs, posts] = [0, 0]
  const run = async (model: string) => {
    const terrain = await openTerrain({ folders: [join(folder, 'terrain')] })
    const rasterDirectory = join(folder, `rasters-${++runs}`)
    await mkdir(rasterDirectory)
    const job = madeJob({ tx_lat: 46.5, tx_lon: 7.5, tx_height: 20, resolution: 100, max_range: 12, model })
    const parts = await terrain.openParts(job.disc.bounds, {})
    posts = postsToRead(
      parts.map(({ area, bounds }) => ({ lattice: area.lattice, bounds })),
      job.disc,
    )
    const asked = { id: 'sim_1', accountId: 'acc_test', job, memoryBytes: 2 ** 30, rasterDirectory }
    await simulate(asked, terrain, engine, { signal: new AbortController().signal, onProgress: () => {} })
    await terrain.close()
    return (await readRaster(join(rasterDirectory, 'sim_1.tif'))).data
  }
  /** Posts and rasters that are kept, found by taking them; sizes a little smaller also fit. */
  const spoil = (bytes: number) => {
    const [heights, classes] = [sharedPosts(posts), sharedClasses(bytes, 0)]
    heights.fill(9e8)
    classes.fill(77)
    givePosts(heights)
    giveRaster(classes)
    return buffersOf(heights, classes)
  }
  for (const model of ['los', 'los_fresnel', 'p526', 'free_space']) {
    const first = await run(model)
    const before = spoil(first.byteLength)
    t.same(await run(model), first, model)
    t.same(spoil(first.byteLength), before, 'over the same memory')
  }

  const seen = await run('los')
  await putHgt(tile, (row, col) => (row === 606 && col === 600 ? 900 : height(row, col)))
  const changed = await run('los')
  t.equal(changed.length, seen.length)
  t.notSame(changed, seen, 'one post in the middle of the same window')
})
