import { isDeepStrictEqual } from 'node:util'
import { cellsInCircle, price } from '../../server/config/limits.ts'
import type { SimulationRequest } from '../../server/requests/simulation.ts'
import { withDefaults } from '../../server/requests/simulation.ts'
import type { Claims } from './claims.ts'

/** The part of a record that is judged. */
export interface SeenRecord {
  id: string
  status: 'pending' | 'completed' | 'failed'
  progress: number
  params: Record<string, unknown> & { name: string }
  credits_charged: number
  created_at: string
  completed_at?: string
  failed_at?: string
  result_url?: string
  summary: object | null
  engine?: { version: string } | null
  error?: { code: string }
}

/** A simulation that was asked for, under a name that nothing else has, and what is known to have become of it. */
export interface Attempt {
  readonly request: SimulationRequest & { name: string }
  /** Its `Idempotency-Key`; without one it is asked for once. */
  readonly key: string | undefined
  /** Requests that got no answer: each may have made it. */
  unanswered: number
  id?: string
  createdAt?: string
  readonly price: number
  /** Its final record, as it was first seen. */
  final?: SeenRecord
  /** Deletions that were sent: from then on it may be gone. */
  deletions: number
  /** It is gone for sure. */
  deleted: boolean
}

export interface Checkout {
  path: string
  /** Payments that were sent; none: nothing may be granted. */
  payments: number
  /** One of them was answered. */
  paid: boolean
}

export const packCredits = 100

/** All answers that one account received, compared with all later ones. */
export class Witness {
  readonly accountId: string
  readonly granted: number
  readonly claims: Claims
  readonly attempts: Attempt[] = []
  readonly byId = new Map<string, Attempt>()
  readonly #byName = new Map<string, Attempt>()
  /** By their path. */
  readonly checkouts = new Map<string, Checkout>()
  /** What is used in a month begins anew with the next. */
  readonly #month = new Date().getUTCMonth()

  constructor(account: { id: string; credits: number }, claims: Claims) {
    this.accountId = account.id
    this.granted = account.credits
    this.claims = claims
  }

  attempt(request: Attempt['request'], key?: string): Attempt {
    // So small that the posts of the terrain, of which credits are counted too, never decide.
    const credits = price(cellsInCircle(request.max_range, request.resolution ?? 30), 0, 1)
    const attempt: Attempt = { request, key, price: credits, unanswered: 0, deletions: 0, deleted: false }
    this.attempts.push(attempt)
    this.#byName.set(request.name, attempt)
    return attempt
  }

  /** Those that are there for sure: accepted, and no deletion was sent. */
  living(): Attempt[] {
    return this.attempts.filter(({ id, deletions }) => id !== undefined && deletions === 0)
  }

  /** A 201: the same whenever the request is repeated. */
  accepted(attempt: Attempt, { id, created_at }: { id: string; created_at: string }): void {
    const name = attempt.request.name
    if (attempt.id !== undefined) {
      this.claims.claim(
        'simulations',
        attempt.id === id,
        () => `${name}: its key ${attempt.key} gave ${attempt.id}, then ${id}.`,
      )
      return
    }
    const other = this.byId.get(id)
    if (
      !this.claims.claim(
        'simulations',
        other === undefined,
        () => `${name} and ${other?.request.name} are both ${id}.`,
      )
    ) {
      return
    }
    attempt.id = id
    attempt.createdAt = created_at
    this.byId.set(id, attempt)
  }

  /** A record, from whichever route. `wasDeleted`: what was known when it was asked for. */
  record(record: SeenRecord, wasDeleted: boolean): void {
    const attempt = this.#byName.get(record.params.name)
    const { claims } = this
    const { id } = record
    if (
      !claims.claim(
        'simulations',
        attempt !== undefined,
        () => `${id} (${record.params.name}) was never asked for.`,
      )
    )
      return
    if (attempt === undefined) return
    claims.claim('answers', !wasDeleted, () => `${id} was deleted and is there again.`)
    if (attempt.id === undefined) {
      const may = attempt.unanswered > 0
      claims.claim('simulations', may, () => `${id} (${record.params.name}) was refused, but made.`)
      this.accepted(attempt, record)
    }
    claims.claim(
      'simulations',
      attempt.id === id,
      () => `${record.params.name} is there twice: ${attempt.id} and ${id}.`,
    )
    claims.claim(
      'answers',
      attempt.createdAt === record.created_at,
      () => `${id}: created_at was ${attempt.createdAt}, then ${record.created_at}.`,
    )
    claims.claim(
      'answers',
      isDeepStrictEqual(record.params, withDefaults(attempt.request)),
      () =>
        `${id}: its params are ${JSON.stringify(record.params)}, asked for were ${JSON.stringify(attempt.request)}.`,
    )
    this.#charged(attempt, record)
    this.#state(attempt, record)
  }

