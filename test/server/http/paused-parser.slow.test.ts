import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import t, { type Test } from 'tap'
import { until } from '../../helpers/compute.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

// A request whose head and body come in records of their own, in one packet, while a large answer is leaving.

const largeBytes = 32 * 2 ** 20
const { account, origin, services } = await startTestServer(t)
const { apiKey, client } = await account()

/** Passes bytes on, those of the client in one piece while it holds them. */
class Wire {
  #held: Buffer[] | undefined
  #far: Socket | undefined
  readonly #server = createServer((near) => {
    const far = connect(this.#port, '127.0.0.1')
    this.#far = far
    far.pipe(near)
    near.on('data', (bytes) => (this.#held ? this.#held.push(bytes) : far.write(bytes)))
    near.on('close', () => far.destroy())
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }

  hold(): void {
    this.#held = []
  }

  get heldCount(): number {
    return this.#held?.length ?? 0
  }

  pass(): void {
    this.#far?.write(Buffer.concat(this.#held ?? []))
    this.#held = undefined
  }

  close(): void {
    this.#server.close()
  }
}

/** Statuses of both answers; fewer where the connection ended. */
async function statusesOf(t: Test, port: number, path: string): Promise<string[]> {
  const wire = new Wire(port)
  const socket = connectTls({ port: await wire.open(), host: '127.0.0.1', rejectUnauthorized: false })
  t.teardown(() => {
    socket.destroy()
    wire.close()
  })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  const head = (start: string, more = '') =>
    `${start} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n${more}\r\n`
  const body = JSON.stringify(validRequest)
  socket.pause()
  socket.write(head(`GET ${path}`))
  // Until all buffers on the way are full.
  await pause(1000)
  wire.hold()
  socket.write(
    head('POST /api/v1/simulate', `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`),
  )
  await until(() => wire.heldCount === 1, 'the head')
  socket.write(body)
  await until(() => wire.heldCount === 2, 'the body')
  wire.pass()
  // The server reads them while it can't write.
  await pause(500)
  const statuses: string[] = []
  let tail = ''
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      const text = tail + bytes.toString('latin1')
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) .*\r\n/g)) statuses.push(status)
      tail = statuses.length > 1 ? '' : text.slice(-20)
      if (statuses.length === 2) resolve()
    })
    socket.on('close', () => resolve())
  })
  socket.resume()
  await closed
  return statuses
}

t.test('a POST that comes while a large answer is leaving is answered', async (t) => {
  const id = await simulateToEnd(client)
  await truncate(join(services.config.dataDir, 'rasters', `${id}.tif`), largeBytes)
  t.same(await statusesOf(t, Number(new URL(origin).port), `/results/${id}.tif`), ['200', '201'])
})

t.test('which Node alone may not do', async (t) => {
  const { cert, key } = services.certificate
  const server = createTlsServer({ cert, key }, (request, response) => {
    if (request.method === 'GET') response.end(Buffer.alloc(largeBytes))
    else request.resume().on('end', () => response.writeHead(201).end())
  })
  const codes: unknown[] = []
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    codes.push(code)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const statuses = await statusesOf(t, (server.address() as AddressInfo).port, '/')
  t.comment(
    `Node ${process.version}: ${codes[0] ?? 'it answers, so slow-clients.ts need not listen for data'}`,
  )
  t.ok(codes[0] === 'HPE_PAUSED' || statuses[1] === '201', `${codes} ${statuses}`)
})
