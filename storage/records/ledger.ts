import type { Segment, SegmentIndex } from './disk/segment.ts'
import { DamagedError } from './errors.ts'
import { newId } from './ids.ts'
import { numberIn } from './simulation-index.ts'
import type { CreditState, HoldRefusal, LedgerEntry } from './stored-types.ts'

/** Position of a ledger entry in a segment. */
export interface LedgerLocation {
  segment: Segment
  slot: number
}

export type Movement = Omit<LedgerEntry, 'id' | 'account_id' | 'at' | 'balance'>

interface OpenHold {
  credits: number
  month: string
}

interface Book {
  balance: number
  held: number
  /** Captured credits by UTC month of the hold or charge, such as `2026-01`. */
  capturedByMonth: Map<string, number>
  /** Open holds by simulation id. */
  openHolds: Map<string, OpenHold>
  /** Entries in segments, oldest first, each as number of the segment · 65 536 + slot. */
  closed: number[]
  /** Entries not yet in a segment, oldest first. */
  recent: LedgerEntry[]
}

interface Columns extends SegmentIndex {
  accounts: string[]
  account: number[]
  amount: number[]
  balance: number[]
  /** Captured credits, as triples of account index, month and credits. */
  captured: [number, string, number][]
}

const slotsPerSegment = 65_536
/** Opening credits and monthly limit of an unmetered account. */
export const unmeteredCredits = 1_000_000_000
/** Balance below which an unmetered account is topped up. */
const minimumUnmetered = 500_000_000

/** Grant to an unmetered account before holds or charges of the given price, so that credits never run out. */
export function topUp({ balance, unmetered }: CreditState, price: number): Movement[] {
  const left = balance - price
  if (!unmetered || left >= minimumUnmetered) return []
  return [{ type: 'grant', amount: unmeteredCredits - left, reason: 'unmetered account topped up' }]
}

