import t from 'tap'
import { OwnRayEngine } from '../../kernels/engines/sight/rays/engine.ts'
import { BLOCKED, VISIBLE } from '../../kernels/terrain/classes.ts'
import { realGround } from '../helpers/real-ground.ts'
import { compareVisibility } from '../references/compare-visibility.ts'
import { type LosCase, referenceOf, runOwnRays } from '../references/los.ts'

const engine = new OwnRayEngine()
t.teardown(() => engine.destroy())

const count = (cells: Uint8Array, value: number) =>
  cells.reduce((sum, cell) => sum + (cell === value ? 1 : 0), 0)

t.test('real ground agrees with the dense march', async (t) => {
  const asked: LosCase = {
    ground: await realGround(50.052, 11.8535, 12),
    latDeg: 50.052,
    lonDeg: 11.8535,
    transmitter: { heightM: 60, mode: 'AGL' },
    receiver: { heightM: 2, mode: 'AGL' },
    resolutionM: 90,
    rangeKm: 12,
    kFactor: 4 / 3,
    fresnel: { fraction: 0.6, frequencyMhz: 900 },
  }
  const { visibility } = await runOwnRays(engine, asked)
  const found = compareVisibility(visibility, referenceOf(asked), 1500, 2026)
  t.comment(JSON.stringify(found))
  t.ok(count(visibility, VISIBLE) > 2000 && count(visibility, BLOCKED) > 2000)
  t.ok(found.jaccard >= 0.999, `Jaccard ${found.jaccard}`)
})
