import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import t from 'tap'
import { rasterGrid } from '../../../kernels/geodesy/raster-grid.ts'
import { openRasterWriter } from '../../../storage/rasters/geotiff-writer.ts'
import { longestDelayMs } from '../../helpers/loop-delay.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

// As much as a request may hold, on a raster of 25 million cells; the loop is that of the service.

const server = await startTestServer(t)
const { client, apiKey } = await server.account('enterprise')
const request = { ...validRequest, tx_lat: 46.97, tx_lon: 8.03, max_range: 50, resolution: 30 }
const id = await simulateToEnd(client, request)
const geometry = rasterGrid(request.tx_lat, request.tx_lon, 40, 100_000)
const path = join(server.services.results.workFolder, 'large.tif')
const writer = await openRasterWriter(path, { geometry, kind: 'visibility', metadata: {}, description: '' })
const row = new Uint8Array(geometry.cols)
for (let index = 0; index < geometry.rows; index++) {
  for (let col = 0; col < row.length; col++) row[col] = ((index * 31) ^ (col * 17)) % 97 < 50 ? 1 : 0
  await writer.writeRows(row)
}
await writer.close()
await server.services.stores.rasters.putFile(`${id}.tif`, path)

const at = (index: number) => [
  Number((8.03 + 1.2 * (((index * 0.618) % 1) - 0.5)).toFixed(6)),
  Number((46.97 + 0.8 * (((index * 0.7548) % 1) - 0.5)).toFixed(6)),
]
const note = 'x'.repeat(50)
const point = { type: 'Point', coordinates: [request.tx_lon, request.tx_lat] }
const feature = { type: 'Feature', properties: {}, geometry: point }

async function measured(name: string, type: string, body: Buffer) {
  t.ok(body.length <= 8_388_608, `${name}: ${body.length} bytes`)
  // The client of other tests reads whole answers in this very loop.
  const ask = async () => {
    const asking = httpsRequest(`${server.origin}/results/${id}/features`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': type, accept: type },
      rejectUnauthorized: false,
    })
    const [answer]: IncomingMessage[] = await once(asking.end(body), 'response')
    await finished(answer.resume())
    t.equal(answer.statusCode, 200, name)
  }
  await ask()
  const startMs = performance.now()
  const delayMs = await longestDelayMs(ask)
  const ms = performance.now() - startMs
  t.comment(`${name}: ${body.length} bytes, ${ms.toFixed(0)} ms, ${delayMs.toFixed(1)} ms in one turn`)
  return delayMs
}

t.test('50 000 points of a table and of GeoJSON, and polygons and lines', async (t) => {
  t.ok(geometry.rows * geometry.cols > 25e6)
  const rows = Array.from({ length: 50_000 }, (_, index) => `${at(index).reverse().join()},${note}${note}`)
  const features = Array.from({ length: 50_000 }, (_, index) => ({
    type: 'Feature',
    properties: { n: note.slice(0, 25) },
    geometry: { type: 'Point', coordinates: at(index) },
  }))
  const line = {
    type: 'LineString',
    coordinates: Array.from({ length: 1000 }, (_, index) => at(index / 700)),
  }
  const squares = Array.from({ length: 4000 }, (_, index) => {
    const [lon = 0, lat = 0] = at(index)
    return [
      [lon - 1, lat],
      [lon + 1, lat],
      [lon + 1, lat + 0.5],
      [lon - 1, lat + 0.5],
      [lon - 1, lat],
    ]
  })
  const areas = squares.map((ring) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [ring] },
  }))
  const json = (value: object) => Buffer.from(JSON.stringify(value))
  const type = 'application/geo+json'
  const delaysMs = [
    await measured('table', 'text/csv', Buffer.from(`lat,lon,note\n${rows.join('\n')}\n`)),
    await measured('points', type, json({ type: 'FeatureCollection', features })),
    await measured('line', type, json(line)),
    await measured('areas', type, json({ type: 'FeatureCollection', features: areas })),
  ]
  const points = JSON.stringify({ type: 'FeatureCollection', features })
  const startMs = performance.now()
  JSON.parse(points)
  // On this machine, as busy as it is.
  const wholeMs = performance.now() - startMs
  const said = `${delaysMs.map((ms) => ms.toFixed(1)).join(', ')} ms in one turn; to parse a body takes ${wholeMs.toFixed(1)}`
  t.ok(Math.max(...delaysMs) < wholeMs / 2, `${said}: none is handled whole`)
})

t.test('another account is answered while large bodies of one wait', async (t) => {
  const other = await server.account()
  const own = await simulateToEnd(other.client)
  const rows = Array.from({ length: 20_000 }, (_, index) => `${at(index).reverse().join()},row ${index}`)
  const body = Buffer.from(`lat,lon,name\n${rows.join('\n')}\n`)
  let ended = 0
  const many = Array.from({ length: 6 }, async () => {
    const headers = { 'content-type': 'text/csv' }
    t.equal((await client.ask(`/results/${id}/features`, { method: 'POST', headers, body })).status, 200)
    ended++
  })
  await client.get('/api/v1/credits')
  t.equal((await other.client.post(`/results/${own}/features`, feature)).status, 200)
  t.ok(ended < 6, `${ended} of 6 had ended`)
  await Promise.all(many)
})

t.test('an account holds so many bytes of bodies, and no more', async (t) => {
  const body = Buffer.alloc(8_388_608, ' ')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => client.ask(`/results/${id}/features`, { method: 'POST', body })),
  )
  const statuses = answers.map(({ status }) => status)
  t.ok(statuses.includes(503) && statuses.includes(400), statuses.join())
  t.equal((await client.post(`/results/${id}/features`, feature)).status, 200, 'they are let go of')
})
