import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { readTable } from '../../server/requests/table.ts'
import { makeFeatures } from '../../server/results/products/features.ts'
import { makePlace } from '../../server/results/products/place.ts'
import type { ResultSource } from '../../server/results/products/source.ts'
import { surroundingsIn } from '../../server/results/products/surroundings.ts'
import { madeResult } from '../helpers/made-results.ts'
import { madeNetwork, under } from '../helpers/networks.ts'
import { seededRandom } from '../references/random.ts'

// Lines over results and networks against single places along them, which are asked for one by one.

type Position = [number, number]
interface LineResult {
  covered_share: number | null
  length_m: number
  outages: { from_m: number; to_m: number }[]
  servers?: { from_m: number; to_m: number; site: number; name: string | null }[]
  profile: { from_m: number[]; lat: number[]; lon: number[]; state: string[]; value: (number | null)[] }
}
type Row = Record<string, string>

/** Metres that figures are rounded by, twice. */
const ROUNDED_M = 0.11
const random = seededRandom(33_003)

async function textOf(t: Test, source: ResultSource, body: object, options: object) {
  const path = join(t.testdirName, 'features')
  const bytes = Buffer.from(JSON.stringify(body))
  const asked = { bytes, mediaType: 'application/json', asTable: false, ...options }
  await makeFeatures(source, asked, path, surroundingsIn({ terrainFolders: [] }))
  return readFile(path, 'utf8')
}

async function resultOf(t: Test, source: ResultSource, line: readonly Position[]): Promise<LineResult> {
  const body = { type: 'LineString', coordinates: line }
  const answer = JSON.parse(await textOf(t, source, body, { hasProfiles: true }))
  return answer.features[0].properties.result
}

async function rowsOf(t: Test, source: ResultSource, body: object): Promise<{ names: string; rows: Row[] }> {
  const { names, rows } = readTable(
    Buffer.from(await textOf(t, source, body, { asTable: true })),
    () => undefined,
  )
  return {
    names: names.join(),
    rows: rows.map(({ cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at]]))),
  }
}

async function placeOf(
  t: Test,
  source: ResultSource,
  { latDeg, lonDeg }: { latDeg: number; lonDeg: number },
) {
  const path = join(t.testdirName, 'place')
  await makePlace(source, { latDeg, lonDeg }, path)
  return JSON.parse(await readFile(path, 'utf8')) as { value: number | null; state: string }
}

const partsOf = (line: readonly Position[]) =>
  line.slice(1).map(([lon, lat], index) => geodesicPath(line[index][1], line[index][0], lat, lon))

function positionAt(line: readonly Position[], distanceM: number) {
  let leftM = distanceM
  for (const part of partsOf(line)) {
    if (leftM <= part.distanceM) return part.at(leftM)
    leftM -= part.distanceM
  }
  const [lonDeg, latDeg] = line.at(-1) ?? [0, 0]
  return { latDeg, lonDeg }
}

/** Places along a line, each in the middle of as many parts of equal length. */
function* placesAlong(line: readonly Position[], count: number) {
  const lengthM = partsOf(line).reduce((sum, part) => sum + part.distanceM, 0)
  for (let index = 0; index < count; index++) {
    const distanceM = ((index + 0.5) / count) * lengthM
    yield { distanceM, ...positionAt(line, distanceM) }
  }
}

/** The stretch at a distance; `undefined`: it is at an edge, where rounding decides. */
function stretchAt<Stretch>(
  stretches: readonly Stretch[],
  fromM: (of: Stretch) => number,
  distanceM: number,
) {
  const at = stretches.findLastIndex((one) => fromM(one) <= distanceM)
  const edges = [stretches[at], stretches[at + 1]].flatMap((one) => (one === undefined ? [] : fromM(one)))
  return edges.some((edge) => edge > 0 && Math.abs(edge - distanceM) < ROUNDED_M) ? undefined : stretches[at]
}

/** Lines of a few parts about a place, some of them far beyond its range. */
const linesAbout = (latDeg: number, lonDeg: number, count: number): Position[][] =>
  Array.from({ length: count }, (_, index) => {
    const reachDeg = index % 3 === 0 ? 0.4 : 0.12
    return Array.from({ length: 2 + (index % 4) }, (): Position => {
      return [lonDeg + reachDeg * (random() - 0.5) * 1.5, latDeg + reachDeg * (random() - 0.5)]
    })
  })

