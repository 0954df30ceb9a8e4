import type { Socket } from 'node:net'
import { createServer } from 'node:tls'
import t from 'tap'
import { createClient, dataOf, ProblemError } from '../../../server/client/client.ts'
import { certificateOf } from '../../helpers/inbox.ts'
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
  await t.rejects(client.GET('/api/v1/credits'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
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
