import '../../../helpers/page-host.ts'

import { h } from 'preact'
import t from 'tap'
import { Relays } from '../../../../server/page/browser/link/relays.tsx'
import { NextSite } from '../../../../server/page/browser/network/next-site.tsx'
import { placesOfFile } from '../../../../server/page/browser/request/candidate-places.ts'
import { account } from '../../../../server/page/browser/service/session.ts'
import { area, areas, chosen } from '../../../../server/page/browser/state/areas.ts'
import { candidates } from '../../../../server/page/browser/state/network-map.ts'
import { path } from '../../../../server/page/browser/state/path.ts'
import * as results from '../../../../server/page/browser/state/results.ts'
import * as searching from '../../../../server/page/browser/state/site-search.ts'
import { isImperial } from '../../../../server/page/browser/words/units.ts'
import { chooseLanguage } from '../../../../server/page/browser/words/words.ts'
import { type Drawn, drawn, settle } from '../../../helpers/page-dom.ts'
import { type Asked, asked, onlyAsked, pass } from '../../../helpers/page-host.ts'
import { recordOf } from '../../../helpers/page-records.ts'

// The page's search for further sites: what is asked for and when, what costs nothing, and how the chosen become sites.

const { network } = results

function networkOf(id: string, more: object = {}): results.NetworkRecord {
  return {
    ...{ id, name: 'Hills', status: 'completed', progress: 1, warnings: [], grid: null, cells: 4 },
    sites: [
      { id: 'sim_a', number: 1, name: 'A', color: '#e69f00', status: 'completed', tx_lat: 47, tx_lon: 8 },
    ],
    layers: ['best_server'],
    bounds: [7, 46, 9, 48],
    created_at: '2026-01-01T00:00:00.000Z',
    changed_at: '2026-01-01T00:00:00.000Z',
    ...more,
  } as never
}

function searchOf(id: string, more: object = {}): object {
  return {
    ...{ id, network_id: 'net_1', status: 'completed', stage: null, progress: 1, candidates: 2 },
    ...{ choice: { sites: 1 }, credits_charged: 2, created_at: '2026-01-01T00:00:00.000Z' },
    ...more,
  }
}

const places = [
  { candidate: 0, name: 'Summit, 381 m', lat: 47.1, lon: 8.1 },
  { candidate: 1, name: 'Black Hill', lat: 47.2, lon: 8.2 },
]

function choiceOf(chosenPlaces: number[], more: object = {}): object {
  const sites = chosenPlaces.map((at) => ({ ...places[at], gain: 40 + at }))
  const gain = sites.reduce((sum, one) => sum + one.gain, 0)
  return {
    ...{ unit: 'km2', sites, gain, is_optimal: true, bound: gain, greedy: { sites, gain } },
    candidates: places.map((place, at) => ({ ...place, alone: at === 0 ? 10 : 41 })),
    simulation: { model: 'p526', frequency: 868, tx_height: 15, max_range: 5 },
    site: { sensitivity_dbm: -90 },
    ...more,
  }
}

const estimate = { candidates: 2, cells: 1000, credits: 2, seconds: 1.5 }

/** Those about searches; the map's own are answered by nobody. */
async function askedOfSearch(): Promise<Asked[]> {
  return (await asked()).filter(({ path }) => /search|choice|simulations|networks/.test(path))
}

async function one(): Promise<Asked> {
  const [first, ...more] = await askedOfSearch()
  if (first === undefined || more.length > 0) {
    throw new Error(`Expected one request, got ${[first, ...more].map((each) => each?.path).join(', ')}.`)
  }
  return first
}

/** Opens a network, and the search section of it; `found`: its searches. */
async function open(record: results.NetworkRecord, found: object[] = []): Promise<Drawn> {
  account.value = { balance: 100, plan: 'enterprise', unmetered: false } as never
  results.openNetwork(record)
  const listed = await one()
  await listed.answer({ searches: found })
  return drawn(h(NextSite, {}))
}

function close(page: Drawn): void {
  page.end()
  network.value = undefined
  results.records.value = []
}

async function started(page: Drawn): Promise<void> {
  searching.isOpen.value = true
  await pass(1000)
  await (await one()).answer(estimate)
  await settle()
  await page.submit()
}

