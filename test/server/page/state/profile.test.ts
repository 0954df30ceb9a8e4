import '../../../helpers/page-host.ts'

import t from 'tap'
import { ProblemError } from '../../../../server/client/requests.ts'
import { Ground } from '../../../../server/page/browser/ground/ground.ts'
import { intervalM, isMain } from '../../../../server/page/browser/ground/intervals.ts'
import { GROUND_SIZE, groundOf, unknownOf } from '../../../../server/page/browser/ground/square.ts'
import { basemapOf, creditText } from '../../../../server/page/browser/map/basemap.ts'
import { degreesText, firstView, outlines } from '../../../../server/page/browser/map/first-view.ts'
import { circle, destination } from '../../../../server/page/browser/map/geodesy.ts'
import { graticuleOf, spacingDeg } from '../../../../server/page/browser/map/graticule.ts'
import { protomapsBasemap } from '../../../../server/page/browser/map/protomaps.ts'
import { detailsOf, headlineOf } from '../../../../server/page/browser/profile/reason.ts'
import { seriesOf } from '../../../../server/page/browser/profile/series.ts'
import { findPlaces } from '../../../../server/page/browser/request/places.ts'
import { explain, faultsByField } from '../../../../server/page/browser/service/failures.ts'
import { isListed, records } from '../../../../server/page/browser/state/results.ts'
import { labelOf, titleOf } from '../../../../server/page/browser/words/field-labels.ts'
import { sayLabel } from '../../../../server/page/browser/words/labels.ts'
import { sayFault, sayProblem } from '../../../../server/page/browser/words/problems.ts'
import {
  isImperial,
  sayKm,
  sayKm2,
  sayMetres,
  typedUnit,
} from '../../../../server/page/browser/words/units.ts'
import { chooseLanguage, figure, percentFigure } from '../../../../server/page/browser/words/words.ts'
import { onlyAsked } from '../../../helpers/page-host.ts'
import { recordOf } from '../../../helpers/page-records.ts'

t.test('obstacles of a path are dots on the ground as it is drawn, bulge included', async (t) => {
  const profile = {
    distance_m: [0, 1000, 2000, 3000],
    ground_m: [100, 130, 90, 80],
    bulge_m: [0, 5, 5, 0],
    line_m: [120, 115, 110, 105],
    fresnel_m: [0, 8, 8, 0],
  }
  const [km, surface, ground, upper, lower, line, obstacles] = seriesOf({
    profile,
    blocked_at: [{ distance_m: 1100, by_m: 20 }],
  } as never)
  t.same(km, [0, 1, 2, 3])
  t.same(surface, [100, 135, 95, 80])
  t.same(ground, profile.ground_m)
  t.same(
    [upper, lower],
    [
      [120, 123, 118, 105],
      [120, 107, 102, 105],
    ],
  )
  t.same(line, profile.line_m)
  t.same(obstacles, [null, 135, null, null], 'at the nearest point')
})

const linkOf = (more: object = {}) =>
  ({
    ...{
      distance_m: 12_340,
      azimuth_deg: 45.06,
      reverse_azimuth_deg: 225.1,
      visible: true,
      worst_fresnel: 0.9,
    },
    ...{ blocked_at: [], received_dbm: null, margin_db: null, profile: { ground_m: [500, 300, 420] } },
    clear_heights_m: { los: 0, fresnel60: null },
    ...more,
  }) as never
const headline = (more: object, isGeometry = false) => headlineOf({ link: linkOf(more), isGeometry })
const hill = { distance_m: 2500, by_m: 12.34 }

t.test('a path says whether it is received, else what stands in its way', async (t) => {
  const power = { received_dbm: -93.4, margin_db: 6.6 }
  t.equal(headline(power), 'Received with a margin of 7 dB; in line of sight')
  t.equal(headline({ ...power, margin_db: 0 }), 'Received with a margin of 0 dB; in line of sight')
  const weak = { ...power, margin_db: -6.6, visible: false, blocked_at: [hill] }
  t.equal(headline(weak), 'Too weak by 7 dB; not in line of sight')
  t.equal(headline({ ...power, margin_db: null }), '−93 dBm received; in line of sight')
  t.equal(headline(power, true), 'Visible, with a clear first Fresnel zone', 'geometry knows no power')
  t.equal(headline({ worst_fresnel: 0.6 }), 'Visible, with a clear first Fresnel zone')
  t.equal(headline({ worst_fresnel: 0.594 }), 'Visible, but only 59 % of the first Fresnel zone is clear')
  const blocked = { visible: false, blocked_at: [hill] }
  t.equal(headline(blocked), 'Blocked: ground 2.5 km from the transmitter rises 12.3 m above the direct ray')
  t.match(
    headline({
      visible: false,
      blocked_at: [{ distance_m: 100, by_m: 1 }, hill, { distance_m: 9000, by_m: 3 }],
    }),
    'Blocked at 3 places: the largest obstacle, 2.5 km from the transmitter, rises 12.3 m',
  )
  t.equal(headline({ visible: false }), 'Not visible: the receiver is below the ground')

  const details = (more: object, isGeometry = false) => detailsOf({ link: linkOf(more), isGeometry })
  t.match(details({}), ['12.34 km', /45\.1.*225\.1/, /500 m.*420 m/])
  t.equal(details({}).length, 3)
  const heights = { clear_heights_m: { los: 20.1, fresnel60: 150.5 } }
  t.match(details({ ...weak, ...heights }).slice(3), [
    /−93\.4 dBm/,
    /−6\.6 dB/,
    /^Blocked/,
    'visible with an antenna height of at least 21 m',
    'less than 60 % of the Fresnel zone clear even with an antenna height of 150 m',
  ])
  t.equal(details({ ...weak, ...heights }, true).length, 5)
})

