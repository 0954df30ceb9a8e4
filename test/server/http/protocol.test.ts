import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import t from 'tap'
import { openCertificate } from '../../../server/config/tls.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)
const port = Number(new URL(server.origin).port)

/** Sends text over TLS and gives all that comes back until the connection ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () =>
      socket.write(text),
    )
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}

t.test('plain HTTP on the TLS port gets no answer', async (t) => {
  for (const method of ['GET', 'POST', 'HEAD']) {
    const received = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${method} /health HTTP/1.1\r\nHost: localhost\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })
    t.equal(received, '')
  }
  t.equal((await server.client().get('/health')).status, 200, 'and the server lives on')
})

/** Which version a client gets that speaks nothing newer; its own library is set to allow the oldest. */
function negotiated(maxVersion: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls(
      {
        port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        minVersion: 'TLSv1',
        maxVersion,
        ciphers: 'DEFAULT@SECLEVEL=0',
      },
      () => {
        resolve(socket.getProtocol() ?? '')
        socket.destroy()
      },
    )
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
  })
}

t.test('TLS 1.2 is the floor, also after the certificate changed', async (t) => {
  const { certificate } = server.services
  const floor = async (when: string) => {
    t.equal(await negotiated('TLSv1.3'), 'TLSv1.3', when)
    t.equal(await negotiated('TLSv1.2'), 'TLSv1.2', when)
    // The server's own word: the client would have gone on.
    for (const old of ['TLSv1', 'TLSv1.1'] as const) {
      t.equal(await negotiated(old), 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', `${old} ${when}`)
    }
  }
  await floor('at the start')
  const before = certificate.cert
  await rm(join(server.services.config.dataDir, 'tls'), { recursive: true })
  const renewed = await openCertificate(server.services.config)
  renewed.close()
  t.not(renewed.cert, before)
  await certificate.check()
  t.equal(certificate.cert, renewed.cert)
  await floor('with another certificate')
})

t.test('an expired certificate of the operator is logged and degrades /health', async (t) => {
  const folder = t.testdir()
  const { publicUrl } = server.services.config
  const expiredPair = { tls: null, dataDir: folder, host: '127.0.0.1', publicUrl }
  const longAgo = new Date(Date.now() - 400 * 86_400_000)
  const expired = await openCertificate(expiredPair, { now: () => longAgo })
  expired.close()
  const env = { TLS_CERT: join(folder, 'tls/cert.pem'), TLS_KEY: join(folder, 'tls/key.pem') }
  const { client, log, services } = await startTestServer(t, { env })
  const complaints = () => log.filter((line) => line.includes('TLS certificate expired or not yet valid'))
  t.match(complaints(), [/"level":50.*"validity":"expired"/])
  const health = () => client().get('/health')
  t.match((await health()).json(), { status: 'degraded', certificate: 'expired' })
  await services.certificate.check()
  t.equal(complaints().length, 1)

  // Renewed in place, as by certbot.
  const renewed = await openCertificate(expiredPair)
  renewed.close()
  await services.certificate.check()
  t.match((await health()).json(), { status: 'ok', certificate: 'ok' })
  t.equal(complaints().length, 1)
})

t.test('requests that the HTTP parser refuses get a problem too', async (t) => {
  const cases: [string, string, number, string][] = [
    ['no HTTP', 'hello\r\n\r\n', 400, 'bad_request'],
    ['no host', 'GET /api/v1/credits HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    [
      'two lengths',
      'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'bad_request',
    ],
    [
      'large headers',
      `GET /api/v1/credits HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a long address', `GET /results/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, 'uri_too_long'],
  ]
  for (const [name, text, status, code] of cases) {
    const answer = await raw(text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    t.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), name)
    t.match(head, /content-type: application\/problem\+json/i)
    t.match(head, /x-ratelimit-remaining: \d+/i)
    t.match(head, /x-request-id: req_/i)
    t.match(head, /connection: close/i)
    t.match(head, /x-content-type-options: nosniff/i)
    t.match(head, /access-control-allow-origin: \*/i)
    t.match(JSON.parse(body), { status, code, type: `/problems/${code}` })
  }
})

