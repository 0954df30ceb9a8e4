import t from 'tap'
import { addressBucket, FixedWindows } from '../../../server/http/rate-limit.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const clock = { ms: Date.UTC(2026, 0, 1, 12, 0, 0, 250) }
const server = await startTestServer(t, { now: () => clock.ms })
const windowEnd = () => String(Math.ceil((clock.ms + 60_000) / 1000))

t.test('pro has 60 requests a minute, from the first one on', async (t) => {
  const { client } = await server.account('pro')
  const other = await server.account('pro')
  const reset = windowEnd()
  for (let count = 1; count <= 60; count++) {
    const { status, headers } = await client.get(count % 2 ? '/api/v1/credits' : '/api/v1/nothing')
    t.equal(status, count % 2 ? 200 : 404)
    t.equal(headers['x-ratelimit-limit'], '60')
    t.equal(headers['x-ratelimit-remaining'], String(60 - count))
    t.equal(headers['x-ratelimit-reset'], reset, 'Unix seconds, the same all through the window')
  }
  clock.ms += 59_000
  const refused = await client.get('/api/v1/credits')
  t.equal(refused.status, 429)
  t.equal(refused.json().code, 'rate_limited')
  t.equal(refused.headers['x-ratelimit-remaining'], '0')
  t.equal(refused.headers['x-ratelimit-reset'], reset)
  t.equal(refused.headers['retry-after'], '1')
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 429, 'nothing else is done')
  t.equal((await other.client.get('/api/v1/credits')).status, 200, 'another account has its own window')

  clock.ms = Number(reset) * 1000
  const again = await client.get('/api/v1/credits')
  t.equal(again.status, 200)
  t.equal(again.headers['x-ratelimit-remaining'], '59')
})

t.test('the limit depends on plan and bucket', async (t) => {
  const pro = await server.account('pro')
  const enterprise = await server.account('enterprise')
  t.equal((await enterprise.client.get('/api/v1/credits')).headers['x-ratelimit-limit'], '300')
  const id = await simulateToEnd(pro.client)
  const before = (await pro.client.get('/api/v1/credits')).headers['x-ratelimit-remaining']
  for (const path of [`/results/${id}.tif`, `/api/v1/results/${id}/preview`, '/results/nothing']) {
    t.equal((await pro.client.get(path)).headers['x-ratelimit-limit'], '1200')
  }
  const after = (await pro.client.get('/api/v1/credits')).headers['x-ratelimit-remaining']
  t.equal(Number(after), Number(before) - 1, 'results are counted elsewhere')

  const { url } = (await pro.client.get(`/api/v1/results/${id}/signed-url`)).json<{ url: string }>()
  const signed = await server.client().get(url.slice(new URL(url).origin.length))
  t.equal(signed.headers['x-ratelimit-limit'], '1200', 'signed addresses use the bucket of their owner')
  t.equal(signed.headers['x-ratelimit-remaining'], '1195')
})

t.test('an address without a valid key has 60 requests a minute; a valid key still works', async (t) => {
  clock.ms += 120_000
  const { client } = await server.account()
  const anonymous = server.client()
  for (let count = 1; count <= 60; count++) {
    const headers = count % 2 ? {} : { authorization: 'Bearer rcov_aaaaaaaa_b' }
    const answer = await anonymous.get(count % 3 ? '/api/v1/credits' : '/results/sim_1.tif', headers)
    t.equal(answer.status, 401)
    t.equal(answer.headers['x-ratelimit-remaining'], String(60 - count))
  }
  t.equal((await anonymous.get('/api/v1/credits')).status, 429)
  t.equal((await anonymous.get('/api/v1/%zz')).status, 429, 'bad addresses are counted too')
  t.equal((await client.get('/api/v1/credits')).status, 200)
  t.equal((await anonymous.get('/health')).status, 200, 'the origin is not counted')
})

t.test('preflights are not counted', async (t) => {
  clock.ms += 120_000
  const anonymous = server.client()
  for (let count = 0; count < 3; count++) {
    const { status, headers } = await anonymous.ask('/api/v1/simulate', {
      method: 'OPTIONS',
      headers: { origin: 'https://map.example', 'access-control-request-method': 'POST' },
    })
    t.equal(status, 204)
    t.equal(headers['x-ratelimit-remaining'], '60')
  }
})

t.test('addresses count as IPv4 or as an IPv6 /64', async (t) => {
  t.equal(addressBucket('192.0.2.7'), '192.0.2.7')
  t.equal(addressBucket('::ffff:192.0.2.7'), '192.0.2.7')
  t.equal(addressBucket('2001:db8:0:1::5'), addressBucket('2001:0db8:0000:0001:ffff:1:2:3'))
  t.not(addressBucket('2001:db8:0:1::5'), addressBucket('2001:db8:0:2::5'))
  t.equal(addressBucket('2001:db8::1'), '2001:db8:0:0::/64')
  t.equal(addressBucket('::1'), '0:0:0:0::/64')
  t.equal(addressBucket('fe80::1%eth0'), 'fe80:0:0:0::/64')
})

t.test('expired windows are forgotten, and their number is limited', async (t) => {
  const windows = new FixedWindows()
  for (let i = 0; i < 150_000; i++) windows.count(`a${i}`, 60, 0)
  t.equal(windows.size, 100_000)
  windows.count('b', 60, 60_000)
  t.equal(windows.size, 1)
  t.equal(windows.count('b', 60, 60_001, 0).remaining, 59, 'looking costs nothing')
  t.equal(windows.count('c', 60, 60_001, 0).remaining, 60)
  t.equal(windows.size, 1)
})