t.test('lengths and areas are in the units of the reader', async (t) => {
  t.same(
    [sayMetres(12.34, 1), sayKm(1.609344), sayKm2(99.96), sayKm2(100.4)],
    ['12.3 m', '1.6 km', '100 km²', '100 km²'],
  )
  t.equal(sayKm2(50.26), '50.3 km²')
  t.equal(typedUnit('kilometres'), undefined)
  isImperial.value = true
  t.same([sayMetres(30.48), sayKm(16.09344), sayKm2(2.589988110336 * 5)], ['100 ft', '10 mi', '5 mi²'])
  t.match(
    [typedUnit('kilometres'), typedUnit('metres'), typedUnit('metres per cell'), typedUnit('dBm')],
    [{ label: 'mi', factor: 1.609344 }, { label: 'ft', factor: 0.3048 }, { label: 'ft' }, undefined],
  )
  t.equal(localStorage.getItem('coverage.units'), 'imperial')
  isImperial.value = false
  t.same([0, 0.0004, 0.5, 0.9996, 1].map(percentFigure), ['0', '<\u00a00.1', '50', '>\u00a099.9', '100'])
  t.equal(figure(-1234.5, 1), '−1,234.5')
})

t.test('what the service says of classes, fields and faults is in the language of the page', async (t) => {
  t.equal(sayLabel('-90 to -80'), '−90 to −80')
  t.equal(sayLabel('-80 and above'), '−80 and above')
  t.equal(sayLabel('at least -90 dBm, and -100 dBm on the uplink'), 'at least −90 dBm, −100 dBm (talk-in)')
  t.equal(sayLabel('less than -90 dBm, or unknown'), 'less than −90 dBm, or unknown')
  chooseLanguage('de')
  t.match(sayLabel('-90 to -80'), /^−90 bis −80$/)
  t.match(
    sayLabel('less than -90 dBm, and less than -100 dBm on the uplink (hatched)'),
    /−90 dBm.*−100 dBm.*schraffiert/,
  )
  t.equal(
    sayLabel('talk-out only: less than -100 dBm on the uplink'),
    'nur Talk-out: weniger als −100 dBm (Talk-in)',
  )
  t.equal(sayLabel('talk-in only: less than -90 dBm'), 'nur Talk-in: weniger als −90 dBm')
  t.match(sayLabel('below -120'), /−120/)
  t.notMatch(sayLabel('at least -90 dBm, and -100 dBm on the uplink'), /least|uplink/)
  t.equal(figure(1234.5, 1), '1.234,5')
  chooseLanguage('en')
  t.equal(labelOf('not_known', 'Some height; of what'), 'Some height')
  t.match(titleOf({ name: '', model: 'brand_new' }), 'brand_new')
  t.equal(titleOf({ name: 'Mast', model: 'los' }), 'Mast')

  t.equal(
    sayFault('frequency must be a number between 1 and 100000, got 0', 'MHz'),
    sayFault('x between 1 and 100000', 'MHz'),
  )
  t.match(sayFault('erp must be above 0 and at most 2000000', 'W'), /above 0.*2,000,000\u00a0W/)
  t.match(sayFault('range must be 100 to 2000 metres from it', undefined), /100 m.*2 km/)
  t.equal(sayFault('something else', undefined), 'something else')
  t.equal(sayProblem({ code: 'no_such', detail: 'As it is.' }), 'As it is.')
  const errors = [
    { pointer: '#/layers/1', detail: 'one of two' },
    { pointer: '#/layers/0', detail: 'another' },
    { pointer: '', detail: 'the whole' },
  ]
  const faults = faultsByField(new ProblemError(400, { code: 'invalid_parameters', errors }), () => undefined)
  t.same(
    [...faults],
    [
      ['layers', 'one of two'],
      ['', 'the whole'],
    ],
  )
  t.equal(explain(new TypeError('fetch failed')), 'The service is not responding.')
  t.equal(explain(new ProblemError(401, { code: 'key_invalid' })), 'Key unknown, revoked or expired.')
  t.same([...faultsByField(new TypeError('x'), () => undefined).keys()], [''])
})

