import '../../../helpers/page-host.ts'

import t from 'tap'
import { coveredWithin, decisiveMargin, shareWith } from '../../../../server/client/areas.ts'
import { readBinTile } from '../../../../server/page/browser/service/bin-tiles.ts'
import { account } from '../../../../server/page/browser/service/session.ts'
import { forgetTiles, readTile } from '../../../../server/page/browser/service/tile-files.ts'
import * as antennas from '../../../../server/page/browser/state/antennas.ts'
import * as areas from '../../../../server/page/browser/state/areas.ts'
import * as asking from '../../../../server/page/browser/state/asking.ts'
import { drawnMap } from '../../../../server/page/browser/state/centre.ts'
import * as comparing from '../../../../server/page/browser/state/comparison.ts'
import { ticked } from '../../../../server/page/browser/state/finding.ts'
import { prepareForms } from '../../../../server/page/browser/state/form.ts'
import * as linking from '../../../../server/page/browser/state/linking.ts'
import { landCover, presets } from '../../../../server/page/browser/state/offers.ts'
import { explainPlace, path, pathFault } from '../../../../server/page/browser/state/path.ts'
import { PlaceInForm } from '../../../../server/page/browser/state/place.ts'
import * as ranking from '../../../../server/page/browser/state/ranking.ts'
import { openId, records, shownId } from '../../../../server/page/browser/state/results.ts'
import { view } from '../../../../server/page/browser/state/view.ts'
import { asked, onlyAsked, pass } from '../../../helpers/page-host.ts'
import { recordOf } from '../../../helpers/page-records.ts'

// What the page asks of the service for what is typed, drawn and ticked, by a clock that is not the machine's.

const number = (more: object = {}) => ({ type: 'number', ...more })
const common = {
  name: { type: 'string', default: '' },
  frequency: number({ examples: [868] }),
  max_range: number({ examples: [10], 'x-unit': 'kilometres' }),
  resolution: number({ default: 30, 'x-unit': 'metres per cell' }),
  erp: number({ default: 1 }),
  tx_power_dbm: number({ examples: [20], 'x-instead-of': 'erp' }),
  grid: { $ref: '#/components/schemas/Grid' },
}
const modelled = (model: string, properties: object, isDefault = false) => ({
  required: ['frequency', 'max_range'],
  properties: {
    model: { type: 'string', enum: [model], ...(isDefault && { default: model }) },
    ...properties,
  },
})
const listOf = (...options: string[]) => ({ type: 'array', items: { enum: options } })
const pattern = {
  type: 'object',
  properties: { type: { type: 'string', enum: ['omni', 'uploaded'] }, id: { type: 'string' } },
}
const antenna = { type: 'object', properties: { azimuth: number({ default: 0 }), pattern } }
const document = {
  components: {
    schemas: {
      SimulationRequestLos: modelled('los', { ...common, layers: listOf('visible', 'min_height') }, true),
      SimulationRequestP526: modelled('p526', {
        ...{ ...common, k_factor: number({ default: 4 / 3 }), layers: listOf('value', 'class') },
        antenna: { $ref: '#/components/schemas/Antenna' },
        rx_clutter: {
          type: 'object',
          properties: { type: { type: 'string', enum: ['none', 'map', 'trees'] } },
        },
      }),
      LinkRequestItm: modelled('itm', { climate: number() }),
      LinkRequestP526: modelled('p526', { frequency: common.frequency, rx_height: number() }, true),
      Antenna: antenna,
      Grid: { type: ['object', 'string', 'null'], maxLength: 100, properties: { west: number() } },
    },
  },
}
const models = [
  { name: 'los', output: [] },
  { name: 'p526', output: ['received_power', 'path_loss'] },
]

const { form } = asking
const problem = {
  code: 'invalid_parameters',
  detail: 'Wrong.',
  errors: [{ pointer: '#/erp', detail: 'erp is wrong' }],
}

t.afterEach(async () => {
  await pass(10_000)
  const open = await asked()
  if (open.length > 0) throw new Error(`Nobody answered ${open.map((one) => one.path)}.`)
})