t.test('nothing is asked before somebody wants a search; then its price comes first', async (t) => {
  const page = await open(networkOf('net_1'))
  await pass(5000)
  t.same(await askedOfSearch(), [])
  searching.isOpen.value = true
  await settle()
  t.equal(page.one('button', 'Search').disabled, true, 'without a price nothing begins')
  await pass(1000)
  const first = await one()
  t.match(first, { method: 'POST', path: '/api/v1/networks/net_1/search/estimate' })
  t.same(first.body, { candidates: 'summits', sites: 1 })
  await first.answer(estimate)
  await settle()
  t.match(page.text, '2 credits · 2 candidates · about 1.5 s')
  searching.texts.distance.value = '2000'
  searching.reach.value = 'all'
  await settle()
  t.equal(page.one('button', 'Search').disabled, true, 'nor with that of another form')
  await pass(1000)
  const second = await one()
  t.same(second.body, { candidates: 'summits', sites: 1, min_distance_m: 2000, must_reach: [1] })
  const detail = 'sensitivity_dbm is required: the site has no sensitivity, so that nothing would be covered'
  await second.answer({ code: 'invalid_parameters', errors: [{ pointer: '#/sensitivity_dbm', detail }] }, 400)
  await settle()
  searching.texts.sensitivity.value = '-100'
  await pass(1000)
  t.match((await one()).body, { sensitivity_dbm: -100 })
  t.ok(page.one('input').attributes, 'a field for it')
  close(page)
})

t.test(
  'candidates are places of a file, or a grid in an area; lengths in the units of the page',
  async (t) => {
    t.same(placesOfFile('name;lat;lon\n"Old; mill";47,5;8,25\nx;y;z\n'), [
      { name: 'Old; mill', lat: 47.5, lon: 8.25 },
    ])
    t.same(placesOfFile('\uFEFFtx_lat,tx_lon\n47,8\n'), [{ lat: 47, lon: 8 }])
    const points = [
      { geometry: { type: 'Point', coordinates: [8, 47, 400] }, properties: { name: 'A' } },
      { geometry: { type: 'MultiPoint', coordinates: [[8.1, 47.1]] }, properties: null },
      { geometry: { type: 'LineString', coordinates: [[8, 47]] } },
    ]
    t.same(placesOfFile(JSON.stringify({ features: points })), [
      { name: 'A', lat: 47, lon: 8 },
      { lat: 47.1, lon: 8.1 },
    ])
    for (const text of ['', '{', 'a,b\n1,2\n', '{"features":[{}]}'])
      t.equal(placesOfFile(text), undefined, text)

    const page = await open(networkOf('net_1'))
    t.equal(await searching.addPlaces(new File(['lat,lon\n'], 'empty.csv')), false)
    await searching.choosePlaces(new File(['lat,lon\n'], 'empty.csv'))
    t.match(searching.fileFault.value, 'empty.csv has no places')
    t.equal(await searching.addPlaces(new File(['lat,lon,name\n47,8,Mill\n'], 'mill.csv')), true)
    await pass(1000)
    t.match((await one()).body, {
      candidates: {
        type: 'FeatureCollection',
        features: [{ geometry: { coordinates: [8, 47] }, properties: { name: 'Mill' } }],
      },
    })
    searching.kind.value = 'lattice'
    await pass(1000)
    t.same(await askedOfSearch(), [], 'there is no area')
    t.match(page.text, 'Draw an area or drop an area file first.')
    const ring = [
      [8, 47],
      [8.1, 47],
      [8.1, 47.1],
      [8, 47],
    ] as [number, number][]
    areas.value = [{ name: 'Town', polygons: [[ring]] }]
    chosen.value = 0
    t.equal(area.value?.name, 'Town')
    isImperial.value = true
    searching.texts.spacing.value = '5000'
    await pass(1000)
    t.match((await one()).body, {
      candidates: { area: { type: 'MultiPolygon', coordinates: [[ring]] }, spacing_m: 1524 },
    })
    t.match(page.text, 'Area: Town')
    isImperial.value = false
    areas.value = []
    chosen.value = undefined
    close(page)
  },
)

