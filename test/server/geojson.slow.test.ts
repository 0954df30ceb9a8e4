import t from 'tap'
import { gdal, noGdal } from '../helpers/gdal.ts'
import {
  areaIn,
  areaOf,
  type Collection,
  cellsWhere,
  collection,
  patches,
  polygonsIn,
} from '../helpers/made-geojson.ts'
import { madeResult } from '../helpers/made-results.ts'
import { seededRandom } from '../references/random.ts'

t.test('GDAL reads it: valid polygons of the same area', { skip: noGdal }, async (t) => {
  const made = await madeResult(t, { cell: patches(2) })
  const { path } = await collection(t, made.source)
  const sql = `SELECT title, ST_IsValid(geometry) AS valid, ST_Area(geometry) AS area FROM "made" WHERE zone <> 'transmitter'`
  const text = await gdal('ogrinfo', ['-q', '-dialect', 'SQLite', '-sql', sql, path])
  const valid = [...text.matchAll(/valid \(Integer\) = (-?\d)/g)].map(([, one]) => one)
  const areas = [...text.matchAll(/area \(Real\) = ([\d.e-]+)/g)].map(([, area]) => Number(area))
  t.same(valid, ['1', '1', '1'], text)
  for (const [index, value] of [1, 0, 255].entries()) {
    t.ok(Math.abs(areas[index] / cellsWhere(made, (cell) => cell === value) - 1) < 1e-3, `area of ${value}`)
  }
})

t.test('GDAL finds bands of path loss valid, with their areas', { skip: noGdal }, async (t) => {
  const loss = roughLoss(6)
  const made = await madeResult(t, {
    layer: 'value',
    params: { output: 'path_loss' },
    cellM: 40,
    cell: loss,
  })
  const { path } = await collection(t, made.source, { levels: [110, 130], maxBytes: 100_000_000 })
  const sql = `SELECT "to" AS highest, ST_IsValid(geometry) AS valid, ST_Area(geometry) AS area FROM "made" WHERE zone <> 'transmitter'`
  const text = await gdal('ogrinfo', ['-q', '-dialect', 'SQLite', '-sql', sql, path])
  const found = [...text.matchAll(/(highest|valid|area) \(\w+\) = (\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ])
  const of = (name: string) => found.filter(([one]) => one === name).map(([, value]) => value)
  t.same(of('highest'), ['(null)', '130', '110', '(null)'], text)
  t.same(of('valid'), ['1', '1', '1', '1'], text)
  for (const [index, [from, to]] of [
    [130, 999],
    [110, 130],
    [0, 110],
  ].entries()) {
    const share = Number(of('area')[index]) / cellsWhere(made, (value) => value >= from && value < to)
    t.ok(Math.abs(share - 1) < 0.005, `${from} to ${to}: ${share}`)
  }
})

t.test('of path loss the weaker come first too', async (t) => {
  const made = await madeResult(t, {
    layer: 'value',
    params: { output: 'path_loss' },
    cell: (eastM, northM) => 95 + Math.hypot(eastM, northM) / 200,
  })
  const found = await collection(t, made.source)
  const levels = polygonsIn(found).filter(({ properties }) => properties.zone === 'level')
  t.same(
    levels.map(({ properties }) => properties.to),
    [150, 140, 130, 120, 110, 100],
  )
  const within = cellsWhere(made, (loss) => loss >= 110 && loss < 120)
  t.ok(Math.abs(areaIn(found, ({ to }) => to === 120) / within - 1) < 0.005)
})

/** Rough, rings around it, an island and a hole of the unknown. */
function roughLoss(seed: number) {
  const random = seededRandom(seed)
  return (eastM: number, northM: number) =>
    Math.hypot(eastM + 5000, northM - 1000) < 800
      ? Number.NaN
      : 95 +
        Math.hypot(eastM, northM) / 200 +
        12 * Math.sin(eastM / 700) * Math.cos(northM / 900) +
        2 * (random() - 0.5)
}

t.test('bands have the areas of their cells, and so has all that is as strong', async (t) => {
  for (const [output, shift, sign] of [
    ['path_loss', 0, 1],
    ['received_power', 60, -1],
    ['field_strength', 180, -1],
  ] as const) {
    const loss = roughLoss(5)
    const made = await madeResult(t, {
      layer: 'value',
      params: { output },
      cellM: 40,
      cell: (eastM, northM) => shift + sign * loss(eastM, northM),
    })
    const levels = [100, 115, 125, 140].map((level) => shift + sign * level).sort((a, b) => a - b)
    for (const options of [{}, { levels }]) {
      const found = await collection(t, made.source, { maxBytes: 100_000_000, ...options })
      t.equal(found.simplified_to_m, undefined)
      let checked = 0
      let strongerDeg2 = 0
      for (const feature of polygonsIn(found).reverse()) {
        const { zone, from, to } = feature.properties
        if (zone !== 'level') continue
        strongerDeg2 += areaOf(feature)
        const [low, high] = [Number(from ?? -999), Number(to ?? 999)]
        const wanted = cellsWhere(made, (value) => value >= low && value < high)
        const stronger = cellsWhere(made, (value) => (output === 'path_loss' ? value < high : value >= low))
        // Of fewer cells the area is a matter of where in them the contour runs.
        if (wanted < 2000 * made.geometry.cellLatDeg * made.geometry.cellLonDeg) continue
        checked++
        const shares = [areaOf(feature) / wanted, strongerDeg2 / stronger]
        t.ok(Math.abs(shares[0] - 1) < 0.01, `${output} from ${from} to ${to}: ${shares[0]}`)
        t.ok(Math.abs(shares[1] - 1) < 0.005, `${output} as strong as ${from} to ${to}: ${shares[1]}`)
      }
      t.ok(checked >= 4, `${checked} levels`)
    }
  }
})

t.test('too large a file is simplified, says so, and keeps its areas', async (t) => {
  const made = await madeResult(t, { cellM: 40, cell: patches(3) })
  const whole = await collection(t, made.source)
  t.ok(whole.bytes > 400_000)
  const small = await collection(t, made.source, { maxBytes: 200_000 })
  t.ok(small.bytes <= 200_000)
  t.ok((small.simplified_to_m ?? 0) >= 80, `${small.simplified_to_m}`)
  const share = (found: Collection) => areaIn(found, ({ zone }) => zone === 'covered')
  t.ok(Math.abs(share(small) / share(whole) - 1) < 0.1)
  const asked = await collection(t, made.source, { toleranceM: 200 })
  t.ok(Math.abs((asked.simplified_to_m ?? 0) - 200) < 1)
})

t.test('levels that noise crosses everywhere do not make it larger than memory', async (t) => {
  const random = seededRandom(8)
  // All within one range of colour: only the levels tell how much there is to draw.
  const made = await madeResult(t, {
    layer: 'value',
    params: { output: 'path_loss' },
    cellM: 20,
    cell: () => 112 + 6 * random(),
  })
  const levels = [112.5, 113, 114, 115, 116, 117, 117.5]
  const found = await collection(t, made.source, { levels, maxBytes: 100_000_000 })
  t.ok((found.simplified_to_m ?? 0) >= 40, `${found.simplified_to_m}`)
  t.ok(found.bytes < 100_000_000)
  t.equal((await collection(t, made.source, { maxBytes: 100_000_000 })).simplified_to_m, undefined)
})
