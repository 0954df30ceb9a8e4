import t from 'tap'
import { startTestServer } from '../../helpers/server.ts'

const server = await startTestServer(t)

interface Purchase {
  checkout_url: string
  expires_at: string
}

async function purchase(client: ReturnType<typeof server.client>, pack: string): Promise<string> {
  const answer = await client.post('/api/v1/credits/purchase', { pack })
  t.equal(answer.status, 201)
  const { checkout_url } = answer.json<Purchase>()
  t.equal(new URL(checkout_url).port, new URL(server.origin).port, 'the port that was really taken')
  return new URL(checkout_url).pathname
}

t.test('packs have prices', async (t) => {
  const { client } = await server.account()
  const { packs } = (await client.get('/api/v1/credits/packs')).json<{
    packs: { pack: string; credits: number; price: string; currency: string }[]
  }>()
  t.same(
    packs.map(({ pack, credits }) => [pack, credits]),
    [
      ['100', 100],
      ['500', 500],
      ['1000', 1000],
      ['5000', 5000],
    ],
  )
  for (const { price, currency } of packs) t.ok(/^\d+\.\d\d$/.test(price) && /^[A-Z]{3}$/.test(currency))
})

t.test('a purchase grants exactly once, when it is paid', async (t) => {
  const { client } = await server.account('pro', 10)
  const balance = async () => (await client.get('/api/v1/credits')).json().balance
  const path = await purchase(client, '500')
  t.equal(await balance(), 10, 'opening a checkout grants nothing')

  const browser = server.client()
  const page = await browser.get(path)
  t.equal(page.status, 200)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  t.match(page.text, /No money moves/)
  t.match(page.headers['content-security-policy'], /; form-action 'self';/, 'its button may be pressed')
  t.equal(await balance(), 10, 'looking grants nothing')

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const paid = await Promise.all(
    Array.from({ length: 5 }, () => browser.ask(path, { method: 'POST', headers, body: '' })),
  )
  for (const answer of paid) {
    t.equal(answer.status, 200)
    t.match(answer.text, /500 credits were granted/)
  }
  t.equal(await balance(), 510)
  t.match((await browser.get(path)).text, /500 credits were granted/)
  t.equal((await browser.ask(path, { method: 'POST', headers, body: '' })).status, 200)
  t.equal(await balance(), 510)
})

t.test('unknown checkouts are refused', async (t) => {
  const browser = server.client()
  for (const method of ['GET', 'POST']) {
    const answer = await browser.ask('/sandbox/checkout/nothing', { method })
    t.equal(answer.status, 404)
    t.equal(answer.headers['content-type'], 'application/problem+json')
  }
})

t.test('unknown packs are refused', async (t) => {
  const { client } = await server.account()
  for (const pack of ['250', '', '__proto__', 'x']) {
    const answer = await client.post('/api/v1/credits/purchase', { pack })
    t.equal(answer.status, 400)
    t.equal(answer.json().code, 'unknown_pack')
  }
  for (const body of [{ pack: 100 }, {}, { pack: '100', amount: 2 }]) {
    const answer = await client.post('/api/v1/credits/purchase', body)
    t.equal(answer.json().code, 'invalid_parameters')
  }
})

t.test('expired checkouts are refused, and there is no sandbox where payments are off', async (t) => {
  const off = await startTestServer(t, { env: { PAYMENTS: 'off' } })
  const { account, client } = await off.account()
  const answer = await client.post('/api/v1/credits/purchase', { pack: '100' })
  t.equal(answer.status, 503)
  t.equal(answer.json().code, 'payments_unavailable')
  const session = await off.services.records.createCreditSession(account.id, '100', 100)
  t.equal((await off.client().post(`/sandbox/checkout/${session.id}`)).status, 404)

  const tomorrow = await startTestServer(t, { now: () => Date.now() + 25 * 3_600_000 })
  const late = await tomorrow.account()
  const path = new URL(
    (await late.client.post('/api/v1/credits/purchase', { pack: '100' })).json<Purchase>().checkout_url,
  ).pathname
  const expired = await tomorrow.client().get(path)
  t.equal(expired.status, 404)
  t.match(expired.json().detail, /expired/)
  t.equal((await tomorrow.client().post(path)).status, 404)
  t.equal((await late.client.get('/api/v1/credits')).json().balance, 1000)
})

t.test("keys are shown once, limited to twenty, and the last one can't be deleted", async (t) => {
  const { client, apiKey } = await server.account()
  const stranger = await server.account()
  type Keys = { keys: { key_id: string; current: boolean; last_used_at: string | null }[] }
  const list = async () => (await client.get('/api/v1/keys')).json<Keys>().keys
  const [first] = await list()
  t.match(await list(), [{ current: true, last_used_at: /^\d{4}-/ }])
  t.equal((await client.delete(`/api/v1/keys/${first?.key_id}`)).json().code, 'last_key')

  const made = await client.post('/api/v1/keys')
  t.equal(made.status, 201)
  const { key_id, api_key } = made.json<{ key_id: string; api_key: string }>()
  t.match(api_key, /^rcov_[A-Za-z0-9]{8}_[A-Za-z0-9]{40}$/)
  t.match(await list(), [{ current: true }, { key_id, current: false, last_used_at: null }])
  const text = (await client.get('/api/v1/keys')).text
  t.notOk(text.includes(api_key) || text.includes(apiKey))

  t.equal((await stranger.client.delete(`/api/v1/keys/${key_id}`)).json().code, 'key_not_found')
  const second = server.client(api_key)
  t.equal((await second.delete(`/api/v1/keys/${first?.key_id}`)).status, 204)
  t.equal((await client.get('/api/v1/keys')).status, 401, 'a key that is gone')
  t.equal((await second.delete(`/api/v1/keys/${first?.key_id}`)).json().code, 'key_not_found')

  for (let count = 2; count <= 20; count++) t.equal((await second.post('/api/v1/keys')).status, 201)
  const more = await second.post('/api/v1/keys')
  t.equal(more.status, 409)
  t.equal(more.json().code, 'too_many_keys')
})
