import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { typed } from '../../helpers/command.ts'
import { until } from '../../helpers/compute.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// Every command of `coverage` against a service in this process, on pipes and on narrow terminals.

const server = await startTestServer(t, { env: { WEBHOOK_ALLOW: '127.0.0.1' } })
const { account, apiKey } = await server.account('enterprise', 100)
const folder = t.testdir({ 'cert.pem': server.services.certificate.cert })
const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey, COVERAGE_CA: join(folder, 'cert.pem') }
const flags = Object.entries(validRequest).flatMap(([name, value]) => [
  `--${name.replaceAll('_', '-')}`,
  String(value),
])

t.test('simulate starts one; with --wait or --out it ends with it', async (t) => {
  const started = await typed(['simulate', ...flags, '--quiet'], { env })
  t.match(started, { status: 0, out: /^sim_\w+\n$/, err: '' })
  const out = join(folder, 'seen.tif')
  const saved = await typed(['simulate', ...flags, '--out', out, '--json', '--name', 'one'], { env })
  t.equal(saved.status, 0)
  t.match(saved.json(), { status: 'completed', credits_charged: 1, params: { ...validRequest, name: 'one' } })
  t.equal((await readFile(out)).toString('latin1', 0, 2), 'II')
  t.match(saved.err, `${out} was written.`)
  t.match(await typed(['simulate', ...flags, '--wait'], { env }), { status: 0, out: /^status +completed$/m })
})

t.test('a body comes from a file or from standard input, and flags win', async (t) => {
  const file = join(folder, 'request.json')
  await writeFile(file, JSON.stringify({ ...validRequest, name: 'of the file', antenna: { tilt: 2 } }))
  const sector = ['--antenna-pattern-type', 'sector', '--antenna-pattern-horizontal-beamwidth', '65']
  const rest = ['--antenna-pattern-vertical-beamwidth', '8', '--antenna-pattern-front-to-back', '25']
  const model = ['--model', 'free_space', '--layers', 'value,class', '--rx-sensitivity-dbm=-100']
  const args = [
    'simulate',
    `@${file}`,
    ...sector,
    ...rest,
    ...model,
    '--name',
    'of the flag',
    '--wait',
    '--json',
  ]
  const found = await typed(args, { env })
  t.match(found.json(), {
    params: {
      name: 'of the flag',
      layers: ['value', 'class'],
      rx_sensitivity_dbm: -100,
      antenna: { tilt: 2, pattern: { type: 'sector', horizontal_beamwidth: 65, front_to_back: 25 } },
    },
  })
  const input = JSON.stringify(validRequest)
  t.match(await typed(['simulate', '-', '--estimate', '--quiet'], { env, input }), { status: 0, out: '1\n' })
  t.match(await typed(['simulate', '-', '--estimate'], { env, input: '{' }), {
    status: 2,
    err: /Invalid JSON/,
  })
  t.match(await typed(['simulate', 'request.json'], { env }), { status: 2, err: /Expected a body as @file/ })
})

t.test('positions, presets and numbers as people write them', async (t) => {
  const rest = ['--tx-height', '20', '--max-range', '1', '--wait', '--json']
  const asked = async (...args: string[]) => (await typed(['simulate', ...args, ...rest], { env })).json()
  const preset = ['--preset', 'meshtastic-longfast-eu868']
  t.match(await asked(...preset, '--tx', "46°30'N 7°30'E", '--tx-gain-dbi', '3,5', '--k-factor', '4/3'), {
    params: {
      ...{ tx_lat: 46.5, tx_lon: 7.5, model: 'p526', frequency: 869.525, tx_power_dbm: 22 },
      ...{ tx_gain_dbi: 3.5, rx_sensitivity_dbm: -131, k_factor: 4 / 3 },
    },
  })
  t.match(
    await asked(...preset, '--erp', '2', '--tx-lat', '46,5', '--tx-lon', '7,501', '--resolution', '50'),
    {
      params: { tx_lon: 7.501, erp: 2, tx_power_dbm: undefined, resolution: 50 },
    },
  )
  t.match(await asked(...preset, '--model', 'los', '--tx', '46,5 7,5'), { params: { model: 'los', erp: 1 } })
  for (const [args, err] of [
    [
      ['--preset', 'longfst-eu868'],
      /Unknown preset "longfst-eu868"\. Similar presets: .*meshtastic-longfast-eu868/,
    ],
    [['--preset', 'pmr', '--frequency', '1,000'], /--frequency 1,000 is ambiguous: write 1.000 or 1000/],
    [['--tx', '50,0303'], /Expected a position for --tx, such as 47.6333,8.925 .*got "50,0303"/],
    [['--tx', 'JO50', '--tx-lat', '50'], /--tx sets tx_lat and tx_lon/],
  ] as const) {
    t.match(await typed(['simulate', ...args], { env }), { status: 2, out: '', err })
  }
  t.match(await typed(['presets', 'pmr446']), { status: 0, out: /500 mW ERP.*ECC Decision/ })
  t.match(await typed(['presets', '--quiet']), { out: /^meshtastic-longfast-eu868\n/ })
})

