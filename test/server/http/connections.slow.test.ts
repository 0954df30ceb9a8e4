import dns from 'node:dns'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import t, { type Test } from 'tap'
import { askServer } from '../../../server/admin/client.ts'
import { readConfig } from '../../../server/config/config.ts'
import { startServer } from '../../../server/main.ts'
import { until } from '../../helpers/compute.ts'
import { flatTerrain, HeldCompute } from '../../helpers/server.ts'

async function start(t: Test, env: Record<string, string>) {
  const clock = { minutes: 0 }
  const log: string[] = []
  const sockets: Socket[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'coverage-connections-'))
  const server = await startServer(readConfig({ PORT: '0', DATA_DIR: dataDir, ...env }), {
    compute: new HeldCompute(),
    terrain: flatTerrain,
    logStream: { write: (line) => log.push(line) },
    now: () => Date.now() + clock.minutes * 60_000,
  })
  t.teardown(async () => {
    for (const socket of sockets) socket.destroy()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const port = Number(new URL(server.url).port)
  return {
    server,
    port,
    clock,
    dataDir,
    complaints: () => log.filter((line) => line.includes('connections refused')),
    /** Opens a connection and says nothing on it. */
    async open(localAddress = '127.0.0.1'): Promise<Socket> {
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => {})
      sockets.push(socket)
      await new Promise((resolve) => socket.once('connect', resolve))
      return socket
    },
    /** The status of an answer on a connection of its own; 0 for none. */
    ask(path: string, localAddress = '127.0.0.1', headers: Record<string, string> = {}): Promise<number> {
      const request = server.url.startsWith('https') ? requestTls : requestPlain
      return new Promise((resolve) => {
        const options = {
          port,
          host: '127.0.0.1',
          path,
          localAddress,
          headers,
          agent: false,
          rejectUnauthorized: false,
        }
        request(options, (answer) => {
          answer.resume()
          answer.on('end', () => resolve(answer.statusCode ?? 0))
        })
          .on('error', () => resolve(0))
          .end()
      })
    },
  }
}

async function isClosed(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return true
  socket.resume()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 300)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

t.test('an address may have so many connections, before TLS too, and others are served', async (t) => {
  const { ask, open, server, complaints, clock } = await start(t, { MAX_CONNECTIONS_PER_ADDRESS: '3' })
  const held = [await open(), await open(), await open()]
  for (let count = 0; count < 20; count++) t.ok(await isClosed(await open()), 'one too many')
  t.equal(await ask('/health/live'), 0)
  t.equal(await ask('/health/live', '127.0.0.2'), 200, 'another address')
  for (const socket of held) t.notOk(await isClosed(socket), 'those within stay')

  held[0]?.destroy()
  await until(async () => (await ask('/health/live')) === 200, 'a connection that was freed')
  t.equal(complaints().length, 1, 'said once')
  t.match(JSON.parse(complaints()[0] ?? ''), { level: 40, limit: 'address', refused: 1 })
  clock.minutes = 2
  held.push(await open())
  t.ok(await isClosed(await open()))
  t.equal(complaints().length, 2)
  t.ok(JSON.parse(complaints()[1] ?? '').refused > 20, 'with all since')
  t.match(
    await server.services.metrics.registry.metrics(),
    /^coverage_connections_refused_total\{limit="address"\} 2\d$/m,
  )
})

t.test('however a connection ends, it no longer counts', async (t) => {
  const { ask, open, port } = await start(t, { MAX_CONNECTIONS_PER_ADDRESS: '3' })
  const endings: Record<string, () => Promise<void>> = {
    answered: async () => {
      await ask('/health/live')
    },
    'no TLS': async () => {
      const socket = await open()
      socket.write('GET / HTTP/1.1\r\n\r\n')
      t.ok(await isClosed(socket))
    },
    'broken off in the handshake': async () => {
      const socket = await open()
      socket.write(Buffer.from([22, 3, 1, 2, 0, 1]))
      socket.resetAndDestroy()
    },
    'broken off after it': async () => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      await new Promise((resolve) => socket.once('secureConnect', resolve))
      socket.destroy()
    },
    'broken off in a request': async () => {
      const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      await new Promise((resolve) => socket.once('secureConnect', resolve))
      socket.write('POST /api/v1/simulate HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n')
      socket.destroy()
    },
  }
  for (const [how, end] of Object.entries(endings)) {
    for (let count = 0; count < 5; count++) {
      await end()
      await until(async () => (await ask('/health/live')) === 200, how)
    }
  }
})

t.test('all connections together are limited, except administration and probes', async (t) => {
  const env = { MAX_CONNECTIONS: '4', MAX_CONNECTIONS_PER_ADDRESS: '3', PROBE_PORT: '0' }
  const { ask, open, server, dataDir } = await start(t, env)
  const held: Socket[] = []
  for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.4']) held.push(await open(address))
  t.equal(await ask('/health/live', '127.0.0.5'), 0)
  t.ok(await isClosed(await open('127.0.0.5')))

  const probe = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      requestPlain(`${server.probeUrl}${path}`, { agent: false }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve(text))
      })
        .on('error', reject)
        .end()
    })
  t.match(await probe('/health'), /"status":"ok"/)
  const figures = await probe('/metrics')
  t.match(figures, /^coverage_connections 4$/m)
  t.match(figures, /^coverage_connections_refused_total\{limit="all"\} 2$/m)
  t.match(await askServer(dataDir, ['account', 'list']), { result: { accounts: [] } })
  held[0]?.destroy()
  await until(async () => (await ask('/health/live', '127.0.0.5')) === 200, 'a connection that was freed')
})

