import type { CreditSession } from './types.ts'

/** An unpaid checkout is kept so long after its end, as some ways to pay take days. */
const unpaidKeptMs = 90 * 24 * 3_600_000

/** Checkouts: by id and by the provider's names for them. Changes return what undoes them. */
export class SessionTable {
  readonly #byId = new Map<string, CreditSession>()
  readonly #byProviderSession = new Map<string, string>()
  readonly #byPaymentIntent = new Map<string, string>()

  get(id: string): CreditSession | undefined {
    return this.#byId.get(id)
  }

  byProviderSession(name: string): CreditSession | undefined {
    return this.#byId.get(this.#byProviderSession.get(name) ?? '')
  }

  byPaymentIntent(name: string): CreditSession | undefined {
    return this.#byId.get(this.#byPaymentIntent.get(name) ?? '')
  }

  put(session: CreditSession): () => void {
    const before = this.#byId.get(session.id)
    this.#set(session)
    return () => {
      this.#forget(session)
      if (before) this.#set(before)
    }
  }

  removeAccount(accountId: string): () => void {
    const removed = [...this.#byId.values()].filter(({ account_id }) => account_id === accountId)
    for (const session of removed) this.#forget(session)
    return () => {
      for (const session of removed) this.#set(session)
    }
  }

  /** All but those that will never be paid. */
  kept(nowMs: number): CreditSession[] {
    return [...this.#byId.values()].filter(
      ({ paid_at, expires_at }) => paid_at !== null || nowMs < Date.parse(expires_at) + unpaidKeptMs,
    )
  }

  #set(session: CreditSession): void {
    const { id, provider_session_id, payment_intent_id } = session
    this.#byId.set(id, session)
    if (provider_session_id !== null) this.#byProviderSession.set(provider_session_id, id)
    if (payment_intent_id !== null) this.#byPaymentIntent.set(payment_intent_id, id)
  }

  #forget({ id, provider_session_id, payment_intent_id }: CreditSession): void {
    this.#byId.delete(id)
    if (provider_session_id !== null) this.#byProviderSession.delete(provider_session_id)
    if (payment_intent_id !== null) this.#byPaymentIntent.delete(payment_intent_id)
  }
}
