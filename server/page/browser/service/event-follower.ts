import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { retryAfterS } from './pause.ts'

/** Maximum time in seconds until the first event, which the service sends at once. */
const FIRST_EVENT_S = 5
/** Maximum time in seconds without data; heartbeats arrive every 15 s. */
const SILENCE_S = 45
const MAXIMUM_RETRY_S = 30
/** Response statuses after which retrying with the same key is useless. */
const REFUSED = [401, 403, 404]

export interface EventSourceOptions {
  /** Requests the event stream, starting after an event id. */
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>
  /** Called when events begin to arrive; earlier changes must be read separately. */
  begin(): Promise<unknown>
  /** Handles an event; the next event waits until the returned promise settles. */
  take(name: string, data: unknown): unknown
  /** Called with false when no events arrive, so that polling takes over. */
  setFollowed(isFollowed: boolean): void
  pause(seconds: number, signal?: AbortSignal): Promise<void>
}

/** Reads Server-Sent Events with `fetch`, because `EventSource` cannot send an API key; reconnects. */
export class EventFollower {
  readonly #options: EventSourceOptions
  #lastEventId: string | undefined
  /** Number of consecutive failed streams. */
  #failures = 0

  constructor(options: EventSourceOptions) {
    this.#options = options
  }

  /** Follows events until `signal` aborts; another call resumes after the last event. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const connection = new AbortController()
      const close = () => connection.abort()
      signal.addEventListener('abort', close)
      let answer: Response | undefined
      try {
        answer = await this.#within(FIRST_EVENT_S, this.#options.open(this.#lastEventId, connection.signal))
        if (REFUSED.includes(answer.status)) return this.#options.setFollowed(false)
        if (answer.ok) await this.#read(answer)
        else this.#options.setFollowed(false)
      } catch {
        if (!signal.aborted) this.#options.setFollowed(false)
      } finally {
        signal.removeEventListener('abort', close)
        close()
      }
      const retryS = retryAfterS(answer) * 2 ** this.#failures++
      await this.#options.pause(Math.min(retryS, MAXIMUM_RETRY_S), signal).catch(() => {})
    }
  }

  async #read(answer: Response): Promise<void> {
    const { begin, setFollowed, take } = this.#options
    const events: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => events.push(event) })
    const decoder = new TextDecoder()
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    let hasStarted = false
    for (;;) {
      const { value } = await this.#within(hasStarted ? SILENCE_S : FIRST_EVENT_S, reader.read())
      if (value === undefined) return
      if (hasStarted) this.#failures = 0
      else setFollowed(true)
      if (!hasStarted && this.#lastEventId === undefined) await begin()
      hasStarted = true
      parser.feed(decoder.decode(value, { stream: true }))
      for (const { id, event = 'message', data } of events.splice(0)) {
        await take(event, JSON.parse(data))
        this.#lastEventId = id ?? this.#lastEventId
      }
    }
  }

  async #within<T>(seconds: number, work: Promise<T>): Promise<T> {
    const done = new AbortController()
    const silence = this.#options.pause(seconds, done.signal).then(() => {
      throw new Error(`Nothing came for ${seconds} s.`)
    })
    try {
      return await Promise.race([work, silence])
    } finally {
      done.abort()
    }
  }
}
