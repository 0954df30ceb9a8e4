import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Core } from './core.ts'
import { protecting } from './idempotency.ts'
import { newId } from './ids.ts'
import { holdRefusal, type Movement, monthOf, topUp } from './ledger.ts'
import type { Change } from './state.ts'
import type { CreditSession, HoldRefusal, LedgerEntry, PaymentProvider, Protection } from './stored-types.ts'
import { creditEvents } from './webhook-events.ts'

/** Number of entries read between two yields to the event loop. */
const readAtOnce = 50
const sessionLifetimeMs = 24 * 3_600_000

export function creditRecords(core: Core) {
  const { accounts, idempotency: answers, ledger, sessions } = core.state

  function draft(accountId: string, movements: readonly Movement[]): LedgerEntry[] {
    return ledger.draft(accountId, core.now().toISOString(), movements)
  }

  function moving(entries: readonly LedgerEntry[]): Change[] {
    const changes = entries.map((entry): Change => ({ ledger: entry }))
    return [...changes, ...creditEvents(core, changes)]
  }

  async function move(accountId: string, movement: Movement): Promise<LedgerEntry | undefined> {
    if (!accounts.has(accountId)) return undefined
    const [entry] = draft(accountId, [movement])
    await core.commit(moving([entry]))
    return entry
  }

  /** Checkout session as stored, or the given session if the records no longer contain the session. */
  function find(named: string | CreditSession): CreditSession | undefined {
    const session = typeof named === 'string' ? sessions.get(named) : (sessions.get(named.id) ?? named)
    return session && accounts.has(session.account_id) ? session : undefined
  }

  /** Changes the reclaimed amount of a payment; if credits were granted, the ledger moves by the difference. */
  async function reclaim(
    named: string | CreditSession,
    reason: string,
    change: (session: CreditSession) => Partial<Pick<CreditSession, 'refunded' | 'disputes'>> | undefined,
  ): Promise<boolean> {
    const session = find(named)
    if (session === undefined) return false
    const changed = change(session)
    if (changed === undefined) {
      // An earlier call made the change. Waits until the change is stored; after a rollback the change is made again.
      if (!(await core.journal.settled())) return reclaim(named, reason, change)
      return true
    }
    const after = { ...session, ...changed }
    const amount = reclaimed(session) - reclaimed(after)
    const movements: Movement[] =
      session.paid_at === null || amount === 0
        ? []
        : [{ type: 'adjust', amount, reason, payment_id: session.id }]
    const entries = draft(session.account_id, movements)
    await core.commit([{ session: after }, ...moving(entries)])
    return true
  }

  return {
    credits: (accountId: string) => core.state.credits(accountId, core.now()),

    grant: (accountId: string, credits: number, reason: string) =>
      move(accountId, { type: 'grant', amount: credits, reason }),

    /** Changes the balance by positive or negative credits, even below zero; `undefined` without the account. */
    adjust: (accountId: string, amount: number, reason: string, paymentId?: string) =>
      move(accountId, { type: 'adjust', amount, reason, ...(paymentId && { payment_id: paymentId }) }),

    /** Charges the price of an answer, which may be refused like a hold; `undefined` if the account does not exist. */
    async charge(
      accountId: string,
      { credits, reason, monthly_limit }: { credits: number; reason: string; monthly_limit: number },
    ): Promise<LedgerEntry | HoldRefusal | undefined> {
      if (!accounts.has(accountId)) return undefined
      const now = core.now()
      const state = core.state.credits(accountId, now)
      const refusal = holdRefusal(state, credits, monthly_limit)
      if (refusal) return refusal
      const captured = { credits, month: monthOf(now.toISOString()) }
      const entries = draft(accountId, [
        ...topUp(state, credits),
        { type: 'adjust', amount: -credits, reason, captured },
      ])
      await core.commit(moving(entries))
      return entries.at(-1)
    },

    /** Ledger entries on stable storage, newest first: the given page, or all. `total` counts all entries. */
    async ledger(accountId: string, { limit, offset } = { limit: Number.POSITIVE_INFINITY, offset: 0 }) {
      const { total, page } = await core.confirmed(() => ({
        total: ledger.total(accountId),
        page: ledger.page(accountId, offset, limit),
      }))
      const entries: LedgerEntry[] = []
      for (const [index, found] of page.entries()) {
        if (index > 0 && index % readAtOnce === 0) await yieldToEventLoop()
        const entry =
          'segment' in found
            ? (JSON.parse(found.segment.read(core.files, found.slot)) as LedgerEntry | null)
            : found
        // The entry is `null` if the account was deleted meanwhile.
        if (entry) entries.push(entry)
      }
      return { entries, total }
    },

    /** Number of an account's unpaid and unexpired checkout sessions. */
    openCreditSessions: (accountId: string) => sessions.open(accountId, core.now().getTime()),

    /** Opens a checkout session that is valid for 24 hours. */
    async createCreditSession(
      accountId: string,
      pack: string,
      credits: number,
      options: {
        provider?: PaymentProvider
        price?: CreditSession['price']
        idempotency?: Protection<CreditSession>
      } = {},
    ) {
      const { provider = 'sandbox', price = null, idempotency } = options
      const created = core.now()
      const session: CreditSession = {
        id: newId('cs'),
        account_id: accountId,
        pack,
        credits,
        created_at: created.toISOString(),
        expires_at: new Date(created.getTime() + sessionLifetimeMs).toISOString(),
        paid_at: null,
        provider,
        price,
        provider_session_id: null,
        payment_intent_id: null,
        refunded: 0,
        disputes: {},
      }
      await core.commit([{ session }, ...protecting(accountId, created, session, idempotency)])
      return session
    },

    /** Adds the provider's data and the purchase response to a session; `undefined` if the session does not exist. */
    async updateCreditSession(
      id: string,
      change: Partial<Pick<CreditSession, 'provider_session_id' | 'payment_intent_id' | 'expires_at'>>,
      idempotency?: Protection<CreditSession>,
    ) {
      const session = sessions.get(id)
      if (session === undefined) return undefined
      const changed = { ...session, ...change }
      await core.commit([
        { session: changed },
        ...protecting(changed.account_id, core.now(), changed, idempotency),
      ])
      return changed
    },

    creditSession: (id: string) => sessions.get(id),

    /** Finds a session by an id from the provider. */
    creditSessionBy: (name: { provider_session_id: string } | { payment_intent_id: string }) =>
      'provider_session_id' in name
        ? sessions.byProviderSession(name.provider_session_id)
        : sessions.byPaymentIntent(name.payment_intent_id),

    /**
     * Grants the credits of a session, less credits already reclaimed, exactly once even under repeated and concurrent
     * calls. Only sandbox sessions expire here; other providers report expiry. This method and those below also accept
     * a whole session, as opened, in case the records no longer contain the session. Sessions with movements of money
     * are always kept.
     */
    async payCreditSession(
      named: string | CreditSession,
      payment?: Partial<Pick<CreditSession, 'provider_session_id' | 'payment_intent_id'>>,
    ): Promise<{ outcome: 'granted' | 'already_paid' | 'expired' | 'unknown' }> {
      for (;;) {
        const session = find(named)
        if (session === undefined) return { outcome: 'unknown' }
        if (session.paid_at !== null) {
          // An earlier call recorded the payment. Waits until the payment is stored or rolled back.
          if (await core.journal.settled()) return { outcome: 'already_paid' }
          continue
        }
        const at = core.now()
        if (session.provider === 'sandbox' && at.getTime() >= Date.parse(session.expires_at)) {
          return { outcome: 'expired' }
        }
        const { account_id, credits, id, pack } = session
        const paid = { ...session, paid_at: at.toISOString(), ...payment }
        const movements: Movement[] = [
          { type: 'grant', amount: credits, reason: `pack ${pack}`, payment_id: id },
        ]
        const back = reclaimed(session)
        if (back > 0) {
          movements.push({ type: 'adjust', amount: -back, reason: 'taken back before', payment_id: id })
        }
        const entries = ledger.draft(account_id, at.toISOString(), movements)
        await core.commit([{ session: paid }, ...moving(entries)])
        return { outcome: 'granted' }
      }
    },

    /**
     * Sets the total credits reclaimed by refunds. Repeated and reordered events have no effect, as a lower total is
     * older. Refunds and disputes together reclaim at most the granted credits. False if the session does not exist.
     */
    refundCreditSession: (session: string | CreditSession, creditsInAll: number) =>
      reclaim(session, 'payment refunded', ({ refunded }) =>
        creditsInAll > refunded ? { refunded: creditsInAll } : undefined,
      ),

    /**
     * Sets the state of a dispute: `open` and `lost` reclaim the credits, `won` returns the credits. Later reports
     * about a closed dispute are ignored. False if the session does not exist.
     */
    disputeCreditSession: (
      session: string | CreditSession,
      { id: disputeId, credits, state }: { id: string; credits: number; state: 'open' | 'won' | 'lost' },
    ) =>
      reclaim(session, state === 'won' ? 'dispute won' : 'payment disputed', ({ disputes }) => {
        const before = disputes[disputeId]
        const after = { credits: state === 'won' ? 0 : credits, closed: state !== 'open' }
        if (before?.closed || (before && before.credits === after.credits && !after.closed)) return undefined
        return { disputes: { ...disputes, [disputeId]: after } }
      }),

    /** Answer stored for an idempotency key; kept for 24 hours. */
    idempotent: (accountId: string, path: string, key: string) =>
      answers.get(accountId, path, key, core.now().getTime()),
  }
}

/** Credits reclaimed by refunds and disputes together, at most the granted credits. */
function reclaimed({ credits, refunded, disputes }: CreditSession): number {
  const disputed = Object.values(disputes).reduce((sum, dispute) => sum + dispute.credits, 0)
  return Math.min(credits, refunded + disputed)
}