t.test('a form is made of the document; another model keeps what it has too', async (t) => {
  const failing = t.rejects(prepareForms())
  for (const one of await asked()) await one.answer({}, 500)
  await failing
  const preparing = [prepareForms(), prepareForms()]
  const both = await asked()
  const answers: Record<string, object> = {
    '/models': { models },
    '/openapi.json': document,
    '/api/v1/clutter/tiles.json': { attribution: '', colors: [] },
  }
  t.same(both.map((one) => one.path).sort(), Object.keys(answers).sort(), 'read once')
  for (const one of both) await one.answer(answers[one.path])
  await Promise.all(preparing)
  t.equal(form.model.value, 'los', 'the first is the one to begin with')
  t.equal(
    form.fields.value.some(({ name }) => name === 'erp'),
    false,
    'geometry knows no power',
  )
  form.setField('frequency', '433.5')
  form.setField('layers', ['visible'])
  form.chooseModel('p526')
  t.match(form.draft.value, {
    model: 'p526',
    frequency: '433.5',
    k_factor: '4/3',
    erp: '',
    tx_power_dbm: '20',
  })
  t.same(form.draft.value.layers, [], 'an option of another model is none')
  form.setField('erp', '5')
  t.match(form.draft.value, { erp: '5', tx_power_dbm: '' })
  form.setField('tx_power_dbm', '10')
  t.equal(form.draft.value.erp, '')
  form.setField('erp', '')
  t.match(form.values.value, { model: 'p526', tx_power_dbm: 10, frequency: 433.5 })
  const clutterTypes = () => form.fields.value.find(({ name }) => name === 'rx_clutter/type')?.options
  t.same(clutterTypes(), ['none', 'trees'], 'the service has no layers')
  landCover.value = { colors: [] } as never
  t.same(clutterTypes(), ['none', 'map', 'trees'])
  landCover.value = undefined
  form.setField('resolution', '50')
  t.ok(form.hasOwnCells.value)
  form.setField('resolution', '')
  t.notOk(form.hasOwnCells.value)
  t.same(
    linking.form.models.value.map(({ name }) => name),
    ['p526'],
    'those that have links',
  )

  presets.value = [{ name: 'radio', body: { model: 'p526', frequency: 446, erp: 0.5, unknown: 1 } } as never]
  form.usePreset('radio')
  t.match(form.draft.value, { frequency: '446', erp: '0.5', tx_power_dbm: '' })
  t.notOk('unknown' in form.draft.value)
  form.setField('antenna/pattern/type', 'uploaded')
  form.setField('antenna/pattern/id', 'ant_1')
  t.match(form.values.value, { antenna: { pattern: { type: 'uploaded', id: 'ant_1' } } })

  const listing = antennas.listAntennas()
  await (await onlyAsked()).answer({ antennas: [{ id: 'ant_1' }, { id: 'ant_2' }] })
  await listing
  t.same(
    antennas.antennas.value?.map(({ id }) => id),
    ['ant_2', 'ant_1'],
    'newest first',
  )
  t.equal(form.draft.value['antenna/pattern/id'], 'ant_1')
  const removing = antennas.removeAntenna('ant_1')
  await (await onlyAsked()).answer({ code: 'not_found' }, 404)
  await removing
  t.same(
    antennas.antennas.value?.map(({ id }) => id),
    ['ant_2'],
  )
  t.equal(form.draft.value['antenna/pattern/id'], '', 'one that is gone is not asked for')
  form.clear()
  t.match(form.draft.value, { model: 'p526', frequency: '868', tx_power_dbm: '20' })
  t.equal(form.preset.value, undefined)
})

