import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { Problem } from '../../server/http/errors.ts'
import { makeFeatures } from '../../server/results/products/features.ts'
import { areaOf, type PolygonRings } from '../../server/results/products/polygons.ts'
import { surroundingsIn } from '../../server/results/products/surroundings.ts'
import { makeWeights, readWeights, weighZones } from '../../server/results/products/weights.ts'
import { weightIn } from '../../server/results/weights.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { type Made, madeResult } from '../helpers/made-results.ts'
import { type People, pixelsOf, putPeople, UTM32, utm32 } from '../helpers/populations.ts'

// People by zone of made rasters: each against sums pixel by pixel, and against what GDAL finds in polygons.

const RANGE_KM = 6
const power = (eastM: number, northM: number) =>
  Math.abs(eastM) < 250 && northM > 1500
    ? Number.NaN
    : -60 - Math.hypot(eastM, northM) / 150 - (eastM % 700) / 90

const madePower = (t: Test, cellM = 120) =>
  madeResult(t, {
    layer: 'value',
    params: {
      model: 'p526',
      output: 'received_power',
      erp: 1,
      frequency: 868,
      rx_gain_dbi: 2,
      rx_sensitivity_dbm: -90,
    },
    rangeKm: RANGE_KM,
    cellM,
    cell: power,
  })

const peopleAt = (row: number, col: number) => {
  const mixed = (Math.imul(row + 1, 2_654_435_761) ^ Math.imul(col + 7, 40_503)) >>> 0
  return [0, -200, 0.25, (mixed >>> 8) % 90, 12.5][mixed % 5] ?? 0
}

/** About the mast of `madeResult`, and beyond its range. */
const fine: People = { west: 8.7603, north: 47.7109, step: 0.00083, rows: 268, cols: 336, peopleAt }
const inMetres: People = { west: 481_930, north: 5_283_040, step: 100, rows: 230, cols: 210, peopleAt }

interface Zone {
  state: string
  weight: number
  share: number
}
interface Weight {
  total: number
  out_of_range?: number
  zones: Zone[]
  attribution?: string
}
interface Collection {
  features: { properties: { result: { weight?: Record<string, Weight> } } }[]
  summary: { weight?: Weight }
}

interface Layer {
  name: string
  path: string
  attribution: string
}

async function textOf(t: Test, { source }: Pick<Made, 'source'>, layers: Layer[], body: string | object) {
  const path = join(t.testdirName, 'answer')
  const isTable = typeof body === 'string'
  const asked = {
    bytes: Buffer.from(isTable ? body : JSON.stringify(body)),
    mediaType: isTable ? 'text/csv' : 'application/json',
    asTable: false,
  }
  await makeFeatures(source, asked, path, surroundingsIn({ terrainFolders: [], weights: layers }))
  return readFile(path, 'utf8')
}

const layerIn = (t: Test, name = 'people'): Layer => ({
  name,
  path: join(t.testdirName, `${name}.tif`),
  attribution: `Made of ${name}`,
})

const ringAbout = (lon: number, lat: number, radiusDeg: number, corners: number): PolygonRings[number] => {
  const ring = Array.from({ length: corners }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / corners
    const radius = radiusDeg * (1 + 0.4 * Math.sin(5 * angle + 1))
    return [lon + 1.4 * radius * Math.cos(angle), lat + radius * Math.sin(angle)]
  })
  return [...ring, ring[0] as [number, number]]
}
const polygons: PolygonRings[] = [
  [ringAbout(8.9, 47.6, 0.03, 6)],
  [ringAbout(8.87, 47.59, 0.015, 300)],
  [ringAbout(8.93, 47.61, 0.012, 60), ringAbout(8.93, 47.61, 0.004, 4)],
  // Farther than the range.
  [ringAbout(8.9, 47.63, 0.06, 9)],
]
const collection = (all: readonly PolygonRings[]) => ({
  type: 'FeatureCollection',
  features: all.map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates },
  })),
})

