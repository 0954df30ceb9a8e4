import '../../../helpers/page-host.ts'

import t from 'tap'
import {
  classColors,
  classEdgesDb,
  classOf,
  histogramOf,
  largestOf,
  measurementsTypeOf,
  pairsOf,
  pointsOf,
  thinned,
} from '../../../../server/page/browser/comparison/measured-points.ts'
import { measurementOf } from '../../../../server/page/browser/profile/reason.ts'
import { signOut } from '../../../../server/page/browser/service/session.ts'
import * as areas from '../../../../server/page/browser/state/areas.ts'
import * as measurements from '../../../../server/page/browser/state/measurements.ts'
import { openId, records } from '../../../../server/page/browser/state/results.ts'
import { debouncedView } from '../../../../server/page/browser/state/viewing.ts'
import { asked, onlyAsked, pass } from '../../../helpers/page-host.ts'
import { recordOf } from '../../../helpers/page-records.ts'

// Measurements on the page: what a file is, what the answer says of each point, and what the page does with it.

const feature = (type: string, properties: object | null = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type },
})
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })

t.test('files are told apart by their contents', async (t) => {
  const table = 'lat,lon,measured_dbm\n47,8,-90\n'
  for (const [text, name, type] of [
    [table, 'drive.csv', 'text/csv'],
    [table, 'drive.txt', 'text/csv'],
    ['a;b', 'a.csv', 'text/csv'],
    [collection(feature('Point', { measured_dbm: -90 })), 'a.geojson', 'application/geo+json'],
    [`\uFEFF ${collection(feature('MultiPoint', { measured_loss_db: 90 }))}`, 'a', 'application/geo+json'],
    [
      collection(feature('Polygon'), feature('Point', { measured_rssi: 1 })),
      'a.json',
      'application/geo+json',
    ],
    [collection(feature('Point', null)), 'a.json', 'application/geo+json'],
    [collection(feature('Polygon'), feature('Point')), 'a.json', undefined],
    [collection(feature('Polygon', { measured: 1 })), 'a.json', undefined],
    ['{"type":"Point"}', 'a.json', undefined],
    ['[null', 'a.geojson', undefined],
    ['[null]', 'a', undefined],
    ['no json', 'a.geojson', undefined],
    [' <kml/>', 'a', undefined],
    ['', 'a.kml', undefined],
  ] as const)
    t.equal(measurementsTypeOf(text, name), type, `${name}: ${text}`)
})

const answerOf = (...points: [object, object][]) =>
  ({
    features: points.map(([properties, result], at) => ({
      geometry: { type: 'Point', coordinates: [8 + at, 47] },
      properties: { ...properties, result: { state: 'covered', distance_m: 100 * at, ...result } },
    })),
  }) as never

