import '../../../helpers/page-host.ts'

import t from 'tap'
import * as session from '../../../../server/page/browser/service/session.ts'
import {
  account,
  isExpired,
  send,
  signIn,
  signOut,
  token,
} from '../../../../server/page/browser/service/session.ts'
import { isUnknown, openRequested } from '../../../../server/page/browser/state/address.ts'
import * as finding from '../../../../server/page/browser/state/finding.ts'
import { followAccount } from '../../../../server/page/browser/state/following.ts'
import { hasLandCover } from '../../../../server/page/browser/state/offers.ts'
import {
  pointer,
  pointerCover,
  pointerGround,
  pointerValue,
} from '../../../../server/page/browser/state/pointer.ts'
import * as results from '../../../../server/page/browser/state/results.ts'
import {
  fetchPlan,
  fetchTerrain,
  footprints,
  planFetch,
  terrainVersion,
} from '../../../../server/page/browser/state/terrain.ts'
import * as viewing from '../../../../server/page/browser/state/viewing.ts'
import {
  type Asked,
  addresses,
  asked,
  comeBack,
  goTo,
  hideDocument,
  onlyAsked,
  pass,
} from '../../../helpers/page-host.ts'
import { pendingOf, recordOf } from '../../../helpers/page-records.ts'

// What the page does with answers of the service, by a clock that is not the machine's.