function checkSums(
  t: Test,
  { servers = [], outages, covered_share: share, length_m: lengthM }: LineResult,
): void {
  let endM = 0
  for (const { from_m, to_m } of servers) {
    if (from_m !== endM) t.fail(`a stretch begins at ${from_m}, and the last one ends at ${endM}`)
    endM = to_m
  }
  if (servers.length > 0) t.equal(endM, lengthM, 'stretches are all of the line')
  const outM = outages.reduce((sum, { from_m, to_m }) => sum + to_m - from_m, 0)
  t.ok(
    Math.abs((share ?? 0) * lengthM - (lengthM - outM)) < 0.1 * (outages.length + 2),
    `${share} of ${lengthM} m`,
  )
}

t.test('states and values of a result are those of places along the line', async (t) => {
  const made = await madeResult(t, {
    layer: 'value',
    params: { model: 'p526', output: 'received_power', erp: 1, rx_sensitivity_dbm: -90 },
    rangeKm: 5,
    cell: () => (random() < 0.1 ? Number.NaN : Math.fround(-120 + 60 * random())),
  })
  const seen = new Set<string>()
  for (const query of [{}, { sensitivity_dbm: -100, eirp_dbm: 20 }, { layer: 'class' }]) {
    const source = made.viewedAs(query)
    for (const line of linesAbout(47.6, 8.9, 6)) {
      const found = await resultOf(t, source, line)
      const { from_m: fromM, state, value } = found.profile
      checkSums(t, found)
      t.notOk('servers' in found, 'one transmitter has no best server')
      for (const [at, from] of fromM.entries()) {
        const { latDeg, lonDeg } = positionAt(line, from)
        const offDeg = Math.hypot(latDeg - found.profile.lat[at], lonDeg - found.profile.lon[at])
        if (offDeg > 2e-6) t.fail(`${from} m are ${offDeg}° off`)
      }
      const steps = fromM.map((from, at) => ({ from, state: state[at], value: value[at] }))
      let compared = 0
      for (const { distanceM, ...place } of placesAlong(line, 120)) {
        const step = stretchAt(steps, ({ from }) => from, distanceM)
        if (step === undefined) continue
        const expected = await placeOf(t, source, place)
        // Places are answered to a hundredth; merged steps are for long lines only.
        const isSame =
          step.state === expected.state &&
          (step.value === expected.value || Math.abs(Number(step.value) - Number(expected.value)) < 0.006)
        if (!isSame) t.same(step, expected, `at ${distanceM} m`)
        seen.add(expected.state)
        compared++
      }
      t.ok(compared > 80, `${compared} places`)
    }
  }
  t.same([...seen].sort(), ['covered', 'lacking', 'out_of_range', 'unknown'])
})

const places = [
  { latDeg: 47.6, lonDeg: 8.9, rangeKm: 6 },
  { latDeg: 47.62, lonDeg: 8.97, rangeKm: 5 },
  { latDeg: 47.58, lonDeg: 8.86, rangeKm: 4 },
]
const lossParams = {
  output: 'received_power',
  layers: ['value'],
  erp: 1,
  frequency: 868,
  rx_sensitivity_dbm: -100,
}
/** Few values, so that several sites are as strong. */
const powerOf = () => (random() < 0.15 ? Number.NaN : -130 + 10 * Math.floor(6 * random()))
const classOf = () => [1, 1, 0, 0, 255][Math.floor(random() * 5)]

t.test(
  'the best server of a network of path loss is that of its layer, in every layer and view',
  async (t) => {
    const made = await madeNetwork(
      t,
      places.map((place) => ({ ...place, params: lossParams, cell: powerOf })),
    )
    const seen = new Set<number>()
    for (const query of [
      { layer: 'best_server' },
      { layer: 'strongest', sensitivity_dbm: -90 },
      { layer: 'margin', eirp_dbm: 40 },
      { layer: 'any' },
    ]) {
      const servers = made.layer({ ...query, layer: 'best_server' })
      for (const line of linesAbout(47.6, 8.9, 4)) {
        const found = await resultOf(t, made.layer(query), line)
        checkSums(t, found)
        let compared = 0
        for (const { distanceM, ...place } of placesAlong(line, 80)) {
          const stretch = stretchAt(found.servers ?? [], ({ from_m }) => from_m, distanceM)
          if (stretch === undefined) continue
          const site = (await placeOf(t, servers, place)).value ?? 0
          const name = site === 0 ? null : `site ${site}`
          if (stretch.site !== site || stretch.name !== name)
            t.same(stretch, { site, name }, `at ${distanceM} m`)
          seen.add(site)
          compared++
        }
        t.ok(compared > 50, `${compared} places`)
      }
    }
    t.same([...seen].sort(), [0, 1, 2, 3])
  },
)