t.test('places are found by the beginnings of their names first', async (t) => {
  const named = ['Bad Zürich', 'Oberzurich', 'Zürich', 'Bern'].map((name) => ({ name, lat: 0, lon: 0 }))
  const found = (text: string, maximum = 9) => findPlaces(named, text, maximum).map(({ name }) => name)
  t.same(found(' ZURICH '), ['Zürich', 'Bad Zürich', 'Oberzurich'])
  t.same(found('zur', 2), ['Zürich', 'Bad Zürich'])
  t.same(found(' '), [])
})

t.test('heights of ground tiles, and where they are unknown', async (t) => {
  const pixels = new Uint8ClampedArray(4 * GROUND_SIZE ** 2)
  for (let at = 0; at < pixels.length; at += 4) pixels.set([128, 100, 128, 255], at)
  t.equal(unknownOf(groundOf(pixels)), undefined)
  // The second pixel of the second row, within the margin of one.
  pixels[4 * (GROUND_SIZE + 2) + 2] = 129
  const ground = groundOf(pixels)
  t.same([ground.side, ground.heightsM[0], ground.heightsM[GROUND_SIZE + 2]], [514, 100.5, Number.NaN])
  const mask = unknownOf(ground) ?? new Uint8ClampedArray()
  t.same([mask.length, [...mask.slice(0, 8)]], [4 * 512 * 512, [0, 0, 0, 0, 128, 128, 128, 255]])
  t.same([8, 9, 10, 12, 13, 14, 15].map(intervalM), [200, 200, 100, 50, 20, 10, 10])
  t.same([isMain(1000, 9), isMain(800, 9), isMain(50, 14)], [true, false, true])
})

t.test('circles, meridians and the operator\u2019s own map', async (t) => {
  const near = (found: { lat: number; lon: number }, lat: number, lon: number) =>
    t.ok(Math.hypot(found.lat - lat, found.lon - lon) < 1e-6, `${found.lat}, ${found.lon}`)
  // A degree of the mean sphere.
  const degreeM = (Math.PI / 180) * 6_371_008.8
  near(destination({ lat: 0, lon: 10 }, 90, degreeM), 0, 11)
  near(destination({ lat: 10, lon: 10 }, 0, degreeM), 11, 10)
  near(destination({ lat: 10, lon: 10 }, 180, 20 * degreeM), -10, 10)
  near(destination({ lat: 60, lon: 0 }, 270, 90 * degreeM), 0, -90)
  const ring = circle({ lat: 0, lon: 0 }, degreeM, 4)
  t.equal(ring.length, 5)
  t.ok(
    Math.abs((ring[0]?.[1] ?? 0) - 1) < 1e-9 && Math.abs((ring[1]?.[0] ?? 0) - 1) < 1e-9,
    'north, then east',
  )

  t.equal(spacingDeg([0, 0, 30, 1]), 10)
  t.equal(spacingDeg([0, 0, 29, 1]), 5)
  const lines = graticuleOf([170, 70, 200, 84])
  t.same(
    lines.filter(({ axis }) => axis === 'lat').map(({ deg }) => deg),
    [70, 80],
  )
  t.same(
    lines.filter(({ axis }) => axis === 'lon').map(({ deg }) => deg),
    [160, 170, -180, -170, -160, -150],
  )
  t.same(lines.at(-1)?.line, [
    [210, 63],
    [210, 85],
  ])

  const layers = [
    { id: 'a', type: 'background' },
    { id: 'b', type: 'symbol', source: 'osm', layout: { 'text-font': ['literal', ['X']] } },
    { id: 'c', type: 'symbol', source: 'osm', layout: { 'text-font': ['Noto'] } },
  ]
  const basemap = basemapOf({
    version: 8,
    sources: { osm: { type: 'vector' } },
    layers,
    glyphs: 'g',
  } as never)
  t.match(basemap, { font: ['Noto'], glyphs: 'g' })
  t.same(Object.keys(basemap.sources), ['basemap:osm'])
  t.match(basemap.layers, [
    { id: 'basemap:a', source: undefined },
    { id: 'basemap:b', source: 'basemap:osm' },
    {},
  ])
  t.equal(creditText('<a href="x">&copy; OSM</a> &amp; others&#169;&unknown;'), '© OSM & others©&unknown;')
})

