import type { IncomingMessage, ServerResponse } from 'node:http'
import { issue, type KeyPair, makeAuthority } from '../../server/config/authority.ts'

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  json: { type: string; timestamp: string; data: Record<string, unknown> }
}

/** What receivers got, and what they answer. */
export class Inbox {
  readonly received: Received[] = []
  answer = (_path: string, response: ServerResponse) => {
    response.writeHead(204).end()
  }
  #wake = () => {}

  readonly take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = request.headers as Record<string, string>
    this.received.push({ path: request.url ?? '', headers, body, json: JSON.parse(body) })
    this.answer(request.url ?? '', response)
    this.#wake()
  }

  /** The posts to a path, once there are so many. */
  async at(path: string, count = 1): Promise<Received[]> {
    for (;;) {
      const found = this.received.filter((one) => one.path === path)
      if (found.length >= count) return found
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** A delivery as the service shows it. */
export interface ShownDelivery {
  delivery_id: string
  event_id: string
  type: string
  simulation_id: string | null
  status: string
  attempts: number
  last_try: { status: number | null; error: string | null } | null
  next_try_at: string | null
}

/** A certificate of an authority of its own for a name, which follows it. */
export async function certificateOf(name: string): Promise<KeyPair> {
  const now = new Date()
  return issue(await makeAuthority('a test', now), [name], now)
}