t.test('cells follow the ground, and the price follows the form, once it rests', async (t) => {
  account.value = { credits: 5 } as never
  form.setField('max_range', '20')
  asking.placeAt({ lat: 47.123456, lon: 8 })
  await pass(499)
  t.same(await asked(), [])
  await pass(1)
  const ground = await onlyAsked()
  t.match(ground, { path: '/api/v1/elevation', query: { lat: '47.12346', lon: '8', with: 'mast' } })
  await ground.answer({ state: 'known', post_spacing_m: 92.66 })
  t.equal(form.draft.value.resolution, '90')
  form.setField('resolution', '50')
  form.setField('max_range', '30')
  t.equal(form.draft.value.resolution, '50', 'unless somebody says how large')
  await pass(699)
  t.same(await asked(), [])
  await pass(1)
  const early = await onlyAsked()
  t.match(early, { path: '/api/v1/simulate/estimate', body: { tx_lat: 47.12346, tx_lon: 8, resolution: 50 } })
  form.setField('erp', 'ten')
  t.ok(early.isAborted)
  await pass(700)
  await (await onlyAsked()).answer(problem, 400)
  t.equal(form.faults.value.get('erp'), 'erp is wrong')
  t.same(form.otherFaults.value, [], 'it stands at its field')
  t.equal(asking.estimate.value, undefined)
  form.setField('erp', '10')
  await pass(700)
  await (await onlyAsked()).answer({ credits: 2, cells: 9 })
  t.match(asking.estimate.value, { credits: 2 })
  t.equal(form.failure.value, undefined)

  const running = asking.run()
  t.equal(await asking.run(), false, 'one at a time')
  const start = await onlyAsked()
  t.match(start, { method: 'POST', path: '/api/v1/simulate', body: { erp: 10, max_range: 30 } })
  t.match(start.headers.get('idempotency-key'), /^[-\da-f]{36}$/)
  await start.answer({ id: 'sim_run' }, 201)
  t.equal(openId.value, 'sim_run')
  for (const one of await asked())
    await one.answer(
      one.path.includes('credits') ? { credits: 3 } : {},
      one.path.includes('credits') ? 200 : 404,
    )
  t.equal(await running, true)
  const failing = asking.run()
  await (await onlyAsked()).answer({ code: 'insufficient_credits' }, 402)
  t.equal(await failing, false)
  t.match(form.failure.value, { code: 'insufficient_credits' })
  t.notOk(asking.isSending.value)

  account.value = undefined
  form.clear()
  const started = asking.startFrom(
    recordOf(
      'sim_1',
      {},
      {
        erp: 3,
        k_factor: 4 / 3,
        layers: ['class'],
        resolution: 60,
        antenna: { azimuth: 90, pattern: { type: 'omni' } },
      },
    ),
  )
  await (await onlyAsked()).answer({ presets: presets.value })
  await started
  t.equal(form.preset.value, undefined, 'a radio of no preset')
  t.match(form.draft.value, { model: 'p526', erp: '3', tx_power_dbm: '', k_factor: '4/3', layers: ['class'] })
  t.match(form.draft.value, {
    resolution: '60',
    'antenna/azimuth': '90',
    'antenna/pattern/type': 'omni',
    max_range: '10',
  })
  t.equal(asking.transmitter.text.value, '47.00000, 8.00000')
  await pass(500)
  await (await onlyAsked()).answer({ state: 'known', post_spacing_m: 92.66 })
  t.equal(form.draft.value.resolution, '60', 'its cells are its own')
  await asking.startFrom(recordOf('sim_1', {}, { erp: 3, tx_power_dbm: 30 }), { lat: 1, lon: 2 })
  t.match(form.draft.value, { erp: '', tx_power_dbm: '30' })
  t.equal(asking.transmitter.text.value, '1.00000, 2.00000')
  await asking.startFrom(recordOf('sim_1', {}, { frequency: 446, erp: 0.5 }))
  t.equal(form.preset.value, 'radio', 'the radio that it was asked for with')
  await asking.startFrom(recordOf('sim_1', {}, { grid: { west: 1 }, resolution: 60 }))
  t.match(form.draft.value, { grid: 'sim_1', resolution: '' }, 'its cells, whose size they say themselves')
  form.setField('grid', '')
  await asking.startFrom(recordOf('sim_1', {}, { resolution: 60 }))
  t.match(form.draft.value, { grid: '', resolution: '60' })
  asking.transmitter.text.value = ''
})

