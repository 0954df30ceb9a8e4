import type { Socket } from 'node:net'
import t from 'tap'
import { until } from '../../helpers/compute.ts'
import { keepCollecting } from '../../helpers/garbage.ts'
import { drip, EARLY_HINTS, flood, startRawServer } from '../../helpers/raw-server.ts'
import { startTestServer } from '../../helpers/server.ts'

t.test('a try ends at its limit, whatever a receiver sends and whatever is collected', async (t) => {
  keepCollecting(t)
  const server = await startTestServer(t, {
    env: { WEBHOOK_ALLOW: '127.0.0.1' },
    webhookNetwork: { tryMs: 3000, random: () => 0 },
  })
  const { client } = await server.account('enterprise')
  const begun = (text: string, go: (socket: Socket) => void) => (socket: Socket) => {
    socket.write(text)
    go(socket)
  }
  const dripping = (socket: Socket) => drip(socket, 'x')
  const receivers: [(socket: Socket) => void, object][] = [
    [() => {}, { status: null, error: 'timeout' }],
    [dripping, { status: null, error: 'connection_failed' }],
    [(socket) => flood(socket, EARLY_HINTS), { status: null, error: 'connection_failed' }],
    [begun('HTTP/1.1 200 OK\r\nx-y: ', dripping), { status: null, error: 'timeout' }],
    [begun('HTTP/1.1 200 OK\r\n\r\n', dripping), { status: 200, error: null }],
    [begun('HTTP/1.1 200 OK\r\n\r\n', (socket) => flood(socket, 'x')), { status: 200, error: null }],
  ]
  for (const [answer, expected] of receivers) {
    const { url, sockets } = await startRawServer(t, answer)
    const { id } = (await client.post('/api/v1/webhooks', { url: url.href })).json<{ id: string }>()
    await client.post(`/api/v1/webhooks/${id}/test`)
    await until(() => server.services.records.deliveries(id)[0]?.attempts === 1, 'the end of the try')
    t.match(server.services.records.deliveries(id)[0]?.last_try, expected)
    await until(() => sockets.size === 0, 'the end of the connection')
    await client.delete(`/api/v1/webhooks/${id}`)
  }
})
