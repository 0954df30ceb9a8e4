import '../../../helpers/page-host.ts'

import { signal } from '@preact/signals'
import { h } from 'preact'
import t from 'tap'
import { Account } from '../../../../server/page/browser/account/account.tsx'
import { Keys } from '../../../../server/page/browser/account/keys.tsx'
import { Ledger } from '../../../../server/page/browser/account/ledger.tsx'
import { Purchase } from '../../../../server/page/browser/account/purchase.tsx'
import { Antennas } from '../../../../server/page/browser/antennas/antennas.tsx'
import { Ask } from '../../../../server/page/browser/ask/ask.tsx'
import { CopyField } from '../../../../server/page/browser/ask/copy-field.tsx'
import { FieldInput } from '../../../../server/page/browser/ask/field.tsx'
import { Fields } from '../../../../server/page/browser/ask/fields.tsx'
import { HigherGround, Place } from '../../../../server/page/browser/ask/place.tsx'
import { Header } from '../../../../server/page/browser/header.tsx'
import { Invitation } from '../../../../server/page/browser/invitation.tsx'
import { Picture } from '../../../../server/page/browser/map/picture.tsx'
import { Readout } from '../../../../server/page/browser/map/readout.tsx'
import { TerrainFetch } from '../../../../server/page/browser/map/terrain-fetch.tsx'
import { TerrainList } from '../../../../server/page/browser/map/terrain-list.tsx'
import { AreaFigures } from '../../../../server/page/browser/results/area-section.tsx'
import { Compare } from '../../../../server/page/browser/results/compare.tsx'
import { Downloads } from '../../../../server/page/browser/results/downloads.tsx'
import { DeleteTicked, Finder } from '../../../../server/page/browser/results/finder.tsx'
import { List } from '../../../../server/page/browser/results/list.tsx'
import { MeasurementFigures } from '../../../../server/page/browser/results/measurement-figures.tsx'
import { ParameterList } from '../../../../server/page/browser/results/parameters.tsx'
import { Preview } from '../../../../server/page/browser/results/preview.tsx'
import { Progress } from '../../../../server/page/browser/results/progress.tsx'
import { Ranking } from '../../../../server/page/browser/results/ranking.tsx'
import { Rename } from '../../../../server/page/browser/results/rename.tsx'
import { Report } from '../../../../server/page/browser/results/report.tsx'
import { Result } from '../../../../server/page/browser/results/result.tsx'
import { ShareAddresses } from '../../../../server/page/browser/results/share-addresses.tsx'
import { Shares } from '../../../../server/page/browser/results/shares.tsx'
import { Sliders } from '../../../../server/page/browser/results/sliders.tsx'
import { Summary } from '../../../../server/page/browser/results/summary.tsx'
import { Swatch } from '../../../../server/page/browser/results/swatch.tsx'
import { Why } from '../../../../server/page/browser/results/why.tsx'
import { ZoneRows } from '../../../../server/page/browser/results/zone-rows.tsx'
import {
  account,
  inviteCode,
  isExpired,
  loginCode,
  setupCode,
  signIn,
  signOut,
  token,
} from '../../../../server/page/browser/service/session.ts'
import { SignIn } from '../../../../server/page/browser/sign-in.tsx'
import * as areas from '../../../../server/page/browser/state/areas.ts'
import * as asking from '../../../../server/page/browser/state/asking.ts'
import { visibleBounds } from '../../../../server/page/browser/state/centre.ts'
import * as comparing from '../../../../server/page/browser/state/comparison.ts'
import * as finding from '../../../../server/page/browser/state/finding.ts'
import { ticked } from '../../../../server/page/browser/state/finding.ts'
import { prepareForms } from '../../../../server/page/browser/state/form.ts'
import { pathFault } from '../../../../server/page/browser/state/path.ts'
import { PlaceInForm } from '../../../../server/page/browser/state/place.ts'
import {
  pointer,
  pointerCover,
  pointerGround,
  pointerValue,
} from '../../../../server/page/browser/state/pointer.ts'
import * as ranking from '../../../../server/page/browser/state/ranking.ts'
import * as results from '../../../../server/page/browser/state/results.ts'
import { fetchPlan, footprints } from '../../../../server/page/browser/state/terrain.ts'
import { formView, view } from '../../../../server/page/browser/state/view.ts'
import * as viewing from '../../../../server/page/browser/state/viewing.ts'
import { isImperial } from '../../../../server/page/browser/words/units.ts'
import { chooseLanguage } from '../../../../server/page/browser/words/words.ts'
import { drawn, settle } from '../../../helpers/page-dom.ts'
import { asked, comeBack, globals, onlyAsked, pass } from '../../../helpers/page-host.ts'
import { pendingOf, recordOf } from '../../../helpers/page-records.ts'

// What components say, and ask for, without a browser to draw them.

const accountOf = (more: object = {}) =>
  ({
    ...{ balance: 5, held: 0, plan: 'free', used_this_month: 3, limit: 1000, unmetered: false },
    ...{ storage: { used_bytes: 79, limit_bytes: 100 } },
    ...more,
  }) as never
const problemOf = (code: string, detail = 'No.') => ({ status: 400, code, title: 'No', detail })

t.test('movements are read anew for another balance, and further ones on demand', async (t) => {
  const page = await drawn(h(Ledger, { balance: 5 }))
  const first = await onlyAsked()
  t.match(first, { path: '/api/v1/credits/ledger', query: { limit: '20', offset: '0' } })
  const entry = (id: number, type: string, amount: number) => ({
    ...{ id, type, amount, at: '2026-01-01T00:00:00.000Z', balance: 5 },
  })
  await first.answer({ entries: [entry(1, 'grant', 7), entry(2, 'hold', -2), entry(3, 'new', 0)], total: 4 })
  await settle()
  const cells = page.texts('td').filter((_, at) => at % 4 !== 0)
  t.same(cells, ['granted', '+7', '5', 'reserved', '−2', '5', 'new', '0', '5'])
  await page.click('button', 'Show older entries (1)')
  const more = await onlyAsked()
  t.match(more, { query: { limit: '23', offset: '0' } })
  await more.answer({ entries: [entry(1, 'grant', 7)], total: 1 })
  await settle()
  t.same(page.all('button'), [], 'there are no older ones')
  page.draw(h(Ledger, { balance: 6 }))
  await settle()
  await (await onlyAsked()).answer(problemOf('starting'), 500)
  t.equal(page.all('p').length, 1, 'what is wrong')
  page.end()
})

