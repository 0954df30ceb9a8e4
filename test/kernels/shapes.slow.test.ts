import t from 'tap'
import * as pathShapes from '../../kernels/engines/loss/shapes.ts'
import type * as ModelRasters from '../helpers/model-rasters.ts'
import { lossRasters } from '../helpers/model-rasters.ts'

// Kernels and host take their shapes from one place: with each of them changed the raster is the same.

const smaller = { PATHS_ACROSS: 512, PATHS_DOWN: 3, PATHS: 3 * 512, STEPS: 2 ** 18 }
const otherPathShapes = { '../../kernels/engines/loss/shapes.js': { ...pathShapes, ...smaller } }

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
