import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
  /** Response body parsed as JSON, cast to `T` without validation. */
  json<T = Record<string, unknown>>(): T
}

export interface Ask {
  method?: string
  headers?: OutgoingHttpHeaders
  /** Request body: strings and bytes are sent unchanged, other values as JSON. */
  body?: unknown
  signal?: AbortSignal
}

export interface HttpsClientOptions {
  /** Default bearer token; an `authorization` header of a request takes precedence. */
  apiKey?: string | undefined
  /** PEM of the only trusted certificate; if missing, every certificate is accepted. */
  certificate?: string
  /** Maximum number of kept-alive connections; 0 opens one connection per request. */
  connections?: number
}

export class HttpsClient {
  readonly #address: { hostname: string; port: string }
  readonly #apiKey: string | undefined
  readonly #agent: Agent

  constructor(origin: string, options: HttpsClientOptions = {}) {
    const { apiKey, certificate, connections = Number.POSITIVE_INFINITY } = options
    const { hostname, port } = new URL(origin)
    this.#address = { hostname: hostname.replace(/^\[|\]$/g, ''), port }
    this.#apiKey = apiKey
    this.#agent = new Agent({
      keepAlive: connections > 0,
      maxSockets: connections || Number.POSITIVE_INFINITY,
      ...(certificate === undefined ? { rejectUnauthorized: false } : { ca: certificate }),
    })
  }

  /** Resolves with the complete response of any status; rejects if the connection ends early. */
  ask(path: string, { method = 'GET', headers = {}, body, signal }: Ask = {}): Promise<Answer> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const content = body === undefined ? undefined : isRaw ? body : JSON.stringify(body)
    const sent: OutgoingHttpHeaders = {
      ...(this.#apiKey && { authorization: `Bearer ${this.#apiKey}` }),
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(content),
      }),
      ...headers,
    }
    const options = { ...this.#address, path, method, headers: sent, agent: this.#agent }
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...options, ...(signal && { signal }) }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        // A truncated response body also rejects the promise.
        incoming.on('error', reject)
        incoming.on('end', () => {
          const received = Buffer.concat(chunks)
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: received,
            get text() {
              return received.toString()
            },
            json: () => JSON.parse(received.toString()),
          })
        })
      })
      outgoing.on('error', reject)
      outgoing.end(content)
    })
  }

  /** Response body as JSON; rejects with the problem's `detail` on an error status. */
  async json<T>(path: string, ask: Ask = {}): Promise<T> {
    const answer = await this.ask(path, ask)
    if (answer.status < 400) return answer.json<T>()
    throw new Error(`${ask.method ?? 'GET'} ${path}: ${answer.status} ${answer.text}`)
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Waits until the service, already listening, has scanned its terrain; rejects on timeout. */
export async function untilReady(origin: string): Promise<void> {
  const client = new HttpsClient(origin, { connections: 0 })
  while ((await client.ask('/health')).status !== 200) await sleep(50)
}
