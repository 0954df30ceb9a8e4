import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Client } from '../../helpers/client.ts'
import { EventStream } from '../../helpers/event-stream.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const started = async (client: Client) =>
  (await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>().id
const recordOf = async (client: Client, id: string) => (await client.get(`/api/v1/status/${id}`)).json()

const { account, compute, origin, services } = await startTestServer(t)

t.test('a stream shows progress, then the final event, and ends', async (t) => {
  const { client, apiKey } = await account()
  compute.held = true
  const id = await started(client)
  const stream = await EventStream.open(origin, `/api/v1/status/${id}/events`, apiKey)
  t.equal(stream.status, 200)
  t.match(stream.headers, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-ratelimit-remaining': /^\d+$/,
    'x-request-id': /^req_/,
    'access-control-allow-origin': '*',
  })
  const progress = await stream.next()
  t.equal(progress?.event, 'progress')
  t.same(progress?.data, await recordOf(client, id))
  compute.release()
  const [final, ...more] = await stream.rest(['progress'])
  t.equal(final?.event, 'completed')
  t.same(final?.data, await recordOf(client, id))
  t.same(more, [])

  const late = await EventStream.open(origin, `/api/v1/status/${id}/events`, apiKey)
  t.same(await late.rest(), [final], 'whoever comes late gets it at once')
  for (const lastId of [final?.id, stream.lastId, late.lastId]) {
    const again = await EventStream.open(origin, `/api/v1/status/${id}/events`, apiKey, lastId)
    t.equal(again.status, 204, 'and then never again')
  }
  const head = { method: 'HEAD' }
  t.equal((await client.ask(`/api/v1/status/${id}/events`, head)).status, 200)
  t.equal((await client.ask('/api/v1/events', head)).status, 200)
})

t.test('a failure and deletions are final; what was deleted is known to those who followed it', async (t) => {
  const { client, apiKey } = await account()
  const open = (path: string, lastId?: string) => EventStream.open(origin, `/api/v1${path}`, apiKey, lastId)
  const all = await open('/events')
  compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'Asked to fail.' }
  const failed = await simulateToEnd(client)
  compute.failure = undefined
  const done = await simulateToEnd(client)
  compute.held = true
  const pending = await started(client)
  const one = await open(`/status/${pending}/events`)
  t.equal((await one.next())?.event, 'progress')
  const before = one.lastId
  await client.delete(`/api/v1/simulations/${pending}`)
  await client.delete(`/api/v1/simulations/${done}`)
  const [deleted, ...none] = await one.rest(['progress'])
  t.same(none, [])
  t.equal(deleted?.event, 'deleted')
  t.same(Object.keys(deleted?.data ?? {}), ['id', 'status', 'credits_charged', 'created_at', 'deleted_at'])
  t.match(deleted?.data, { id: pending, status: 'pending', credits_charged: 0 })
  t.match(await (await open(`/status/${pending}/events`, before)).rest(), [deleted])
  t.equal((await open(`/status/${pending}/events`, deleted?.id)).status, 404)
  t.equal((await open(`/status/${pending}/events`)).status, 404)

  const seen = []
  for (let count = 0; count < 4; count++) {
    const { event, data } = (await all.next(['progress'])) ?? {}
    seen.push(`${event} ${data?.id}`)
  }
  t.same(seen, [`failed ${failed}`, `completed ${done}`, `deleted ${pending}`, `deleted ${done}`])
  all.close()
})

t.test('through three restarts no final event is missed, and none comes twice', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-events-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const start = () => startTestServer(t, { env: { DATA_DIR: dataDir } })
  let server = await start()
  const { apiKey } = await server.account()
  const expected: string[] = []
  const seen: string[] = []
  let lastId = ''
  for (let round = 0; round < 3; round++) {
    const client = server.client(apiKey)
    // What ended while nobody listened.
    if (round > 0) expected.push(`completed ${await simulateToEnd(client)}`)
    const stream = await EventStream.open(server.origin, '/api/v1/events', apiKey, lastId)
    expected.push(`completed ${await simulateToEnd(client)}`)
    if (round % 2 === 0) {
      const id = await simulateToEnd(client)
      await client.delete(`/api/v1/simulations/${id}`)
      expected.push(`completed ${id}`, `deleted ${id}`)
    }
    // One round reads nothing but what came last.
    const reads = round === 1 ? 0 : expected.length - seen.length
    for (let count = 0; count < reads; count++) {
      const { event, data, id = '' } = (await stream.next(['progress'])) ?? {}
      seen.push(`${event} ${data?.id}`)
      lastId = id
    }
    if (round === 1) stream.close()
    await server.stopServer()
    if (round !== 1) t.same(await stream.rest(['progress']), [], 'the stream has ended')
    server = await start()
  }
  t.same(seen, expected)
  const last = await EventStream.open(server.origin, '/api/v1/events', apiKey, lastId)
  await server.stopServer()
  t.same(await last.rest(), [])
})

