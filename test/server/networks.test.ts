import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { makeGaps } from '../../server/results/products/network/gaps.ts'
import { makeNetworkStats } from '../../server/results/products/network/stats.ts'
import { mergerOf, statesOf } from '../../server/results/products/network-merge.ts'
import { makeNetworkRaster } from '../../server/results/products/rasters.ts'
import type { NetworkSite } from '../../server/results/products/subject.ts'
import { makeTile } from '../../server/results/products/tiles.ts'
import { stepZones } from '../../server/results/views/styles.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { type MadeMember, type MadeSite, madeNetwork, under } from '../helpers/networks.ts'
import { seededRandom } from '../references/random.ts'

// Layers of networks, cell by cell, against the rules as they are written: a member counts only inside its own disc; there 255
// and NaN are unknown; any is 1 if one sees, else 255 if one in range is unknown, else 0, and 255 where no disc is.

type State = 'covered' | 'lacking' | 'unknown' | 'outside'
const states: State[] = ['covered', 'lacking', 'unknown', 'outside']

function anyOf(list: readonly State[]): number {
  if (list.includes('covered')) return 1
  if (list.includes('unknown')) return 255
  return list.includes('lacking') ? 0 : 255
}

t.test('8000 random triples of states and ranges follow the truth table', async (t) => {
  const random = seededRandom(33_001)
  const site = {
    power: { sign: 1, offsetDb: 0 },
    covered: { from: -100, to: Infinity },
  } as unknown as NetworkSite
  const seen = new Set<string>()
  let wrong = 0
  for (let n = 0; n < 8000; n++) {
    const triple = [0, 1, 2].map(() => states[Math.floor(random() * 4)])
    const powers = triple.map((state) => {
      if (state === 'unknown' || state === 'outside') return Number.NaN
      // Few values, so that some are equal.
      return state === 'covered' ? -100 + 5 * Math.floor(random() * 3) : -101 - Math.floor(random() * 3)
    })
    const merged = Object.fromEntries(
      (['any', 'count', 'known', 'best_server', 'strongest', 'margin'] as const).map((layer) => {
        const merger = mergerOf(layer, 1)
        for (const [index, state] of triple.entries()) {
          if (state === 'outside') continue
          merger.add(site, index + 1, { cells: Float32Array.of(powers[index]), runs: [0, 1, 0] })
        }
        return [layer, merger.cells[0]]
      }),
    )
    const covering = triple.flatMap((state, index) => (state === 'covered' ? [index] : []))
    const known = powers.filter((power) => !Number.isNaN(power))
    const isBeside = triple.every((state) => state === 'outside')
    const isUnknown = anyOf(triple) === 255
    const code = isBeside ? 255 : isUnknown ? 254 : 0
    const largest = known.length > 0 ? Math.max(...known) : isBeside ? Infinity : Number.NaN
    const expected = {
      any: anyOf(triple) === 1 ? 1 : code,
      count: covering.length || code,
      known: known.length || (isBeside ? 255 : 254),
      best_server:
        1 + covering.findIndex((at) => powers[at] === Math.max(...covering.map((one) => powers[one]))),
      strongest: largest,
      margin: largest + 100,
    }
    expected.best_server = covering.length > 0 ? covering[expected.best_server - 1] + 1 : code
    seen.add(triple.join())
    if (Object.entries(expected).some(([name, value]) => !Object.is(merged[name], value))) {
      wrong++
      if (wrong < 4) t.same(merged, expected, triple.join())
    }
  }
  t.equal(wrong, 0)
  t.equal(seen.size, 64, 'all triples')
})

