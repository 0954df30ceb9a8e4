import type { Delivery, Webhook } from './types.ts'

/** Deliveries that are kept of a webhook when it owes them no more. */
export const maximumFinished = 100

interface Deliveries {
  /** By id, in the order of events. */
  pending: Map<string, Delivery>
  /** By id, in the order in which they ended. */
  finished: Map<string, Delivery>
  /** Of the newest event that was ever pending. */
  newest: number
}

/** Webhooks, and what they owe and owed. Changes return what undoes them. */
export class WebhookTable {
  readonly #byId = new Map<string, Webhook>()
  readonly #byAccount = new Map<string, Set<string>>()
  readonly #deliveries = new Map<string, Deliveries>()
  #owed = 0

  /** How many deliveries are pending, of all webhooks. */
  get owed(): number {
    return this.#owed
  }

  get(id: string): Webhook | undefined {
    return this.#byId.get(id)
  }

  ofAccount(accountId: string): Webhook[] {
    return [...(this.#byAccount.get(accountId) ?? [])].flatMap((id) => this.get(id) ?? [])
  }

  all(): Webhook[] {
    return [...this.#byId.values()]
  }

  allDeliveries(): Delivery[] {
    return [...this.#deliveries.values()].flatMap(({ pending, finished }) => [
      ...finished.values(),
      ...pending.values(),
    ])
  }

  /** Those that owe something. */
  owing(): string[] {
    return [...this.#deliveries].flatMap(([id, { pending }]) => (pending.size > 0 ? [id] : []))
  }

  pending(webhookId: string): ReadonlyMap<string, Delivery> {
    return this.#deliveries.get(webhookId)?.pending ?? new Map()
  }

  finished(webhookId: string): ReadonlyMap<string, Delivery> {
    return this.#deliveries.get(webhookId)?.finished ?? new Map()
  }

  /** The one that owes more than any other. */
  largest(): Webhook | undefined {
    let largest: Webhook | undefined
    for (const webhook of this.#byId.values()) {
      const isLarger = this.pending(webhook.id).size > this.pending(largest?.id ?? '').size
      if (isLarger) largest = webhook
    }
    return largest
  }

  put(webhook: Webhook): () => void {
    const { id, account_id } = webhook
    const before = this.get(id)
    this.#byId.set(id, webhook)
    if (before) {
      return () => {
        this.#byId.set(id, before)
      }
    }
    this.#deliveries.set(id, { pending: new Map(), finished: new Map(), newest: 0 })
    if (!this.#byAccount.get(account_id)?.add(id)) this.#byAccount.set(account_id, new Set([id]))
    return () => this.#forget(webhook)
  }

  remove(id: string): () => void {
    const webhook = this.get(id)
    return webhook ? this.#removeAll([webhook]) : () => {}
  }

  removeAccount(accountId: string): () => void {
    return this.#removeAll(this.ofAccount(accountId))
  }

  /** Of a webhook that is gone nothing is kept. */
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

  /** Gives up what a webhook owes. */
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
      // One that comes back has its place among the others.
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

  #removeAll(webhooks: readonly Webhook[]): () => void {
    const all = [...this.#byId]
    const orders = new Map(
      webhooks.map(({ account_id }) => [account_id, [...(this.#byAccount.get(account_id) ?? [])]] as const),
    )
    const deliveries = webhooks.map(({ id }) => [id, this.#deliveries.get(id)] as const)
    for (const webhook of webhooks) this.#forget(webhook)
    return () => {
      this.#byId.clear()
      for (const [id, webhook] of all) this.#byId.set(id, webhook)
      for (const [accountId, order] of orders) this.#byAccount.set(accountId, new Set(order))
      for (const [id, own] of deliveries) {
        if (own === undefined) continue
        this.#deliveries.set(id, own)
        this.#owed += own.pending.size
      }
    }
  }

  #forget({ id, account_id }: Webhook): void {
    this.#byId.delete(id)
    this.#owed -= this.pending(id).size
    this.#deliveries.delete(id)
    const ids = this.#byAccount.get(account_id)
    ids?.delete(id)
    if (ids?.size === 0) this.#byAccount.delete(account_id)
  }
}