/** By the angle that a ring turns about a place, and not by crossings. */
function isInside(rings: PolygonRings, lonDeg: number, latDeg: number): boolean {
  return (
    rings.filter((ring) => {
      if (!ring.some(([lon]) => lon > lonDeg) || !ring.some(([lon]) => lon < lonDeg)) return false
      if (!ring.some(([, lat]) => lat > latDeg) || !ring.some(([, lat]) => lat < latDeg)) return false
      let angle = 0
      for (const [at, [lon, lat]] of ring.slice(1).entries()) {
        const [before] = ring.slice(at)
        const [x1, y1] = [Number(before?.[0]) - lonDeg, Number(before?.[1]) - latDeg]
        const [x2, y2] = [lon - lonDeg, lat - latDeg]
        angle += Math.atan2(x1 * y2 - x2 * y1, x1 * x2 + y1 * y2)
      }
      return Math.round(angle / (2 * Math.PI)) % 2 !== 0
    }).length %
      2 ===
    1
  )
}

/** Sums by state, pixel by pixel, from the cells of the file; the covered ones have at least the sensitivity. */
function summed(made: Made, people: People, rings?: PolygonRings, sensitivityDbm = -90, definition?: string) {
  const { geometry, cells } = made
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const sums: Record<string, number> = { covered: 0, lacking: 0, unknown: 0 }
  for (const { latDeg, lonDeg, people: n } of pixelsOf(people, definition)) {
    const [row, col] = [
      Math.floor((northDeg - latDeg) / cellLatDeg),
      Math.floor((lonDeg - westDeg) / cellLonDeg),
    ]
    if (row < 0 || col < 0 || row >= rows || col >= cols || !made.isInRange(row, col)) continue
    if (rings && !isInside(rings, lonDeg, latDeg)) continue
    const value = cells[row * cols + col] ?? Number.NaN
    const state = Number.isNaN(value) ? 'unknown' : value >= sensitivityDbm ? 'covered' : 'lacking'
    sums[state] = (sums[state] ?? 0) + n
  }
  return sums
}

function byState({ zones }: Weight): Record<string, number> {
  const sums: Record<string, number> = { covered: 0, lacking: 0, unknown: 0 }
  for (const { state, weight } of zones) sums[state] = (sums[state] ?? 0) + weight
  return sums
}

function near(
  t: Test,
  found: Record<string, number>,
  wanted: Record<string, number>,
  about: string,
  share = 1e-6,
) {
  for (const [state, sum] of Object.entries(wanted)) {
    const got = found[state] ?? Number.NaN
    t.ok(Math.abs(got - sum) <= share * sum + 0.01, `${about} ${state}: ${got}, wanted ${sum}`)
  }
}

