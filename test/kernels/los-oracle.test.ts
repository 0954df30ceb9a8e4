import t from 'tap'
import { compareWithOracle, MINIMUM_AGREEMENT, MINIMUM_IOU } from '../../bench/validate/oracle.ts'
import { openProcessor } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { testData } from '../helpers/test-data.ts'

/** Cells that GRASS sees, counted in its rasters by another program: the right cells are compared. */
const SEEN_BY_GRASS = new Map([
  ['flat.tif', 11_732],
  ['flat-target.tif', 15_354],
  ['round.tif', 30_188],
  ['refracted.tif', 16_967],
])

t.test('viewsheds of a surface model agree with GRASS r.viewshed', async (t) => {
  const engines = new Engines(await openProcessor(), models)
  t.teardown(() => engines.destroy())
  const findings = await compareWithOracle(testData('viewshed'), engines)
  t.same(new Map(findings.map(({ name, visibleGrass }) => [name, visibleGrass])), SEEN_BY_GRASS)
  for (const { name, cells, agreement, iou } of findings) {
    t.equal(cells, 57_600)
    t.ok(agreement >= MINIMUM_AGREEMENT, `${name}: agreement ${agreement.toFixed(4)}`)
    t.ok(iou >= MINIMUM_IOU, `${name}: IoU ${iou.toFixed(4)}`)
  }
})
