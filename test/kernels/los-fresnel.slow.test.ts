import t from 'tap'
import { OwnRayEngine } from '../../kernels/engines/sight/rays/engine.ts'
import { fresnelClearance } from '../../kernels/propagation/fresnel.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { compareVisibility } from '../references/compare-visibility.ts'
import { gridOf, hills, type LosCase, madeCase, referenceOf, runOwnRays } from '../references/los.ts'

const STEP_DEG = 1 / 1200
const engine = new OwnRayEngine()
t.teardown(() => engine.destroy())

function caseOn(
  heightAt: (row: number, col: number) => number,
  change: Partial<LosCase> & { half?: number } = {},
): LosCase {
  return madeCase(heightAt, {
    transmitter: { heightM: 30, mode: 'AGL' },
    receiver: { heightM: 10, mode: 'AGL' },
    rangeKm: 8,
    fresnel: { fraction: 0.6, frequencyMhz: 900 },
    ...change,
  })
}

const count = (cells: Uint8Array, value: number) =>
  cells.reduce((sum, cell) => sum + (cell === value ? 1 : 0), 0)

/** How many cells one raster sees and the other does not. */
const seenBeyond = (less: Uint8Array, more: Uint8Array) =>
  less.reduce((sum, value, at) => sum + (value === VISIBLE && more[at] !== VISIBLE ? 1 : 0), 0)

t.test('flat ground is visible as far as the zone is clear', async (t) => {
  for (const latDeg of [0, 47]) {
    const asked = caseOn(() => 100, { latDeg, half: 300, fresnel: { fraction: 0.6, frequencyMhz: 150 } })
    const { visibility } = await runOwnRays(engine, asked)
    const grid = gridOf(asked)
    const { txRow, txCol, cols } = grid
    // Along the meridian and along the parallel: what the zone's own formula says of the profile.
    let wrong = 0
    let clear = 0
    for (let cells = 3; cells <= 85; cells++) {
      const distanceKm = 0.09 * cells
      const profile = { heightsM: new Float64Array(401).fill(100), spacingM: (1000 * distanceKm) / 400 }
      const options = { frequencyMhz: 150, txHeightM: 30, rxHeightM: 10, kFactor: 4 / 3 }
      const worst = fresnelClearance(profile, options)
      if (worst > 0.6) clear++
      if (Math.abs(worst - 0.6) < 0.003) continue
      const expected = worst > 0.6 ? VISIBLE : BLOCKED
      for (const [down, right] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        if (visibility[(txRow + down * cells) * cols + txCol + right * cells] !== expected) wrong++
      }
    }
    t.equal(wrong, 0, `latitude ${latDeg}`)
    t.ok(clear > 10 && clear < 60, `${clear} of the cells of a direction are clear`)
  }
})

t.test('made ground agrees with the dense march', async (t) => {
  const off = 0.37 * STEP_DEG
  const low = (seed: number) => {
    const heightAt = hills(seed)
    return (row: number, col: number) => 0.3 * heightAt(row, col)
  }
  const pyramid = (row: number, col: number) => 300 - 3 * Math.max(Math.abs(row), Math.abs(col))
  const cases: [string, LosCase][] = [
    ['a wall', caseOn((row) => (row === -27 ? 30 : 0), { kFactor: 0 })],
    ['a pyramid', caseOn(pyramid, { fresnel: { fraction: 0.6, frequencyMhz: 200 } })],
    ['a slanting wall', caseOn((row, col) => (row + 2 * col === 40 ? 24 : 0), { kFactor: 0 })],
    [
      'low antennas on steep ground',
      caseOn(hills(6), {
        latDeg: 50,
        half: 200,
        transmitter: { heightM: 5, mode: 'AGL' },
        receiver: { heightM: 1.5, mode: 'AGL' },
      }),
    ],
    ['hills', caseOn(low(1))],
    ['between posts', { ...caseOn(low(2)), latDeg: off, lonDeg: 11 + 2 * off }],
    [
      'cells finer than posts',
      caseOn(low(3), { resolutionM: 35, rangeKm: 3, fresnel: { fraction: 0.6, frequencyMhz: 60 } }),
    ],
    ['the whole zone, at 300 MHz', caseOn(low(6), { fresnel: { fraction: 1, frequencyMhz: 300 } })],
    ['a receiver above sea level', caseOn(low(6), { receiver: { heightM: 60, mode: 'AMSL' } })],
    ['far north', caseOn(low(8), { latDeg: 66, half: 300 })],
    ['far south, flat earth', caseOn(low(9), { latDeg: -71, half: 420, kFactor: 0 })],
  ]
  for (const [name, asked] of cases) {
    const { visibility } = await runOwnRays(engine, asked)
    const found = compareVisibility(visibility, referenceOf(asked), 2500, 1)
    t.comment(`${name}: ${count(visibility, VISIBLE)} seen, ${JSON.stringify(found)}`)
    t.ok(count(visibility, VISIBLE) > 300 && count(visibility, BLOCKED) > 1500, `${name}: both abound`)
    t.ok(found.agreement >= 0.999, `${name}: agreement ${found.agreement}`)
    t.ok(found.jaccard >= 0.998, `${name}: Jaccard ${found.jaccard}`)
    t.equal(found.wrongUnknown, 0, `${name}: no cell is unknown without reason`)
  }
})