t.test('a key is shown once, and no longer when it is revoked', async (t) => {
  const keyOf = (key_id: string, last_used_at: string | null, current = false) => ({
    ...{ key_id, last_used_at, current },
  })
  const keys = [keyOf('k1', null), keyOf('k2', '2026-01-01T12:00:00.000Z'), keyOf('k3', null, true)]
  const page = await drawn(h(Keys, {}))
  await (await onlyAsked()).answer({ keys })
  await settle()
  const texts = page.texts('li')
  t.match(texts, [/^k1 · never used/, /^k2 · last used /, /^k3 · never used.*used in this browser$/])
  t.same(
    page.all('button').map((button) => button.attributes['aria-label'] ?? button.text),
    ['Revoke k1', 'Revoke k2', 'Create another key'],
  )
  await page.click('button', 'Create another key')
  const made = await onlyAsked()
  t.match(made, { method: 'POST', path: '/api/v1/keys' })
  await made.answer({ api_key: 'rcov_k4_secret' })
  await (await onlyAsked()).answer({ keys: [keyOf('k4', null), ...keys] })
  await settle()
  t.equal(page.one('input', 'New key').value, 'rcov_k4_secret')
  await page.click('button', 'Revoke k1')
  const revoked = await onlyAsked()
  t.match(revoked, { method: 'DELETE', path: '/api/v1/keys/k1' })
  await revoked.answer({})
  await (await onlyAsked()).answer({ keys: [keyOf('k4', null)] })
  await settle()
  t.ok(page.one('input', 'New key'), 'another one was revoked')
  await page.click('button', 'Revoke k4')
  await (await onlyAsked()).answer({})
  await (await onlyAsked()).answer(problemOf('internal', 'It broke.'), 500)
  await settle()
  t.same(page.all('input'), [])
  t.equal(page.all('p').length, 1, 'what is wrong')
  await page.click('button', 'Create another key')
  t.same(page.all('p'), [], 'until the next attempt')
  await (await onlyAsked()).fail()
  page.end()
})

t.test('a pack is paid at another page, and who comes back sees the balance', async (t) => {
  const page = await drawn(h(Purchase, {}))
  await (await onlyAsked()).answer({
    packs: [{ pack: 'small', credits: 1000, price: '9.50', currency: 'EUR' }],
  })
  await settle()
  await page.click('button', '1,000 for €9.50')
  const bought = await onlyAsked()
  t.match(bought, { path: '/api/v1/credits/purchase', body: { pack: 'small' } })
  t.match(bought.headers.get('idempotency-key'), /^[0-9a-f-]{36}$/)
  await bought.answer({ checkout_url: 'https://pay.example/1' })
  await settle()
  t.match(page.one('a').attributes, { href: 'https://pay.example/1', rel: 'noopener noreferrer' })
  await page.click('button', '1,000 for €9.50')
  t.same(page.all('a'), [], 'another one is asked for')
  const again = await onlyAsked()
  t.not(again.headers.get('idempotency-key'), bought.headers.get('idempotency-key'))
  await again.fail()
  comeBack()
  const back = await onlyAsked()
  t.equal(back.path, '/api/v1/credits')
  await back.answer(accountOf({ balance: 1005 }))
  t.equal(account.value?.balance, 1005)
  page.end()
  await settle()
  comeBack()
  t.same(await asked(), [], 'nobody is there any more')
})

t.test('an account has credits, or a store that fills, and ends', async (t) => {
  account.value = accountOf()
  const header = await drawn(h(Header, {}))
  t.match(header.text, '5 credits · free')
  t.equal(header.all('p')[0]?.attributes.title, 'This month: 3 of 1,000 used')
  account.value = accountOf({ held: 2 })
  await settle()
  t.match(header.text, '5 credits · 2 reserved · free')
  account.value = accountOf({ unmetered: true })
  await settle()
  t.match(header.text, 'Unmetered account')
  t.notMatch(header.text, 'full')
  account.value = accountOf({ unmetered: true, storage: { used_bytes: 800, limit_bytes: 1000 } })
  await settle()
  t.match(header.text, 'store 80\u00a0% full')
  const page = await drawn(h(Account, {}))
  t.same(page.texts('dd'), ['free, unmetered'])
  t.same(
    (await asked()).map(({ path }) => path),
    ['/api/v1/keys'],
    'neither packs nor movements',
  )
  account.value = accountOf({ held: 2 })
  await settle()
  t.same(page.texts('dd'), ['5', '2', '3 of 1,000 used', 'free'])
  const paths = (await asked()).map(({ path }) => path)
  t.same(paths, ['/api/v1/credits/packs', '/api/v1/credits/ledger'])
  await page.click('button', 'Manage patterns')
  t.equal(view.value, 'antennas')
  page.end()
  const [units, languages] = header.all('select')
  if (units === undefined || languages === undefined) throw new Error('No choices.')
  t.same([units.value, languages.value], ['metric', 'en'])
  t.same(header.texts('option'), ['km, m', 'mi, ft', 'English', 'Deutsch'])
  await header.click('button', 'Sign out')
  t.equal(token.value, undefined)
  t.equal(account.value, undefined)
  header.end()
})

t.test('who signs in is told why it fails, and keeps the key where it is wanted', async (t) => {
  isExpired.value = true
  const page = await drawn(h(SignIn, {}))
  const fault = () => page.all('p').find((one) => one.attributes.role === 'alert')?.text
  t.equal(fault(), 'Your key is no longer valid. Sign in with another key.')
  const [, key, kept] = page.all('input')
  if (key === undefined || kept === undefined) throw new Error('No fields.')
  await page.fill(key, { value: ' rcov_a ' })
  await page.submit()
  t.equal(fault(), '')
  const refused = await onlyAsked()
  t.equal(refused.headers.get('authorization'), 'Bearer rcov_a')
  t.ok(page.one('button').disabled)
  await refused.answer(problemOf('key_invalid'), 401)
  await settle()
  t.equal(fault(), 'Key unknown, revoked or expired.')
  t.notOk(page.one('button').disabled)
  await page.fill(kept, { checked: true })
  await page.submit()
  await (await onlyAsked()).answer(accountOf())
  t.equal(token.value, 'rcov_a')
  t.equal(globals.localStorage.getItem('coverage.key'), 'rcov_a')
  t.equal(globals.sessionStorage.getItem('coverage.key'), null)
  signOut()
  loginCode.value = 'code_1'
  await settle()
  const redeemed = await onlyAsked()
  t.match(redeemed, { path: '/login', body: { code: 'code_1' } })
  await redeemed.answer(problemOf('key_invalid'), 401)
  await settle()
  t.match(fault(), 'This sign-in link was already used')
  t.notOk(page.one('button').disabled)
  page.end()
})

t.test('an invite shows its key, then signs in; one that is over offers nothing more', async (t) => {
  inviteCode.value = 'inv_1'
  const page = await drawn(h(Invitation, { code: 'inv_1', isFirst: false }))
  await page.submit()
  const first = await onlyAsked()
  t.match(first, { path: '/invite', body: { code: 'inv_1' } })
  await first.fail()
  await settle()
  t.ok(page.one('button', 'Show key'), 'it can be tried again')
  await page.submit()
  await (await onlyAsked()).answer({ api_key: 'rcov_new' })
  await settle()
  t.equal(page.one('input', 'API key').value, 'rcov_new')
  t.same(page.texts('button'), ['Copy', 'Sign in with this key'])
  await page.submit()
  const entered = await onlyAsked()
  t.equal(entered.headers.get('authorization'), 'Bearer rcov_new')
  t.equal(inviteCode.value, 'inv_1', 'not before the service takes it')
  await entered.answer(accountOf())
  t.equal(token.value, 'rcov_new')
  t.equal(inviteCode.value, undefined)
  page.end()
  signOut()

  for (const [isFirst, path, code, isOver] of [
    [false, '/invite', 'invite_used', true],
    [false, '/invite', 'key_invalid', false],
    [true, '/login', 'key_invalid', true],
    [true, '/login', 'route_not_found', true],
    [true, '/login', 'rate_limited', false],
  ] as const) {
    setupCode.value = 'set_1'
    const over = await drawn(h(Invitation, { code: 'set_1', isFirst }))
    await over.submit()
    const asked = await onlyAsked()
    t.equal(asked.path, path)
    await asked.answer(problemOf(code), 400)
    await settle()
    t.equal(over.all('button').length, isOver ? 1 : 2, `${path} ${code}`)
    t.equal(over.text.includes('This setup link works once'), isFirst && isOver)
    await over.click('button', 'Use an existing key')
    t.equal(setupCode.value, undefined)
    over.end()
  }
  const signedIn = signIn('rcov_next')
  await (await onlyAsked()).answer(accountOf())
  await signedIn
})

