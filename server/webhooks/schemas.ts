import { Type } from 'typebox'
import {
  count,
  dimensionless,
  instant,
  list,
  nullable,
  object,
  paging,
  quantity,
  query,
  text,
  urlText,
  word,
} from '../http/schemas/common.ts'
import { AddressWarnings } from '../http/schemas/warnings.ts'

const maximumAddress = 2000
const exampleId = 'whk_m3Vd9QkT0sYb7LxWz2Ja'
const exampleDelivery = 'dlv_8ZrT1uHq4cNfX6oPbE5w'
const types = [
  'simulation.completed',
  'simulation.failed',
  'simulation.deleted',
  'credits.granted',
  'credits.low',
] as const
export const eventTypes = [...types]

const url = text(
  'Address of the receiver: https on the public internet, or what the operator allows',
  'https://hooks.example/coverage',
  { maxLength: maximumAddress, minLength: 1 },
)
const events = Type.Array(word(types, 'A kind of event'), {
  description: 'Types of events',
  minItems: 1,
  maxItems: types.length,
  examples: [['simulation.completed', 'simulation.failed']],
})
const low = (description: string, options = {}) => count('credits', description, 100, options)

export const WebhookRequest = object(
  'WebhookRequest',
  'A webhook to create',
  {
    url,
    events: Type.Optional({
      ...events,
      description: 'Types of events, each once; default: all',
    }),
    credits_low_below: Type.Optional(
      low('Balance below which credits.low is posted', {
        minimum: 1,
        maximum: 1_000_000_000,
        default: 100,
      }),
    ),
  },
  { additionalProperties: false, examples: [{ url: 'https://hooks.example/coverage' }] },
)

const Disabled = object('WebhookDisabled', 'Reason that the webhook is switched off', {
  at: instant('When it was switched off'),
  reason: word(
    ['gone', 'undelivered', 'too_many'],
    'gone: the receiver answered 410; undelivered: an event was not accepted within three days; too_many: more events were pending than can be kept',
  ),
  dropped: Type.Optional(count('deliveries', 'too_many: events that were dropped', 10_000)),
})

const members = {
  id: text('ID of the webhook', exampleId),
  url,
  events,
  credits_low_below: low('Balance below which credits.low is posted'),
  created_at: instant('When it was made'),
  rotated_at: nullable(instant('When its secret was replaced last')),
  previous_secret_until: nullable(instant('Until when the secret before signs too')),
  owed: count('deliveries', 'Events not yet accepted', 0),
  disabled: nullable(Disabled),
}

export const Webhook = object('Webhook', 'A webhook without its secret', members)

export const NewSecret = object('WebhookSecret', 'A webhook with its new secret, which is shown once', {
  ...members,
  secret: text(
    'Signing secret, whsec_ and 32 bytes in base64; shown once',
    'whsec_4v0pPT9d3jhV1qj8h1lV2m0Xf6m4g1b2n3c4d5e6f7g=',
  ),
  warnings: AddressWarnings,
})

export const Webhooks = object('Webhooks', 'The webhooks of the account, oldest first', {
  webhooks: list(Webhook, 'Oldest first'),
})

const Try = object('WebhookTry', 'An attempt to deliver; the body of the answer is not kept', {
  at: instant('When it began'),
  status: nullable(count(dimensionless, 'HTTP status of the answer; null: there was none', 503)),
  error: nullable(
    text(
      'Why there was no answer: dns_failed, address_refused, tls_failed, connection_failed, timeout',
      'timeout',
    ),
  ),
  duration_ms: quantity('milliseconds', 'How long it took', 15_000),
})

export const Delivery = object('WebhookDelivery', 'Delivery of one event to a webhook', {
  delivery_id: text('ID of the delivery', exampleDelivery),
  event_id: text('webhook-id of the post: the same at every attempt', 'evt_k4Yq0xW2b7Rj9TzLm3Pd'),
  type: word([...types, 'webhook.test'], 'Type of event'),
  at: instant('When it happened'),
  simulation_id: nullable(text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r')),
  status: word(
    ['pending', 'delivered', 'failed'],
    'pending: not accepted yet; delivered: accepted; failed: given up',
  ),
  attempts: count('tries', 'Attempts so far', 1),
  last_try: nullable(Try),
  next_try_at: nullable(instant('When it is tried next; null: not at all, as long as nothing changes')),
})

export const Deliveries = object(
  'WebhookDeliveries',
  'Pending deliveries and the last hundred final ones, newest event first',
  {
    deliveries: list(Delivery, 'Newest event first'),
    total: count('deliveries', 'All of the webhook, not only those of this page', 1),
  },
)

export const DeliveryQuery = query(paging)

const id = urlText('ID of the webhook', exampleId)

export const WebhookId = Type.Object({ id })

export const DeliveryId = Type.Object({ id, delivery_id: urlText('ID of the delivery', exampleDelivery) })
