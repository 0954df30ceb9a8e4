import t from 'tap'
import { Logins } from '../../../server/access/logins.ts'
import { isFromHere, isOpenHere } from '../../../server/accounts/one-time-codes.ts'
import { StorageError } from '../../../storage/records/errors.ts'
import { startTestServer } from '../../helpers/server.ts'

// One-time codes that open the page signed in.

const tenMinutesMs = 600_000

let nowMs = Date.UTC(2026, 0, 1)
const server = await startTestServer(t, { now: () => nowMs })
const { account } = await server.account('pro')
const client = server.client()
const make = () => server.services.logins.make(account.id)

/** A fresh window of the rate limit for each test. */
t.beforeEach(() => {
  nowMs += 60_000
})

t.test('a code is good for a key, once', async (t) => {
  const code = make()
  const answer = await client.post('/login', { code })
  t.match(answer, { status: 201, headers: { 'cache-control': 'no-store' } })
  const { api_key } = answer.json<{ api_key: string }>()
  t.equal((await server.client(api_key).get('/api/v1/credits')).status, 200)
  t.match((await client.post('/login', { code })).json(), { status: 401, code: 'key_invalid' })
  t.match((await client.post('/login', { code: make().slice(1) })).json(), { code: 'key_invalid' })
  t.match((await client.post('/login', { code: '' })).json(), { code: 'key_invalid' })
  t.match((await client.post('/login', {})).json(), { status: 400 })
})

t.test('a code is good again where no key came of it', async (t) => {
  const { logins, records } = server.services
  const { account } = await server.account()
  const code = logins.make(account.id)
  while ((await records.createKey(account.id, 20)) !== undefined);
  t.match(await client.post('/login', { code }), { status: 409 })
  t.match(await client.post('/login', { code }), { status: 409 })
  const [key] = records.keys(account.id)
  await records.revokeKey(key?.key_id ?? '')
  t.equal((await client.post('/login', { code })).status, 201)
  t.equal((await client.post('/login', { code })).status, 401)
})

t.test('a code ends after ten minutes', async (t) => {
  const [kept, late] = [make(), make()]
  nowMs += tenMinutesMs - 1
  t.equal((await client.post('/login', { code: kept })).status, 201)
  nowMs += 1
  t.equal((await client.post('/login', { code: late })).status, 401)
})

t.test('one that is given back ends when it would have', async (t) => {
  let nowMs = 0
  const logins = new Logins(() => nowMs)
  const code = logins.make('acc_a')
  nowMs += tenMinutesMs - 1
  logins.take(code)?.giveBack()
  t.equal(logins.take(code)?.accountId, 'acc_a')
  logins.take(code)?.giveBack()
  const other = logins.make('acc_b')
  logins.take(other)?.giveBack()
  nowMs += tenMinutesMs - 1
  logins.take(other)?.giveBack()
  nowMs += 1
  t.equal(logins.take(other), undefined)
})

t.test('guesses are counted', async (t) => {
  const code = make()
  for (let guess = 0; guess < 60; guess++) await client.post('/login', { code: `guess ${guess}` })
  t.match(await client.post('/login', { code }), { status: 429, headers: { 'retry-after': /^\d+$/ } })
})

t.test('there is none for whoever comes through something else', async (t) => {
  const code = make()
  const { host } = new URL(server.origin)
  const strangers: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { host: 'rebound.example' },
    { origin: 'https://elsewhere.example' },
    { origin: 'https://localhost:1' },
  ]
  for (const headers of strangers) {
    const answer = await client.ask('/login', { method: 'POST', body: { code }, headers })
    t.match(answer.json(), { code: 'route_not_found' }, JSON.stringify(headers))
  }
  const headers = { origin: `https://${host}` }
  t.equal((await client.ask('/login', { method: 'POST', body: { code }, headers })).status, 201)
  const here = { host: 'localhost:8443' }
  t.ok(isFromHere({ headers: here, socket: { remoteAddress: '::1' } }))
  for (const remoteAddress of ['192.0.2.7', '::ffff:192.0.2.7', undefined]) {
    t.notOk(isFromHere({ headers: here, socket: { remoteAddress } }), String(remoteAddress))
  }
})

t.test('where the service has a public address there is none', async (t) => {
  const env = { PUBLIC_URL: 'https://coverage.example' }
  const { account, client, services } = await startTestServer(t, { env })
  const code = services.logins.make((await account()).account.id)
  t.match((await client().post('/login', { code })).json(), { code: 'route_not_found' })
})

t.test('a setup code makes the first account, once, unmetered, and none where there is one', async (t) => {
  const own = await startTestServer(t)
  const { logins, records } = own.services
  const [code, other] = [logins.makeSetup(), logins.makeSetup()]
  const client = own.client()
  t.match((await client.post('/login', { code: `${code}x` })).json(), { code: 'key_invalid' })
  // Whatever could not be stored, the code that is given back makes account and key afterwards.
  const { createAccountWithKey, createKey } = records
  const full = () => Promise.reject(new StorageError('no space'))
  Object.assign(records, { createAccountWithKey: full, createKey: full })
  t.equal((await client.post('/login', { code })).status, 503)
  Object.assign(records, { createAccountWithKey, createKey })
  t.same(records.accounts(), [])
  const answers = await Promise.all([code, code].map((one) => client.post('/login', { code: one })))
  t.same(answers.map(({ status }) => status).sort(), [201, 401])
  const made = answers.find(({ status }) => status === 201)?.json<{ api_key: string }>()
  const account = (await own.client(made?.api_key).get('/api/v1/credits')).json()
  t.match(account, { unmetered: true, plan: 'enterprise', storage: { used_bytes: 0 } })
  t.equal(records.accounts().length, 1)
  t.match((await client.post('/login', { code: other })).json(), { code: 'key_invalid' })
  t.equal(records.accounts().length, 1)
})

t.test('the page of a machine is opened there alone', async (t) => {
  const here = { host: '127.0.0.1', publicUrl: 'https://localhost:8443', trustedProxies: [] }
  t.ok(isOpenHere(here))
  t.ok(isOpenHere({ ...here, host: '0.0.0.0' }))
  t.notOk(isOpenHere({ ...here, host: '192.0.2.7' }))
  t.notOk(isOpenHere({ ...here, publicUrl: 'https://pi.local:8443' }))
  t.notOk(isOpenHere({ ...here, trustedProxies: ['127.0.0.1'] }))
})
