import t from 'tap'
import {
  figuresOf,
  placeAt,
  type RoadResult,
  roadsOf,
  segmentsOf,
  stateColors,
  stepsOf,
} from '../../../server/page/browser/comparison/roads.ts'

// Lines of files, and what the page makes of the service's answer for one.

const noXml = () => {
  throw new Error('It is no XML.')
}
const line = (...coordinates: unknown[]) => ({ type: 'LineString', coordinates })
const feature = (geometry: object | null, properties: object | null = null) => ({
  type: 'Feature',
  properties,
  geometry,
})
const roadsIn = (value: unknown) => roadsOf(JSON.stringify(value), noXml)

t.test('lines of GeoJSON by name, each part by itself; all else is none', (t) => {
  const [one, other] = [
    [
      [8, 47],
      [8.1, 47.1, 420],
    ],
    [
      [179.9, -17],
      [-179.9, -17],
    ],
  ]
  const collection = {
    type: 'FeatureCollection',
    features: [
      feature(line(...one), { name: 'A 1' }),
      feature({ type: 'MultiLineString', coordinates: [one, other] }, { name: 7 }),
      feature({ type: 'Point', coordinates: [8, 47] }),
      feature(null),
      feature({ type: 'GeometryCollection', geometries: [line(...other)] }),
    ],
  }
  const places = [
    [8, 47],
    [8.1, 47.1],
  ]
  t.same(roadsIn(collection), [
    { name: 'A 1', corners: places },
    { name: '7 (1)', corners: places },
    { name: '7 (2)', corners: other },
    { name: '', corners: other },
  ])
  t.same(roadsOf(`\uFEFF${JSON.stringify(line(...one))}`, noXml), [{ name: '', corners: places }])
  t.equal(roadsIn(feature(line(...one), { name: 'x'.repeat(1000) }))?.[0]?.name.length, 100)
  for (const wrong of [
    null,
    [],
    { type: 'FeatureCollection', features: [] },
    line([8, 47]),
    line([8, 47], [8]),
    line([8, 47], ['8', 'x']),
    line([8, 47], [8, 91]),
    line(...Array.from({ length: 20_001 }, () => [8, 47])),
  ])
    t.equal(roadsIn(wrong), undefined, JSON.stringify(wrong).slice(0, 60))
  for (const text of ['', '{"type":', '<kml/>', '<!DOCTYPE kml><kml/>'])
    t.equal(roadsOf(text, noXml), undefined, text)
  t.end()
})

/** Across the antimeridian, with one corner that no step begins at. */
const corners: [number, number][] = [
  [179, 0],
  [-179.5, 0],
  [-179, 1],
]
const result: RoadResult = {
  ...{ covered_share: 0, length_m: 400, outages: [{ from_m: 0, to_m: 400 }] },
  servers: [
    { from_m: 0, to_m: 100, site: 0, name: null },
    { from_m: 100, to_m: 250, site: 2, name: 'Hill' },
    { from_m: 250, to_m: 300, site: 0, name: null },
    { from_m: 300, to_m: 400, site: 2, name: 'Hill' },
  ],
  profile: {
    from_m: [0, 50, 100, 200, 250, 300],
    lon: [179, 179.25, 179.5, 180, 180.25, 180.5],
    lat: [0, 0, 0, 0, 0, 0],
    state: ['out_of_range', 'level', 'level', 'level', 'unknown', 'level'],
    value: [null, -110, -90, -80, null, -70],
  },
}
const { servers: _servers, ...ofOne } = result
const colorOf = (site: number) => ['#111111', '#222222'][site - 1]

t.test('of a network the best servers say what is covered, of a result its state', (t) => {
  const figures = figuresOf(result)
  t.same([figures.lengthM, figures.coveredM], [400, 250])
  t.same(figures.outages, [
    { from_m: 0, to_m: 100 },
    { from_m: 250, to_m: 300 },
  ])
  t.same(figures.servers, [
    { site: 0, name: null, lengthM: 150 },
    { site: 2, name: 'Hill', lengthM: 250 },
  ])
  const steps = stepsOf(result, colorOf)
  t.same(
    steps.map(({ fromM, toM, state, site, value }) => [fromM, toM, state, site, value]),
    [
      [0, 50, 'out_of_range', 0, null],
      [50, 100, 'lacking', 0, -110],
      [100, 200, 'covered', 2, -90],
      [200, 250, 'covered', 2, -80],
      [250, 300, 'unknown', 0, null],
      [300, 400, 'covered', 2, -70],
    ],
  )
  t.equal(steps[2]?.color, '#222222')
  t.equal(steps[1]?.color, stateColors.lacking)

  t.same(figuresOf({ ...ofOne, covered_share: 0.25 }), {
    ...{ lengthM: 400, coveredM: 100, outages: [{ from_m: 0, to_m: 400 }], servers: [] },
  })
  t.same(
    stepsOf(ofOne, colorOf).map(({ state }) => state),
    result.profile?.state,
  )
  t.end()
})

t.test('segments of one color join, and a place lies between the steps, beyond 180° too', (t) => {
  const road = { name: '', corners }
  const { profile } = result
  if (profile === undefined) throw new Error('No profile.')
  const { features } = segmentsOf(road, profile, stepsOf(result, colorOf)) as {
    features: { properties: { color: string }; geometry: { coordinates: number[][] } }[]
  }
  t.same(
    features.map(({ properties: { color }, geometry: { coordinates } }) => [
      color,
      coordinates.map(([lon]) => lon),
    ]),
    [
      [stateColors.out_of_range, [179, 179.25]],
      [stateColors.lacking, [179.25, 179.5]],
      ['#222222', [179.5, 180, 180.25]],
      [stateColors.unknown, [180.25, 180.5]],
      ['#222222', [180.5, 181]],
    ],
  )
  t.same(placeAt(road, profile, 400, 75), { lat: 0, lon: 179.375 })
  t.same(placeAt(road, profile, 400, 250), { lat: 0, lon: 180.25 })
  t.same(placeAt(road, profile, 400, 350), { lat: 0.5, lon: 180.75 })
  t.same(placeAt(road, profile, 400, 400), { lat: 1, lon: 181 })
  t.equal(placeAt(road, { from_m: [], lat: [], lon: [], state: [], value: [] }, 0, 0), undefined)
  t.end()
})