t.test(
  'an antenna is told by its figures, and its pattern drawn from the right and from the top',
  async (t) => {
    formView.value = 'link'
    view.value = 'antennas'
    const page = await drawn(h(Antennas, {}))
    const antennaOf = (id: string, more: object) => ({ id, ...more })
    const none = { make: '', frequency_mhz: null, gain_dbi: null, horizontal_beamwidth: null }
    const antennas = [
      antennaOf('ant_1', { ...none, name: '' }),
      antennaOf('ant_2', {
        name: 'Two',
        make: 'Acme',
        frequency_mhz: 0,
        gain_dbi: 0,
        horizontal_beamwidth: 65.04,
      }),
    ]
    await (await onlyAsked()).answer({ antennas })
    await settle()
    t.same(page.texts('li'), ['TwoAcme · 0 MHz · 0 dBi · 65°', 'ant_1'])
    await page.submit()
    t.match(page.text, 'Choose a file first.')
    await page.click('button', 'ant_1')
    const read = await onlyAsked()
    t.equal(read.path, '/api/v1/antennas/ant_1')
    await read.answer({
      ...antennas[0],
      horizontal: { angles_deg: [0, 90, 180, 270], attenuation_db: [0, 10, 60, 20] },
      vertical: { angles_deg: [0, 90, 181, 350], attenuation_db: [3, 20, 20, 0] },
      ...{ vertical_beamwidth: 7.26, front_to_back: 60, polarization: '', tilt: 'ELECTRICAL' },
    })
    await settle()
    const [horizontal, vertical] = page.all('svg')
    t.equal(
      horizontal?.attributes['aria-label'],
      'Horizontal cut: no −3 dB beamwidth, front-to-back ratio 60 dB',
    )
    t.equal(
      vertical?.attributes['aria-label'],
      'Vertical cut: 7.3° beamwidth (−3 dB), maximum 10° above horizontal',
    )
    const shapes = page.all('path').filter((path) => path.attributes.class === 'polar-cut')
    // 40 dB weaker is the centre; clockwise, the one from the top, the other from the right.
    t.equal(shapes[0]?.attributes.d, 'M0.0 -100.0L75.0 0.0L0.0 0.0L-50.0 0.0Z')
    t.match(shapes[1]?.attributes.d, /^M92\.5 0\.0L0\.0 50\.0L/)
    t.same(page.texts('dt'), ['Tilt in the file'])
    t.same(
      page
        .all('circle')
        .map(({ attributes }) => attributes.r)
        .slice(0, 4),
      ['100', '75', '50', '25'],
    )
    await page.click('button', 'Delete')
    await page.click('button', 'No')
    t.same(await asked(), [])
    await page.click('button', 'Delete')
    await page.click('button', 'Yes, delete')
    t.ok(page.one('button', 'Yes, delete').disabled)
    const removed = await onlyAsked()
    t.match(removed, { method: 'DELETE', path: '/api/v1/antennas/ant_1' })
    await removed.fail()
    await settle()
    t.notOk(page.one('button', 'Yes, delete').disabled, 'once more')
    await page.click('button', '← Back to form')
    t.equal(view.value, 'link')
    page.end()
  },
)

const { layer, openId, records, rest, shownId, total } = results

async function begin(...listed: results.SimulationRecord[]): Promise<void> {
  results.hide()
  openId.value = undefined
  records.value = listed
  total.value = listed.length
  rest.value = undefined
  results.isListed.value = true
  for (const one of await asked()) await one.answer({}, 500)
}

/** Shows a result of path loss on the map. */
async function show(id: string): Promise<void> {
  results.show(id)
  for (const one of await asked()) {
    const isTiles = one.path.endsWith('tiles.json')
    const bins = { tiles: ['https://localhost:8443/bins/{z}/{x}/{y}.png'], values: [-90] }
    const link = { eirp_dbm: 30, rx_gain_dbi: 2, lossless: 32 }
    await one.answer(
      isTiles
        ? { bounds: [7, 46, 9, 48], maxzoom: 12, bins: { ...bins, link } }
        : {
            legend: {
              entries: [{ label: 'x', range: [-110, -90], color: '#000000ff', state: 'covered' }],
              unit: 'dBm',
            },
          },
    )
  }
  for (const one of await asked()) await one.answer({ km2: 1, zones: [], farthest_km: 1.5 })
}

t.test('a result in a sentence: shares are of all cells, also of none', async (t) => {
  const said = async (summary: object | undefined) => {
    const page = await drawn(h(Summary, { record: recordOf('sim_1', { summary }) }))
    const { text } = page
    page.end()
    return text
  }
  const counts = { visible: 1, blocked: 2, unknown: 1, visible_km2: 3.14, farthest_km: 9.6 }
  t.equal(await said(undefined), '')
  t.equal(
    await said(counts),
    '3.1 km² covered, 25\u00a0% of the area within range · up to 9.6 km away · 25\u00a0% without terrain data',
  )
  t.equal(
    await said({ ...counts, unknown: 0, farthest_km: 0 }),
    '3.1 km² covered, 33.3\u00a0% of the area within range',
  )
  t.match(await said({ visible: 0, blocked: 0, unknown: 0, visible_km2: 0, farthest_km: 0 }), / 0\u00a0% of/)
})

t.test('zones are added up by state, and levels stand from the strongest down', async (t) => {
  const zoneOf = (state: string, km2: number, label: string = state) => ({
    state,
    km2,
    label,
    color: '#ff000080',
  })
  const rows = async (wholeKm2: number, ...zones: object[]) => {
    const page = await drawn(h(ZoneRows, { zones: zones as never, wholeKm2 }))
    const said = page.texts('dt').map((name, at) => `${name}: ${page.texts('dd')[at]}`)
    page.end()
    return said
  }
  t.same(
    await rows(10, zoneOf('covered', 1), zoneOf('covered', 2), zoneOf('lacking', 4), zoneOf('unknown', 0)),
    ['Covered: 3 km² · 30 %', 'Too weak: 4 km² · 40 %', 'No terrain data: 0 km² · 0 %'],
  )
  t.same(
    await rows(10, zoneOf('covered', 1), zoneOf('talk_in', 2), zoneOf('lacking', 7), zoneOf('unknown', 0)),
    [
      'Both directions: 1 km² · 10 %',
      'Talk-in only: 2 km² · 20 %',
      'Too weak: 7 km² · 70 %',
      'No terrain data: 0 km² · 0 %',
    ],
  )
  t.same(await rows(10, zoneOf('level', 1, 'a'), zoneOf('level', 2, 'b'), zoneOf('unknown', 5)), [
    'b: 2 km² · 20 %',
    'a: 1 km² · 10 %',
    'No terrain data: 5 km² · 50 %',
  ])
  t.match(await rows(0), [/ 0 %$/, / 0 %$/, / 0 %$/])
  const page = await drawn(h(Swatch, { color: '#ff000080', label: 'no signal (hatched)' }))
  t.match(page.one('path').attributes, { stroke: '#ff0000', 'stroke-opacity': String(128 / 255) })
  page.end()
})

