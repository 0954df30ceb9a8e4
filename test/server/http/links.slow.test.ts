import { once } from 'node:events'
import { connect } from 'node:tls'
import { Worker } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { pathLossModels } from '../../../kernels/models.ts'
import { planetFile } from '../../helpers/antennas.ts'
import { quadrantsAbout } from '../../helpers/class-quadrants.ts'
import type { Answer } from '../../helpers/client.ts'
import { mast, startOnHills, viewedRequest } from '../../helpers/compared-views.ts'
import { finished } from '../../helpers/real-server.ts'

// Links of many pairs: each is that of POST /link, whatever they came as; and what may be refused on the way.

const quadrants = await quadrantsAbout(t, mast)
const server = await startOnHills(t, { LAYERS: quadrants.layersPath, PLAN_PRO: 'requests=10000' })
const { client, account } = await server.account()
const apiKey = (await server.services.records.createKey(account.id))?.api_key
const path = '/api/v1/link/batch'

interface Row {
  tx: { id?: string; name?: string }
  rx: { id?: string; name?: string }
  tx_index?: number
  rx_index?: number
  row?: number
  distance_m: number
  loss_db: { free_space: number; diffraction: number; model: number } | null
  received_dbm: number | null
  margin_db: number | null
  residual_db?: number
  warnings: { code: string }[]
  error?: { code: string; detail: string }
}
interface Links {
  links: Row[]
  summary: Record<string, number>
}

