import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import { readRaster } from '../../../storage/rasters/read.ts'
import type { Client } from '../../helpers/client.ts'
import { under } from '../../helpers/networks.ts'
import { finished, startRealServer } from '../../helpers/real-server.ts'
import { putHgt } from '../../helpers/tiles.ts'

// Networks through HTTP: three sites of los and of itm on one lattice; each layer as a file against the files of the members.

const hills = (row: number, col: number) =>
  Math.round(500 + 120 * Math.sin(row / 31) * Math.cos(col / 23) + 30 * Math.sin(row / 7 + col / 11))
const server = await startRealServer(t, (folder) => putHgt(join(folder, 'N46E020.hgt'), hills))
const { client } = await server.account()
const places = [
  { name: 'north', tx_lat: 46.52, tx_lon: 20.5 },
  { name: 'east', tx_lat: 46.5, tx_lon: 20.56, max_range: 4 },
  { name: 'south', tx_lat: 46.46, tx_lon: 20.53, max_range: 3 },
]
const base = { tx_height: 25, frequency: 868, max_range: 5, resolution: 60 }

interface Refusal {
  code: string
  detail: string
  grid?: object
  errors?: { pointer: string; detail: string }[]
}

interface Network {
  id: string
  status: string
  layers: string[]
  sites: { number: number; name: string; color: string; status: string }[]
  grid: object
  warnings: { code: string }[]
}

async function sitesOf(of: Client, own: object): Promise<string[]> {
  const ids: string[] = []
  for (const place of places) {
    const grid = ids[0] ?? null
    const { resolution, ...rest } = { ...base, ...own, ...place, ...(grid ? { grid } : {}) } as Record<
      string,
      unknown
    >
    ids.push((await finished(of, grid ? rest : { ...rest, resolution })).id)
  }
  return ids
}

async function made(of: Client, body: object): Promise<Network> {
  const answer = await of.post('/api/v1/networks', body)
  t.equal(answer.status, 201, answer.text)
  return answer.json<Network>()
}

async function fileOf(id: string, query = '') {
  const answer = await client.get(`/results/${id}.tif${query}`)
  t.equal(answer.status, 200, `${id} ${query} ${answer.status}`)
  const path = join(t.testdirName, `${id}${query.replace(/\W/g, '_')}.tif`)
  await writeFile(path, answer.body)
  return readRaster(path)
}

t.testdir()
const los = await sitesOf(client, { model: 'los' })
const itm = await sitesOf(client, { model: 'itm', rx_sensitivity_dbm: -95, erp: 0.5 })

for (const [model, ids, layers] of [
  ['los', los, ['any', 'count', 'known']],
  ['itm', itm, ['best_server', 'strongest', 'margin', 'count', 'any', 'known']],
] as const) {
  t.test(`every layer of three sites of ${model}, cell for cell`, async (t) => {
    const network = await made(client, { name: model, sites: ids.map((id) => ({ id })) })
    t.match(network, { status: 'completed', layers: [...layers], warnings: [] })
    t.same(
      network.sites.map(({ number, name }) => [number, name]),
      [
        [1, 'north'],
        [2, 'east'],
        [3, 'south'],
      ],
    )
    const members = await Promise.all(
      ids.map(async (id, index) => {
        const { geometry, data } = await fileOf(id)
        const { tx_lat, tx_lon, max_range = base.max_range } = places[index]
        const isInRange = (row: number, col: number) => {
          const latDeg = geometry.northDeg - (row + 0.5) * geometry.cellLatDeg
          const lonDeg = geometry.westDeg + (col + 0.5) * geometry.cellLonDeg
          return inverse(tx_lat, tx_lon, latDeg, lonDeg).distanceM <= 1000 * max_range
        }
        return { grid: { ...geometry, txRow: 0, txCol: 0 }, cells: data, isInRange }
      }),
    )
    for (const layer of layers) {
      const { geometry, data } = await fileOf(network.id, `?layer=${layer}`)
      let [wrong, several] = [0, 0]
      for (let at = 0; at < data.length; at++) {
        const [row, col] = [Math.floor(at / geometry.cols), at % geometry.cols]
        const values = members.map((member) => {
          const cell = under(geometry, member, row, col)
          return cell && member.isInRange(...cell)
            ? member.cells[cell[0] * member.grid.cols + cell[1]]
            : undefined
        })
        const inRange = values.filter((value) => value !== undefined)
        if (inRange.length > 1) several++
        const isKnown = (value: number) => (model === 'los' ? value !== 255 : !Number.isNaN(value))
        const covers = (value: number | undefined) =>
          value !== undefined && (model === 'los' ? value === 1 : value >= -95)
        const known = inRange.filter(isKnown)
        const count = inRange.filter(covers).length
        const largest = known.length > 0 ? Math.max(...known) : Number.NaN
        const expected = {
          any: count > 0 ? 1 : inRange.length === 0 || known.length < inRange.length ? 255 : 0,
          count,
          known: known.length,
          strongest: largest,
          margin: Math.fround(largest + 95),
          best_server: count > 0 ? 1 + values.indexOf(largest) : 0,
        }[layer]
        if (!Object.is(data[at], expected)) wrong++
      }
      t.equal(wrong, 0, `${layer} of ${data.length} cells`)
      t.ok(several > 1000, 'discs overlap')
    }
  })
}

