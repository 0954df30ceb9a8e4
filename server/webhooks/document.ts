import { type TSchema, Type } from 'typebox'
import { count, instant, object, text, word } from '../http/schemas/common.ts'

const id = text('ID of the simulation', 'sim_vq7YS5ecugNBEHXOPC7r')
const created_at = instant('Time of acceptance of the simulation')
const charged = count('credits', 'Final price of the simulation', 1)
const balance = count('credits', 'Available credits after the change', 994)

const statusIs = 'Status of the simulation; for simulation.deleted, the status before the deletion'

function simulation(status: TSchema, rest: Record<string, TSchema>) {
  return { id, status, credits_charged: charged, created_at, ...rest }
}

/** Bodies of webhook requests in the API document, by event type. */
const events: Record<string, { title: string; summary: string; data: Record<string, TSchema> }> = {
  'simulation.completed': {
    title: 'SimulationCompleted',
    summary: 'Simulation completed',
    data: simulation(word(['completed'], statusIs), {
      completed_at: instant('Time of completion'),
      result_url: text('Path of the raster', '/results/sim_vq7YS5ecugNBEHXOPC7r.tif'),
    }),
  },
  'simulation.failed': {
    title: 'SimulationFailed',
    summary: 'Simulation failed; nothing was charged',
    data: simulation(word(['failed'], statusIs), { failed_at: instant('Time of failure') }),
  },
  'simulation.deleted': {
    title: 'SimulationDeleted',
    summary: 'Simulation deleted',
    data: simulation(word(['pending', 'completed', 'failed'], statusIs), {
      deleted_at: instant('Time of deletion'),
    }),
  },
  'credits.granted': {
    title: 'CreditsGranted',
    summary: 'Credits granted',
    data: {
      balance,
      amount: count('credits', 'Number of credits granted', 500),
      reason: text('Reason for the grant, in words', 'pack 500'),
      payment_id: Type.Optional(text('ID of the payment', 'cs_test_a1B2c3')),
    },
  },
  'credits.low': {
    title: 'CreditsLow',
    summary: "Balance below the webhook's credits_low_below threshold",
    data: { balance, threshold: count('credits', "The webhook's credits_low_below threshold", 100) },
  },
  'webhook.test': { title: 'WebhookTest', summary: 'Test event, sent on request', data: {} },
}

const parameters = [
  {
    name: 'webhook-id',
    description: 'ID of the event, the same for every attempt; receivers should skip IDs already processed',
    example: 'evt_k4Yq0xW2b7Rj9TzLm3Pd',
  },
  {
    name: 'webhook-timestamp',
    description: 'Time of sending, in Unix seconds',
    example: '1795238203',
  },
  {
    name: 'webhook-signature',
    description:
      'Signature of ID, timestamp and body as defined by Standard Webhooks, after "v1,"; for one day after a replacement of the secret, two signatures',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
].map((parameter) => ({ ...parameter, in: 'header', required: true, schema: { type: 'string' } }))

const responses = {
  '204': { description: 'Event accepted, as with any other status from 200 to 299' },
  '410': { description: 'The webhook is switched off' },
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
    type: word([type], 'Type of event'),
    timestamp: instant('Time of the event'),
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