t.test('a search that runs is followed and cancelled; one that is done is chosen from', async (t) => {
  const page = await open(networkOf('net_1'))
  await started(page)
  const post = await one()
  t.match(post, { method: 'POST', path: '/api/v1/networks/net_1/search', body: { candidates: 'summits' } })
  t.ok(post.headers.get('idempotency-key'))
  await post.answer(
    { id: 'search_1', status: 'pending', created_at: '2026-01-01T00:00:00.000Z', ...estimate },
    201,
  )
  await settle()
  t.ok(page.one('button', 'Cancel search'))
  await pass(2000)
  const running = (await askedOfSearch()).find(({ path }) => path === '/api/v1/searches/search_1')
  await running?.answer(searchOf('search_1', { status: 'pending', stage: 'computing', progress: 0.5 }))
  await settle()
  t.equal(page.one('progress').value, 0.5)
  await pass(2000)
  await (await one()).answer(searchOf('search_1'))
  await pass(1000)
  const choice = await one()
  t.match(choice, {
    path: '/api/v1/searches/search_1/choice',
    query: { sites: '1', min_distance_m: '0', must_reach: 'none', weights: 'km2' },
  })
  await choice.answer(choiceOf([1]))
  await settle()
  t.same(page.texts('td').filter(Boolean).slice(0, 3), ['2', 'Black Hill', '41 km²'])
  t.match(page.text, 'Total gain: 41 km², the best selection with this number of sites.')
  const { features } = candidates.value as { features: { properties: object }[] }
  t.match(features.at(-1)?.properties, { lat: 47.2, share: 1, number: '2' }, 'the chosen one over the others')
  t.notOk('number' in (features[0]?.properties ?? {}))
  chooseLanguage('de')
  await settle()
  t.match(page.text, 'Gipfel, 381 m')
  chooseLanguage('en')

  searching.texts.sites.value = '2'
  await pass(1000)
  const next = await one()
  t.match(next.query, { sites: '2' })
  searching.texts.sites.value = '60'
  await next.answer(choiceOf([0, 1])).catch(() => {})
  await pass(1000)
  const detail = 'sites must be between 1 and 50, got 60'
  await (await one()).answer({ code: 'invalid_parameters', errors: [{ parameter: 'sites', detail }] }, 400)
  await settle()
  t.match(page.text, 'Enter a number from 1 to 50.')
  t.match(page.text, 'Total gain: 41 km²', 'a late answer is not taken')
  t.equal(page.one('button', 'Add to network').disabled, true)
  await page.click('button', 'Delete this search')
  await page.click('button', 'Yes, delete')
  const deletion = await one()
  t.match(deletion, { method: 'DELETE', path: '/api/v1/searches/search_1' })
  await deletion.answer({}, 404)
  t.same([searching.search.value, candidates.value], [undefined, undefined])
  close(page)
})

t.test(
  'a search that is found again chooses as it was asked, and charges for nothing by itself',
  async (t) => {
    const found = searchOf('search_2', { choice: { sites: 2, min_distance_m: 500, must_reach: 'any site' } })
    const page = await open(networkOf('net_1'), [found, searchOf('search_1')])
    t.equal(searching.isOpen.value, true)
    await pass(5000)
    t.same(await askedOfSearch(), [])
    await page.click('button', 'Select again (1 credit per 1000 links)')
    await pass(1000)
    const charged = await one()
    t.match(charged.query, { sites: '2', min_distance_m: '500', must_reach: 'any' })
    await charged.answer(choiceOf([], { bound: 0, candidates: places.map((one) => ({ ...one, alone: 0 })) }))
    await settle()
    t.equal(page.texts('td').filter(Boolean)[1], 'no link or no gain')
    t.match(page.text, 'No candidate adds coverage under these conditions.')
    searching.reach.value = 'none'
    await pass(1000)
    t.match((await one()).query, { must_reach: 'none' }, 'who asks for no one pays nothing')
    account.value = { unmetered: true } as never
    searching.reach.value = 'all'
    await pass(1000)
    t.match((await one()).query, { must_reach: '1' }, 'nor who has no credits')
    close(page)

    const failed = searchOf('search_3', {
      status: 'failed',
      error: { code: 'terrain_unavailable', detail: 'The ground there is unknown.' },
    })
    const other = await open(networkOf('net_2'), [failed])
    t.match(other.text, 'The ground there is unknown.')
    t.ok(other.one('button', 'Search'))
    close(other)
  },
)

