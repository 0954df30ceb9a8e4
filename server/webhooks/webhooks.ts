import type { FastifyInstance } from 'fastify'
import { withDeadline } from '../../storage/network/deadline.ts'
import type { Delivery, Webhook } from '../../storage/records/webhook-types.ts'
import { AllowedReceivers } from '../config/webhook-allow.ts'
import { Receivers, RefusedError, type Resolve } from './addresses.ts'
import { payloadOf, signedHeaders } from './payload.ts'
import { post, wordOf } from './post.ts'
import { busyMs } from './schedule.ts'
import { type Answer, Sender } from './sender.ts'

/** Time limit in ms for an attempt: name lookup, connection, handshake, and the part of the response read. */
const defaultTryMs = 15_000
/** Time limit in ms for running attempts when the service stops. */
const stopMs = 3000

/** Network access of webhooks; replaced in tests. */
export interface WebhookNetwork {
  /** Name resolvers: for public hosts, and for hosts in WEBHOOK_ALLOW. */
  resolve?: Resolve
  resolveAllowed?: Resolve
  /** Certificate authorities to trust in place of the system's, as PEM. */
  ca?: string
  /** Random number from 0 to 1. */
  random?: () => number
  /** Time limit for an attempt in ms. */
  tryMs?: number
}

/** Sends pending deliveries while the service is listening; `receivers` decides which hosts may get them. */
export function openSender(app: FastifyInstance): { receivers: Receivers; sender: Sender } {
  const { config, logger, metrics, now, records, webhookNetwork: network } = app.services
  const receivers = new Receivers(new AllowedReceivers(config.webhookAllow), network)
  const { tryMs = defaultTryMs } = network
  const userAgent = `radio-coverage-service/${config.version}`

  async function deliver(webhook: Webhook, delivery: Delivery, gone: AbortSignal): Promise<Answer> {
    const body = payloadOf(delivery)
    const attempt = async (signal: AbortSignal) => {
      const receiver = await receivers.find(webhook.url, signal)
      const signed = signedHeaders(app.secret, webhook, { event: delivery.event, body, nowMs: now() })
      const headers = { ...signed, 'content-type': 'application/json', 'user-agent': userAgent }
      return post(receiver, { headers, body, limitMs: tryMs, signal, ca: network.ca })
    }
    try {
      const { status, retryAfter } = await withDeadline(tryMs, gone, attempt)
      return { status, error: null, retryAfterMs: busyMs(status, retryAfter, now()) }
    } catch (error) {
      return { status: null, error: error instanceof RefusedError ? error.code : wordOf(error) }
    }
  }

  const sender = new Sender({
    records,
    now,
    random: network.random ?? Math.random,
    isOpen: (accountId) => {
      const account = records.account(accountId)
      return account !== undefined && !account.disabled && account.plan !== 'free'
    },
    deliver,
    after: (ms, call) => {
      const timer = setTimeout(call, ms).unref()
      return () => clearTimeout(timer)
    },
    onTried: (isDelivered) => metrics.triedWebhook(isDelivered ? 'delivered' : 'failed'),
    onDisabled: ({ id, account_id }, reason) =>
      logger.info({ webhook: id, account: account_id, reason }, 'webhook disabled'),
    onProblem: (err) => logger.warn({ err }, 'webhook delivery outcome not stored'),
  })

  const unwatch = records.watch({
    stored: ({ account_id }) => {
      for (const { id } of records.webhooks(account_id)) sender.look(id)
    },
    // All webhooks are searched, because an account may have been enabled, disabled or deleted.
    accessChanged: () => sender.lookAll(),
  })
  metrics.gauge('coverage_webhook_deliveries_owed', 'Events that webhooks have not accepted yet', () =>
    records.owedInAll(),
  )
  app.addHook('onListen', async () => sender.lookAll())
  app.stopSignal.addEventListener('abort', () => void sender.stop(stopMs))
  app.addHook('onClose', async () => {
    unwatch()
    await sender.stop(0)
  })
  return { receivers, sender }
}