const { tx_lat: lat, tx_lon: lon } = mast
const point = (at: readonly [number, number], properties: object = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [at[1], at[0]] },
})
const all = (...features: object[]) => ({ type: 'FeatureCollection', features })
const csv = (text: string | Buffer, query: object = {}, accept = 'application/json') => {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)])
  return client.ask(`${path}?${new URLSearchParams(words)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', accept },
    body: Buffer.from(text),
  })
}
const found = (t: Test, answer: Answer): Links => {
  t.equal(answer.status, 200, answer.text.slice(0, 400))
  return answer.json<Links>()
}

/** Holds the rows against `POST /link` of the same requests. */
async function compareWithLink(t: Test, rows: Row[], bodies: object[], about: string) {
  t.equal(rows.length, bodies.length, about)
  for (const [at, body] of bodies.entries()) {
    const { tx: _tx, rx: _rx, tx_index: _from, rx_index: _to, row: _row, error, ...figures } = rows[at] as Row
    const one = await client.post('/api/v1/link', body)
    if (one.status === 200) {
      const {
        profile: _profile,
        blocked_at: _at,
        intermediates: _between,
        terrain: _terrain,
        ...wanted
      } = one.json<Record<string, unknown>>()
      t.same(figures, wanted, `${about} ${at}`)
      t.same(error, undefined, `${about} ${at}`)
    } else {
      const { code, detail } = one.json<{ code: string; detail: string }>()
      t.same(error, { code, detail }, `${about} ${at}`)
      t.equal(figures.loss_db, null)
    }
  }
}

/** Clear of the hole, within it, and the mast's own place. */
const places: [number, number][] = [
  [lat + 0.011, lon + 0.017],
  [lat - 0.02, lon + 0.001],
  [47 - 615 / 1200, 7 + 600 / 1200],
  [lat, lon],
  [lat - 0.004, lon - 0.03],
]
const sector = {
  azimuth: 70,
  tilt: 3,
  pattern: { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 10, front_to_back: 25 },
}
const usual = { frequency: 600, erp: 7.3 }
const radio = { rx_gain_dbi: 2.5, rx_loss_db: 0.5, rx_sensitivity_dbm: -90 }

t.test('each link is that of POST /link, of every model, with all that a request takes', async (t) => {
  const cases: object[] = [
    ...[...pathLossModels.keys()].map((model) => ({ ...usual, model })),
    { ...usual, ...radio, antenna: sector, correction: { offset_db: 3, slope_db: 2 } },
    { ...usual, tx_clutter: { type: 'open' }, rx_clutter: { type: 'urban' } },
    { ...usual, rx_clutter: { type: 'map' }, rx_indoor: { building: 'traditional', percent: 50 } },
    { frequency: 2400, tx_power_dbm: 20, tx_gain_dbi: 6, k_factor: 0, terrain_spacing: 200 },
    { ...usual, tx_height_mode: 'AMSL', tx_height: 720, rx_height_mode: 'AMSL', rx_height: 700 },
    { ...usual, tx_height_mode: 'AMSL', tx_height: 10 },
  ]
  const hasOwn = (link: object, name: string) => name in link
  for (const link of cases) {
    const txHeight = hasOwn(link, 'tx_height') ? {} : { height: 35 }
    const rxHeight = hasOwn(link, 'rx_height') ? {} : { height: 4 }
    const answer = await client.post(path, {
      link,
      transmitters: all(point([lat, lon], txHeight), point(places[1] as [number, number], txHeight)),
      receivers: all(...places.map((place) => point(place, rxHeight))),
    })
    const bodies = [[lat, lon], places[1] as [number, number]].flatMap(([tx_lat, tx_lon]) =>
      places.map(([rx_lat, rx_lon]) => ({
        ...('height' in txHeight && { tx_height: txHeight.height }),
        ...('height' in rxHeight && { rx_height: rxHeight.height }),
        ...{ ...link, tx_lat, tx_lon, rx_lat, rx_lon },
      })),
    )
    const { links, summary } = found(t, answer)
    await compareWithLink(t, links, bodies, JSON.stringify(link))
    t.same(
      links.map(({ tx_index, rx_index }) => [tx_index, rx_index]),
      [0, 1].flatMap((tx) => places.map((_, rx) => [tx, rx])),
    )
    const failed = links.filter(({ error }) => error).length
    t.ok(failed >= 2, 'the hole, and the same place')
    t.same(summary, { n: 10, used: 10 - failed, below_floor: 0, outside: 0, unknown: failed })
  }
})

t.test('heights that a model does not hold for leave the geometry, and say so', async (t) => {
  const link = { ...usual, model: 'hata', tx_height: 2 }
  const { links } = found(
    t,
    await client.post(path, {
      link,
      transmitters: all(point([lat, lon])),
      receivers: all(point([lat + 0.02, lon], { height: 3 })),
    }),
  )
  t.match(links, [
    {
      visible: Boolean,
      loss_db: { model: null },
      error: { code: 'outside_validity', detail: /^No loss: tx_height/ },
    },
  ])
})

t.test('properties go before what is common, and name both ends', async (t) => {
  const antennas = await client.ask('/api/v1/antennas', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: planetFile(),
  })
  const antenna = { azimuth: 30, pattern: { type: 'uploaded', id: antennas.json<{ id: string }>().id } }
  const link = {
    ...usual,
    tx_height: 20,
    rx_height: 3,
    rx_sensitivity_dbm: -100,
    tx_clutter: { type: 'open' },
  }
  const transmitters = all(
    {
      ...point([lat, lon], { name: 'A', height: 50, tx_power_dbm: 40, antenna, 'addr:city': 'Bern' }),
      id: 7,
    },
    point([lat, lon - 360], { id: 'b', tx_height: null, frequency: 800, tx_clutter: { type: 'urban' } }),
  )
  const receivers = all(
    point(places[0] as [number, number], { name: 'x', rx_height: 9, rx_sensitivity_dbm: -70 }),
    point(places[1] as [number, number], { height: '' }),
  )
  const { links } = found(t, await client.post(path, { link, transmitters, receivers }))
  t.same(
    links.map(({ tx, rx }) => [tx, rx]),
    [{ name: 'A', id: 7 }, { id: 'b' }].flatMap((tx) => [
      [tx, { name: 'x' }],
      [tx, {}],
    ]),
  )
  const { erp: _erp, ...withoutErp } = link
  const ofTx = [
    { ...withoutErp, tx_height: 50, tx_power_dbm: 40, antenna },
    { ...link, frequency: 800, tx_clutter: { type: 'urban' } },
  ]
  const ofRx = [{ rx_height: 9, rx_sensitivity_dbm: -70 }, {}]
  const bodies = ofTx.flatMap((from) =>
    ofRx.map((to, at) => {
      const [rx_lat, rx_lon] = places[at] as [number, number]
      return { ...from, ...to, tx_lat: lat, tx_lon: lon, rx_lat, rx_lon }
    }),
  )
  await compareWithLink(t, links, bodies, 'own')
})

const head = 'tx_name,tx_lat,tx_lon,tx_height,note,rx_id,rx_lat,rx_lon,rx_height,frequency'
const line = ([rxLat, rxLon]: readonly [number, number], more = '') =>
  `North,${lat},${lon},30,"a ""b"", c",r1,${rxLat},${rxLon},5,600${more}`

t.test('a table of pairs says the same, and may be answered with a table', async (t) => {
  const text = `${head},antenna.azimuth,model\n${places.map((place, at) => line(place, at === 1 ? ',90,itm' : ',,')).join('\n')}\n`
  const query = {
    ...{ antenna_pattern_type: 'sector', antenna_pattern_horizontal_beamwidth: 65 },
    ...{ antenna_pattern_vertical_beamwidth: 10, antenna_pattern_front_to_back: 25, antenna_azimuth: 45 },
    ...{ erp: 2.5, rx_sensitivity_dbm: -88.5, correction_offset_db: 1.5, frequency: 100 },
  }
  const { links } = found(t, await csv(text, query))
  const bodies = places.map(([rx_lat, rx_lon], at) => ({
    ...{ tx_lat: lat, tx_lon: lon, tx_height: 30, rx_lat, rx_lon, rx_height: 5, frequency: 600, erp: 2.5 },
    antenna: {
      azimuth: at === 1 ? 90 : 45,
      pattern: { type: 'sector', horizontal_beamwidth: 65, vertical_beamwidth: 10, front_to_back: 25 },
    },
    ...{ rx_sensitivity_dbm: -88.5, correction: { offset_db: 1.5 }, ...(at === 1 && { model: 'itm' }) },
  }))
  await compareWithLink(t, links, bodies, 'table')
  t.same(
    links.map(({ row, tx, rx }) => [row, tx, rx]),
    places.map((_, at) => [at + 2, { name: 'North' }, { id: 'r1' }]),
  )
  const asTable = await csv(text, query, 'text/csv')
  t.equal(asTable.headers['content-type'], 'text/csv')
  const [names = '', ...lines] = asTable.text.trimEnd().split('\r\n')
  t.equal(
    names,
    `${head},antenna.azimuth,model,distance_m,azimuth_deg,reverse_azimuth_deg,visible,worst_fresnel,clear_los_m,clear_fresnel60_m,free_space_db,diffraction_db,loss_db,antenna_db,received_dbm,margin_db,residual_db,warnings,error,error_detail`,
  )
  for (const [at, cells] of lines.entries()) {
    const link = links[at] as Row
    t.ok(cells.startsWith(line(places[at] as [number, number])), cells)
    t.equal(cells.includes(`,${link.loss_db?.model},`), link.loss_db !== null)
    t.equal(/,terrain_unavailable,|,invalid_parameters,/.test(cells), link.error !== undefined)
  }
  const decimal = `${head},measured_dbm,place\n${line(places[0] as [number, number], ',-70.5,1.25')}\n`
    .replaceAll(',', ';')
    .replaceAll('.', ',')
  const inGerman = (await csv(decimal, {}, 'text/csv')).text.split('\r\n')
  t.match(inGerman[1], /;-70,5;1,25;\d+,\d+;\d+,\d+;\d+,\d+;(true|false);/)
  t.match(found(t, await csv(decimal)).links, [{ residual_db: Number }])
})

t.test('columns that are named as members of every object are columns like others', async (t) => {
  for (const name of ['constructor', '__proto__', 'toString']) {
    const answer = await csv(`tx_lat,tx_lon,rx_lat,rx_lon,tx_height,frequency,rx_height,${name}
${lat},${lon},${places[0]?.join()},10,433,10,x
`)
    t.equal(found(t, answer).links.length, 1, name)
  }
})

t.test('GeoJSON may be answered with a table too', async (t) => {
  const body = {
    link: usual,
    transmitters: all(point([lat, lon], { name: 'M', height: 20 })),
    receivers: all(point(places[0] as [number, number], { id: 3 })),
  }
  const answer = await client.ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/geo+json', accept: 'text/csv' },
    body: Buffer.from(JSON.stringify(body)),
  })
  const [names = '', row = ''] = answer.text.split('\r\n')
  t.match(names, /^tx_id,tx_name,tx_lat,tx_lon,rx_id,rx_name,rx_lat,rx_lon,distance_m,/)
  t.ok(row.startsWith(`,M,${lat},${lon},3,,${places[0]?.join()},`), row)
})

t.test('the summary is that of features of a result for the same measurements', async (t) => {
  const request = { ...viewedRequest, max_range: 4, rx_sensitivity_dbm: -70, correction: { offset_db: 2 } }
  const { id } = await finished(client, request)
  const rows = Array.from({ length: 500 }, (_, at) => {
    const angle = at * 2.4
    const distanceDeg = 0.0003 + 0.031 * Math.sqrt(at / 500)
    return [lat + distanceDeg * Math.cos(angle), lon + distanceDeg * Math.sin(angle) * 1.4, -75 - (at % 30)]
  })
  const points = rows.map((row) => `${row.join()},11`).join('\n')
  const features = await client.ask(`/results/${id}/features?floor_dbm=-102`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from(`lat,lon,measured_dbm,rx_height\n${points}\n`),
  })
  const wanted = found(t, features).summary
  const { tx_height, frequency, erp, model, rx_sensitivity_dbm, correction } = request
  const link = { frequency, erp, model, rx_sensitivity_dbm, correction }
  const { summary } = found(
    t,
    await client.post(`${path}?floor_dbm=-102`, {
      link,
      transmitters: all(point([lat, lon], { height: tx_height })),
      receivers: all(
        ...rows.map(([a, b, measured_dbm]) =>
          point([a as number, b as number], { height: 11, measured_dbm }),
        ),
      ),
    }),
  )
  const { by_distance, by_clutter, fit, ...figures } = summary
  t.ok(by_clutter && by_distance && fit && Number(figures.below_floor) > 10 && Number(figures.unknown) > 0)
  t.match(fit, { correction: { offset_db: Number } })
  // A raster holds its values in single precision.
  const near = (one: unknown, other: unknown): boolean =>
    typeof one === 'number' && typeof other === 'number'
      ? Math.abs(one - other) < 0.0021
      : typeof one === 'object' && one !== null && typeof other === 'object' && other !== null
        ? Object.keys({ ...one, ...other }).every((name) => near(one[name as never], other[name as never]))
        : one === other
  t.ok(near(summary, wanted), `${JSON.stringify(summary)}\n${JSON.stringify(wanted)}`)
  const table = rows.map(([a, b, dbm]) => `${lat},${lon},${tx_height},${a},${b},11,${dbm}`).join('\n')
  const query = { frequency, erp, model, rx_sensitivity_dbm, correction_offset_db: 2, floor_dbm: -102 }
  const ofTable = await csv(`tx_lat,tx_lon,tx_height,rx_lat,rx_lon,rx_height,measured_dbm\n${table}\n`, query)
  t.same(found(t, ofTable).summary, summary)
})

t.test('what is wrong is named with its place, and refuses the whole', async (t) => {
  const tx = point([lat, lon], { height: 30 })
  const rx = point(places[0] as [number, number])
  const good = { link: usual, transmitters: all(tx), receivers: all(rx) }
  const bad: [object, string, RegExp][] = [
    [{ ...good, link: {} }, '#/link/frequency', /frequency is required/],
    [
      { ...good, link: { ...usual, frequency: '600' } },
      '#/link/frequency',
      /between 1 and 100000 MHz, got "600" \(a string\)$/,
    ],
    [{ ...good, link: { ...usual, tx_lat: 1 } }, '#/link/tx_lat', /positions belong/],
    [{ ...good, link: { ...usual, frequncy: 1 } }, '#/link/frequncy', /did you mean frequency\?/],
    [{ ...good, link: [] }, '#/link', /must be a JSON object/],
    [{ ...good, mode: 1 }, '#', /"mode" is not a known field/],
    [{ receivers: all(rx) }, '#/transmitters', /transmitters must be a GeoJSON FeatureCollection/],
    [{ ...good, transmitters: all() }, '#/transmitters/features', /at least one feature, got none/],
    [
      { ...good, transmitters: all(point([lat, lon])) },
      '#/transmitters/features/0/properties/height',
      /transmitters\.features\[0\]: height is required/,
    ],
    [
      { ...good, transmitters: all(tx, point([lat, lon], { height: 'high' })) },
      '#/transmitters/features/1/properties/height',
      /features\[1\]: height must be a number .*got "high"/,
    ],
    [
      { ...good, transmitters: all(point([lat, lon], { tx_height: 70_000 })) },
      '#/transmitters/features/0/properties/tx_height',
      /tx_height must be/,
    ],
    [
      { ...good, transmitters: all(point([86, lon], { height: 3 })) },
      '#/transmitters/features/0/geometry/coordinates',
      /tx_lat must be/,
    ],
    [
      { ...good, transmitters: all(point([lat, lon], { height: 3, Height: 4 })) },
      '#/transmitters/features/0/properties/Height',
      /use height for/,
    ],
    [
      { ...good, transmitters: all(point([lat, lon], { height: 3, tx_height: 4 })) },
      '#/transmitters/features/0/properties/tx_height',
      /use only one of them/,
    ],
    [
      { ...good, transmitters: all(point([lat, lon], { height: 3, model: 'itm' })) },
      '#/transmitters/features/0/properties/model',
      /set it in link/,
    ],
    [
      { ...good, transmitters: all(point([lat, lon], { height: 3, measured_dbm: -70 })) },
      '#/transmitters/features/0/properties/measured_dbm',
      /property of receivers/,
    ],
    [
      { ...good, transmitters: all(point([lat, lon], { height: 3, antenna: { tilt: 99 } })) },
      '#/transmitters/features/0/properties/antenna/tilt',
      /features\[0\]: antenna\.tilt has no effect/,
    ],
    [
      {
        ...good,
        transmitters: all(
          point([lat, lon], {
            height: 3,
            antenna: { pattern: { type: 'uploaded', id: 'ant_0123456789abcdef01234567' } },
          }),
        ),
      },
      '#/transmitters/features/0/properties/antenna/pattern/id',
      /must be the ID of an antenna pattern of the account/,
    ],
    [
      { ...good, receivers: all(point([1, 2], { erp: 3 })) },
      '#/receivers/features/0/properties/erp',
      /property of transmitters/,
    ],
    [
      { ...good, receivers: all(point([1, 2], { rx_hieght: 3 })) },
      '#/receivers/features/0/properties/rx_hieght',
      /did you mean rx_height/,
    ],
    [
      { ...good, receivers: all(point([1, 2], { measured_rssi: 3 })) },
      '#/receivers/features/0',
      /for measurements/,
    ],
    [
      { ...good, receivers: all(rx, point([1, 2], { measured_dbm: 'x' })) },
      '#/receivers/features/1',
      /measured_dbm must be a number/,
    ],
    [
      {
        ...good,
        receivers: all({
          type: 'Feature',
          properties: {},
          geometry: { type: 'MultiPoint', coordinates: [[1, 2]] },
        }),
      },
      '#/receivers/features/0/geometry',
      /one of "Point"/,
    ],
    [
      { ...good, receivers: all(point([1, 2], { name: 'x'.repeat(201) })) },
      '#/receivers/features/0',
      /at most 200 characters, got 201/,
    ],
    [
      { ...good, transmitters: all(tx, tx), receivers: all(point([1, 2], { measured_dbm: -70 })) },
      '#/receivers/features/0',
      /exactly one transmitter, got 2/,
    ],
  ]
  for (const [body, pointer, detail] of bad) {
    const answer = await client.post(path, body)
    t.match(answer.json(), { status: 400, code: 'invalid_parameters' }, answer.text.slice(0, 300))
    const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
    const one = errors.find((error) => error.pointer === pointer)
    t.match(one?.detail, detail, answer.text)
  }
  const many = { ...good, receivers: all(...Array.from({ length: 30 }, () => rx)), link: {} }
  t.equal(
    (await client.post(path, many)).json<{ errors: object[] }>().errors.length,
    1,
    'once, not in each pair',
  )
  const start = `${head}\n${line(places[0] as [number, number])}\n`
  const tables: [string, object, object][] = [
    [
      start.replace('30,', 'high,'),
      {},
      { errors: [{ row: 2, detail: /^row 2: tx_height must be .*got "high"/ }] },
    ],
    [start.replace(',600', ','), {}, { errors: [{ row: 2, detail: /^row 2: frequency is required/ }] }],
    [
      'tx_lat,rx_lat\n1,2\n',
      { frequency: 1 },
      { errors: [{ row: 1, detail: /tx_lon, rx_lon, tx_height are missing/ }] },
    ],
    [start.replace('note', 'erpp'), {}, { errors: [{ row: 1, detail: /"erpp" .*did you mean erp/ }] }],
    [start.replace('note', 'height'), {}, { errors: [{ row: 1, detail: /called tx_height and rx_height/ }] }],
    [
      start.replace('note', 'correction.offset_db'),
      {},
      { errors: [{ row: 1, detail: /parameter of the query/ }] },
    ],
    [start.replace('note', 'TX_LAT'), {}, { errors: [{ row: 1, detail: /appears twice/ }] }],
    [start, { k_factor: 0.1 }, { errors: [{ parameter: 'k_factor', detail: /k_factor must be/ }] }],
    [start, { model: 'itm', ground_permittivity: 900 }, { errors: [{ parameter: 'ground_permittivity' }] }],
    [start, { floor_dbm: -90 }, { errors: [{ parameter: 'floor_dbm', detail: /no pair has measured_dbm/ }] }],
    [start, { tx_lat: 3 }, { errors: [{ parameter: 'tx_lat' }] }],
    [head, {}, { errors: [{ detail: /1 to 10000 rows .* got 0/ }] }],
    ['"a', {}, { code: 'malformed_csv' }],
  ]
  for (const [text, query, expected] of tables) {
    const answer = await csv(text, query)
    t.match(answer.json(), { status: 400, ...expected }, answer.text.slice(0, 400))
  }
  const stray = await client.post(`${path}?erp=5`, good)
  t.match(stray.json(), { errors: [{ parameter: 'erp', detail: /set it in link/ }] })
  for (const body of ['{', '{"link":{},"link":{}}', '[1', '\u0000']) {
    const answer = await client.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    })
    t.match(answer.json(), { status: 400, code: 'malformed_json' })
  }
  const deep = `{"transmitters":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  t.equal(
    (
      await client.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(deep),
      })
    ).status,
    400,
  )
})