t.test('what is chosen is computed, and joins the network with what it was counted with', async (t) => {
  const page = await open(networkOf('net_1'), [searchOf('search_1', { choice: { sites: 2 } })])
  await pass(1000)
  await (await one()).answer(choiceOf([1, 0]))
  await settle()
  t.match(page.text, 'Adding these sites costs about 2 credits.')
  await page.click('button', 'Add to network')
  const batch = await one()
  t.match(batch, { method: 'POST', path: '/api/v1/simulations/batch' })
  t.same(batch.body, {
    simulations: [
      {
        model: 'p526',
        frequency: 868,
        tx_height: 15,
        max_range: 5,
        tx_lat: 47.2,
        tx_lon: 8.2,
        name: 'Black Hill',
      },
      {
        model: 'p526',
        frequency: 868,
        tx_height: 15,
        max_range: 5,
        tx_lat: 47.1,
        tx_lon: 8.1,
        name: 'Summit, 381 m',
      },
    ],
  })
  t.equal(page.one('button', 'Add to network').disabled, true, 'once')
  results.isFollowed.value = true
  await batch.answer({ batch_id: 'bat_1', simulations: [{ id: 'sim_b' }, { id: 'sim_c' }], credits: 2 }, 201)
  for (const status of (await asked()).filter(({ path }) => path.includes('/status/'))) {
    const id = status.path.split('/').at(-1) ?? ''
    await status.answer(recordOf(id, { status: 'pending', progress: id === 'sim_b' ? 0.5 : 0 }))
  }
  await settle()
  t.equal(page.one('progress').value, 0.25)
  results.take(recordOf('sim_b'))
  await pass(2000)
  t.same(await askedOfSearch(), [], 'one is still computed')
  results.take(recordOf('sim_c', { status: 'failed' }))
  const put = await one()
  t.match(put, { method: 'PUT', path: '/api/v1/networks/net_1' })
  t.same((put.body as { sites: object[] }).sites.at(-1), { id: 'sim_b', sensitivity_dbm: -90 })
  t.equal((put.body as { sites: object[] }).sites.length, 2)
  const sites = [...networkOf('net_1').sites, { ...networkOf('net_1').sites[0], id: 'sim_b', number: 2 }]
  await put.answer(networkOf('net_1', { sites, changed_at: '2026-01-02T00:00:00.000Z' }))
  await settle()
  t.match(page.text, 'Sites that were not computed and not added: 1.')
  await pass(1000)
  const next = await one()
  t.equal(next.path, '/api/v1/searches/search_1/choice', 'the next one counts it as covered')
  await next.answer(choiceOf([0]))
  await settle()
  t.equal(page.texts('td').filter(Boolean)[0], '3')
  close(page)
  results.isFollowed.value = false
})

t.test('chosen places join the network also when another one is open by then', async (t) => {
  const page = await open(networkOf('net_1'), [searchOf('search_1')])
  await pass(1000)
  await (await one()).answer(choiceOf([1]))
  await settle()
  results.isFollowed.value = true
  await page.click('button', 'Add to network')
  await (await one()).answer({ batch_id: 'bat_1', simulations: [{ id: 'sim_d' }], credits: 1 }, 201)
  await (await asked())
    .find(({ path }) => path.includes('/status/'))
    ?.answer(recordOf('sim_d', { status: 'pending' }))
  results.openNetwork(networkOf('net_2'))
  await asked()
  t.equal(searching.addProgress.value, undefined, 'it is none of the other one')
  results.take(recordOf('sim_d'))
  await pass(2000)
  const read = await one()
  t.match(read, { method: 'GET', path: '/api/v1/networks/net_1' })
  await read.answer(networkOf('net_1'))
  const put = await one()
  t.match(put, { method: 'PUT', path: '/api/v1/networks/net_1' })
  await put.answer(networkOf('net_1'))
  t.equal(network.value?.id, 'net_2')
  close(page)
  results.isFollowed.value = false
})

t.test(
  'relays are searched between the ends of a link that is blocked, until it is another link',
  async (t) => {
    const profile = { ground_m: [400, 300], line_m: [412, 304] }
    const [from, to] = [
      { lat: 47, lon: 8 },
      { lat: 47.1, lon: 8.1 },
    ]
    path.value = { from, to, link: { profile, visible: false } as never, resultId: undefined }
    const page = await drawn(h(Relays, {}))
    await page.click('button', 'Find a relay site (1 credit)')
    const post = await onlyAsked()
    t.match(post, { method: 'POST', path: '/api/v1/relays' })
    t.match(post.body, { a: { ...from, height: 12 }, b: to, link: { tx_height: 12, tx_height_mode: 'AGL' } })
    const relay = (lat: number, margin_db: number) => ({
      ...{ lat, lon: 8, ground_m: 700.4, a: { margin_db, worst_fresnel: 1 }, b: { margin_db: 9 } },
    })
    await post.answer({ ranked_by: 'margin_db', nearest: null, failures: [], relays: [relay(47.05, 12.34)] })
    await settle()
    t.same(page.texts('td'), ['1', '47.05000, 8.00000', '700 m', '12.3\u00a0dB', '9\u00a0dB'])
    t.match(candidates.value, { features: [{ properties: { lat: 47.05, number: '1' } }] })
    path.value = { ...path.value }
    await settle()
    t.same([page.texts('td'), candidates.value], [[], undefined])

    await page.click('button', 'Find a relay site (1 credit)')
    const nearest = { ...relay(47.05, -3), misses: [{ end: 'a' }] }
    const next = (await asked()).find((one) => one.path.endsWith('/relays'))
    await next?.answer({ ranked_by: 'margin_db', nearest, failures: [], relays: [] })
    await settle()
    t.match(page.text, /No summit around reaches both ends. The closest:.*−3\u00a0dB/s)
    page.end()
    path.value = undefined
    await asked()
  },
)
