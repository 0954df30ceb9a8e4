import { OwnedTable } from './tables/owned-table.ts'
import type { Delivery, Webhook } from './webhook-types.ts'

/** Maximum number of final deliveries kept per webhook. */
export const maximumFinished = 100

interface Deliveries {
  /** Pending deliveries by id, in the order of events. */
  pending: Map<string, Delivery>
  /** Final deliveries by id, in order of completion. */
  finished: Map<string, Delivery>
  /** Sequence number of the newest event that was ever pending. */
  newest: number
}

/** Webhooks by account, with pending and final deliveries. */
export class WebhookTable extends OwnedTable<Webhook> {
  readonly #deliveries = new Map<string, Deliveries>()
  #owed = 0

  constructor() {
    super(
      ({ id }) => id,
      ({ account_id }) => account_id,
    )
  }

  get owed(): number {
    return this.#owed
  }

  allDeliveries(): Delivery[] {
    return [...this.#deliveries.values()].flatMap(({ pending, finished }) => [
      ...finished.values(),
      ...pending.values(),
    ])
  }

  owing(): string[] {
    return [...this.#deliveries].flatMap(([id, { pending }]) => (pending.size > 0 ? [id] : []))
  }

  pending(webhookId: string): ReadonlyMap<string, Delivery> {
    return this.#deliveries.get(webhookId)?.pending ?? new Map()
  }

  finished(webhookId: string): ReadonlyMap<string, Delivery> {
    return this.#deliveries.get(webhookId)?.finished ?? new Map()
  }

  /** Webhook with the most pending deliveries. */
  largest(): Webhook | undefined {
    let largest: Webhook | undefined
    for (const webhook of this.all()) {
      const isLarger = this.pending(webhook.id).size > this.pending(largest?.id ?? '').size
      if (isLarger) largest = webhook
    }
    return largest
  }

  override put(webhook: Webhook): () => void {
    const { id } = webhook
    const isNew = !this.has(id)
    const undo = super.put(webhook)
    if (isNew) this.#deliveries.set(id, { pending: new Map(), finished: new Map(), newest: 0 })
    return () => {
      undo()
      if (isNew) this.#forget(id)
    }
  }

  override removeAll(webhooks: readonly Webhook[]): () => void {
    const undo = super.removeAll(webhooks)
    const forgotten = webhooks.map(({ id }) => [id, this.#forget(id)] as const)
    return () => {
      undo()
      for (const [id, own] of forgotten) {
        if (own === undefined) continue
        this.#deliveries.set(id, own)
        this.#owed += own.pending.size
      }
    }
  }

  /** Adds or replaces a delivery; deliveries of removed webhooks are not kept. */
  putDelivery(delivery: Delivery): () => void {
    const own = this.#deliveries.get(delivery.webhook_id)
    if (own === undefined) return () => {}
    const before = { pending: own.pending.get(delivery.id), finished: [...own.finished] }
    this.#set(own, delivery)
    return () => {
      this.#takePending(own, delivery.id)
      own.finished = new Map(before.finished)
      if (before.pending) this.#set(own, before.pending)
    }
  }

  /** Removes all pending deliveries of a webhook. */
  drop(webhookId: string): () => void {
    const own = this.#deliveries.get(webhookId)
    if (own === undefined) return () => {}
    const { pending } = own
    own.pending = new Map()
    this.#owed -= pending.size
    return () => {
      own.pending = pending
      this.#owed += pending.size
    }
  }

  #set(own: Deliveries, delivery: Delivery): void {
    const { id } = delivery
    own.finished.delete(id)
    if (delivery.status === 'pending') {
      const { sequence } = delivery.event
      const isKnown = own.pending.has(id)
      own.pending.set(id, delivery)
      if (isKnown) return
      this.#owed++
      // A delivery that becomes pending again returns to its place in the order of events.
      if (sequence < own.newest) {
        const sorted = [...own.pending].sort(([, a], [, b]) => a.event.sequence - b.event.sequence)
        own.pending = new Map(sorted)
      }
      own.newest = Math.max(own.newest, sequence)
      return
    }
    this.#takePending(own, id)
    own.finished.set(id, delivery)
    const [oldest] = own.finished.keys()
    if (own.finished.size > maximumFinished && oldest !== undefined) own.finished.delete(oldest)
  }

  #takePending(own: Deliveries, id: string): void {
    if (own.pending.delete(id)) this.#owed--
  }

  #forget(id: string): Deliveries | undefined {
    const own = this.#deliveries.get(id)
    this.#owed -= own?.pending.size ?? 0
    this.#deliveries.delete(id)
    return own
  }
}
