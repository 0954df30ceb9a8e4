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
  'URL to which events are posted: https on the public internet, or a URL that the operator allows',
  'https://hooks.example/coverage',
  { maxLength: maximumAddress, minLength: 1 },
)
const events = Type.Array(word(types, 'Type of event'), {
  description: 'Types of events that are posted',
  minItems: 1,
  maxItems: types.length,
  examples: [['simulation.completed', 'simulation.failed']],
})
const low = (description: string, options = {}) => count('credits', description, 100, options)

export const WebhookRequest = object(
  'WebhookRequest',
  'Webhook to create',
  {
    url,
    events: Type.Optional({
      ...events,
      description: 'Types of events to be posted, each at most once; all types by default',
    }),
    credits_low_below: Type.Optional(
      low('Balance below which the event credits.low is posted', {
        minimum: 1,
        maximum: 1_000_000_000,
        default: 100,
      }),
    ),
  },
  { additionalProperties: false, examples: [{ url: 'https://hooks.example/coverage' }] },
)

const Disabled = object('WebhookDisabled', 'Reason why the webhook is switched off', {
  at: instant('Time at which the webhook was switched off'),
  reason: word(
    ['gone', 'undelivered', 'too_many'],
    'Reason code. gone: the receiver answered 410; undelivered: an event was not accepted within three days; too_many: more events were pending than can be kept',
  ),
  dropped: Type.Optional(
    count('deliveries', 'Number of dropped events; only for the reason too_many', 10_000),
  ),
})

const members = {
  id: text('ID of the webhook', exampleId),
  url,
  events,
  credits_low_below: low('Balance below which the event credits.low is posted'),
  created_at: instant('Time of creation of the webhook'),
  rotated_at: nullable(
    instant('Time at which the signing secret was last replaced; null if it was never replaced'),
  ),
  previous_secret_until: nullable(
    instant('Time until which events are also signed with the previous secret; null if there is none'),
  ),
  owed: count('deliveries', 'Number of events not yet accepted by the receiver', 0),
  disabled: nullable(Disabled),
}

export const Webhook = object('Webhook', 'Webhook without its secret', members)

export const NewSecret = object('WebhookSecret', 'Webhook with its new secret, which is shown only once', {
  ...members,
  secret: text(
    'Signing secret: whsec_ and 32 bytes in base64; shown only once',
    'whsec_4v0pPT9d3jhV1qj8h1lV2m0Xf6m4g1b2n3c4d5e6f7g=',
  ),
  warnings: AddressWarnings,
})

export const Webhooks = object('Webhooks', 'Webhooks of the account, oldest first', {
  webhooks: list(Webhook, 'Webhooks, oldest first'),
})

const Try = object('WebhookTry', 'Delivery attempt; the body of the response is not kept', {
  at: instant('Start of the attempt'),
  status: nullable(count(dimensionless, 'HTTP status of the response; null if there was no response', 503)),
  error: nullable(
    text(
      'Reason for a missing response: dns_failed, address_refused, tls_failed, connection_failed or timeout; null if there was a response',
      'timeout',
    ),
  ),
  duration_ms: quantity('milliseconds', 'Duration of the attempt', 15_000),
})

export const Delivery = object('WebhookDelivery', 'Delivery of one event to a webhook', {
  delivery_id: text('ID of the delivery', exampleDelivery),
  event_id: text(
    'ID of the event, as in the webhook-id header: the same for every attempt',
    'evt_k4Yq0xW2b7Rj9TzLm3Pd',
  ),
  type: word([...types, 'webhook.test'], 'Type of event'),
  at: instant('Time of the event'),
  simulation_id: nullable(text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r')),
  status: word(
    ['pending', 'delivered', 'failed'],
    'Status of the delivery. pending: not accepted yet; delivered: accepted; failed: no further attempts',
  ),
  attempts: count('tries', 'Number of attempts so far', 1),
  last_try: nullable(Try),
  next_try_at: nullable(instant('Time of the next attempt; null if none is planned')),
})

export const Deliveries = object(
  'WebhookDeliveries',
  'Pending deliveries and the last hundred final deliveries, newest event first',
  {
    deliveries: list(Delivery, 'Deliveries, newest event first'),
    total: count('deliveries', "Total number of the webhook's deliveries, not only on this page", 1),
  },
)

export const DeliveryQuery = query(paging)

const id = urlText('ID of the webhook', exampleId)

export const WebhookId = Type.Object({ id })

export const DeliveryId = Type.Object({ id, delivery_id: urlText('ID of the delivery', exampleDelivery) })
