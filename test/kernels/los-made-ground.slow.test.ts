import t from 'tap'
import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import { compareVisibility, wrongCells } from '../references/compare-visibility.ts'
import {
  gridOf,
  hills,
  type LosCase,
  madeCase,
  openEngine,
  referenceOf,
  runCase,
  runOwnRays,
} from '../references/los.ts'
import { windowAround } from '../references/window.ts'

const STEP_DEG = 1 / 1200
const { engine, ownRays, close } = await openEngine()
t.teardown(close)

/** Every cell of the raster against the truth, or a seeded sample of them. */
function judged(asked: LosCase, visibility: Uint8Array, cells = Number.POSITIVE_INFINITY) {
  return compareVisibility(visibility, referenceOf(asked), cells, 1)
}

/** Class at so many metres east and north of the transmitter. */
function classAt(asked: LosCase, visibility: Uint8Array, eastM: number, northM: number): number {
  const grid = gridOf(asked)
  const row = grid.txRow - Math.round(northM / asked.resolutionM)
  return visibility[row * grid.cols + grid.txCol + Math.round(eastM / asked.resolutionM)]
}

t.test('flat ground is visible to the smooth-earth horizon at any latitude', async (t) => {
  for (const latDeg of [0, 47, -68]) {
    const asked: LosCase = {
      ...madeCase(() => 100, { latDeg, half: 330, rangeKm: 14, resolutionM: 220 }),
      transmitter: { heightM: 3, mode: 'AGL' },
      receiver: { heightM: 1, mode: 'AGL' },
    }
    const { visibility } = await runCase(engine, asked)
    const horizonM = Math.sqrt(2 * asked.kFactor * 6_371_000) * (Math.sqrt(3) + Math.sqrt(1))
    const grid = gridOf(asked)
    let wrong = 0
    visibility.forEach((value, at) => {
      const dLat = (grid.txRow - Math.floor(at / grid.cols)) * grid.cellLatDeg
      const dLon = ((at % grid.cols) - grid.txCol) * grid.cellLonDeg
      const { distanceM } = inverse(latDeg, 0, latDeg + dLat, dLon)
      if (distanceM > 14_000) wrong += value === UNKNOWN ? 0 : 1
      // The ground is sampled in points, so the horizon is known to a sample.
      else if (distanceM < horizonM - 100) wrong += value === VISIBLE ? 0 : 1
      else if (distanceM > horizonM + 200) wrong += value === BLOCKED ? 0 : 1
    })
    t.equal(wrong, 0, `latitude ${latDeg}: horizon at ${horizonM.toFixed(0)} m`)
  }
})

t.test('a wall hides its shadow', async (t) => {
  // Seen from 20 m, the top of a 60 m wall 2.5 km north.
  const asked = madeCase((row) => (row === -27 ? 60 : 0), { kFactor: 0 })
  const { visibility } = await runCase(engine, asked)
  t.equal(classAt(asked, visibility, 0, 1800), VISIBLE, 'before it')
  for (const eastM of [-3000, -900, 0, 900, 3000]) {
    t.equal(classAt(asked, visibility, eastM, 2700), BLOCKED, `just beyond it, ${eastM} m east`)
    t.equal(classAt(asked, visibility, eastM, 7200), BLOCKED, `far beyond it, ${eastM} m east`)
  }
  t.equal(classAt(asked, visibility, 0, -7200), VISIBLE, 'on the other side')
  const { wrongBlocked, wrongVisible, wrongUnknown } = judged(asked, visibility, 6000)
  t.ok(
    wrongBlocked + wrongVisible + wrongUnknown <= 1,
    `${wrongBlocked} + ${wrongVisible} cells differ from the truth`,
  )
})

t.test('everything is visible from the top of a pyramid and from the bottom of a bowl', async (t) => {
  const pyramid = madeCase((row, col) => 300 - 3 * Math.max(Math.abs(row), Math.abs(col)), { kFactor: 0 })
  const seen = await runCase(engine, pyramid)
  t.equal(judged(pyramid, seen.visibility, 6000).agreement, 1, 'every cell of the pyramid is right')
  t.notOk(seen.visibility.includes(BLOCKED), 'from its top everything is seen')
  const bowl = madeCase((row, col) => 0.02 * (row * row + col * col), { kFactor: 0 })
  const around = await runCase(engine, bowl)
  t.notOk(around.visibility.includes(BLOCKED), 'from its bottom everything is seen')
})

t.test('rotating the terrain rotates the result', async (t) => {
  const heightAt = hills(5)
  const plain = madeCase(heightAt)
  const turned = madeCase((row, col) => heightAt(-col, row))
  const a = (await runCase(engine, plain)).visibility
  const b = (await runCase(engine, turned)).visibility
  const { txRow, txCol, cols } = gridOf(plain)
  let cells = 0
  let differ = 0
  // On the equator rows are 0.7 % nearer than columns, so only near cells stand on the same ground.
  for (let row = -60; row <= 60; row++) {
    for (let col = -60; col <= 60; col++) {
      const before = a[(txRow + row) * cols + txCol + col]
      const after = b[(txRow + col) * cols + txCol - row]
      cells++
      if (before !== after) differ++
    }
  }
  t.ok(differ / cells < 0.01, `${differ} of ${cells} cells differ`)
})