for (const isApart of [false, true]) {
  t.test(
    `of visibility it is the first that sees, ${isApart ? 'of other lattices' : 'aligned'}`,
    async (t) => {
      const made = await madeNetwork(
        t,
        places.map((place, index) => ({ ...place, isApart: isApart && index > 0, cell: classOf })),
      )
      const { geometry, members } = made
      const seen = new Set<number>()
      for (const line of linesAbout(47.6, 8.9, 6)) {
        const found = await resultOf(t, made.layer({ layer: 'count' }), line)
        checkSums(t, found)
        t.equal(
          found.covered_share,
          (await resultOf(t, made.layer({ layer: 'any' }), line)).covered_share,
          'every layer covers the same',
        )
        for (const { distanceM, latDeg, lonDeg } of placesAlong(line, 120)) {
          const stretch = stretchAt(found.servers ?? [], ({ from_m }) => from_m, distanceM)
          if (stretch === undefined) continue
          const row = Math.floor((geometry.northDeg - latDeg) / geometry.cellLatDeg)
          const col = Math.floor((lonDeg - geometry.westDeg) / geometry.cellLonDeg)
          const isInside = row >= 0 && row < geometry.rows && col >= 0 && col < geometry.cols
          const first = members.findIndex((member) => {
            const at = isInside ? under(geometry, member, row, col) : undefined
            return at && member.isInRange(...at) && member.cells[at[0] * member.grid.cols + at[1]] === 1
          })
          if (stretch.site !== first + 1) t.same(stretch, { site: first + 1 }, `at ${distanceM} m`)
          seen.add(first + 1)
        }
      }
      t.same([...seen].sort(), [0, 1, 2, 3])
    },
  )
}

t.test(
  'a long line has a step for each change, else no more than a screen shows, and the same mean',
  async (t) => {
    const made = await madeResult(t, {
      layer: 'value',
      params: { model: 'p526', output: 'received_power', erp: 1, rx_sensitivity_dbm: -90 },
      rangeKm: 60,
      cellM: 60,
      // A covered half and one that is too weak.
      cell: (eastM) => (eastM < 0 ? -60 : -110) + Math.sin(eastM / 40),
    })
    const line: Position[] = [
      [8.15, 47.6],
      [9.65, 47.62],
    ]
    const { profile, length_m: lengthM } = await resultOf(t, made.source, line)
    const { from_m: fromM, value, state } = profile
    t.ok(fromM.length > 500 && fromM.length <= 1002, `${fromM.length} steps`)
    t.same(new Set(state), new Set(['covered', 'lacking']))
    const meanOf = (name: string) => {
      const steps = fromM.map(
        (from, at) => [(fromM[at + 1] ?? lengthM) - from, state[at], value[at]] as const,
      )
      const some = steps.filter(([, of]) => of === name)
      return (
        some.reduce((sum, [length, , db]) => sum + length * Number(db), 0) /
        some.reduce((sum, [length]) => sum + length, 0)
      )
    }
    const sampled: Record<string, number[]> = { covered: [], lacking: [] }
    for (const { distanceM: _, ...place } of placesAlong(line, 1500)) {
      const found = await placeOf(t, made.source, place)
      sampled[found.state].push(Number(found.value))
    }
    for (const name of ['covered', 'lacking']) {
      const mean = sampled[name].reduce((sum, one) => sum + one, 0) / sampled[name].length
      t.ok(Math.abs(meanOf(name) - mean) < 0.05, `${name}: ${meanOf(name)} and ${mean}`)
    }
  },
)