t.test('files are of the layer and in the view that are shown', async (t) => {
  const record = recordOf('sim_1', {}, { rx_sensitivity_dbm: -110, layers: ['value', 'class'] })
  const links = {
    tif: '/results/sim_1.tif',
    pgw: '/results/sim_1.pgw?a=1',
    map: '/results/sim_1/map.png',
    geojson: '/results/sim_1.geojson',
    stats: '/results/sim_1/stats',
  }
  await begin(record)
  const page = await drawn(h(Downloads, { record, links }))
  const buttons = page.all('button')
  const addresses = async () => {
    const found: string[] = []
    for (const button of buttons) {
      await page.does(button, 'click')
      t.ok(
        buttons.every(({ disabled }) => disabled),
        'one after the other',
      )
      const one = await onlyAsked()
      found.push(`${one.path}?${new URLSearchParams(one.query)}`)
      await one.answer(problemOf('internal'), 500)
      await settle()
    }
    return found
  }
  t.same(await addresses(), [
    '/results/sim_1.tif?',
    '/results/sim_1.pgw?a=1',
    '/results/sim_1/map.png?',
    '/results/sim_1.geojson?',
    '/results/sim_1/stats?',
  ])
  t.equal(page.all('p').length, 1, 'what is wrong')
  await show('sim_1')
  viewing.setView({ sensitivity_dbm: -100 })
  await pass(1000)
  for (const one of await asked()) await one.answer({}, 500)
  chooseLanguage('de')
  t.same(await addresses(), [
    '/results/sim_1.tif?',
    '/results/sim_1.pgw?a=1',
    '/results/sim_1/map.png?sensitivity_dbm=-100&lang=de',
    '/results/sim_1.geojson?sensitivity_dbm=-100',
    '/results/sim_1/stats?sensitivity_dbm=-100',
  ])
  chooseLanguage('en')
  layer.value = 'class'
  await pass(1000)
  for (const one of await asked()) await one.answer({}, 500)
  t.match(await addresses(), [
    /tif\?layer=class&sensitivity_dbm=-100$/,
    /pgw\?a=1&layer=class$/,
    /map.png\?layer=class&sensitivity_dbm=-100$/,
    /layer=class&sensitivity_dbm=-100$/,
    /layer=class&sensitivity_dbm=-100$/,
  ])
  page.end()
  await begin()
})

t.test(
  'the address of a share is for a phone where a phone reaches it, and for other programs',
  async (t) => {
    const record = recordOf('sim_1', {}, { layers: ['value', 'class'] })
    await begin(record)
    const fields = async (address: string) => {
      const page = await drawn(h(ShareAddresses, { record, address }))
      const values = page.all('input').map(({ value }) => value)
      const hasCode = page.all('svg').length > 0
      page.end()
      return [hasCode, ...values]
    }
    const of = (origin: string, more = '') => [
      `${origin}/results/sim_1/tiles/{z}/{x}/{y}.png?share=shr_1${more}`,
      `/vsicurl/${origin}/results/sim_1.tif?share=shr_1${more}`,
    ]
    for (const host of ['localhost', '127.0.0.1', '127.9.8.7', '[::1]']) {
      t.same(await fields(`http://${host}:1/#share=shr_1`), [false, ...of(`http://${host}:1`)])
    }
    for (const host of ['127.example', 'localhost.example']) {
      t.same(await fields(`https://${host}/#share=shr_1`), [true, ...of(`https://${host}`)])
    }
    shownId.value = 'sim_1'
    layer.value = 'class'
    t.same(await fields('http://localhost/#share=shr_1'), [false, ...of('http://localhost', '&layer=class')])
    layer.value = 'value'
    t.same(await fields('http://localhost/#share=shr_1'), [false, ...of('http://localhost')])
    await begin()
  },
)

t.test('a share is shown once, warned of, and no longer when it is revoked', async (t) => {
  const record = recordOf('sim_1')
  await begin(record)
  const page = await drawn(h(Shares, { record }))
  const listed = await onlyAsked()
  t.equal(listed.path, '/api/v1/simulations/sim_1/shares')
  const shareOf = (share_id: string) => ({ share_id, expires_at: '2026-02-01T00:00:00.000Z' })
  await listed.answer({ shares: [shareOf('shr_0')] })
  await settle()
  t.same(page.texts('button'), ['Create share link', 'Revoke'])
  await page.click('button', 'Create share link')
  const made = await onlyAsked()
  t.match(made, { method: 'POST', path: '/api/v1/simulations/sim_1/shares' })
  const warnings = [{ code: 'address_is_local', detail: 'Local.' }]
  await made.answer({ url: 'http://localhost/#share=shr_1_x', warnings })
  await (await onlyAsked()).answer({ shares: [shareOf('shr_0'), shareOf('shr_1')] })
  await settle()
  t.equal(page.one('input', 'Share link').value, 'http://localhost/#share=shr_1_x')
  t.match(page.text, 'This link opens only on the machine of the service.')
  const revoke = async (at: number, path: string, ...left: string[]) => {
    const button = page.all('button').filter(({ text }) => text === 'Revoke')[at]
    if (button === undefined) throw new Error('No such share.')
    await page.does(button, 'click')
    const revoked = await onlyAsked()
    t.match(revoked, { method: 'DELETE', path })
    await revoked.answer({})
    await (await onlyAsked()).answer({ shares: left.map(shareOf) })
    await settle()
  }
  await revoke(0, '/api/v1/simulations/sim_1/shares/shr_0', 'shr_1')
  t.ok(page.one('input', 'Share link'), 'another one was revoked')
  await revoke(0, '/api/v1/simulations/sim_1/shares/shr_1')
  t.same(page.all('input'), [])
  t.notMatch(page.text, 'only on the machine')
  page.end()
})

