import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { freePort } from '../../../bench/frame/free-port.ts'
import { readConfig } from '../../../server/config/config.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { Client } from '../../helpers/client.ts'
import { until } from '../../helpers/compute.ts'
import { flatTerrain, HeldCompute, validRequest } from '../../helpers/server.ts'

/** A service with a listener for probes. */
async function start(t: Test, env: Record<string, string> = {}, compute = new HeldCompute()) {
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-probes-'))
  const started = startServer(readConfig({ PORT: '0', PROBE_PORT: '0', DATA_DIR: dataDir, ...env }), {
    compute,
    terrain: flatTerrain,
    logStream: { write: () => {} },
  })
  t.teardown(async () => {
    compute.release()
    await started.then(
      (server) => server.stop(),
      () => {},
    )
    await rm(dataDir, { recursive: true, force: true })
  })
  return started
}

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
  code: string | undefined
}

function ask(
  url: string | undefined,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(url ?? '')
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/[[\]]/g, '')
    request({ host, port, path, method, headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => {
        const isProblem = answer.headers['content-type'] === 'application/problem+json' && text !== ''
        const { code } = isProblem ? (JSON.parse(text) as { code: string }) : { code: undefined }
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, code })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** All that comes for these bytes until the connection ends. */
function raw(url: string | undefined, bytes: string): Promise<string> {
  const { port } = new URL(url ?? '')
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

async function requestsLeft({ url }: RunningServer): Promise<number> {
  const client = new Client(url)
  const { headers } = await client.get('/api/v1/credits')
  client.close()
  return Number(headers['x-ratelimit-remaining'])
}

t.test('probes serve three paths in plain HTTP, and nothing else', async (t) => {
  const server = await start(t)
  const { probeUrl } = server
  t.match(probeUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
  const health = await ask(probeUrl, '/health')
  t.match(health, { status: 200, headers: { connection: 'close', 'x-request-id': /^req_/ } })
  t.match(JSON.parse(health.text), { status: 'ok', version: server.services.config.version, backend: 'test' })
  t.same(JSON.parse((await ask(probeUrl, '/health/live')).text), { status: 'ok' })
  t.match((await ask(probeUrl, '/metrics')).text, /^coverage_ready 1$/m)
  t.match(await ask(probeUrl, '/health', { method: 'HEAD' }), { status: 200, text: '' })

  const authorization = 'Bearer rcov_abcdefgh_0123456789012345678901234567890123456789'
  const elsewhere = [
    '/',
    '/models',
    '/docs',
    '/openapi.json',
    '/api/v1/credits',
    '/results/sim_1.tif',
    '/health/',
  ]
  for (const path of elsewhere) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await ask(probeUrl, path, {
        method,
        headers: { authorization, origin: 'https://a.example' },
      })
      t.match(answer, { status: 404, code: 'route_not_found' }, `${method} ${path}`)
      t.match(answer.headers, { connection: 'close', 'x-content-type-options': 'nosniff' })
      t.notOk(Object.keys(answer.headers).some((name) => /ratelimit|access-control/.test(name)))
    }
  }
  for (const method of ['POST', 'DELETE', 'OPTIONS']) {
    const answer = await ask(probeUrl, '/health', { method })
    t.match(answer, { status: 405, code: 'method_not_allowed', headers: { allow: 'GET, HEAD' } }, method)
  }
  t.match(await ask(probeUrl, '/%zz'), { status: 400, code: 'bad_url' })
  const unparsed = await raw(probeUrl, 'hello\r\n\r\n')
  t.match(unparsed, /^HTTP\/1\.1 400 .*application\/problem\+json.*"bad_request"/s)
  t.notMatch(unparsed, /ratelimit|access-control/i)

  for (let count = 0; count < 70; count++) {
    const path = count % 2 === 0 ? '/health/live' : '/api/v1/%zz'
    t.not((await ask(probeUrl, path)).status, 429)
  }
  t.equal(await requestsLeft(server), 59, 'none of them was counted')
})

t.test('probes report starting and stopping', async (t) => {
  const compute = new HeldCompute()
  let ready = () => {}
  const isReady = new Promise<void>((resolve) => {
    ready = resolve
  })
  const startAtOnce = compute.start.bind(compute)
  compute.start = () => isReady.then(startAtOnce)
  const [port, probePort] = [await freePort(), await freePort()]
  const probeUrl = `http://127.0.0.1:${probePort}`
  const starting = start(t, { PORT: String(port), PROBE_PORT: String(probePort) }, compute)
  const reached = () =>
    ask(probeUrl, '/health').then(
      () => true,
      () => false,
    )
  await until(reached, 'the listener for probes')
  const early = await ask(probeUrl, '/health')
  t.match(early, { status: 503, headers: { 'retry-after': /^\d+$/ } })
  t.equal(JSON.parse(early.text).status, 'starting')
  t.equal((await ask(probeUrl, '/health/live')).status, 200)
  t.match((await ask(probeUrl, '/metrics')).text, /^coverage_ready 0$/m)
  // Ready to compute, but no client would get through yet.
  compute.state = 'ready'
  t.equal(JSON.parse((await ask(probeUrl, '/health')).text).status, 'starting')
  ready()
  const server = await starting
  t.equal((await ask(probeUrl, '/health')).status, 200)

  compute.held = true
  const { records } = server.services
  const account = await records.createAccount({ name: 'a', plan: 'pro', credits: 10 })
  const client = new Client(server.url, (await records.createKey(account.id))?.api_key)
  t.equal((await client.post('/api/v1/simulate', validRequest)).status, 201)
  client.close()
  // Says nothing, and holds nothing up.
  const silent = connect(probePort, '127.0.0.1')
  silent.on('error', () => {})
  const begun = Date.now()
  const stopped = server.stop()
  const late = await ask(probeUrl, '/health')
  t.equal(late.status, 503)
  t.equal(JSON.parse(late.text).status, 'stopping')
  t.equal((await ask(probeUrl, '/health/live')).status, 200)
  compute.release()
  await stopped
  t.ok(Date.now() - begun < 10_000)
  await t.rejects(ask(probeUrl, '/health/live'), { code: 'ECONNREFUSED' })
})

t.test('metrics need the token if one is set, else a loopback address', async (t) => {
  const token = 'a-token-of-the-tests'
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  // Behind a proxy too: what reaches this listener has not come through it.
  const open = await start(t, { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://coverage.example' })
  t.equal((await ask(open.probeUrl, '/health')).status, 200)
  t.equal((await ask(open.probeUrl, '/metrics')).status, 200)
  for (const host of ['localhost:9100', '127.0.0.1', '[::1]:9100']) {
    t.equal((await ask(open.probeUrl, '/metrics', { headers: { host } })).status, 200, host)
  }
  for (const host of ['evil.example', 'evil.example:9100', 'localhost.evil.example', '@']) {
    const answer = await ask(open.probeUrl, '/metrics', { headers: { host } })
    t.match(answer, { status: 401, code: 'key_missing' }, `a page of ${host}`)
  }
  t.match(await raw(open.probeUrl, 'GET /metrics HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /, 'no browser')

  const withToken = await start(t, { METRICS_TOKEN: token })
  t.match(await ask(withToken.probeUrl, '/metrics'), {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
  })
  t.equal((await ask(withToken.probeUrl, '/metrics', bearer)).status, 200)

  const wide = await start(t, { PROBE_HOST: '0.0.0.0' })
  const near = wide.probeUrl?.replace('0.0.0.0', '127.0.0.1')
  t.equal((await ask(near, '/health')).status, 200)
  t.equal((await ask(near, '/metrics')).status, 401)
  t.match(await ask(near, '/metrics', bearer), { status: 401, code: 'key_invalid' }, 'there is none')
})

t.test('a probe port in use keeps the service from starting, and nothing stays open', async (t) => {
  const other = createServer()
  const taken = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
    })
  })
  t.teardown(() => other.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-probes-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  await t.rejects(start(t, { PROBE_PORT: String(taken), DATA_DIR: dataDir }), {
    code: 'invalid_configuration',
    message: new RegExp(`^PROBE_PORT=${taken} can't be listened on: .*EADDRINUSE`),
  })
  const again = await start(t, { DATA_DIR: dataDir })
  t.equal((await ask(again.probeUrl, '/health')).status, 200)
  await again.stop()
})
