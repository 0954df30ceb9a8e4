import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { seededRandom } from '../../bench/references/random.ts'
import { type GeojsonOptions, makeGeojson } from '../../server/products/make/geojson.ts'
import type { ResultSource } from '../../server/products/make/source.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { type Made, madeResult } from '../helpers/made-results.ts'

type Position = [number, number]
interface Feature {
  properties: Record<string, string | number | null>
  geometry: { type: string; coordinates: Position[][][] }
}
interface Collection {
  features: Feature[]
  bbox: number[]
  simplified_to_m?: number
  overview?: { cells: number }
  [member: string]: unknown
}

async function collection(t: Test, source: ResultSource, options: Partial<GeojsonOptions> = {}) {
  const path = join(t.testdirName, 'made.geojson')
  await makeGeojson(source, { maxBytes: 10_000_000, ...options }, path)
  const text = await readFile(path, 'utf8')
  return { ...(JSON.parse(text) as Collection), path, bytes: Buffer.byteLength(text) }
}

const polygonsIn = ({ features }: Collection) =>
  features.filter(({ geometry }) => geometry.type === 'MultiPolygon')

/** Signed, in square degrees: counter-clockwise is positive. */
function squareDegrees(ring: Position[]): number {
  let sum = 0
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1]
  return sum / 2
}

const areaOf = ({ geometry }: Feature) =>
  geometry.coordinates.flat().reduce((sum, ring) => sum + squareDegrees(ring), 0)

function areaIn(found: Collection, matches: (properties: Feature['properties']) => boolean): number {
  return polygonsIn(found)
    .filter(({ properties }) => matches(properties))
    .reduce((sum, feature) => sum + areaOf(feature), 0)
}

function cellsWhere({ cells, geometry, isInRange }: Made, matches: (value: number) => boolean): number {
  let count = 0
  for (const [at, value] of cells.entries()) {
    const row = Math.floor(at / geometry.cols)
    if (matches(value) && isInRange(row, at % geometry.cols)) count++
  }
  return count * geometry.cellLatDeg * geometry.cellLonDeg
}

/** Patches with cells of their own, and an unknown spot. */
function patches(seed: number) {
  const random = seededRandom(seed)
  return (eastM: number, northM: number) => {
    if (Math.hypot(eastM - 4000, northM - 2000) < 900) return 255
    return Math.sin(eastM / 900) * Math.cos(northM / 700) + 0.6 * (random() - 0.5) > 0.1 ? 1 : 0
  }
}

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
  t.match(polygonsIn(found)[0]?.properties, { fill: '#e69f00', 'fill-opacity': 0.65, stroke: '#e69f00' })
  const [mast] = found.features.filter(({ geometry }) => geometry.type === 'Point')
  t.same(mast?.geometry.coordinates, [8.9, 47.6])
})

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

t.test('measures become bands, side by side, with their power', async (t) => {
  const params = { output: 'received_power', rx_sensitivity_dbm: -110, layers: ['value', 'class'] }
  const power = (eastM: number, northM: number) =>
    -60 - Math.hypot(eastM, northM) / 150 + 6 * Math.sin(eastM / 500) * Math.cos(northM / 650)
  const made = await madeResult(t, {
    layer: 'value',
    params,
    cell: (eastM, northM) =>
      eastM < -6000 || power(eastM, northM) < -110 ? Number.NaN : power(eastM, northM),
    classOf: (eastM, northM) => (eastM < -6000 ? 255 : power(eastM, northM) < -110 ? 0 : 1),
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

t.test('of path loss the weaker come first too', async (t) => {
  const made = await madeResult(t, {
    layer: 'value',
    params: { output: 'path_loss' },
    cell: (eastM, northM) => 95 + Math.hypot(eastM, northM) / 200,
  })
  const found = await collection(t, made.source)
  const covered = polygonsIn(found).filter(({ properties }) => properties.zone === 'covered')
  t.same(
    covered.map(({ properties }) => properties.to),
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
        if (zone !== 'covered') continue
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
  }
})
