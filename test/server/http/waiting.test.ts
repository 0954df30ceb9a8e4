import t from 'tap'
import { preferredWaitS } from '../../../server/simulations/waiting/wait.ts'
import { startTestServer, untilFinal, validRequest } from '../../helpers/server.ts'

// `Prefer: wait=N`.

const simulate = (wait: string, key?: string) => ({
  method: 'POST',
  body: validRequest,
  headers: { prefer: wait, ...(key !== undefined && { 'idempotency-key': key }) },
})
const { account, client: clientWith, compute, services } = await startTestServer(t)

type Record = { id: string; status: string; params: object; progress: number }

t.test(
  'a wait is a whole number of seconds from 1 to 60; all else is ignored, and the first counts',
  async (t) => {
    const cases: [string | string[] | undefined, number | undefined][] = [
      [undefined, undefined],
      ['wait=30', 30],
      ['Wait = 1', 1],
      ['wait="60"', 60],
      ['respond-async, wait=10', 10],
      ['handling="strict, wait=5", wait=7; foo=bar', 7],
      [['return=minimal', 'wait=3'], 3],
      ['wait=2, wait=50', 2],
      ['wait=61, wait=50', undefined],
      ['wait', undefined],
      ['wait=0', undefined],
      ['wait=-1', undefined],
      ['wait=1.5', undefined],
      ['wait=1e1', undefined],
      ['wait=', undefined],
      ['awaits=5', undefined],
      ['', undefined],
      ['"'.repeat(16_000), undefined],
      ['"\\'.repeat(8000), undefined],
    ]
    for (const [header, seconds] of cases)
      t.equal(preferredWaitS(header), seconds, String(header).slice(0, 50))
  },
)

t.test('POST answers with the record when the simulation is final', async (t) => {
  t.teardown(() => compute.release())
  const { client } = await account()
  compute.held = true
  let isAnswered = false
  const waiting = client.ask('/api/v1/simulate', simulate('wait=60')).then((answer) => {
    isAnswered = true
    return answer
  })
  // As many as the plan allows: waits take no slots of their own.
  const others = [1, 2].map(() => client.ask('/api/v1/simulate', simulate('wait=60')))
  while ((await client.get('/api/v1/simulations')).json<{ total: number }>().total < 3) await pause(20)
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 429)
  t.notOk(isAnswered)
  compute.release()
  for (const answer of await Promise.all([waiting, ...others])) {
    t.equal(answer.status, 201)
    t.equal(answer.headers['preference-applied'], 'wait=60')
    t.equal(answer.headers['retry-after'], undefined)
    const record = answer.json<Record>()
    t.equal(answer.headers.location, `/api/v1/status/${record.id}`)
    t.same(record, (await client.get(`/api/v1/status/${record.id}`)).json())
    t.equal(record.status, 'completed')
  }

  compute.failure = { kind: 'failed', code: 'terrain_unavailable', detail: 'Asked to fail.' }
  const failed = (await client.ask('/api/v1/simulate', simulate('wait=60'))).json<Record>()
  compute.failure = undefined
  t.match(failed, { status: 'failed', error: { code: 'terrain_unavailable' }, credits_charged: 0 })
})

t.test('GET answers when it is final, and after so many seconds if it is not', async (t) => {
  t.teardown(() => compute.release())
  const { client } = await account()
  compute.held = true
  const plain = await client.ask('/api/v1/simulate', simulate('respond-async, wait=0'))
  t.equal(plain.headers['preference-applied'], undefined)
  t.same(Object.keys(plain.json()), ['id', 'status', 'created_at'])
  const path = `/api/v1/status/${plain.json<Record>().id}`

  const early = await client.get(path, { prefer: 'wait=1' })
  t.match(early.json(), { status: 'pending' })
  t.equal(early.headers['preference-applied'], 'wait=1')
  t.match(early.headers['retry-after'], /^\d+$/)

  const waiting = client.get(path, { prefer: 'wait=60' })
  await pause(50)
  compute.release()
  t.match((await waiting).json(), { status: 'completed' })
  const after = await client.get(path, { prefer: 'wait=60' })
  t.match(after.json(), { status: 'completed' }, 'at once')
  t.equal((await client.ask(path, { method: 'HEAD', headers: { prefer: 'wait=60' } })).status, 200)
})

t.test('a waiter who goes leaves the others waiting', async (t) => {
  t.teardown(() => compute.release())
  const { client } = await account()
  compute.held = true
  const { id } = (await client.post('/api/v1/simulate', validRequest)).json<Record>()
  const path = `/api/v1/status/${id}`
  const patient = client.get(path, { prefer: 'wait=60' })
  await client.get(path, { prefer: 'wait=1' })
  const late = client.get(path, { prefer: 'wait=60' })
  await pause(50)
  compute.release()
  const startMs = performance.now()
  for (const answer of await Promise.all([patient, late])) t.match(answer.json(), { status: 'completed' })
  t.ok(performance.now() - startMs < 30_000, 'long before their time')
})

