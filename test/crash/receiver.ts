import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { Claims } from './claims.ts'

/** Of first posts, so that what follows often comes while an event is owed still, and of later ones. */
const FAILED_FIRST_FRACTION = 0.25
const FAILED_FRACTION = 0.03
const MAXIMUM_FAILURES = 2
const CUT_FRACTION = 0.02
/** So that kills come while a post is answered. */
const SLOW_FRACTION = 0.1
const SLOW_MS = 150

/** What came of a webhook. */
export interface Post {
  /** The event's id. */
  id: string
  type: string
  data: Record<string, unknown>
  body: string
  /** It was answered with success, whether or not the service lived to read that. */
  isAccepted: boolean
}

/** Where all webhooks of the crash test post to: it takes most of it, at its first or at a later try. */
export class Receiver {
  readonly #claims: Claims
  readonly #draw: () => number
  readonly #verifiers = new Map<string, Webhook>()
  readonly #posts = new Map<string, Post[]>()
  readonly #server = createServer((request, response) => {
    this.#take(request, response).catch(() => response.destroy())
  })

  constructor(claims: Claims, draw: () => number) {
    this.#claims = claims
    this.#draw = draw
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  urlOf(accountId: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${accountId}`
  }

  /** With which secret an account's posts are signed. */
  expect(accountId: string, secret: string): void {
    this.#verifiers.set(accountId, new Webhook(secret))
    this.#posts.set(accountId, [])
  }

  /** What came for an account, in order. */
  posts(accountId: string): readonly Post[] {
    return this.#posts.get(accountId) ?? []
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += chunk
    const accountId = (request.url ?? '').slice(1)
    const headers = request.headers as Record<string, string>
    const isSigned = this.#isSigned(accountId, body, headers)
    this.#claims.claim('webhooks', isSigned, () => `A post for ${accountId} is not signed: ${body}.`)
    const id = String(headers['webhook-id'])
    const posts = this.#posts.get(accountId) ?? []
    const tries = posts.filter((post) => post.id === id).length
    // After a third failure the next try comes in minutes, for which nobody waits here.
    const lot = tries < MAXIMUM_FAILURES ? this.#draw() : 1
    const isAccepted = lot >= CUT_FRACTION + (tries === 0 ? FAILED_FIRST_FRACTION : FAILED_FRACTION)
    posts.push({ id, ...JSON.parse(body), body, isAccepted })
    if (this.#draw() < SLOW_FRACTION) await sleep(SLOW_MS)
    if (lot < CUT_FRACTION) request.socket.destroy()
    else response.writeHead(isAccepted ? 204 : 503).end()
  }

  #isSigned(accountId: string, body: string, headers: Record<string, string>): boolean {
    try {
      this.#verifiers.get(accountId)?.verify(body, headers)
      return this.#verifiers.has(accountId)
    } catch {
      return false
    }
  }
}