const random = seededRandom(33_002)
const classOf = () => [1, 1, 0, 0, 0, 255][Math.floor(random() * 6)]
const powerOf = () => (random() < 0.15 ? Number.NaN : Math.fround(-130 + 60 * random()))
const places = [
  { latDeg: 47.6, lonDeg: 8.9, rangeKm: 9 },
  { latDeg: 47.65, lonDeg: 9.0, rangeKm: 7 },
  { latDeg: 47.55, lonDeg: 9.2, rangeKm: 5 },
]
const lossParams = (own: object = {}) => ({
  output: 'received_power',
  layers: ['value'],
  erp: 1,
  frequency: 868,
  rx_gain_dbi: 0,
  rx_sensitivity_dbm: -100,
  ...own,
})

/** What each member in range says of a cell. */
function* cellsOf(made: Awaited<ReturnType<typeof madeNetwork>>) {
  const { geometry, members } = made
  for (let row = 0; row < geometry.rows; row++) {
    for (let col = 0; col < geometry.cols; col++) {
      const values = members.map((member: MadeMember) => {
        const at = under(geometry, member, row, col)
        return at && member.isInRange(...at) ? member.cells[at[0] * member.grid.cols + at[1]] : undefined
      })
      yield { at: row * geometry.cols + col, values }
    }
  }
}

async function rasterOf(made: Awaited<ReturnType<typeof madeNetwork>>, query: object) {
  const path = join(made.folder, 'layer.tif')
  await makeNetworkRaster(made.layer(query), {}, path)
  return (await readRaster(path)).data
}

for (const isApart of [false, true]) {
  t.test(
    `visibility of three sites, ${isApart ? 'the nearest cells of other lattices' : 'aligned'}`,
    async (t) => {
      const made = await madeNetwork(
        t,
        places.map((place, index): MadeSite => ({ ...place, isApart: isApart && index > 0, cell: classOf })),
      )
      t.same(made.beside, isApart ? [1, 2] : [])
      const rasters = {
        any: await rasterOf(made, { layer: 'any' }),
        count: await rasterOf(made, { layer: 'count' }),
        known: await rasterOf(made, { layer: 'known' }),
      }
      const wrong = { any: 0, count: 0, known: 0 }
      let overlaps = 0
      for (const { at, values } of cellsOf(made)) {
        const inRange = values.filter((value) => value !== undefined)
        if (inRange.length > 1) overlaps++
        const count = inRange.filter((value) => value === 1).length
        const known = inRange.filter((value) => value !== 255).length
        const any = count > 0 ? 1 : known < inRange.length || inRange.length === 0 ? 255 : 0
        if (rasters.any[at] !== any) wrong.any++
        if (rasters.count[at] !== count) wrong.count++
        if (rasters.known[at] !== known) wrong.known++
      }
      t.ok(overlaps > 1000, `${overlaps} cells in range of several`)
      t.same(wrong, { any: 0, count: 0, known: 0 })
    },
  )
}