t.test('products of a network, and its shares', async (t) => {
  const network = await made(client, {
    name: 'Five <repeaters>',
    sites: itm.map((id, index) => ({ id, ...(index === 1 && { color: '#112233', name: 'Turm & Co' }) })),
  })
  const { id } = network
  const paths = [
    '.png',
    '.png?style=map',
    '.png?style=map&lang=de&layer=count',
    '.kmz',
    '.geojson',
    '.geojson?layer=margin',
    '.qml',
    '.pgw',
    '.prj',
    '/tiles.json',
    '/stats',
    '/stats?sensitivity_dbm=-80',
    '/gaps.geojson',
    '/preview',
    `/value?lat=${places[0].tx_lat}&lon=${places[0].tx_lon}`,
    '/signed-url',
    '.tif?layer=strongest&eirp_dbm=40',
  ]
  for (const path of paths) {
    const answer = await client.get(`/results/${id}${path}`)
    t.equal(answer.status, 200, `${path} ${answer.status === 200 ? '' : answer.text}`)
  }
  const place = (await client.get(`/results/${id}/value?lat=46.52&lon=20.5`)).json<{
    value: number
    label: string
  }>()
  t.match(place, { value: 1, label: 'north', distance_km: 0 }, 'from the nearest site')
  const geojson = (await client.get(`/results/${id}.geojson`)).text
  t.ok(geojson.includes('"title":"Turm & Co"') && geojson.includes('#112233'))
  const features = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: {
          type: 'LineString',
          coordinates: [
            [20.45, 46.52],
            [20.58, 46.48],
          ],
        },
      },
    ],
  }
  const line = (await client.post(`/results/${id}/features`, features)).json<{
    features: { properties: { result: { covered_share: number } } }[]
  }>()
  t.ok(line.features[0].properties.result.covered_share > 0)
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [20.48, 46.48],
        [20.55, 46.48],
        [20.5, 46.53],
        [20.48, 46.48],
      ],
    ],
  }
  const inside = (await client.post(`/results/${id}/stats`, area)).json<{ km2: number; sites: object[] }>()
  t.ok(inside.km2 > 5 && inside.km2 < 20, `${inside.km2} km²`)
  t.equal(inside.sites.length, 3)
  t.equal(
    (await client.get(`/results/${id}/bins/10/570/360.png`)).json<Refusal>().code,
    'layer_not_available',
  )
  t.equal((await client.get(`/results/${id}.tif?layer=visible`)).json<Refusal>().code, 'layer_not_available')
  t.equal((await client.get(`/results/${los[0]}/gaps.geojson`)).json<Refusal>().code, 'layer_not_available')

  const share = await client.post(`/api/v1/networks/${id}/shares`, {})
  t.equal(share.status, 201)
  const token = new URL(share.json<{ url: string }>().url).hash.slice('#share='.length)
  const visitor = server.client(token)
  t.equal((await visitor.get('/api/v1/shared')).json<Network>().id, id)
  t.equal((await visitor.get(`/results/${id}.png`)).status, 200)
  t.equal((await visitor.get(`/api/v1/status/${id}`)).status, 200)
  t.equal((await visitor.get(`/results/${itm[0]}.png`)).json<Refusal>().code, 'simulation_not_found')
  t.equal(
    (
      await visitor.get(`/api/v1/networks/${(await made(client, { sites: [{ id: los[0] }] })).id}`)
    ).json<Refusal>().code,
    'network_not_found',
  )
  t.not((await visitor.get('/api/v1/networks')).status, 200)
  await client.delete(`/api/v1/networks/${id}`)
  t.equal((await visitor.get(`/results/${id}.png`)).status, 401, 'it goes with the network')
})

