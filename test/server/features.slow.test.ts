import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { Problem } from '../../server/http/errors.ts'
import { readPlaces } from '../../server/requests/places.ts'
import { makeFeatures } from '../../server/results/products/features.ts'
import { makePlace } from '../../server/results/products/place.ts'
import type { ResultSource } from '../../server/results/products/source.ts'
import { surroundingsIn } from '../../server/results/products/surroundings.ts'
import { areasIn, type Made, madeResult } from '../helpers/made-results.ts'

// Features against the cells of made rasters, each figure by a computation of its own.

const powerParams = {
  model: 'p526',
  output: 'received_power',
  erp: 1,
  frequency: 868,
  rx_gain_dbi: 2,
  rx_sensitivity_dbm: -90,
}
/** 32.15 dBm of EIRP and 2 dBi at the receiver. */
const budgetDbm = 10 * Math.log10(1000) + 2.15 + 2

const power = (eastM: number, northM: number) =>
  Math.abs(eastM) < 250 && northM > 1500
    ? Number.NaN
    : -60 - Math.hypot(eastM, northM) / 150 - (eastM % 700) / 90

const madePower = (t: Test, params: object = {}, cellM = 120) =>
  madeResult(t, {
    layer: 'value',
    params: { ...powerParams, ...params },
    rangeKm: 6,
    cellM,
    cell: power,
  })

interface PointResult {
  value: number | null
  state: string
  distance_m: number
  residual_db?: number
}
interface Collection<Result> {
  features: { properties: { result: Result } }[]
  summary: Record<string, number> & { by_distance: Record<string, number>[] }
}

async function textOf(t: Test, source: ResultSource, body: string | object, options: object = {}) {
  const path = join(t.testdirName, 'features')
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const mediaType = typeof body === 'string' ? 'text/csv' : 'application/json'
  const asked = { bytes: Buffer.from(text), mediaType, asTable: false, ...options }
  await makeFeatures(source, asked, path, surroundingsIn({ terrainFolders: [] }))
  return readFile(path, 'utf8')
}

async function ask<Result>(t: Test, source: ResultSource, body: string | object, options: object = {}) {
  return JSON.parse(await textOf(t, source, body, options)) as Collection<Result>
}

async function refusal(t: Test, source: ResultSource, body: string | object, options: object = {}) {
  try {
    await textOf(t, source, body, options)
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, detail: error.message, ...error.extra }
    throw error
  }
  return t.fail('it was taken')
}

const point = (lon: number, lat: number, properties: object = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lon, lat] },
})
const collection = (features: object[]) => ({ type: 'FeatureCollection', features })

/** Places all over the raster and somewhat beyond, alike in every run. */
function placesOver({ geometry }: Made, count: number): [number, number][] {
  const { northDeg, westDeg, rows, cols, cellLatDeg, cellLonDeg } = geometry
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [(index * 0.6180339887) % 1, (index * 0.7548776662) % 1]
    return [westDeg + (1.1 * x - 0.05) * cols * cellLonDeg, northDeg - (1.1 * y - 0.05) * rows * cellLatDeg]
  })
}

t.test('points equal the value of each place, in any view and layer', async (t) => {
  const made = await madePower(t)
  const places = placesOver(made, 150)
  const views = [
    {},
    { layer: 'class' },
    { sensitivity_dbm: -80, eirp_dbm: 20 },
    { up_eirp_dbm: 10, up_sensitivity_dbm: -95 },
  ]
  for (const query of views) {
    const source = made.viewedAs(query)
    const { features, summary } = await ask<PointResult>(
      t,
      source,
      collection(places.map(([lon, lat]) => point(lon, lat))),
    )
    const states: Record<string, number> = {}
    for (const [index, [lonDeg, latDeg]] of places.entries()) {
      const path = join(t.testdirName, 'place')
      await makePlace(source, { latDeg, lonDeg }, path)
      const place = JSON.parse(await readFile(path, 'utf8'))
      const { result } = features[index]?.properties ?? {}
      t.match(result, { value: place.value, state: place.state }, `${lonDeg}, ${latDeg}`)
      t.ok(Math.abs((result?.distance_m ?? 0) - 1000 * place.distance_km) <= 0.56)
      states[place.state] = (states[place.state] ?? 0) + 1
    }
    t.equal(Object.keys(states).length, 'up_eirp_dbm' in query ? 5 : 4, JSON.stringify(states))
    const { out_of_range: outside, unknown = 0 } = states
    t.same(summary, { n: 150, used: 150 - Number(outside) - unknown, below_floor: 0, outside, unknown })
  }
  const levels = await madePower(t, { rx_sensitivity_dbm: null })
  const { features } = await ask<PointResult>(t, levels.source, point(8.91, 47.61))
  t.match(features, [{ type: 'Feature', properties: { result: { state: 'level', value: Number } } }])
})

