import t from 'tap'
import { madeGround } from '../../bench/references/los.ts'
import { planOf } from '../../server/compute/plan.ts'
import { warningsOf } from '../../server/compute/warnings.ts'

// Real windows that are so wide are too large for a test; only their spacing and the range count here.

const parts = [madeGround(47, 9, 4, 1 / 3600, () => 500)]
const ground = { parts, antennaM: 530, groundM: 500, postSpacingM: 21 }

async function codes(model: string, rangeKm: number): Promise<string[]> {
  const params = {
    name: 'far',
    tx_lat: 47,
    tx_lon: 9,
    tx_height: 30,
    tx_height_mode: 'AGL' as const,
    rx_height: 2,
    rx_height_mode: 'AGL' as const,
    model,
    resolution: 300,
    max_range: rangeKm,
    frequency: 600,
    erp: 10,
  }
  const plan = await planOf({ id: '', accountId: '', params, memoryBytes: 0, rasterDirectory: '' })
  return warningsOf(plan, ground, 0, new Map()).map(({ code }) => code)
}

t.test('paths with more posts than are sampled get a warning', async (t) => {
  // An arc second of longitude is 21.1 metres there: 4095 of them are 86 km.
  for (const model of ['p526', 'itm', 'p1812']) {
    t.same(await codes(model, 85), [], model)
    t.same(await codes(model, 88), ['coarse_path'], model)
  }
  t.same(await codes('free_space', 88), [], 'which asks for no ground between')
  t.same(await codes('los', 88), [], 'which is computed ridge by ridge')
})