t.test('limits: pairs, length together, bytes', async (t) => {
  const some = (count: number, at: [number, number] = [lat, lon]) =>
    all(...Array.from({ length: count }, () => point(at, { height: 20 })))
  const refusedDetail = async (body: object) => (await client.post(path, { link: usual, ...body })).json()
  t.match(await refusedDetail({ transmitters: some(101), receivers: some(100) }), {
    errors: [
      { pointer: '#', detail: /at most 10000 pairs, got 101 transmitters times 100 receivers, 10100/ },
    ],
  })
  t.match(await refusedDetail({ transmitters: some(10), receivers: some(1000, [lat + 0.5, lon]) }), {
    errors: [{ pointer: '#', detail: /at most 50000 km in total, got 55\d{4} km in 10000 pairs/ }],
  })
  const rows = line(places[0] as [number, number])
  t.match((await csv(`${head}\n${`${rows}\n`.repeat(10_001)}`)).json(), { errors: [{ detail: /got 10001/ }] })
  t.match((await csv('x'.repeat(8_388_609))).json(), { code: 'payload_too_large', status: 413 })
  const far = found(t, await csv(`${head}\n${line([lat - 4, lon])}\n`))
  t.match(far, {
    summary: { n: 1, outside: 1 },
    links: [{ error: { code: 'invalid_parameters', detail: /1 to 300000 metres/ } }],
  })
})