t.test('features come back as they were, with their results', async (t) => {
  const { source } = await madeResult(t, { cell: () => 1 })
  const given = {
    ...point(8.9, 47.6, { name: 'a', result: 'old', deep: { list: [1, null] } }),
    id: 7,
    bbox: [8, 47, 9, 48],
  }
  const answer = await ask(t, source, collection([given, { ...point(8.9, 47.6), properties: null }]))
  t.match(answer, { type: 'FeatureCollection' })
  t.same(answer.features[0], {
    ...given,
    properties: { ...given.properties, result: { value: 1, state: 'covered', distance_m: 0 } },
  })
  t.match(answer.features[1], { properties: { result: { state: 'covered' } } })
  const multi = await ask(t, source, {
    type: 'MultiPoint',
    coordinates: [
      [8.9, 47.6],
      [10, 47.6, 300],
    ],
  })
  t.match(multi.features[0], {
    type: 'Feature',
    properties: { result: { points: [{ state: 'covered' }, { state: 'out_of_range', value: null }] } },
  })
  t.match(multi.summary, { n: 2, used: 1, outside: 1 })
})

t.test('polygons equal statistics, those that overlap each by itself', async (t) => {
  const made = await madePower(t)
  const ring = (west: number, south: number, size: number) =>
    [
      [west, south],
      [west + size, south + size / 9],
      [west + size / 2, south + size],
      [west, south],
    ] as [number, number][]
  const rings = [
    ring(8.85, 47.55, 0.08),
    ring(8.9, 47.6, 0.03),
    ring(8.86, 47.58, 0.02),
    ring(8.86, 47.58, 0.02),
  ]
  const hole = [ring(8.84, 47.56, 0.1), ring(8.87, 47.575, 0.02)]
  for (const query of [{}, { sensitivity_dbm: -75 }]) {
    const polygons = [...rings.map((one) => [one]), hole]
    const answer = await ask<object>(
      t,
      made.viewedAs(query),
      collection(
        polygons.map((coordinates) => ({ ...point(0, 0), geometry: { type: 'Polygon', coordinates } })),
      ),
    )
    for (const [index, coordinates] of polygons.entries()) {
      const { km2, zones } = await areasIn(t, made, query, coordinates)
      t.same(answer.features[index]?.properties.result, { km2, zones }, `polygon ${index}`)
      t.ok(km2 > 0)
    }
    const multi = await ask<{ km2: number }>(t, made.viewedAs(query), {
      type: 'MultiPolygon',
      coordinates: [[rings[2]], [rings[3]], [rings[1]]],
    })
    const sum =
      Number((await areasIn(t, made, query, [rings[2] ?? []])).km2) +
      Number((await areasIn(t, made, query, [rings[1] ?? []])).km2)
    t.ok(
      Math.abs(Number(multi.features[0]?.properties.result.km2) - sum) < 0.002,
      'what overlaps counts once',
    )
  }
})

interface LineResult {
  covered_share: number
  length_m: number
  outages: { from_m: number; to_m: number }[]
}