t.test('path losses of three sites, in views of the query and of sites', async (t) => {
  const made = await madeNetwork(t, [
    { ...places[0], params: lossParams(), cell: powerOf },
    { ...places[1], params: lossParams({ rx_sensitivity_dbm: -90 }), view: { eirp_dbm: 40 }, cell: powerOf },
    {
      ...places[2],
      params: lossParams({ output: 'path_loss', erp: 10 }),
      view: { sensitivity_dbm: -95 },
      cell: () => (random() < 0.2 ? Number.NaN : Math.fround(90 + 60 * random())),
    },
  ])
  const eirpDbm = 2.15 + 30
  for (const query of [{}, { sensitivity_dbm: -105 }, { sensitivity_dbm: -105, eirp_dbm: 36 }]) {
    const { sensitivity_dbm: asked, eirp_dbm: eirp } = query as {
      sensitivity_dbm?: number
      eirp_dbm?: number
    }
    const needed = [asked ?? -100, asked ?? -90, -95]
    const powers = [
      (value: number) => Math.fround(value + ((eirp ?? eirpDbm) - eirpDbm)),
      (value: number) => Math.fround(value + (40 - eirpDbm)),
      (value: number) => Math.fround((eirp ?? 2.15 + 40) - value),
    ]
    const rasters = Object.fromEntries(
      await Promise.all(
        (['strongest', 'best_server', 'margin', 'count', 'any', 'known'] as const).map(async (layer) => {
          const path = join(made.folder, `${layer}.tif`)
          await makeNetworkRaster(made.layer({ ...query, layer }), {}, path)
          return [layer, (await readRaster(path)).data] as const
        }),
      ),
    )
    const wrong = { strongest: 0, best_server: 0, margin: 0, count: 0, any: 0, known: 0 }
    const servers = new Set<number>()
    for (const { at, values } of cellsOf(made)) {
      const inRange = values.flatMap((value, index) =>
        value === undefined ? [] : [{ index, dbm: powers[index](value), needed: needed[index] }],
      )
      const known = inRange.filter(({ dbm }) => !Number.isNaN(dbm))
      const covering = known.filter((one) => one.dbm >= one.needed)
      const strongest = known.length > 0 ? Math.max(...known.map(({ dbm }) => dbm)) : Number.NaN
      const margin = known.length > 0 ? Math.max(...known.map((one) => one.dbm - one.needed)) : Number.NaN
      const best = covering.reduce<(typeof covering)[number] | undefined>(
        (found, one) => (found && found.dbm >= one.dbm ? found : one),
        undefined,
      )
      const near = (a: number, b: number) => Object.is(a, b) || Math.abs(a - b) < 1e-4
      if (!near(rasters.strongest[at], strongest)) wrong.strongest++
      if (!near(rasters.margin[at], margin)) wrong.margin++
      if (rasters.best_server[at] !== (best ? best.index + 1 : 0)) wrong.best_server++
      if (rasters.count[at] !== covering.length) wrong.count++
      if (rasters.known[at] !== known.length) wrong.known++
      const any = covering.length > 0 ? 1 : known.length < inRange.length || inRange.length === 0 ? 255 : 0
      if (rasters.any[at] !== any) wrong.any++
      servers.add(rasters.best_server[at])
    }
    t.same(
      wrong,
      { strongest: 0, best_server: 0, margin: 0, count: 0, any: 0, known: 0 },
      JSON.stringify(query),
    )
    t.same([...servers].sort(), [0, 1, 2, 3])
  }
})

t.test('a network across the antimeridian is one raster', async (t) => {
  const made = await madeNetwork(t, [
    { latDeg: -17, lonDeg: 179.97, rangeKm: 6, cell: classOf },
    { latDeg: -17.02, lonDeg: -179.96, rangeKm: 6, cell: classOf },
  ])
  const raster = await rasterOf(made, { layer: 'count' })
  t.ok(made.geometry.cols < 120 && made.geometry.westDeg > 179, `${made.geometry.cols} columns`)
  let wrong = 0
  for (const { at, values } of cellsOf(made)) {
    if (raster[at] !== values.filter((value) => value === 1).length) wrong++
  }
  t.equal(wrong, 0)
})

