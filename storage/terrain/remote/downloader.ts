import { Semaphore } from '../../files/semaphore.ts'
import { pause } from '../../network/deadline.ts'
import { ConnectionError } from '../../network/errors.ts'
import { type ByteRange, get } from '../../network/get.ts'
import type { HttpResponse, Timeouts } from '../../network/request.ts'
import { retryAfterMs } from '../../network/retry-after.ts'
import { interrupted, RemoteError } from './errors.ts'
import { currentRequester, inTurn } from './requester.ts'

export interface DownloadOptions {
  timeouts?: Timeouts
  /** Delay in milliseconds before the second attempt; doubled before each further attempt. */
  retryDelayMs?: number
  attempts?: number
  /** Time in milliseconds for which a source that does not respond gets no requests. */
  cooldownMs?: number
}

const DEFAULT_TIMEOUTS: Timeouts = { headersMs: 15_000, idleMs: 15_000, totalMs: 180_000 }
/** HTTP status of a missing file. S3 responds with 403 if listing is not allowed. */
const MISSING = [403, 404, 410]
const RETRYABLE = [408, 425, 429, 500, 502, 503, 504]
const MAXIMUM_DELAY_MS = 20_000
/** Number of consecutive failed files after which a source counts as down. */
const MAXIMUM_FAILED_FILES = 3

/** Thrown if a response does not match the request; the next attempt may succeed. */
export class UnexpectedResponse extends Error {}

/** One download at a time per account, across all sources. */
const accountTurns = new Semaphore(1)

/** Downloads files from one source, with a limited number of attempts, one download at a time per account. */
export class Downloader {
  readonly #options: Required<DownloadOptions>
  #cooldownEndMs = 0
  #reason = ''
  #failedFiles = 0

  constructor(options: DownloadOptions = {}) {
    this.#options = {
      timeouts: DEFAULT_TIMEOUTS,
      retryDelayMs: 500,
      attempts: 4,
      cooldownMs: 30_000,
      ...options,
    }
  }

  /**
   * GETs an address and passes responses with status 200 or 206 to `take` until one attempt succeeds.
   * `rangeOf` is called before each attempt, so that received bytes are not requested again.
   * @throws {RemoteError}
   */
  fetch<T>(
    url: string,
    rangeOf: () => ByteRange | undefined,
    take: (response: HttpResponse) => Promise<T>,
  ): Promise<T> {
    const { accountId, signal } = currentRequester()
    const work = () => this.#try(url, rangeOf, take, signal)
    return accountId === undefined ? work() : inTurn(accountTurns, accountId, work)
  }

  async #try<T>(
    url: string,
    rangeOf: () => ByteRange | undefined,
    take: (response: HttpResponse) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { timeouts, attempts, retryDelayMs, cooldownMs } = this.#options
    if (Date.now() < this.#cooldownEndMs) throw new RemoteError('unreachable', this.#reason)
    for (let attempt = 1; ; attempt++) {
      let failure: Error
      let waitMs = retryDelayMs * 2 ** (attempt - 1) * (1 + Math.random() / 4)
      try {
        const response = await get(url, { range: rangeOf(), timeouts, signal })
        try {
          const { status } = response
          if (MISSING.includes(status)) throw new RemoteError('missing', `answered ${status}`)
          if (status !== 200 && status !== 206) {
            if (!RETRYABLE.includes(status)) throw new RemoteError('unreachable', `answered ${status}`)
            waitMs = Math.max(waitMs, retryAfterMs(response.retryAfter) ?? 0)
            throw new UnexpectedResponse(`answered ${status}`)
          }
          const taken = await take(response)
          this.#failedFiles = 0
          return taken
        } finally {
          response.discard()
        }
      } catch (error) {
        if (signal.aborted) throw interrupted()
        if (!(error instanceof ConnectionError || error instanceof UnexpectedResponse)) throw error
        failure = error
      }
      if (attempt === attempts) {
        this.#failedFiles++
        if (failure instanceof ConnectionError || this.#failedFiles >= MAXIMUM_FAILED_FILES) {
          this.#cooldownEndMs = Date.now() + cooldownMs
          this.#reason = failure.message
        }
        throw new RemoteError('unreachable', failure.message)
      }
      await pause(Math.min(waitMs, MAXIMUM_DELAY_MS), signal)
      if (signal.aborted) throw interrupted()
    }
  }
}