t.test('outages of a line are where it enters and leaves cells', async (t) => {
  // Columns of 100 m, three covered, two not.
  const made = await madeResult(t, {
    cellM: 100,
    rangeKm: 5,
    cell: (eastM) => ((((eastM / 100) % 5) + 5) % 5 < 3 ? 1 : 0),
  })
  const { westDeg, cellLonDeg, cols } = made.geometry
  const latDeg = 47.6
  const [from, to] = [8.9 - 20.25 * cellLonDeg, 8.9 + 10.5 * cellLonDeg]
  const { features } = await ask<LineResult>(t, made.source, {
    type: 'LineString',
    coordinates: [
      [from, latDeg],
      [to, latDeg],
    ],
  })
  const result = features[0]?.properties.result
  const path = geodesicPath(latDeg, from, latDeg, to)
  t.ok(Math.abs(Number(result?.length_m) - path.distanceM) < 0.06)
  const metresOf = (lonDeg: number) => (path.distanceM * (lonDeg - from)) / (to - from)
  const middle = (cols - 1) / 2
  const expected: [number, number][] = []
  for (let col = 0; col < cols; col++) {
    const step = (((col - middle) % 5) + 5) % 5
    if (step < 3) continue
    const [west, east] = [westDeg + col * cellLonDeg, westDeg + (col + 1) * cellLonDeg]
    if (east <= from || west >= to) continue
    if (step === 3) expected.push([metresOf(Math.max(west, from)), metresOf(Math.min(east, to))])
    else if (west <= from) expected.push([0, metresOf(east)])
    else expected[expected.length - 1] = [expected.at(-1)?.[0] ?? 0, metresOf(Math.min(east, to))]
  }
  t.equal(result?.outages.length, expected.length)
  let outM = 0
  for (const [index, [fromM, toM]] of expected.entries()) {
    outM += toM - fromM
    const outage = result?.outages[index]
    t.ok(Math.abs(Number(outage?.from_m) - fromM) < 0.11, `${outage?.from_m} ${fromM}`)
    t.ok(Math.abs(Number(outage?.to_m) - toM) < 0.11, `${outage?.to_m} ${toM}`)
  }
  t.ok(Math.abs(Number(result?.covered_share) - (1 - outM / path.distanceM)) < 1e-4)

  const all = await madeResult(t, { cellM: 100, rangeKm: 5, cell: () => 1 })
  const long = await ask<{ covered_share: number; lines: LineResult[] }>(t, all.source, {
    type: 'MultiLineString',
    coordinates: [
      [
        [-170, 47],
        [8.9, latDeg],
        [100, 10],
      ],
      [
        [8.9, latDeg],
        [8.91, latDeg],
      ],
      [
        [8.9, latDeg],
        [8.9, latDeg],
      ],
    ],
  })
  const [through, within, none] = long.features[0]?.properties.result.lines ?? []
  t.equal(through?.outages.length, 2)
  const gap = Number(through?.outages[1]?.from_m) - Number(through?.outages[0]?.to_m)
  t.ok(Math.abs(gap - 10_000) < 150, `the disc is crossed in ${gap} m`)
  t.match(within, { covered_share: 1, outages: [] })
  t.match(none, { covered_share: null, outages: [], length_m: 0 })
})

