import { Queue } from './outbox-queue.ts'
import type { OutboxEvent, SimulationEvent } from './outbox-types.ts'

export const eventKeptMs = 72 * 3_600_000
/** Maximum number of events kept in memory (about 20 MB). */
export const maximumEvents = 50_000

/**
 * Simulation events by sequence number and by account, in order. Old events are dropped; above the maximum, the
 * oldest event of the account with the most events is dropped, so no account displaces events of other accounts
 * (see `droppedOf`). Credit events only take a sequence number, as only webhooks receive credit events.
 */
export class Outbox {
  readonly #maximum: number
  /** Events of all accounts, including events already dropped from the queue of their account. */
  readonly #events = new Queue<SimulationEvent>()
  readonly #byAccount = new Map<string, Queue<SimulationEvent>>()
  readonly #bySimulation = new Map<string, SimulationEvent[]>()
  /** Sequence number of the last event dropped because of the maximum, by account. */
  readonly #droppedOf = new Map<string, number>()
  #size = 0
  /** Sequence number of the next event. */
  next = 1
  /** Sequence number of the last event dropped because of its age. */
  dropped = 0
  /** Sequence number up to which events are on stable storage. */
  stored = 0

  constructor(maximum = maximumEvents) {
    this.#maximum = maximum
  }

  put(event: OutboxEvent): () => void {
    this.#add(event)
    while (this.#size > this.#maximum) this.#dropOfLargest()
    return () => {
      this.next = event.sequence
      if (this.#events.at(this.#events.size - 1) !== event) return
      this.#events.pop()
      const own = this.#byAccount.get(event.account_id)
      if (own?.at(own.size - 1) !== event) return
      own.pop()
      this.#leave(event.account_id, own, event as SimulationEvent)
    }
  }

  /** Sequence number up to which events of an account may have been dropped. */
  droppedOf(accountId: string): number {
    return Math.max(this.dropped, this.#droppedOf.get(accountId) ?? 0)
  }

  droppedByAccount(isAccount: (id: string) => boolean): [string, number][] {
    return [...this.#droppedOf].filter(([id, sequence]) => sequence > this.dropped && isAccount(id))
  }

  loadDropped(dropped: number, droppedByAccount: readonly [string, number][]): void {
    this.dropped = Math.max(this.dropped, dropped)
    for (const [accountId, sequence] of droppedByAccount) this.#droppedOf.set(accountId, sequence)
  }

  /** Adds an event read from disk, unless the event is too old. */
  load(event: SimulationEvent, nowMs: number): void {
    if (isKept(event, nowMs)) this.#add(event)
    else this.dropped = Math.max(this.dropped, event.sequence)
  }

  after(accountId: string, sequence: number): SimulationEvent | undefined {
    const own = this.#byAccount.get(accountId)
    let low = 0
    let high = own?.size ?? 0
    while (low < high) {
      const middle = (low + high) >> 1
      if ((own?.at(middle)?.sequence ?? 0) <= sequence) low = middle + 1
      else high = middle
    }
    const event = own?.at(low)
    return event && event.sequence <= this.stored ? event : undefined
  }

  newestOf(accountId: string, simulationId: string): SimulationEvent | undefined {
    return this.#bySimulation
      .get(simulationId)
      ?.findLast(({ sequence, account_id }) => sequence <= this.stored && account_id === accountId)
  }

  /** Drops events older than the retention time. */
  trim(nowMs: number): void {
    for (;;) {
      const oldest = this.#events.at(0)
      if (oldest === undefined) return
      if (this.#isThere(oldest)) {
        if (isKept(oldest, nowMs)) return
        this.dropped = oldest.sequence
        this.#dropOldestOf(oldest.account_id)
      }
      this.#events.shift()
    }
  }

  /** Drops events of a deleted account. */
  purge(accountId: string): void {
    const hadDropped = this.#droppedOf.delete(accountId)
    const own = this.#byAccount.get(accountId)
    if (own === undefined && !hadDropped) return
    for (const event of own ?? []) this.#forget(event)
    this.#byAccount.delete(accountId)
    this.#size -= own?.size ?? 0
    this.#events.keepOnly(({ account_id }) => account_id !== accountId)
  }

  snapshot(nowMs: number, isAccount: (id: string) => boolean): SimulationEvent[] {
    this.trim(nowMs)
    return [...this.#events].filter((event) => this.#isThere(event) && isAccount(event.account_id))
  }

  #add(event: OutboxEvent): void {
    this.next = event.sequence + 1
    if (!('simulation' in event)) return
    this.#events.push(event)
    const own = this.#byAccount.get(event.account_id) ?? new Queue()
    own.push(event)
    this.#byAccount.set(event.account_id, own)
    const { id } = event.simulation
    this.#bySimulation.set(id, [...(this.#bySimulation.get(id) ?? []), event])
    this.#size++
  }

  #dropOfLargest(): void {
    let largest = ''
    let size = 0
    for (const [accountId, own] of this.#byAccount) {
      if (own.size > size) [largest, size] = [accountId, own.size]
    }
    const dropped = this.#dropOldestOf(largest)
    if (dropped === undefined) return
    this.#droppedOf.set(largest, dropped.sequence)
    // Dropped events are removed here too, because `trim` stops at the oldest event that is kept.
    if (this.#events.size > 2 * this.#maximum) this.#events.keepOnly((event) => this.#isThere(event))
  }

  #dropOldestOf(accountId: string): SimulationEvent | undefined {
    const own = this.#byAccount.get(accountId)
    const oldest = own?.shift()
    if (own && oldest) this.#leave(accountId, own, oldest)
    return oldest
  }

  #leave(accountId: string, own: Queue<SimulationEvent>, event: SimulationEvent): void {
    if (own.size === 0) this.#byAccount.delete(accountId)
    this.#size--
    this.#forget(event)
  }

  #isThere({ account_id, sequence }: SimulationEvent): boolean {
    return sequence > (this.#droppedOf.get(account_id) ?? 0)
  }

  #forget(event: SimulationEvent): void {
    const { id } = event.simulation
    const left = this.#bySimulation.get(id)?.filter((one) => one !== event) ?? []
    if (left.length > 0) this.#bySimulation.set(id, left)
    else this.#bySimulation.delete(id)
  }
}

function isKept({ at }: OutboxEvent, nowMs: number): boolean {
  return nowMs < Date.parse(at) + eventKeptMs
}