t.test('requests that Node would answer itself, or not at all, get a problem', async (t) => {
  const ended = 'Host: localhost\r\nConnection: close\r\n\r\n'
  const expecting = await raw(`GET /api/v1/keys HTTP/1.1\r\nExpect: 200-ok\r\n${ended}`)
  t.match(expecting, /^HTTP\/1\.1 401 .*x-ratelimit-limit: 60.*"key_missing"/s, 'an unknown expectation')
  const tunnel = await raw(`CONNECT example.org:443 HTTP/1.1\r\n${ended}`)
  t.match(tunnel, /^HTTP\/1\.1 400 .*x-request-id: req_.*"bad_request"/s, 'a tunnel')
  // RFC 9112, 3.2.2.
  const absolute = await raw(`PUT https://elsewhere.example/health?a=1 HTTP/1.1\r\n${ended}`)
  t.match(absolute, /^HTTP\/1\.1 405 .*allow: GET, HEAD.*"instance":"\/health"/s, 'an absolute address')
})

t.test('two Host headers and packed bodies are refused', async (t) => {
  const head = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
  t.match(await raw(`${head}\r\n`), /^HTTP\/1.1 200 /)
  t.match(await raw(`${head}hOST: other\r\n\r\n`), /^HTTP\/1.1 400 .*"code":"bad_request"/s)
  const { client } = await server.account()
  const answer = await client.ask('/api/v1/simulate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: Buffer.from([31, 139, 8]),
  })
  t.match(answer.json<object>(), { code: 'unsupported_media_type', detail: /"gzip" is not supported/ })
})

t.test('CORS: any origin, no credentials', async (t) => {
  const { client } = await server.account()
  const origin = 'https://map.example'
  const ask = () =>
    server.client().ask('/api/v1/simulations/sim_1', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization',
      },
    })
  const preflight = await ask()
  t.equal(preflight.status, 204)
  const remaining = ({ headers }: typeof preflight) => Number(headers['x-ratelimit-remaining'])
  t.ok(remaining(await ask()) >= remaining(preflight), 'preflights are not counted')
  t.match(preflight.headers, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '7200',
  })
  const allowed = String(preflight.headers['access-control-allow-headers']).toLowerCase().split(', ')
  for (const name of [
    'authorization',
    'content-type',
    'idempotency-key',
    'prefer',
    'last-event-id',
    'range',
    'if-none-match',
    'if-range',
  ]) {
    t.ok(allowed.includes(name), name)
  }
  for (const answer of [
    await client.get('/api/v1/credits', { origin }),
    await client.get('/api/v1/nothing', { origin }),
    await server.client().get('/api/v1/credits', { origin }),
    await client.get('/api/v1/%zz', { origin }),
    await client.get(`/api/v1/${'x'.repeat(9000)}`, { origin }),
  ]) {
    t.equal(answer.headers['access-control-allow-origin'], '*', String(answer.status))
    t.equal(answer.headers['access-control-allow-credentials'], undefined)
    t.match(answer.headers['access-control-expose-headers'], /Location, Link, Retry-After, X-RateLimit-Limit/)
  }
})

t.test('CORS: only the configured origins', async (t) => {
  const strict = await startTestServer(t, { env: { CORS_ORIGINS: 'https://a.example,https://b.example' } })
  const allowedFor = async (origin: string) =>
    (await strict.client().get('/health', { origin })).headers['access-control-allow-origin']
  t.equal(await allowedFor('https://b.example'), 'https://b.example')
  t.equal(await allowedFor('https://c.example'), undefined)
  for (const origin of ['https://b.example', 'https://c.example']) {
    const { headers } = await strict.client().get('/nothing/%zz', { origin })
    t.equal(headers.vary, 'Origin')
    t.equal(headers['access-control-allow-origin'], origin.includes('b.') ? origin : undefined)
  }
})