t.test('a summary has the figures of its points in float64', async (t) => {
  for (const output of ['received_power', 'field_strength', 'path_loss']) {
    const params = output === 'received_power' ? {} : { rx_gain_dbi: 0 }
    const made = await madeResult(t, {
      layer: 'value',
      params: { ...powerParams, ...params, output },
      rangeKm: 6,
      cellM: 120,
      cell: (east, north) => (output === 'path_loss' ? 60 - power(east, north) : power(east, north)),
    })
    const gain = output === 'received_power' ? 2 : 0
    const base =
      output === 'field_strength' ? budgetDbm - 2 + 20 * Math.log10(868) + 77.2147 : budgetDbm - 2 + gain
    const places = placesOver(made, 400)
    const bare = await ask<PointResult>(
      t,
      made.source,
      collection(places.map(([lon, lat]) => point(lon, lat))),
    )
    const lossOf = (value: number) => (output === 'path_loss' ? value : base - value)
    const rows: { index: number; predicted: number; measured: number; distanceM: number; isHit: boolean }[] =
      []
    let [below, outside, unknown] = [0, 0, 0]
    const measuredPlaces = places.map(([lon, lat], index) => {
      const { value = null, state = '', distance_m = 0 } = bare.features[index]?.properties.result ?? {}
      const isPower = index % 2 === 0
      const loss = lossOf(value ?? 0) + ((index * 7) % 23) - 12
      const dbm = Number((budgetDbm - 2 + gain - loss).toFixed(2))
      const lossDb = Number(loss.toFixed(2))
      if (state === 'out_of_range') outside++
      else if (state === 'unknown') unknown++
      else if (isPower && dbm < -92) below++
      else {
        const measured = isPower ? budgetDbm - 2 + gain - dbm : lossDb
        const predicted = lossOf(Number(value))
        const covered = (one: number) => one <= budgetDbm - 2 + gain + 90
        rows.push({
          index,
          predicted,
          measured,
          distanceM: distance_m,
          isHit: covered(predicted) === covered(measured),
        })
      }
      return point(lon, lat, isPower ? { measured_dbm: dbm } : { measured_loss_db: lossDb })
    })
    const { summary, features } = await ask<PointResult>(t, made.source, collection(measuredPlaces), {
      floorDbm: -92,
    })
    const errors = rows.map(({ predicted, measured }) => predicted - measured)
    const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
    const bias = mean(errors)
    const absolute = errors.map(Math.abs).sort((a, b) => a - b)
    const rank = 0.9 * (absolute.length - 1)
    const [low, high] = [absolute[Math.floor(rank)] ?? 0, absolute[Math.ceil(rank)] ?? 0]
    const [p, m] = [mean(rows.map((one) => one.predicted)), mean(rows.map((one) => one.measured))]
    const covariance = mean(rows.map((one) => (one.predicted - p) * (one.measured - m)))
    const [vp, vm] = [
      mean(rows.map((one) => (one.predicted - p) ** 2)),
      mean(rows.map((one) => (one.measured - m) ** 2)),
    ]
    t.match(summary, { n: 400, used: rows.length, below_floor: below, outside, unknown })
    t.ok(below > 10 && outside > 10 && unknown > 0 && rows.length > 100)
    const expected = {
      bias_db: bias,
      sigma_db: Math.sqrt(mean(errors.map((error) => (error - bias) ** 2))),
      rmse_db: Math.sqrt(mean(errors.map((error) => error ** 2))),
      mae_db: mean(absolute),
      p90_db: low + (rank % 1) * (high - low),
      correlation: covariance / Math.sqrt(vp * vm),
      hit_rate: rows.filter(({ isHit }) => isHit).length / rows.length,
    }
    for (const [name, value] of Object.entries(expected))
      t.ok(Math.abs(Number(summary[name]) - value) < 0.004, `${output} ${name} ${summary[name]} ${value}`)
    t.equal(
      summary.by_distance.reduce((sum, { n = 0 }) => sum + n, 0),
      rows.length,
    )
    for (const { from_m = 0, to_m = 0, n, bias_db } of summary.by_distance) {
      t.ok([2, 2.5].includes(to_m / from_m))
      const members = rows.filter(({ distanceM }) => distanceM >= from_m && distanceM < to_m)
      t.equal(members.length, n)
      t.ok(Math.abs(mean(members.map((one) => one.predicted - one.measured)) - Number(bias_db)) < 0.004)
    }
    // Below the floor a point is not compared, but has its residual.
    const residuals = features.flatMap(({ properties }) => properties.result.residual_db ?? [])
    t.equal(residuals.length, rows.length + below)
    for (const { predicted, measured, index } of rows) {
      const residual = features[index]?.properties.result.residual_db
      t.ok(Math.abs(Number(residual) - (predicted - measured)) < 0.004, `${output} ${index} ${residual}`)
    }
  }
})

