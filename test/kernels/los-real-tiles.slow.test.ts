import t from 'tap'
import { realGround } from '../helpers/real-ground.ts'
import { compareVisibility, wrongCells } from '../references/compare-visibility.ts'
import { type LosCase, openEngine, referenceOf, runCase } from '../references/los.ts'

/** SRTM; antennas chosen so that much is seen and much is hidden. Heights in metres above ground. */
const CASES = [
  {
    name: 'Franconia and Thuringia, across the boundary',
    latDeg: 50.052,
    lonDeg: 11.8535,
    heightM: 60,
    rangeKm: 45,
  },
  { name: 'Chile, southern, with sea', latDeg: -28.6, lonDeg: -71.3, heightM: 40, rangeKm: 45 },
  { name: 'Vancouver, mountains, with voids', latDeg: 49.6876, lonDeg: -122.5602, heightM: 40, rangeKm: 19 },
]
const SAMPLE = 100_000

t.test('rasters of real tiles agree with the reference', async (t) => {
  const { engine, close } = await openEngine()
  t.teardown(close)
  for (const { name, latDeg, lonDeg, heightM, rangeKm } of CASES) {
    const asked: LosCase = {
      ground: await realGround(latDeg, lonDeg, rangeKm),
      latDeg,
      lonDeg,
      transmitter: { heightM, mode: 'AGL' },
      receiver: { heightM: 2, mode: 'AGL' },
      resolutionM: 90,
      rangeKm,
      kFactor: 4 / 3,
    }
    const { visibility, settled } = await runCase(engine, asked)
    const found = compareVisibility(visibility, referenceOf(asked), SAMPLE, 2026)
    t.comment(`${name}: ${JSON.stringify(found)}, ${settled} got paths of their own`)
    t.equal(found.cells, SAMPLE)
    // Visible and hidden cells both abound, else the figures would say nothing.
    const visible = visibility.reduce((sum, value) => sum + (value === 1 ? 1 : 0), 0)
    const blocked = visibility.reduce((sum, value) => sum + (value === 0 ? 1 : 0), 0)
    t.ok(visible > 4000 && blocked > 4000, `${visible} visible, ${blocked} blocked`)
    t.equal(wrongCells(found), 0, `${name}: no cell is wrong`)
  }
})