t.test('behind a trusted proxy its clients are counted', async (t) => {
  const { ask, open, server } = await start(t, { TRUST_PROXY: '127.0.0.1', MAX_CONNECTIONS_PER_ADDRESS: '2' })
  const { records } = server.services
  const account = await records.createAccount({ name: 'a', plan: 'pro', credits: 10 })
  const apiKey = (await records.createKey(account.id))?.api_key ?? ''
  const head = (client: string) =>
    `POST /api/v1/simulate HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: ${client}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`
  const statusFor = (client: string | undefined, path = '/health/live') =>
    ask(path, '127.0.0.1', { 'x-forwarded-proto': 'https', ...(client && { 'x-forwarded-for': client }) })
  /** A request that waits for its body. */
  const hold = async (client: string) => {
    const socket = await open()
    socket.write(head(client))
    return socket
  }

  const idle = [await open(), await open(), await open(), await open()]
  const held = [await hold('203.0.113.5'), await hold('203.0.113.5')]
  await until(async () => (await statusFor('203.0.113.5')) === 429, 'two are running')
  t.equal(await statusFor('203.0.113.5', '/api/v1/credits'), 429)
  t.equal(await statusFor('198.51.100.1, 203.0.113.5'), 429, 'whatever he claims')
  t.equal(await statusFor('203.0.113.6'), 200, 'another client')
  t.equal(await statusFor(undefined), 200, 'the proxy itself')
  for (const socket of [...idle, ...held]) t.notOk(socket.destroyed, 'connections of the proxy stay')
  held[0]?.destroy()
  await until(async () => (await statusFor('203.0.113.5')) === 200, 'a connection that was freed')
  held[1]?.write('{}')
  await until(async () => (await statusFor('203.0.113.5')) === 200, 'or answered')
  await await hold('203.0.113.5')

  const both = await hold('2001:db8::1')
  both.write('{}')
  const waiting = [await hold('2001:db8::1'), await hold('2001:db8::2')]
  await until(async () => (await statusFor('2001:db8::3')) === 429, 'the same /64')
  for (const socket of waiting) socket.destroy()
  await until(async () => (await statusFor('2001:db8::3')) === 200, 'free again')

  const strangers = [await open('127.0.0.2'), await open('127.0.0.2')]
  t.ok(await isClosed(await open('127.0.0.2')), 'who is no proxy is a client')
  for (const socket of strangers) t.notOk(socket.destroyed)
})

t.test('behind a proxy the document describes the 429, with its headers', async (t) => {
  const { ask, open, server, port } = await start(t, {
    TRUST_PROXY: '127.0.0.1',
    MAX_CONNECTIONS_PER_ADDRESS: '1',
  })
  const askPlain = (headers: Record<string, string>, path: string) =>
    new Promise<{ status: number; headers: object; text: string }>((resolve) => {
      requestPlain({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      }).end()
    })
  const proxied = { 'x-forwarded-proto': 'https' }
  const document = JSON.parse((await askPlain(proxied, '/openapi.json')).text)
  t.match(document.paths['/health'].get.responses['429'].description, 'rate_limited')

  const { records } = server.services
  const account = await records.createAccount({ name: 'a', plan: 'pro', credits: 10 })
  const authorization = `Bearer ${(await records.createKey(account.id))?.api_key}`
  const client = { ...proxied, 'x-forwarded-for': '203.0.113.5' }
  const socket = await open()
  const lines = Object.entries({
    ...client,
    authorization,
    'content-type': 'application/json',
    'content-length': '2',
  })
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /api/v1/simulate HTTP/1.1\r\nHost: a\r\n${text}\r\n`)
  await until(async () => (await ask('/models', '127.0.0.1', client)) === 429, 'one is running')
  const answer = await askPlain({ ...client, authorization }, '/api/v1/credits')
  t.match(answer, { status: 429, headers: { 'retry-after': '1', 'x-ratelimit-limit': '60' } })
  t.match(JSON.parse(answer.text), { code: 'rate_limited', detail: /^The IP address/ })
})

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
)
t.test(
  '"localhost" listens on one address, so that no second server lacks the limits',
  { skip: !hasIpv6 },
  async (t) => {
    const { lookup } = dns
    type Resolve = (name: string, options: object, done: (...answer: unknown[]) => void) => void
    const resolve = lookup as unknown as Resolve
    t.teardown(() => {
      dns.lookup = lookup
    })
    const twofold: Resolve = (name, options, done) => {
      if (name !== 'localhost') return resolve(name, options, done)
      const both = [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
      if ('all' in options && options.all) done(null, both)
      else done(null, '127.0.0.1', 4)
    }
    dns.lookup = twofold as unknown as typeof lookup
    const { ask, port } = await start(t, { HOST: 'localhost' })
    t.equal(await ask('/health/live'), 200)
    const other = connect({ port, host: '::1' })
    const code = await new Promise((resolve) => {
      other.once('connect', () => resolve('connected'))
      other.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    })
    other.destroy()
    t.equal(code, 'ECONNREFUSED')
  },
)
