import '../../../helpers/page-host.ts'

import { h } from 'preact'
import t from 'tap'
import { MakeNetwork } from '../../../../server/page/browser/network/make-network.tsx'
import { NetworkView } from '../../../../server/page/browser/network/network-view.tsx'
import { Networks } from '../../../../server/page/browser/network/networks.tsx'
import { requestedResult } from '../../../../server/page/browser/service/session.ts'
import { readTile } from '../../../../server/page/browser/service/tile-files.ts'
import { openRequested } from '../../../../server/page/browser/state/address.ts'
import { batchId, ticked } from '../../../../server/page/browser/state/finding.ts'
import * as networks from '../../../../server/page/browser/state/network.ts'
import { clickedPlace, drawnNetwork, gaps } from '../../../../server/page/browser/state/network-map.ts'
import * as results from '../../../../server/page/browser/state/results.ts'
import { view } from '../../../../server/page/browser/state/view.ts'
import { sayNetworkLabel } from '../../../../server/page/browser/words/network.ts'
import { chooseLanguage } from '../../../../server/page/browser/words/words.ts'
import { drawn, settle } from '../../../helpers/page-dom.ts'
import { type Asked, addresses, asked, globals, goTo, onlyAsked, pass } from '../../../helpers/page-host.ts'
import { recordOf } from '../../../helpers/page-records.ts'

// The page's networks: what is asked for and taken, how they change, and what a share of one shows.

const { network } = results

function networkOf(id: string, more: object = {}): results.NetworkRecord {
  const site = (number: number, one: object) => ({
    number,
    status: 'completed',
    tx_lat: 47,
    tx_lon: 8,
    ...one,
  })
  return {
    ...{ id, name: 'Hills', status: 'completed', progress: 1, warnings: [], grid: null, cells: 4 },
    sites: [
      site(1, { id: 'sim_a', name: 'A', color: '#e69f00' }),
      site(2, { id: 'sim_b', name: 'Tower', color: '#56b4e9', sensitivity_dbm: -100 }),
    ],
    layers: ['best_server', 'strongest', 'margin', 'count', 'any', 'known'],
    bounds: [7, 46, 9, 48],
    created_at: '2026-01-01T00:00:00.000Z',
    changed_at: '2026-01-01T00:00:00.000Z',
    ...more,
  } as never
}

const byPath = (requests: Asked[], ending: string) => {
  const found = requests.find(({ path }) => path.endsWith(ending))
  if (found === undefined) throw new Error(`No ${ending} in ${requests.map(({ path }) => path).join(', ')}.`)
  return found
}
const tilesOf = (id: string, query = '') => ({
  ...{ tiles: [`https://localhost:8443/results/${id}/tiles/{z}/{x}/{y}.png${query}`] },
  ...{ bounds: [7, 46, 9, 48], maxzoom: 12 },
})
const legendOf = (label: string) => ({
  legend: { unit: null, entries: [{ label, color: '#e69f00cc', state: 'covered' }] },
})
const stats = {
  ...{ km2: 9, zones: [], farthest_km: 0, sectors: [], covered_km2: 5, uncovered_km2: 3, unknown_km2: 1 },
  sites: [
    { number: 1, id: 'sim_a', covered_km2: 4, alone_km2: 2 },
    { number: 2, id: 'sim_b', covered_km2: 3, alone_km2: null },
  ],
}

/** Opens it, and answers what the map and the table want. */
async function open(record: results.NetworkRecord): Promise<void> {
  results.openNetwork(record)
  const requests = await asked()
  await byPath(requests, '/tiles.json').answer(tilesOf(record.id, '?layer=best_server'))
  await byPath(requests, '/preview').answer(legendOf('A'))
  await byPath(requests, '/stats').answer(stats)
}

function close(): void {
  network.value = undefined
  results.records.value = []
  ticked.value = new Set()
  batchId.value = ''
}