t.test('hills agree with the reference: between posts, AMSL receivers, odd resolutions', async (t) => {
  const off = 0.37 * STEP_DEG
  const cases: [string, LosCase][] = [
    ['on a post', madeCase(hills(1))],
    ['between posts', { ...madeCase(hills(2)), latDeg: off, lonDeg: 11 + 2 * off }],
    ['cells finer than posts', madeCase(hills(3), { resolutionM: 35, rangeKm: 3 })],
    ['cells coarser than posts', madeCase(hills(4), { resolutionM: 333 })],
    [
      'receiver at a height above sea level',
      madeCase(hills(6), { receiver: { heightM: 150, mode: 'AMSL' } }),
    ],
    ['antenna on the ground', madeCase(hills(7), { transmitter: { heightM: 0, mode: 'AGL' } })],
    ['far north', madeCase(hills(8), { latDeg: 66, half: 180, rangeKm: 6 })],
    ['far south, flat earth', madeCase(hills(9), { latDeg: -71, half: 250, rangeKm: 6, kFactor: 0 })],
  ]
  for (const [name, asked] of cases) {
    const { visibility } = await runCase(engine, asked)
    const found = judged(asked, visibility, 1000)
    t.comment(`${name}: ${JSON.stringify(found)}`)
    t.equal(wrongCells(found), 0, `${name}: no cell is wrong`)
    const { txRow, txCol, cols } = gridOf(asked)
    t.equal(visibility[txRow * cols + txCol], VISIBLE, `${name}: the transmitter's own cell`)
  }
})

t.test('beyond unknown ground cells are 255 where nothing known blocks, never sea', async (t) => {
  const asked = madeCase((row, col) =>
    row <= -30 && row >= -34 && col > 10 ? Number.NaN : 100 + (row < -60 ? 400 : 0),
  )
  const { visibility } = await runCase(engine, asked)
  t.equal(classAt(asked, visibility, 3000, 2500), VISIBLE, 'before the hole')
  t.equal(classAt(asked, visibility, 3000, 3000), UNKNOWN, 'in the hole')
  t.equal(classAt(asked, visibility, 3600, 3600), UNKNOWN, 'beyond the hole')
  t.equal(classAt(asked, visibility, -3600, 3600), VISIBLE, 'beside the hole')
  t.equal(classAt(asked, visibility, -1000, 8000), BLOCKED, 'beyond the step, known')
  const found = judged(asked, visibility, 2000)
  t.comment(JSON.stringify(found))
  t.equal(wrongCells(found), 0, 'no cell is wrong')
})

t.test('a cancelled job stops', async (t) => {
  const asked = madeCase(hills(1), { resolutionM: 30 })
  const controller = new AbortController()
  controller.abort(new Error('cancelled'))
  const window = windowAround(asked.ground, asked.latDeg, asked.lonDeg, 100)
  await t.rejects(
    engine.compute(
      { window, grid: gridOf(asked), rangeM: 10_000, receiverM: 2, receiverFollowsGround: true, kFactor: 0 },
      { signal: controller.signal },
    ),
    { message: 'cancelled' },
  )
})

t.test('min_height is the minimum height at which a cell is visible', async (t) => {
  const asked = madeCase((row, col) => (Math.hypot(row - 50, col) < 6 ? Number.NaN : hills(12)(row, col)), {
    rangeKm: 8,
    half: 100,
  })
  const { visibility, minHeightM } = await runOwnRays(ownRays, asked, { minHeight: true })
  const plain = await runCase(engine, asked)
  t.equal(Buffer.compare(plain.visibility, visibility), 0, 'asking for it changes nothing else')
  if (minHeightM === undefined) throw new Error('no layer')
  const reference = referenceOf(asked)
  const { rows, cols } = gridOf(asked)
  const errors: number[] = []
  let unknownWrong = 0
  for (let at = 0; at < rows * cols; at += 23) {
    const truth = reference.cell(Math.floor(at / cols), at % cols)
    if (Number.isNaN(truth.minReceiverHeightM) !== Number.isNaN(minHeightM[at])) unknownWrong++
    else if (!Number.isNaN(minHeightM[at])) errors.push(Math.abs(truth.minReceiverHeightM - minHeightM[at]))
    // Visible is the same as: the receiver stands at least so high.
    if (visibility[at] === VISIBLE && minHeightM[at] > 2)
      t.fail(`cell ${at} is seen, but needs ${minHeightM[at]} m`)
    if (visibility[at] === BLOCKED && minHeightM[at] <= 2)
      t.fail(`cell ${at} is hidden, but needs ${minHeightM[at]} m`)
  }
  errors.sort((a, b) => a - b)
  const at = (fraction: number) => errors[Math.floor(fraction * (errors.length - 1))]
  t.comment(
    `error: median ${at(0.5)} m, 99 % ${at(0.99)} m, maximum ${at(1)} m; ${unknownWrong} unknown differ`,
  )
  t.ok(errors.length > 800)
  t.ok(at(0.5) < 0.02 && at(0.99) < 1, 'as the truth has it')
  t.ok(unknownWrong < 7, `${unknownWrong} cells differ in being unknown`)
})

t.test('a receiver below its ground is never visible, not even beside the mast', async (t) => {
  const asked = madeCase(() => 100, { receiver: { heightM: 50, mode: 'AMSL' } })
  const { visibility } = await runCase(engine, asked)
  t.notOk(visibility.includes(VISIBLE))
})