t.test('a point is compared, or has the reason that the service counts it by', async (t) => {
  const points = pointsOf(
    answerOf(
      [{ measured_dbm: -90 }, { residual_db: 4 }],
      [{ measured_loss_db: 120 }, { residual_db: -3 }],
      [{ measured_dbm: -130 }, { residual_db: 4 }],
      [{ measured_dbm: -130 }, { state: 'out_of_range' }],
      [{ measured_dbm: -130 }, { state: 'unknown' }],
      [{ measured_dbm: null }, {}],
    ),
    -120,
  )
  t.same(
    points.map(({ residualDb, reason }) => residualDb ?? reason),
    [4, -3, 'below_floor', 'outside', 'unknown', 'unmeasured'],
  )
  t.match(points[1], { lat: 47, lon: 9, distanceM: 100, measured: { value: 120, unit: 'dB' } })
  t.equal(pointsOf(answerOf([{ measured_dbm: -130 }, { residual_db: 4 }]))[0]?.residualDb, 4, 'no floor')
  const multi = {
    geometry: {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    properties: {
      measured_dbm: -80,
      result: {
        points: [
          { state: 'covered', distance_m: 5, residual_db: 1 },
          { state: 'unknown', distance_m: 6 },
        ],
      },
    },
  }
  const line = { geometry: { type: 'LineString', coordinates: [] }, properties: { result: {} } }
  t.match(pointsOf({ features: [multi, line] } as never), [
    { lat: 2, lon: 1, residualDb: 1 },
    { lat: 4, lon: 3, reason: 'unknown' },
  ])
  t.equal(pointsOf({ features: [line] } as never).length, 0)

  // A loss predicted 4 dB too high is a power predicted 4 dB too low.
  const { unit, pairs, others } = pairsOf(points)
  t.match([unit, others, pairs], ['dBm', 1, [{ measured: -90, predicted: -94 }]])
  const losses = pairsOf(points.slice(1, 2))
  t.match([losses.unit, losses.pairs], ['dB', [{ measured: 120, predicted: 117 }]])
  t.same(
    largestOf(points, 1).map(({ residualDb }) => residualDb),
    [4],
  )
  t.same(measurementOf(points[0]), ['measured −90 dBm', 'residual 4 dB'])
  t.same(measurementOf(points[2]), ['measured −130 dBm'])
  t.same([measurementOf(points[5]), measurementOf(undefined)], [[], []])
})

t.test('classes of residuals have a color each, and include their lower edge', async (t) => {
  t.equal(new Set(classColors).size, classEdgesDb.length + 1)
  t.same([-99, -12, -6.1, -3, 0, 2.9, 3, 12, 99].map(classOf), [0, 1, 1, 3, 3, 3, 4, 6, 6])
  for (const [at, edge] of classEdgesDb.entries())
    t.equal(edge, -(classEdgesDb.at(-1 - at) ?? 0), 'as far on either side')
})

t.test('a histogram has an edge at 0, every residual once and an empty bin at each end', async (t) => {
  t.same(histogramOf([]), { widthDb: 1, fromDb: 0, counts: [] })
  t.same(histogramOf([-0.5, 0, 0.5, 2]), { widthDb: 1, fromDb: -2, counts: [0, 1, 2, 0, 1, 0] })
  t.same(histogramOf([7]), { widthDb: 1, fromDb: 6, counts: [0, 1, 0] })
  const many = Array.from({ length: 50_000 }, (_, at) => 90 * Math.sin(at))
  const { widthDb, fromDb, counts } = histogramOf(many)
  t.equal(widthDb, 5)
  t.equal(fromDb, -95)
  t.equal(
    counts.reduce((sum, count) => sum + count),
    many.length,
  )
  t.same([counts[0], counts.at(-1)], [0, 0])
  t.equal(histogramOf([-500, 500, 4000]).widthDb, 50)
})

t.test('many points are thinned evenly', async (t) => {
  t.same(thinned([1, 2, 3], 3), { every: 1, items: [1, 2, 3] })
  t.same(thinned([1, 2, 3, 4, 5], 3), { every: 2, items: [1, 3, 5] })
  t.same(thinned([], 3), { every: 1, items: [] })
})

const csv = 'lat,lon,measured_dbm\n47,8,-90\n'
const dropped = () => areas.addFile(new File([csv], 'drive.csv'))
const answer = (bias: number) => ({
  ...(answerOf([{ measured_dbm: -90 }, { residual_db: bias }]) as object),
  summary: { n: 1, used: 1, bias_db: bias },
})
const shown = () => {
  const found = measurements.compared.value
  return found && 'figures' in found ? found.figures.bias_db : found?.faults
}

t.test('a file is compared with the result that is open, in the view, until another is opened', async (t) => {
  records.value = [recordOf('sim_1'), recordOf('sim_2'), recordOf('sim_3', {}, { output: undefined })]
  await dropped()
  t.match(areas.areaFault.value, /first open a path-loss result/)
  openId.value = 'sim_3'
  await dropped()
  t.match(areas.areaFault.value, /first open a path-loss result/, 'geometry knows no power')
  t.equal(measurements.file.value, undefined)
  t.same(await asked(), [])

  openId.value = 'sim_1'
  await dropped()
  t.equal(areas.areaFault.value, undefined)
  const first = await onlyAsked()
  t.match(first, { method: 'POST', path: '/results/sim_1/features', query: { layer: 'value' }, body: csv })
  t.same(
    [first.headers.get('content-type'), first.headers.get('accept')],
    ['text/csv', 'application/geo+json'],
  )
  measurements.floorText.value = 'x'
  measurements.floorText.value = '-95,5'
  const [, second] = await asked()
  t.match(second?.query, { floor_dbm: '-95.5' })
  await first.answer(answer(1)).catch(() => {})
  t.equal(shown(), undefined, 'the answer for another floor comes too late')
  t.ok(measurements.isComparing.value)
  await second?.answer(answer(2), 200, { 'content-type': 'application/geo+json' })
  t.equal(shown(), 2)
  t.notOk(measurements.isComparing.value)
  t.equal(measurements.drawnPoints.value.length, 1)

  openId.value = undefined
  t.same(measurements.drawnPoints.value, [], 'the map has those of the open result')
  t.same(await asked(), [])
  openId.value = 'sim_1'
  await (await onlyAsked()).answer({ code: 'not_found', detail: 'Gone.' }, 404)
  t.same(shown(), ['Gone.'])

  await dropped()
  const errors = Array.from({ length: 7 }, (_, at) => ({ row: at + 2, detail: `row ${at + 2}: lat is "x"` }))
  await (await onlyAsked()).answer({ code: 'invalid_parameters', errors }, 400)
  t.same(shown(), [...errors.slice(0, 5).map(({ detail }) => detail), 'and 2 more errors'])
  measurements.removeMeasurements()
  t.equal(measurements.compared.value, undefined)

  await dropped()
  await (await onlyAsked()).answer(answer(3))
  openId.value = 'sim_2'
  t.equal(measurements.file.value, undefined, 'they were of the other result')
  t.equal(measurements.compared.value, undefined)
  await dropped()
  await (await onlyAsked()).answer(answer(4))
  signOut()
  t.equal(measurements.file.value, undefined, 'nothing is left for the next account')
  debouncedView.value = {}
  await pass(10_000)
  await asked()
})
