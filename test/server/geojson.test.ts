import t from 'tap'
import { COVERED_COLOR } from '../../server/results/views/styles.ts'
import {
  areaIn,
  cellsWhere,
  collection,
  patches,
  polygonsIn,
  squareDegrees,
} from '../helpers/made-geojson.ts'
import { madeResult } from '../helpers/made-results.ts'

t.test('classes are outlined exactly, and say what they are', async (t) => {
  const made = await madeResult(t, { cell: patches(1) })
  const found = await collection(t, made.source)
  t.same(
    polygonsIn(found).map(({ properties }) => [properties.zone, properties.title]),
    [
      ['covered', 'visible'],
      ['lacking', 'blocked'],
      ['unknown', 'unknown'],
    ],
  )
  for (const [value, zone] of [
    [1, 'covered'],
    [0, 'lacking'],
    [255, 'unknown'],
  ] as const) {
    const area = areaIn(found, (properties) => properties.zone === zone)
    const wanted = cellsWhere(made, (cell) => cell === value)
    t.ok(Math.abs(area / wanted - 1) < 1e-3, `${zone}: ${area / wanted}`)
  }
  for (const { geometry } of polygonsIn(found)) {
    for (const [outer, ...holes] of geometry.coordinates) {
      if (!(squareDegrees(outer) > 0)) t.fail('outer rings are counter-clockwise')
      if (!holes.every((hole) => squareDegrees(hole) < 0)) t.fail('holes are clockwise')
      for (const ring of [outer, ...holes]) t.same(ring.at(0), ring.at(-1))
    }
  }
  t.match(found, {
    type: 'FeatureCollection',
    attribution: 'made by a test',
    engine: /webasm/,
    params: { tx_height: 30 },
    simplified_to_m: undefined,
  })
  const fill = COVERED_COLOR.slice(0, 7)
  t.match(polygonsIn(found)[0]?.properties, { fill, 'fill-opacity': 0.65, stroke: fill })
  const [mast] = found.features.filter(({ geometry }) => geometry.type === 'Point')
  t.same(mast?.geometry.coordinates, [8.9, 47.6])
})

t.test('measures become bands, side by side, with their power', async (t) => {
  const params = { output: 'received_power', rx_sensitivity_dbm: -110, layers: ['value', 'class'] }
  const power = (eastM: number, northM: number) =>
    -60 - Math.hypot(eastM, northM) / 150 + 6 * Math.sin(eastM / 500) * Math.cos(northM / 650)
  const made = await madeResult(t, {
    layer: 'value',
    params,
    cell: (eastM, northM) => (eastM < -6000 ? Number.NaN : power(eastM, northM)),
  })
  const found = await collection(t, made.source)
  const levels = polygonsIn(found).flatMap(({ properties }) =>
    properties.zone === 'covered' ? [properties.dbm] : [],
  )
  t.same(levels, [-110, -100, -90, -80, -70, -60])
  for (const level of levels as number[]) {
    const top = level === -60 ? 0 : level + 10
    const wanted = cellsWhere(made, (value) => value >= level && value < top)
    const share = areaIn(found, ({ dbm }) => dbm === level) / wanted
    if (wanted > 1e-3) t.ok(Math.abs(share - 1) < 0.01, `${level} dBm: ${share}`)
  }
  t.ok(areaIn(found, ({ zone }) => zone === 'lacking') > 0)
  t.ok(areaIn(found, ({ zone }) => zone === 'unknown') > 0)
  const all = cellsWhere(made, () => true)
  const share = areaIn(found, () => true) / all
  t.ok(Math.abs(share - 1) < 1e-4, `together they are the circle: ${share}`)

  const chosen = await collection(t, made.source, { levels: [-95, -75] })
  t.same(
    polygonsIn(chosen).flatMap(({ properties }) => (properties.zone === 'covered' ? [properties.from] : [])),
    [null, -95, -75],
  )
})