const { layer, openId, records, rest, shownId, total } = results
const ids = () => records.value.map(({ id }) => id)
const at = (second: number) => ({ created_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z` })

function begin(...listed: results.SimulationRecord[]): void {
  results.hide()
  openId.value = undefined
  records.value = listed
  total.value = listed.length
  rest.value = undefined
}

t.afterEach(async () => {
  await pass(10_000)
  const open = await asked()
  if (open.length > 0) throw new Error(`Nobody answered ${open.map(({ path }) => path)}.`)
})

t.test('a pointer that rests reads value and ground there, and nothing of where it was', async (t) => {
  begin(recordOf('sim_1', {}, { model: 'los', layers: ['visible'], output: undefined }))
  shownId.value = 'sim_1'
  layer.value = 'visible'
  for (const one of await asked()) await one.answer({}, 500)
  pointer.value = { lat: 1, lon: 2 }
  await pass(100)
  pointer.value = { lat: 3, lon: 4 }
  await pass(149)
  t.same(await asked(), [])
  await pass(1)
  const [ground, first] = (await asked()) as [Asked, Asked]
  t.match(ground, { path: '/api/v1/elevation', query: { lat: '3', lon: '4' } })
  t.match(first, { path: '/results/sim_1/value', query: { lat: '3', lon: '4', layer: 'visible' } })
  t.equal(first.headers.get('authorization'), 'Bearer rcov_first')
  pointer.value = { lat: 5, lon: 6 }
  await ground.answer({ elevation_m: 1, state: 'known' })
  await first.answer({ value: 1 })
  t.equal(pointerGround.value, undefined)
  t.equal(pointerValue.value, undefined, 'a late answer is of another place')
  await pass(150)
  for (const one of await asked()) await one.answer({ value: 2, elevation_m: 2, state: 'known' })
  t.match(pointerGround.value, { elevation_m: 2 })
  t.match(pointerValue.value, { value: 2 })
  viewing.debouncedView.value = { sensitivity_dbm: -90 }
  t.equal(pointerValue.value, undefined, 'another view has other values')
  await pass(150)
  const viewed = await onlyAsked()
  t.match(viewed.query, { sensitivity_dbm: '-90' })
  pointer.value = undefined
  await viewed.answer({ value: 3 })
  t.equal(pointerValue.value, undefined)
  t.equal(pointerGround.value, undefined)
})

t.test('the land cover under the pointer is read while the map shows it', async (t) => {
  shownId.value = undefined
  pointer.value = { lat: 7, lon: 8 }
  await pass(150)
  for (const one of await asked()) {
    t.equal(one.path, '/api/v1/elevation')
    await one.answer({}, 500)
  }
  hasLandCover.value = true
  await pass(150)
  const cover = await onlyAsked()
  t.match(cover, { path: '/api/v1/clutter', query: { lat: '7', lon: '8' } })
  await cover.answer({ type: 'trees', height_m: 12 })
  t.match(pointerCover.value, { type: 'trees', height_m: 12 })
  hasLandCover.value = false
  t.equal(pointerCover.value, undefined)
  pointer.value = undefined
})

const legendOf = (...entries: object[]) => ({ legend: { entries, unit: 'dBm' } })
const tilesOf = (link: object | null) => ({
  bounds: [7, 46, 9, 48],
  maxzoom: 12,
  bins: { tiles: ['https://localhost:8443/results/sim_1/bins/{z}/{x}/{y}.png'], values: [-90], link },
})
const link = { eirp_dbm: 30, rx_gain_dbi: 2, lossless: 32 }

t.test('a layer is described once, with legends from the sensitivity of the request', async (t) => {
  begin(recordOf('sim_1', {}, { rx_sensitivity_dbm: -110 }))
  results.show('sim_1')
  const [tiles, covered, ...none] = await asked()
  t.same(none, [], 'levels are for a request without a sensitivity')
  t.match([tiles, covered], [{ path: '/results/sim_1/tiles.json' }, { path: '/results/sim_1/preview' }])
  t.same([tiles?.query, covered?.query], [{ layer: 'value' }, { layer: 'value' }])
  const entries = [
    { label: '-110 to -90', range: [-110, -90], color: '#00000000', state: 'covered' },
    { label: 'less than -110 dBm', color: '#00000000', state: 'lacking' },
  ]
  await covered?.answer(legendOf(...entries))
  t.ok(viewing.isResultAwaited.value)
  await tiles?.answer(tilesOf(link))
  t.match(viewing.shownLayer.value, { id: 'sim_1', name: 'value', maxzoom: 11, unit: 'dBm' })
  t.match(viewing.shownLayer.value?.legends, { levels: undefined, covered: { sensitivityDbm: -110 } })
  t.same(viewing.ownView.value, { sensitivity_dbm: -110, eirp_dbm: 30 })
  const stats = await onlyAsked()
  t.match(stats, { path: '/results/sim_1/stats', query: { layer: 'value' } })
  t.match(viewing.entries.value, entries, 'its own view moves nothing')

  viewing.hidden.value = [1]
  viewing.setView({ sensitivity_dbm: -100 })
  t.same(viewing.hidden.value, [1])
  t.match(viewing.entries.value, [
    { range: [-100, -80], label: '-100 to -80' },
    { label: 'less than -100 dBm' },
  ])
  t.same(await asked(), [], 'not before it rests')
  await pass(150)
  const [another] = await asked()
  t.match(another?.query, { layer: 'value', sensitivity_dbm: '-100' })
  await stats.answer({ km2: 1 }).catch(() => {})
  t.equal(viewing.areas.value, undefined, 'areas of the earlier view come too late')
  await another?.answer({ km2: 2 })
  t.match(viewing.areas.value, { stats: { km2: 2 }, view: { sensitivity_dbm: -100 } })
  t.ok(viewing.areAreasCurrent.value)
  t.equal(viewing.viewQuery('sim_1'), 'sensitivity_dbm=-100')
  t.equal(viewing.viewQuery('sim_2'), '')

  viewing.setBothDirections(true)
  t.same(viewing.viewed.value, { sensitivity_dbm: -100, up_eirp_dbm: 30, up_sensitivity_dbm: -100 })
  t.same(viewing.hidden.value, [], 'the legend has another entry')
  viewing.setView({ eirp_dbm: 50 })
  t.match(viewing.entries.value.map(({ state, label }) => [state, label]).slice(1), [
    ['talk_out', 'talk-out only: less than -100 dBm on the uplink'],
    ['lacking', 'less than -100 dBm, and less than -100 dBm on the uplink'],
  ])
  viewing.setBothDirections(true)
  t.match(viewing.viewed.value, { up_eirp_dbm: 30 }, 'a terminal of 1 W at most')
  viewing.setView({ eirp_dbm: 13 })
  t.match(viewing.entries.value[1], { state: 'talk_in', label: 'talk-in only: less than -100 dBm' })
  viewing.setBothDirections(true)
  t.match(viewing.viewed.value, { up_eirp_dbm: 13 }, 'as strong as the mast')
  viewing.setBothDirections(false)
  t.same(viewing.viewed.value, { sensitivity_dbm: -100, eirp_dbm: 13 })
  viewing.hidden.value = [1]
  viewing.resetView()
  t.same(viewing.fullView.value, { sensitivity_dbm: -110, eirp_dbm: 30 })
  t.same(viewing.hidden.value, [1], 'the same entries are left out')
  await pass(150)
  await (await onlyAsked()).answer({}, 500)
  t.ok(viewing.areas.value?.fault)
})

t.test('without a sensitivity there are levels, and a class from the usual one', async (t) => {
  begin(recordOf('sim_2'), recordOf('sim_3', {}, { layers: ['visible', 'min_height'], output: undefined }))
  results.show('sim_2')
  const first = await asked()
  t.same(
    first.map(({ path, query }) => [path.split('/').at(-1), query.sensitivity_dbm]),
    [
      ['tiles.json', undefined],
      ['preview', undefined],
      ['preview', '-100'],
    ],
  )
  results.show('sim_3')
  t.equal(layer.value, 'visible', 'the first of its layers')
  const [tiles, levels, ...none] = await asked()
  t.same(none, [], 'geometry has no view')
  for (const one of first) await one.answer({ ...tilesOf(link), ...legendOf() })
  t.equal(viewing.shownLayer.value, undefined, 'what is described too late is not shown')
  await tiles?.answer(tilesOf(null))
  await levels?.fail()
  t.ok(viewing.layerFault.value)
  t.notOk(viewing.isResultAwaited.value, "nobody waits for what can't be described")

  results.hide()
  results.show('sim_3')
  const [seen, heights] = await asked()
  await heights?.answer({ legend: { entries: [], unit: 'm' } })
  await seen?.answer(tilesOf(null))
  t.equal(viewing.shownLayer.value?.unit, 'm')
  t.same(await asked(), [], 'and no areas but its own')
  results.show('sim_2')
  const [again, levelled, classed] = await asked()
  await levelled?.answer(legendOf({ label: '-90 and above', range: [-90, null], color: '#00000000' }))
  await classed?.answer(legendOf({ label: 'at least -100 dBm', color: '#00000000', state: 'covered' }))
  await again?.answer(tilesOf(link))
  await (await onlyAsked()).answer({ km2: 1 })
  t.equal(viewing.entries.value[0]?.label, '-90 and above')
  t.same(viewing.layersIn(recordOf('sim_2')), ['value'])
  viewing.hidden.value = [0]
  viewing.setView({ sensitivity_dbm: -95 })
  t.same(viewing.hidden.value, [], 'levels that were left out are no classes')
  t.equal(viewing.entries.value[0]?.label, 'at least -95 dBm')
  t.same(viewing.layersIn(recordOf('sim_2')), ['value', 'class'])
  t.same(viewing.layersIn(recordOf('sim_9')), ['value'], 'of the one on the map')
  await pass(150)
  await (await onlyAsked()).answer({ km2: 1 })
  layer.value = 'class'
  const classes = await asked()
  t.same(
    classes.map(({ query }) => query),
    [
      { layer: 'class', sensitivity_dbm: '-95' },
      { layer: 'class', sensitivity_dbm: '-100' },
    ],
    'a class has no levels',
  )
  for (const one of classes) await one.answer({ ...tilesOf(link), ...legendOf() })
  for (const one of await asked()) await one.answer({ km2: 1 })
  viewing.resetView()
  t.equal(layer.value, 'value', 'the class goes with its sensitivity')
  for (const one of await asked()) await one.answer({}, 500)
  results.hide()
})

const next = (after: string) => ({ link: `</api/v1/simulations?limit=1&after=${after}>; rel="next"` })

t.test('the list is read page by page, newest first, and pending ones are asked for', async (t) => {
  begin(recordOf('sim_old', at(1)), recordOf('sim_other', at(2)))
  openId.value = 'sim_old'
  const listing = results.listResults()
  const first = await onlyAsked()
  t.match(first, { path: '/api/v1/simulations', query: { limit: '100' } })
  await first.answer(
    { total: 4, simulations: [recordOf('sim_9', at(9)), pendingOf('sim_8', at(8))] },
    200,
    next('a%3D1'),
  )
  await listing
  t.same(ids(), ['sim_9', 'sim_8', 'sim_old'], 'the open one stays, what is not listed goes')
  t.same(rest.value, { after: 'a=1', ...at(8) })
  t.equal(total.value, 4)

  const status = await onlyAsked()
  t.equal(status.path, '/api/v1/status/sim_8')
  await status.answer(pendingOf('sim_8', at(8)), 200, { 'retry-after': '7' })
  await pass(6999)
  t.same(await asked(), [], 'not before the service wants to be asked')
  await pass(1)
  await (await onlyAsked()).answer({}, 500)
  await pass(2000)
  await (await onlyAsked()).answer(recordOf('sim_8', at(8)))
  t.equal(records.value[1]?.status, 'completed')
  await (await onlyAsked()).answer({ credits: 3 })
  t.match(account.value, { credits: 3 }, 'the balance is read when one ends')
  await pass(60_000)
  t.same(await asked(), [], 'what is final is asked for no more')

  const more = results.listAll()
  const second = await onlyAsked()
  t.match(second.query, { limit: '1000', after: 'a=1' })
  await second.answer({ total: 4, simulations: [recordOf('sim_7', at(7)), recordOf('sim_old', at(1))] })
  await more
  t.same(ids(), ['sim_9', 'sim_8', 'sim_7', 'sim_old'])
  t.equal(rest.value, undefined)
})

t.test('events put each simulation in its place, once, and none comes back', async (t) => {
  begin(recordOf('sim_5', at(5)), pendingOf('sim_3', at(3)))
  rest.value = { after: 'x', ...at(3) }
  total.value = 10
  results.take(pendingOf('sim_4', at(4)))
  results.take(pendingOf('sim_6', at(6)))
  results.take(pendingOf('sim_6b', at(6)))
  t.same([ids(), total.value], [['sim_6b', 'sim_6', 'sim_5', 'sim_4', 'sim_3'], 13])
  results.take(pendingOf('sim_1', at(1)))
  t.equal(total.value, 13, 'it was counted, and is farther down')
  results.take(pendingOf('sim_5', at(5)))
  t.equal(records.value[2]?.status, 'completed', 'nothing becomes pending again')
  openId.value = 'sim_3'
  results.take(recordOf('sim_3', at(3)))
  t.equal(shownId.value, 'sim_3', 'the one that is open is drawn when it is done')
  const [credits, ...described] = (await asked()).sort((one, other) => one.path.localeCompare(other.path))
  await credits?.answer({ credits: 1 })
  for (const one of described) await one.answer({}, 500)
  results.leave(recordOf('sim_3', at(3)))
  t.same(
    [openId.value, shownId.value, ids(), total.value],
    [undefined, undefined, ['sim_6b', 'sim_6', 'sim_5', 'sim_4'], 12],
  )
  results.leave(recordOf('sim_0', at(0)))
  results.leave(recordOf('sim_0', at(0)))
  t.equal(total.value, 11, 'one farther down counts, once')
  results.take(pendingOf('sim_3', at(3)))
  t.equal(ids().includes('sim_3'), false)
})

t.test('what is deleted is gone; from the first that the service keeps the rest stays', async (t) => {
  begin(recordOf('sim_a'), recordOf('sim_b'), recordOf('sim_c'))
  const removing = t.rejects(results.removeAll(['sim_a', 'sim_b', 'sim_c']), /500/)
  const first = await onlyAsked()
  t.match(first, { method: 'DELETE', path: '/api/v1/simulations/sim_a' })
  await first.answer({ code: 'not_found' }, 404)
  await (await onlyAsked()).answer({ code: 'internal_error' }, 500)
  await removing
  t.same([ids(), total.value], [['sim_b', 'sim_c'], 2])
})

t.test('the address opens a result, and a result is in the address', async (t) => {
  begin(recordOf('sim_x'))
  results.show('sim_x')
  t.equal(addresses.at(-1), '/#result=sim_x')
  for (const one of await asked()) await one.answer({}, 500)
  goTo('')
  t.equal(openId.value, undefined, 'Back closes it')
  goTo('#result=sim_y')
  const opening = openRequested()
  await (await onlyAsked()).answer(pendingOf('sim_y'))
  await opening
  t.same([openId.value, isUnknown.value], ['sim_y', false])
  await (await onlyAsked()).answer({ code: 'not_found' }, 404)
  t.equal(openId.value, undefined, 'one that is there no more is not asked for again')
  goTo('#result=sim_v')
  const overtaken = openRequested()
  const late = await onlyAsked()
  goTo('#result=sim_z')
  await late.answer(recordOf('sim_v'))
  await overtaken
  t.equal(openId.value, undefined, 'the address names another one meanwhile')
  const missing = openRequested()
  await (await onlyAsked()).answer({ code: 'not_found' }, 404)
  await missing
  t.same([openId.value, isUnknown.value], [undefined, true])
})

t.test('results are found by name, model and batch, sorted, and only those are ticked', async (t) => {
  begin(
    recordOf('sim_1', { batch_id: 'bat_1', summary: { visible_km2: 2 } }, { name: 'Mast 10' }),
    recordOf('sim_2', { batch_id: 'bat_1', summary: { visible_km2: 7 } }, { name: 'Mast 9', model: 'itm' }),
    recordOf('sim_3', {}, { name: 'Zürich' }),
  )
  const found = () => finding.found.value.map(({ id }) => id)
  t.match(finding.availableBatches.value, [{ id: 'bat_1', count: 2 }])
  t.same(finding.availableModels.value, ['itm', 'p526'])
  finding.ticked.value = new Set(['sim_1', 'sim_3'])
  finding.order.value = 'name'
  t.same(found(), ['sim_2', 'sim_1', 'sim_3'])
  finding.order.value = 'area'
  t.same(found(), ['sim_2', 'sim_1', 'sim_3'])
  finding.search.value = 'ZURI'
  t.same(found(), ['sim_3'])
  t.same(finding.tickedAndListed.value, ['sim_3'], 'what is not seen is not deleted')
  t.same([...finding.ticked.value], ['sim_1', 'sim_3'], 'and stays ticked')
  finding.search.value = ''
  finding.model.value = 'p526'
  t.same(found(), ['sim_1', 'sim_3'])
  finding.batchId.value = 'bat_1'
  t.same(found(), ['sim_1'])
  finding.model.value = ''
  finding.batchId.value = ''
  finding.order.value = 'newest'
  t.same(found(), ['sim_1', 'sim_2', 'sim_3'])
})

t.test('terrain is fetched for what is seen, as the service takes bounds', async (t) => {
  const planning = planFetch([190.1234567, -95, 200, 95])
  const plan = await onlyAsked()
  t.equal(plan.query.bbox, '-169.87654,-90,-160,90')
  const later = planFetch([-200, 10, 200, 20])
  await plan.answer({ source: 'glo30', progress: null })
  await planning
  t.equal(fetchPlan.value, undefined, 'a late plan is of another area')
  const wide = await onlyAsked()
  t.equal(wide.query.bbox, '160,10,520,20')
  await wide.answer({ source: 'glo30', progress: null })
  await later
  const before = terrainVersion.value
  const fetching = fetchTerrain([8, 47, 9, 48])
  const post = await onlyAsked()
  t.match(post, { method: 'POST', body: { bbox: [8, 47, 9, 48] } })
  await post.answer({}, 202)
  await (await onlyAsked()).answer({ source: 'glo30', progress: { state: 'running' } })
  await pass(1500)
  await (await onlyAsked()).answer({ source: 'glo30', progress: { state: 'done' } })
  t.equal(terrainVersion.value, before)
  await (await onlyAsked()).answer({ footprints: [], clusters: [] })
  await fetching
  t.equal(terrainVersion.value, before + 1)

  for (const [clusters, version] of [
    [[], before + 1],
    [[{ tiles: 1 }], before + 2],
  ] as const) {
    comeBack()
    await (await onlyAsked()).answer({ footprints: [], clusters })
    t.equal(terrainVersion.value, version, 'who comes back sees files that were added')
  }
  comeBack()
  await (await onlyAsked()).answer({}, 500)
  t.match(footprints.value, { clusters: [{ tiles: 1 }] }, 'what is known stays')
  t.equal(terrainVersion.value, before + 2)
  footprints.value = undefined
  comeBack()
  t.same(await asked(), [], 'without a map nobody asks')
})

t.test('events are followed while somebody looks, else what is pending is asked for', async (t) => {
  begin(pendingOf('sim_1', at(1)))
  results.isListed.value = true
  const stop = followAccount(() => {})
  const first = await asked()
  t.same(first.map(({ path }) => path).sort(), ['/api/v1/events', '/api/v1/status/sim_1'])
  const [status, stream] = first.sort((one, other) => other.path.localeCompare(one.path))
  await status?.answer(recordOf('sim_1', at(1)))
  await (await onlyAsked()).answer({ credits: 1 })
  hideDocument(true)
  t.ok(stream?.isAborted, 'a hidden page has no stream')
  await pass(20_000)
  t.same(await asked(), [])
  hideDocument(false)
  const events = [
    'retry: 2000\nid: evt_0\n\n',
    ...[pendingOf('sim_new', at(3)), pendingOf('sim_left', at(2))].map((record) =>
      eventOf('progress', record),
    ),
    eventOf('deleted', recordOf('sim_left', at(2))),
    eventOf('reset', {}),
  ]
  await (await onlyAsked()).answer(events.join(''))
  t.ok(results.isFollowed.value)
  const list = await onlyAsked()
  t.equal(list.path, '/api/v1/simulations', 'what was before the events')
  await list.answer({ total: 1, simulations: [pendingOf('sim_1b', at(1))] })
  const again = await onlyAsked()
  t.same(ids(), ['sim_new', 'sim_1b'])
  await again.answer({ total: 1, simulations: [pendingOf('sim_1', at(1))] })
  t.same(ids(), ['sim_1'], 'a reset lists anew')
  stop()
  t.notOk(results.isFollowed.value)
})

const eventOf = (name: string, data: object) => `event: ${name}\nid: evt_1\ndata: ${JSON.stringify(data)}\n\n`

const request = (path: string, method = 'GET') =>
  new Request(`https://localhost:8443${path}`, {
    method,
    headers: { authorization: `Bearer ${token.value}` },
  })

