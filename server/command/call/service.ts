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

/** Remedies for connection errors, by system code. */
const remedies: Record<string, string> = {
  ECONNREFUSED: 'check that the service is running',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name lookup failed temporarily',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for a different host name',
}

/** A stream of events has a heartbeat every 15 s. */
const SILENCE_MS = 60_000
/** Lower bound of requested pauses. */
const SHORTEST_WAIT_MS = 250
const DEFAULT_WAIT_MS = 1000

export type Account = components['schemas']['Credits']
export type Answer<Data> = { data?: Data; error?: unknown; response: Response }

/** Pause that the service requests before the next request; default: one second. */
export function waitMsOf({ headers }: Pick<Response, 'headers'>): number {
  return Math.max(SHORTEST_WAIT_MS, retryAfterMs(headers.get('retry-after')) ?? DEFAULT_WAIT_MS)
}

/** Asks to trust an unknown authority; `undefined` if no terminal is available. */
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

  /** Throws without a key; for requests of an account. */
  requireKey(): this {
    if (this.#connection.key !== undefined) return this
    throw new Failure('key_missing', 'API key missing: use --key, COVERAGE_KEY or coverage login.', MISUSED)
  }

  /** True for an unmetered account, for which prices are not shown. */
  async isUnmetered(): Promise<boolean> {
    return (await this.account())?.unmetered === true
  }

  /** Credits and storage of the account, cached from the first request; shares have none. Shown only in addition. */
  account(): Promise<Account | undefined> {
    this.#account ??= this.ask((client) => client.GET('/api/v1/credits', {})).catch(() => undefined)
    return this.#account
  }

  async ask<Data>(asked: (client: CoverageClient) => Promise<Answer<Data>>): Promise<Data> {
    return dataOf(await this.answer(asked))
  }

  /** The response with its headers, also for errors. */
  async answer<Data>(asked: (client: CoverageClient) => Promise<Answer<Data>>): Promise<Answer<Data>> {
    try {
      return await this.#trusting(() => asked(this.#client))
    } catch (error) {
      throw this.#unreachable(error)
    }
  }

  /** Writes the body of a response into a new file. */
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

  /** Yields a stream of events until it ends. */
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

  /** Repeats after an unknown authority was trusted; nothing was sent before. */
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
    // An aborted signal's reason has a number.
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

/** Far above the size of any problem. */
const MAXIMUM_PROBLEM_BYTES = 2 ** 20

async function problemIn({ body }: HttpResponse): Promise<object> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    // Leaving the loop ends the response.
    if (bytes > MAXIMUM_PROBLEM_BYTES) return {}
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    // Not JSON: the status is shown.
    return {}
  }
}