t.test('a table has a row for each stretch, with its geometry', async (t) => {
  const made = await madeNetwork(
    t,
    places.map((place) => ({ ...place, params: lossParams, cell: powerOf })),
  )
  const source = made.layer({ layer: 'strongest' })
  const [first, second, third] = linesAbout(47.6, 8.9, 4)
  const feature = (properties: object | null, geometry: object) => ({ type: 'Feature', properties, geometry })
  const body = {
    type: 'FeatureCollection',
    features: [
      feature({ name: 'Road "A", north' }, { type: 'LineString', coordinates: first }),
      feature(null, { type: 'MultiLineString', coordinates: [second, third] }),
    ],
  }
  const { names, rows } = await rowsOf(t, source, body)
  t.equal(
    names,
    'feature,part,name,from_m,to_m,length_m,state,site,site_name,value_min,value_mean,value_max,wkt',
  )
  const lines = [
    { feature: '1', part: '1', name: 'Road "A", north', line: first },
    { feature: '2', part: '1', name: '', line: second },
    { feature: '2', part: '2', name: '', line: third },
  ]
  let [withValues, several] = [0, 0]
  for (const { line, ...of } of lines) {
    const found = await resultOf(t, source, line)
    const { from_m: stepsM, value } = found.profile
    const own = rows.filter((row) => row.feature === of.feature && row.part === of.part)
    let [endM, coveredM] = [0, 0]
    let end = line[0]
    for (const [at, row] of own.entries()) {
      const [fromM, toM] = [Number(row.from_m), Number(row.to_m)]
      if (fromM !== endM) t.equal(fromM, endM, 'rows follow one another')
      endM = toM
      if (row.state === 'covered') coveredM += toM - fromM
      t.equal(row.name, of.name)
      if (Math.abs(Number(row.length_m) - (toM - fromM)) > 0.001) t.equal(row.length_m, toM - fromM)
      const next = own[at + 1]
      if (next && next.state === row.state && next.site === row.site) t.fail('alike rows are one')
      const name = row.site === '0' ? '' : `site ${row.site}`
      if (row.site_name !== name) t.equal(row.site_name, name)

      const inside = stepsM.flatMap((from, step) => {
        const [lower, upper] = [Math.max(from, fromM), Math.min(stepsM[step + 1] ?? found.length_m, toM)]
        const db = value[step]
        return upper - lower > 2 * ROUNDED_M && db !== null ? [{ db, lengthM: upper - lower }] : []
      })
      if (inside.length > 0) {
        const [low, high] = [Math.min(...inside.map(({ db }) => db)), Math.max(...inside.map(({ db }) => db))]
        const lengthM = inside.reduce((sum, one) => sum + one.lengthM, 0)
        const mean = inside.reduce((sum, one) => sum + one.db * one.lengthM, 0) / lengthM
        // Steps that are shorter than figures are rounded by are left out here.
        if (Number(row.value_min) > low || Number(row.value_max) < high) t.same(row, { low, high })
        if (Math.abs(Number(row.value_mean) - mean) > 0.5 + 20 / lengthM) t.same(row, { mean })
        withValues++
        if (low < high) several++
      } else if (row.state === 'unknown' || row.state === 'out_of_range') t.equal(row.value_mean, '')

      const corners = [...row.wkt.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, lon, lat]): Position => {
        return [Number(lon), Number(lat)]
      })
      t.match(row.wkt, /^LINESTRING \(/)
      const [start] = corners
      if (Math.hypot(start[0] - end[0], start[1] - end[1]) > 3e-7)
        t.same(start, end, 'it begins where the last ends')
      end = corners.at(-1) ?? end
      const lengthM = corners
        .slice(1)
        .reduce(
          (sum, [lon, lat], index) =>
            sum + geodesicPath(corners[index][1], corners[index][0], lat, lon).distanceM,
          0,
        )
      if (Math.abs(lengthM - Number(row.length_m)) > 0.15) t.equal(lengthM, row.length_m, 'geometry')
    }
    t.equal(endM, found.length_m)
    const changes = own.filter(({ site }, at) => site !== own[at - 1]?.site)
    t.same(
      changes.map(({ from_m, site }) => ({ from_m: Number(from_m), site: Number(site) })),
      found.servers?.map(({ from_m, site }) => ({ from_m, site })),
      'sites are those of the servers',
    )
    t.ok(Math.abs(coveredM / found.length_m - Number(found.covered_share)) < 0.003)
    const last = line.at(-1) ?? [0, 0]
    t.ok(Math.hypot(end[0] - last[0], end[1] - last[1]) < 3e-7, 'it ends where the line does')
  }
  t.ok(withValues > 50 && several > 20, `${withValues} ${several}`)
  const { names: ofClasses } = await rowsOf(t, made.layer({ layer: 'best_server' }), body)
  t.equal(ofClasses, 'feature,part,name,from_m,to_m,length_m,state,site,site_name,wkt')

  const point = feature(null, { type: 'Point', coordinates: [8.9, 47.6] })
  const mixed = { ...body, features: [...body.features, point] }
  const refused: unknown = await textOf(t, source, mixed, { asTable: true }).catch((error: unknown) => error)
  t.match(refused, { extra: { errors: [{ detail: /^features\[2\]: is not a line/ }] } })
})

