import type { Core } from './core.ts'
import { newId } from './ids.ts'
import type { Change } from './state.ts'
import { pendingOf, retriedMs } from './webhook-events.ts'
import type { Delivery, TestEvent, TryOutcome, Webhook } from './webhook-types.ts'

export function webhookRecords(core: Core) {
  const { accounts, outbox, webhooks } = core.state

  const now = () => core.now().toISOString()

  /** Pending deliveries of a webhook that are on stable storage, in the order of events. */
  function* owed(webhookId: string): Iterable<Delivery> {
    for (const delivery of webhooks.pending(webhookId).values()) {
      if (delivery.event.sequence <= outbox.stored) yield delivery
    }
  }

  /** Changes that enable a webhook and restart the three-day retry time of pending deliveries. */
  function enabling(webhook: Webhook, except: string): Change[] {
    const next_try_at = now()
    const retry_until = new Date(Date.parse(next_try_at) + retriedMs).toISOString()
    const deliveries = [...webhooks.pending(webhook.id).values()].filter(({ id }) => id !== except)
    return [
      { webhook: { ...webhook, disabled: null } },
      ...deliveries.map((delivery) => ({
        delivery: { ...delivery, attempts: 0, next_try_at, retry_until },
      })),
    ]
  }

  return {
    /** Creates a webhook; `undefined` if the account has `maximum` webhooks or no longer exists. */
    async createWebhook(
      accountId: string,
      input: Pick<Webhook, 'url' | 'events' | 'credits_low_below'> & { maximum: number },
    ) {
      const { url, events, credits_low_below, maximum } = input
      if (!accounts.has(accountId) || webhooks.of(accountId).length >= maximum) return undefined
      const webhook: Webhook = {
        id: newId('whk'),
        account_id: accountId,
        url,
        events,
        credits_low_below,
        secret_version: 1,
        rotated_at: null,
        created_at: now(),
        disabled: null,
      }
      await core.commit([{ webhook }])
      return webhook
    },

    webhook: (id: string) => webhooks.get(id),

    webhooks: (accountId: string) => webhooks.of(accountId),

    /** Replaces the signing secret; the signer determines how long the previous secret stays valid. */
    async rotateWebhook(id: string) {
      const before = webhooks.get(id)
      if (before === undefined) return undefined
      const webhook = { ...before, secret_version: before.secret_version + 1, rotated_at: now() }
      await core.commit([{ webhook }])
      return webhook
    },

    /** Removes a webhook and its deliveries; false if the webhook does not exist. */
    async removeWebhook(id: string) {
      if (webhooks.get(id) === undefined) return false
      await core.commit([{ webhook_removed: id }])
      return true
    },

    /** Ids of webhooks with pending deliveries, including disabled webhooks. */
    owingWebhooks: () => webhooks.owing(),

    owed,

    owedCount: (webhookId: string) => webhooks.pending(webhookId).size,

    /** Number of pending deliveries of all webhooks. */
    owedInAll: () => webhooks.owed,

    /** Pending deliveries and the last hundred final deliveries, newest event first. */
    deliveries: (webhookId: string) =>
      [...webhooks.finished(webhookId).values(), ...owed(webhookId)].sort(
        (a, b) => b.event.sequence - a.event.sequence || Date.parse(b.event.at) - Date.parse(a.event.at),
      ),

    /** Creates a delivery of a test event, or returns a pending test delivery unchanged. */
    async testWebhook(id: string) {
      const webhook = webhooks.get(id)
      if (webhook === undefined) return undefined
      const pending = [...webhooks.pending(id).values()].find(({ event }) => event.type === 'webhook.test')
      if (pending) return pending
      const at = now()
      const { account_id } = webhook
      // A test event takes no sequence number and is ordered after all events so far.
      const sequence = outbox.stored
      const event: TestEvent = { id: newId('evt'), sequence, type: 'webhook.test', at, account_id }
      const delivery: Delivery = { ...pendingOf(id, event, at), retry_until: at, wanted: true }
      await core.commit([{ delivery }])
      return delivery
    },

    /** Makes a delivery pending again, due now, with the attempts and retry time of a new delivery. */
    async replayDelivery(webhookId: string, deliveryId: string) {
      const before =
        webhooks.pending(webhookId).get(deliveryId) ?? webhooks.finished(webhookId).get(deliveryId)
      if (before === undefined) return undefined
      const next_try_at = now()
      const isTest = before.event.type === 'webhook.test'
      const untilMs = Date.parse(next_try_at) + (isTest ? 0 : retriedMs)
      const delivery: Delivery = {
        ...before,
        status: 'pending',
        attempts: 0,
        next_try_at,
        retry_until: new Date(untilMs).toISOString(),
        wanted: true,
      }
      await core.commit([{ delivery }])
      return delivery
    },

    /**
     * Stores the result of an attempt unless the delivery was removed. A success enables a disabled webhook and
     * restarts the three-day retry time of pending deliveries.
     */
    async recordTry(webhookId: string, deliveryId: string, outcome: TryOutcome): Promise<void> {
      const { status_after, next_try_at, disable, ...last_try } = outcome
      const webhook = webhooks.get(webhookId)
      const before = webhooks.pending(webhookId).get(deliveryId)
      if (webhook === undefined || before === undefined) return
      const { wanted: _wanted, ...rest } = before
      const attempts = before.attempts + 1
      const changes: Change[] = [
        { delivery: { ...rest, status: status_after, attempts, last_try, next_try_at } },
      ]
      if (disable !== undefined) {
        changes.push({ webhook: { ...webhook, disabled: { at: last_try.at, reason: disable } } })
      } else if (status_after === 'delivered' && webhook.disabled !== null) {
        changes.push(...enabling(webhook, deliveryId))
      }
      await core.commit(changes)
    },
  }
}