t.test(
  'a measurement of just the sensitivity is a hit where it is covered; equal losses do not correlate',
  async (t) => {
    const { source } = await madePower(t)
    for (const sensitivity_dbm of [-130, -87, -63, -62, -61]) {
      const viewed = (await madePower(t, { rx_sensitivity_dbm: sensitivity_dbm })).source
      const { summary } = await ask(
        t,
        viewed,
        collection([point(8.9, 47.6, { measured_dbm: sensitivity_dbm })]),
      )
      t.equal(summary.hit_rate, 1, `${sensitivity_dbm} dBm`)
    }
    const ten = Array.from({ length: 10 }, () => point(8.91, 47.6, { measured_loss_db: 99.9 }))
    t.match((await ask(t, source, collection(ten))).summary, { used: 10, sigma_db: 0, correlation: null })
  },
)

t.test('an answer of more than 64 MiB is refused, whether it is a table or features', async (t) => {
  const { source } = await madePower(t)
  const names = Array.from({ length: 60 }, (_, index) => `${index}${'n'.repeat(190)}`)
  const table = `lat,lon,${names.join()}\n${`47.6,8.9${','.repeat(60)}\n`.repeat(7000)}`
  t.match(await refusal(t, source, table), { code: 'payload_too_large', detail: /more than 64 MiB/ })
  t.ok((await textOf(t, source, table, { asTable: true })).length < 2 ** 21)
})

t.test(
  'cells of a table that no number holds stay text, and columns without a name are left out',
  async (t) => {
    const { source } = await madePower(t)
    const found = await ask(t, source, 'lat,lon,id,big,,\n47.6,8.9,12345678901234567890,1e999,a,b\n')
    t.match(found.features[0]?.properties, { id: '12345678901234567890', big: '1e999' })
    t.same(Object.keys(found.features[0]?.properties ?? {}), ['id', 'big', 'result'])
  },
)

t.test(
  'without ground a path of its own is unknown, and so is clutter of layers that are gone',
  async (t) => {
    const { source } = await madePower(t)
    const path = join(t.testdirName, 'features')
    const text = 'lat,lon,rx_height,measured_dbm\n47.61,8.91,9,-80\n47.61,8.91,,-80\n'
    const gone = {
      name: 'gone',
      attribution: '',
      path: join(t.testdirName, 'gone'),
      table: { 1: { type: 'trees', height_m: 9 } },
    } as const
    const surroundings = surroundingsIn({ terrainFolders: [], layers: [gone] })
    await makeFeatures(
      source,
      { bytes: Buffer.from(text), mediaType: 'text/csv', asTable: false },
      path,
      surroundings,
    )
    const { summary, features } = JSON.parse(await readFile(path, 'utf8'))
    t.match(features[0].properties.result, { value: null, state: 'unknown' })
    t.match(summary, { n: 2, used: 1, unknown: 1, by_clutter: [{ type: null, height_m: null, n: 1 }] })
  },
)

t.test('a table has its rows again, with what was found', async (t) => {
  const { source } = await madePower(t)
  const table = 'name,lat,lon,state,measured_dbm,code\n"a, ""b""",47.6,8.9,old,-70,007\nfar,10,8.9,,,\n'
  const found = await ask<PointResult>(t, source, table)
  t.match(found.features[0], {
    geometry: { type: 'Point', coordinates: [8.9, 47.6] },
    properties: {
      name: 'a, "b"',
      measured_dbm: -70,
      code: '007',
      state: 'old',
      result: { state: 'covered', value: -60 },
    },
  })
  const residual = found.features[0]?.properties.result.residual_db
  t.equal(residual, -10)
  t.equal(
    await textOf(t, source, table, { asTable: true }),
    'name,lat,lon,measured_dbm,code,value,state,distance_m,residual_db\r\n' +
      '"a, ""b""",47.6,8.9,-70,007,-60,covered,0,-10\r\n' +
      `far,10,8.9,,,,out_of_range,${found.features[1]?.properties.result.distance_m},\r\n`,
  )
  t.equal(
    await textOf(t, source, 'name;lat;lon;measured_dbm\n"a;b";47,6;8,9;-70,5\n', { asTable: true }),
    'name;lat;lon;measured_dbm;value;state;distance_m;residual_db\r\n"a;b";47,6;8,9;-70,5;-60;covered;0;-10,5\r\n',
    'as a German spreadsheet writes it',
  )
})