t.test('a line across the antimeridian, however it is written', async (t) => {
  const made = await madeNetwork(t, [
    { latDeg: -17, lonDeg: 179.97, rangeKm: 6, params: lossParams, cell: powerOf },
    { latDeg: -17.02, lonDeg: -179.96, rangeKm: 6, params: lossParams, cell: powerOf },
  ])
  const source = made.layer({ layer: 'best_server' })
  const line: Position[] = [
    [179.93, -17],
    [-179.98, -17.01],
    [-179.93, -17.02],
  ]
  const found = await resultOf(t, source, line)
  checkSums(t, found)
  t.same(new Set(found.servers?.map(({ site }) => site)), new Set([0, 1, 2]))
  for (const { distanceM, ...place } of placesAlong(line, 80)) {
    const stretch = stretchAt(found.servers ?? [], ({ from_m }) => from_m, distanceM)
    const site = (await placeOf(t, source, place)).value ?? 0
    if (stretch && stretch.site !== site) t.same(stretch, { site }, `at ${distanceM} m`)
  }
  const turned = line.map(([lon, lat]): Position => [lon < 0 ? lon + 360 : lon, lat])
  t.same(await resultOf(t, source, turned), found)
  const { rows } = await rowsOf(t, source, { type: 'LineString', coordinates: line })
  const lons = rows.flatMap(({ wkt }) =>
    [...wkt.matchAll(/[(,] ?(-?[\d.]+) /g)].map(([, lon]) => Number(lon)),
  )
  t.ok(
    lons.length > 20 && lons.every((lon, at) => at === 0 || lon >= lons[at - 1] - 1e-7),
    'they go on beyond 180°',
  )
  t.ok(Math.abs((lons.at(-1) ?? 0) - 180.07) < 1e-6)
})

t.test('a line out of range is one outage; one without a length has nothing', async (t) => {
  const made = await madeNetwork(
    t,
    places.map((place) => ({ ...place, cell: classOf })),
  )
  const source = made.layer({ layer: 'any' })
  const away: Position[] = [
    [10, 47],
    [10.2, 47.1],
  ]
  const found = await resultOf(t, source, away)
  const whole = { from_m: 0, to_m: found.length_m }
  t.same(found, {
    covered_share: 0,
    outages: [whole],
    length_m: found.length_m,
    servers: [{ ...whole, site: 0, name: null }],
    profile: { ...found.profile, state: found.profile.from_m.map(() => 'out_of_range') },
  })
  t.ok(found.profile.value.every((value) => value === null))
  const { rows } = await rowsOf(t, source, { type: 'LineString', coordinates: away })
  t.match(rows, [
    { from_m: '0', to_m: String(found.length_m), state: 'out_of_range', site: '0', site_name: '' },
  ])

  const [at]: Position[] = [[8.9, 47.6]]
  t.same(await resultOf(t, source, [at, at]), {
    ...{ covered_share: null, outages: [], length_m: 0, servers: [] },
    profile: { from_m: [], lat: [], lon: [], state: [], value: [] },
  })
  t.same((await rowsOf(t, source, { type: 'LineString', coordinates: [at, at, at] })).rows, [])
  const [line] = linesAbout(47.6, 8.9, 1)
  const repeated = line.flatMap((position): Position[] => [position, position])
  t.same(await resultOf(t, source, repeated), await resultOf(t, source, line), 'a corner that is repeated')
  t.same(
    (await rowsOf(t, source, { type: 'LineString', coordinates: repeated })).rows,
    (await rowsOf(t, source, { type: 'LineString', coordinates: line })).rows,
  )
})
