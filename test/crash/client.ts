import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../bench/frame/https-client.ts'
import { seededRandom } from '../references/random.ts'
import { type Caller, codeOf } from './caller.ts'
import { type Attempt, type Checkout, packCredits, type SeenRecord, type Witness } from './witness.ts'

const api = '/api/v1'
const LARGE_FRACTION = 0.08
/** Beyond so many an account deletes rather than starts, so that lists stay short. */
const MANY = 30
const REFUSED_PAUSE_MS = 40
const layerLists = [['visible', 'min_height'], ['min_height']]

/** Why a simulation may be refused here; nothing is charged then, and nothing made. */
const refusals: Record<number, readonly string[]> = {
  400: ['terrain_unavailable'],
  403: ['insufficient_credits'],
  409: ['idempotency_in_flight', 'too_many_checkouts'],
  429: ['rate_limited', 'concurrency_limit_exceeded'],
  503: ['overloaded', 'storage_unavailable', 'starting'],
}

export interface Location {
  latDeg: number
  lonDeg: number
}

/** Two hands of one client may act at once; both record answers in the same witness. */
export class Hand {
  readonly #caller: Caller
  readonly #witness: Witness
  readonly #draw: () => number
  readonly #location: Location
  readonly #name: string
  #count = 0
  #isPaused = true
  #running: Promise<void> = Promise.resolve()

  constructor(caller: Caller, witness: Witness, name: string, seed: number, location: Location) {
    this.#caller = caller
    this.#witness = witness
    this.#name = name
    this.#draw = seededRandom(seed)
    this.#location = location
  }

  go(): void {
    this.#isPaused = false
    this.#running = this.#run()
  }