t.test('fraction 0 is line of sight; larger fractions and lower frequencies see less', async (t) => {
  const heightAt = hills(4)
  const asked = caseOn((row, col) => 0.3 * heightAt(row, col), { latDeg: 47, half: 200 })
  const withZone = (fraction: number, frequencyMhz: number) =>
    runOwnRays(engine, { ...asked, fresnel: { fraction, frequencyMhz } })
  const { fresnel: _, ...plainly } = asked
  const plain = await runOwnRays(engine, plainly)
  const none = await withZone(0, 900)
  t.equal(Buffer.compare(none.visibility, plain.visibility), 0, 'fraction 0 is los')
  const thinnest = await withZone(1e-6, 900)
  const differ = thinnest.visibility.reduce(
    (sum, value, at) => sum + (value === plain.visibility[at] ? 0 : 1),
    0,
  )
  t.ok(differ <= 1e-4 * plain.cellsInRange, `a millionth of the zone: ${differ} cells differ from los`)
  let before = plain.visibility
  for (const fraction of [0.2, 0.6, 1]) {
    const { visibility } = await withZone(fraction, 900)
    t.equal(seenBeyond(visibility, before), 0, `${fraction} sees nothing more`)
    t.ok(count(visibility, VISIBLE) < count(before, VISIBLE), `${fraction} sees less`)
    before = visibility
  }
  before = (await withZone(0.6, 60)).visibility
  for (const frequencyMhz of [400, 3000, 80_000]) {
    const { visibility } = await withZone(0.6, frequencyMhz)
    t.equal(seenBeyond(before, visibility), 0, `${frequencyMhz} MHz sees nothing less`)
    t.ok(count(visibility, VISIBLE) > count(before, VISIBLE), `${frequencyMhz} MHz sees more`)
    before = visibility
  }
})

t.test('cells beyond unknown ground are unknown unless known ground blocks them', async (t) => {
  const asked = caseOn((row, col) => (row <= -30 && row >= -34 && col > 10 ? Number.NaN : 100), {
    transmitter: { heightM: 80, mode: 'AGL' },
  })
  const { visibility } = await runOwnRays(engine, asked)
  const found = compareVisibility(visibility, referenceOf(asked), 10_000, 1)
  t.comment(JSON.stringify(found))
  t.ok(found.agreement >= 0.999, `agreement ${found.agreement}`)
  t.ok(count(visibility, UNKNOWN) > 500, 'beyond the hole too')
})

t.test('a cancelled job stops, and progress rises', async (t) => {
  const asked = caseOn(hills(1))
  const controller = new AbortController()
  const fractions: number[] = []
  await runOwnRays(engine, asked, { onProgress: (fraction) => fractions.push(fraction) })
  t.ok(
    fractions.length > 8 &&
      fractions.every((fraction, at) => fraction >= (fractions[at - 1] ?? 0) && fraction <= 1),
  )
  const reason = new Error('cancelled')
  const onProgress = (fraction: number) => {
    if (fraction > 0.5) controller.abort(reason)
  }
  await t.rejects(runOwnRays(engine, asked, { signal: controller.signal, onProgress }), reason)
})
