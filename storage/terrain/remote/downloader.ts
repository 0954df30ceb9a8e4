import { setTimeout as pause } from 'node:timers/promises'
import { RemoteError } from './errors.ts'
import { interrupted, KeyedMutex } from './keyed-mutex.ts'
import {
  type ByteRange,
  ConnectionError,
  DEFAULT_PATIENCE,
  get,
  type HttpAnswer,
  type Patience,
} from './request.ts'
import { currentRequester } from './requester.ts'

export interface DownloadOptions {
  patience?: Patience
  /** Before the second try; doubled before each further one. */
  pauseMs?: number
  tries?: number
  /** How long a source that does not answer is left alone. */
  restMs?: number
}

/** The file is not there. 403 is what S3 answers for a missing file where listing is not allowed. */
const MISSING = [403, 404, 410]
const WORTH_ANOTHER_TRY = [408, 425, 429, 500, 502, 503, 504]
const MAXIMUM_PAUSE_MS = 20_000
/** So many files in a row that could not be had: it is the source. */
const MAXIMUM_FAILED_FILES = 3

/** What came was not what was asked for, and may be the next time. */
export class BadAnswer extends Error {}

/** One download at a time for each account, over all sources. */
const accountMutex = new KeyedMutex()

/** Asks one source for files, patiently but not for ever, one at a time for each account. */
export class Downloader {
  readonly #options: Required<DownloadOptions>
  #restingUntilMs = 0
  #why = ''
  #failedFiles = 0

  constructor(options: DownloadOptions = {}) {
    this.#options = { patience: DEFAULT_PATIENCE, pauseMs: 500, tries: 4, restMs: 30_000, ...options }
  }

  /**
   * GETs an address and hands each answer of 200 or 206 to `take`, until one try goes through; `rangeOf` is asked
   * before each of them, so that what has come is not asked for again.
   *
   * @throws {RemoteError}
   */
  fetch<T>(
    url: string,
    rangeOf: () => ByteRange | undefined,
    take: (answer: HttpAnswer) => Promise<T>,
  ): Promise<T> {
    const { accountId, signal } = currentRequester()
    const work = () => this.#try(url, rangeOf, take, signal)
    return accountId === undefined ? work() : accountMutex.run(accountId, signal, work)
  }

  async #try<T>(
    url: string,
    rangeOf: () => ByteRange | undefined,
    take: (answer: HttpAnswer) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { patience, tries, pauseMs, restMs } = this.#options
    if (Date.now() < this.#restingUntilMs) throw new RemoteError('unreachable', this.#why)
    for (let tried = 1; ; tried++) {
      let failure: Error
      let waitMs = pauseMs * 2 ** (tried - 1) * (1 + Math.random() / 4)
      try {
        const answer = await get(url, rangeOf(), patience, signal)
        try {
          const { status } = answer
          if (MISSING.includes(status)) throw new RemoteError('missing', `answered ${status}`)
          if (status !== 200 && status !== 206) {
            if (!WORTH_ANOTHER_TRY.includes(status))
              throw new RemoteError('unreachable', `answered ${status}`)
            waitMs = Math.max(waitMs, 1000 * (answer.retryAfterS ?? 0))
            throw new BadAnswer(`answered ${status}`)
          }
          const taken = await take(answer)
          this.#failedFiles = 0
          return taken
        } finally {
          answer.discard()
        }
      } catch (error) {
        if (signal.aborted) throw interrupted()
        if (!(error instanceof ConnectionError || error instanceof BadAnswer)) throw error
        failure = error
      }
      if (tried === tries) {
        this.#failedFiles++
        if (failure instanceof ConnectionError || this.#failedFiles >= MAXIMUM_FAILED_FILES) {
          this.#restingUntilMs = Date.now() + restMs
          this.#why = failure.message
        }
        throw new RemoteError('unreachable', failure.message)
      }
      await pause(Math.min(waitMs, MAXIMUM_PAUSE_MS), undefined, { signal }).catch(() => {})
      if (signal.aborted) throw interrupted()
    }
  }
}