  /** Resolves when its last request has ended. */
  async pause(): Promise<void> {
    this.#isPaused = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isPaused) {
      const answer = await this.#act()
      if (answer === undefined) await this.#rest(REFUSED_PAUSE_MS)
      else if (answer.status === 429) await this.#rest(1000 * Number(answer.headers['retry-after']))
    }
  }

  /** Waits, but not beyond the end of the round. */
  async #rest(ms: number): Promise<void> {
    const endMs = performance.now() + ms
    while (!this.#isPaused && performance.now() < endMs) await sleep(20)
  }

  /** One thing that a client may do; `undefined` where an answer failed to come, or there was nothing to do. */
  #act(): Promise<Answer | undefined> {
    const living = this.#witness.living()
    const lot = this.#draw()
    if (lot < 0.36 && living.length < MANY) return this.#create()
    if (lot < 0.5) return this.#repeat()
    if (lot < 0.68) return this.#read(this.#one(living))
    if (lot < 0.74) return this.#list()
    if (lot < 0.88) return this.#delete(this.#one(living))
    if (lot < 0.9) return this.#delete(this.#one([...this.#witness.byId.values()].slice(-20)))
    if (lot < 0.95) return this.#fetch(this.#one(living.filter(({ final }) => final?.status === 'completed')))
    return lot < 0.98 ? this.#buy() : this.#pay()
  }

  #one<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#draw() * items.length)]
  }

  #create(): Promise<Answer | undefined> {
    const isLarge = this.#draw() < LARGE_FRACTION
    const name = `${this.#name}-${++this.#count}`
    const { latDeg, lonDeg } = this.#location
    const request: Attempt['request'] = {
      name,
      tx_lat: latDeg + 0.1 * (this.#draw() - 0.5),
      tx_lon: lonDeg - 0.3 * this.#draw(),
      tx_height: 5 + 40 * this.#draw(),
      frequency: 868,
      max_range: isLarge ? 8 + 6 * this.#draw() : 0.5 + 1.5 * this.#draw(),
      resolution: isLarge ? 20 : 60,
      // Of the large ones these would be most of the work.
      ...(!isLarge && this.#draw() < 0.2 && { layers: this.#one(layerLists) }),
    } as Attempt['request']
    return this.#start(this.#witness.attempt(request, this.#draw() < 0.6 ? `key-${name}` : undefined))
  }

  #repeat(): Promise<Answer | undefined> {
    const keyed = this.#witness.attempts.filter(({ key }) => key !== undefined)
    // Mostly what a client repeats: what it had no answer to.
    const open = keyed.filter(({ unanswered, id }) => unanswered > 0 && id === undefined)
    const attempt = this.#one(open.length > 0 ? open : keyed.slice(-40))
    if (attempt === undefined) return Promise.resolve(undefined)
    return attempt.id !== undefined && this.#draw() < 0.1 ? this.#misuse(attempt) : this.#start(attempt)
  }

  async #start(attempt: Attempt): Promise<Answer | undefined> {
    attempt.unanswered++
    const wasMade = attempt.id !== undefined
    const answer = await this.#post(`${api}/simulate`, attempt.request, attempt.key)
    if (answer === undefined) return undefined
    attempt.unanswered--
    if (answer.status === 201) this.#witness.accepted(attempt, answer.json())
    else this.#refused('POST /simulate', answer, wasMade ? attempt : undefined)
    return answer
  }

  /** The same key with something else: refused, and nothing made. */
  async #misuse(attempt: Attempt): Promise<Answer | undefined> {
    const other = { ...attempt.request, name: `${attempt.request.name}-other` }
    const answer = await this.#post(`${api}/simulate`, other, attempt.key)
    if (answer && answer.status !== 422) this.#refused('POST /simulate with a used key', answer)
    return answer
  }

  /** `made`: what the same request had already made. */
  #refused(what: string, answer: Answer, made?: Attempt): void {
    const { claims } = this.#witness
    const { status } = answer
    const code = codeOf(answer)
    const isAllowed = refusals[status]?.includes(code) ?? false
    claims.claim('answers', isAllowed, () => `${what} was answered ${status} ${code}.`)
    // A repetition finds what was made before all else but the rate is looked at.
    const isBlind = made !== undefined && code !== 'rate_limited' && code !== 'idempotency_in_flight'
    claims.claim('simulations', !isBlind, () => `${made?.key} made ${made?.id}; repeated: ${status} ${code}.`)
  }

  async #read(attempt: Attempt | undefined): Promise<Answer | undefined> {
    if (attempt?.id === undefined) return undefined
    const wasDeleted = attempt.deleted
    const answer = await this.#caller.ask(`${api}/status/${attempt.id}`)
    if (answer?.status === 200) this.#witness.record(answer.json<SeenRecord>(), wasDeleted)
    else if (answer?.status === 404) this.#witness.missing(attempt)
    else if (answer) this.#refused('GET /status', answer)
    return answer
  }

  async #list(): Promise<Answer | undefined> {
    const gone = new Set(this.#witness.attempts.filter(({ deleted }) => deleted).map(({ id }) => id))
    const answer = await this.#caller.ask(`${api}/simulations?limit=5`)
    if (answer?.status === 200) {
      const { simulations } = answer.json<{ simulations: SeenRecord[] }>()
      for (const record of simulations) this.#witness.record(record, gone.has(record.id))
    } else if (answer) {
      this.#refused('GET /simulations', answer)
    }
    return answer
  }

  async #delete(attempt: Attempt | undefined): Promise<Answer | undefined> {
    if (attempt?.id === undefined) return undefined
    const wasSent = attempt.deletions > 0
    attempt.deletions++
    const answer = await this.#caller.ask(`${api}/simulations/${attempt.id}`, { method: 'DELETE' })
    if (answer?.status === 204) {
      const { claims } = this.#witness
      claims.claim('answers', !attempt.deleted, () => `${attempt.id} was deleted twice.`)
      attempt.deleted = true
    } else if (answer?.status === 404) {
      this.#witness.claims.claim(
        'simulations',
        wasSent || attempt.deletions > 1,
        () => `${attempt.id} is lost.`,
      )
    } else if (answer) {
      attempt.deletions--
      this.#refused('DELETE /simulations', answer)
    }
    return answer
  }

  async #fetch(attempt: Attempt | undefined): Promise<Answer | undefined> {
    if (attempt?.id === undefined) return undefined
    const [ending, magic] = this.#draw() < 0.7 ? ['tif', 'II'] : ['png', '\x89PNG']
    const path = `/results/${attempt.id}.${ending}`
    const answer = await this.#caller.ask(path)
    if (answer === undefined) return undefined
    const { status, headers, body } = answer
    if (status === 404) this.#witness.missing(attempt)
    else if (status !== 200) this.#refused('GET /results', answer)
    else {
      const length = Number(headers['content-length'])
      const isWhole = body.length === length && body.toString('latin1').startsWith(magic as string)
      this.#witness.claims.claim('rasters', isWhole, () => `${path}: ${body.length} bytes, not ${ending}.`)
    }
    return answer
  }

  async #buy(): Promise<Answer | undefined> {
    const key = `buy-${this.#name}-${++this.#count}`
    const answer = await this.#post(`${api}/credits/purchase`, { pack: String(packCredits) }, key)
    if (answer?.status === 201) {
      const path = new URL(answer.json<{ checkout_url: string }>().checkout_url).pathname
      this.#witness.checkouts.set(path, { path, payments: 0, paid: false })
      const again = await this.#post(`${api}/credits/purchase`, { pack: String(packCredits) }, key)
      if (again?.status !== 201) return again
      const second = new URL(again.json<{ checkout_url: string }>().checkout_url).pathname
      this.#witness.claims.claim('answers', second === path, () => `${key} opened ${path}, then ${second}.`)
    } else if (answer) {
      this.#refused('POST /credits/purchase', answer)
    }
    return answer
  }

  #pay(): Promise<Answer | undefined> {
    const checkout = this.#one([...this.#witness.checkouts.values()].slice(-5))
    return checkout ? pay(this.#caller, this.#witness, checkout) : Promise.resolve(undefined)
  }

  #post(path: string, body: object, key: string | undefined): Promise<Answer | undefined> {
    return this.#caller.ask(path, { method: 'POST', body, headers: key ? { 'idempotency-key': key } : {} })
  }
}

/** Pays; once more is as good as once. */
export async function pay(
  caller: Caller,
  { claims }: Witness,
  checkout: Checkout,
): Promise<Answer | undefined> {
  checkout.payments++
  const answer = await caller.ask(checkout.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
  })
  if (answer) {
    const { status } = answer
    const isPaid = claims.claim(
      'answers',
      status === 200,
      () => `Paying ${checkout.path} was answered ${status}.`,
    )
    checkout.paid ||= isPaid
  }
  return answer
}