t.test('what is wrong is named by its feature or row', async (t) => {
  // Fine cells: a few long lines cross too many.
  const { source } = await madePower(t, {}, 30)
  const good = point(8.9, 47.6)
  const geometry = (type: string, coordinates: unknown) =>
    collection([good, { type: 'Feature', properties: {}, geometry: { type, coordinates } }])
  const open = [
    [8, 47],
    [9, 47],
    [9, 48],
    [8, 48],
  ]
  const cases: [object | string, string | undefined, RegExp][] = [
    [
      geometry('Point', [8.9, null]),
      '#/features/1/geometry/coordinates',
      /^features\[1\]: a position must be .* got null/,
    ],
    [geometry('Point', ['8.9', 47]), '#/features/1/geometry/coordinates', /got "8.9" \(a string\)/],
    [
      geometry('Point', [47.6, 98]),
      '#/features/1/geometry/coordinates',
      /got 98 and 47.6: positions are longitude, then latitude/,
    ],
    [
      geometry('Polygon', [open]),
      '#/features/1/geometry/coordinates/0',
      /^features\[1\]: a ring must end at its first position/,
    ],
    [geometry('LineString', [[8, 47]]), '#/features/1/geometry/coordinates', /at least 2, got 1/],
    [
      geometry('GeometryCollection', []),
      '#/features/1/geometry',
      /must be one of "Point", .* got the type "GeometryCollection"/,
    ],
    [collection([good, { ...good, geometry: null }]), '#/features/1/geometry', /got null/],
    [
      collection([good, { type: 'Point', coordinates: [8, 47] }]),
      '#/features/1',
      /the type "Feature", got "Point"/,
    ],
    [collection([]), '#/features', /at least one feature/],
    [collection([good, { ...good, properties: [] }]), '#/features/1', /properties must be an object or null/],
    [
      collection([point(8.9, 47.6, { measured_dbm: '-70' })]),
      '#/features/0',
      /measured_dbm must be a number/,
    ],
    [
      collection([point(8.9, 47.6, { measured_dbm: -70, measured_loss_db: 100 })]),
      '#/features/0',
      /use only one of them/,
    ],
    [
      collection([point(47.6, 8.9), point(47.61, 8.9)]),
      '#/features/0',
      /^features\[0\]: latitude 8.9 and longitude 47.6 seem to be swapped/,
    ],
    [
      collection([point(8.9, 47.6, { measured_dBm: -70, measured_at: '12:00' })]),
      '#/features/0',
      /"measured_dBm": use measured_dbm or measured_loss_db for measurements/,
    ],
    [{ type: 'Circle' }, '#', /^the body: a geometry must be one of/],
    [[1], '#', /got a list/],
    ['lat,lon\n47.6,8.9\nNaN,8.9\n', undefined, /^row 3: lat is "NaN": it must be a number/],
    ['lat,lon\n"47,6",8.9\n', undefined, /^row 2: lat is "47,6": numbers have a decimal point, not a comma/],
    [
      'lat,lon\n147.6,8.9\n',
      undefined,
      /^row 2: lat is "147.6": it must be a number between -90 and 90 degrees; lat and lon may be swapped/,
    ],
    ['lat,lon\n8.9,47.6\n', undefined, /^row 2: latitude 8.9 and longitude 47.6 seem to be swapped/],
    ['lat;lon\n47,6;8,9\n90,5;-120,5\n', undefined, /^row 3: lat is "90,5": .* between -90 and 90 degrees$/],
    ['lat,lon\n47.6,-400\n', undefined, /^row 2: lon is "-400": .* between -360 and 360 degrees$/],
    ['lat,lon\n1e999,8.9\n', undefined, /^row 2: lat is "1e999": /],
    ['lat;lon;measured_dbm\n47,6;8,9;-7o,5\n', undefined, /^row 2: measured_dbm must be .* got "-7o,5"/],
    ['lat,lon,measured_loss_db\n47.6,8.9,NaN\n', undefined, /^row 2: measured_loss_db must be .* got "NaN"/],
    ['lat,lng\n47.6,8.9\n', undefined, /the columns lat and lon are required.*"lng"/],
    ['lat,lon,lat\n47.6,8.9,1\n', undefined, /the column "lat" appears twice/],
    ['lat,lon\n', undefined, /no rows/],
    ['lat,lon,measured_dbm\n47.6,8.9,low\n', undefined, /^row 2: measured_dbm must be a number/],
  ]
  for (const [body, pointer, detail] of cases) {
    const { errors = [] } = (await refusal(t, source, body)) as {
      errors?: { pointer?: string; row?: number; detail: string }[]
    }
    const [first] = errors
    t.match(first?.detail, detail)
    t.equal(first?.pointer, pointer)
    if (typeof body === 'string') t.ok(Number(first?.row) >= 1)
  }
  const latin = Buffer.from('{"type":"Point","coordinates":[8.9,47.6],"note":"\xe9"}', 'latin1')
  t.throws(() => readPlaces(latin, 'application/json'), {
    code: 'malformed_json',
    message: 'The body is not text in UTF-8.',
  })
  const malformed: [string | object, RegExp][] = [
    ['lat;lon\n47,6;8,9;1\n', /row 2 has 3 cells, expected 2 as in the header/],
    ['lat,lon\n47,6,8,9\n', /row 2 has 4 cells/],
    [
      'lat;lon\n47,6;8,9\n47.6;8,9\n',
      /^row 3 has "47\.6" in the column lat, and row 2 has "47,6" in the column lat/,
    ],
    [
      `lat,lon\n${'47.6,8.9\n'.repeat(200_000)}`,
      /^The table has 200001 lines: at most 50000 rows are allowed, in at most 100000 lines\.$/,
    ],
  ]
  for (const [body, detail] of malformed)
    t.match(await refusal(t, source, body), { code: 'malformed_csv', detail })
  const mediaType = 'application/json'
  for (const [text, detail] of [
    ['', /is empty/],
    ['{"type":"Point","coordinates":[NaN,47]}', /"N"/],
    [
      `{"type":"Feature","geometry":{"type":"Point","coordinates":[8.9,47.6]},"properties":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
      /nested too deeply/,
    ],
  ] as const)
    t.match(await refusal(t, source, text, { mediaType }), { code: 'malformed_json', detail })
  t.match(await refusal(t, source, good, { floorDbm: -100 }), { errors: [{ parameter: 'floor_dbm' }] })
  const many = collection(Array.from({ length: 50_001 }, () => good))
  t.match(await refusal(t, source, many), {
    errors: [
      {
        pointer: '#/features/50000/geometry/coordinates',
        detail: /at most 50000 points or rows, got 50001$/,
      },
    ],
  })
  t.match(await refusal(t, source, `lat,lon\n${'47.6,8.9\n'.repeat(50_001)}`), {
    errors: [{ row: 50_002, detail: /at most 50000 points or rows, got 50001$/ }],
  })
  const points = Array.from({ length: 200_000 }, () => [8.9, 47.6])
  t.match(await refusal(t, source, { type: 'MultiPoint', coordinates: points }), {
    errors: [{ pointer: '#/coordinates/50000', detail: /at most 50000 points or rows, got 200000$/ }],
  })
  const line = Array.from({ length: 20_001 }, () => [8.9, 47.6])
  t.match(await refusal(t, source, geometry('LineString', line)), {
    errors: [{ detail: /at most 20000 vertices/ }],
  })
  const zigzag = Array.from({ length: 20_000 }, (_, index) => [index % 2 ? 8.83 : 8.97, 47.6])
  t.match(await refusal(t, source, geometry('LineString', zigzag)), {
    errors: [{ detail: /^features\[1\]: lines within the result/ }],
  })
})
