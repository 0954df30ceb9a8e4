import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { retryAfterS } from './pause.ts'

/** The service greets whoever opens a stream at once. */
const GREETING_S = 5
/** It gives a sign of life every 15 s. */
const SILENCE_S = 45
const MAXIMUM_RETRY_S = 30
/** Answers by which there is no stream for this key, however often one asks. */
const REFUSED = [401, 403, 404]

export interface EventSourceOptions {
  /** Asks for the stream, from after that event on. */
  open(lastEventId: string | undefined, signal: AbortSignal): Promise<Response>
  /** Events come from now on: what was before them is to be read. */
  begin(): Promise<unknown>
  /** An event, of which the next one comes when this is done. */
  take(name: string, data: unknown): unknown
  /** Whether events come, or one has to ask instead. */
  setFollowed(isFollowed: boolean): void
  pause(seconds: number, signal?: AbortSignal): Promise<void>
}

/**
 * Follows a stream of Server-Sent Events over `fetch`, as the browser's own `EventSource` cannot send a key in a header. It
 * is opened again when it ends, from where it was.
 */
export class EventFollower {
  readonly #options: EventSourceOptions
  #lastEventId: string | undefined
  /** Streams in a row that did not hold. */
  #failures = 0

  constructor(options: EventSourceOptions) {
    this.#options = options
  }

  /** Until the signal; then again from there on. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const connection = new AbortController()
      const close = () => connection.abort()
      signal.addEventListener('abort', close)
      let answer: Response | undefined
      try {
        answer = await this.#within(GREETING_S, this.#options.open(this.#lastEventId, connection.signal))
        if (REFUSED.includes(answer.status)) return this.#options.setFollowed(false)
        if (answer.ok) await this.#read(answer)
        else this.#options.setFollowed(false)
      } catch {
        // The connection was cut: it is opened again below.
        if (!signal.aborted) this.#options.setFollowed(false)
      } finally {
        signal.removeEventListener('abort', close)
        close()
      }
      const retryS = retryAfterS(answer) * 2 ** this.#failures++
      // Only the signal rejects.
      await this.#options.pause(Math.min(retryS, MAXIMUM_RETRY_S), signal).catch(() => {})
    }
  }

  async #read(answer: Response): Promise<void> {
    const { begin, setFollowed, take } = this.#options
    const events: EventSourceMessage[] = []
    const parser = createParser({ onEvent: (event) => events.push(event) })
    const decoder = new TextDecoder()
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    let isGreeted = false
    for (;;) {
      const { value } = await this.#within(isGreeted ? SILENCE_S : GREETING_S, reader.read())
      if (value === undefined) return
      if (isGreeted) this.#failures = 0
      else setFollowed(true)
      if (!isGreeted && this.#lastEventId === undefined) await begin()
      isGreeted = true
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