t.test(
  'the map begins at the last result, else at the largest cluster of terrain, else with the earth',
  async (t) => {
    isListed.value = true
    const pending = recordOf('sim_1', { status: 'pending' }, { tx_lat: 10 })
    records.value = [pending, recordOf('sim_2', {}, { tx_lat: 60, tx_lon: 8, max_range: 111.2 })]
    const [west = 0, south, east = 0, north] = (await firstView()) ?? []
    t.same([south, north], [59, 61])
    t.ok(
      Math.abs(west - 6) < 1e-9 && Math.abs(east - 10) < 1e-9,
      'degrees of longitude are half as long there',
    )
    records.value = []
    for (const [clusters, bounds] of [
      [
        [{ bounds: [1, 2, 3, 4] }, { bounds: [5, 6, 7, 8] }],
        [1, 2, 3, 4],
      ],
      [[], [-170, -60, 170, 75]],
    ] as const) {
      const viewing = firstView()
      const reading = await onlyAsked()
      t.equal(reading.path, '/api/v1/terrain/footprints')
      await reading.answer({ footprints: [], clusters })
      t.same(await viewing, bounds)
    }
    const ring = outlines({ footprints: [[1, 2, 3, 4]] } as never).features[0]?.geometry.coordinates[0]
    t.same(ring, [
      [1, 2],
      [3, 2],
      [3, 4],
      [1, 4],
      [1, 2],
    ])
    const texts = () => [degreesText(47.5, 'lat'), degreesText(-7.25, 'lon'), degreesText(8, 'lon')]
    t.same(texts(), ['47.5°\u00a0N', '7.25°\u00a0W', '8°\u00a0E'])
    t.same([degreesText(0, 'lat'), degreesText(-180, 'lon')], ['0°', '180°'])
    chooseLanguage('de')
    t.same(texts(), ['47,5°\u00a0N', '7,25°\u00a0W', '8°\u00a0O'])
    chooseLanguage('en')
  },
)

t.test('contours closer in than there is ground are parts of its finest tiles', async (t) => {
  const jobs: object[] = []
  const worker = {
    postMessage(job: { contours: object }, [port]: [MessagePort]) {
      jobs.push(job.contours)
      port.postMessage({ contours: new ArrayBuffer(1) })
    },
    terminate: () => {},
  }
  Object.assign(globalThis, {
    GROUND_WORKER_URL: '',
    Worker: function Stub() {
      return worker
    },
  })
  const ground = new Ground(12)
  const { signal } = new AbortController()
  for (const [index, path, part] of [
    [{ z: 11, x: 5, y: 6 }, '11/5/6', { zoom: 11, parts: 1, column: 0, row: 0 }],
    [{ z: 14, x: 23, y: 41 }, '12/5/10', { zoom: 14, parts: 4, column: 3, row: 1 }],
  ] as const) {
    const drawing = ground.contours(index, signal)
    const tile = await onlyAsked()
    t.match(tile, { path: `/api/v1/terrain/tiles/${path}.png`, query: { size: '514' } })
    await tile.answer('tile')
    t.equal((await drawing).byteLength, 1)
    t.same(jobs.pop(), part)
  }
  ground.stop()
})

t.test(
  'the operator’s archive is a basemap, light and dark, with names in the language of the page',
  async (t) => {
    const tiles = {
      tiles: ['archive://{z}/{x}/{y}'],
      minzoom: 0,
      maxzoom: 12,
      bounds: [7, 46, 9, 48] as never,
    }
    const { sources, layersFor, namesFor } = protomapsBasemap(tiles)
    const [[name, source] = ['', {}]] = Object.entries(sources)
    t.match(source, { ...tiles, type: 'vector', attribution: '© OpenStreetMap' })
    const [light = [], dark = []] = [false, true].map((isDark) => layersFor?.(isDark))
    t.ok([...light, ...dark].every((layer) => 'source' in layer && layer.source === name))
    const ids = light.map(({ id }) => id)
    t.equal(new Set(ids).size, ids.length)
    t.same(
      dark.map(({ id }) => id),
      ids,
    )
    t.same(
      light.filter((layer, at) => JSON.stringify(layer) === JSON.stringify(dark[at])),
      [],
      'colors differ',
    )
    const firstZooms = light.flatMap(({ id, minzoom }) => (minzoom === undefined ? [] : [[id, minzoom]]))
    t.same(firstZooms, [
      ['basemap:buildings', 14],
      ['basemap:rails', 9],
      ['basemap:small-roads', 11],
    ])
    const [names] = namesFor?.(true, 'de') ?? []
    t.match(names, {
      layout: { 'text-field': ['coalesce', ['get', 'name:de'], ['get', 'name']] },
      paint: { 'text-color': '#dbe2e0' },
    })
  },
)