  #charged(attempt: Attempt, { id, status, credits_charged }: SeenRecord): void {
    const isRight = credits_charged === (status === 'failed' ? 0 : attempt.price)
    this.claims.claim(
      'ledger',
      isRight,
      () => `${id} is ${status} and charged ${credits_charged}, its price was ${attempt.price}.`,
    )
  }

  #state(attempt: Attempt, record: SeenRecord): void {
    const { id, status } = record
    const { final } = attempt
    if (final) {
      this.claims.claim(
        'answers',
        isDeepStrictEqual(withoutTiles(record), final),
        () => `${id} was final as ${JSON.stringify(final)}, then it read ${JSON.stringify(record)}.`,
      )
      return
    }
    if (status === 'pending') return
    attempt.final = withoutTiles(record)
    const isWhole =
      status === 'completed'
        ? record.result_url === `/results/${id}.tif` &&
          record.completed_at !== undefined &&
          record.summary !== null
        : record.result_url === undefined && record.failed_at !== undefined && record.error !== undefined
    this.claims.claim(
      'answers',
      isWhole,
      () => `${id} is ${status}, but its record is ${JSON.stringify(record)}.`,
    )
  }

  /** A 404 for one that was accepted. */
  missing(attempt: Attempt): void {
    this.claims.claim(
      'simulations',
      attempt.deletions > 0,
      () => `${attempt.id} (${attempt.request.name}) is lost.`,
    )
  }

  /**
   * Everything that the account has, asked for while nothing else was: what was never answered is now known to be
   * there or not.
   */
  inventory(records: readonly SeenRecord[], total: number): void {
    const { claims } = this
    claims.claim(
      'answers',
      total === records.length,
      () => `A list of ${records.length} says it has ${total}.`,
    )
    for (const record of records) this.record(record, this.byId.get(record.id)?.deleted ?? false)
    const found = new Set(records.map(({ id }) => id))
    claims.claim('simulations', found.size === records.length, () => 'A list has the same simulation twice.')
    for (const attempt of this.attempts) {
      if (attempt.id === undefined) {
        attempt.unanswered = 0
      } else if (!attempt.deleted && found.has(attempt.id)) {
        attempt.deletions = 0
      } else if (!attempt.deleted) {
        this.missing(attempt)
        attempt.deleted = true
      }
    }
  }

  /** Credits of this account, asked for while nothing else was and all payments are known. */
  credits({
    balance,
    held,
    used_this_month,
  }: {
    balance: number
    held: number
    used_this_month: number
  }): void {
    if (new Date().getUTCMonth() !== this.#month) return
    const { accountId, claims } = this
    const checkouts = [...this.checkouts.values()]
    const granted = this.granted + packCredits * checkouts.filter(({ paid }) => paid).length
    const whole = balance + held + used_this_month
    const statement = `${accountId}: balance ${balance}, held ${held}, used ${used_this_month}`
    claims.claim(
      'ledger',
      whole === granted,
      () => `${statement}: together not the ${granted} that were granted.`,
    )

    const made = this.attempts.filter(({ id, final }) => id !== undefined && final?.status !== 'failed')
    const captured = sumOf(made.filter(({ final }) => final !== undefined))
    claims.claim(
      'ledger',
      used_this_month >= captured,
      () => `${statement}: at least ${captured} were captured.`,
    )
    const all = sumOf(made)
    claims.claim('ledger', used_this_month + held <= all, () => `${statement}: all simulations cost ${all}.`)
  }
}

function sumOf(attempts: readonly Attempt[]): number {
  return attempts.reduce((sum, attempt) => sum + attempt.price, 0)
}

/** A list has all of a record but the tiles of its terrain. */
function withoutTiles(record: SeenRecord & { terrain?: { tiles?: unknown } | null }): SeenRecord {
  const { terrain, ...rest } = record
  if (!terrain) return record
  const { tiles: _tiles, ...kept } = terrain
  return { ...rest, terrain: kept } as SeenRecord
}