t.test('what is deleted is waited for no longer', async (t) => {
  t.teardown(() => compute.release())
  const { client } = await account()
  const doomed = await account()
  compute.held = true
  const start = async (who: typeof client) =>
    (await who.post('/api/v1/simulate', validRequest)).json<Record>().id
  const id = await start(client)
  const waiting = client.get(`/api/v1/status/${id}`, { prefer: 'wait=60' })
  const posting = client.ask('/api/v1/simulate', simulate('wait=60', 'doomed'))
  while ((await client.get('/api/v1/simulations')).json<{ total: number }>().total < 2) await pause(20)
  for (const { id } of (await client.get('/api/v1/simulations')).json<{ simulations: Record[] }>()
    .simulations) {
    t.equal((await client.delete(`/api/v1/simulations/${id}`)).status, 204)
  }
  t.equal((await waiting).status, 404)
  t.match((await posting).json(), { status: 'pending' }, 'what was accepted')

  const other = await start(doomed.client)
  const vain = doomed.client.get(`/api/v1/status/${other}`, { prefer: 'wait=60' })
  await pause(50)
  await services.records.deleteAccount(doomed.account.id)
  t.equal((await vain).status, 401, 'its key went with it')
})

t.test('a repeated POST waits too, and has the state of now', async (t) => {
  t.teardown(() => compute.release())
  const { client, account: owner } = await account()
  compute.held = true
  const gone = new AbortController()
  const first = client.ask('/api/v1/simulate', { ...simulate('wait=60', 'k'), signal: gone.signal })
  first.catch(() => {})
  // Seen by others once it is stored.
  while ((await client.get('/api/v1/simulations')).json<{ total: number }>().total < 1) await pause(20)
  // Its client still waits, or is gone.
  const repeated = await client.ask('/api/v1/simulate', simulate('return=minimal', 'k'))
  t.equal(repeated.status, 201)
  t.equal(repeated.headers['idempotency-replayed'], 'true')
  gone.abort()
  await t.rejects(first)

  const waiting = client.ask('/api/v1/simulate', simulate('wait=60', 'k'))
  await pause(50)
  compute.release()
  const answer = await waiting
  t.equal(answer.status, 201)
  t.equal(answer.headers['idempotency-replayed'], 'true')
  t.equal(answer.headers['preference-applied'], 'wait=60')
  t.match(answer.json(), { id: repeated.json<Record>().id, status: 'completed', progress: 1 })
  t.equal(services.records.simulations(owner.id).length, 1)
  t.match(
    (await client.ask('/api/v1/simulate', simulate('', 'k'))).json(),
    { status: 'pending' },
    'as stored',
  )

  const id = answer.json<Record>().id
  await client.delete(`/api/v1/simulations/${id}`)
  t.match((await client.ask('/api/v1/simulate', simulate('wait=60', 'k'))).json(), { id, status: 'pending' })
})

t.test('a wait ends with the key or the share that it was asked by', async (t) => {
  t.teardown(() => compute.release())
  const { account: owner, client: kept, apiKey } = await account()
  const { records } = services
  compute.held = true
  const { id } = (await kept.post('/api/v1/simulate', validRequest)).json<Record>()
  const path = `/api/v1/status/${id}`
  const made = await records.createKey(owner.id)
  const share = await records.createShare(id, { days: 1, maximum: 100 })
  const doomed = clientWith(made?.api_key)
  const getting = doomed.get(path, { prefer: 'wait=60' })
  const posting = doomed.ask('/api/v1/simulate', simulate('wait=60'))
  const shared = clientWith(share?.token).get(path, { prefer: 'wait=60' })
  const staying = clientWith(apiKey).get(path, { prefer: 'wait=60' })
  while ((await kept.get('/api/v1/simulations')).json<{ total: number }>().total < 2) await pause(20)
  await pause(50)
  await records.revokeKey(made?.key.key_id ?? '')
  for (const ended of [await getting, await posting]) {
    t.match(ended.json(), { status: 401, code: 'key_invalid' })
    t.equal(ended.headers['preference-applied'], undefined)
  }
  await records.revokeShare(id, share?.share.share_id ?? '')
  t.equal((await shared).status, 401)
  compute.release()
  t.match((await staying).json(), { status: 'completed' }, 'others go on')
})

t.test('a share waits too, and browsers may', async (t) => {
  t.teardown(() => compute.release())
  const { client: owner } = await account()
  compute.held = true
  const { id } = (await owner.post('/api/v1/simulate', validRequest)).json<Record>()
  const made = await services.records.createShare(id, { days: 1, maximum: 100 })
  const waiting = clientWith(made?.token).get(`/api/v1/status/${id}`, { prefer: 'wait=60' })
  await pause(50)
  compute.release()
  const answer = await waiting
  t.match(answer.json(), { status: 'completed' })
  t.notOk('credits_charged' in answer.json())
  t.match(answer.headers['access-control-expose-headers'], /Preference-Applied/)
  await untilFinal(owner, id)
})

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