t.test('what the service refuses is refused in its words', async (t) => {
  const args = ['simulate', ...flags, '--tx-lat', 'north', '--max-range', '2000']
  const refused = await typed([...args, '-'], { env, input: '{"colour":"red"}' })
  t.equal(refused.status, 2)
  t.match(refused.err, /"colour" is not a known field; allowed: name, tx_lat/)
  t.match(await typed([...args, '--tx-hight', '3'], { env }), {
    status: 2,
    err: /^error: unknown option '--tx-hight'\n\(Did you mean --tx-height\?\)/,
  })
  t.match(await typed(['value', 'sim_a', '-46.5,7.5', '--sensitvity-dbm', '-100'], { env }), {
    status: 2,
    err: /^wrong_usage: Expected ID LAT,LON, got --sensitvity-dbm\. Did you mean --sensitivity-dbm\?/,
  })
  t.match(refused.err, /tx_lat must be a number between -85 and 85 degrees, got "north" \(a string\)/)
  t.match(refused.err, /max_range is in kilometres/)
  const unknown = ['simulate', ...flags, '--tx-lat', '-70']
  t.match(await typed(unknown, { env }), { status: 1, err: /^terrain_unavailable: No elevation is known/ })
  t.match((await typed([...unknown, '--json'], { env })).json(), { error: { code: 'terrain_unavailable' } })
})

t.test('a simulation that fails is a failure', async (t) => {
  server.compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'Nothing is known.' }
  const failed = await typed(['simulate', ...flags, '--wait'], { env })
  server.compute.failure = undefined
  t.match(failed, {
    status: 1,
    out: '',
    err: /terrain_unavailable: .* failed: Nothing is known\. Nothing was charged\./,
  })
})

t.test('Ctrl-C while it waits cancels the simulation and gives its credits back', async (t) => {
  server.compute.held = true
  const before = (await typed(['credits', '--quiet'], { env })).out
  let interrupt = () => {}
  const running = typed(['simulate', ...flags, '--wait', '--name', 'unwanted'], {
    env,
    onStart(by) {
      interrupt = by
    },
  })
  const { records } = server.services
  let id = ''
  await until(() => {
    id = records.simulations(account.id, { status: 'pending' })[0]?.id ?? ''
    return id !== ''
  }, 'it is accepted')
  // Until the command listens nothing happens.
  const ended = until(() => {
    interrupt()
    return records.simulation(id) === undefined
  }, 'it is deleted')
  const { status, err } = await running
  await ended
  server.compute.release()
  t.equal(status, 130)
  t.match(err, /was canceled; 1 credit was refunded/)
  t.equal((await typed(['credits', '--quiet'], { env })).out, before)
})

