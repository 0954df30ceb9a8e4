import { type TSchema, Type } from 'typebox'
import { count, instant, object, text, word } from '../http/schemas/common.ts'

const id = text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r')
const created_at = instant('When it was accepted')
const charged = count('credits', 'Final price', 1)
const balance = count('credits', 'Available credits after the change', 994)

const statusIs = 'Status of the simulation, before a deletion'

function simulation(status: TSchema, rest: Record<string, TSchema>) {
  return { id, status, credits_charged: charged, created_at, ...rest }
}

/** Bodies of webhook requests in the API document, by event type. */
const events: Record<string, { title: string; summary: string; data: Record<string, TSchema> }> = {
  'simulation.completed': {
    title: 'SimulationCompleted',
    summary: 'A simulation is completed',
    data: simulation(word(['completed'], statusIs), {
      completed_at: instant('When it was completed'),
      result_url: text('Path of the raster', '/results/sim_vq7YS5ecugNBEHXOPC7r.tif'),
    }),
  },
  'simulation.failed': {
    title: 'SimulationFailed',
    summary: 'A simulation failed; nothing was charged',
    data: simulation(word(['failed'], statusIs), { failed_at: instant('When it failed') }),
  },
  'simulation.deleted': {
    title: 'SimulationDeleted',
    summary: 'A simulation was deleted',
    data: simulation(word(['pending', 'completed', 'failed'], statusIs), {
      deleted_at: instant('When it was deleted'),
    }),
  },
  'credits.granted': {
    title: 'CreditsGranted',
    summary: 'Credits were granted',
    data: {
      balance,
      amount: count('credits', 'Credits granted', 500),
      reason: text('In words', 'pack 500'),
      payment_id: Type.Optional(text('Identifier of the payment', 'cs_test_a1B2c3')),
    },
  },
  'credits.low': {
    title: 'CreditsLow',
    summary: 'The balance fell below credits_low_below of the webhook',
    data: { balance, threshold: count('credits', 'Threshold', 100) },
  },
  'webhook.test': { title: 'WebhookTest', summary: 'A test on request', data: {} },
}

const parameters = [
  {
    name: 'webhook-id',
    description: 'Id of the event, the same at every attempt; skip ids already processed',
    example: 'evt_k4Yq0xW2b7Rj9TzLm3Pd',
  },
  {
    name: 'webhook-timestamp',
    description: 'When it was sent, in Unix seconds',
    example: '1795238203',
  },
  {
    name: 'webhook-signature',
    description:
      'v1 and the signature of id, timestamp and body, after Standard Webhooks; two signatures for a day after a rotation',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
].map((parameter) => ({ ...parameter, in: 'header', required: true, schema: { type: 'string' } }))

const responses = {
  '204': { description: 'Accepted, as with any other status from 200 to 299' },
  '410': { description: 'Switches the webhook off' },
}

export const eventDocument = Object.fromEntries(
  Object.entries(events).map(([type, { title, summary, data }]) => [
    type,
    {
      post: {
        operationId: `on${title}`,
        summary,
        tags: ['webhooks'],
        security: [],
        parameters,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: schemaOf(type, { title, summary, data }),
              example: { type, timestamp: '2026-11-21T05:16:43.764Z', data: exampleOf(data) },
            },
          },
        },
        responses,
      },
    },
  ]),
)

function schemaOf(type: string, { title, summary, data }: (typeof events)[string]): TSchema {
  return object(`${title}Event`, summary, {
    type: word([type], 'The kind of event'),
    timestamp: instant('When it happened'),
    data: object(`${title}Data`, 'Data of the event', data),
  })
}

function exampleOf(members: Record<string, TSchema>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [
      name,
      (schema as { examples?: unknown[] }).examples?.[0],
    ]),
  )
}
