import type { EventType, OutboxEvent } from './outbox-types.ts'

/** Events of an account are posted to its address. */
export interface Webhook {
  /** `whk_` and 20 letters or digits. */
  id: string
  account_id: string
  url: string
  /** Those that it wants. */
  events: EventType[]
  /** `credits.low` is an event when the balance falls below so many credits. */
  credits_low_below: number
  /** Which of its secrets signs. No secret is stored: they are derived from a key that the records don't have. */
  secret_version: number
  /** When the secret was replaced last. */
  rotated_at: string | null
  created_at: string
  /** Why nothing is sent any more; `null`: something is. */
  disabled: { at: string; reason: DisabledReason; dropped?: number } | null
}

/**
 * gone: the receiver answered 410. undelivered: an event was not accepted within three days. too_many: it owed more than
 * can be kept, and `dropped` of it were given up.
 */
export type DisabledReason = 'gone' | 'undelivered' | 'too_many'

/** An event that is no change, made to find out whether a webhook works. */
export interface TestEvent extends Pick<OutboxEvent, 'id' | 'sequence' | 'at' | 'account_id'> {
  type: 'webhook.test'
}

/** A try to deliver. */
export interface Try {
  at: string
  /** The receiver's answer, if there was one. */
  status: number | null
  /** What went wrong without an answer, as a word. */
  error: string | null
  duration_ms: number
}

/** What a webhook owes, or owed, of one event. It holds the event, which the outbox may have forgotten. */
export interface Delivery {
  /** `dlv_` and 20 letters or digits. */
  id: string
  webhook_id: string
  event: OutboxEvent | TestEvent
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  last_try: Try | null
  /** `null`: there is no next one. */
  next_try_at: string | null
  /** A try that fails from then on is the last one. */
  retry_until: string
  /** Somebody wanted it sent, so it is tried once also while its webhook is switched off. */
  wanted?: true
}

/** What a try came to. */
export interface TryOutcome extends Try {
  status_after: Delivery['status']
  next_try_at: string | null
  /** It is the reason to switch the webhook off. */
  disable?: DisabledReason
}

export interface WebhookRecords {
  /** Makes a webhook; `undefined` past `maximum` of the account, or if that is gone. */
  createWebhook(
    accountId: string,
    input: Pick<Webhook, 'url' | 'events' | 'credits_low_below'> & { maximum: number },
  ): Promise<Webhook | undefined>
  webhook(id: string): Webhook | undefined
  /** In order of creation. */
  webhooks(accountId: string): Webhook[]
  /** Gives it a new secret; the one before stays valid for as long as whoever signs decides. */
  rotateWebhook(id: string): Promise<Webhook | undefined>
  /** With all its deliveries. False: there is none. */
  removeWebhook(id: string): Promise<boolean>

  /** Webhooks that owe something, also those that are switched off. */
  owingWebhooks(): string[]
  /** What one owes, of what is on stable storage, in the order of events. */
  owed(webhookId: string): Iterable<Delivery>
  /** How many it owes. */
  owedCount(webhookId: string): number
  /** All of them together. */
  owedInAll(): number
  delivery(webhookId: string, deliveryId: string): Delivery | undefined
  /** What it owes and the last hundred that it owes no more, newest event first. */
  deliveries(webhookId: string): Delivery[]
  /** A delivery of an event that says nothing; one that is still owed is returned as it is. */
  testWebhook(id: string): Promise<Delivery | undefined>
  /** Has it sent now, as if for the first time. */
  replayDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>
  /**
   * Stores what a try came to, unless the delivery is gone. A webhook that was switched off is switched on by a success, and
   * what it owes gets its three days anew.
   */
  recordTry(webhookId: string, deliveryId: string, outcome: TryOutcome): Promise<void>
}