t.test('tiles, legend and areas follow layer and sensitivity, and no late answer is taken', async (t) => {
  await open(networkOf('net_1'))
  t.match(drawnNetwork.value, {
    id: 'net_1',
    path: '/results/net_1/tiles/{z}/{x}/{y}.png?layer=best_server&size=512',
    maxzoom: 11,
    query: 'layer=best_server',
  })
  t.equal(networks.legend.value?.entries[0]?.label, 'A')
  networks.chooseLayer('count')
  const late = await asked()
  t.same(
    late.map(({ path, query }) => [path, query]),
    [
      ['/results/net_1/tiles.json', { layer: 'count' }],
      ['/results/net_1/preview', { layer: 'count' }],
    ],
    'areas are the same in every layer',
  )
  networks.chooseLayer('any')
  const requests = await asked()
  await byPath(late, '/tiles.json').answer(tilesOf('net_1', '?layer=count'))
  await byPath(late, '/preview').answer(legendOf('late'))
  t.equal(networks.legend.value?.entries[0]?.label, 'A', 'not the late one')
  t.equal(networks.networkFault.value, undefined, 'nor that it was stopped')
  await byPath(requests, '/tiles.json').answer(tilesOf('net_1', '?layer=any'))
  await byPath(requests, '/preview').answer(legendOf('covered by a site'))
  t.match(drawnNetwork.value, { query: 'layer=any' })

  networks.networkDbm.value = -90
  networks.networkDbm.value = -80
  t.same(await asked(), [], 'the slider moves')
  await pass(300)
  const rested = await asked()
  t.same(new Set(rested.map(({ query }) => query.sensitivity_dbm)), new Set(['-80']))
  t.equal(rested.length, 3)
  await byPath(rested, '/preview').answer({ code: 'layer_not_available', detail: 'No such layer.' }, 400)
  t.equal(networks.networkFault.value, 'No such layer.')
  close()
  t.equal(drawnNetwork.value, undefined)
  for (const one of rested) await one.answer({}).catch(() => {})
})

t.test('gaps and the value of a place are asked for on demand', async (t) => {
  await open(networkOf('net_2'))
  t.same(await asked(), [])
  networks.hasGaps.value = true
  const wanted = await onlyAsked()
  t.match(wanted, { path: '/results/net_2/gaps.geojson', query: {} })
  await wanted.answer({ type: 'FeatureCollection', features: [] })
  t.match(gaps.value, { type: 'FeatureCollection' })
  networks.hasGaps.value = false
  t.equal(gaps.value, undefined)
  clickedPlace.value = { lat: 47, lon: 8 }
  const there = await onlyAsked()
  t.match(there, { path: '/results/net_2/value', query: { lat: '47', lon: '8', layer: 'best_server' } })
  await there.answer({ value: 1, unit: null, label: 'A', state: 'covered' })
  t.match(networks.clickedValue.value, { at: { lat: 47 }, found: { label: 'A' } })
  close()
  t.equal(networks.clickedValue.value, undefined)
})

t.test('a color is changed with all else as it was, and its tiles are read again', async (t) => {
  results.records.value = [recordOf('sim_a', {}, { name: 'A' })]
  const area = { type: 'Polygon', coordinates: [] }
  await open(networkOf('net_3', { area, align: 'nearest' }))
  const tile = '/results/net_3/tiles/1/1/1.png'
  const read = () => readTile(tile, new AbortController().signal)
  const first = read()
  await (await onlyAsked()).answer('old')
  await first
  await read()
  t.same(await asked(), [], 'a tile is kept')

  const changing = networks.colorSite('sim_b', '#ff00ff')
  const put = await onlyAsked()
  t.match(put, { method: 'PUT', path: '/api/v1/networks/net_3' })
  t.same(put.body, {
    ...{ name: 'Hills', area, align: 'nearest' },
    sites: [
      { id: 'sim_a', color: '#e69f00' },
      { id: 'sim_b', color: '#ff00ff', name: 'Tower', sensitivity_dbm: -100 },
    ],
  })
  void networks.removeSite('sim_a')
  t.same(await asked(), [], 'one change after the other')
  const before = drawnNetwork.value
  await put.answer(networkOf('net_3', { changed_at: '2026-01-02T00:00:00.000Z' }))
  await changing
  const requests = await asked()
  await byPath(requests, '/tiles.json').answer(tilesOf('net_3'))
  await byPath(requests, '/preview').answer(legendOf('A'))
  t.not(drawnNetwork.value, before, 'drawn again')
  void read()
  t.equal((await onlyAsked()).path, tile)
  close()
})

