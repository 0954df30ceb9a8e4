import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type {
  Delivery as StoredDelivery,
  Webhook as StoredWebhook,
} from '../../storage/records/webhook-types.ts'
import { maximumWebhooks } from '../config/limits.ts'
import { addressWarnings, isLoopbackUrl } from '../config/loopback.ts'
import { type FieldError, Problem } from '../http/errors.ts'
import { pageLinks } from '../http/page-links.ts'
import { Empty, maximumPage } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { previousUntil, secretOf } from './payload.ts'
import {
  Deliveries,
  Delivery,
  DeliveryId,
  DeliveryQuery,
  eventTypes,
  NewSecret,
  Webhook,
  WebhookId,
  WebhookRequest,
  Webhooks,
} from './schemas.ts'
import { openSender } from './webhooks.ts'

const defaultLowBelow = 100

export const webhooks: FastifyPluginAsyncTypebox = async (app) => {
  const { config, now, records } = app.services
  const { receivers, sender } = openSender(app)

  /** Finds a webhook; a webhook of another account counts as missing. */
  function owned(accountId: string, id: string): StoredWebhook {
    const webhook = records.webhook(id)
    if (webhook?.account_id !== accountId) throw new Problem('webhook_not_found')
    return webhook
  }

  function documentOf(webhook: StoredWebhook) {
    const { account_id: _account, secret_version: _version, ...rest } = webhook
    const previous_secret_until = previousUntil(webhook, now()) ?? null
    return { ...rest, previous_secret_until, owed: records.owedCount(webhook.id) }
  }

  function withSecret(webhook: StoredWebhook) {
    const secret = secretOf(app.secret, webhook, webhook.secret_version)
    // Request bodies contain paths, which remote receivers resolve against PUBLIC_URL.
    const warnings = isLoopbackUrl(webhook.url) ? [] : addressWarnings(config)
    return { ...documentOf(webhook), secret, warnings }
  }

  app.post(
    '/webhooks',
    {
      config: {
        problems: ['too_many_webhooks', 'overloaded'],
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook that posts events to a URL; its signing secret is shown only once',
        tags: ['webhooks'],
        body: WebhookRequest,
        response: { 201: NewSecret },
      },
    },
    async ({ body, caller }, reply) => {
      const { url, events = eventTypes, credits_low_below = defaultLowBelow } = body
      const errors: FieldError[] = []
      const detail = receivers.refusal(url)
      if (detail !== undefined) errors.push({ pointer: '#/url', detail })
      if (new Set(events).size < events.length) {
        errors.push({ pointer: '#/events', detail: 'events must list each type at most once' })
      }
      if (errors.length > 0) throw invalidParameters(errors)
      const webhook = await records.createWebhook(caller.account.id, {
        url: new URL(url).href,
        events,
        credits_low_below,
        maximum: maximumWebhooks,
      })
      if (webhook === undefined) throw new Problem('too_many_webhooks')
      return reply.code(201).header('location', `/api/v1/webhooks/${webhook.id}`).send(withSecret(webhook))
    },
  )

  app.get(
    '/webhooks',
    {
      schema: {
        operationId: 'listWebhooks',
        summary: 'List the webhooks of the account, with the reason for each webhook that is switched off',
        tags: ['webhooks'],
        response: { 200: Webhooks },
      },
    },
    async ({ caller }) => {
      const found = await records.confirmed(() => records.webhooks(caller.account.id))
      return { webhooks: found.map(documentOf) }
    },
  )

  app.get(
    '/webhooks/:id',
    {
      config: { problems: ['webhook_not_found'] },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        tags: ['webhooks'],
        params: WebhookId,
        response: { 200: Webhook },
      },
    },
    async ({ caller, params }) =>
      documentOf(await records.confirmed(() => owned(caller.account.id, params.id))),
  )

  app.delete(
    '/webhooks/:id',
    {
      config: { problems: ['webhook_not_found', 'overloaded'] },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook and its deliveries; pending events are not sent',
        tags: ['webhooks'],
        params: WebhookId,
        response: { 204: Empty },
      },
    },
    async ({ caller, params }, reply) => {
      const { id } = owned(caller.account.id, params.id)
      if (!(await records.removeWebhook(id))) throw new Problem('webhook_not_found')
      sender.look(id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/webhooks/:id/test',
    {
      config: { problems: ['webhook_not_found', 'overloaded'] },
      schema: {
        operationId: 'testWebhook',
        summary:
          'Send one webhook.test event; its delivery shows the outcome. A successful delivery switches the webhook on again',
        tags: ['webhooks'],
        params: WebhookId,
        response: { 202: Delivery },
      },
    },
    async ({ caller, params }, reply) => {
      const { id } = owned(caller.account.id, params.id)
      const delivery = await records.testWebhook(id)
      if (delivery === undefined) throw new Problem('webhook_not_found')
      sender.look(id)
      return reply.code(202).send(deliveryDocument(delivery, false))
    },
  )

  app.post(
    '/webhooks/:id/rotate',
    {
      config: { problems: ['webhook_not_found', 'overloaded'] },
      schema: {
        operationId: 'rotateWebhook',
        summary:
          'Replace the signing secret of a webhook; for one day, events are also signed with the previous secret',
        tags: ['webhooks'],
        params: WebhookId,
        response: { 200: NewSecret },
      },
    },
    async ({ caller, params }) => {
      const { id } = owned(caller.account.id, params.id)
      const webhook = await records.rotateWebhook(id)
      if (webhook === undefined) throw new Problem('webhook_not_found')
      return withSecret(webhook)
    },
  )

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { problems: ['webhook_not_found'] },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List the pending and recent deliveries of a webhook, newest event first',
        tags: ['webhooks'],
        params: WebhookId,
        querystring: DeliveryQuery,
        response: { 200: Deliveries },
      },
    },
    async ({ caller, params, query }, reply) => {
      const { limit = maximumPage, offset = 0 } = query
      const { id, disabled } = owned(caller.account.id, params.id)
      const all = await records.confirmed(() => records.deliveries(id))
      const end = Math.min(offset + limit, all.length)
      const page = { first: offset, end, total: all.length }
      reply.headers(pageLinks(`${config.publicUrl}/api/v1/webhooks/${id}/deliveries`, query, page))
      const deliveries = all.slice(offset, end).map((one) => deliveryDocument(one, disabled !== null))
      return { deliveries, total: all.length }
    },
  )

  app.post(
    '/webhooks/:id/deliveries/:delivery_id/replay',
    {
      config: { problems: ['webhook_not_found', 'delivery_not_found', 'overloaded'] },
      schema: {
        operationId: 'replayDelivery',
        summary: 'Send an event again under the same ID. A successful delivery switches the webhook on again',
        tags: ['webhooks'],
        params: DeliveryId,
        response: { 202: Delivery },
      },
    },
    async ({ caller, params }, reply) => {
      const { id } = owned(caller.account.id, params.id)
      const delivery = await records.replayDelivery(id, params.delivery_id)
      if (delivery === undefined) throw new Problem('delivery_not_found')
      sender.look(id)
      return reply.code(202).send(deliveryDocument(delivery, false))
    },
  )
}

function deliveryDocument(delivery: StoredDelivery, isOff: boolean) {
  const { id, event, status, attempts, last_try, next_try_at, wanted } = delivery
  return {
    delivery_id: id,
    event_id: event.id,
    type: event.type,
    at: event.at,
    simulation_id: 'simulation' in event ? event.simulation.id : null,
    status,
    attempts,
    last_try,
    next_try_at: isOff && !wanted ? null : next_try_at,
  }
}
