import { readdir } from 'node:fs/promises'
import t from 'tap'
import { askServer } from '../../../server/admin/client.ts'
import { planetFile } from '../../helpers/antennas.ts'
import { openBucket, refuse } from '../../helpers/bucket.ts'
import { simulateToEnd, startTestServer, storedNames } from '../../helpers/server.ts'

// A service whose results are in a bucket, and what becomes of it when the bucket fails.

const bucket = await openBucket()
t.teardown(() => bucket.close())
const server = await startTestServer(t, { env: bucket.env })
const { services } = server
const { account, client } = await server.account('enterprise')
const id = await simulateToEnd(client)
t.beforeEach(() => {
  bucket.fault = undefined
  bucket.requests.length = 0
})

t.test('nothing of a result stays on this machine', async (t) => {
  t.same(await storedNames(server, id), [`${id}.tif`])
  t.ok((await bucket.names()).includes(`a/b/rasters/${id}.tif`))
  t.same(await readdir(services.config.workDir), [])
})

t.test('products are made of parts of the raster, kept in the bucket, and go with it', async (t) => {
  const made = await simulateToEnd(client)
  bucket.requests.length = 0
  const value = `/results/${made}/value?lat=46.98&lon=8.02`
  for (const path of [
    `/results/${made}.png`,
    `/results/${made}.geojson`,
    `/results/${made}/stats`,
    `/results/${made}/tiles/0/0/0.png`,
    `/results/${made}.pgw`,
    `/results/${made}/tiles.json`,
    value,
  ]) {
    const answer = await client.get(path)
    t.equal(answer.status, 200, path)
    t.equal((await client.get(path)).headers.etag, answer.headers.etag, path)
  }
  const reads = bucket.requests.filter(({ method, path }) => method === 'GET' && path.includes(`${made}.tif`))
  t.ok(reads.length > 0)
  for (const { headers } of reads) t.match(headers.range, /^bytes=\d+-\d+$/)
  const products = await storedNames(server, `${made}.products/`)
  t.ok(products.length >= 3)
  t.ok(services.results.usedBytes(account.id) > 0)
  t.equal((await client.delete(`/api/v1/simulations/${made}`)).status, 204)
  t.same(await storedNames(server, made), [])
  t.equal((await client.get(`/results/${made}.png`)).status, 404)
})

t.test('a part that fails after it was described says nothing of itself', async (t) => {
  bucket.fault = ({ method, path }, response) =>
    method === 'GET' && path.includes(`${id}.tif`) && refuse(response, 500, 'InternalError')
  const answer = await client.get(`/results/${id}.tif`, { range: 'bytes=0-9' })
  t.equal(`${answer.status} ${answer.json().code}`, '503 storage_unavailable')
  for (const name of ['content-range', 'etag', 'last-modified'])
    t.equal(answer.headers[name], undefined, name)
  bucket.fault = ({ method, path }, response) =>
    method === 'GET' && path.includes(`${id}.tif`) && refuse(response, 404, 'NoSuchKey')
  t.equal(
    (await client.get(`/results/${id}.tif`)).json().code,
    'result_expired',
    'gone since it was described',
  )
})

t.test('what cannot be deleted now goes with the next sweep', async (t) => {
  const deleted = await simulateToEnd(client)
  bucket.fault = ({ method }, response) => method === 'DELETE' && refuse(response, 403, 'AccessDenied')
  t.equal((await client.delete(`/api/v1/simulations/${deleted}`)).status, 204)
  t.equal((await client.get(`/results/${deleted}.tif`)).status, 404)
  t.same(await storedNames(server, deleted), [`${deleted}.tif`])
  bucket.fault = undefined
  await services.results.sweep()
  t.same(await storedNames(server, deleted), [])
  t.ok((await storedNames(server, id)).includes(`${id}.tif`), 'what is named stays')
})

t.test('an upload whose record was never written is swept', async (t) => {
  const { rasters } = services.stores
  await rasters.putBytes('sim_crashed.tif', Buffer.from('raster'))
  await services.results.sweep()
  t.equal(await rasters.stat('sim_crashed.tif'), undefined)
})

t.test('antenna patterns are in the bucket too', async (t) => {
  const { antennas } = services.stores
  const names: string[] = []
  const headers = { 'content-type': 'text/plain' }
  const uploaded = await client.ask('/api/v1/antennas', { method: 'POST', headers, body: planetFile() })
  t.equal(uploaded.status, 201)
  for await (const { name } of antennas.list('')) names.push(name)
  const antennaId = uploaded.json<{ id: string }>().id
  t.same(names, [`${account.id}/${antennaId}.json`])
  t.equal((await client.get(`/api/v1/antennas/${antennaId}`)).status, 200)
  t.equal((await client.delete(`/api/v1/antennas/${antennaId}`)).status, 204)
})

t.test('what a deleted account had leaves the bucket', async (t) => {
  const other = await server.account('enterprise')
  const deleted = await simulateToEnd(other.client)
  await other.client.get(`/results/${deleted}.png`)
  const headers = { 'content-type': 'text/plain' }
  await other.client.ask('/api/v1/antennas', { method: 'POST', headers, body: planetFile() })
  const left = async () =>
    (await bucket.names()).filter((name) => name.includes(deleted) || name.includes(other.account.id))
  t.equal((await left()).length, 3)
  const answer = await askServer(services.config.dataDir, ['account', 'delete', other.account.id])
  t.match(answer, { result: { deleted: true, simulations: 1 } })
  t.same(await left(), [])
  t.ok((await storedNames(server, id)).includes(`${id}.tif`), "another account's stays")
})

t.test('a service whose bucket cannot be used does not start', async (t) => {
  const cases: [RegExp, (request: { method: string; path: string }) => boolean][] = [
    [
      /RASTER_STORE, s3:\/\/coverage\/a\/b\/, can't be used: .*written: AccessDenied/,
      ({ method }) => method === 'PUT',
    ],
    [
      /can't be used: .*read: AccessDenied/,
      ({ method, path }) => method === 'GET' && path.includes('/.probe'),
    ],
    [/can't be used: .*listed: AccessDenied/, ({ path }) => path.includes('list-type')],
  ]
  for (const [message, isRefused] of cases) {
    bucket.fault = (request, response) => isRefused(request) && refuse(response, 403, 'AccessDenied')
    await t.rejects(startTestServer(t, { env: bucket.env }), { message })
  }
})