t.test('numbers the other way round are offered where only those have ground', async (t) => {
  const place = new PlaceInForm()
  const flights: unknown[] = []
  drawnMap.value = { flyTo: (to: object) => void flights.push(to) } as never
  const survey = async (text: string, ...states: string[]) => {
    place.type(text)
    await pass(500)
    for (const state of states) await (await onlyAsked()).answer({ state })
    t.same(await asked(), [], text)
    return place.swapped.value
  }
  t.same(await survey('8.5, 47.5', 'unknown', 'known'), { lat: 47.5, lon: 8.5 })
  t.match(flights, [{ lat: 8.5, lon: 47.5 }])
  t.equal(await survey('8.5, 47.6', 'unknown', 'unknown'), undefined)
  t.equal(await survey('8.5, 47.7', 'known'), undefined)
  t.equal(await survey('8.5, 85.1', 'unknown'), undefined, 'no transmitter stands there')
  t.equal(await survey('JN47', 'unknown'), undefined, 'a square has no other way round')
  place.type('47, 8')
  await pass(500)
  const late = await onlyAsked()
  place.type('46, 8')
  await late.answer({ state: 'known' })
  t.equal(place.ground.value, undefined, 'a late answer is of another place')
  await pass(500)
  await (await onlyAsked()).answer({ state: 'known', ground_m: 5 })
  t.match(place.ground.value, { ground_m: 5 })
  drawnMap.value = undefined
})

t.test('a link is drawn between two clicks, and follows its form', async (t) => {
  view.value = 'link'
  linking.form.setField('frequency', '868')
  await linking.clickEnd({ lat: 47, lon: 8 })
  const drawing = linking.clickEnd({ lat: 46, lon: 9 })
  const first = await onlyAsked()
  t.match(first, {
    path: '/api/v1/link',
    body: { model: 'p526', frequency: 868, tx_lat: 47, tx_lon: 8, rx_lat: 46, rx_lon: 9 },
  })
  await first.answer({ distance_m: 1 })
  await drawing
  t.match(path.value, { from: { lat: 47 }, to: { lat: 46 }, link: { distance_m: 1 }, resultId: undefined })
  await pass(500)
  t.match(
    (await asked()).map((one) => one.path),
    ['/api/v1/elevation', '/api/v1/elevation'],
  )
  linking.swapEnds()
  t.match([linking.from.value, linking.to.value], [{ lat: 46 }, { lat: 47 }])
  await pass(699)
  const heights = await asked()
  t.equal(heights.length, 2)
  await pass(1)
  const swapped = await onlyAsked()
  t.match(swapped.body, { tx_lat: 46, rx_lat: 47 })
  linking.form.setField('frequency', '433')
  await pass(700)
  const changed = await onlyAsked()
  await swapped.answer({ distance_m: 2 })
  t.match(path.value, { link: { distance_m: 1 } }, 'a late answer is of another link')
  t.ok(linking.isRequesting.value)
  await changed.answer(problem, 400)
  t.equal(path.value, undefined)
  t.match(linking.form.failure.value, { code: 'invalid_parameters' })
  t.notOk(linking.isRequesting.value)
  linking.form.setField('frequency', '434')
  await pass(700)
  await (await onlyAsked()).answer({ distance_m: 3 })
  t.match([path.value, linking.form.failure.value], [{ link: { distance_m: 3 } }, undefined])
  await linking.clickEnd({ lat: 45, lon: 7 })
  t.same(
    [linking.from.value?.lat, linking.to.value, path.value],
    [45, undefined, undefined],
    'a third click begins anew',
  )
  await pass(500)
  for (const one of await asked()) await one.answer({})
  view.value = 'ask'
})

