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
