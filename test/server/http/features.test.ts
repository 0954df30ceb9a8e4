import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import t, { type Test } from 'tap'
import type { Simulation } from '../../../storage/records/types.ts'
import {
  mast,
  rasterIn,
  reader,
  type Stats,
  startOnHills,
  viewedRequest,
} from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Places posted to a result, and what may be refused on the way; figures are checked in ../features.test.ts.

const server = await startOnHills(t)
const { account, client } = await server.account()
const apiKey = (await server.services.records.createKey(account.id))?.api_key
const { json } = reader(t, client)
const result: Simulation = await finished(client, { ...viewedRequest, erp: 1, rx_sensitivity_dbm: -60 })
const path = `/results/${result.id}/features`
const [lon, lat] = [mast.tx_lon + 0.01, mast.tx_lat + 0.004]
const feature = {
  type: 'Feature',
  properties: { name: 'a' },
  geometry: { type: 'Point', coordinates: [lon, lat] },
}
const csv = (body: string, headers: Record<string, string> = {}, at = path) =>
  client.ask(at, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body: Buffer.from(body),
  })

const ring = [
  [mast.tx_lon, 46],
  [mast.tx_lon + 1, 46],
  [mast.tx_lon + 1, 47],
  [mast.tx_lon, 47],
  [mast.tx_lon, 46],
]
const polygon = { type: 'Polygon', coordinates: [ring] }
const refused = async (t: Test, answer: Promise<{ json(): object }>, expected: object) =>
  t.match((await answer).json(), expected)

interface Collection {
  features: { properties: { result: { value: number; state: string; km2?: number; residual_db?: number } } }[]
  summary: object
}

t.test('features are answered under both prefixes, in a view', async (t) => {
  for (const query of [{}, { sensitivity_dbm: -90, eirp_dbm: 20 }, { layer: 'class' }]) {
    const place = await json<{ value: number; state: string }>(result.id, '/value', { lat, lon, ...query })
    for (const prefix of ['', '/api/v1']) {
      const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const answer = await client.post(`${prefix}${path}?${text}`, feature)
      t.equal(answer.headers['content-type'], 'application/geo+json')
      const { features, summary } = answer.json<Collection>()
      t.match(features, [{ properties: { name: 'a', result: { value: place.value, state: place.state } } }])
      t.same(summary, { n: 1, used: 1, below_floor: 0, outside: 0, unknown: 0 })
    }
  }
  const geo = {
    method: 'POST',
    headers: { 'content-type': 'application/geo+json' },
    body: Buffer.from(JSON.stringify(feature)),
  }
  t.equal((await client.ask(path, geo)).status, 200)
})

