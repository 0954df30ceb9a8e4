import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import type { Claims } from './claims.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Ask {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON. */
  body?: object
  headers?: Record<string, string>
}

/** A request that gets neither an answer nor an error for so long hangs. */
const patienceMs = 60_000
const sockets = 4

/** One account's way to a service that comes and goes. */
export class Caller {
  readonly #apiKey: string
  readonly #claims: Claims
  #agent: Agent | undefined
  #origin: URL | undefined
  answers = 0

  constructor(apiKey: string, claims: Claims) {
    this.#apiKey = apiKey
    this.#claims = claims
  }

  /** Where the service is from now on, and the certificate that it has to show. */
  connect(origin: string, certificate: string): void {
    this.close()
    this.#origin = new URL(origin)
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets, ca: certificate })
  }

  /** The whole answer; `undefined` if the connection failed before it had come. */
  ask(path: string, { method = 'GET', body, headers = {} }: Ask = {}): Promise<Answer | undefined> {
    const { hostname, port } = this.#origin ?? {}
    const content = body && JSON.stringify(body)
    const sent = {
      authorization: `Bearer ${this.#apiKey}`,
      ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...headers,
    }
    return new Promise((resolve) => {
      const outgoing = request({ hostname, port, path, method, headers: sent, agent: this.#agent })
      const timer = setTimeout(() => {
        this.#claims.claim(
          'ends',
          false,
          () => `${method} ${path} had no answer after ${patienceMs / 1000} s.`,
        )
        outgoing.destroy()
      }, patienceMs)
      const end = (answer?: Answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      outgoing.on('error', () => end())
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', () => end())
        // A body that was cut off closes without an end.
        incoming.on('close', () => end())
        incoming.on('end', () => {
          this.answers++
          end({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
        })
      })
      outgoing.end(content)
    })
  }

  close(): void {
    this.#agent?.destroy()
  }
}

export function jsonOf<T>({ body }: Answer): T {
  return JSON.parse(body.toString()) as T
}

/** The code of a problem. */
export function codeOf(answer: Answer): string {
  const isProblem = answer.headers['content-type'] === 'application/problem+json'
  return isProblem
    ? jsonOf<{ code: string }>(answer).code
    : `no problem: ${answer.body.toString().slice(0, 200)}`
}