t.test('people of pixels in degrees and in metres, finer and coarser than cells', async (t) => {
  for (const { name, people, keys, definition } of [
    { name: 'degrees', people: fine },
    { name: 'metres', people: inMetres, keys: utm32, definition: UTM32 },
    { name: 'coarse', people: { ...fine, step: 0.0113, rows: 20, cols: 26 } },
  ]) {
    const made = await madePower(t)
    const layer = layerIn(t, name)
    await putPeople(layer.path, people, keys)
    const { features } = JSON.parse(await textOf(t, made, [layer], collection(polygons))) as Collection
    let all = 0
    for (const [at, rings] of polygons.entries()) {
      const weight = features[at]?.properties.result.weight?.[name]
      if (weight === undefined) return t.fail('no weight')
      const wanted = summed(made, people, rings, -90, definition)
      // A pixel on the edge of a polygon or a cell, by a thousandth of itself, may be on either side.
      near(t, byState(weight), wanted, `${name} ${at}`, definition ? 1e-3 : 1e-6)
      t.ok(Math.abs(weight.total - weight.zones.reduce((sum, zone) => sum + zone.weight, 0)) < 0.05)
      t.ok(Math.abs(weight.zones.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-4)
      t.equal(weight.attribution, layer.attribution)
      all += weight.total
    }
    t.ok(all > 500, `${all} people`)
  }
})

t.test('where polygons of one place overlap, people count once', async (t) => {
  const made = await madePower(t)
  const layer = layerIn(t)
  await putPeople(layer.path, fine)
  const [one = [], other = []] = [ringAbout(8.9, 47.6, 0.02, 8), ringAbout(8.91, 47.605, 0.02, 8)].map(
    (ring) => [ring],
  )
  const both = { type: 'MultiPolygon', coordinates: [one, other] }
  const found = async (body: object) => {
    const { features } = JSON.parse(await textOf(t, made, [layer], body)) as Collection
    return byState(features[0]?.properties.result.weight?.people as Weight)
  }
  const [first, second, joined] = [
    await found({ type: 'Polygon', coordinates: one }),
    await found({ type: 'Polygon', coordinates: other }),
    await found(both),
  ]
  const shared: Record<string, number> = {}
  for (const state of Object.keys(joined))
    shared[state] = Number(first[state]) + Number(second[state]) - Number(joined[state])
  const wanted: Record<string, number> = {}
  const inOne = summed(made, fine, one)
  const either = summed(
    made,
    { ...fine, peopleAt: (row, col) => (within(other, row, col) ? 0 : peopleAt(row, col)) },
    one,
  )
  for (const [state, sum] of Object.entries(inOne)) wanted[state] = sum - Number(either[state])
  t.ok(Number(wanted.covered) > 1000, `${wanted.covered}`)
  near(t, shared, wanted, 'in both')

  function within(rings: PolygonRings, row: number, col: number): boolean {
    return isInside(rings, fine.west + (col + 0.5) * fine.step, fine.north - (row + 0.5) * fine.step)
  }
})

t.test('the whole result in any view is a sum over bins', async (t) => {
  const made = await madePower(t)
  const layers = [layerIn(t), layerIn(t, 'other')]
  await putPeople(layers[0]?.path ?? '', fine)
  await putPeople(layers[1]?.path ?? '', { ...fine, peopleAt: (row) => row % 3 })
  const opened = await surroundingsIn({ terrainFolders: [], weights: layers }).weights()
  const path = join(t.testdirName, 'bins')
  const area = Buffer.from(JSON.stringify({ type: 'Polygon', coordinates: polygons[1] }))
  for (const rings of [undefined, polygons[1]]) {
    await makeWeights(made.source, { layers: [], ...(rings && { area }) }, path, opened)
    const packed = await readFile(path)
    t.equal(readWeights(inflateSync(packed)).weights.length, 2)
    for (const sensitivityDbm of [-110, -90, -77, -60]) {
      const view = made.viewedAs({ sensitivity_dbm: sensitivityDbm })
      const weight = await weightIn(packed, opened, view.subject.layer)
      t.same(Object.keys(weight), ['people', 'other'])
      near(
        t,
        byState(weight.people as Weight),
        summed(made, fine, rings, sensitivityDbm),
        `${sensitivityDbm}`,
      )
      const areas = rings && [areaOf([rings], view.geometry)]
      const [direct = new Float64Array()] = await weighZones(view, areas, opened[1] as (typeof opened)[0])
      const zones = (weight.other as Weight).zones.map((zone) => zone.weight)
      t.same(
        zones,
        [...direct].map((sum) => Number(sum.toFixed(3))),
        'as directly by zone',
      )
    }
  }
})

t.test('classes too', async (t) => {
  const made = await madeResult(t, {
    cellM: 150,
    rangeKm: 4,
    cell: (eastM, northM) => (eastM > northM ? 1 : eastM < -2000 ? 255 : 0),
  })
  const layer = layerIn(t)
  await putPeople(layer.path, fine)
  const opened = await surroundingsIn({ terrainFolders: [], weights: [layer] }).weights()
  const path = join(t.testdirName, 'bins')
  await makeWeights(made.source, { layers: [] }, path, opened)
  const { people } = await weightIn(await readFile(path), opened, made.source.subject.layer)
  const { geometry, cells } = made
  const wanted: Record<string, number> = { covered: 0, lacking: 0, unknown: 0 }
  for (const { latDeg, lonDeg, people: n } of pixelsOf(fine)) {
    const row = Math.floor((geometry.northDeg - latDeg) / geometry.cellLatDeg)
    const col = Math.floor((lonDeg - geometry.westDeg) / geometry.cellLonDeg)
    if (row < 0 || col < 0 || row >= geometry.rows || col >= geometry.cols || !made.isInRange(row, col))
      continue
    const state = ['lacking', 'covered'][cells[row * geometry.cols + col] ?? 255] ?? 'unknown'
    wanted[state] = (wanted[state] ?? 0) + n
  }
  t.ok(Object.values(wanted).every((sum) => sum > 100))
  near(t, byState(people as Weight), wanted, 'classes')
})

t.test('without layers an answer is what it was, byte by byte', async (t) => {
  const made = await madePower(t)
  const layer = layerIn(t)
  await putPeople(layer.path, fine)
  const body = collection(polygons)
  const plain = await textOf(t, made, [], body)
  t.notMatch(plain, /weight/)
  const found = JSON.parse(await textOf(t, made, [layer], body)) as Collection
  for (const { properties } of found.features) delete properties.result.weight
  const lines = found.features.map((feature) => JSON.stringify(feature)).join(',\n')
  const text = `{"type":"FeatureCollection","features":[${lines}],"summary":${JSON.stringify(found.summary)}}\n`
  t.equal(text, plain)
})

t.test('points with a weight are summed by zone, and in the polygons of their request', async (t) => {
  const made = await madePower(t)
  // Multiples of an eighth are exact in any order.
  const points = Array.from({ length: 900 }, (_, at) => ({
    lon: 8.9 + 0.22 * (((at * 0.618) % 1) - 0.5),
    lat: 47.6 + 0.14 * (((at * 0.7548) % 1) - 0.5),
    weight: (at % 17) / 8,
  }))
  const people = (rings?: PolygonRings) => {
    const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = made.geometry
    const sums: Record<string, number> = { covered: 0, lacking: 0, unknown: 0, out_of_range: 0 }
    for (const { lon, lat, weight } of points) {
      if (rings && !isInside(rings, lon, lat)) continue
      const [row, col] = [Math.floor((northDeg - lat) / cellLatDeg), Math.floor((lon - westDeg) / cellLonDeg)]
      const isIn = row >= 0 && col >= 0 && row < rows && col < cols && made.isInRange(row, col)
      const value = made.cells[row * cols + col] ?? Number.NaN
      const known = Number.isNaN(value) ? 'unknown' : value >= -90 ? 'covered' : 'lacking'
      sums[isIn ? known : 'out_of_range'] = (sums[isIn ? known : 'out_of_range'] ?? 0) + weight
    }
    return sums
  }
  const table = `lat,lon,weight\n${points.map(({ lat, lon, weight }) => `${lat},${lon},${weight}`).join('\n')}\n`
  const whole = people()
  t.ok(
    Object.values(whole).every((sum) => sum > 5),
    JSON.stringify(whole),
  )
  const { weight } = (JSON.parse(await textOf(t, made, [], table)) as Collection).summary
  t.same({ ...byState(weight as Weight), out_of_range: weight?.out_of_range }, whole)

  const features = points.map(({ lat, lon, weight }) => ({
    type: 'Feature',
    properties: { weight },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  }))
  const both = { type: 'FeatureCollection', features: [...features, ...collection(polygons).features] }
  const answer = JSON.parse(await textOf(t, made, [], both)) as Collection
  t.same(answer.summary.weight, weight)
  for (const [at, rings] of polygons.entries()) {
    const { weight } = answer.features[points.length + at]?.properties.result ?? {}
    t.same(Object.keys(weight ?? {}), ['points'])
    const { out_of_range: _, ...wanted } = people(rings)
    t.same(byState(weight?.points as Weight), wanted)
  }

  const unweighted = [{ weight: null }, { weight: '' }, {}].map((properties) => ({
    ...features[0],
    properties,
  }))
  const none = JSON.parse(
    await textOf(t, made, [], { type: 'FeatureCollection', features: unweighted }),
  ) as Collection
  t.equal(none.summary.weight, undefined)
  for (const [wrong, about] of [
    [{ ...features[0], properties: { weight: -1 } }, /weight must be a number between 0/],
    [{ ...features[0], properties: { weight: 'heavy' } }, /weight must be a number between 0/],
    ['lat,lon,weight\n47.6,8.9,many\n', /row 2: weight must be a number/],
  ] as const) {
    const refusal = await textOf(t, made, [], wrong).catch((error: unknown) =>
      error instanceof Problem ? error.extra : error,
    )
    t.match(refusal, { errors: [{ detail: about }] })
  }
})

/** What is inside polygons by GDAL, which counts a pixel where its center is: its zonal statistics' rule. */
async function zonalSums(folder: string, path: string, all: readonly PolygonRings[]): Promise<number[]> {
  const info = JSON.parse(await gdal('gdalinfo', ['-json', path])) as {
    size: [number, number]
    geoTransform: number[]
    coordinateSystem: { wkt: string }
  }
  const [west = 0, stepX = 0, , north = 0, , stepY = 0] = info.geoTransform
  const [cols, rows] = info.size
  const extent = [west, north + rows * stepY, west + cols * stepX, north].map(String)
  const system = join(folder, 'system.wkt')
  await writeFile(system, info.coordinateSystem.wkt)
  const raw = join(folder, 'people.bin')
  await gdal('gdal_translate', ['-q', '-of', 'ENVI', '-ot', 'Float32', path, raw])
  const people = new Float32Array(new Uint8Array(await readFile(raw)).buffer)
  const sums: number[] = []
  for (const rings of all) {
    const [zone, moved, mask] = ['zone.geojson', 'zone.gpkg', 'mask.bin'].map((name) => join(folder, name))
    await writeFile(String(zone), JSON.stringify({ type: 'Polygon', coordinates: rings }))
    // Straight in degrees, as the service takes edges: many corners before they are projected.
    await gdal('ogr2ogr', [
      '-overwrite',
      '-segmentize',
      '0.0005',
      '-t_srs',
      system,
      String(moved),
      String(zone),
    ])
    const grid = ['-te', ...extent, '-ts', String(cols), String(rows)]
    await gdal('gdal_rasterize', [
      '-q',
      '-of',
      'ENVI',
      '-ot',
      'Byte',
      '-init',
      '0',
      '-burn',
      '1',
      ...grid,
      String(moved),
      String(mask),
    ])
    const inside = await readFile(String(mask))
    let sum = 0
    for (const [at, one] of inside.entries()) if (one === 1 && (people[at] ?? 0) > 0) sum += people[at] ?? 0
    sums.push(sum)
  }
  return sums
}

for (const { name, system, people } of [
  { name: 'EPSG:4326', system: 'EPSG:4326', people: fine },
  { name: 'UTM 32', system: 'EPSG:32632', people: inMetres },
  {
    name: 'LAEA',
    system: 'EPSG:3035',
    people: { ...inMetres, west: 4_228_030, north: 2_733_020, cols: 230 },
  },
  {
    name: 'Mollweide',
    system: 'ESRI:54009',
    people: { ...inMetres, west: 684693, north: 5631377, cols: 260 },
  },
]) {
  t.test(`GDAL finds as many people inside polygons: ${name}`, { skip: noGdal }, async (t) => {
    const made = await madePower(t, 35)
    const folder = t.testdirName
    const layer = layerIn(t)
    await putPeople(join(folder, 'plain.tif'), people)
    await gdal('gdal_translate', ['-q', '-a_srs', system, join(folder, 'plain.tif'), layer.path])
    // Within the range all are answered for.
    const within = polygons.slice(0, 3)
    const { features } = JSON.parse(await textOf(t, made, [layer], collection(within))) as Collection
    const sums = await zonalSums(folder, layer.path, within)
    for (const [at, sum] of sums.entries()) {
      const total = features[at]?.properties.result.weight?.people?.total ?? Number.NaN
      t.ok(sum > 2000 && Math.abs(total - sum) <= 0.001 * sum, `${at}: ${total}, GDAL ${sum}`)
    }
  })
}