t.test('sliders begin at the request, go as far as the view, and are put back', async (t) => {
  await begin(recordOf('sim_1', {}, { rx_sensitivity_dbm: -110 }))
  const page = await drawn(h(Sliders, {}))
  t.equal(page.text, '', 'of no result')
  await show('sim_1')
  await settle()
  t.same(page.texts('output'), ['−110 dBm', '30 dBm'])
  t.ok(page.one('button', 'Reset to the values of the request').disabled)
  const [sensitivity, eirp, bothDirections] = page.all('input')
  if (sensitivity === undefined || eirp === undefined || bothDirections === undefined)
    throw new Error('No sliders.')
  t.match(sensitivity.attributes, { min: '-150', max: '-20' })
  t.match(eirp.attributes, { min: '-10', max: '90' })
  await page.fill(bothDirections, { checked: true })
  t.same(page.texts('output'), ['−110 dBm', '30 dBm', '30 dBm', '−110 dBm'])
  await page.fill(bothDirections, { checked: false })
  await page.fill(sensitivity, { value: '-160' })
  t.same(page.texts('output'), ['−160 dBm', '30 dBm'])
  t.match(sensitivity.attributes, { min: '-160', max: '-20' })
  t.equal(
    page.all('div').find(({ attributes }) => attributes.role === 'status')?.attributes['aria-busy'],
    'true',
  )
  await page.click('button', 'Reset to the values of the request')
  t.same(page.texts('output'), ['−110 dBm', '30 dBm'])
  page.end()
  await pass(1000)
  await begin()
})

t.test('the list says what of each there is, and draws a hundred at a time', async (t) => {
  account.value = { unmetered: true } as never
  await begin()
  const empty = await drawn(h(List, {}))
  t.match(empty.text, 'No results yet.')
  empty.end()
  const many = Array.from({ length: 101 }, (_, at) =>
    recordOf(`sim_${at}`, { links: undefined }, { frequency: 145.5 }),
  )
  await begin(...many)
  rest.value = { after: 'sim_100', created_at: '2026-01-01T00:00:00.000Z' }
  total.value = 107
  const page = await drawn(h(List, {}))
  t.equal(page.all('li').length, 100)
  t.match(page.texts('li')[0], /145\.5 MHz · 10 km.*The result has expired/)
  t.match(page.text, '6 older results are not loaded yet.')
  const [first] = page.all('li')
  const tick = first?.all.find(({ localName }) => localName === 'input')
  if (tick === undefined) throw new Error('No tick.')
  await page.fill(tick, { checked: true })
  t.same([...ticked.value], ['sim_0'])
  t.ok(page.one('button', 'Delete selected (1)'))
  await page.fill(tick, { checked: false })
  t.same([...ticked.value], [])
  await page.click('button', 'Show older entries (7)')
  t.equal(page.all('li').length, 101)
  const more = await onlyAsked()
  t.match(more, { path: '/api/v1/simulations', query: { after: 'sim_100' } })
  await more.answer(problemOf('internal'), 500)
  await settle()
  t.equal(page.all('p').filter(({ attributes }) => attributes.class === 'fault').length, 1)
  page.end()
  await begin()
})

t.test('a name is sent without spaces around it, and only another one', async (t) => {
  const page = await drawn(h(Rename, { name: 'One', rename: (name) => results.rename('sim_1', name) }))
  t.ok(page.one('button').disabled)
  await page.fill(page.one('input'), { value: ' One ' })
  t.ok(page.one('button').disabled)
  await page.fill(page.one('input'), { value: ' Two ' })
  t.notOk(page.one('button').disabled)
  await page.submit()
  const renamed = await onlyAsked()
  t.match(renamed, { method: 'PATCH', path: '/api/v1/simulations/sim_1' })
  t.same(renamed.body, { name: 'Two' })
  await renamed.fail()
  await settle()
  t.match(page.text, 'The service is not responding.')
  page.end()
})

t.test('all of a simulation that failed, is pending or has expired', async (t) => {
  account.value = { unmetered: false } as never
  const said = async (record: results.SimulationRecord) => {
    await begin(record)
    openId.value = record.id
    const page = await drawn(h(Result, { record, Figures: MeasurementFigures, Roads: () => null }))
    for (const one of await asked()) await one.answer({}, 500)
    const { text } = page
    page.end()
    return text
  }
  const more = { warnings: [], expires_at: null }
  t.match(
    await said(recordOf('sim_1', { ...more, status: 'failed', links: undefined })),
    'Failed. You were not charged.',
  )
  account.value = { unmetered: true } as never
  t.notMatch(
    await said(recordOf('sim_1', { ...more, status: 'failed', links: undefined })),
    'You were not charged.',
  )
  t.match(await said(pendingOf('sim_1', { ...more, stage: 'queued', progress: 0 })), 'Queued')
  const expired = { ...more, links: undefined, expires_at: '2026-02-01T00:00:00.000Z' }
  const text = await said(recordOf('sim_1', { ...expired, tx_ground_m: 0 }))
  t.match(text, 'The result has expired; its settings are kept.')
  t.notMatch(text, 'kept until', 'nothing is')
  t.match(text, 'Ground height at the transmitter: 0 m.')
  await begin()
})

t.test('what was asked for stands in its units, and what computed it', async (t) => {
  const record = recordOf(
    'sim_1',
    {
      engine: { backend: 'cpu', device: 'x86' },
      terrain: {
        sources: [
          { name: 'a.tif', attribution: 'A' },
          { name: 'b.tif', attribution: 'B' },
        ],
      },
    },
    { name: 'One', frequency: 145.5, k_factor: 4 / 3, tx_height: -0.5, max_range: 12345.678 },
  )
  const page = await drawn(h(ParameterList, { record }))
  const rows = Object.fromEntries(page.texts('dt').map((name, at) => [name, page.texts('dd')[at]]))
  t.match(rows, {
    Frequency: '145.5',
    Range: '12,345.678',
    ID: 'sim_1',
    'Computed by': 'cpu, x86',
    Terrain: 'a.tif: A; b.tif: B',
  })
  t.ok(Object.values(rows).includes('4/3'))
  t.ok(Object.values(rows).includes('−0.5'))
  t.notOk(Object.values(rows).includes('One'))
  page.end()
})

t.test('the pointer is told where it is, and what the result says there', async (t) => {
  const page = await drawn(h(Readout, { attribution: '', basemap: '' }))
  t.equal(page.text, '')
  pointer.value = { lat: 47.5, lon: 8.25 }
  await settle()
  t.equal(page.text, '47.50000, 8.25000')
  pointerGround.value = { elevation_m: 512.4, state: 'known' } as never
  await settle()
  t.equal(page.text, '47.50000, 8.25000 · ground height 512 m')
  pointerGround.value = undefined
  pointerCover.value = { type: 'trees', height_m: 12 } as never
  await settle()
  t.equal(page.text, '47.50000, 8.25000 · trees, 12 m')
  pointerCover.value = { type: 'water', height_m: 0 } as never
  await settle()
  t.equal(page.text, '47.50000, 8.25000 · water')
  pointerCover.value = { type: null, height_m: null } as never
  await settle()
  t.equal(page.text, '47.50000, 8.25000 · no land cover data')
  pointerCover.value = undefined
  const there = { label: 'covered', distance_km: 12.34, azimuth_deg: 359.4, state: 'covered' }
  pointerValue.value = { ...there, value: 0, unit: 'dBm' } as never
  await settle()
  t.equal(page.text, '47.50000, 8.25000 · 0 dBm · 12.3 km, 359°')
  pointerValue.value = { ...there, value: null, unit: 'dBm' } as never
  await settle()
  t.match(page.text, '· covered · 12.3 km')
  pointer.value = undefined
  await settle()
  t.equal(page.text, '')
  for (const one of await asked()) await one.answer({}, 500)
  page.end()
})