t.test('a busy service is asked again where that does no harm, one that starts in any case', async (t) => {
  const busy = { 'retry-after': '3' }
  for (const [path, method, attempts] of [
    ['/api/v1/models', 'GET', 5],
    ['/results/x/stats?layer=y', 'POST', 5],
    ['/api/v1/simulate', 'POST', 1],
  ] as const) {
    const sending = send(request(path, method))
    for (let attempt = 1; attempt <= attempts; attempt++) {
      await (await onlyAsked()).answer({ code: 'overloaded' }, attempt % 2 === 0 ? 503 : 429, busy)
      if (attempt === attempts) break
      await pass(2999)
      t.same(await asked(), [])
      await pass(1)
    }
    t.ok([429, 503].includes((await sending).status), path)
  }
  const starting = send(request('/api/v1/simulate', 'POST'))
  for (let attempt = 0; attempt < 7; attempt++) {
    await (await onlyAsked()).answer({ code: 'starting' }, 503, busy)
    await pass(3000)
  }
  await (await onlyAsked()).answer({}, 201)
  t.equal((await starting).status, 201)
})

t.test('a key that has ended signs out, and leaves nothing for the next', async (t) => {
  begin(recordOf('sim_1'))
  const other = send(
    new Request('https://localhost:8443/api/v1/x', { headers: { authorization: 'Bearer other' } }),
  )
  await (await onlyAsked()).answer({}, 401)
  await other
  t.equal(token.value, 'rcov_first', 'a refused key is another one')
  const listing = results.listResults()
  const list = await onlyAsked()
  const sending = send(request('/api/v1/credits'))
  await (await onlyAsked()).answer({}, 401)
  await sending
  await list.answer({ total: 1, simulations: [recordOf('sim_2')] })
  await listing
  t.same(
    [token.value, isExpired.value, account.value, ids(), total.value],
    [undefined, true, undefined, [], 0],
  )
  const signing = signIn('rcov_second', true)
  const credits = await onlyAsked()
  t.equal(credits.headers.get('authorization'), 'Bearer rcov_second')
  await credits.answer({ credits: 7 })
  await signing
  t.same(
    [token.value, isExpired.value, localStorage.getItem('coverage.key')],
    ['rcov_second', false, 'rcov_second'],
  )
  signOut()
  t.equal(localStorage.getItem('coverage.key'), null)
})

