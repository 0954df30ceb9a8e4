import type { ClientRequest } from 'node:http'
import { request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Claims } from './claims.ts'
import type { Post } from './receiver.ts'

const AGAIN_MS = 200
const finalNames = new Set(['completed', 'failed', 'deleted'])

/** Follows all simulations of an account through every restart, from the event that it read last. */
export class Follower {
  readonly #apiKey: string
  readonly #claims: Claims
  readonly #seen: string[] = []
  #lastId = ''
  #text = ''
  #outgoing: ClientRequest | undefined
  #address: { origin: string; certificate: string } | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(apiKey: string, claims: Claims) {
    this.#apiKey = apiKey
    this.#claims = claims
  }

  /** Where the service is from now on. */
  connect(origin: string, certificate: string): void {
    this.#address = { origin, certificate }
    this.#outgoing?.destroy()
    this.#open()
  }

  /** Final events against what webhooks posted, which have all of them; waits for the last ones. */
  async check(posts: readonly Post[], patienceMs: number): Promise<void> {
    const expected = new Set(
      posts.flatMap(({ data, type }) =>
        type.startsWith('simulation.') ? [`${type.slice(11)} ${data.id}`] : [],
      ),
    )
    const endMs = performance.now() + patienceMs
    while (this.#seen.length < expected.size && performance.now() < endMs) {
      await sleep(50)
    }
    const counts = new Map<string, number>()
    for (const event of this.#seen) counts.set(event, (counts.get(event) ?? 0) + 1)
    for (const event of new Set([...expected, ...counts.keys()])) {
      const count = counts.get(event) ?? 0
      const isOnce = count === 1 && expected.has(event)
      this.#claims.claim(
        'events',
        isOnce,
        () => `${event} came ${count} times, posted: ${expected.has(event)}.`,
      )
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#address = undefined
    this.#outgoing?.destroy()
  }

  #open(): void {
    clearTimeout(this.#timer)
    if (this.#address === undefined) return
    const address = this.#address
    const { origin, certificate } = address
    const headers = {
      authorization: `Bearer ${this.#apiKey}`,
      ...(this.#lastId && { 'last-event-id': this.#lastId }),
    }
    this.#text = ''
    const outgoing = request(
      `${origin}/api/v1/events`,
      { ca: certificate, headers, agent: false },
      (incoming) => {
        incoming.setEncoding('utf8')
        if (incoming.statusCode === 200) incoming.on('data', (text: string) => this.#take(text))
        else incoming.resume()
        incoming.on('error', () => {})
      },
    )
    this.#outgoing = outgoing
    outgoing.on('error', () => {})
    outgoing.on('close', () => {
      // Another one was opened: the address may be the same as before.
      if (this.#outgoing !== outgoing || this.#address !== address) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#open(), AGAIN_MS)
    })
    outgoing.end()
  }

  /** What was cut off counts as not read. */
  #take(text: string): void {
    const blocks = `${this.#text}${text}`.split('\n\n')
    this.#text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const name = field('event')
      const isWhole = this.#claims.claim('events', name !== 'reset', () => `A stream was reset: ${block}.`)
      if (isWhole && name !== undefined && finalNames.has(name)) {
        this.#seen.push(`${name} ${JSON.parse(field('data') ?? '{}').id}`)
      }
      this.#lastId = field('id') ?? this.#lastId
    }
  }
}