t.test('a place of a result is explained by the fields that a link has too', async (t) => {
  const seen = recordOf(
    'sim_9',
    {},
    { model: 'los', output: undefined, layers: ['visible'], frequency: 433, resolution: 30 },
  )
  records.value = [seen]
  shownId.value = 'sim_9'
  for (const one of await asked()) await one.answer({}, 500)
  const explaining = explainPlace(seen, { lat: 46, lon: 9 })
  const link = await onlyAsked()
  t.same(link.body, {
    ...{ model: 'p526', frequency: 433, rx_height: 2 },
    ...{ tx_lat: 47, tx_lon: 8, rx_lat: 46, rx_lon: 9 },
  })
  await link.answer({ visible: true })
  await explaining
  t.match(path.value, { resultId: 'sim_9', isGeometry: true })
  const ofItm = explainPlace(recordOf('sim_9', {}, { model: 'itm', climate: 5, frequency: 433 }), {
    lat: 46,
    lon: 9,
  })
  const itm = await onlyAsked()
  t.match(itm.body, { model: 'itm', climate: 5, frequency: undefined })
  await itm.answer({ visible: true })
  await ofItm
  t.match(path.value, { isGeometry: false })
  const failing = explainPlace(seen, { lat: 45, lon: 9 })
  await (await onlyAsked()).fail()
  await failing
  t.same(path.value, undefined)
  t.ok(pathFault.value)
  const again = explainPlace(seen, { lat: 44, lon: 9 })
  await (await onlyAsked()).answer({ visible: true })
  await again
  t.equal(pathFault.value, undefined)
  shownId.value = undefined
  t.equal(path.value, undefined, 'it belongs to the result on the map')
})

const square = (west: number, south: number): [number, number][] => [
  [west, south],
  [west + 0.1, south],
  [west + 0.1, south + 0.1],
  [west, south + 0.1],
]
const zonesOf = (covered: number, lacking: number, km2 = covered + lacking) => ({
  km2,
  zones: [
    { state: 'covered', km2: covered },
    { state: 'lacking', km2: lacking },
  ],
})

t.test('areas are drawn, kept and dropped; what is beyond the circle counts as not covered', async (t) => {
  records.value = []
  t.equal(areas.closeArea(), false)
  areas.startDrawing()
  for (const [lon, lat] of square(8, 47)) areas.addCorner({ lat, lon })
  areas.addCorner({ lat: 47.1, lon: 8 })
  t.equal(areas.corners.value?.length, 4, 'a double click is one corner')
  areas.dropCorner()
  areas.addCorner({ lat: 47.1, lon: 8 })
  t.equal(areas.closeArea(), true)
  t.match(areas.area.value, { name: 'Area 1', polygons: [[[...square(8, 47), [8, 47]]]] })
  t.equal(areas.corners.value, undefined)
  areas.rename('Town')
  t.match(JSON.parse(localStorage.getItem('coverage.areas') ?? ''), [{ name: 'Town' }])

  const stop = new AbortController().signal
  const town = areas.area.value as areas.Area
  const inside = areas.statsWithin(recordOf('sim_1', {}, { max_range: 20 }), town, { layer: 'value' }, stop)
  const request = await onlyAsked()
  t.match(request, {
    ...{ path: '/results/sim_1/stats', query: { layer: 'value' } },
    body: { polygon: { type: 'MultiPolygon', coordinates: town.polygons } },
  })
  await request.answer(zonesOf(30, 10))
  const whole = await inside
  t.equal(whole.beyondKm2, 0)
  t.same(coveredWithin(whole.stats, whole.beyondKm2), { coveredKm2: 30, wholeKm2: 40, share: 0.75 })
  // The square has 7.59 km by 11.12 km, and its far corner is 13.5 km away.
  const beyond = areas.statsWithin(recordOf('sim_1', {}, { max_range: 13 }), town, {}, stop)
  await (await onlyAsked()).answer(zonesOf(30, 10))
  t.ok(Math.abs((await beyond).beyondKm2 - (84.4 - 40)) < 0.2, `${(await beyond).beyondKm2}`)
  const azimuths = { from_deg: 0, to_deg: 90 }
  const sector = areas.statsWithin(recordOf('sim_1', {}, { max_range: 20, azimuths }), town, {}, stop)
  await (await onlyAsked()).answer(zonesOf(30, 10))
  t.ok((await sector).beyondKm2 > 44, 'ground in other directions is out of range, however near')
  const { zones } = zonesOf(30, 10)
  const partly = { stats: { zones: [...zones, { state: 'unknown', km2: 20 }] } as never, beyondKm2: 40 }
  t.same(coveredWithin(partly.stats, partly.beyondKm2), { coveredKm2: 30, wholeKm2: 100, share: 0.3 })
  t.equal(coveredWithin(zonesOf(0, 0), 0).share, 0)

  await areas.addFile(new File(['{}'], 'empty.json'))
  t.match(areas.areaFault.value, /empty\.json/)
  const geojson = { type: 'Polygon', coordinates: [[...square(9, 47), [9, 47]]] }
  for (let file = 0; file < 20; file++) {
    await areas.addFile(new File([JSON.stringify(geojson)], `a.${file}.geojson`))
  }
  t.equal(areas.areaFault.value, undefined)
  t.same([areas.areas.value.length, areas.area.value?.name], [20, 'a.19'], 'the oldest goes')
  areas.removeArea()
  t.same([areas.areas.value.length, areas.area.value?.name], [19, 'a.0'])
})