t.test("a result's own values, given back as measurements, have no errors", async (t) => {
  const request = { ...viewedRequest, erp: 2.5, rx_gain_dbi: 3, rx_loss_db: 1.2, rx_sensitivity_dbm: -75 }
  const budgetDbm = 10 * Math.log10(1000 * request.erp) + 2.15 + request.rx_gain_dbi - request.rx_loss_db
  for (const output of ['path_loss', 'received_power']) {
    const { id } = await finished(client, { ...request, output })
    const { geometry, data } = await rasterIn(t, (await client.get(`/results/${id}.tif`)).body)
    const { cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
    const known = [...data.keys()].filter((index) => Number.isFinite(data[index]))
    t.ok(known.length > 1000)
    const cells = Array.from({ length: 1000 }, (_, at) => known[Math.floor((at * known.length) / 1000)] ?? 0)
    const spread = { bias_db: 0, sigma_db: 0, rmse_db: 0, mae_db: 0, p90_db: 0 }
    // A loss that is 3 dB lower than predicted is a power that is 3 dB higher; the error is predicted minus measured.
    for (const errorDb of [0, 3]) {
      const lossDb = (index: number) =>
        (output === 'path_loss' ? Number(data[index]) : budgetDbm - Number(data[index])) - errorDb
      for (const [name, of] of [
        ['measured_loss_db', lossDb],
        ['measured_dbm', (index: number) => budgetDbm - lossDb(index)],
      ] as const) {
        const rows = cells.map((index) => {
          const latDeg = northDeg - (Math.floor(index / cols) + 0.5) * cellLatDeg
          return [latDeg, westDeg + ((index % cols) + 0.5) * cellLonDeg, of(index).toFixed(4)].join()
        })
        const answer = await csv(`lat,lon,${name}\n${rows.join('\n')}\n`, {}, `/results/${id}/features`)
        const { features, summary } = answer.json<
          Collection & { summary: typeof spread & { used: number; correlation: number } }
        >()
        t.equal(summary.used, 1000)
        for (const figure of Object.keys(spread) as (keyof typeof spread)[]) {
          const expectedDb = figure === 'sigma_db' ? 0 : errorDb
          t.ok(
            Math.abs(summary[figure] - expectedDb) < 0.05,
            `${output} ${name} ${figure} ${summary[figure]}`,
          )
        }
        t.ok(summary.correlation > 0.9999, `${summary.correlation}`)
        const residualsDb = features.map(({ properties }) => properties.result.residual_db ?? Number.NaN)
        t.ok(residualsDb.every((db) => Math.abs(db - errorDb) < 0.05))
      }
    }
  }
})

t.test('a table is answered with a table where one is accepted', async (t) => {
  const table = `lat,lon,measured_dbm\n${lat},${lon},-55\n`
  const asked = await csv(table, { accept: 'text/csv' })
  t.equal(asked.headers['content-type'], 'text/csv')
  t.match(asked.text, /^lat,lon,measured_dbm,value,state,distance_m,residual_db\r\n46\./)
  for (const accept of ['*/*', 'application/json', 'application/geo+json, text/csv;q=0.5']) {
    const { features, summary } = (await csv(table, { accept })).json<Collection>()
    t.equal(features.length, 1)
    t.match(summary, { n: 1, used: 1, bias_db: Number, by_distance: [{ n: 1 }] })
  }
  const floored = await csv(table, {}, `${path}?floor_dbm=-50`)
  t.match(floored.json<Collection>().summary, { below_floor: 1, used: 0, bias_db: null })
})

t.test('a line is answered with its profile, or with a table of its stretches', async (t) => {
  const end = [lon + 0.08, lat]
  const line = { type: 'LineString', coordinates: [[lon, lat], end] }
  type Profile = { from_m: number[]; lon: number[]; state: string[]; value: (number | null)[] }
  const resultOf = async (query: string) => {
    const answer = await client.post(`${path}${query}`, line)
    t.equal(answer.status, 200, answer.text)
    return answer.json<{ features: { properties: { result: { profile?: Profile } } }[] }>().features[0]
      .properties.result
  }
  for (const query of ['', '?profile=false']) t.notOk('profile' in (await resultOf(query)))
  const { profile } = await resultOf('?profile=true')
  t.match(profile, { from_m: [0], lon: [lon], state: ['covered'] })
  t.equal(profile?.state.at(-1), 'out_of_range')
  const place = await json<{ value: number }>(result.id, '/value', { lat, lon })
  t.equal(profile?.value[0], place.value)

  const table = await client.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/csv' },
    body: Buffer.from(JSON.stringify(line)),
  })
  t.equal(table.headers['content-type'], 'text/csv')
  t.match(
    table.text,
    /^feature,part,name,from_m,to_m,length_m,state,value_min,value_mean,value_max,wkt\r\n1,1,,0,/,
  )
  await refused(t, client.post(`${path}?profile=yes`, line), { errors: [{ parameter: 'profile' }] })
  await refused(t, csv('{', { accept: 'text/csv', 'content-type': 'application/json' }), {
    code: 'malformed_json',
  })
  await refused(
    t,
    client.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/csv' },
      body: Buffer.from(JSON.stringify(feature)),
    }),
    { code: 'invalid_parameters', errors: [{ pointer: '#', detail: /is not a line/ }] },
  )
})

t.test('statistics take any area, and agree with features', async (t) => {
  const multi = { type: 'MultiPolygon', coordinates: [[ring], [ring]] }
  const one = { type: 'Feature', properties: null, geometry: polygon }
  const all = { type: 'FeatureCollection', features: [one, one] }
  const stats = (body: object) => client.post(`/results/${result.id}/stats`, body)
  const wanted = (await stats({ polygon })).json<Stats>()
  t.ok(wanted.km2 > 1)
  for (const area of [polygon, multi, one, all])
    for (const body of [area, { polygon: area }]) t.same((await stats(body)).json(), wanted)
  const { features } = (await client.post(path, polygon)).json<Collection>()
  t.match(features, [{ properties: { result: { km2: wanted.km2, zones: wanted.zones } } }])
  const line = { type: 'LineString', coordinates: ring }
  for (const [body, pointer] of [
    [{ polygon: line }, '#/polygon'],
    [line, '#'],
    [{ polygon, more: 1 }, '#'],
    [{ polygon: { ...all, features: [one, feature] } }, '#/polygon/features/1/geometry'],
    [{}, '#'],
  ] as const)
    t.match((await stats(body)).json(), { status: 400, code: 'invalid_parameters', errors: [{ pointer }] })
})