t.test('terrain is offered where it is few files, in whole megabytes', async (t) => {
  const bounds = [7, 46, 8, 47] as never
  visibleBounds.value = bounds
  const page = await drawn(h(TerrainFetch, {}))
  t.same(await asked(), [], 'the map may move on')
  visibleBounds.value = [7, 46, 9, 47] as never
  await settle()
  await pass(499)
  t.match((await onlyAsked()).query, { bbox: '7,46,9,47' })
  const said = async (plan: object) => {
    fetchPlan.value = { source: 'glo30', maximum_files: 4, progress: null, ...plan } as never
    await settle()
    return page.text
  }
  t.equal(await said({ source: null, files: 1, bytes: 1e6 }), '')
  t.equal(await said({ files: 0, bytes: 0 }), '')
  t.equal(await said({ files: 1, bytes: 2e5 }), 'Download terrain for this view (1 file, about 1 MB, glo30)')
  t.equal(
    await said({ files: 4, bytes: 16.4e6 }),
    'Download terrain for this view (4 files, about 16 MB, glo30)',
  )
  t.equal(await said({ files: 5, bytes: 20e6 }), 'Zoom in to download terrain (glo30)')
  t.equal(await said({ files: null, bytes: 0 }), 'Zoom in to download terrain (glo30)')
  t.match(
    await said({ files: 4, bytes: 1, progress: { state: 'failed', detail: 'Disk.', done: 0, files: 4 } }),
    'Terrain download failed: Disk.',
  )
  t.equal(
    await said({ files: 4, bytes: 1, progress: { state: 'running', done: 1, files: 4 } }),
    'Downloading terrain: 1 of 4 files',
  )
  page.end()
  fetchPlan.value = undefined
  visibleBounds.value = undefined

  const list = await drawn(h(TerrainList, {}))
  t.equal(list.text, '')
  footprints.value = {
    tiles: 3,
    clusters: [
      { bounds: [-71.0001, -33, 0, 0.25], tiles: 1 },
      { bounds: [179, -1, 182, 1], tiles: 2 },
    ],
  } as never
  await settle()
  t.equal(list.one('summary').text, 'Terrain: 3 tiles')
  t.same(
    list.texts('li').map((one) => one.replaceAll('\u00a0', ' ')),
    ['33° S – 0.25° N, 71° W – 0° 1 tile', '1° S – 1° N, 179° E – 178° W 2 tiles'],
  )
  list.end()
  footprints.value = undefined
})

const number = (name: string, more: object = {}) =>
  ({
    name,
    kind: 'number',
    description: name,
    unit: undefined,
    options: [],
    isFolded: false,
    ...more,
  }) as never

/** A form with a draft alone, and what is set in it. */
function formOf(draft: Record<string, unknown>, more: object = {}) {
  const set: [string, unknown][] = []
  const form = {
    draft: signal(draft),
    faults: signal(new Map<string, string>()),
    otherFaults: signal([]),
    fields: signal([]),
    antennaFields: signal([]),
    models: signal([]),
    model: signal('p526'),
    preset: signal(undefined),
    knowsPower: signal(true),
    setField: (name: string, value: unknown) => {
      set.push([name, value])
      form.draft.value = { ...form.draft.value, [name]: value }
    },
    ...more,
  }
  return { form: form as never, set, faults: form.faults }
}

t.test('a field is typed in the units of the reader, and stays as it is typed', async (t) => {
  const { form, set, faults } = formOf({ max_range: '16.09344', layers: ['a', 'c'] })
  const field = number('max_range', { unit: 'kilometres', minimum: 0.1, maximum: 300 })
  const metric = await drawn(h(FieldInput, { form, field }))
  t.match(metric.one('input').value, '16.09344')
  t.equal(metric.one('input').attributes.placeholder, '0.1 to 300')
  metric.end()
  isImperial.value = true
  const page = await drawn(h(FieldInput, { form, field }))
  t.equal(page.one('input').value, '10')
  await page.fill(page.one('input'), { value: '2.50' })
  t.equal(page.one('input').value, '2.50')
  await page.fill(page.one('input'), { value: 'x' })
  await page.fill(page.one('input'), { value: '' })
  t.same(set, [
    ['max_range', String(2.5 * 1.609344)],
    ['max_range', 'x'],
    ['max_range', ''],
  ])
  faults.value = new Map([['max_range', 'Too far.']])
  await settle()
  t.match(page.text, 'Too far.')
  page.end()
  isImperial.value = false

  const layers = number('layers', { kind: 'choices', options: ['a', 'b', 'c'] })
  const choices = await drawn(h(FieldInput, { form, field: layers }))
  const [a, b] = choices.all('input')
  if (a === undefined || b === undefined) throw new Error('No choices.')
  await choices.fill(b, { checked: true })
  await choices.fill(a, { checked: false })
  t.same(
    set.slice(3),
    [
      ['layers', ['a', 'b', 'c']],
      ['layers', ['b', 'c']],
    ],
    'in the order of the document',
  )
  choices.end()
})

t.test('a form shows what is asked, folds the rest and says the power that leaves the antenna', async (t) => {
  const models = [
    { name: 'los', title: 'Line of sight', weight: 1, output: [] },
    { name: 'p526', title: 'P.526', weight: 2, output: ['received_power'] },
  ]
  const fields = [
    number('frequency'),
    number('tx_loss_db'),
    number('k_factor', { isFolded: true }),
    number('rx_height_mode', { kind: 'choice', options: ['AGL'] }),
    number('latitude'),
    number('name'),
  ]
  const { form, faults } = formOf(
    { tx_power_dbm: '10', tx_gain_dbi: '2.15', tx_loss_db: '2.15' },
    { models: signal(models), fields: signal(fields) },
  )
  const page = await drawn(h(Fields, { form, without: ['latitude'], hasWeights: true, children: [] }))
  for (const one of await asked()) await one.answer({ presets: [] })
  const ids = () => page.all('input').map(({ attributes }) => attributes.id)
  t.same(ids(), ['field-frequency', 'field-tx_loss_db', 'field-k_factor'])
  t.match(page.text, 'EIRP 10 dBm (0.01 W)')
  t.match(page.texts('option')[0], /\(× 2\)$/)
  t.notMatch(page.texts('option')[1], /×/)
  const [folded] = page.all('details').filter(({ text }) => text.startsWith('Advanced'))
  t.equal(folded?.attributes.open, undefined)
  faults.value = new Map([['k_factor', 'Wrong.']])
  await settle()
  t.equal(folded?.attributes.open, 'true')
  page.end()
})

