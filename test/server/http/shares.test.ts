import t from 'tap'
import { addressWarnings } from '../../../server/config/loopback.ts'
import type { Answer } from '../../helpers/client.ts'
import { simulateToEnd, startTestServer, untilFinal, validRequest } from '../../helpers/server.ts'

const clock = { ms: Date.now() }
const server = await startTestServer(t, {
  now: () => clock.ms,
  recordsNow: () => new Date(clock.ms),
})
const anonymous = server.client()
const { account, client, apiKey } = await server.account('enterprise')
const id = await simulateToEnd(client)
const other = await simulateToEnd(client)
const stranger = await server.account('enterprise')

interface NewShare {
  share_id: string
  url: string
  expires_at: string
  warnings: { code: string }[]
}

async function share(simulationId = id, body?: object): Promise<NewShare & { token: string }> {
  const answer = await client.post(`/api/v1/simulations/${simulationId}/shares`, body)
  t.equal(answer.status, 201)
  const made = answer.json<NewShare>()
  return { ...made, token: new URL(made.url).hash.slice('#share='.length) }
}

const code = (answer: Answer) => `${answer.status} ${answer.json().code}`

t.test('a share is made for some days, listed without its token, and revoked', async (t) => {
  const days = 86_400_000
  const first = await share()
  t.match(first.url, /^https:\/\/localhost:\d+\/#share=shr_[0-9A-Za-z]{12}_[0-9A-Za-z]{40}$/)
  t.equal(Date.parse(first.expires_at), clock.ms + 90 * days, '90 if nothing is said')
  t.match(first.warnings, [{ code: 'address_is_local', detail: /PUBLIC_URL/ }])
  const elsewhere = { publicUrl: 'https://coverage.example', tls: null, trustedProxies: [] }
  t.match(addressWarnings(elsewhere), [{ code: 'certificate_is_own', detail: /ca\.pem/ }])
  t.same(addressWarnings({ ...elsewhere, tls: {} }), [], 'browsers know it')
  t.same(addressWarnings({ ...elsewhere, trustedProxies: ['10.0.0.1'] }), [], "the proxy's is seen")
  t.same(addressWarnings({ ...elsewhere, publicUrl: 'http://coverage.example' }), [], 'there is none')
  const second = await share(id, { days: 365 })
  t.equal(Date.parse(second.expires_at), clock.ms + 365 * days)
  const list = await client.get(`/api/v1/simulations/${id}/shares`)
  t.same(
    list.json<{ shares: NewShare[] }>().shares.map(({ share_id }) => share_id),
    [first.share_id, second.share_id],
  )
  t.notOk(list.text.includes(first.token.slice(-40)) || list.text.includes('sha256'))
  for (const days of [0, 366, 1.5, '7', null]) {
    const refused = await client.post(`/api/v1/simulations/${id}/shares`, { days })
    t.equal(refused.status, 400, String(days))
  }
  t.equal((await client.post(`/api/v1/simulations/${id}/shares`, { day: 1 })).status, 400)
  t.equal(
    code(await client.ask(`/api/v1/simulations/${id}/shares`, { method: 'POST', body: Buffer.from('null') })),
    '400 invalid_parameters',
  )

  const path = `/api/v1/simulations/${id}/shares/${first.share_id}`
  const byOther = `/api/v1/simulations/${other}/shares/${first.share_id}`
  t.equal(code(await client.delete(byOther)), '404 share_not_found', 'of another simulation')
  t.equal(code(await stranger.client.delete(path)), '404 simulation_not_found')
  t.equal((await server.client(first.token).get(`/results/${id}.tif`)).status, 200)
  t.equal((await client.delete(path)).status, 204)
  t.equal(code(await client.delete(path)), '404 share_not_found')
  t.equal(code(await server.client(first.token).get(`/results/${id}.tif`)), '401 key_invalid')
  await client.delete(`/api/v1/simulations/${id}/shares/${second.share_id}`)
})

t.test('a simulation has at most 100 shares', async (t) => {
  const path = `/api/v1/simulations/${other}/shares`
  const answers = await Promise.all(Array.from({ length: 104 }, () => client.post(path, {})))
  t.equal(answers.filter(({ status }) => status === 201).length, 100)
  const refused = answers.filter(({ status }) => status !== 201)
  t.same([...new Set(refused.map(code))], ['409 too_many_shares'])
  clock.ms += 61_000
})

t.test(
  'a share opens the public part of the record and the results, by GET and HEAD, at both paths',
  async (t) => {
    const { token } = await share()
    const guest = server.client(token)
    const opened = [
      ...['', '/api/v1'].flatMap((prefix) =>
        ['.tif', '.png', '.pgw', '.prj', '/preview', '.tif?layer=visible'].map(
          (file) => `${prefix}/results/${id}${file}`,
        ),
      ),
      `/api/v1/status/${id}`,
    ]
    for (const path of opened) {
      t.equal((await guest.get(path)).status, 200, path)
      t.equal((await guest.ask(path, { method: 'HEAD' })).status, 200, path)
    }
    t.equal((await guest.get(`/results/${id}.tif`, { range: 'bytes=0-3' })).status, 206)

    const own = (await client.get(`/api/v1/status/${id}`)).json<Record<string, unknown>>()
    const { credits_charged, ...shown } = own
    t.equal(credits_charged, 1)
    const seen = await guest.get(`/api/v1/status/${id}`)
    t.same(seen.json(), shown)
    t.notOk(seen.text.includes(account.id))

    const preview = (await guest.get(`/results/${id}/preview?layer=visible`)).json<{ url: string }>()
    t.ok(preview.url.endsWith(`/results/${id}.png?layer=visible`), 'no signature is given away')
    t.equal((await anonymous.get(preview.url.slice(new URL(preview.url).origin.length))).status, 401)
  },
)

t.test('the address of a product opens it by ?share=, and no other', async (t) => {
  const { token, share_id } = await share()
  const query = `share=${token}`
  for (const prefix of ['', '/api/v1']) {
    const products = ['.tif?', '.png?layer=visible&', '.prj?', '/tiles.json?', '/stats?', '/tiles/0/0/0.png?']
    for (const product of products) {
      const path = `${prefix}/results/${id}${product}${query}`
      for (const method of ['GET', 'HEAD']) t.equal((await anonymous.ask(path, { method })).status, 200, path)
    }
  }
  const file = await anonymous.get(`/results/${id}.tif?${query}`, { range: 'bytes=0-3' })
  t.equal(file.status, 206)
  t.equal(file.headers['cache-control'], 'private, no-cache', 'a shared cache keeps nothing')
  t.notOk(file.headers['content-disposition']?.includes('share'))
  const { tiles } = (await anonymous.get(`/results/${id}/tiles.json?${query}`)).json<{ tiles: string[] }>()
  t.ok(tiles[0]?.endsWith(`/results/${id}/tiles/{z}/{x}/{y}.png?${query}`), 'the tiles of the same share')

  const refused = ['/results/ID.tif', '/api/v1/results/ID/stats'].map((path) => path.replace('ID', other))
  for (const path of refused) {
    t.equal(code(await anonymous.get(`${path}?${query}`)), '404 simulation_not_found', path)
  }
  for (const path of [
    `/results/${id}/preview`,
    `/api/v1/status/${id}`,
    '/api/v1/shared',
    '/api/v1/credits',
  ]) {
    t.equal(code(await anonymous.get(`${path}?${query}`)), '401 key_missing', path)
  }
  t.equal(
    code(await anonymous.ask(`/api/v1/results/${id}/stats?${query}`, { method: 'POST' })),
    '401 key_missing',
  )
  for (const wrong of ['share=', `share=${apiKey}`, `${query}0`, `${query}&${query}`]) {
    t.equal(code(await anonymous.get(`/results/${id}.tif?${wrong}`)), '401 key_invalid', wrong)
  }
  const problem = await anonymous.get(`/results/${id}.tif?${query}&layer=nothing`)
  t.equal(code(problem), '404 layer_not_available')
  t.equal(problem.json().instance, `/results/${id}.tif`)
  t.notOk(problem.text.includes(token.slice(-40)))
  await client.delete(`/api/v1/simulations/${id}/shares/${share_id}`)
  t.equal(code(await anonymous.get(`/results/${id}.tif?${query}`)), '401 key_invalid', 'revoked')
  const log = server.log.join('')
  t.notOk(log.includes(token.slice(-40)), 'no log has the token')
})

t.test('whoever has the token alone learns what it shares, and its public part only', async (t) => {
  const { token } = await share()
  const guest = server.client(token)
  const record = await guest.get('/api/v1/shared')
  t.equal(record.status, 200)
  t.same(record.json(), (await guest.get(`/api/v1/status/${id}`)).json())
  t.notOk('credits_charged' in record.json())
  t.equal((await guest.ask('/api/v1/shared', { method: 'HEAD' })).status, 200)
  t.equal(code(await client.get('/api/v1/shared')), '404 share_not_found', 'a key shares nothing')
  t.equal(code(await server.client().get('/api/v1/shared')), '401 key_missing')
})

t.test('a shared record does not name the batch that it was accepted in', async (t) => {
  const started = await client.post('/api/v1/simulations/batch', {
    simulations: [validRequest, validRequest],
  })
  const { batch_id, simulations } = started.json<{ batch_id: string; simulations: { id: string }[] }>()
  for (const { id: member } of simulations) {
    await untilFinal(client, member)
    const { token } = await share(member)
    t.ok((await client.get(`/api/v1/status/${member}`)).text.includes(batch_id))
    t.notOk((await server.client(token).get(`/api/v1/status/${member}`)).text.includes(batch_id))
  }
})

t.test('a share opens nothing else', async (t) => {
  const { token, share_id } = await share()
  const guest = server.client(token)
  const link = { tx_lat: 46.5, tx_lon: 7.5, tx_height: 30, rx_lat: 46.6, rx_lon: 7.6, frequency: 900 }
  const refused: [string, string, object?][] = [
    ['GET', `/results/${id}/signed-url`],
    ['GET', '/api/v1/credits'],
    ['GET', '/api/v1/credits/ledger'],
    ['GET', '/api/v1/keys'],
    ['GET', '/api/v1/simulations'],
    ['GET', '/api/v1/antennas'],
    ['GET', '/api/v1/terrain'],
    ['GET', '/api/v1/elevation?lat=46.5&lon=7.5'],
    ['GET', `/api/v1/simulations/${id}/shares`],
    ['GET', `/api/v1/nothing/${id}`],
    ['POST', `/api/v1/simulations/${id}/shares`, {}],
    ['DELETE', `/api/v1/simulations/${id}/shares/${share_id}`],
    ['DELETE', `/api/v1/simulations/${id}`],
    ['POST', '/api/v1/simulations/batch', { simulations: [validRequest] }],
    ['POST', '/api/v1/link', link],
    ['POST', '/api/v1/simulate', validRequest],
    ['POST', '/api/v1/simulate/estimate', validRequest],
    ['POST', '/api/v1/keys'],
    ['POST', `/results/${id}.tif`],
    ['DELETE', `/results/${id}.tif`],
  ]
  for (const [method, path, body] of refused) {
    const answer = await guest.ask(path, { method, ...(body && { body }) })
    t.equal(code(answer), '401 key_invalid', `${method} ${path}`)
  }
  // Others are as if they had never been.
  for (const path of ['/results/ID.tif', '/api/v1/results/ID/preview', '/api/v1/status/ID']) {
    const answers = await Promise.all(
      [other, 'sim_never0000000000000'].map((one) => guest.get(path.replace('ID', one))),
    )
    t.same(answers.map(code), ['404 simulation_not_found', '404 simulation_not_found'], path)
  }
})

t.test('guessed, altered, expired and lost tokens are as no key that there is', async (t) => {
  const { token } = await share(id, { days: 1 })
  const guessed = token.slice(0, -40) + [...token.slice(-40)].reverse().join('')
  const swapped = token.slice(0, -40) + (await share()).token.slice(-40)
  const answers: string[] = []
  for (const one of [guessed, `${token}0`, token.slice(0, -1), token.toLowerCase(), 'shr_', swapped]) {
    answers.push(code(await server.client(one).get(`/api/v1/status/${id}`)))
  }
  t.same([...new Set(answers)], ['401 key_invalid'])
  t.equal((await server.client(token).get(`/api/v1/status/${id}`)).status, 200)
  clock.ms += 86_400_000
  t.equal(code(await server.client(token).get(`/api/v1/status/${id}`)), '401 key_invalid', 'expired')
})

t.test('a share outlives the key that made it and a lower plan, not a disabled account', async (t) => {
  const { records } = server.services
  const made = await records.createKey(account.id)
  const { url } = (
    await server.client(made?.api_key ?? '').post(`/api/v1/simulations/${id}/shares`, {})
  ).json<NewShare>()
  const guest = server.client(url.split('=')[1])
  await records.revokeKey(made?.key.key_id ?? '')
  t.equal((await guest.get(`/api/v1/status/${id}`)).status, 200)
  await records.updateAccount(account.id, { plan: 'free' })
  t.equal((await guest.get(`/api/v1/status/${id}`)).status, 200)
  t.equal((await guest.get(`/results/${id}.tif`)).status, 200)
  await records.updateAccount(account.id, { plan: 'enterprise', disabled: true })
  t.equal((await guest.get(`/api/v1/status/${id}`)).status, 401)
  await records.updateAccount(account.id, { disabled: false })
})

t.test('all shares of an account have one rate, apart from that of its keys', async (t) => {
  clock.ms += 61_000
  const standing = ({ status, headers }: Answer) =>
    [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']].map(Number)
  const second = await simulateToEnd(client)
  const shares = [await share(), await share(second)]
  const guests = shares.map((made) => server.client(made.token))
  const records = [id, second].map((one) => `/api/v1/status/${one}`)
  const before = standing(await client.get('/api/v1/credits'))
  const statuses: number[] = []
  for (let n = 0; n < 301; n++) statuses.push((await guests[n % 2].get(records[n % 2] ?? '')).status)
  t.same([...new Set(statuses.slice(0, 300))], [200])
  t.equal(statuses[300], 429)
  const another = await share()
  const refused = await server.client(another.token).get(records[0] ?? '')
  t.same(standing(refused), [429, 300, 0], 'a new share changes nothing')
  t.same(standing(await guests[0].get(`/results/${id}.tif`)), [200, 6000, 5999])
  t.same(standing(await guests[1].get(`/results/${second}.tif`)), [200, 6000, 5998], 'twenty times as many')
  const byAddress = await anonymous.get(`/results/${id}.tif?share=${shares[0]?.token}`)
  t.same(standing(byAddress), [200, 6000, 5997], 'by address too')
  const shared = await client.post(`/api/v1/simulations/${id}/shares`, {})
  t.same(standing(await client.get('/api/v1/credits')), [200, 300, before[2] - 3], 'keys have their own')
  t.equal(shared.status, 201)
  const own = await client.get(`/results/${id}.tif`)
  t.same(standing(own), [200, 6000, 5999])
})

t.test('shares are gone with their simulation, and tokens in no log', async (t) => {
  const { token } = await share()
  const guest = server.client(token)
  t.equal((await guest.get(`/results/${id}.tif`)).status, 200)
  t.equal((await client.delete(`/api/v1/simulations/${id}`)).status, 204)
  t.equal(code(await guest.get(`/results/${id}.tif`)), '401 key_invalid')
  t.equal(code(await client.get(`/api/v1/simulations/${id}/shares`)), '404 simulation_not_found')
  const log = server.log.join('')
  t.notOk(log.includes(token.slice(-40)) || log.includes(apiKey))
})