/** Reason for refusing a hold or charge: checks the balance, then the monthly limit; `undefined` if allowed. */
export function holdRefusal(
  state: CreditState,
  price: number,
  monthlyLimit: number,
): HoldRefusal | undefined {
  if (state.unmetered) return undefined
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
 * Credit movements of all accounts. A balance is the sum of the amounts; the credits of a simulation are held
 * once, then captured once or released once. Entries stay in memory until a segment contains them.
 */
export class Ledger {
  readonly #books = new Map<string, Book>()
  /** Entries of all accounts that are not in segments, in order; includes entries of deleted accounts. */
  #recent: LedgerEntry[] = []
  readonly #segments: Segment[] = []

  /** Drafts the entries for movements of an account, in order, without changing the ledger. */
  draft(accountId: string, at: string, movements: readonly Movement[]): LedgerEntry[] {
    const book = this.#books.get(accountId)
    let balance = book?.balance ?? 0
    return movements.map(({ type, amount, reason, ...links }) => {
      balance += amount
      const hold = links.simulation_id === undefined ? undefined : book?.openHolds.get(links.simulation_id)
      return {
        id: newId('led'),
        account_id: accountId,
        at,
        type,
        amount,
        balance,
        ...links,
        reason,
        ...(type === 'capture' && hold && { captured: hold }),
      }
    })
  }

  /**
   * Enters a movement; returns an undo function.
   * @throws {Error} if the entry does not follow from the earlier entries
   */
  enter(entry: LedgerEntry): () => void {
    const book = this.#book(entry.account_id)
    refuseWrongSum(book, entry)
    const undoUse = entry.simulation_id === undefined ? use(book, entry) : this.#moveHold(book, entry)
    this.#add(book, entry)
    return () => {
      this.#recent.pop()
      book.recent.pop()
      book.balance -= entry.amount
      undoUse()
    }
  }

  state(accountId: string, at: Date): CreditState {
    const book = this.#books.get(accountId)
    return {
      balance: book?.balance ?? 0,
      held: book?.held ?? 0,
      used_this_month: book?.capturedByMonth.get(monthOf(at.toISOString())) ?? 0,
    }
  }

  total(accountId: string): number {
    const book = this.#books.get(accountId)
    return book ? book.closed.length + book.recent.length : 0
  }

  /** Entries of an account, or their positions in segments, newest first. */
  page(accountId: string, offset: number, limit: number): (LedgerEntry | LedgerLocation)[] {
    const { closed = [], recent = [] } = this.#books.get(accountId) ?? {}
    const end = Math.max(0, closed.length + recent.length - offset)
    const start = Math.max(0, end - limit)
    const locations = closed.slice(start, end).map((packed) => this.#locationOf(packed))
    const entries = recent.slice(Math.max(0, start - closed.length), Math.max(0, end - closed.length))
    return [...locations, ...entries].reverse()
  }

  /** Removes the ledger of an account; `locations` are entries in segments, which now count as deleted. */
  remove(accountId: string): { locations: LedgerLocation[]; undo: () => void } {
    const book = this.#books.get(accountId)
    if (book === undefined) return { locations: [], undo: () => {} }
    this.#books.delete(accountId)
    return {
      locations: book.closed.map((packed) => this.#locationOf(packed)),
      undo: () => this.#books.set(accountId, book),
    }
  }

  /** Frees the remaining data of an account whose removal is stored. */
  purge(accountId: string): void {
    this.#recent = this.#recent.filter(({ account_id }) => account_id !== accountId)
  }

  /** Entries that are not in a segment, in order. */
  recent(): LedgerEntry[] {
    return this.#recent.filter(({ account_id }) => this.#books.has(account_id))
  }

  /** Moves the given entries, the oldest recent ones of each account, to a segment; keeps their positions. */
  adopt(segment: Segment, entries: readonly LedgerEntry[]): void {
    const number = this.#segments.push(segment) - 1
    const moved = new Map<Book, number>()
    for (const [slot, entry] of entries.entries()) {
      const book = this.#books.get(entry.account_id)
      if (book === undefined) {
        segment.dead.add(slot)
        continue
      }
      book.closed.push(number * slotsPerSegment + slot)
      moved.set(book, (moved.get(book) ?? 0) + 1)
    }
    for (const [book, count] of moved) book.recent.splice(0, count)
    // The moved entries are at the beginning, mixed with entries of deleted accounts; some may have been removed.
    const left = new Set(entries)
    const kept = []
    let end = 0
    for (; left.size > 0 && end < this.#recent.length; end++) {
      if (!left.delete(this.#recent[end])) kept.push(this.#recent[end])
    }
    this.#recent = kept.concat(this.#recent.slice(end))
  }

  /**
   * Adds a stored segment. Segments must come in order; entries of deleted accounts count as deleted.
   * @throws {DamagedError} if a balance is not the sum of the amounts
   */
  load(segment: Segment, index: SegmentIndex, isAccount: (id: string) => boolean): void {
    const { accounts, account, amount, balance, captured } = index as Columns
    const number = this.#segments.push(segment) - 1
    const books = accounts.map((id) => (isAccount(id) ? this.#book(id) : undefined))
    for (let slot = 0; slot < segment.size; slot++) {
      const book = books[account[slot]]
      if (book === undefined) {
        segment.dead.add(slot)
        continue
      }
      book.balance += amount[slot]
      if (book.balance !== balance[slot]) {
        const owner = accounts[account[slot]]
        throw doesNotAddUp(owner, `entry ${slot} of ${segment.fileName}`, balance[slot], book.balance)
      }
      book.closed.push(number * slotsPerSegment + slot)
    }
    for (const [owner, month, credits] of captured) {
      const book = books[owner]
      if (book) addTo(book.capturedByMonth, month, credits)
    }
  }

  /** Adds a stored entry that is not in a segment; `loadHold` adds open holds. */
  loadEntry(entry: LedgerEntry): void {
    const book = this.#book(entry.account_id)
    refuseWrongSum(book, entry)
    this.#add(book, entry)
    if (entry.captured) addTo(book.capturedByMonth, entry.captured.month, entry.captured.credits)
  }

  loadHold(accountId: string, simulationId: string, credits: number, heldAt: string): void {
    const book = this.#book(accountId)
    book.openHolds.set(simulationId, { credits, month: monthOf(heldAt) })
    book.held += credits
  }

  #add(book: Book, entry: LedgerEntry): void {
    book.balance = entry.balance
    book.recent.push(entry)
    this.#recent.push(entry)
  }

  #moveHold(book: Book, { id, type, amount, at, simulation_id: simulationId }: LedgerEntry): () => void {
    if (simulationId === undefined) return () => {}
    const hold = book.openHolds.get(simulationId)
    if (type === 'hold') {
      if (hold)
        throw new Error(`Ledger entry ${id} holds credits for ${simulationId}, which already has a hold.`)
      const credits = -amount
      book.openHolds.set(simulationId, { credits, month: monthOf(at) })
      book.held += credits
      return () => {
        book.openHolds.delete(simulationId)
        book.held -= credits
      }
    }
    if (hold === undefined) throw new Error(`Ledger entry ${id} closes a hold that is not open.`)
    book.openHolds.delete(simulationId)
    book.held -= hold.credits
    if (type === 'capture') addTo(book.capturedByMonth, hold.month, hold.credits)
    return () => {
      book.openHolds.set(simulationId, hold)
      book.held += hold.credits
      if (type === 'capture') addTo(book.capturedByMonth, hold.month, -hold.credits)
    }
  }

  #locationOf(packed: number): LedgerLocation {
    return { segment: this.#segments[Math.floor(packed / slotsPerSegment)], slot: packed % slotsPerSegment }
  }

  #book(accountId: string): Book {
    let book = this.#books.get(accountId)
    if (book === undefined) {
      book = {
        balance: 0,
        held: 0,
        capturedByMonth: new Map(),
        openHolds: new Map(),
        closed: [],
        recent: [],
      }
      this.#books.set(accountId, book)
    }
    return book
  }
}

export function ledgerColumns(entries: readonly LedgerEntry[]): Record<string, unknown> {
  const accounts = new Map<string, number>()
  const account = entries.map(({ account_id }) => numberIn(accounts, account_id))
  return {
    account,
    amount: entries.map(({ amount }) => amount),
    balance: entries.map(({ balance }) => balance),
    captured: entries.flatMap(({ captured }, slot) =>
      captured ? [[account[slot], captured.month, captured.credits]] : [],
    ),
    accounts: [...accounts.keys()],
  }
}

export function monthOf(instant: string): string {
  return instant.slice(0, 7)
}

/** Adds a charge without a hold to the credits used in the month. */
function use({ capturedByMonth }: Book, { captured }: LedgerEntry): () => void {
  if (captured === undefined) return () => {}
  addTo(capturedByMonth, captured.month, captured.credits)
  return () => addTo(capturedByMonth, captured.month, -captured.credits)
}

function addTo(sums: Map<string, number>, name: string, credits: number): void {
  sums.set(name, (sums.get(name) ?? 0) + credits)
}

function refuseWrongSum(book: Book, { id, account_id, amount, balance }: LedgerEntry): void {
  const sum = book.balance + amount
  if (sum !== balance) throw doesNotAddUp(account_id, `entry ${id}`, balance, sum)
}

function doesNotAddUp(accountId: string, where: string, said: number, sum: number): DamagedError {
  return new DamagedError(`the ledger of ${accountId}`, `wrong sum: ${where} has ${said}, expected ${sum}.`)
}