t.test('statistics are sums over cells, with what each site covers and adds alone', async (t) => {
  const made = await madeNetwork(
    t,
    places.map((place): MadeSite => ({ ...place, cell: classOf })),
  )
  const { geometry } = made
  const ring = [
    [8.85, 47.55],
    [9.05, 47.55],
    [9.0, 47.66],
    [8.85, 47.55],
  ] as [number, number][]
  for (const area of [undefined, ring]) {
    const path = join(made.folder, 'stats.json')
    const polygon = { type: 'Polygon', coordinates: [ring] }
    await makeNetworkStats(made.layer({}), area ? { area: Buffer.from(JSON.stringify(polygon)) } : {}, path)
    const stats = JSON.parse(await readFile(path, 'utf8'))
    const sums = { covered: 0, uncovered: 0, unknown: 0 }
    const sites = made.members.map(() => ({ cells: 0, alone_cells: 0, covered: 0, alone: 0 }))
    for (const { at, values } of cellsOf(made)) {
      const row = Math.floor(at / geometry.cols)
      const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
      const lonDeg = geometry.westDeg + ((at % geometry.cols) + 0.5) * geometry.cellLonDeg
      if (area && !isInside(area, lonDeg, latDeg)) continue
      const km2 = km2At(latDeg, geometry)
      const covering = values.flatMap((value, index) => (value === 1 ? [index] : []))
      const inRange = values.filter((value) => value !== undefined)
      if (covering.length > 0) sums.covered += km2
      else if (inRange.includes(255)) sums.unknown += km2
      else if (inRange.length > 0) sums.uncovered += km2
      for (const index of covering) {
        sites[index].cells++
        sites[index].covered += km2
        if (covering.length > 1) continue
        sites[index].alone_cells++
        sites[index].alone += km2
      }
    }
    const isNear = (found: number, expected: number) => Math.abs(found - expected) < 1e-4 * expected + 1e-3
    t.ok(sums.covered > 0 && sums.uncovered > 0 && sums.unknown > 0)
    t.ok(isNear(stats.covered_km2, sums.covered), `${stats.covered_km2} ${sums.covered}`)
    t.ok(isNear(stats.uncovered_km2, sums.uncovered), `${stats.uncovered_km2} ${sums.uncovered}`)
    t.ok(isNear(stats.unknown_km2, sums.unknown), `${stats.unknown_km2} ${sums.unknown}`)
    t.ok(isNear(stats.km2, sums.covered + sums.uncovered + sums.unknown))
    for (const [index, expected] of sites.entries()) {
      const found = stats.sites[index]
      t.match(found, { number: index + 1, cells: expected.cells, alone_cells: expected.alone_cells })
      t.ok(isNear(found.covered_km2, expected.covered) && isNear(found.alone_km2, expected.alone))
    }
  }
})

t.test('gaps have the area of the uncovered cells, the largest first', async (t) => {
  const blobs = (row: number, col: number) =>
    Math.sin(row / 5) * Math.cos(col / 7) > 0.2 ? 1 : row % 31 === 0 ? 255 : 0
  const made = await madeNetwork(
    t,
    places.map((place): MadeSite => ({ ...place, cell: blobs })),
  )
  const path = join(made.folder, 'gaps.geojson')
  await makeGaps(made.layer({ layer: 'any' }), {}, path)
  const gaps = JSON.parse(await readFile(path, 'utf8'))
  const { geometry } = made
  const any = await rasterOf(made, { layer: 'any' })
  let expected = 0
  for (let at = 0; at < any.length; at++) {
    const latDeg = geometry.northDeg - (Math.floor(at / geometry.cols) + 0.5) * geometry.cellLatDeg
    if (any[at] === 0) expected += km2At(latDeg, geometry)
  }
  const listed = gaps.features.map((feature: { properties: { km2: number } }) => feature.properties.km2)
  const sum = listed.reduce((total: number, km2: number) => total + km2, 0)
  t.equal(gaps.gaps, listed.length)
  t.ok(listed.length > 5, `${listed.length} gaps`)
  t.same(
    listed,
    listed.toSorted((a: number, b: number) => b - a),
  )
  t.ok(
    Math.abs(sum / expected - 1) < 1e-3 && Math.abs(gaps.km2 / expected - 1) < 1e-3,
    `${sum} ${gaps.km2} ${expected}`,
  )
  // By the rings themselves.
  for (const { geometry: polygon, properties } of gaps.features.slice(0, 3)) {
    const rings: [number, number][][] = polygon.coordinates
    const km2 = rings.reduce((total, ring) => total + ringKm2(ring), 0)
    t.ok(Math.abs(km2 / properties.km2 - 1) < 2e-3, `${km2} ${properties.km2}`)
  }
})