t.test('a place says how it was read, the ground there, and what is higher', async (t) => {
  const at = new PlaceInForm()
  const props = { name: 'place', label: 'Mast', at, fault: 'Refused.', missing: 'Missing.' }
  const page = await drawn(h(Place, props))
  for (const one of await asked()) {
    t.equal(one.path, '/api/v1/places')
    await one.answer({
      features: [{ geometry: { coordinates: [8.5, 47.25] }, properties: { name: 'Säntis' } }],
    })
  }
  await settle()
  const fault = () => page.all('p').find(({ attributes }) => attributes.class === 'fault')?.text
  t.equal(fault(), 'Missing.')
  const input = page.one('input')
  await page.fill(input, { value: 'sän' })
  t.equal(fault(), 'Refused.', 'who types a name is not wrong yet')
  t.match(
    page.all('button').map(({ text }) => text),
    ['Säntis47.25000, 8.50000'],
  )
  await page.does(input, 'blur')
  t.match(fault(), 'select a place from the list')
  await page.fill(input, { value: 'sän' })
  await page.click('button', 'Säntis47.25000, 8.50000')
  t.match(page.text, 'Säntis: Latitude 47.25000, longitude 8.50000')
  await pass(500)
  await (await onlyAsked()).answer({ elevation_m: -3.4, state: 'known' })
  await settle()
  t.match(page.text, 'ground height −3 m')
  await page.fill(input, { value: 'JN47' })
  // A degree high and two wide, at 47.5 degrees north.
  t.match(page.text, 'center of a grid square of 150 km × 111 km')
  await pass(500)
  await (await onlyAsked()).answer({ elevation_m: null, state: 'unknown' })
  await settle()
  t.match(page.text, 'no terrain data')
  page.end()
  await pass(1000)
  await asked()

  const transmitter = { lat: 47, lon: 8 }
  const higher = { lat: 47.001, lon: 8, ground_m: 480.4, distance_m: 111.2 }
  let moves = 0
  const onMove = () => void moves++
  const offer = await drawn(h(HigherGround, { transmitter, groundM: 470, higher, onMove }))
  t.match(offer.text, '111 m to the north, the ground is 10 m higher.')
  await offer.click('button')
  t.equal(moves, 1)
  offer.draw(h(HigherGround, { transmitter, groundM: 0, higher, onMove }))
  t.match(offer.text, 'the ground is 480 m higher')
  offer.draw(h(HigherGround, { transmitter, groundM: null, higher, onMove }))
  t.equal(offer.text, '')
  offer.end()
})

t.test('a path that can not be is said under the place that was asked for', async (t) => {
  const page = await drawn(h(Why, { record: recordOf('sim_1') }))
  await page.fill(page.one('input'), { value: '47.1, 8.1' })
  t.notMatch(page.text, 'No path there.')
  pathFault.value = 'No path there.'
  await settle()
  t.match(page.text, 'No path there.')
  pathFault.value = undefined
})

t.test('an area has its share of the whole, also beyond the range', async (t) => {
  await begin(recordOf('sim_1'))
  // 11.13 km by 11.06 km.
  const ring: [number, number][] = [
    [8, 0],
    [8.1, 0],
    [8.1, 0.1],
    [8, 0.1],
    [8, 0],
  ]
  areas.areas.value = [{ name: 'Town', polygons: [[ring]] }]
  areas.chosen.value = 0
  const page = await drawn(h(AreaFigures, {}))
  t.equal(page.text, 'Loading …')
  const zone = (state: string, km2: number) => ({ state, km2, label: state, color: '#000000ff' })
  areas.areaStats.value = {
    stats: { km2: 6, zones: [zone('covered', 2), zone('lacking', 4)] },
    beyondKm2: 2,
  } as never
  await settle()
  t.match(page.text, /^25\u00a0% of Town covered · 2 km² of 8 km²/)
  t.match(page.text, 'Out of range2 km² · 25 %')
  areas.areaStats.value = { stats: { km2: 6, zones: [zone('level', 6)] }, beyondKm2: 0 } as never
  await settle()
  t.match(page.text, /^Set a sensitivity/)
  t.notMatch(page.text, 'Out of range')
  page.end()

  const ranked = recordOf('sim_2', {}, { name: 'Two' })
  await begin(recordOf('sim_1', {}, { name: 'One' }), ranked)
  const ranks = await drawn(h(Ranking, {}))
  t.match(ranks.text, 'Select two or more results to see which covers most of Town.')
  t.same(ranks.texts('button'), [])
  ticked.value = new Set(['sim_1', 'sim_2'])
  await settle()
  t.match(ranks.text, 'Rank 2 results by coverage of Town')
  ranking.typedDbm.value = '-90.5'
  await settle()
  t.match(ranks.text, 'Enter a whole number of dB')
  t.ok(ranks.one('button', 'Rank 2 results by coverage of Town').disabled)
  ranking.typedDbm.value = '-90'
  await settle()
  ranking.ranks.value = [
    { record: ranked, shares: [0.5, 0.25, 0.125], beyondKm2: 12.3 },
    { record: ranked, fault: 'Gone.' },
  ]
  await settle()
  t.same(ranks.texts('li'), [
    'Two61.5 km² · 50 %25\u00a0% with a 10 dB margin · 12.5\u00a0% with a 20 dB margin10\u00a0% of Town is out of range (10 km)',
    'TwoGone.',
  ])
  areas.chosen.value = undefined
  await settle()
  t.match(ranks.text, 'rank selected results by coverage')
  ranks.end()
  ticked.value = new Set()
  ranking.typedDbm.value = undefined
  areas.areas.value = []
})

t.test('two results are named by time at one place, by letters at two', async (t) => {
  const sensitive = { rx_sensitivity_dbm: -100 }
  await begin(
    recordOf('sim_2', {}, { ...sensitive, tx_lat: 47.001 }),
    recordOf('sim_1', {}, sensitive),
    recordOf('sim_0', {}, sensitive),
  )
  const page = await drawn(h(Compare, {}))
  t.same(page.texts('label'), ['Site A', 'Site B'])
  t.same(
    page.all('select').map(({ value }) => value),
    ['sim_1', 'sim_2'],
  )
  const [before, after] = page.all('select')
  if (before === undefined || after === undefined) throw new Error('No choices.')
  await page.fill(after, { value: 'sim_0' })
  t.same(page.texts('label'), ['Before', 'After'])
  t.notOk(page.one('button', 'Compare').disabled)
  await page.fill(before, { value: 'sim_0' })
  t.ok(page.one('button', 'Compare').disabled)
  t.match(page.text, 'Select two different results.')
  const side = { id: 'sim_0' } as never
  comparing.comparison.value = { sides: [side, side], isMoved: false } as never
  comparing.areas.value = [0, 2, 1, 5]
  await settle()
  t.same(page.texts('li'), [
    'Gained: covered only after the change1 km² · 12.5 %',
    'Lost: covered only before the change2 km² · 25 %',
    'Covered by both5 km² · 62.5 %',
  ])
  comparing.comparison.value = { sides: [side, side], isMoved: true } as never
  comparing.areas.value = [0, 0, 0, 0]
  await settle()
  t.same(page.texts('li'), ['Only A0 km² · 0 %', 'Only B0 km² · 0 %', 'Covered by both0 km² · 0 %'])
  await page.click('button', 'Stop comparing')
  t.equal(comparing.comparison.value, undefined)
  page.end()
  await begin()
})

