import type { OutboxEvent, SimulationEvent } from './types.ts'

export const eventKeptMs = 72 * 3_600_000
/** Some 20 MB. */
export const maximumEvents = 50_000

/**
 * Events of simulations by sequence and by account, in order. Old ones go, and `dropped` says up to which. Those of
 * credits only take a sequence here: nobody but webhooks reads them.
 */
export class Outbox {
  readonly #maximum: number
  readonly #events = new Map<number, SimulationEvent>()
  readonly #byAccount = new Map<string, SimulationEvent[]>()
  /** The sequence of the next event. */
  next = 1
  /** Some events up to this sequence are gone. */
  dropped = 0
  /** Events up to this sequence are on stable storage. */
  stored = 0

  constructor(maximum = maximumEvents) {
    this.#maximum = maximum
  }

  put(event: OutboxEvent): () => void {
    this.#add(event)
    while (this.#events.size > this.#maximum) this.#dropOldest()
    return () => {
      this.next = event.sequence
      if (!this.#events.delete(event.sequence)) return
      const own = this.#byAccount.get(event.account_id)
      if (own?.at(-1) === event) own.pop()
    }
  }

  /** Takes in a stored one, if it is still to be kept. */
  load(event: SimulationEvent, nowMs: number): void {
    if (isKept(event, nowMs)) this.#add(event)
    else this.dropped = Math.max(this.dropped, event.sequence)
  }

  after(accountId: string, sequence: number): SimulationEvent | undefined {
    const own = this.#byAccount.get(accountId) ?? []
    let low = 0
    let high = own.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (own[middle].sequence <= sequence) low = middle + 1
      else high = middle
    }
    const event = own[low]
    return event && event.sequence <= this.stored ? event : undefined
  }

  newestOf(accountId: string, simulationId: string): SimulationEvent | undefined {
    return this.#byAccount
      .get(accountId)
      ?.findLast(({ sequence, simulation }) => sequence <= this.stored && simulation.id === simulationId)
  }

  /** Forgets what is too old. */
  trim(nowMs: number): void {
    for (const event of this.#events.values()) {
      if (isKept(event, nowMs)) return
      this.#dropOldest()
    }
  }

  /** Forgets those of an account that is gone. */
  purge(accountId: string): void {
    for (const { sequence } of this.#byAccount.get(accountId) ?? []) this.#events.delete(sequence)
    this.#byAccount.delete(accountId)
  }

  /** Those of now. */
  snapshot(nowMs: number, isAccount: (id: string) => boolean): SimulationEvent[] {
    this.trim(nowMs)
    return [...this.#events.values()].filter(({ account_id }) => isAccount(account_id))
  }

  #add(event: OutboxEvent): void {
    this.next = event.sequence + 1
    if (!('simulation' in event)) return
    this.#events.set(event.sequence, event)
    const own = this.#byAccount.get(event.account_id)
    if (own) own.push(event)
    else this.#byAccount.set(event.account_id, [event])
  }

  #dropOldest(): void {
    const [oldest] = this.#events.values()
    if (oldest === undefined) return
    const { account_id, sequence } = oldest
    this.#events.delete(sequence)
    this.dropped = sequence
    const own = this.#byAccount.get(account_id)
    own?.shift()
    if (own?.length === 0) this.#byAccount.delete(account_id)
  }
}

function isKept({ at }: OutboxEvent, nowMs: number): boolean {
  return nowMs < Date.parse(at) + eventKeptMs
}
