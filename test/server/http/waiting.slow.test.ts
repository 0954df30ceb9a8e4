import { connect } from 'node:tls'
import t from 'tap'
import { startTestServer, untilFinal, validRequest } from '../../helpers/server.ts'

// `Prefer: wait=N`.

const simulate = (wait: string, key?: string) => ({
  method: 'POST',
  body: validRequest,
  headers: { prefer: wait, ...(key !== undefined && { 'idempotency-key': key }) },
})
type Record = { id: string; status: string; params: object; progress: number }

t.test('when the service stops, waits end with the state of then', async (t) => {
  const server = await startTestServer(t)
  const { client } = await server.account()
  server.compute.held = true
  const waiting = client.ask('/api/v1/simulate', simulate('wait=60'))
  while ((await client.get('/api/v1/simulations')).json<{ total: number }>().total < 1) await pause(10)
  const stopped = server.stopServer()
  const answer = await waiting
  t.match(answer.json(), { status: 'pending', progress: 0.5 })
  t.equal(answer.headers['preference-applied'], 'wait=60')
  t.equal(answer.headers.connection, 'close')
  await stopped
})

t.test('one connection may have many waits', async (t) => {
  const { account, compute, origin } = await startTestServer(t)
  const { client, apiKey } = await account()
  compute.held = true
  const { id } = (await client.post('/api/v1/simulate', validRequest)).json<Record>()
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  t.teardown(() => socket.destroy())
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  const head = `GET /api/v1/status/${id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${apiKey}\r\nPrefer: wait=60\r\n\r\n`
  socket.write(head.repeat(15))
  await pause(100)
  compute.release()
  while (text.split('"status":"completed"').length <= 15) await pause(20)
  process.off('warning', onWarning)
  t.same(warnings, [])
})

t.test('preferences that nobody knows, and too many of them, are ignored', async (t) => {
  const { account } = await startTestServer(t)
  const { client } = await account()
  const headersOf = async (prefer: string) => {
    const { status, headers } = await client.ask('/api/v1/simulate', simulate(prefer))
    t.equal(status, 201, prefer.slice(0, 20))
    await untilFinal(client, String(headers.location).split('/').at(-1) ?? '')
    return headers
  }
  for (const prefer of ['x'.repeat(1001), `${'x, '.repeat(500)}wait=5`, '"', '=;,', 'wait=5;'.repeat(200)]) {
    t.equal((await headersOf(prefer))['preference-applied'], undefined)
  }
})

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