t.test('results are ranked in an area, path losses all with one sensitivity', async (t) => {
  const geometry = { output: undefined, layers: ['visible'] }
  records.value = [
    recordOf('sim_1', {}, { rx_sensitivity_dbm: -95, max_range: 300 }),
    recordOf('sim_2', {}, { ...geometry, max_range: 300 }),
    recordOf('sim_3', {}, { rx_sensitivity_dbm: -105, max_range: 300 }),
    recordOf('sim_4', { links: undefined }),
    // Heights alone do not say what is covered.
    recordOf('sim_5', {}, { ...geometry, layers: ['min_height'] }),
  ]
  t.equal(ranking.sensitivityText.value, '-100', 'without any the usual one')
  ticked.value = new Set(records.value.map(({ id }) => id))
  t.same(
    ranking.rankable.value.map(({ id }) => id),
    ['sim_1', 'sim_2', 'sim_3'],
  )
  t.ok(ranking.hasPathLoss.value)
  t.equal(ranking.sensitivityDbm.value, -105)
  for (const [text, dbm] of [
    ['−90', -90],
    [' -200 ', -200],
    ['-201', undefined],
    ['-90.5', undefined],
    ['', undefined],
  ] as const) {
    ranking.typedDbm.value = text
    t.equal(ranking.sensitivityDbm.value, dbm, text)
  }
  ranking.typedDbm.value = undefined
  const done = ranking.rank()
  const first = await onlyAsked()
  t.match(first, { path: '/results/sim_1/stats', query: { layer: 'class', sensitivity_dbm: '-105' } })
  await first.answer(zonesOf(4, 0))
  for (const [dbm, covered] of [
    ['-95', 4],
    ['-85', 1],
  ] as const) {
    const spared = await onlyAsked()
    t.match(spared, { path: '/results/sim_1/stats', query: { sensitivity_dbm: dbm } })
    await spared.answer(zonesOf(covered, 4 - covered))
  }
  t.equal(ranking.rankedCount.value, 1)
  const second = await onlyAsked()
  t.same(second.query, { layer: 'visible' }, 'geometry has no sensitivity')
  await second.answer({}, 500)
  t.ok(ranking.isRanking.value)
  for (const covered of [4, 4]) await (await onlyAsked()).answer(zonesOf(covered, 4 - covered))
  t.equal(ranking.ranks.value, undefined, 'nothing is first before all are known')
  await (await onlyAsked()).answer(zonesOf(3, 1))
  // The two that have a share: their tiles, over the area, with the margin that tells them apart.
  const pair = await asked()
  t.match(pair, [
    { path: '/results/sim_3/tiles.json', query: { layer: 'class', sensitivity_dbm: '-85' } },
    { path: '/results/sim_1/tiles.json', query: { layer: 'class', sensitivity_dbm: '-85' } },
  ])
  for (const one of pair) await one.answer({}, 404)
  await done
  t.equal(ranking.bestTwo.value, undefined, 'nothing without tiles')
  t.match(ranking.ranks.value, [
    { record: { id: 'sim_3' }, shares: [1, 1, 0.75] },
    { record: { id: 'sim_1' }, shares: [1, 1, 0.25] },
    { record: { id: 'sim_2' }, fault: String },
  ])
  t.notOk(ranking.isRanking.value)
  ranking.typedDbm.value = '-90'
  t.equal(ranking.ranks.value, undefined, 'shares with another sensitivity are none of these')
  const stopped = ranking.rank()
  const late = await onlyAsked()
  ranking.typedDbm.value = '-80'
  t.ok(late.isAborted)
  await stopped
  t.same([ranking.ranks.value, ranking.isRanking.value], [undefined, false])
  for (const typed of ['-7', '-75']) ranking.typedDbm.value = typed
  await pass(600)
  const again = await onlyAsked()
  t.match(
    again,
    { path: '/results/sim_1/stats', query: { sensitivity_dbm: '-75' } },
    'once asked, it follows',
  )
  ticked.value = new Set()
  t.ok(again.isAborted)
  ranking.typedDbm.value = undefined
})

