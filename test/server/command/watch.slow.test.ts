import { createServer } from 'node:https'
import { join } from 'node:path'
import t from 'tap'
import { eventsIn } from '../../../server/command/call/server-events.ts'
import { typed } from '../../helpers/command.ts'
import { until } from '../../helpers/compute.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// `coverage watch`: by the stream of events, across what cuts it off.

const server = await startTestServer(t)
const { certificate, records } = server.services
const folder = t.testdir({ 'cert.pem': certificate.cert })
const { apiKey, client } = await server.account('enterprise', 100)
const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey, COVERAGE_CA: join(folder, 'cert.pem') }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const started = async () => (await client.post('/api/v1/simulate', validRequest)).json<{ id: string }>().id

t.test('a watcher asks once, and is told', async (t) => {
  server.compute.held = true
  const id = await started()
  const watching = typed(['watch', id], { env, columns: 60 })
  await pause(300)
  server.compute.release()
  t.match(await watching, { status: 0, out: /^status +completed$/m })
  const asked = () =>
    server.log
      .map((line) => JSON.parse(line).route as string | undefined)
      .filter((route) => route?.startsWith('/api/v1/status'))
  await until(() => asked().length > 0, 'it is logged')
  t.same(asked(), ['/api/v1/status/:id/events'])
})

t.test('what fails, is deleted, or is not there', async (t) => {
  server.compute.failure = { kind: 'failed', code: 'out_of_memory', detail: 'No memory.' }
  const failed = await started()
  t.match(await typed(['watch', failed], { env }), { status: 1, err: /out_of_memory: .* No memory/ })
  server.compute.failure = undefined
  server.compute.held = true
  const doomed = await started()
  const watching = typed(['watch', doomed, '--json'], { env })
  await pause(100)
  await client.delete(`/api/v1/simulations/${doomed}`)
  t.match((await watching).json(), { error: { code: 'simulation_not_found' } })
  server.compute.release()
  t.match(await typed(['watch', doomed], { env }), { status: 1, err: /^simulation_not_found/ })
  t.match(await typed(['watch', doomed], { env: { ...env, COVERAGE_KEY: 'rcov_wrong' } }), {
    status: 1,
    err: /^key_invalid/,
  })
})

t.test('where no stream is free its state is asked for', async (t) => {
  server.compute.held = true
  const id = await started()
  const others = Array.from({ length: 10 }, () => typed(['watch', id, '--quiet'], { env }))
  await pause(300)
  const last = typed(['watch', id, '--quiet'], { env })
  await pause(300)
  server.compute.release()
  for (const { status, out } of await Promise.all([...others, last])) t.same([status, out], [0, `${id}\n`])
})

t.test('Ctrl-C ends the watching alone', async (t) => {
  server.compute.held = true
  const id = await started()
  let interrupt = () => {}
  const watching = typed(['watch', id], {
    env,
    onStart(by) {
      interrupt = by
    },
  })
  let isOver = false
  watching.finally(() => {
    isOver = true
  })
  await until(() => {
    interrupt()
    return isOver
  }, 'it ends')
  t.match(await watching, { status: 130, err: /is still running; coverage delete/ })
  t.equal(records.simulation(id)?.status, 'pending')
  server.compute.release()
  await until(() => records.simulation(id)?.status === 'completed', 'it is computed')
})

t.test('a stream that is cut off goes on where it was', async (t) => {
  const asked: (string | undefined)[] = []
  const record = { id: 'sim_a', status: 'completed', params: {}, warnings: [], progress: 1 }
  const service = createServer(certificate, (request, response) => {
    if (request.url === '/health') return response.end('{}')
    asked.push(request.headers['last-event-id'] as string | undefined)
    if (asked.length === 2)
      return response.writeHead(503, { 'retry-after': '1' }).end('{"code":"overloaded"}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 2000\nid: evt_0\n\n')
    const progress = { ...record, status: 'pending', stage: 'computing', progress: 0.5 }
    if (asked.length === 1) {
      response.write(`event: progress\nid: evt_1\ndata: ${JSON.stringify(progress)}\n\n`)
      setTimeout(() => response.destroy(), 20)
    } else response.end(`: alive\nevent: completed\nid: evt_2\ndata: ${JSON.stringify(record)}\n\n`)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  const address = service.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const ran = await typed(['watch', 'sim_a'], {
    env: { ...env, COVERAGE_URL: `https://localhost:${port}` },
    columns: 60,
  })
  t.match(ran, { status: 0, out: /^id +sim_a$/m, err: /\r\[#+-+\] +50 % computing/ })
  t.same(asked, [undefined, 'evt_1', 'evt_1'])
})

t.test('events are read however they are cut', async (t) => {
  const text = Buffer.from('id: 1\r\n\r\n: alive\nevent: completed\ndata: {"ä":\ndata:1}\nid: 2\n\nevent: x')
  for (const size of [1, 3, 1000]) {
    async function* chunks() {
      for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
    }
    const events = []
    for await (const event of eventsIn(chunks())) events.push(event)
    t.same(events, [
      { name: '', id: '1', data: '' },
      { name: 'completed', id: '2', data: '{"ä":\n1}' },
    ])
  }
})
