import t from 'tap'
import { outcomes, sumsOf, TILE_PX, tilesOver } from '../../../server/page/browser/comparison/grid.ts'
import { coversOf, ruleOf, sensitivityOf } from '../../../server/page/browser/comparison/side.ts'
import type { Bins } from '../../../server/page/browser/comparison/view.ts'

// What the page takes as covered when it compares two results, and how it counts areas.

const heights = { rx_height: 2, rx_height_mode: 'AGL' }
const thresholds = { received_power: -100, field_strength: 40, path_loss: 140 }
/** An EIRP of 30 dBm, and a receiver of 2 dBi. */
const link = { eirp_dbm: 30, rx_gain_dbi: 2, lossless: 32 }

/** Which of some values are covered. */
function covered(params: Partial<Parameters<typeof ruleOf>[0]>, values: (number | null)[], of: Bins['link']) {
  const rule = ruleOf({ ...heights, ...params })
  if (rule === undefined) throw new Error('Expected a rule.')
  const bins = { values, link: of }
  const covers = coversOf(rule, bins, sensitivityOf({ ...heights, ...params }), thresholds)
  return { layer: rule.layer, values: values.filter((_, at) => covers[at + 1]) }
}

t.test('covered is the class where a sensitivity makes one, else what somebody says', async (t) => {
  const classes = [0, 1, null]
  t.same(covered({ layers: ['min_height', 'visible'] }, classes, null), { layer: 'visible', values: [1] })
  const bounded = { rx_sensitivity_dbm: -95 }
  const levels = [null, -96, -95, -90]
  const isClass = { layer: 'class', values: [-95, -90] }
  t.same(covered({ layers: ['value', 'class'], ...bounded }, levels, link), isClass)
  t.same(covered({ layers: ['value'], ...bounded }, levels, link), isClass)
  t.same(covered({ layers: ['value'] }, [-101, -100], link).values, [-100])
  t.same(covered({ layers: ['value'], output: 'field_strength' }, [39, 40], link).values, [40])
  const losses = { ...link, lossless: null }
  t.same(covered({ layers: ['value'], output: 'path_loss' }, [139, 140], losses).values, [139])
  const minimum = covered({ layers: ['value'], output: 'path_loss', ...bounded }, [127, 127.1], losses)
  t.same(minimum.values, [127], '30 + 2 + 95 dB')
  t.same(covered({ layers: ['min_height'] }, [null, 1, 2, 2.1], null), {
    layer: 'min_height',
    values: [1, 2],
  })
})

t.test('where nothing says what is covered there is nothing to compare', async (t) => {
  t.equal(ruleOf({ ...heights, rx_height_mode: 'AMSL', layers: ['min_height'] }), undefined)
  t.equal(ruleOf({ ...heights, layers: ['value'], output: 'delay' }), undefined)
  t.equal(ruleOf(heights), undefined)
})

t.test('a few tiles cover the bounds, as fine as they may be', async (t) => {
  const bounds: [number, number, number, number] = [8.7, 47.5, 9.1, 47.8]
  const tiles = tilesOver(bounds, 14)
  t.ok(tiles.length > 1 && tiles.length <= 4, `${tiles.length}`)
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