t.test('a picture is that of the layer, view and language, and is given back', async (t) => {
  const revoked: string[] = []
  const { revokeObjectURL } = URL
  URL.revokeObjectURL = (address) => void revoked.push(address)
  t.teardown(() => {
    URL.revokeObjectURL = revokeObjectURL
  })
  await begin(recordOf('sim_1', { links: { map: '/results/sim_1.png?style=map' } }, { name: 'One' }))
  const page = await drawn(h(Picture, {}))
  t.match(page.text, 'No map: this browser has no WebGL 2')
  results.show('sim_1')
  await settle()
  const isOfMap = ({ path }: { path: string }) => path === '/results/sim_1.png'
  const all = await asked()
  for (const one of all.filter((other) => !isOfMap(other))) await one.answer({}, 500)
  const [read] = all.filter(isOfMap)
  t.same(read?.query, { style: 'map', layer: 'value' })
  t.equal(read?.headers.get('authorization'), 'Bearer rcov_next')
  await read?.answer('png')
  await settle()
  const made = page.one('img').attributes
  t.match(made, { src: /^blob:/, alt: 'Map of the result One' })
  chooseLanguage('de')
  await settle()
  t.same(revoked, [made.src])
  const german = await onlyAsked()
  t.same(german.query, { style: 'map', layer: 'value', lang: 'de' })
  chooseLanguage('en')
  await settle()
  const english = await onlyAsked()
  await german.answer('late')
  await english.answer({}, 500)
  await settle()
  t.equal(page.all('p').length, 1, 'what is wrong')
  page.end()
  await begin()

  let watcher: { show(isSeen: boolean): void } | undefined
  let hasEnded = false
  class Watcher {
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      watcher = { show: (isIntersecting) => seen([{ isIntersecting }]) }
    }
    observe() {}
    disconnect() {
      hasEnded = true
    }
  }
  Object.assign(globalThis, { IntersectionObserver: Watcher })
  const preview = await drawn(h(Preview, { path: '/results/sim_1.png' }))
  watcher?.show(false)
  t.same(await asked(), [], 'not before it is seen')
  watcher?.show(true)
  t.ok(hasEnded)
  await (await onlyAsked()).answer('png')
  await settle()
  const { src } = preview.one('img').attributes
  preview.end()
  await settle()
  t.equal(revoked.at(-1), src)
})

t.test('a result on paper says in which view it is', async (t) => {
  const record = recordOf('sim_1', { warnings: [] }, { rx_sensitivity_dbm: -110 })
  await begin(record)
  await show('sim_1')
  const page = await drawn(h(Report, { record }))
  t.notMatch(page.text, 'Shown with')
  t.match(page.text, 'Farthest covered point')
  viewing.setView({ sensitivity_dbm: -100 })
  await pass(1000)
  for (const one of await asked()) await one.answer({}, 500)
  await settle()
  t.match(page.text, 'Shown with Sensitivity −100 dBm, unlike the request below.')
  page.end()
  await begin()
  for (const one of await asked()) await one.answer({}, 500)
})

t.test('price and time are in words; a text is copied once it was', async (t) => {
  account.value = { unmetered: false } as never
  const page = await drawn(h(Ask, {}))
  t.equal(page.text, 'Loading …')
  const model = { type: 'string', enum: ['los'], default: 'los' }
  const schema = { required: [], properties: { model } }
  const schemas = { SimulationRequestLos: schema, LinkRequestLos: schema }
  void prepareForms()
  for (const one of await asked()) {
    const models = [{ name: 'los', output: [] }]
    await one.answer(one.path === '/models' ? { models } : { components: { schemas } })
  }
  await settle()
  const price = () => page.all('div').find(({ attributes }) => attributes.class === 'price')?.text
  t.equal(price(), 'Price and time estimates appear here.')
  asking.estimate.value = { credits: 1, seconds: 9.94, cells: 12_345 } as never
  await settle()
  t.equal(price(), '1 credit · about 9.9 s · 12,345\u00a0cells')
  asking.estimate.value = { credits: 0, seconds: 10.4, cells: 0 } as never
  await settle()
  t.equal(price(), '0 credits · about 10 s · 0\u00a0cells')
  account.value = { unmetered: true } as never
  await settle()
  t.equal(price(), 'about 10 s · 0\u00a0cells')
  page.end()
  asking.estimate.value = undefined
  for (const one of await asked()) await one.answer({}, 500)

  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  Object.assign(globals.navigator, { clipboard })
  const field = await drawn(h(CopyField, { label: 'Key', text: 'a' }))
  t.equal(field.one('button').text, 'Copy')
  await field.click('button')
  t.same(copied, ['a'])
  t.equal(field.one('button').text, 'Copied')
  field.draw(h(CopyField, { label: 'Key', text: 'b' }))
  t.equal(field.one('button').text, 'Copy', 'another one is not')
  field.end()
})

t.test('all that are found are ticked, and what is ticked is deleted', async (t) => {
  await begin(recordOf('sim_2', { batch_id: 'bat_1' }), recordOf('sim_1', {}, { model: 'los' }))
  const page = await drawn(h(Finder, { unread: 0 }))
  const tick = page.all('input')[1]
  if (tick === undefined) throw new Error('No tick.')
  t.same([tick.checked, tick.disabled], [false, false])
  await page.fill(tick, { checked: true })
  t.same([...ticked.value], ['sim_2', 'sim_1'])
  t.equal(tick.checked, true)
  ticked.value = new Set(['sim_1'])
  await settle()
  t.equal(tick.checked, false, 'one of two')
  const [, models] = page.all('select')
  if (models === undefined) throw new Error('No choice of models.')
  await page.fill(models, { value: 'los' })
  t.same(
    finding.found.value.map(({ id }) => id),
    ['sim_1'],
  )
  await page.fill(models, { value: '' })
  const deletion = await drawn(h(DeleteTicked, {}))
  await deletion.click('button', 'Delete selected (1)')
  t.match(deletion.text, 'Delete 1 results and their files?')
  await deletion.click('button', 'Yes, delete')
  const removed = await onlyAsked()
  t.match(removed, { method: 'DELETE', path: '/api/v1/simulations/sim_1' })
  await removed.answer({})
  for (const one of await asked()) await one.answer({}, 500)
  deletion.end()
  page.end()
  ticked.value = new Set()
  await begin()
})

t.test('without compute nodes what waits says so, asked for while it is shown', async (t) => {
  const record = (stage: string) => pendingOf('sim_1', { stage, progress: 0 })
  const page = await drawn(h(Progress, { record: record('queued') }))
  const other = await drawn(h(Progress, { record: record('queued') }))
  const first = await onlyAsked()
  t.equal(first.path, '/health', 'once for all')
  await first.answer({ nodes: 0 })
  await settle()
  t.equal(page.text, 'Waiting: no compute node connected')
  await pass(4800)
  t.same(await asked(), [])
  await pass(200)
  await (await onlyAsked()).answer({ nodes: 1 })
  await settle()
  t.equal(page.text, 'Queued')
  page.draw(h(Progress, { record: record('computing') }))
  await pass(5000)
  await (await onlyAsked()).answer({ nodes: 0 })
  await settle()
  t.notMatch(page.text, 'No compute node', 'it runs')
  other.end()
  await pass(20_000)
  t.same(await asked(), [], 'nothing waits')
  page.end()
  const alone = await drawn(h(Progress, { record: record('queued') }))
  await (await onlyAsked()).answer({})
  await pass(20_000)
  t.same(await asked(), [], 'a service without nodes is asked once')
  t.equal(alone.text, 'Queued')
  alone.end()
})