t.test('results that do not align are taken with the nearest cells, if one wants', async (t) => {
  const made = recordOf('sim_new', { created_at: '2026-01-03T00:00:00.000Z' })
  results.records.value = [made, recordOf('sim_a'), recordOf('sim_failed', { status: 'failed' })]
  ticked.value = new Set(['sim_new', 'sim_a', 'sim_failed'])
  batchId.value = 'bat_1'
  const page = await drawn(h(MakeNetwork, {}))
  t.same(page.texts('button'), ['Create network of 2 sites', 'Create network of this batch'])
  await page.click('button', 'Create network of this batch')
  const ofBatch = await onlyAsked()
  t.match(ofBatch, { method: 'POST', path: '/api/v1/networks', body: { batch: 'bat_1' } })
  const errors = [{ pointer: '#/sites/1/id', detail: 'sites/1/id must be a simulation of path loss' }]
  await ofBatch.answer({ code: 'invalid_parameters', errors }, 400)
  await settle()
  t.match(page.text, 'sites/1/id must be a simulation of path loss')
  await page.click('button', 'Create network of 2 sites')
  const post = await onlyAsked()
  t.same(post.body, { sites: [{ id: 'sim_a' }, { id: 'sim_new' }] }, 'the oldest first')
  await post.answer({ code: 'not_aligned', grid: { step_lat: 0.00025, step_lon: 0.0004 } }, 400)
  await settle()
  t.match(page.text, /do not align with the cells of the first result \(0\.00025° × 0\.0004°\)/)
  await page.click('button', 'Use nearest cells')
  const nearest = await onlyAsked()
  t.same(nearest.body, { sites: [{ id: 'sim_a' }, { id: 'sim_new' }], align: 'nearest' })
  await nearest.answer(networkOf('net_4', { status: 'pending' }), 201)
  t.match([network.value?.id, view.value, networks.refusal.value], ['net_4', 'networks', undefined])
  t.same(
    networks.addable.value.map(({ id }) => id),
    ['sim_new'],
    'what it does not have',
  )
  page.end()
  t.match(await onlyAsked(), { path: '/api/v1/searches', query: { network: 'net_4' } })

  await pass(2000)
  const pending = await onlyAsked()
  t.equal(pending.path, '/api/v1/networks/net_4')
  await pending.answer(networkOf('net_4', { status: 'pending', progress: 0.5 }))
  await pass(2000)
  await (await onlyAsked()).answer(networkOf('net_4'))
  t.equal((await asked()).length, 3, 'it is drawn')
  await pass(10_000)
  t.same(await asked(), [], 'and asked for no longer')
  close()
})

t.test('results that do not align are computed again on the grid of the first, if one wants', async (t) => {
  const grid = { west: 7, north: 48, step_lat: 0.00025, step_lon: 0.0004 }
  const params = { name: 'Tower', resolution: 50, grid: null }
  results.records.value = [recordOf('sim_new', {}, params), recordOf('sim_a')]
  ticked.value = new Set(['sim_new', 'sim_a'])
  const page = await drawn(h(MakeNetwork, {}))
  await page.click('button', 'Create network of 2 sites')
  await (await onlyAsked()).answer({ code: 'not_aligned', grid, ids: ['sim_new'] }, 400)
  const estimate = await onlyAsked()
  t.match(estimate, { path: '/api/v1/simulate/estimate', body: { name: 'Tower', model: 'p526', grid } })
  t.notOk('resolution' in (estimate.body as object), 'it follows from the grid')
  t.throws(() => page.one('button', 'Compute again'), 'not before its price is known')
  await estimate.answer({ credits: 3, seconds: 2 })
  await settle()
  await page.click('button', 'Compute again on this grid (3 credits)')
  const batch = await onlyAsked()
  t.match(batch, {
    method: 'POST',
    path: '/api/v1/simulations/batch',
    body: { simulations: [estimate.body] },
  })
  await batch.answer({ batch_id: 'bat_2', simulations: [{ id: 'sim_again' }], credits: 3 }, 201)
  const post = byPath(await asked(), '/networks')
  t.same(post.body, { sites: [{ id: 'sim_a' }, { id: 'sim_again' }] })
  t.same([...ticked.value], ['sim_again', 'sim_a'], 'what is selected too')
  await post.answer(networkOf('net_8'), 201)
  t.match([network.value?.id, networks.refusal.value], ['net_8', undefined])
  page.end()
  await asked()
  close()
})

