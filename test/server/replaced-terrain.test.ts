import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import { type FileTerrain, openTerrain } from '../../storage/terrain/terrain.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { madeJob } from '../helpers/jobs.ts'
import { putHgt } from '../helpers/tiles.ts'

// A terrain file that is replaced by another of the same size and time, between two reads of it.

const NAME = 'N46E007.hgt'
const old = (row: number) => (row % 97 < 40 ? 700 : 300)
const present = (row: number) => (row % 89 < 50 ? 250 : 600)

/** A folder with the file, and what puts another one in its place. */
async function replaceable(t: Test): Promise<{ folder: string; replace: () => Promise<void> }> {
  const folder = t.testdir({ terrain: {}, other: {}, rasters: {} })
  const path = join(folder, 'terrain', NAME)
  await putHgt(path, old)
  const { mtimeMs } = await stat(path)
  const other = join(folder, 'other', NAME)
  return {
    folder,
    async replace() {
      await putHgt(other, present)
      await utimes(other, mtimeMs / 1000, mtimeMs / 1000)
      await cp(other, `${other}.copy`, { preserveTimestamps: true })
      await rename(`${other}.copy`, path)
    },
  }
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

/** As the terrain, but `replace` is called after the reads of these numbers, from 1. */
function replacing(terrain: FileTerrain, replace: () => Promise<void>, after: (read: number) => boolean) {
  let reads = 0
  const openParts: Terrain['openParts'] = async (...asked) =>
    (await terrain.openParts(...asked)).map(({ area, bounds }) => ({
      bounds,
      area: {
        lattice: area.lattice,
        postSpacingM: area.postSpacingM,
        used: () => area.used(),
        async read(...rectangle) {
          const heights = await area.read(...rectangle)
          reads++
          if (after(reads)) await replace()
          return heights
        },
      },
    }))
  return { openParts, reads: () => reads }
}

t.test('an area never mixes two files, and the next one reads what is there now', async (t) => {
  const { folder, replace } = await replaceable(t)
  const terrain = await openTerrain({ folders: [join(folder, 'terrain')], cacheBytes: 1 })
  t.teardown(() => terrain.close())
  const bounds = { southDeg: 46, northDeg: 47, westDeg: 7, eastDeg: 8 }
  const rectangle = { firstRow: 10, firstCol: 10, rows: 3, cols: 3 }
  const area = await terrain.openArea(bounds)
  t.equal((await area?.read(rectangle))?.[0], old(10))
  await replace()
  await t.rejects(
    async () => {
      await area?.read(rectangle)
    },
    { code: 'terrain_changed' },
  )
  const again = await terrain.openArea(bounds)
  t.equal((await again?.read(rectangle))?.[0], present(10), 'without waiting for the next scan')
  t.equal(again?.used().tiles[0]?.sha256, await sha256Of(join(folder, 'terrain', NAME)))
  t.same(terrain.problems(), [], 'nothing is wrong with it')

  await putHgt(join(folder, 'terrain', NAME), () => 4)
  t.equal((await terrain.elevationAt(46.5, 7.5)).elevationM, 4, 'a point')
})

t.test('a simulation is of one of the two, the one that its record names', async (t) => {
  const { folder, replace } = await replaceable(t)
  const engine = await openEngine('0', await openDevice('webasm'))
  const terrain = await openTerrain({ folders: [join(folder, 'terrain')], cacheBytes: 1 })
  t.teardown(async () => {
    await terrain.close()
    await engine.models.destroy()
  })
  const job = madeJob({ tx_lat: 46.5, tx_lon: 7.5, resolution: 500, max_range: 60 })
  const rasterDirectory = join(folder, 'rasters')
  await mkdir(rasterDirectory, { recursive: true })
  const run = async (id: string, ground: Pick<Terrain, 'openParts'>) => {
    const asked = { id, accountId: 'acc_test', job, memoryBytes: 2 ** 30, rasterDirectory }
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    const { terrain } = await simulate(asked, ground, engine, options)
    return {
      hashes: terrain.tiles.map(({ sha256 }) => sha256),
      raster: await readFile(join(rasterDirectory, `${id}.tif`)),
    }
  }
  const before = await run('sim_before', terrain)
  const swapped = replacing(terrain, replace, (read) => read === 1)
  const meanwhile = await run('sim_meanwhile', swapped)
  t.ok(swapped.reads() > 2, `${swapped.reads()} strips were read`)
  const after = await run('sim_after', terrain)
  t.same(after.hashes, [await sha256Of(join(folder, 'terrain', NAME))])
  t.same(meanwhile.hashes, after.hashes)
  t.ok(meanwhile.raster.equals(after.raster), 'it is that of the new file')
  t.notOk(before.raster.equals(after.raster))

  const restless = replacing(terrain, replace, () => true)
  await t.rejects(run('sim_restless', restless), { code: 'terrain_changed' }, 'it ends')
})

t.test('ground of a replaced file has another identity, so that map tiles are drawn again', async (t) => {
  const { folder, replace } = await replaceable(t)
  const bounds = { southDeg: 46.4, northDeg: 46.5, westDeg: 7.4, eastDeg: 7.5 }
  const identity = async () => {
    const terrain = await openTerrain({ folders: [join(folder, 'terrain')] })
    const identified = await terrain.identify(bounds)
    await terrain.close()
    return identified.identity
  }
  const before = await identity()
  t.equal(await identity(), before)
  await replace()
  t.not(await identity(), before)
})
