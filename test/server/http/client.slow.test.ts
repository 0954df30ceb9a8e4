import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import t from 'tap'
import { createClient, dataOf, ProblemError } from '../../../server/client/client.ts'
import { certificateOf } from '../../helpers/inbox.ts'
import { projectRoot } from '../../helpers/markdown.ts'
import { EARLY_HINTS, flood, startRawServer } from '../../helpers/raw-server.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)
const { apiKey } = await server.account('enterprise')
const { cert } = server.services.certificate

t.test(
  'the client asks by the paths of the document, and trusts the certificate that it is given',
  async (t) => {
    const client = createClient(server.origin, { apiKey, ca: cert })
    const { id, status } = dataOf(await client.POST('/api/v1/simulate', { body: validRequest }))
    t.equal(status, 'pending')
    const params = { path: { id } }
    let record = dataOf(await client.GET('/api/v1/status/{id}', { params }))
    while (record.status === 'pending') {
      await new Promise((resolve) => setTimeout(resolve, 50))
      record = dataOf(await client.GET('/api/v1/status/{id}', { params }))
    }
    t.match(record, { id, status: 'completed', credits_charged: 1, params: { model: 'los' } })
    const file = await client.GET('/results/{id}.tif', { params, parseAs: 'arrayBuffer' })
    t.equal(Buffer.from(dataOf(file) as unknown as ArrayBuffer).toString('latin1', 0, 2), 'II')
    t.match(file.response.headers.get('etag'), /^"/)
    const { simulations, total } = dataOf(
      await client.GET('/api/v1/simulations', { params: { query: { limit: 1, status: 'completed' } } }),
    )
    t.same([simulations[0]?.id, total], [id, 1])
    t.equal((await client.DELETE('/api/v1/simulations/{id}', { params })).response.status, 204)

    const gone = await client.GET('/api/v1/status/{id}', { params })
    t.equal(gone.data, undefined)
    t.equal(gone.error?.code, 'simulation_not_found')
    let thrown: unknown
    try {
      dataOf(gone)
    } catch (error) {
      thrown = error
    }
    t.type(thrown, ProblemError)
    t.match(thrown, { status: 404, code: 'simulation_not_found', message: /^404 The account has no/ })
  },
)

t.test('without that certificate it asks nobody', async (t) => {
  const client = createClient(server.origin, { apiKey })
  await t.rejects(client.GET('/api/v1/credits'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
})

t.test('what is no answer rejects, and never ends the process', async (t) => {
  const { cert, key } = await certificateOf('localhost')
  const answers = {
    'HTTP/1.1 600 Hm\r\ncontent-length: 0\r\n\r\n': /600|range/,
    'HTTP/1.1 999 Hm\r\ncontent-length: 0\r\n\r\n': /999|range/,
    'HTTP/1.1 101 Hm\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n': /without an answer/,
    [EARLY_HINTS]: /informational/,
  }
  for (const [text, message] of Object.entries(answers)) {
    const answer = (socket: Socket) => (text === EARLY_HINTS ? flood(socket, text) : socket.write(text))
    const { url, sockets } = await startRawServer(t, answer, createServer({ cert, key }))
    const client = createClient(`https://localhost:${url.port}`, { ca: cert })
    await t.rejects(client.GET('/api/v1/credits'), { message }, text)
    for (const socket of sockets) socket.destroy()
  }
})

t.test('a body without end rejects at the bound', async (t) => {
  const { cert, key } = await certificateOf('localhost')
  const answer = (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n')
    flood(socket, ' '.repeat(65_536))
  }
  const { url, sockets } = await startRawServer(t, answer, createServer({ cert, key }))
  const client = createClient(`https://localhost:${url.port}`, { ca: cert })
  await t.rejects(client.GET('/api/v1/credits'), { message: /more than 256 MiB/ })
  for (const socket of sockets) socket.destroy()
})

t.test('requests may be sent by something else', async (t) => {
  const seen: Request[] = []
  const client = createClient('https://example.test', {
    apiKey: 'k',
    fetch: async (request) => {
      seen.push(request)
      return Response.json({ balance: 7 })
    },
  })
  t.equal(dataOf(await client.GET('/api/v1/credits')).balance, 7)
  t.same(
    [seen[0]?.url, seen[0]?.headers.get('authorization')],
    ['https://example.test/api/v1/credits', 'Bearer k'],
  )
})

t.test(
  'the package gives the client with its types, and refuses what the document does not know',
  async (t) => {
    // Another package that has this one installed.
    const folder = t.testdir()
    await mkdir(join(folder, 'node_modules'))
    await symlink(projectRoot, join(folder, 'node_modules/radio-coverage-service'))
    await writeFile(join(folder, 'package.json'), '{"type": "module"}')
    await writeFile(
      join(folder, 'use.ts'),
      `import { createClient, dataOf } from 'radio-coverage-service/client'
const client = createClient('https://localhost:8443', { apiKey: 'k' })
export const balance: number = dataOf(await client.GET('/api/v1/credits')).balance
await client.GET('/api/v1/credit')
await client.POST('/api/v1/simulate', { body: { tx_lat: '47' } })
export const text: string = dataOf(await client.GET('/api/v1/credits')).balance
`,
    )
    const compiler = [
      join(projectRoot, 'node_modules/typescript/bin/tsc'),
      ...['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'],
      ...['--skipLibCheck', '--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types')],
    ]
    const faults = await promisify(execFile)(process.execPath, [...compiler, join(folder, 'use.ts')]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
    const lines = [...faults.matchAll(/use\.ts\((\d+),/g)].map(([, line]) => Number(line))
    t.same(lines, [4, 5, 6], faults.slice(0, 500))
    const built = await import(join(projectRoot, 'build/server/client/client.js'))
    t.type(built.createClient, 'function')
  },
)

t.test('the types are those of the document', async (t) => {
  const types = await readFile(join(projectRoot, 'server/client/openapi.d.ts'), 'utf8')
  const missing = Object.keys(server.document.paths).filter((path) => !types.includes(`"${path}": {`))
  // A service on loopback sells in its sandbox, as the one does whose document they are made of.
  t.same(missing, [])
})