t.test('a network is changed by PUT, and says what it lacks', async (t) => {
  const network = await made(client, { sites: los.slice(0, 2).map((id) => ({ id })) })
  const path = `/api/v1/networks/${network.id}`
  const before = (await client.get(`/results/${network.id}/stats`)).json<{ covered_km2: number }>()
  const put = await client.ask(path, {
    method: 'PUT',
    body: { name: 'three', sites: los.map((id) => ({ id })) },
  })
  t.match(put.json<Network>(), { name: 'three', sites: [{}, {}, { name: 'south' }] })
  const after = (await client.get(`/results/${network.id}/stats`)).json<{
    covered_km2: number
    sites: { alone_km2: number }[]
  }>()
  t.ok(
    Math.abs(after.covered_km2 - before.covered_km2 - after.sites[2].alone_km2) < 0.01,
    'by what the third adds alone',
  )
  const extra = await finished(client, { ...base, ...places[0], model: 'los', resolution: 61 })
  const apart = await client.ask(path, { method: 'PUT', body: { sites: [{ id: los[0] }, { id: extra.id }] } })
  t.match(apart.json<Refusal>(), { code: 'not_aligned', grid: { step_lat: Number }, ids: [extra.id] })
  const nearest = await client.ask(path, {
    method: 'PUT',
    body: { sites: [{ id: los[0] }, { id: extra.id }], align: 'nearest' },
  })
  t.equal(nearest.status, 200)
  t.equal((await client.get(`/results/${network.id}.png`)).status, 200)
  await client.delete(`/api/v1/simulations/${extra.id}`)
  t.match((await client.get(`/results/${network.id}.png`)).json<Refusal>(), {
    code: 'member_missing',
    detail: /Site 2/,
  })
  t.match((await client.get(path)).json<Network>(), {
    status: 'failed',
    warnings: [{ code: 'member_missing' }],
    sites: [{}, { status: 'missing' }],
  })
  t.equal(
    (await client.get('/api/v1/networks'))
      .json<{ networks: Network[] }>()
      .networks.some(({ id }) => id === network.id),
    true,
  )
  t.equal((await client.delete(path)).status, 204)
  t.equal((await client.get(path)).status, 404)
})

t.test('bad networks are refused field by field', async (t) => {
  const stranger = (await server.account()).client
  const pointers = async (body: unknown, of = client) => {
    const { code, errors = [] } = (await of.post('/api/v1/networks', body)).json<Refusal>()
    return [code, ...errors.map(({ pointer }) => pointer)]
  }
  t.same(await pointers({}), ['invalid_parameters', '#/sites'])
  t.same(await pointers({ sites: [{ id: los[0] }], batch: 'bat_x' }), ['invalid_parameters', '#/sites'])
  t.same(await pointers({ sites: [] }), ['invalid_parameters', '#/sites'])
  t.same(await pointers({ sites: [{ id: los[0] }] }, stranger), ['invalid_parameters', '#/sites/0/id'])
  t.same(await pointers({ sites: [{ id: los[0] }, { id: los[0] }] }), ['invalid_parameters', '#/sites/1/id'])
  t.same(await pointers({ sites: [{ id: los[0] }, { id: itm[0] }] }), ['invalid_parameters', '#/sites/1/id'])
  t.same(await pointers({ sites: [{ id: los[0], eirp_dbm: 30 }] }), [
    'invalid_parameters',
    '#/sites/0/eirp_dbm',
  ])
  t.same(await pointers({ sites: [{ id: itm[0], color: 'red' }] }), ['invalid_parameters', '#/sites/0/color'])
  t.same(await pointers({ sites: [{ id: itm[0], colour: '#ff0000' }] }), [
    'invalid_parameters',
    '#/sites/0/colour',
  ])
  t.same(await pointers({ batch: 'bat_gone' }), ['invalid_parameters', '#/batch'])
  const [code, pointer] = await pointers({
    sites: [{ id: itm[0] }],
    area: { type: 'Point', coordinates: [1, 2] },
  })
  t.ok(code === 'invalid_parameters' && pointer.startsWith('#/area'), pointer)
  const line = [1, 2, 1].map((lon) => [lon, 46])
  const flat = { type: 'Polygon', coordinates: [[...line, line[0]]] }
  t.same(await pointers({ sites: [{ id: itm[0] }], area: flat }), ['invalid_parameters', '#/area'])
  t.match(await pointers({ sites: [{ id: itm[0] }], align: 'exact' }), ['invalid_parameters'])
})

t.test('the list has the networks as they are one by one', async (t) => {
  const { networks } = (await client.get('/api/v1/networks')).json<{ networks: { id: string }[] }>()
  t.ok(networks.length > 1)
  for (const one of networks) t.same((await client.get(`/api/v1/networks/${one.id}`)).json(), one)
})

t.test('a polygon without cells is a warning, one that is too small for its km² is not', async (t) => {
  const site = await finished(client, { ...base, ...places[0], model: 'los', max_range: 0.3, resolution: 15 })
  const { id } = await made(client, { sites: [{ id: site.id }] })
  const square = (latDeg: number, lonDeg: number, halfDeg: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [lonDeg - halfDeg, latDeg - halfDeg],
        [lonDeg + halfDeg, latDeg - halfDeg],
        [lonDeg + halfDeg, latDeg + halfDeg],
        [lonDeg - halfDeg, latDeg + halfDeg],
        [lonDeg - halfDeg, latDeg - halfDeg],
      ],
    ],
  })
  const warned = async (area: object) => {
    const answer = (await client.post(`/results/${id}/stats`, area)).json<{
      km2: number
      warnings: Refusal[]
    }>()
    return [answer.km2, ...answer.warnings.map(({ code }) => code)]
  }
  // Some 15 by 22 m: a cell of 225 m², 0.000 km².
  t.same(await warned(square(46.5201, 20.5001, 0.0001)), [0])
  t.same(await warned(square(46.53, 20.52, 0.0001)), [0, 'no_cells'])
})
