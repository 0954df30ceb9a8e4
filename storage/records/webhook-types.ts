import type { EventType, OutboxEvent } from './outbox-types.ts'

/** Events of an account are posted to its address. */
export interface Webhook {
  /** `whk_` and 20 letters or digits. */
  id: string
  account_id: string
  url: string
  events: EventType[]
  credits_low_below: number
  /** Version of the signing secret. Secrets are not stored: they are derived from a key outside the records. */
  secret_version: number
  rotated_at: string | null
  created_at: string
  disabled: { at: string; reason: DisabledReason; dropped?: number } | null
}

/**
 * gone: the receiver answered 410. undelivered: an event was not accepted within three days. too_many: more
 * deliveries were pending than can be kept, and `dropped` of them were given up.
 */
export type DisabledReason = 'gone' | 'undelivered' | 'too_many'

export interface TestEvent extends Pick<OutboxEvent, 'id' | 'sequence' | 'at' | 'account_id'> {
  type: 'webhook.test'
}

/** An attempt to deliver. */
export interface Try {
  at: string
  /** Status of the response, if any. */
  status: number | null
  /** Error code if there was no response. */
  error: string | null
  duration_ms: number
}

/** Delivery of one event to a webhook, pending or final. Includes the event, which the outbox may have dropped. */
export interface Delivery {
  /** `dlv_` and 20 letters or digits. */
  id: string
  webhook_id: string
  event: OutboxEvent | TestEvent
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  last_try: Try | null
  /** `null`: no further attempt. */
  next_try_at: string | null
  /** A failed attempt after this time is the last one. */
  retry_until: string
  /** Requested explicitly: tried once even if its webhook is disabled. */
  wanted?: true
}

export interface TryOutcome extends Try {
  status_after: Delivery['status']
  next_try_at: string | null
  disable?: DisabledReason
}

export interface WebhookRecords {
  /** `undefined` past `maximum` webhooks of the account, or if the account is gone. */
  createWebhook(
    accountId: string,
    input: Pick<Webhook, 'url' | 'events' | 'credits_low_below'> & { maximum: number },
  ): Promise<Webhook | undefined>
  webhook(id: string): Webhook | undefined
  webhooks(accountId: string): Webhook[]
  /** Replaces the secret; the signer decides how long the previous one stays valid. */
  rotateWebhook(id: string): Promise<Webhook | undefined>
  /** Removes it with its deliveries. False: no such webhook. */
  removeWebhook(id: string): Promise<boolean>

  /** Webhooks with pending deliveries, including disabled ones. */
  owingWebhooks(): string[]
  /** Pending deliveries of a webhook on stable storage, in the order of events. */
  owed(webhookId: string): Iterable<Delivery>
  owedCount(webhookId: string): number
  /** Pending deliveries of all webhooks. */
  owedInAll(): number
  delivery(webhookId: string, deliveryId: string): Delivery | undefined
  /** Pending deliveries and the last hundred final ones, newest event first. */
  deliveries(webhookId: string): Delivery[]
  /** Delivery of a test event; returns a pending one unchanged if there is one. */
  testWebhook(id: string): Promise<Delivery | undefined>
  /** Sends it now, like a first attempt. */
  replayDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>
  /**
   * Stores the result of an attempt, unless the delivery is gone. A success enables a disabled webhook and restarts
   * the three days of its pending deliveries.
   */
  recordTry(webhookId: string, deliveryId: string, outcome: TryOutcome): Promise<void>
}
