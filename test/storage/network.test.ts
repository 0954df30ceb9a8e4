import t, { type Test } from 'tap'
import { Deadline, LONGEST_TIMER_MS, unlessAborted, withDeadline } from '../../storage/network/deadline.ts'
import { get } from '../../storage/network/get.ts'
import { type ExchangeOptions, exchange } from '../../storage/network/request.ts'
import { retryAfterMs } from '../../storage/network/retry-after.ts'
import { until } from '../helpers/compute.ts'
import { keepCollecting } from '../helpers/garbage.ts'
import { drip, EARLY_HINTS, flood, startRawServer } from '../helpers/raw-server.ts'

// Outgoing requests, before servers that keep to nothing.

const never = new AbortController().signal
const patient = { headersMs: 60_000, idleMs: 60_000, totalMs: 60_000 }
const quick = (limits: Partial<typeof patient> = {}): ExchangeOptions => ({
  headers: {},
  timeouts: { ...patient, ...limits },
  signal: never,
})

/** Work that ends by its signal only, as a request to a silent server. */
const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

t.test('a time limit survives garbage collections', async (t) => {
  keepCollecting(t)
  const outer = new AbortController()
  await t.rejects(withDeadline(200, outer.signal, endless), { name: 'TimeoutError' })
  await t.rejects(withDeadline(200, undefined, endless), { name: 'TimeoutError' })
  const work = withDeadline(60_000, outer.signal, endless)
  setTimeout(() => outer.abort(new Error('gone')), 100)
  await t.rejects(work, { message: 'gone' })
  await t.rejects(
    withDeadline(60_000, outer.signal, (signal) => unlessAborted(endless(never), signal)),
    {
      message: 'gone',
    },
  )
})

t.test('a time limit that has ended aborts nothing, and one beyond all timers never ends', async (t) => {
  const outer = new AbortController()
  const ended = new Deadline(1, outer.signal)
  ended.end()
  const endlessly = new Deadline(LONGEST_TIMER_MS + 1, outer.signal)
  await new Promise((resolve) => setTimeout(resolve, 20))
  t.notOk(ended.signal.aborted)
  t.notOk(endlessly.signal.aborted)
  outer.abort()
  t.notOk(ended.signal.aborted)
  t.ok(endlessly.signal.aborted)
})

/** What becomes of a request and, if it is answered, of its body. */
async function sent(url: URL, options: ExchangeOptions): Promise<{ status: number; bytes: number }> {
  const { status, body } = await exchange(url, options)
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  return { status, bytes }
}

t.test('a server that sends informational responses without end is cut off', async (t) => {
  const server = await startRawServer(t, (socket) => flood(socket, EARLY_HINTS))
  const message = 'only informational responses were received'
  await t.rejects(exchange(server.url, quick()), { message })
  await t.rejects(get(server.url.href, { range: undefined, timeouts: patient, signal: never }), { message })
  await until(() => server.sockets.size === 0, 'the end of the connections')
  t.ok(server.sentBytes() < 64 * 2 ** 20, `${server.sentBytes()} bytes`)
})

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
for (const [name, head, text] of [
  ['empty lines before a response', '', '\r\n'],
  ["spaces before a header's value", 'HTTP/1.1 200 OK\r\na:', ' '],
  ["zeros before a chunk's length", CHUNKED, '0'],
] as const) {
  t.test(`a server that sends ${name} without end is cut off`, async (t) => {
    const server = await startRawServer(t, (socket) => {
      socket.write(head)
      flood(socket, text.repeat(1000))
    })
    await t.rejects(sent(server.url, { ...quick(), maximumBodyBytes: 65_536 }), {
      message: 'sent far more than a response',
    })
    await until(() => server.sockets.size === 0, 'the end of the connections')
    t.ok(server.sentBytes() < 64 * 2 ** 20, `${server.sentBytes()} bytes`)
  })
}

t.test('a body in chunks of one byte is whole, also over a kept connection', async (t) => {
  const body = `${'1\r\nx\r\n'.repeat(65_536)}0\r\n\r\n`
  const { url, sockets } = await startRawServer(t, (socket) => {
    const answer = () => socket.write(`${CHUNKED}${body}`)
    socket.on('data', answer)
    answer()
  })
  for (let time = 0; time < 3; time++) {
    t.same(await sent(url, { ...quick(), maximumBodyBytes: 65_536 }), { status: 200, bytes: 65_536 })
  }
  t.equal(sockets.size, 1)
})

t.test('a few informational responses are in order', async (t) => {
  const { url } = await startRawServer(t, (socket) =>
    socket.end(`HTTP/1.1 100 Continue\r\n\r\n${EARLY_HINTS.repeat(3)}HTTP/1.1 200 OK\r\n\r\nbody`),
  )
  t.same(await sent(url, quick()), { status: 200, bytes: 4 })
})

const answers: Record<string, { answer: string; limits?: Partial<ExchangeOptions>; message: RegExp }> = {
  'an upgrade that nobody requested': {
    answer: 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    message: /without an answer/,
  },
  'headers without end': {
    answer: `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`,
    message: /HPE_HEADER_OVERFLOW/,
  },
  'a body that is longer than allowed': {
    answer: `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1001)}`,
    limits: { maximumBodyBytes: 1000 },
    message: /more than 1000 bytes/,
  },
  'a body that breaks off': {
    answer: 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbody',
    message: /ECONNRESET/,
  },
}
for (const [name, { answer, limits, message }] of Object.entries(answers)) {
  t.test(`${name} is an error`, async (t) => {
    const { url } = await startRawServer(t, (socket) =>
      name.includes('breaks off') ? socket.end(answer) : socket.write(answer),
    )
    await t.rejects(sent(url, { ...quick(), ...limits }), { message })
  })
}

t.test('silence and dripping end at their limits, whatever is collected', async (t) => {
  keepCollecting(t)
  const ends = async (t: Test, limits: Partial<typeof patient>, answer: string, dripped?: string) => {
    const server = await startRawServer(t, (socket) => {
      socket.write(answer)
      if (dripped) drip(socket, dripped)
    })
    await t.rejects(sent(server.url, quick(limits)), { code: 'ETIMEDOUT' })
    await until(() => server.sockets.size === 0, 'the end of the connection')
  }
  await ends(t, { headersMs: 100 }, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n')
  await ends(t, { totalMs: 100 }, '')
  await ends(t, { idleMs: 100 }, 'HTTP/1.1 200 OK\r\n\r\n')
  await ends(t, { totalMs: 300 }, 'HTTP/1.1 200 OK\r\n\r\n', 'x')
})

t.test('Retry-After: seconds or a date of any form, within a bound', async (t) => {
  const nowMs = Date.parse('1994-11-06T08:49:30Z')
  const expected: [string | null | undefined, number | undefined][] = [
    ['7', 7000],
    ['0', 0],
    ['99999999', 3_600_000],
    ['9'.repeat(400), 3_600_000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7000],
    ['Sun Nov  6 08:49:37 1994', 7000],
    ['Sun, 06 Nov 1994 08:49:20 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
  ]
  for (const [text, ms] of expected) t.equal(retryAfterMs(text, { nowMs }), ms, text ?? '')
  for (const text of [
    '',
    'soon',
    '-1',
    '1.5',
    '1e9',
    'Infinity',
    'Sun, 99 Nov 1994 08:49:37 GMT',
    null,
    undefined,
  ]) {
    t.equal(retryAfterMs(text, { nowMs }), undefined, String(text))
  }
  t.equal(retryAfterMs('99999999', { nowMs, longestMs: 5000 }), 5000)
})
