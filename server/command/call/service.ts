import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '../../../storage/files/system-errors.ts'
import { exchange, type HttpResponse, NO_TIMEOUTS, type Timeouts } from '../../../storage/network/request.ts'
import {
  type CoverageClient,
  type components,
  createClient,
  dataOf,
  ProblemError,
  retryAfterMs,
} from '../../client/client.ts'
import { Failure, MISUSED } from '../errors.ts'
import { eventsIn, type ServerEvent } from './server-events.ts'
import type { Connection } from './settings.ts'
import { unknownAuthority, untrusted } from './trust.ts'

/** Explanations of connection errors, by system error code. */
const remedies: Record<string, string> = {
  ECONNREFUSED: 'check that the service is running',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name lookup failed temporarily',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for a different host name',
}

/** Time without data after which an event stream counts as broken; heartbeats are sent every 15 s. */
const SILENCE_MS = 60_000
/** Minimum pause, even if the service requests a shorter one. */
const SHORTEST_WAIT_MS = 250
const DEFAULT_WAIT_MS = 1000

export type Account = components['schemas']['Credits']
export type Answer<Data> = { data?: Data; error?: unknown; response: Response }

/** Pause requested by the service before the next request; default: one second. */
export function waitMsOf({ headers }: Pick<Response, 'headers'>): number {
  return Math.max(SHORTEST_WAIT_MS, retryAfterMs(headers.get('retry-after')) ?? DEFAULT_WAIT_MS)
}

/** Asks the user to trust an unknown certificate authority; `undefined` if input is not a terminal. */
type Pin = (connection: Connection) => Promise<Connection | undefined>

export class Service {
  #client: CoverageClient
  #connection: Connection
  readonly #pin: Pin
  #pinning: Promise<Connection | undefined> | undefined
  #account: Promise<Account | undefined> | undefined

  constructor(connection: Connection, pin: Pin) {
    this.#connection = connection
    this.#client = clientOf(connection)
    this.#pin = pin
  }

  /** Throws unless an API key is set; for requests that need an account. */
  requireKey(): this {
    if (this.#connection.key !== undefined) return this
    throw new Failure('key_missing', 'API key missing: use --key, COVERAGE_KEY or coverage login.', MISUSED)
  }

  /** True if the account is unmetered; prices are then not printed. */
  async isUnmetered(): Promise<boolean> {
    return (await this.account())?.unmetered === true
  }

  /** Credits and storage of the account, fetched once; `undefined` if the request fails, as for share links. */
  account(): Promise<Account | undefined> {
    this.#account ??= this.ask((client) => client.GET('/api/v1/credits', {})).catch(() => undefined)
    return this.#account
  }

  async ask<Data>(asked: (client: CoverageClient) => Promise<Answer<Data>>): Promise<Data> {
    return dataOf(await this.answer(asked))
  }

  /** Returns the response with headers, even if the service responds with an error. */
  async answer<Data>(asked: (client: CoverageClient) => Promise<Answer<Data>>): Promise<Answer<Data>> {
    try {
      return await this.#trusting(() => asked(this.#client))
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  /** Downloads a response body into a new file. */
  async download(
    path: string,
    filePath: string,
    { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress: (fraction: number) => void },
  ): Promise<void> {
    const answer = await this.#trusting(() => this.#get(path, signal)).catch((error: unknown) => {
      throw this.#unreachable(error)
    })
    const { status, statusText, lengthBytes = 0 } = answer
    if (status !== 200) throw new ProblemError(status, await problemIn(answer), statusText)
    let doneBytes = 0
    const counted = async function* () {
      for await (const chunk of answer.body) {
        doneBytes += chunk.length
        if (lengthBytes > 0) onProgress(doneBytes / lengthBytes)
        yield chunk
      }
    }
    await pipeline(counted, createWriteStream(filePath, { flags: 'wx' }))
  }

  async *events(
    path: string,
    { signal, lastEventId }: { signal: AbortSignal; lastEventId: string | undefined },
  ): AsyncGenerator<ServerEvent> {
    const accept = { accept: 'text/event-stream' }
    const headers = { ...accept, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
    try {
      const timeouts = { ...NO_TIMEOUTS, idleMs: SILENCE_MS }
      const answer = await this.#trusting(() => this.#get(path, signal, headers, timeouts))
      const { status, statusText, body } = answer
      if (status !== 200) throw new ProblemError(status, await problemIn(answer), statusText)
      yield* eventsIn(body)
    } catch (error) {
      throw error instanceof ProblemError ? error : this.#unreachable(error)
    }
  }

  /** Repeats a request once the user trusts an unknown certificate authority; the failed attempt sent no data. */
  async #trusting<Found>(attempt: () => Promise<Found>): Promise<Found> {
    try {
      return await attempt()
    } catch (error) {
      if (!unknownAuthority.has((error as NodeJS.ErrnoException)?.code ?? '')) throw error
      this.#pinning ??= this.#pin(this.#connection)
      const pinned = await this.#pinning
      if (pinned === undefined) throw error
      this.#connection = pinned
      this.#client = clientOf(pinned)
      return attempt()
    }
  }

  #get(
    path: string,
    signal = new AbortController().signal,
    accept: Record<string, string> = { accept: '*/*' },
    timeouts: Timeouts = NO_TIMEOUTS,
  ): Promise<HttpResponse> {
    const { url, key, ca } = this.#connection
    const headers = { ...accept, ...(key !== undefined && { authorization: `Bearer ${key}` }) }
    return exchange(new URL(`${url}${path}`), { headers, timeouts, signal, agent: false, ca })
  }

  #unreachable(error: unknown): unknown {
    const { code, message, cause } = (error ?? {}) as NodeJS.ErrnoException
    // An abort reason has a numeric code and is returned unchanged.
    if (error instanceof Failure || typeof code !== 'string') return error
    if (unknownAuthority.has(code)) return untrusted(this.#connection, code)
    const remedy = remedies[code]
    return new Failure(
      'service_unreachable',
      `${this.#connection.url} does not answer (${code}): ${remedy ?? messageOf(cause ?? message)}`,
    )
  }
}

function clientOf({ url, key, ca }: Connection): CoverageClient {
  return createClient(url, {
    ...(key !== undefined && { apiKey: key }),
    ...(ca !== undefined && { ca }),
  })
}

/** Maximum size of an error body, far above the size of any real error body. */
const MAXIMUM_PROBLEM_BYTES = 2 ** 20

async function problemIn({ body }: HttpResponse): Promise<object> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    // Returning from the loop closes the response, so the rest is not downloaded.
    if (bytes > MAXIMUM_PROBLEM_BYTES) return {}
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    // The body is not valid JSON, so only the HTTP status is reported.
    return {}
  }
}