t.test('across the antimeridian it is cut there', async (t) => {
  for (const lonDeg of [179.99, -179.99]) {
    const made = await madeResult(t, { lonDeg, cell: () => 1 })
    const found = await collection(t, made.source)
    const lons = polygonsIn(found).map(({ geometry }) => geometry.coordinates.flat(2).map(([lon]) => lon))
    t.equal(lons.length, 2)
    t.same(
      lons.map((part) => [Math.min(...part) === -180, Math.max(...part) === 180]),
      [
        [false, true],
        [true, false],
      ],
    )
    for (const part of lons) t.ok(Math.max(...part) - Math.min(...part) < 1)
    const wanted = cellsWhere(made, () => true)
    t.ok(Math.abs(areaIn(found, () => true) / wanted - 1) < 1e-4)
    const [west = 0, , east = 0] = found.bbox
    t.ok(west > 179 && east < -179)
    const [mast] = found.features.filter(({ geometry }) => geometry.type === 'Point')
    t.same(mast?.geometry.coordinates, [lonDeg, 47.6])
  }
})

t.test('of losses the least are the best: bands begin with the weakest, and have no power', async (t) => {
  const made = await madeResult(t, {
    layer: 'value',
    rangeKm: 4,
    params: { output: 'path_loss' },
    cell: (eastM, northM) => (northM < -3000 ? Number.NaN : 95 + Math.hypot(eastM, northM) / 80),
  })
  const ranges = (found: Awaited<ReturnType<typeof collection>>) =>
    polygonsIn(found).flatMap(({ properties: { from, to, zone } }) => (zone === 'level' ? [[from, to]] : []))
  const found = await collection(t, made.source)
  t.same(ranges(found), [
    [140, 150],
    [130, 140],
    [120, 130],
    [110, 120],
    [100, 110],
    [null, 100],
  ])
  for (const [from, to] of ranges(found).slice(0, -1) as [number, number][]) {
    const wanted = cellsWhere(made, (value) => value >= from && value < to)
    const share = areaIn(found, (properties) => properties.to === to) / wanted
    t.ok(Math.abs(share - 1) < 0.05, `up to ${to} dB: ${share}`)
  }
  t.notOk(polygonsIn(found).some(({ properties }) => 'dbm' in properties))
  const chosen = await collection(t, made.source, { levels: [105, 125] })
  t.same(ranges(chosen), [
    [125, null],
    [105, 125],
    [null, 105],
  ])
  const strongest = polygonsIn(chosen).find(({ properties }) => properties.from === null)
  t.equal(strongest?.properties.fill, '#fde725', 'the brightest color of the scale')
})

t.test(
  'simplified, it is of blocks of cells no wider than asked for, and as small as asked for',
  async (t) => {
    const made = await madeResult(t, { rangeKm: 5, cell: patches(3) })
    const all = cellsWhere(made, () => true)
    const exact = await collection(t, made.source, { toleranceM: 199 })
    t.equal(exact.simplified_to_m, undefined)
    const blocks = await collection(t, made.source, { toleranceM: 399 })
    t.ok(Math.abs((blocks.simplified_to_m ?? 0) / 300 - 1) < 0.01, `${blocks.simplified_to_m} m`)
    const small = await collection(t, made.source, { maxBytes: exact.bytes / 3 })
    t.ok(small.bytes <= exact.bytes / 3 && small.bytes > exact.bytes / 30, `${small.bytes} bytes`)
    const below = exact.bytes - 1
    t.ok((await collection(t, made.source, { maxBytes: below })).bytes <= below)
    for (const found of [blocks, small]) {
      const share = areaIn(found, () => true) / all
      t.ok(Math.abs(share - 1) < 0.03, `${share}`)
    }
  },
)

t.test('what is too weak has no part in the mean of a block', async (t) => {
  const isEven = (metres: number) => Math.round(metres / 100) % 2 === 0
  const made = await madeResult(t, {
    layer: 'value',
    rangeKm: 2,
    params: { output: 'received_power', rx_sensitivity_dbm: -110 },
    cell: (eastM, northM) => (isEven(eastM) && isEven(northM) ? -200 : -55),
  })
  const found = await collection(t, made.source, { toleranceM: 250 })
  t.ok(areaIn(found, ({ dbm }) => dbm === -60) > 0.9 * areaIn(found, ({ zone }) => zone === 'covered'))
})
