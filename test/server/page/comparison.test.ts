import t from 'tap'
import { outcomes, sumsOf, TILE_PX, tilesOver } from '../../../server/page/browser/comparison/grid.ts'
import { readSide, ruleOf, sideOf, textOf } from '../../../server/page/browser/comparison/side.ts'

// What the page takes as covered when it compares two results, and how it counts areas.

const heights = { rx_height: 2, rx_height_mode: 'AGL' }
/** As tiles.json of classes, and of measures in hundredths from −1000 on, says. */
const ofClasses = { blueFactor: 1, baseShift: 1 }
const ofMeasures = { blueFactor: 0.01, baseShift: 1000 }
const thresholds = { received_power: -100, field_strength: 40, path_loss: 140 }

function sideFor(params: Partial<Parameters<typeof ruleOf>[0]>, values: typeof ofClasses) {
  const rule = ruleOf({ ...heights, ...params })
  if (rule === undefined) throw new Error('Expected a rule.')
  return sideOf('sim_1', rule, values as Parameters<typeof sideOf>[2], thresholds)
}

t.test('covered is the class where a sensitivity makes one, else what somebody says', async (t) => {
  t.match(sideFor({ layers: ['min_height', 'visible'] }, ofClasses), { layer: 'visible', from: 2, to: 2 })
  t.match(sideFor({ layers: ['value', 'class'], rx_sensitivity_dbm: -95 }, ofClasses), {
    layer: 'class',
    from: 2,
  })
  t.match(sideFor({ layers: ['value'], rx_sensitivity_dbm: -95 }, ofClasses), {
    layer: 'class',
    from: 2,
    to: 2,
  })
  // −100 dBm is 90 000 hundredths above −1000, 140 dB are 114 000.
  t.match(sideFor({ layers: ['value'] }, ofMeasures), { from: 90_000, to: 2 ** 24 - 1 })
  t.match(sideFor({ layers: ['value'], output: 'field_strength' }, ofMeasures), { from: 104_000 })
  t.match(sideFor({ layers: ['value'], output: 'path_loss' }, ofMeasures), { from: 1, to: 114_000 })
  t.match(sideFor({ layers: ['min_height'] }, ofMeasures), { layer: 'min_height', from: 1, to: 100_200 })
})

t.test('where nothing says what is covered there is nothing to compare', async (t) => {
  t.equal(ruleOf({ ...heights, rx_height_mode: 'AMSL', layers: ['min_height'] }), undefined)
  t.equal(ruleOf({ ...heights, layers: ['value'], output: 'delay' }), undefined)
  t.equal(ruleOf(heights), undefined)
})

t.test("a side survives a tile's address", async (t) => {
  const side = sideFor({ layers: ['value'] }, ofMeasures)
  t.same(readSide(textOf(side)), side)
})

t.test('a few tiles cover the bounds, as fine as they may be', async (t) => {
  const bounds: [number, number, number, number] = [8.7, 47.5, 9.1, 47.8]
  const tiles = tilesOver(bounds, 14)
  t.ok(tiles.length > 3 && tiles.length <= 12, `${tiles.length}`)
  const sides = 2 ** (tiles[0]?.z ?? 0)
  const west = (x: number) => (360 * x) / sides - 180
  t.ok(Math.min(...tiles.map(({ x }) => west(x))) <= 8.7)
  t.ok(Math.max(...tiles.map(({ x }) => west(x + 1))) >= 9.1)
  for (const wide of [bounds, [8.2, 47.5, 9.1, 47.6], [8.7, 46.9, 8.8, 47.8]] as const) {
    const [first, ...others] = tilesOver([...wide], 14)
    const sorted = (axis: 'x' | 'y') => [...new Set([first, ...others].map((tile) => tile?.[axis]))]
    const [columns, rows] = [sorted('x'), sorted('y')]
    t.equal(columns.length * rows.length, 1 + others.length, 'each tile once')
  }
  t.same(tilesOver([-180, -85, 180, 85], 3).length, 4)
  t.match(tilesOver(bounds, 2), [{ z: 2, x: 2, y: 1 }])
})

t.test('areas of pixels are those on the ground', async (t) => {
  const pixels = new Uint8Array(TILE_PX * TILE_PX).fill(outcomes.both)
  pixels.fill(outcomes.gained, 0, TILE_PX)
  // A degree by a degree at the equator is 12 364 km² on a sphere of that girth; a tile of zoom 8 is 1.40625 wide.
  const sums = sumsOf(pixels, { z: 8, x: 128, y: 128 })
  const wholeKm2 = (40_075.017 / 256) ** 2
  t.ok(Math.abs((sums[outcomes.both] ?? 0) + (sums[outcomes.gained] ?? 0) - wholeKm2) < 0.001 * wholeKm2)
  t.ok(Math.abs((sums[outcomes.gained] ?? 0) - wholeKm2 / TILE_PX) < 0.001 * (wholeKm2 / TILE_PX))
  t.equal(sums[outcomes.lost], 0)
  // At 60° everything is half as wide and half as high.
  const y = 256 * (0.5 - Math.log(Math.tan((75 * Math.PI) / 180)) / (2 * Math.PI))
  const north = sumsOf(pixels, { z: 8, x: 0, y: Math.floor(y) })
  t.ok(Math.abs((north[outcomes.both] ?? 0) / (sums[outcomes.both] ?? 1) - 0.25) < 0.01)
})
