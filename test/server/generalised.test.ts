import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openDevice } from '../../kernels/device/device.ts'
import { openEngine } from '../../server/compute/engine.ts'
import { simulate } from '../../server/compute/simulate.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { putHgt } from '../helpers/tiles.ts'

// Cells that are many posts wide: the record says that terrain was generalised, and its antenna stands on real ground.

t.test('coarse cells get a warning, and an antenna in a hollow is not buried', async (t) => {
  const engine = await openEngine('0', await openDevice('webasm'))
  t.teardown(async () => {
    await engine.models.destroy()
  })
  const folder = t.testdir()
  // A plain with one low post under the antenna, and a wall one post thick to the north.
  await putHgt(join(folder, 'terrain/N10E020.hgt'), (row, col) =>
    row === 600 && col === 600 ? 60 : row === 500 ? 400 : 100,
  )
  await mkdir(join(folder, 'rasters'))
  const terrain = await openTerrain({ folders: [join(folder, 'terrain')] })
  const run = (resolution: number) => {
    const params = {
      name: 'hollow',
      tx_lat: 10.5,
      tx_lon: 20.5,
      tx_height: 60,
      tx_height_mode: 'AGL',
      rx_height: 2,
      rx_height_mode: 'AGL',
      model: 'los',
      resolution,
      max_range: 40,
      k_factor: 4 / 3,
      layers: [],
    }
    const job = {
      id: `cells-of-${resolution}`,
      accountId: 'acc_1',
      params,
      memoryBytes: 2 ** 30,
      rasterDirectory: join(folder, 'rasters'),
    }
    const options = { onProgress: () => {}, signal: new AbortController().signal }
    return simulate(job, terrain, engine, options)
  }
  const fine = await run(1000)
  const coarse = await run(2300)
  t.same(fine.warnings, [])
  t.same(
    coarse.warnings.map(({ code }) => code),
    ['generalised_terrain'],
  )
  t.match(coarse.warnings[0]?.detail, /25 elevation posts wide: the highest of each 3 × 3 posts/)
  const visibleFraction = ({ summary }: typeof fine) => {
    const { visible, blocked } = summary ?? { visible: 0, blocked: 0 }
    return visible / (visible + blocked)
  }
  t.ok(
    visibleFraction(fine) > 0.2 && visibleFraction(fine) < 0.5,
    `${visibleFraction(fine)} of the fine cells are visible`,
  )
  t.ok(
    Math.abs(visibleFraction(coarse) - visibleFraction(fine)) < 0.06,
    `and ${visibleFraction(coarse)} of the coarse ones`,
  )
})
