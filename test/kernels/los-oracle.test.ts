import t from 'tap'
import { openEngine } from '../../bench/references/los.ts'
import { compareWithOracle, MINIMUM_AGREEMENT, MINIMUM_IOU } from '../../bench/validate/oracle.ts'
import { needsSharedData, sharedPath } from '../helpers/shared-data.ts'

t.test('a 1 m surface model agrees with GRASS r.viewshed', needsSharedData, async (t) => {
  const { engine, close } = await openEngine()
  t.teardown(close)
  const findings = await compareWithOracle(sharedPath('viewshed/oracle'), engine)
  t.ok(findings.length > 0)
  for (const { name, cells, visibleGrass, agreement, iou } of findings) {
    // Figures of the published table: the right cells are compared.
    if (name === 'vis_dsm_viewpoint_jancaha_cc0.tif') {
      t.equal(cells, 37_990)
      t.equal(visibleGrass, 6598)
    }
    t.ok(agreement >= MINIMUM_AGREEMENT, `${name}: agreement ${agreement.toFixed(4)}`)
    t.ok(iou >= MINIMUM_IOU, `${name}: IoU ${iou.toFixed(4)}`)
  }
})