t.test('tiles have the zones of cells at every zoom level', async (t) => {
  const made = await madeNetwork(
    t,
    places.map((place): MadeSite => ({ ...place, cell: () => 1 })),
  )
  for (const z of [6, 9, 11]) {
    const n = 2 ** z
    const [lon, lat] = [8.95, 47.6]
    const x = Math.floor(((lon + 180) / 360) * n)
    const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * n)
    const path = join(made.folder, 'tile.png')
    await makeTile(made.layer({}), { z, x, y, size: 256 }, path)
    t.ok((await readFile(path)).length > 100)
  }
  const source = made.layer({ layer: 'count' })
  for (let level = 0; level < source.reader.sizes.length; level++) {
    const { rows, cols } = source.reader.sizes[level]
    const zones = await source.readZones(level, { row: 0, col: 0, rows, cols })
    const covered = zones.filter((zone) => zone > 0).length * 4 ** level
    const whole = (await source.readZones(0, { row: 0, col: 0, ...source.reader.sizes[0] })).filter(
      (zone) => zone > 0,
    )
    t.ok(Math.abs(covered / whole.length - 1) < 0.1, `level ${level}: ${covered} of ${whole.length}`)
  }
})

t.test('a site without a sensitivity has values, and no coverage', async (t) => {
  const params = lossParams({ rx_sensitivity_dbm: undefined })
  const made = await madeNetwork(t, [{ ...places[0], params, cell: powerOf }])
  t.throws(() => made.layer({ layer: 'count' }), {
    message: /requires a sensitivity of each site: add sensitivity_dbm/,
  })
  t.ok(made.layer({ layer: 'count', sensitivity_dbm: -100 }))
  t.throws(() => made.layer({ layer: 'visible' }), { message: /has the layers best_server, strongest/ })
  const states = statesOf({ power: { sign: 1, offsetDb: 0 } } as NetworkSite, {
    cells: Float32Array.of(-300, Number.NaN),
    runs: [0, 2, 0],
  })
  t.same([...states], [1, 255])
})

function isInside(ring: readonly [number, number][], lonDeg: number, latDeg: number): boolean {
  let inside = false
  for (let at = 0; at + 1 < ring.length; at++) {
    const [[lon1, lat1], [lon2, lat2]] = [ring[at], ring[at + 1]]
    if (lat1 > latDeg === lat2 > latDeg) continue
    if (lonDeg < lon1 + ((latDeg - lat1) / (lat2 - lat1)) * (lon2 - lon1)) inside = !inside
  }
  return inside
}

/** By geodesics along its middle lines. */
function km2At(
  latDeg: number,
  { cellLatDeg, cellLonDeg }: { cellLatDeg: number; cellLonDeg: number },
): number {
  const heightM = geodesicPath(latDeg - cellLatDeg / 2, 0, latDeg + cellLatDeg / 2, 0).distanceM
  const widthM = geodesicPath(latDeg, 0, latDeg, cellLonDeg).distanceM
  return (heightM * widthM) / 1e6
}

/** On the plane about its first corner: good for a gap of some kilometres. */
function ringKm2(ring: readonly [number, number][]): number {
  const [[, lat0]] = ring
  const perDegreeM = {
    lat: geodesicPath(lat0 - 0.01, 0, lat0 + 0.01, 0).distanceM / 0.02,
    lon: geodesicPath(lat0, 0, lat0, 0.02).distanceM / 0.02,
  }
  let twice = 0
  for (let at = 0; at + 1 < ring.length; at++) {
    twice += ring[at][0] * ring[at + 1][1] - ring[at + 1][0] * ring[at][1]
  }
  return ((twice / 2) * perDegreeM.lat * perDegreeM.lon) / 1e6
}

t.test('the legend of a count ends with the number of sites', async (t) => {
  const counts = (sites: number) =>
    stepZones(sites, '{count}').flatMap(({ kind, label }) => (kind === 'covered' ? [label] : []))
  t.same(counts(5), ['1 site', '2 sites', '3 sites', '4 sites', '5 sites'])
  t.same(counts(8).slice(-2), ['5 sites', '6 to 8 sites'])
  t.same(counts(10).slice(-2), ['6 to 9 sites', '10 sites'])
  t.same(counts(12).slice(-2), ['6 to 9 sites', '10 to 12 sites'])
})
