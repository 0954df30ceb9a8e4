import t from 'tap'
import { simulateToEnd, startTestServer } from '../../helpers/server.ts'

const clock = { ms: Date.now() }
const server = await startTestServer(t, { now: () => clock.ms })
const anonymous = server.client()
const { account, client, apiKey } = await server.account('enterprise')
const id = await simulateToEnd(client)
const other = await simulateToEnd(client)

async function sign(by = client, query = ''): Promise<string> {
  const answer = await by.get(`/api/v1/results/${id}/signed-url${query}`)
  const { url } = answer.json<{ url: string }>()
  return url.slice(new URL(url).origin.length)
}

t.test('a signed address opens raster, picture and layer, by GET and HEAD, at both paths', async (t) => {
  const path = await sign()
  t.ok(path.startsWith(`/results/${id}.tif?`))
  for (const prefix of ['', '/api/v1']) {
    for (const address of [path, path.replace('.tif', '.png'), `${path}&layer=visible`]) {
      t.equal((await anonymous.get(prefix + address)).status, 200, address.split('?')[0])
      t.equal((await anonymous.ask(prefix + address, { method: 'HEAD' })).status, 200)
    }
  }
})

t.test('a signed address opens nothing else', async (t) => {
  const query = (await sign()).split('?')[1]
  for (const path of [
    `/results/${id}/signed-url`,
    `/api/v1/results/${id}/preview`,
    `/results/${other}.tif`,
    `/results/${id}.gif`,
    '/api/v1/credits',
    `/api/v1/status/${id}`,
  ]) {
    t.equal((await anonymous.get(`${path}?${query}`)).status, 401, path)
  }
  t.equal((await anonymous.ask(`/results/${id}.tif?${query}`, { method: 'POST' })).status, 401)
  t.equal((await anonymous.ask(`/api/v1/simulations/${id}?${query}`, { method: 'DELETE' })).status, 401)
})

t.test('any change makes a signed address invalid', async (t) => {
  const path = await sign()
  const { searchParams } = new URL(path, server.origin)
  const changes: Record<string, string>[] = [
    { expires: String(Number(searchParams.get('expires')) + 1) },
    { expires: 'never' },
    { key: 'unknown' },
    { signature: 'AAAA' },
    { signature: [...(searchParams.get('signature') ?? '')].reverse().join('') },
    { signature: '' },
  ]
  for (const change of changes) {
    const query = new URLSearchParams({ ...Object.fromEntries(searchParams), ...change })
    const answer = await anonymous.get(`/results/${id}.tif?${query}`)
    t.equal(answer.status, 401, JSON.stringify(change))
    t.equal(answer.json().code, 'key_invalid')
  }
  for (const name of ['expires', 'key', 'signature']) {
    const query = new URLSearchParams(searchParams)
    query.delete(name)
    t.equal((await anonymous.get(`/results/${id}.tif?${query}`)).status, 401, `without ${name}`)
  }
})

t.test('a signed address is valid for the requested time', async (t) => {
  for (const ttl of ['59', '604801', 'x', '60.5']) {
    t.equal((await client.get(`/results/${id}/signed-url?ttl=${ttl}`)).status, 400, ttl)
  }
  const answer = await client.get(`/results/${id}/signed-url`)
  t.match(answer.json(), { warnings: [{ code: 'address_is_local' }] })
  const { expires_at } = answer.json<{ expires_at: string }>()
  t.equal(
    Date.parse(expires_at),
    Math.floor(clock.ms / 1000) * 1000 + 3_600_000,
    'an hour if nothing is said',
  )
  const path = await sign(client, '?ttl=60')
  clock.ms += 58_000
  t.equal((await anonymous.get(path)).status, 200)
  clock.ms += 3000
  t.equal((await anonymous.get(path)).status, 401)
})

t.test('a signed address ends with the key that made it', async (t) => {
  const made = (await client.post('/api/v1/keys')).json<{ key_id: string; api_key: string }>()
  const second = server.client(made.api_key)
  const bySecond = await sign(second)
  const byFirst = await sign()
  t.equal((await anonymous.get(bySecond)).status, 200)
  t.equal((await client.delete(`/api/v1/keys/${made.key_id}`)).status, 204)
  t.equal((await anonymous.get(bySecond)).status, 401)
  t.equal((await anonymous.get(byFirst)).status, 200)
})

t.test('a signed address is invalid while the account is disabled', async (t) => {
  const path = await sign()
  await server.services.records.updateAccount(account.id, { disabled: true })
  t.equal((await anonymous.get(path)).status, 401)
  await server.services.records.updateAccount(account.id, { disabled: false })
  t.equal((await anonymous.get(path)).status, 200)
})

t.test('a signed address ends with the simulation', async (t) => {
  const path = await sign()
  await client.delete(`/api/v1/simulations/${id}`)
  const answer = await anonymous.get(path)
  t.equal(answer.status, 404)
  t.equal(answer.json().code, 'simulation_not_found')
  t.notOk(server.log.join('').includes('signature=') || server.log.join('').includes(apiKey))
})