/** As much as takes seconds. */
const long = (name: string) => {
  const rows = Array.from({ length: 9000 }, (_, at) =>
    line([lat + 0.03 * Math.cos(at), lon + 0.04 * Math.sin(at)]).replace('North', name),
  )
  return `${head}\n${rows.join('\n')}\n`
}

t.test('nobody waits for the batch of another account', async (t) => {
  const { client: other } = await server.account()
  const settled: string[] = []
  const note = (name: string) => (answer: Answer) => {
    settled.push(`${name} ${answer.status}`)
  }
  const [rx_lat, rx_lon] = places[0] as [number, number]
  const link = { ...usual, ...mast, tx_height: 30, rx_lat, rx_lon }
  const ends = {
    link: usual,
    transmitters: all(point([lat, lon], { height: 9 })),
    receivers: all(point([rx_lat, rx_lon])),
  }
  const batch = csv(long('first'), { model: 'p1812' }).then(note('batch'))
  await other.post('/api/v1/link', link).then(note('link'))
  await other.post(path, ends).then(note('own batch'))
  await batch
  t.same(settled, ['link 200', 'own batch 200', 'batch 200'])
})

t.test('a batch ends when nobody waits for it any more', async (t) => {
  const { postMessage, terminate } = Worker.prototype
  t.teardown(() => Object.assign(Worker.prototype, { postMessage, terminate }))
  const { port } = new URL(server.origin)
  const socket = connect({ port: Number(port), host: 'localhost', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  // The thread that has the batch, and whether it had answered when it was ended.
  let worker: Worker | undefined
  let isAnswered = false
  const ended = new Promise<boolean>((resolve) => {
    Worker.prototype.postMessage = function (this: Worker, message: { task: { bytes?: Uint8Array } }) {
      const { bytes } = message.task
      if (bytes && Buffer.from(bytes).includes('left')) {
        worker = this
        this.on('message', (answer: { isReady?: true }) => {
          isAnswered ||= !answer.isReady
        })
        // Whoever asked is gone as soon as a thread has the batch.
        socket.destroy()
      }
      postMessage.call(this, message)
    }
    Worker.prototype.terminate = function (this: Worker) {
      if (this === worker) resolve(isAnswered)
      return terminate.call(this)
    }
  })
  const body = Buffer.from(long('left'))
  socket.write(
    `POST ${path}?model=p1812 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: text/csv\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body)
  // An answer to another request says that this one came.
  const queued = client.post(path, {
    link: usual,
    transmitters: all(point([lat, lon], { height: 9 })),
    receivers: all(point([lat + 0.01, lon])),
  })
  t.equal(await ended, false, 'in the middle of it')
  t.equal((await queued).status, 200)
})