t.test('a share of a network shows it, and changes nothing', async (t) => {
  goTo('#share=token&layer=count&sensitivity_dbm=-90')
  Object.assign(globals.location, { href: 'https://localhost:8443/#share=token' })
  const opening = results.openShare()
  await (await onlyAsked()).answer(networkOf('net_5'))
  await opening
  const requests = await asked()
  t.same(new Set(requests.map(({ path }) => path.split('/')[3])), new Set(['tiles.json', 'preview', 'stats']))
  t.match(byPath(requests, '/preview').query, { layer: 'count', sensitivity_dbm: '-90' })
  await byPath(requests, '/tiles.json').answer(tilesOf('net_5'))
  await byPath(requests, '/preview').answer(legendOf('covered by 2 to 3 sites'))
  await byPath(requests, '/stats').answer(stats)
  const page = await drawn(h(NetworkView, { record: networkOf('net_5') }))
  t.same(page.texts('h2'), ['Hills'])
  t.match(page.text, 'covered by 2 to 3 sites')
  t.same(page.texts('td').filter(Boolean), ['1', 'A', '4 km²', '2 km²', '2', 'Tower', '3 km²', '–'])
  t.ok(
    page
      .all('input')
      .filter(({ attributes }) => attributes.type === 'color')
      .every(({ disabled }) => disabled),
  )
  for (const name of ['Remove A', 'Delete', 'Rename', 'Create share link'])
    t.throws(() => page.one('button', name), name)
  t.same(await asked(), [], 'shares are for its owner')
  page.end()
  goTo('')
  await asked()
  close()
})

t.test('networks are listed, renamed, shared and deleted by their owner', async (t) => {
  const list = await drawn(h(Networks, {}))
  const listed = await onlyAsked()
  t.match(listed, { method: 'GET', path: '/api/v1/networks' })
  await listed.answer({ networks: [networkOf('net_0', { name: '' }), networkOf('net_6')] })
  await settle()
  t.same(list.texts('strong'), ['Hills', 'Unnamed network'], 'the newest first')
  list.end()
  await open(networkOf('net_6'))
  const page = await drawn(h(NetworkView, { record: networkOf('net_6') }))
  const shares = await onlyAsked()
  t.equal(shares.path, '/api/v1/networks/net_6/shares')
  await shares.answer({ shares: [] })
  await page.click('button', 'Create share link')
  const share = await onlyAsked()
  t.match(share, { method: 'POST', path: '/api/v1/networks/net_6/shares' })
  await share.answer({ share_id: 's', url: 'https://map.example/#share=tok', warnings: [] }, 201)
  await (await onlyAsked()).answer({ shares: [] })
  await settle()
  t.equal(page.one('input', 'Share link').value, 'https://map.example/#share=tok&layer=best_server')
  t.match(String(page.one('input', 'GeoTIFF (GDAL)').value), /net_6\.tif\?share=tok&layer=best_server$/)
  await page.fill(page.one('input', 'New name'), { value: 'Valley' })
  await page.submit()
  const renamed = await onlyAsked()
  t.match(renamed, { method: 'PUT', body: { name: 'Valley', sites: [{}, {}] } })
  await renamed.answer({ code: 'network_not_found', detail: 'No.' }, 404)
  await settle()
  t.match(page.text, 'This network no longer exists.')
  await page.click('button', 'Delete')
  await page.click('button', 'Yes, delete')
  const removed = await onlyAsked()
  t.match(removed, { method: 'DELETE', path: '/api/v1/networks/net_6' })
  await removed.answer({}, 404)
  t.equal(network.value, undefined)
  page.end()
  close()
})

t.test('the address opens a network, a result takes its place, and Back closes it', async (t) => {
  requestedResult.value = 'net_7'
  const opening = openRequested()
  const status = await onlyAsked()
  t.equal(status.path, '/api/v1/status/net_7')
  await status.answer(networkOf('net_7'))
  await opening
  t.equal(network.value?.id, 'net_7')
  t.match(addresses.at(-1) ?? globals.location.hash, /result=net_7/)
  goTo('')
  t.equal(network.value, undefined)
  await asked()
  await open(networkOf('net_7'))
  results.records.value = [recordOf('sim_1')]
  results.show('sim_1')
  t.same([network.value, results.openId.value, drawnNetwork.value], [undefined, 'sim_1', undefined])
  await asked()
  results.openId.value = undefined
  results.hide()
  close()
})

t.test('legends are in the language of the page; names of sites stay', async (t) => {
  chooseLanguage('de')
  for (const [label, words] of [
    ['covered by 1 site', 'von 1 Standort abgedeckt'],
    ['visible from 4 to 5 sites', 'von 4 bis 5 Standorten aus sichtbar'],
    ['terrain data for 10 to 12 sites', 'Geländedaten auf den Pfaden zu 10 bis 12 Standorten'],
    ['not covered by any site', 'von keinem Standort abgedeckt'],
    ['Tower', 'Tower'],
  ] as const)
    t.equal(sayNetworkLabel(label), words)
  chooseLanguage('en')
})