t.test(
  'a code of the address is used once and leaves it; a share opens one simulation in its view',
  async (t) => {
    goTo('#login=abc&result=sim_1')
    t.equal(addresses.at(-1), '/#result=sim_1', 'no code stays in the address')
    t.equal(session.loginCode.value, 'abc')
    const signing = session.signInByCode('abc')
    const login = await onlyAsked()
    t.match(login, { method: 'POST', path: '/login', body: { code: 'abc' } })
    t.equal(login.headers.get('authorization'), null)
    t.equal(session.loginCode.value, 'abc', 'until then no earlier session opens the result')
    await login.answer({ api_key: 'rcov_third' }, 201)
    await signing
    t.same([token.value, session.loginCode.value], ['rcov_third', undefined])
    t.equal(sessionStorage.getItem('coverage.key'), 'rcov_third', 'for this tab alone')

    begin(recordOf('sim_1'))
    goTo('#share=shr_1&sensitivity_dbm=-95&eirp_dbm=many')
    t.same(
      [token.value, session.isShared.value, ids()],
      ['shr_1', true, []],
      'nothing of the account is left',
    )
    const opening = results.openShare()
    const shared = await onlyAsked()
    t.equal(shared.headers.get('authorization'), 'Bearer shr_1')
    await shared.answer(recordOf('sim_9'))
    await opening
    t.equal(total.value, 1)
    t.same([openId.value, shownId.value, viewing.viewed.value], ['sim_9', 'sim_9', { sensitivity_dbm: -95 }])
    for (const one of await asked()) await one.answer({ code: 'key_invalid' }, 401)
    t.equal(token.value, 'shr_1', 'a share that has ended signs nobody out')
    t.match(viewing.layerFault.value, /address|share|link/i)
    goTo('')
    t.equal(token.value, 'rcov_third')
    signOut()
  },
)