t.test('the first covers most with the first margin with which not all cover everything', async (t) => {
  for (const [all, decisive] of [
    [[[0.5], undefined, [0.7]], 0],
    [
      [
        [1, 0.9, 0.2],
        [0.996, 0.95, 0.1],
        [0.9, 0.99, 0],
      ],
      1,
    ],
    [
      [
        [1, 1, 0.2],
        [1, 1, 0.1],
      ],
      2,
    ],
    [
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      2,
    ],
    [
      [
        [0.99, 0.9, 0.9],
        [1, 0.2, 0.1],
      ],
      0,
    ],
    [[[1, 0.99, 0.5], [1]], 0],
  ] as const) {
    t.equal(decisiveMargin(all), decisive, JSON.stringify(all))
  }
  t.same([shareWith([1], 2), shareWith([1, 0.5], 1), shareWith(undefined, 0)], [-1, 0.5, -1])

  form.setField('max_range', '10')
  const corner = { lat: 47.1, lon: 8 }
  areas.areas.value = [
    {
      name: 'Town',
      polygons: [
        [
          [
            [8, 47],
            [8.1, 47],
            [8.1, 47.1],
            [8, 47],
          ],
        ],
      ],
    },
  ]
  areas.chosen.value = 0
  asking.placeAt(corner)
  t.equal(asking.rangeAcrossKm.value, 14, 'the far corner is 13.5 km away')
  form.setField('max_range', '14')
  t.equal(asking.rangeAcrossKm.value, undefined)
  form.setField('max_range', '1')
  asking.placeAt({ lat: 49, lon: 8 })
  t.equal(asking.rangeAcrossKm.value, undefined, 'another place')
  areas.chosen.value = undefined
  areas.areas.value = []
  form.setField('max_range', '10')
  asking.transmitter.text.value = ''
})

