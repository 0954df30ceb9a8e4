import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { connect, type TLSSocket } from 'node:tls'
import type { Answer } from './client.ts'

export interface RawRequest {
  method: string
  path: string
  /** In order, and as often as they stand here. */
  headers: [string, string][]
  body: Buffer
  /** Sent in chunks, without a length. */
  chunked: boolean
}

/** As long as every wait of the tests: a busy machine may stand still for tens of seconds. */
const PATIENCE_MS = 300_000

/** Thrown when no whole answer came, though one was due. */
export class NoAnswerError extends Error {}

/** Writes requests as they are given, byte by byte, which HTTP clients refuse to; keeps its connection while it may. */
export class RawClient {
  readonly #hostname: string
  readonly #port: number
  #socket: TLSSocket | undefined

  constructor(origin: string) {
    const { hostname, port } = new URL(origin)
    this.#hostname = hostname
    this.#port = Number(port)
  }

  /** Rejects with `NoAnswerError` when the connection ends, or nothing more comes, before the answer is whole. */
  async ask(request: RawRequest): Promise<Answer> {
    const socket = await this.#connected()
    const received: Buffer[] = []
    const answer = await new Promise<Answer>((resolve, reject) => {
      const progress = () => `${Buffer.concat(received).length} bytes of an answer`
      const fail = (why: string) => {
        socket.destroy()
        end(() => reject(new NoAnswerError(`${why} after ${progress()}`)))
      }
      const onData = (bytes: Buffer) => {
        received.push(bytes)
        const whole = parseAnswer(Buffer.concat(received), request.method, false)
        if (whole) end(() => resolve(whole))
      }
      const onClose = () => {
        const whole = parseAnswer(Buffer.concat(received), request.method, true)
        if (whole) end(() => resolve(whole))
        else fail('The connection ended')
      }
      const timer = setTimeout(() => fail(`Nothing came within ${PATIENCE_MS / 1000} s`), PATIENCE_MS)
      const end = (settle: () => void) => {
        clearTimeout(timer)
        socket.off('data', onData).off('close', onClose)
        settle()
      }
      socket.on('data', onData).on('close', onClose)
      socket.write(bytesOf(request))
    })
    if (/close/i.test(answer.headers.connection ?? '')) this.close()
    return answer
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #connected(): Promise<TLSSocket> {
    if (this.#socket && !this.#socket.destroyed && this.#socket.writable) return this.#socket
    const socket = connect({ host: this.#hostname, port: this.#port, rejectUnauthorized: false })
    socket.on('error', () => {})
    // An end that comes while nothing is asked.
    socket.on('end', () => socket.destroy())
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.once('close', () => reject(new NoAnswerError('The connection was refused')))
    })
    this.#socket = socket
    return socket
  }
}

function bytesOf({ method, path, headers, body, chunked }: RawRequest): Buffer {
  const framing: [string, string][] = chunked
    ? [['Transfer-Encoding', 'chunked']]
    : body.length > 0
      ? [['Content-Length', String(body.length)]]
      : []
  const lines = [...headers, ...framing].map(([name, value]) => `${name}: ${value}\r\n`)
  // One character is one byte, so that bytes beyond ASCII go as they are.
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  if (!chunked) return Buffer.concat([head, body])
  const chunks =
    body.length > 0 ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')] : []
  return Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')])
}

/** `undefined` while it is not whole. */
function parseAnswer(bytes: Buffer, method: string, isEnded: boolean): Answer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
  const rest = bytes.subarray(headEnd + 4)
  if (status >= 100 && status < 200) return parseAnswer(rest, method, isEnded)
  const headers: IncomingHttpHeaders = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const body = bodyOf(rest, status, headers, method, isEnded)
  return body && { status, headers, body, text: body.toString(), json: () => JSON.parse(body.toString()) }
}

function bodyOf(
  rest: Buffer,
  status: number,
  headers: IncomingHttpHeaders,
  method: string,
  isEnded: boolean,
): Buffer | undefined {
  if (method === 'HEAD' || status === 204 || status === 304) return Buffer.alloc(0)
  const length = headers['content-length']
  if (length !== undefined)
    return rest.length >= Number(length) ? rest.subarray(0, Number(length)) : undefined
  // It need not end: what came with its head is all that is looked at.
  if (headers['content-type'] === 'text/event-stream') {
    headers.connection = 'close'
    return rest.length > 0 ? rest : undefined
  }
  if (headers['transfer-encoding'] === 'chunked') return dechunked(rest)
  return isEnded ? rest : undefined
}

function dechunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  let from = 0
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', from)
    if (lineEnd < 0) return undefined
    const length = Number.parseInt(bytes.toString('latin1', from, lineEnd), 16)
    if (length === 0) return Buffer.concat(parts)
    if (bytes.length < lineEnd + 4 + length) return undefined
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length))
    from = lineEnd + 4 + length
  }
}

/** The status of a request whose answer is looked at when all of it has been sent; 0: there is none. */
export async function statusAfterSending(origin: string, request: RawRequest): Promise<number> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  const closed = once(socket, 'close')
  await Promise.race([new Promise((resolve) => socket.write(bytesOf(request), resolve)), closed])
  if (socket.destroyed) return 0
  const [first] = await Promise.race([once(socket, 'data'), closed])
  socket.destroy()
  return parseAnswer(Buffer.from(first), request.method, true)?.status ?? 0
}

/** The answer to a head that never ends. */
export async function unfinished(origin: string, line: string): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n`)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((header) => header.toLowerCase().split(': ')))
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: Buffer.from(body),
    text: body,
    json: () => JSON.parse(body),
  }
}
