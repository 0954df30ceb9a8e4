import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readConfig } from '../../../server/config/config.ts'
import { TrustedProxies } from '../../../server/config/trusted-proxies.ts'
import { startServer } from '../../../server/main.ts'
import { flatTerrain, HeldCompute } from '../../helpers/server.ts'

/** A service behind proxies at these addresses; the tests connect from 127.0.0.1. */
async function startWithProxies(t: Test, proxies: string, env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-proxy-'))
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, TRUST_PROXY: proxies, ...env })
  const server = await startServer(config, {
    compute: new HeldCompute(),
    terrain: flatTerrain,
    logStream: { write: () => {} },
  })
  t.teardown(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { records } = server.services
  const account = await records.createAccount({ name: 'a', plan: 'pro', credits: 1 })
  const apiKey = (await records.createKey(account.id))?.api_key ?? ''
  return { server, apiKey, account, port: Number(new URL(server.url).port) }
}

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: { code?: string }
}

function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: answer.headers['content-type']?.includes('json') ? JSON.parse(text) : {},
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const overTls = { 'x-forwarded-proto': 'https' }
const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses })

t.test('plain HTTP is served to the trusted proxy, if the request reached it over TLS', async (t) => {
  const { server, apiKey, account, port } = await startWithProxies(t, '127.0.0.1')
  t.match(server.url, /^http:/)
  t.equal(server.services.config.payments, 'off')
  const authorization = `Bearer ${apiKey}`
  t.equal((await get(port, '/api/v1/credits', { ...overTls, authorization })).status, 200)
  t.equal((await get(port, '/health', overTls)).status, 200)
  const used = server.services.records.keys(account.id)[0]?.last_used_at

  for (const proto of [undefined, 'http', 'https, http', '']) {
    for (const path of ['/api/v1/credits', '/results/sim_1.tif', '/health', '/nothing', '/api/v1/%zz']) {
      const answer = await get(port, path, {
        authorization,
        ...(proto !== undefined && { 'x-forwarded-proto': proto }),
      })
      t.equal(answer.status, 400, `${path} by ${proto}`)
      t.equal(answer.body.code, 'tls_required')
      t.match(answer.headers, { 'x-request-id': /^req_/, 'x-content-type-options': 'nosniff' })
      if (/api|results/.test(path)) t.match(answer.headers, { 'x-ratelimit-limit': '60' }, 'of the address')
    }
  }
  t.equal(server.services.records.keys(account.id)[0]?.last_used_at, used, 'the key was not looked at')
})

t.test('browsers keep to TLS where the certificate is one that they trust', async (t) => {
  const { port } = await startWithProxies(t, '127.0.0.1', { PUBLIC_URL: 'https://coverage.example' })
  for (const path of ['/health', '/nothing/%zz']) {
    const { headers } = await get(port, path, overTls)
    t.equal(headers['strict-transport-security'], 'max-age=31536000')
  }
})

t.test('others get no plain HTTP', async (t) => {
  const { apiKey, port } = await startWithProxies(t, '10.0.0.0/8,fd00::/8')
  for (const headers of [overTls, { ...overTls, 'x-forwarded-for': '10.0.0.1' }, {}]) {
    const answer = await get(port, '/api/v1/credits', { ...headers, authorization: `Bearer ${apiKey}` })
    t.match(answer, { status: 400, body: { code: 'tls_required' } })
  }
  const broken = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('hello\r\n\r\n'))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  t.match(broken, /^HTTP\/1\.1 400 .*"code":"tls_required"/s)
})

t.test('the client is the rightmost address that is not a proxy', async (t) => {
  const { port } = await startWithProxies(t, '127.0.0.1,10.1.0.0/16')
  const left = async (forwardedFor: string) => {
    const { headers } = await get(port, '/api/v1/credits', { ...overTls, 'x-forwarded-for': forwardedFor })
    return Number(headers['x-ratelimit-remaining'])
  }
  t.equal(await left('203.0.113.5'), 59)
  t.equal(await left('198.51.100.1, 203.0.113.5'), 58, 'what the client claims in front counts for nothing')
  t.equal(await left('127.0.0.1, 203.0.113.5, 10.1.2.3'), 57)
  t.equal(await left('203.0.113.6'), 59)
  t.equal(await left('203.0.113.6:51515'), 58, 'some proxies add the port')
  t.equal(await left('2001:db8::1'), 59)
  t.equal(await left('[2001:db8::2]:443'), 58, 'the same /64')
})

t.test('metrics need the token behind a proxy', async (t) => {
  const token = 'a-token-of-the-tests'
  const { port } = await startWithProxies(t, '127.0.0.1', { METRICS_TOKEN: token })
  const outside = { ...overTls, 'x-forwarded-for': '203.0.113.5' }
  const as = (authorization: string) => get(port, '/metrics', { ...outside, authorization })
  const forwardings = [{}, ...['203.0.113.5', '127.0.0.1, 203.0.113.5', '127.0.0.1', '::1'].map(forwarded)]
  for (const headers of forwardings.map((forwarding) => ({ ...overTls, ...forwarding }))) {
    const answer = await get(port, '/metrics', headers)
    t.match(answer, { status: 401, body: { code: 'key_missing' }, headers: { 'www-authenticate': 'Bearer' } })
  }
  t.equal((await as(`Bearer ${token}`)).status, 200)
  t.equal((await as(`bearer ${token}`)).status, 200)
  for (const wrong of [`Bearer ${token}x`, 'Bearer x', `Basic ${token}`, 'Bearer', token]) {
    t.match(await as(wrong), { status: 401, body: { code: 'key_invalid' } }, wrong)
  }
  const closed = await startWithProxies(t, '127.0.0.1')
  for (const authorization of ['Bearer null', 'Bearer undefined']) {
    t.equal((await get(closed.port, '/metrics', { ...outside, authorization })).status, 401, authorization)
  }
})

t.test('trusted proxies are addresses or ranges', async (t) => {
  const proxies = new TrustedProxies(['192.0.2.7', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/32'])
  for (const address of ['192.0.2.7', '10.255.0.1', '::ffff:10.0.0.1', '::1', 'fd12::1', '0.0.0.0']) {
    t.ok(proxies.has(address), address)
  }
  for (const address of ['192.0.2.8', '11.0.0.1', '::2', 'fe80::1', '', 'unknown', '10.0.0.1:80']) {
    t.notOk(proxies.has(address), address)
  }
  for (const bad of ['', '10.0.0.0/33', '::1/129', 'localhost', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0']) {
    t.throws(() => new TrustedProxies([bad]), { code: 'invalid_configuration' }, bad)
  }
})