t.test('two results are compared by their own rules', async (t) => {
  records.value = [
    recordOf('sim_new', {}, { tx_lat: 47.00004 }),
    recordOf('sim_pending', { links: undefined }),
    recordOf('sim_old', {}, { output: 'path_loss' }),
    recordOf('sim_oldest', {}, { tx_lat: 47.001, rx_sensitivity_dbm: -90 }),
  ]
  t.same(
    comparing.picked.value?.map(({ id }) => id),
    ['sim_old', 'sim_new'],
    'the two newest',
  )
  t.same(comparing.missingMeasures.value, ['path_loss', 'received_power'])
  t.notOk(comparing.haveMoved(comparing.picked.value as never), 'four metres come of rounding')
  comparing.picks.value = { before: 'sim_oldest' }
  t.same(
    comparing.picked.value?.map(({ id }) => id),
    ['sim_oldest', 'sim_new'],
  )
  t.ok(comparing.haveMoved(comparing.picked.value as never))
  t.same(comparing.missingMeasures.value, ['received_power'])
  for (const [text, dbm] of [
    [' −95 ', -95],
    ['-95,0', -95],
    ['-95.5', undefined],
    ['', undefined],
    ['x', undefined],
  ] as const) {
    comparing.thresholds.value = { ...comparing.thresholds.value, received_power: text }
    t.equal(comparing.thresholdOf('received_power'), dbm, text)
  }
  comparing.thresholds.value = { ...comparing.thresholds.value, received_power: '-95' }
  const done = comparing.compare()
  const both = await asked()
  t.match(both, [{ query: { layer: 'class' } }, { query: { layer: 'value' } }])
  const link = { eirp_dbm: 30, rx_gain_dbi: 0, lossless: 30 }
  const tilesOf = (bounds: number[], maxzoom: number) => ({
    ...{ bounds, maxzoom },
    bins: {
      tiles: ['https://localhost:8443/results/x/bins/{z}/{x}/{y}.png?layer=value'],
      values: [-96, -95, -90],
      link,
    },
  })
  await both[0]?.answer(tilesOf([7, 46, 9, 48], 10))
  await both[1]?.answer(tilesOf([8, 45, 10, 47], 12))
  const { comparison } = comparing
  t.match(comparison.value, { bounds: [7, 45, 10, 48], maxzoom: 11, isMoved: true })
  t.same(
    comparison.value?.sides.map(({ covers }) => covers),
    [
      [false, false, false, true],
      [false, false, true, true],
    ],
  )
  comparing.picks.value = { before: 'sim_new' }
  t.match(comparison.value, { isMoved: true }, 'the pair before stays while both are the same')
  comparing.picks.value = { before: 'sim_oldest' }
  const again = await asked()
  t.same(
    again.filter(({ path }) => path.endsWith('tiles.json')).map(({ path }) => path),
    ['/results/sim_oldest/tiles.json', '/results/sim_new/tiles.json'],
    'another pair is compared at once',
  )
  for (const one of again.filter(({ path }) => path.endsWith('tiles.json'))) await one.answer({}, 404)
  const tiles = again.filter(({ path }) => path.endsWith('.png'))
  t.ok(tiles.length >= 2)
  t.match(tiles[0], {
    path: /^\/results\/x\/bins\/\d+\/\d+\/\d+\.png$/,
    query: { layer: 'value', size: '512' },
  })
  for (const one of tiles) await one.answer({}, 404)
  await done
  t.ok(comparing.comparisonFault.value)
  records.value = records.value.slice(0, 3)
  t.equal(comparison.value, undefined, 'one of them is deleted')
})

t.test('a tile is read once for all that draw it, for a minute', async (t) => {
  const [one, other] = [new AbortController(), new AbortController()]
  const tile = '/api/v1/terrain/tiles/9/1/2.png'
  const turned = t.rejects(readTile(tile, one.signal), { name: 'AbortError' })
  const reading = readTile(tile, other.signal)
  const first = await onlyAsked()
  one.abort()
  await turned
  t.ok(first.isAborted)
  await (await onlyAsked()).answer('abc', 200, { 'cache-control': 'max-age=60' })
  const { bytes, cacheControl } = await reading
  t.same([Buffer.from(bytes).toString(), cacheControl], ['abc', 'max-age=60'], 'who waits reads it anew')
  await pass(59_999)
  await readTile(tile, one.signal)
  t.same(await asked(), [])
  forgetTiles('/api/v1/terrain/tiles/8')
  await readTile(tile, one.signal)
  await pass(1)
  const later = readTile(tile, other.signal)
  await (await onlyAsked()).answer('abd')
  await later
  forgetTiles('/api/v1/terrain/')
  const again = t.rejects(readTile(tile, other.signal), /500/)
  await (await onlyAsked()).answer('', 500)
  await again
})

t.test('numbers of a tile of bins are its green and blue', async (t) => {
  const { signal } = new AbortController()
  const reading = readBinTile('/results/sim_1/bins/1/0/0.png', signal)
  await (await onlyAsked()).answer('\u0009\u0001\u0002\u007f\u0009\u0000\u0003\u007f')
  t.same([...(await reading)], [258, 3])
  await pass(70_000)
  t.equal(await readBinTile('/results/sim_1/bins/1/0/0.png', signal), await reading, 'decoded once')

  const gone = new AbortController()
  const turned = t.rejects(readBinTile('/results/sim_1/bins/1/0/1.png', gone.signal), { name: 'AbortError' })
  const waiting = readBinTile('/results/sim_1/bins/1/0/1.png', signal)
  await onlyAsked()
  gone.abort()
  await turned
  await (await onlyAsked()).answer('\u0009\u0000\u0004\u007f')
  t.same([...(await waiting)], [4], 'who waits is not turned away with who was first')
})
