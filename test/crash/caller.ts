import { type Answer, type Ask, HttpsClient } from '../../bench/frame/https-client.ts'
import type { Claims } from './claims.ts'

/** A request that gets neither an answer nor an error for so long hangs. */
const patienceMs = 60_000
const connections = 4

/** One account's client of a service that comes and goes. */
export class Caller {
  readonly #apiKey: string
  readonly #claims: Claims
  #client: HttpsClient | undefined
  answers = 0

  constructor(apiKey: string, claims: Claims) {
    this.#apiKey = apiKey
    this.#claims = claims
  }

  /** Where the service is from now on, and the certificate that it has to show. */
  connect(origin: string, certificate: string): void {
    this.close()
    this.#client = new HttpsClient(origin, { apiKey: this.#apiKey, certificate, connections })
  }

  /** The whole answer; `undefined` if the connection failed before it had come. */
  async ask(path: string, ask: Ask = {}): Promise<Answer | undefined> {
    const hanging = new AbortController()
    const timer = setTimeout(() => hanging.abort(), patienceMs)
    try {
      const answer = await this.#client?.ask(path, { ...ask, signal: hanging.signal })
      if (answer) this.answers++
      return answer
    } catch {
      const detail = () => `${ask.method ?? 'GET'} ${path} had no answer after ${patienceMs / 1000} s.`
      if (hanging.signal.aborted) this.#claims.claim('ends', false, detail)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  close(): void {
    this.#client?.close()
  }
}

/** The code of a problem. */
export function codeOf(answer: Answer): string {
  const isProblem = answer.headers['content-type'] === 'application/problem+json'
  return isProblem ? answer.json<{ code: string }>().code : `no problem: ${answer.text.slice(0, 200)}`
}
