import t from 'tap'
import { EventStream } from '../../helpers/event-stream.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

t.test('a key has ten streams; each is one request, and a place is free when one has gone', async (t) => {
  const { account, origin } = await startTestServer(t)
  const { client, apiKey } = await account()
  const open = () => EventStream.open(origin, '/api/v1/events', apiKey)
  const streams = []
  for (let count = 0; count < 10; count++) streams.push(await open())
  t.equal(streams.at(-1)?.headers['x-ratelimit-remaining'], '50')
  const refused = await client.get('/api/v1/events')
  t.equal(refused.status, 429)
  t.match(refused.json(), { code: 'too_many_streams', detail: /at most 10 open event streams/ })
  t.match(refused.headers['retry-after'], /^\d+$/)
  const { api_key } = (await client.post('/api/v1/keys')).json<{ api_key: string }>()
  const other = await EventStream.open(origin, '/api/v1/events', api_key)
  t.equal(other.status, 200)
  streams[3]?.close()
  let again = await open()
  while (again.status === 429) again = await open()
  t.equal(again.status, 200)
  for (const stream of [...streams, other, again]) stream.close()
})

const impatient = { clientTimeouts: { headersMs: 15_000, requestMs: 30_000, readingMs: 1000 } }

t.test('an idle stream gets signs of life', async (t) => {
  const { account, origin } = await startTestServer(t, impatient)
  const idle = await EventStream.open(origin, '/api/v1/events', (await account()).apiKey)
  // Beyond the time of those who read nothing.
  while (idle.comments < 6) await pause(50)
  t.equal(idle.status, 200)
  idle.close()
})

t.test('one who reads nothing is ended, little is kept for him, and he finds everything later', async (t) => {
  const { account, log, origin, services } = await startTestServer(t, impatient)
  const { apiKey, account: owner } = await account('enterprise', 100_000)
  const { records } = services
  const slow = await EventStream.open(origin, '/api/v1/events', apiKey)
  slow.pause()
  // Far more than sockets hold: 60 MB.
  const params = { ...validRequest, model: 'los', name: 'x'.repeat(200_000) }
  const ids: string[] = []
  for (let count = 0; count < 300; count++) {
    const accepted = await records.accept({ account_id: owner.id, params, price: 1, monthly_limit: 1e6 })
    if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome)
    ids.push(accepted.simulation.id)
    await records.fail(accepted.simulation.id, { code: 'internal_error', detail: 'x' })
  }
  while (!log.some((line) => line.includes('slow client disconnected'))) await pause(50)
  slow.resume()
  const received = (await slow.rest(['progress'])).map(({ data }) => data.id)
  t.ok(received.length < 150, `${received.length} of 300 were written`)
  t.same(received, ids.slice(0, received.length))

  const stream = await EventStream.open(origin, '/api/v1/events', apiKey, slow.lastId)
  while (received.length < ids.length) received.push((await stream.next(['progress']))?.data.id)
  t.same(received, ids)
  stream.close()
})

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
