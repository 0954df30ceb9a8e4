import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import t from 'tap'
import { simulateToEnd, startTestServer } from '../../helpers/server.ts'

const server = await startTestServer(t, {
  clientTimeouts: { headersMs: 300, requestMs: 600, readingMs: 400 },
})
const port = Number(new URL(server.origin).port)

function open(): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** All that comes until the connection ends, while `send` goes on. */
async function answerTo(send: (socket: TLSSocket) => Promise<void>): Promise<string> {
  const socket = await open()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  await send(socket)
  await closed
  return text
}

t.test('a client that sends no request is disconnected', async (t) => {
  const silent = await answerTo(async () => {})
  t.match(silent, /^(HTTP\/1\.1 408 .*|)$/s)
  const drops = await answerTo(async (socket) => {
    socket.write('GET /health HTTP/1.1\r\nHost: a\r\n')
    for (let letter = 0; letter < 100 && socket.writable && !socket.destroyed; letter++) {
      socket.write(`X-${letter}: a\r\n`)
      await pause(50)
    }
  })
  t.match(drops, /^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
  t.match(drops, /access-control-allow-origin: \*/)
})

t.test('a client that does not send its body is disconnected', async (t) => {
  const { apiKey } = await server.account()
  const answer = await answerTo(async (socket) => {
    socket.write(
      `POST /api/v1/simulate HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    )
  })
  t.match(answer, /^HTTP\/1\.1 408 /)
})

t.test('a client that does not read the answer is disconnected, a slow reader is not', async (t) => {
  const { apiKey, client } = await server.account()
  const id = await simulateToEnd(client)
  // More than all buffers between here and there hold.
  const bytes = 64 * 2 ** 20
  await truncate(join(server.services.config.dataDir, 'rasters', `${id}.tif`), bytes)
  const ask = `GET /results/${id}.tif HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\nConnection: close\r\n\r\n`

  const stalled = await open()
  stalled.on('error', () => {})
  stalled.pause()
  stalled.write(ask)
  let received = 0
  const cut = new Promise<void>((resolve) => {
    const waiting = setInterval(() => {
      if (!/slow client disconnected/.test(server.log.join(''))) return
      clearInterval(waiting)
      resolve()
    }, 20)
  })
  await cut
  stalled.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  stalled.resume()
  await new Promise((resolve) => stalled.once('close', resolve))
  t.ok(received < bytes, 'the rest never came')

  const slow = await open()
  slow.write(ask)
  let taken = 0
  for await (const chunk of slow) {
    const before = Math.floor(taken / (bytes / 8))
    taken += (chunk as Buffer).length
    if (Math.floor(taken / (bytes / 8)) > before) await pause(150)
  }
  t.ok(taken > bytes, 'all of it, and the head')
  t.equal((await client.get('/health')).status, 200)
})
