import { SnapshotMap } from './tables/snapshot-map.ts'
import type { CreditSession } from './types.ts'

/** Checkout sessions by id and by the provider's ids. Changes return an undo function. */
export class SessionTable {
  readonly #byId = new SnapshotMap<CreditSession>()
  readonly #byProviderSession = new Map<string, string>()
  readonly #byPaymentIntent = new Map<string, string>()
  /** Ids of unpaid sessions by account; may include sessions that expired since the last count. */
  readonly #unpaid = new Map<string, Set<string>>()

  get(id: string): CreditSession | undefined {
    return this.#byId.get(id)
  }

  byProviderSession(name: string): CreditSession | undefined {
    return this.get(this.#byProviderSession.get(name) ?? '')
  }

  byPaymentIntent(name: string): CreditSession | undefined {
    return this.get(this.#byPaymentIntent.get(name) ?? '')
  }

  /** Number of an account's unpaid and unexpired sessions. */
  open(accountId: string, nowMs: number): number {
    const ids = this.#unpaid.get(accountId) ?? new Set()
    for (const id of ids) {
      const session = this.get(id)
      if (session && !isOpen(session, nowMs)) this.#unlist(session)
    }
    return ids.size
  }

  put(session: CreditSession): () => void {
    const before = this.get(session.id)
    this.#set(session)
    return () => {
      this.#forget(session)
      if (before) this.#set(before)
    }
  }

  /** Adds a session read from disk, unless the session is no longer kept. */
  load(session: CreditSession, nowMs: number): void {
    if (!isKept(session, nowMs)) return
    this.#set(session)
    if (!isOpen(session, nowMs)) this.#unlist(session)
  }

  removeAccount(accountId: string): () => void {
    const removed = [...this.#byId.values()].filter(({ account_id }) => account_id === accountId)
    for (const session of removed) this.#forget(session)
    return () => {
      for (const session of removed) this.#set(session)
    }
  }

  /** Sessions at the time of the call, to be read later. Sessions no longer kept become `undefined`. */
  snapshot(nowMs: number): Iterable<CreditSession | undefined> {
    return this.#byId.snapshot(
      (session) => isKept(session, nowMs),
      (session) => this.#unname(session),
    )
  }

  #set(session: CreditSession): void {
    const { id, account_id, provider_session_id, payment_intent_id } = session
    this.#byId.set(id, session)
    if (provider_session_id !== null) this.#byProviderSession.set(provider_session_id, id)
    if (payment_intent_id !== null) this.#byPaymentIntent.set(payment_intent_id, id)
    if (session.paid_at !== null) this.#unlist(session)
    else if (!this.#unpaid.get(account_id)?.add(id)) this.#unpaid.set(account_id, new Set([id]))
  }

  #forget(session: CreditSession): void {
    this.#byId.delete(session.id)
    this.#unname(session)
  }

  #unname(session: CreditSession): void {
    const { provider_session_id, payment_intent_id } = session
    if (provider_session_id !== null) this.#byProviderSession.delete(provider_session_id)
    if (payment_intent_id !== null) this.#byPaymentIntent.delete(payment_intent_id)
    this.#unlist(session)
  }

  #unlist({ id, account_id }: CreditSession): void {
    const ids = this.#unpaid.get(account_id)
    ids?.delete(id)
    if (ids?.size === 0) this.#unpaid.delete(account_id)
  }
}

function isOpen({ paid_at, expires_at }: CreditSession, nowMs: number): boolean {
  return paid_at === null && nowMs < Date.parse(expires_at)
}

/** True for unexpired sessions and sessions with movements of money; provider events restore all others. */
function isKept(session: CreditSession, nowMs: number): boolean {
  const { disputes, expires_at, paid_at, refunded } = session
  const hasMoved = paid_at !== null || refunded > 0 || Object.keys(disputes).length > 0
  return hasMoved || nowMs < Date.parse(expires_at)
}