t.test('list, show, watch, result, share and delete', async (t) => {
  const { id } = (await typed(['simulate', ...flags, '--wait', '--json', '--name', 'kept'], { env })).json<{
    id: string
  }>()
  t.match(await typed(['list', '--limit', '2', '--status', 'completed'], { env }), {
    status: 0,
    out: new RegExp(`^ID .*\\n${id} .* kept$`, 'm'),
    err: /^2 of \d+/,
  })
  t.match(await typed(['list', '--limit', 'many'], { env }), {
    status: 2,
    err: /limit must be a whole number/,
  })
  t.match(await typed(['show', id], { env }), { status: 0, out: /^name +kept$/m })
  t.match(await typed(['watch', id, '--quiet'], { env }), { status: 0, out: `${id}\n` })
  const png = join(folder, 'x.png')
  t.match(await typed(['result', id, '--out', png], { env }), { status: 0, err: `${png} was written.\n` })
  t.match(await typed(['result', id, '--out', png], { env }), { status: 2, err: /already exists: --force/ })
  t.match(await typed(['result', id, '--out', png, '--force'], { env }), { status: 0 })
  t.match(await typed(['result', id, '--out', join(folder, 'x.jpg')], { env }), {
    status: 2,
    err: /\.tif, \.png/,
  })
  t.match(await typed(['result', id, '--out', join(folder, 'l.tif'), '--layer', 'min_height'], { env }), {
    status: 1,
    err: /^layer_not_available/,
  })
  await t.rejects(stat(join(folder, 'l.tif')), 'nothing is left of what failed')
  const view = [
    '--sensitivity-dbm',
    '-100',
    '--eirp-dbm',
    '40',
    '--up-eirp-dbm',
    '14',
    '--up-sensitivity-dbm',
    '-120',
  ]
  t.match(await typed(['result', id, '--out', join(folder, 'l.tif'), ...view], { env }), {
    status: 2,
    err: /sensitivity_dbm has no effect: the result is only geometry/,
  })
  const ofPower = ['simulate', ...flags, '--model', 'free_space', '--wait', '--quiet']
  const other = (await typed(ofPower, { env })).out.trim()
  const viewed = join(folder, 'viewed.geojson')
  t.match(await typed(['result', other, '--layer', 'class', '--out', viewed, ...view], { env }), {
    status: 0,
  })
  const query = 'layer=class&sensitivity_dbm=-100&eirp_dbm=40&up_eirp_dbm=14&up_sensitivity_dbm=-120'
  t.same(
    await readFile(viewed),
    (await server.client(env.COVERAGE_KEY).get(`/results/${other}.geojson?${query}`)).body,
  )
  t.match(JSON.parse(await readFile(viewed, 'utf8')), { view: { sensitivity_dbm: -100, up_eirp_dbm: 14 } })

  t.match(await typed(['share', id, '--days', 'abc'], { env }), { status: 2, err: /got "abc" \(a string\)/ })
  const shared = await typed(['share', id, '--days', '7', '--quiet'], { env })
  t.match(shared.out, /\/#share=/)
  const { shares } = (await typed(['share', id, '--list', '--json'], { env })).json<{
    shares: { share_id: string }[]
  }>()
  t.equal(shares.length, 1)
  t.match(await typed(['share', id, '--revoke', shares[0]?.share_id ?? ''], { env }), { status: 0 })
  t.match(await typed(['delete', id], { env }), { status: 0, err: `${id} was deleted.\n` })
  t.match(await typed(['show', id], { env }), { status: 1, err: /^simulation_not_found/ })
})

t.test('features, stats and value of a result', async (t) => {
  const site = { ...validRequest, tx_lat: 46.97, tx_lon: 8.03, max_range: 2 }
  const given = Object.entries(site).map(([name, value]) => `--${name.replaceAll('_', '-')}=${value}`)
  const run = (...args: string[]) => typed(args, { env })
  const id = (await run('simulate', ...given, '--model', 'free_space', '--wait', '--quiet')).out.trim()
  const client = server.client(apiKey)
  const table = join(folder, 'drive.csv')
  await writeFile(table, 'lat,lon,measured_dbm\n46.97,8.03,-70\n46.96,8.031,-90\n')
  const view = ['--eirp-dbm', '30', '--sensitivity-dbm=-80']
  const shown = await run('features', id, table, ...view)
  t.match(shown, { status: 0, out: /^n +2$/m })
  t.match(shown.out, /^bias db/m)
  const [csv, json] = ['found.csv', 'found.geojson'].map((name) => join(folder, name))
  t.match(await run('features', id, table, '--out', String(csv), ...view), { status: 0, out: '' })
  t.match(
    await readFile(String(csv), 'utf8'),
    /^lat,lon,measured_dbm,value,state,distance_m,residual_db\r\n46\.97,/,
  )
  t.match(await run('features', id, table, '--out', String(json)), { status: 0, out: /^n +2$/m })
  t.match(JSON.parse(await readFile(String(json), 'utf8')), { type: 'FeatureCollection', summary: { n: 2 } })
  t.match(await run('features', id, table, '--out', String(json)), { status: 2, err: /already exists/ })
  t.match(await run('features', id, String(json), '--out', String(csv), '--force'), {
    status: 2,
    err: /is not a line/,
  })
  const road = join(folder, 'road.geojson')
  const coordinates = [
    [8.03, 46.97],
    [8.03, 46.98],
  ]
  const properties = { name: 'A 1' }
  await writeFile(
    road,
    JSON.stringify({ type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }),
  )
  t.match(await run('features', id, road, ...view), { status: 0, out: /^A 1 +1\.112 +\d/m })
  t.match(await run('features', id, road, '--out', String(csv), '--force', ...view), { status: 0, out: '' })
  t.match(
    await readFile(String(csv), 'utf8'),
    /^feature,part,name,from_m,.*,value_mean,value_max,wkt\r\n1,1,A 1,0,.*,"LINESTRING \(8\.03 46\.97, 8\.03 /,
  )
  t.match(await run('features', id, table, '--layer', 'min_height'), {
    status: 1,
    err: /^layer_not_available/,
  })
  const input = '{"type":"Point","coordinates":[8.03,46.97]}'
  const piped = await typed(['features', id, '-', '--json', ...view], { env, input })
  t.match(piped.json(), { features: [{ properties: { result: { distance_m: 0 } } }] })

  const ring = [
    [8, 46.9],
    [8.03, 46.9],
    [8.03, 47],
    [8, 47],
    [8, 46.9],
  ]
  const area = join(folder, 'area.geojson')
  await writeFile(area, JSON.stringify({ type: 'Polygon', coordinates: [ring] }))
  const path = `/results/${id}/stats?eirp_dbm=30&sensitivity_dbm=-80`
  t.same((await run('stats', id, '--json', ...view)).json(), (await client.get(path)).json())
  const within = (await client.post(path, { type: 'Polygon', coordinates: [ring] })).json()
  t.same((await run('stats', id, '--area', area, '--json', ...view)).json(), within)
  t.match(await run('stats', id), { status: 0, out: /^STATE +ZONE +CELLS/m })
  const bothDirections = await run('stats', id, ...view, '--up-eirp-dbm', '10', '--up-sensitivity-dbm', '-80')
  t.match(bothDirections.out, /^talk-out only +[\d.]+ km², [\d.]+ %$/m)
  t.match(bothDirections.out, /^talk_out +talk-out only: less than -80 dBm on the uplink +\d+/m)
  const place = await run('value', id, '46.97,8.03', '--json', ...view)
  t.same(
    place.json(),
    (await client.get(`/results/${id}/value?lat=46.97&lon=8.03&eirp_dbm=30&sensitivity_dbm=-80`)).json(),
  )
  t.match(await run('value', id, '-46.97,8.03'), { status: 0, out: /^state +out of range$/m })
  t.match(await run('value', id, '46.97'), {
    status: 2,
    err: /Expected a position for value, .*got "46.97"/s,
  })
})

t.test('delete says what is gone and what is not', async (t) => {
  const make = async () => (await typed(['simulate', ...flags, '--wait', '--quiet'], { env })).out.trim()
  const [first, second] = [await make(), await make()]
  const asJson = await typed(['delete', first, 'sim_none', second, '--json'], { env })
  t.equal(asJson.status, 1)
  t.match(asJson.json(), {
    deleted: [first, second],
    failed: [{ id: 'sim_none', error: { code: 'simulation_not_found' } }],
  })
  const third = await make()
  t.match(await typed(['delete', first, third], { env }), {
    status: 1,
    err: `${third} was deleted.\nnot_deleted: 1 of 2 were not deleted.\n  ${first}: simulation_not_found: `,
  })
  const alone = await typed(['delete', first, '--json'], { env })
  t.match(alone.json(), { error: { code: 'simulation_not_found' } })
})

t.test('credits, keys, terrain, models and links', async (t) => {
  t.match(await typed(['credits'], { env }), { status: 0, out: /^plan +enterprise$/m })
  t.match(await typed(['credits', '--ledger', '--limit', '3'], { env }), { out: /^AT .*\n(.*\n){3}$/ })
  t.match(await typed(['credits', '--packs'], { env }), { status: 0, out: /^100 +100 +5\.00 EUR$/m })
  const made = await typed(['keys', 'create', '--json'], { env })
  const { key_id } = made.json<{ key_id: string }>()
  t.match(await typed(['keys'], { env }), { out: new RegExp(`^${key_id} `, 'm') })
  t.match(await typed(['keys', 'revoke', key_id], { env }), { status: 0 })
  t.match(await typed(['keys', 'burn'], { env }), { status: 2 })
  t.match(await typed(['terrain', '--at', '46.5,7.5'], { env }), { status: 0, out: '100 m (known, flat)\n' })
  t.match((await typed(['terrain', '--json'], { env })).json(), { type: 'FeatureCollection' })
  t.match(await typed(['models'], { env }), { out: /^p1812 +4 /m })
  t.match(await typed(['models', 'hata'], { env }), { out: /^environment +/m })
  t.match(await typed(['models', 'ether'], { env }), { status: 2, err: /Expected a model/ })
  const profile = ['--profile-distance-m', '0,2500,5000,10000', '--profile-ground-m', '100,120,180,100']
  const link = ['link', ...profile, '--tx-height', '30', '--rx-height', '10', '--frequency', '868']
  t.match(await typed(link, { env }), { status: 0, out: /█|#[\s\S]*^line of sight +blocked$/m })
  t.match((await typed([...link, '--json'], { env })).json(), { visible: false, distance_m: 10_000 })
})

t.test('webhooks are made, listed, tested, rotated, replayed and deleted', async (t) => {
  const run = (...args: string[]) => typed(['webhooks', ...args], { env })
  t.match(await run(), { status: 0, out: '(none)\n' })
  const url = 'https://127.0.0.1:1/hook'
  const made = await run('create', url, '--events', 'simulation.failed,credits.low', '--low', '7', '--json')
  const { id, secret } = made.json<{ id: string; secret: string }>()
  t.match(made.json(), { url, events: ['simulation.failed', 'credits.low'], credits_low_below: 7 })
  t.match(await run(), { out: new RegExp(`^${id} +${url} +0 +on$`, 'm') })
  const rotated = await run('rotate', id)
  t.match(rotated, {
    status: 0,
    out: /^whsec_\S+\nThe secret is shown only once\. Deliveries are also signed with the previous secret until 2/,
  })
  t.notMatch(rotated.out, secret)
  const test = await run('test', id, '--quiet')
  t.match(test, { status: 0, out: /^dlv_\w+\n$/ })
  const delivery = test.out.trim()
  await until(() => server.services.records.owedCount(id) === 0, 'the outcome of a test')
  t.match(await run('deliveries', id), {
    out: new RegExp(`^${delivery} +\\S+ +webhook\\.test +failed +1 +connection_failed`, 'm'),
  })
  t.match(await run('replay', id, delivery), {
    status: 0,
    out: `The event is being sent. Follow the delivery with coverage webhooks deliveries ${id}\n`,
  })
  t.match(await run('create', 'http://10.0.0.1/'), { status: 2, err: /url must begin with https/ })
  t.match(await run('create', url, '--low', 'x'), { status: 2, err: /credits_low_below/ })
  t.match(await run('delete', id), { status: 0, out: `${id} was deleted.\n` })
  t.match(await run('delete', id), { status: 1, err: /no webhook with this ID/ })
  for (const args of [['burn'], ['toString'], ['create'], ['list', 'x'], ['test'], ['replay', 'x']]) {
    t.match(await run(...args), { status: 2, err: /Expected: coverage webhooks/ }, args.join(' '))
  }
})

t.test('which service is asked, and by which key', async (t) => {
  const home = join(folder, 'home')
  await mkdir(home)
  const own = { XDG_CONFIG_HOME: home }
  const file = join(home, 'coverage/config.json')
  t.match(
    await typed(['credits', '--url', server.origin], { env: { ...own, COVERAGE_CA: env.COVERAGE_CA } }),
    {
      status: 2,
      err: /^key_missing/,
    },
  )
  const login = ['login', '--url', server.origin, '--ca', env.COVERAGE_CA]
  t.match(await typed(login, { env: own, input: 'rcov_wrong\n' }), { status: 1, err: /^key_invalid/ })
  await t.rejects(stat(file))
  t.match(await typed(login, { env: own, input: `${apiKey}\n` }), {
    status: 0,
    out: /was written; plan enterprise/,
  })
  t.equal((await stat(file)).mode & 0o777, 0o600)
  t.match(await typed(['credits', '--quiet'], { env: own }), { status: 0, out: /^\d+\n$/ })
  // The environment is stronger than the file, a flag than the environment.
  t.match(await typed(['credits'], { env: { ...own, COVERAGE_KEY: 'x' } }), {
    status: 1,
    err: /^key_invalid/,
  })
  t.match(await typed(['credits', '--key', apiKey], { env: { ...own, COVERAGE_KEY: 'x' } }), { status: 0 })
  await chmod(file, 0o644)
  t.match(await typed(['credits'], { env: own }), { status: 2, err: /^unsafe_configuration: .*chmod 600/ })
  t.match(await typed(['credits', '--url', 'http://localhost'], { env }), {
    status: 2,
    err: /Expected the address of the service/,
  })
  t.match(await typed(['credits'], { env: { ...env, COVERAGE_CA: '' } }), {
    status: 1,
    err: /service_unreachable.*--ca/,
  })
  t.match(await typed(['credits'], { env: { ...env, COVERAGE_URL: 'https://localhost:1' } }), {
    status: 1,
    err: /check that the service is running/,
  })
})
