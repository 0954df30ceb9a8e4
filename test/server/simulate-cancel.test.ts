import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import type { ComputeStage } from '../../server/jobs/protocol.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { madeJob } from '../helpers/jobs.ts'
import { putHgt } from '../helpers/tiles.ts'

t.test('a cancelled computation stops at every stage and leaves no raster', async (t) => {
  const folder = t.testdir()
  const engine = await openEngine('0', await openDevice('webasm'))
  const terrainFolder = join(folder, 'terrain')
  const rasterDirectory = join(folder, 'rasters')
  for (const path of [terrainFolder, rasterDirectory]) await mkdir(path)
  await putHgt(join(terrainFolder, 'N46E007.hgt'), (row, col) => (row * col) % 500)
  const terrain = await openTerrain({ folders: [terrainFolder] })
  t.teardown(async () => {
    await terrain.close()
    await engine.models.destroy()
  })
  const params = { tx_lat: 46.5, tx_lon: 7.5, max_range: 5 }
  const layers = ['visible', 'min_height']
  for (const [index, stage] of (['reading_terrain', 'computing', 'writing'] as const).entries()) {
    const cancelling = new AbortController()
    const stages: ComputeStage[] = []
    const job = madeJob({ ...params, layers })
    const asked = { id: `sim_${index}`, accountId: 'acc_test', job, memoryBytes: 2 ** 30, rasterDirectory }
    const running = simulate(asked, terrain, engine, {
      signal: cancelling.signal,
      onProgress: (now) => {
        if (stages.at(-1) !== now) stages.push(now)
        if (now === stage) cancelling.abort()
      },
    })
    await t.rejects(running, { name: 'AbortError' }, stage)
    t.equal(stages.at(-1), stage, 'nothing was begun after it')
  }
  const cancelling = new AbortController()
  const loss = { ...params, model: 'p526', output: 'path_loss', frequency: 600, max_range: 15 }
  const job = {
    id: 'sim_loss',
    accountId: 'acc_test',
    job: madeJob(loss),
    memoryBytes: 2 ** 30,
    rasterDirectory,
  }
  let furthest = 0
  const running = simulate(job, terrain, engine, {
    signal: cancelling.signal,
    onProgress: (_stage, progress) => {
      furthest = progress
      if (progress > 0.3) cancelling.abort()
    },
  })
  await t.rejects(running, { name: 'AbortError' }, 'a path loss')
  t.ok(furthest < 0.8, `stopped at ${furthest}`)
  t.same(await readdir(rasterDirectory), [])
})
