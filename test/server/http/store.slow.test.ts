import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as ask } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { openBucket, refuse } from '../../helpers/bucket.ts'
import { until } from '../../helpers/compute.ts'
import { simulateToEnd, startTestServer, storeIn, validRequest } from '../../helpers/server.ts'

// A service whose results are in a bucket, and what becomes of it when the bucket fails.

const bucket = await openBucket()
t.teardown(() => bucket.close())
storeIn(bucket)
const server = await startTestServer(t)
const { apiKey, client } = await server.account('enterprise')
const id = await simulateToEnd(client)
t.beforeEach(() => {
  bucket.fault = undefined
  bucket.requests.length = 0
})

interface Health {
  status: string
  store: string
}

t.test('a store that fails is 503 for what needs it, and nothing else', async (t) => {
  bucket.fault = (_request, response) => refuse(response, 500, 'InternalError')
  for (const path of [`/results/${id}.tif`, `/results/${id}.png`, `/results/${id}/preview`]) {
    const answer = await client.get(path)
    t.equal(answer.status, 503, path)
    t.equal(answer.json().code, 'storage_unavailable')
    t.match(answer.headers['retry-after'], /^\d+$/)
    t.notMatch(answer.text, /InternalError|127\.0\.0\.1|bucket/)
    t.equal(answer.headers.etag, undefined)
  }
  t.equal((await client.get(`/api/v1/status/${id}`)).status, 200)
  await until(async () => (await client.get('/health')).json<Health>().status === 'degraded', 'the watch')
  const health = await client.get('/health')
  t.equal(health.status, 200, 'what needs no store is answered')
  t.equal(health.json<Health>().store, 'failing')
  const before = (await client.get('/api/v1/credits')).json()
  const refused = await client.post('/api/v1/simulate', validRequest)
  t.equal(`${refused.status} ${refused.json().code}`, '503 storage_unavailable')
  t.same((await client.get('/api/v1/credits')).json(), before, 'nothing is charged')

  bucket.fault = undefined
  await until(async () => (await client.get('/health')).json<Health>().status === 'ok', 'the watch')
  t.equal((await client.get(`/results/${id}.tif`)).status, 200)
  t.equal((await client.get(`/results/${id}.png`)).status, 200)
})

t.test('a client that goes away ends the request to the store', async (t) => {
  let isEnded = false
  let sent = 0
  bucket.fault = ({ method, path }, response) => {
    if (method === 'HEAD') {
      response.writeHead(200, {
        'content-length': 2 ** 30,
        etag: '"1"',
        'last-modified': new Date().toUTCString(),
      })
      response.end()
      return true
    }
    if (!path.includes(id)) return false
    response.writeHead(206, { 'content-length': 2 ** 30 })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
    }
    response.on('drain', more)
    response.on('close', () => {
      isEnded = true
    })
    more()
    return true
  }
  const headers = { authorization: `Bearer ${apiKey}` }
  const request = ask(`${server.origin}/results/${id}.tif`, { headers, rejectUnauthorized: false })
  request.on('error', () => {})
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  t.equal(response.headers['content-length'], String(2 ** 30))
  response.pause()
  for (let before = -1; before !== sent; await pause(200)) before = sent
  t.ok(sent < 2 ** 27, 'no more is taken than the client takes')
  t.equal(isEnded, false)
  request.destroy()
  await until(() => isEnded, 'the end of the request to the store')
})
