import t from 'tap'
import {
  addAreas,
  boundsOf,
  outcomes,
  TILE_PX,
  tilesOver,
} from '../../../server/page/browser/comparison/grid.ts'
import { coversOf, ruleOf, sensitivityOf } from '../../../server/page/browser/comparison/side.ts'
import type { Bins } from '../../../server/page/browser/comparison/view.ts'
import { pixelsWithin, sumOf } from '../../../server/page/browser/comparison/within.ts'

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
  const threshold = rule.covers === 'measure' ? thresholds[rule.measure] : Number.NaN
  const covers = coversOf(rule, bins, sensitivityOf({ ...heights, ...params }), threshold)
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
  const sums = new Float64Array(4)
  addAreas(sums, pixels, { z: 8, x: 128, y: 128 })
  const wholeKm2 = (40_075.017 / 256) ** 2
  t.ok(Math.abs((sums[outcomes.both] ?? 0) + (sums[outcomes.gained] ?? 0) - wholeKm2) < 0.001 * wholeKm2)
  t.ok(Math.abs((sums[outcomes.gained] ?? 0) - wholeKm2 / TILE_PX) < 0.001 * (wholeKm2 / TILE_PX))
  t.equal(sums[outcomes.lost], 0)
  // At 60° everything is half as wide and half as high.
  const y = 256 * (0.5 - Math.log(Math.tan((75 * Math.PI) / 180)) / (2 * Math.PI))
  const north = new Float64Array(4)
  addAreas(north, pixels, { z: 8, x: 0, y: Math.floor(y) })
  t.ok(Math.abs((north[outcomes.both] ?? 0) / (sums[outcomes.both] ?? 1) - 0.25) < 0.01)
})

t.test('within polygons their pixels alone count, without holes, and none twice', async (t) => {
  // Tile 2/2/1 begins at 0° E; a pixel is 90°/512 wide.
  const tile = { z: 2, x: 2, y: 1 }
  const lonOf = (column: number) => (column * 90) / TILE_PX
  const latOf = (row: number) => {
    const northing = 0.25 + row / TILE_PX / 4
    return (Math.atan(Math.sinh(Math.PI * (1 - 2 * northing))) * 180) / Math.PI
  }
  const ring = (corners: [number, number][]) =>
    corners.map(([column, row]): [number, number] => [lonOf(column), latOf(row)])
  const square = (west: number, north: number, side: number) =>
    ring([
      [west, north],
      [west + side, north],
      [west + side, north + side],
      [west, north + side],
      [west, north],
    ])
  const count = (...polygons: [number, number][][][]) => {
    const within = pixelsWithin(polygons, tile)
    t.ok(within.every((pixel) => pixel === 0 || pixel === 1))
    return within.filter((pixel) => pixel === 1).length
  }
  t.equal(count([square(10.2, 20.2, 30)]), 900)
  t.equal(count([square(10.2, 20.2, 30), square(15.2, 25.2, 10)]), 800, 'a hole')
  t.equal(count([square(10.2, 20.2, 30)], [square(20.2, 20.2, 30)]), 1200, 'two that overlap')
  t.equal(count([square(-10.2, -20.2, 30)]), 20 * 10, 'partly beyond the tile')
  t.equal(count([square(600, 20, 30)]), 0)
  t.equal(count([square(10.2, 20.2, 30).reverse()]), 900, 'either way round')
  const notched = [
    [0, 0],
    [100, 0],
    [100, 100],
    [50, 0.4],
    [0, 100],
    [0, 0],
  ] as [number, number][]
  const expected = 100 * 100 - (100 * 99.6) / 2
  t.ok(Math.abs(count([ring(notched)]) - expected) < 60, 'two runs in a row')
  const within = pixelsWithin([[square(10.2, 20.2, 1)]], tile)
  t.equal(within.indexOf(1), 20 * TILE_PX + 10)
})

t.test('what any of some cover is summed up by all of their combinations', async (t) => {
  const shares = [0.1, 0.2, 0.3, 0.15, 0.25]
  t.ok(Math.abs(sumOf(shares, 1) - 0.35) < 1e-12)
  t.ok(Math.abs(sumOf(shares, 2) - 0.45) < 1e-12)
  t.ok(Math.abs(sumOf(shares, 1 | 2) - 0.65) < 1e-12)
  t.ok(Math.abs(sumOf(shares, 1 | 4) - 0.6) < 1e-12)
})

t.test('the bounds of an area hold the corners of all its polygons', async (t) => {
  const area = boundsOf([
    [8, 47],
    [9, 47],
    [9, 48],
    [8, 47],
    [7, 46.5],
    [7.5, 46.5],
    [7.5, 46.6],
    [7, 46.5],
  ])
  t.same(area, [7, 46.5, 9, 48])
})
