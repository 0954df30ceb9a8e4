import { newId } from './ids.ts'
import type { AcceptOutcome, CreditState, LedgerEntry, LedgerType } from './types.ts'

interface Book {
  entries: LedgerEntry[]
  balance: number
  held: number
  /** Credits captured, by the UTC month of their hold, as `2026-01`. */
  capturedByMonth: Map<string, number>
}

interface OpenHold {
  accountId: string
  credits: number
  month: string
}

type EntryLinks = Pick<LedgerEntry, 'simulation_id' | 'payment_id'>

/** Why a hold of so many credits is refused: the balance first, then the month's limit. `undefined`: it is not. */
export function holdRefusal(
  state: CreditState,
  price: number,
  monthlyLimit: number,
): Exclude<AcceptOutcome, { outcome: 'accepted' }> | undefined {
  if (state.balance < price) {
    return { outcome: 'insufficient_credits', balance: state.balance, required: price }
  }
  if (state.used_this_month + state.held + price > monthlyLimit) {
    const { used_this_month } = state
    return { outcome: 'credit_limit_reached', limit: monthlyLimit, used_this_month, required: price }
  }
  return undefined
}

/**
 * The movements of all accounts, in memory. The balance is the sum of the amounts; a simulation's credits are held
 * once, and then captured once or released once.
 */
export class Ledger {
  readonly #now: () => Date
  readonly #books = new Map<string, Book>()
  readonly #openHolds = new Map<string, OpenHold>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Takes stored entries in, in their order; throws when they don't add up. */
  load(entries: Iterable<LedgerEntry>): void {
    for (const entry of entries) {
      this.#apply(entry)
      const { balance } = this.#book(entry.account_id)
      if (balance !== entry.balance) {
        throw new Error(
          `The ledger of ${entry.account_id} does not add up: entry ${entry.id} says ${entry.balance}, the sum is ${balance}.`,
        )
      }
    }
  }

  grant(accountId: string, credits: number, reason: string, paymentId?: string): LedgerEntry {
    return this.#add(accountId, 'grant', credits, reason, paymentId ? { payment_id: paymentId } : {})
  }

  adjust(accountId: string, credits: number, reason: string): LedgerEntry {
    return this.#add(accountId, 'adjust', credits, reason, {})
  }

  hold(accountId: string, simulationId: string, credits: number): LedgerEntry {
    if (this.#openHolds.has(simulationId)) throw new Error(`${simulationId} holds credits already.`)
    return this.#add(accountId, 'hold', -credits, 'simulation accepted', { simulation_id: simulationId })
  }

  /** Nothing happens when the simulation holds nothing (any more). */
  capture(simulationId: string): LedgerEntry | undefined {
    const hold = this.#openHolds.get(simulationId)
    if (hold === undefined) return undefined
    return this.#add(hold.accountId, 'capture', 0, 'simulation completed', { simulation_id: simulationId })
  }

  /** Nothing happens when the simulation holds nothing (any more). */
  release(simulationId: string, reason: string): LedgerEntry | undefined {
    const hold = this.#openHolds.get(simulationId)
    if (hold === undefined) return undefined
    return this.#add(hold.accountId, 'release', hold.credits, reason, { simulation_id: simulationId })
  }

  state(accountId: string): CreditState {
    const book = this.#books.get(accountId)
    const month = monthOf(this.#now().toISOString())
    return {
      balance: book?.balance ?? 0,
      held: book?.held ?? 0,
      used_this_month: book?.capturedByMonth.get(month) ?? 0,
    }
  }

  entries(accountId: string): LedgerEntry[] {
    return [...(this.#books.get(accountId)?.entries ?? [])]
  }

  all(): LedgerEntry[] {
    return [...this.#books.values()].flatMap(({ entries }) => entries)
  }

  remove(accountId: string): void {
    this.#books.delete(accountId)
    for (const [simulationId, hold] of this.#openHolds) {
      if (hold.accountId === accountId) this.#openHolds.delete(simulationId)
    }
  }

  #add(accountId: string, type: LedgerType, amount: number, reason: string, links: EntryLinks): LedgerEntry {
    const entry: LedgerEntry = {
      id: newId('led'),
      account_id: accountId,
      at: this.#now().toISOString(),
      type,
      amount,
      balance: this.#book(accountId).balance + amount,
      ...links,
      reason,
    }
    this.#apply(entry)
    return entry
  }

  #apply(entry: LedgerEntry): void {
    const book = this.#book(entry.account_id)
    book.entries.push(entry)
    book.balance += entry.amount
    const { simulation_id: simulationId } = entry
    if (simulationId === undefined) return

    if (entry.type === 'hold') {
      const credits = -entry.amount
      const month = monthOf(entry.at)
      this.#openHolds.set(simulationId, { accountId: entry.account_id, credits, month })
      book.held += credits
      return
    }
    const hold = this.#openHolds.get(simulationId)
    if (hold === undefined) throw new Error(`Ledger entry ${entry.id} closes a hold that is not open.`)
    this.#openHolds.delete(simulationId)
    book.held -= hold.credits
    if (entry.type === 'capture') {
      const captured = book.capturedByMonth.get(hold.month) ?? 0
      book.capturedByMonth.set(hold.month, captured + hold.credits)
    }
  }

  #book(accountId: string): Book {
    let book = this.#books.get(accountId)
    if (book === undefined) {
      book = { entries: [], balance: 0, held: 0, capturedByMonth: new Map() }
      this.#books.set(accountId, book)
    }
    return book
  }
}

function monthOf(instant: string): string {
  return instant.slice(0, 7)
}