t.test('from where nothing is known any more there is a reset', async (t) => {
  const clock = { hours: 0 }
  const recordsNow = () => new Date(Date.now() + clock.hours * 3_600_000)
  const { account, origin } = await startTestServer(t, { recordsNow })
  const mine = await account()
  const other = await account()
  const open = (lastId: string) => EventStream.open(origin, '/api/v1/events', mine.apiKey, lastId)
  const id = await simulateToEnd(mine.client)
  const path = `/api/v1/status/${id}/events`
  const [final] = await (await EventStream.open(origin, path, mine.apiKey)).rest()
  const foreign = await EventStream.open(origin, '/api/v1/events', other.apiKey)
  await simulateToEnd(other.client)
  t.equal((await foreign.next(['progress']))?.event, 'completed')
  const listed = await mine.client.get('/api/v1/simulations?limit=1')
  t.equal(listed.status, 200)
  for (const lastId of [
    'evt_unknown',
    foreign.lastId,
    final?.id.replace('evt_', 'sim_') ?? '',
    'x'.repeat(5000),
  ]) {
    const stream = await open(lastId)
    t.match(
      await stream.next(),
      { event: 'reset', data: { detail: /read the list again/ } },
      lastId.slice(0, 20),
    )
    stream.close()
  }
  const known = await open(final?.id ?? '')
  clock.hours = 73
  await mine.client.delete(`/api/v1/simulations/${id}`)
  t.match(await known.next(), { event: 'deleted', data: { id } }, 'an old stream goes on')
  known.close()
  const old = await open(final?.id ?? '')
  t.equal((await old.next())?.event, 'reset')
  old.close()
  foreign.close()
})

t.test('others see nothing: shares, other accounts, unpaid plans', async (t) => {
  const { client } = await account()
  const other = await account()
  compute.held = true
  const id = await started(client)
  const path = `/api/v1/status/${id}/events`
  const made = await services.records.createShare(id, { days: 1, maximum: 100 })
  for (const [key, where, status] of [
    [other.apiKey, path, 404],
    [made?.token, path, 401],
    [made?.token, '/api/v1/events', 401],
    [(await account('free')).apiKey, '/api/v1/events', 403],
    ['', '/api/v1/events', 401],
  ] as const) {
    t.equal((await EventStream.open(origin, where, key ?? '')).status, status)
  }
  const theirs = await EventStream.open(origin, '/api/v1/events', other.apiKey)
  compute.release()
  const own = await simulateToEnd(other.client)
  t.match(await theirs.next(), { data: { id: own } })
  theirs.close()
})

t.test('streams end with their key, their account and its plan', async (t) => {
  const { client, apiKey, account: owner } = await account()
  const { key_id, api_key } = (await client.post('/api/v1/keys')).json<{ key_id: string; api_key: string }>()
  const open = (key: string) => EventStream.open(origin, '/api/v1/events', key)
  const [kept, rotated] = [await open(apiKey), await open(api_key)]
  t.equal((await client.delete(`/api/v1/keys/${key_id}`)).status, 204)
  t.same(await rotated.rest(), [])
  t.equal((await open(api_key)).status, 401)
  const id = await simulateToEnd(client)
  t.match(await kept.next(['progress']), { data: { id } }, 'the other goes on')
  await services.records.updateAccount(owner.id, { plan: 'free' })
  t.same(await kept.rest(), [])

  const second = await account()
  const stream = await open(second.apiKey)
  await services.records.updateAccount(second.account.id, { disabled: true })
  t.same(await stream.rest(), [])
})
