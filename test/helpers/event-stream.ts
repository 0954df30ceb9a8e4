import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'

export interface StreamEvent {
  event: string
  id: string
  data: { id?: string; status?: string; progress?: number; [name: string]: unknown }
}

/** A reader of Server-Sent Events, who remembers where it is. */
export class EventStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  lastId: string
  comments = 0
  readonly #incoming: IncomingMessage
  #text = ''
  #events: StreamEvent[] = []
  #isOver = false
  #wake = () => {}

  static open(origin: string, path: string, apiKey: string, lastId = ''): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${apiKey}`, ...(lastId && { 'last-event-id': lastId }) }
      const options = { rejectUnauthorized: false, headers, agent: false }
      const outgoing = request(`${origin}${path}`, options, (incoming) =>
        resolve(new EventStream(incoming, lastId)),
      )
      outgoing.on('error', reject)
      outgoing.end()
    })
  }

  private constructor(incoming: IncomingMessage, lastId: string) {
    this.#incoming = incoming
    this.status = incoming.statusCode ?? 0
    this.headers = incoming.headers
    this.lastId = lastId
    incoming.setEncoding('utf8')
    incoming.on('data', (text: string) => this.#take(text))
    const end = () => {
      this.#isOver = true
      this.#wake()
    }
    incoming.on('error', end).on('close', end)
  }

  /** The next event that is none of `except`; `undefined` when the stream has ended. */
  async next(except: readonly string[] = []): Promise<StreamEvent | undefined> {
    for (;;) {
      const event = this.#events.shift()
      if (event && !except.includes(event.event)) return event
      if (event) continue
      if (this.#isOver) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** All events until the stream ends. */
  async rest(except: readonly string[] = []): Promise<StreamEvent[]> {
    const event = await this.next(except)
    return event ? [event, ...(await this.rest(except))] : []
  }

  /** Reads no more for now. */
  pause(): void {
    this.#incoming.pause()
  }

  resume(): void {
    this.#incoming.resume()
  }

  close(): void {
    this.#incoming.destroy()
  }

  #take(text: string): void {
    this.#text += text
    const blocks = this.#text.split('\n\n')
    this.#text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
      if (fields.has('')) this.comments++
      const id = fields.get('id')
      if (id !== undefined) this.lastId = id
      const data = fields.get('data')
      const event = fields.get('event') ?? 'message'
      if (data !== undefined) this.#events.push({ event, id: id ?? '', data: JSON.parse(data) })
    }
    this.#wake()
  }
}
