import { createHmac } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import type { Delivery, Webhook } from '../../storage/records/webhook-types.ts'

/** Time in ms after a rotation during which the previous secret signs in addition to the new secret. */
export const rotationMs = 24 * 3_600_000

/** Secret of a webhook, derived from the service's signing key and never stored. Changes with each rotation. */
export function secretOf(key: Buffer, { id }: Pick<Webhook, 'id'>, version: number): string {
  return `whsec_${createHmac('sha256', key).update(`webhook ${id} ${version}`).digest('base64')}`
}

/** Time until which the previous secret signs in addition to the new one; `undefined` if already over. */
export function previousUntil(
  { rotated_at }: Pick<Webhook, 'rotated_at'>,
  nowMs: number,
): string | undefined {
  if (rotated_at === null) return undefined
  const untilMs = Date.parse(rotated_at) + rotationMs
  return nowMs < untilMs ? new Date(untilMs).toISOString() : undefined
}

/** Request body of an event, identical in every attempt. */
export function payloadOf({ event }: Delivery): string {
  const { type, at } = event
  return JSON.stringify({ type, timestamp: at, data: dataOf(event) })
}

function dataOf(event: Delivery['event']): object {
  if ('credits' in event) return event.credits
  if (!('simulation' in event)) return {}
  const { simulation, type, at } = event
  const ending = type.slice(type.indexOf('.') + 1)
  return {
    ...simulation,
    [`${ending}_at`]: at,
    ...(type === 'simulation.completed' && { result_url: `/results/${simulation.id}.tif` }),
  }
}

export function signedHeaders(
  key: Buffer,
  webhook: Webhook,
  { event, body, nowMs }: { event: Pick<Delivery['event'], 'id'>; body: string; nowMs: number },
): Record<string, string> {
  const { secret_version } = webhook
  const versions =
    previousUntil(webhook, nowMs) === undefined ? [secret_version] : [secret_version, secret_version - 1]
  const signatures = versions.map((version) =>
    new Signer(secretOf(key, webhook, version)).sign(event.id, new Date(nowMs), body),
  )
  return {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