t.test('what is wrong is refused by name', async (t) => {
  await refused(t, client.post(path, { type: 'Point', coordinates: [lat, lon] }), {
    code: 'invalid_parameters',
    errors: [{ pointer: '#', detail: /swapped/ }],
  })
  await refused(t, csv('lat,lon\n1,x\n'), { code: 'invalid_parameters', errors: [{ row: 2 }] })
  await refused(t, csv('lat;lon\n1;2;3\n'), { code: 'malformed_csv', status: 400 })
  await refused(t, client.post(`${path}?floor_dbm=-100`, feature), { errors: [{ parameter: 'floor_dbm' }] })
  await refused(t, client.post(`${path}?layer=min_height`, feature), { code: 'layer_not_available' })
  await refused(t, client.ask(path, { method: 'POST', body: Buffer.from('{') }), { code: 'malformed_json' })
  await refused(t, client.ask(path, { method: 'POST', body: Buffer.from(' ') }), { code: 'malformed_json' })
  // A quote is two characters of a cell, and each that it means is four of a problem's detail.
  const long = await csv('"'.repeat(2 ** 20))
  t.match(long.json(), {
    code: 'malformed_csv',
    detail: /^row 1 names a column with 524287 characters, at most 200/,
  })
  const names = Array.from({ length: 200 }, (_, at) => `"${'""'.repeat(190)}${at}"`)
  const many = await csv(names.join(';'))
  t.match(many.json(), { errors: [{ detail: /lat and lon are required/ }] })
  for (const { body } of [long, many]) t.ok(body.length < 20_000, `${body.length}`)
  await refused(t, csv(`lat,lon,measured_loss_db\n${'47.12345,8.12345,120.5\n'.repeat(200_000)}`), {
    status: 400,
    code: 'malformed_csv',
    detail: 'The table has 200001 lines: at most 50000 rows are allowed, in at most 100000 lines.',
  })
  await refused(t, csv('x'.repeat(8_388_609)), { code: 'payload_too_large', status: 413 })
  const png = { method: 'POST', headers: { 'content-type': 'image/png' }, body: Buffer.from('a') }
  await refused(t, client.ask(path, png), { code: 'unsupported_media_type' })
  const stats = {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from('lat,lon\n1,1\n'),
  }
  await refused(t, client.ask(`/results/${result.id}/stats`, stats), { code: 'unsupported_media_type' })
  await refused(t, client.post('/results/sim_none/features', feature), { code: 'simulation_not_found' })
  const { client: stranger } = await server.account()
  await refused(t, stranger.post(path, feature), { code: 'simulation_not_found' })
})

t.test('a share answers about its own result, and about no other', async (t) => {
  const made = await client.post(`/api/v1/simulations/${result.id}/shares`, {})
  const guest = server.client(new URL(made.json<{ url: string }>().url).hash.slice('#share='.length))
  const own = await client.post(path, feature)
  t.equal(own.status, 200)
  t.same((await guest.post(path, feature)).json(), own.json())
  const stats = `/results/${result.id}/stats`
  t.same((await guest.post(stats, { polygon })).json(), (await client.post(stats, { polygon })).json())
  const other = await finished(client, { ...viewedRequest, erp: 2 })
  for (const name of ['features', 'stats']) {
    await refused(t, guest.post(`/results/${other.id}/${name}`, feature), { code: 'simulation_not_found' })
  }
  await refused(t, guest.post('/api/v1/simulate', viewedRequest), { code: 'key_invalid' })
})

t.test('an account holds so many bytes of bodies, until their connections end, in any order', async (t) => {
  const { hostname, port } = new URL(server.origin)
  const request = (line: string, more = '') =>
    `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\n${more}\r\n`
  const open = async () => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    return socket
  }
  const post = (socket: TLSSocket) => {
    const head = 'Content-Type: application/json\r\nContent-Length: 8388608\r\n'
    socket.write(`${request(`POST ${path}`, head)}{`)
  }
  const small = async () => (await client.post(path, feature)).status
  const fill = async () => {
    const first = await open()
    // A stream without an end: what comes after it on this connection waits for its turn.
    first.write(request('GET /api/v1/events'))
    await once(first, 'data')
    const sockets = [first, ...(await Promise.all(Array.from({ length: 7 }, open)))]
    for (const socket of sockets) post(socket)
    for (let tries = 0; (await small()) !== 503 && tries < 100; tries++) await setTimeout(20)
    return sockets
  }
  for (const isReversed of [false, true]) {
    const sockets = await fill()
    t.equal(await small(), 503, 'eight of the largest are as much as is held')
    const { client: stranger } = await server.account()
    t.equal((await stranger.post(path, feature)).status, 404, 'others have bytes of their own')
    for (const socket of isReversed ? sockets.reverse() : sockets) {
      socket.destroy()
      await setTimeout(5)
    }
    for (let tries = 0; (await small()) !== 200 && tries < 100; tries++) await setTimeout(20)
  }
  // As large as what is left where one of them were still held.
  const body = Buffer.from(JSON.stringify({ ...feature, properties: { a: 'x'.repeat(4_000_000) } }))
  const sockets = await Promise.all(Array.from({ length: 7 }, open))
  for (const socket of sockets) post(socket)
  t.equal((await client.ask(path, { method: 'POST', body })).status, 200)
  for (const socket of sockets) socket.destroy()
})
