import type { EventType, OutboxEvent } from './outbox-types.ts'

/** Webhook: an address to which events of an account are posted. */
export interface Webhook {
  /** Webhook id: `whk_` and 20 letters or digits. */
  id: string
  account_id: string
  url: string
  events: EventType[]
  credits_low_below: number
  /** Version of the signing secret. Secrets are not stored, but derived from a key kept outside of the records. */
  secret_version: number
  rotated_at: string | null
  created_at: string
  disabled: { at: string; reason: DisabledReason; dropped?: number } | null
}

/**
 * Reason for disabling a webhook. gone: the receiver answered 410. undelivered: an event was not accepted within
 * three days. too_many: the limit of pending deliveries was exceeded, and `dropped` deliveries were given up.
 */
export type DisabledReason = 'gone' | 'undelivered' | 'too_many'

export interface TestEvent extends Pick<OutboxEvent, 'id' | 'sequence' | 'at' | 'account_id'> {
  type: 'webhook.test'
}

/** Attempt to deliver an event. */
export interface Try {
  at: string
  /** HTTP status of the response; `null` without a response. */
  status: number | null
  /** Error code; `null` if a response was received. */
  error: string | null
  duration_ms: number
}

/** Pending or final delivery of an event to a webhook. Includes the event, which the outbox may have dropped. */
export interface Delivery {
  /** Delivery id: `dlv_` and 20 letters or digits. */
  id: string
  webhook_id: string
  event: OutboxEvent | TestEvent
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  last_try: Try | null
  /** Time of the next attempt; `null` if no further attempt follows. */
  next_try_at: string | null
  /** Time after which no further attempt follows a failed attempt. */
  retry_until: string
  /** True for a requested delivery, which is tried once even if the webhook is disabled. */
  wanted?: true
}

export interface TryOutcome extends Try {
  status_after: Delivery['status']
  next_try_at: string | null
  disable?: DisabledReason
}

export interface WebhookRecords {
  /** Creates a webhook; `undefined` if the account has `maximum` webhooks or no longer exists. */
  createWebhook(
    accountId: string,
    input: Pick<Webhook, 'url' | 'events' | 'credits_low_below'> & { maximum: number },
  ): Promise<Webhook | undefined>
  webhook(id: string): Webhook | undefined
  webhooks(accountId: string): Webhook[]
  /** Replaces the signing secret; the signer determines how long the previous secret stays valid. */
  rotateWebhook(id: string): Promise<Webhook | undefined>
  /** Removes a webhook and its deliveries; false if the webhook does not exist. */
  removeWebhook(id: string): Promise<boolean>

  /** Ids of webhooks with pending deliveries, including disabled webhooks. */
  owingWebhooks(): string[]
  /** Pending deliveries of a webhook that are on stable storage, in the order of events. */
  owed(webhookId: string): Iterable<Delivery>
  owedCount(webhookId: string): number
  /** Number of pending deliveries of all webhooks. */
  owedInAll(): number
  /** Pending deliveries and the last hundred final deliveries, newest event first. */
  deliveries(webhookId: string): Delivery[]
  /** Creates a delivery of a test event, or returns a pending test delivery unchanged. */
  testWebhook(id: string): Promise<Delivery | undefined>
  /** Makes a delivery pending again, due now, with the attempts and retry time of a new delivery. */
  replayDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>
  /**
   * Stores the result of an attempt unless the delivery was removed. A success enables a disabled webhook and
   * restarts the three-day retry time of pending deliveries.
   */
  recordTry(webhookId: string, deliveryId: string, outcome: TryOutcome): Promise<void>
}
