import { Queue } from './queue.ts'
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
  readonly #events = new Queue<SimulationEvent>()
  readonly #byAccount = new Map<string, Queue<SimulationEvent>>()
  readonly #bySimulation = new Map<string, SimulationEvent[]>()
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
      if (this.#events.at(this.#events.size - 1) !== event) return
      this.#events.pop()
      const own = this.#byAccount.get(event.account_id)
      if (own?.at(own.size - 1) === event) own.pop()
      this.#forget(event as SimulationEvent)
    }
  }

  /** Takes in a stored one, if it is still to be kept. */
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

  /** Forgets what is too old. */
  trim(nowMs: number): void {
    for (;;) {
      const oldest = this.#events.at(0)
      if (oldest === undefined || isKept(oldest, nowMs)) return
      this.#dropOldest()
    }
  }

  /** Forgets those of an account that is gone. */
  purge(accountId: string): void {
    for (const event of this.#byAccount.get(accountId) ?? []) this.#forget(event)
    if (!this.#byAccount.delete(accountId)) return
    this.#events.keepOnly(({ account_id }) => account_id !== accountId)
  }

  /** Those of now. */
  snapshot(nowMs: number, isAccount: (id: string) => boolean): SimulationEvent[] {
    this.trim(nowMs)
    return [...this.#events].filter(({ account_id }) => isAccount(account_id))
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
  }

  #dropOldest(): void {
    const oldest = this.#events.shift()
    if (oldest === undefined) return
    const { account_id, sequence } = oldest
    this.dropped = sequence
    const own = this.#byAccount.get(account_id)
    own?.shift()
    if (own?.size === 0) this.#byAccount.delete(account_id)
    this.#forget(oldest)
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