t.test('browsers get security headers', async (t) => {
  const anonymous = server.client()
  const paths = ['/health', '/api/v1/credits', '/nothing', '/nothing/%zz', '/docs', '/problems/bad_url']
  for (const path of paths) {
    const { headers } = await anonymous.get(path, { accept: 'text/html' })
    t.equal(headers['x-content-type-options'], 'nosniff', path)
    t.equal(headers['x-frame-options'], 'DENY')
    t.equal(headers['referrer-policy'], 'no-referrer')
    t.match(headers['content-security-policy'], /^default-src '(none|self)';.*frame-ancestors 'none'/)
    t.equal(headers['strict-transport-security'], undefined, 'localhost has other services too')
  }
  const numbered = await startTestServer(t, { env: { PUBLIC_URL: 'https://[::1]:8443' } })
  const { headers } = await numbered.client().get('/health')
  t.equal(headers['strict-transport-security'], undefined, 'nor has ::1')
  const inLan = await startTestServer(t, { env: { PUBLIC_URL: 'https://pi.local:8443' } })
  const { headers: own } = await inLan.client().get('/health')
  t.equal(own['strict-transport-security'], undefined, 'nor a Pi whose certificate is its own')
})

t.test('stopping: readiness fails, connections close, the queue refuses, all in time', async (t) => {
  const other = await startTestServer(t)
  const { client, apiKey } = await other.account()
  t.equal((await client.get('/health')).json().status, 'ok')

  // What runs is waited for, so there is time to look.
  other.compute.held = true
  await client.post('/api/v1/simulate', validRequest)
  const begun = Date.now()
  const stopped = other.stopServer()
  // A connection of its own: one that was kept may be closed while a request is on its way.
  const health = await other.client().get('/health')
  t.equal(health.status, 503)
  t.equal(health.json().status, 'stopping')
  t.equal(health.headers.connection, 'close')
  const refused = await other.client(apiKey).post('/api/v1/simulate', validRequest)
  t.equal(refused.status, 503)
  t.equal(refused.json().code, 'shutting_down')
  other.compute.release()
  await stopped
  t.ok(Date.now() - begun < 5000)
  await t.rejects(client.get('/health'))
})

t.test('files are for their own user alone, whatever the umask', async (t) => {
  const umask = process.umask(0)
  t.teardown(() => process.umask(umask))
  // One of a backup, that everybody may read.
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'coverage-modes-'))
  t.teardown(() => rm(DATA_DIR, { recursive: true, force: true }))
  await writeFile(join(DATA_DIR, 'signing.key'), 'k'.repeat(32))
  const open = await startTestServer(t, { env: { DATA_DIR } })
  const { client } = await open.account()
  await simulateToEnd(client)
  const { dataDir } = open.services.config
  const found = new Map<string, number>()
  for (const entry of await readdir(dataDir, { recursive: true })) {
    const { mode } = await stat(join(dataDir, entry))
    found.set(entry, mode & 0o777)
  }
  for (const folder of ['records', 'rasters', 'tls']) t.equal(found.get(folder), 0o700, folder)
  for (const file of ['signing.key', 'admin.json', 'tls/key.pem']) t.equal(found.get(file), 0o600, file)
})

t.test('a connection that asks for another protocol ends after the answer', async (t) => {
  const head = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n'
  // Comes to its end by itself, and what follows is not waited for.
  const received = await raw(`${head}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`)
  t.match(received, /^HTTP\/1\.1 200 /)
  t.match(received, /\r\nconnection: close\r\n/i)
})

t.test(
  'a long answer is complete on a connection that ends after it, whatever came with the request',
  async (t) => {
    const body = 'x'.repeat(65_536)
    for (const ending of ['Connection: close', 'Connection: Upgrade\r\nUpgrade: h2c']) {
      for (const path of ['/openapi.json', '/docs/swagger-ui-bundle.js']) {
        const head = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${ending}\r\nContent-Length: ${body.length}\r\n\r\n`
        const [headers = '', content = ''] = (await raw(head + body)).split(/\r\n\r\n(.*)/s)
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1])
        t.ok(length > 100_000)
        t.equal(Buffer.byteLength(content), length, `${path}, ${ending}`)
      }
    }
  },
)
