import type { CreditSession } from './stored-types.ts'
import { OwnedTable } from './tables/owned-table.ts'

/** Checkout sessions by id, by account and by the provider's ids. */
export class SessionTable extends OwnedTable<CreditSession> {
  readonly #byProviderSession = new Map<string, string>()
  readonly #byPaymentIntent = new Map<string, string>()

  constructor() {
    super(
      ({ id }) => id,
      ({ account_id }) => account_id,
    )
  }

  byProviderSession(name: string): CreditSession | undefined {
    return this.get(this.#byProviderSession.get(name) ?? '')
  }

  byPaymentIntent(name: string): CreditSession | undefined {
    return this.get(this.#byPaymentIntent.get(name) ?? '')
  }

  /** Number of an account's unpaid and unexpired sessions. */
  open(accountId: string, nowMs: number): number {
    const isOpen = ({ paid_at, expires_at }: CreditSession) =>
      paid_at === null && nowMs < Date.parse(expires_at)
    return this.of(accountId).filter(isOpen).length
  }

  protected override name({ id, provider_session_id, payment_intent_id }: CreditSession): void {
    if (provider_session_id !== null) this.#byProviderSession.set(provider_session_id, id)
    if (payment_intent_id !== null) this.#byPaymentIntent.set(payment_intent_id, id)
  }

  protected override unname({ provider_session_id, payment_intent_id }: CreditSession): void {
    if (provider_session_id !== null) this.#byProviderSession.delete(provider_session_id)
    if (payment_intent_id !== null) this.#byPaymentIntent.delete(payment_intent_id)
  }
}

/** True for unexpired sessions and sessions with movements of money; provider events restore all others. */
export function isKept(session: CreditSession, nowMs: number): boolean {
  const { disputes, expires_at, paid_at, refunded } = session
  const hasMoved = paid_at !== null || refunded > 0 || Object.keys(disputes).length > 0
  return hasMoved || nowMs < Date.parse(expires_at)
}
