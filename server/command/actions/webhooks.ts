/** Command `coverage webhooks`: webhooks of the account. */

import { numberIn } from '../../requests/cells.ts'
import { answer, type Call, parametersOf, serviceOf } from '../call/call.ts'
import { warningLines } from '../call/record-text.ts'
import type { Service } from '../call/service.ts'
import { Failure, MISUSED } from '../errors.ts'
import type { WebhookFlags } from '../flags.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'

const usage =
  'Expected: coverage webhooks [list | create URL | test ID | rotate ID | delete ID | deliveries ID | replay ID DELIVERY_ID]'

type Verb = (call: Call<WebhookFlags>, service: Service, id: string, more: string) => Promise<void>

const verbs: Record<string, { words: number; run: Verb }> = {
  list: { words: 0, run: list },
  create: { words: 1, run: create },
  test: { words: 1, run: test },
  rotate: { words: 1, run: rotate },
  delete: { words: 1, run: remove },
  deliveries: { words: 1, run: deliveries },
  replay: { words: 2, run: replay },
}

export async function webhooks(call: Call<WebhookFlags>, words: readonly string[]): Promise<void> {
  const [verb = 'list', ...ids] = words
  const found = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  const [id = '', more = ''] = ids
  if (found?.words !== ids.length) throw new Failure('wrong_usage', usage, MISUSED)
  await found.run(call, (await serviceOf(call)).requireKey(), id, more)
}

async function list(call: Call<WebhookFlags>, service: Service): Promise<void> {
  const found = await service.ask((client) => client.GET('/api/v1/webhooks', {}))
  const rows = found.webhooks.map(({ id, url, owed, disabled }) => [
    id,
    url,
    owed,
    disabled ? `off: ${disabled.reason}` : 'on',
  ])
  answer(call, found, () => table(['webhook', 'address', 'owed', 'state'], rows, widthOf(call.io)))
}

async function create(call: Call<WebhookFlags>, service: Service, url: string): Promise<void> {
  const { events, low } = call.flags
  const body = {
    url,
    ...(events !== undefined && { events: events.split(',').map((event) => event.trim()) }),
    // Text that is not a number is sent unchanged; the service refuses such text.
    ...(low !== undefined && { credits_low_below: numberIn(low) }),
  }
  const made = await service.ask((client) => client.POST('/api/v1/webhooks', { body: body as never }))
  const columns = widthOf(call.io)
  const text = () =>
    [
      safe(made.id),
      safe(made.secret),
      'The secret is shown only once.',
      ...warningLines(made.warnings, columns),
    ].join('\n')
  answer(call, made, text, safe(made.id))
}

async function test(call: Call<WebhookFlags>, service: Service, id: string): Promise<void> {
  const params = { path: { id } }
  const sent = await service.ask((client) => client.POST('/api/v1/webhooks/{id}/test', { params }))
  answerSent(call, id, sent)
}

async function rotate(call: Call<WebhookFlags>, service: Service, id: string): Promise<void> {
  const params = { path: { id } }
  const made = await service.ask((client) => client.POST('/api/v1/webhooks/{id}/rotate', { params }))
  const text = () =>
    `${safe(made.secret)}\nThe secret is shown only once. Deliveries are also signed with the previous secret until ${safe(made.previous_secret_until)}.`
  answer(call, made, text, safe(made.secret))
}

async function remove(call: Call<WebhookFlags>, service: Service, id: string): Promise<void> {
  await service.ask((client) => client.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } }))
  answer(call, { deleted: id }, () => `${safe(id)} was deleted.`)
}

async function deliveries(call: Call<WebhookFlags>, service: Service, id: string): Promise<void> {
  const params = { path: { id }, query: parametersOf(call.flags, 'limit') } as never
  const found = await service.ask((client) => client.GET('/api/v1/webhooks/{id}/deliveries', { params }))
  const rows = found.deliveries.map(({ at, attempts, delivery_id, last_try, next_try_at, status, type }) => [
    delivery_id,
    at.slice(0, 16),
    type,
    status,
    attempts,
    last_try?.status ?? last_try?.error,
    next_try_at?.slice(0, 16),
  ])
  const names = ['delivery', 'at', 'event', 'status', 'tries', 'answer', 'next']
  answer(call, found, () => table(names, rows, widthOf(call.io)))
}

async function replay(
  call: Call<WebhookFlags>,
  service: Service,
  id: string,
  delivery_id: string,
): Promise<void> {
  const params = { path: { id, delivery_id } }
  const path = '/api/v1/webhooks/{id}/deliveries/{delivery_id}/replay'
  const sent = await service.ask((client) => client.POST(path, { params }))
  answerSent(call, id, sent)
}

function answerSent(call: Call, id: string, sent: { delivery_id: string }): void {
  const next = `Follow the delivery with coverage webhooks deliveries ${safe(id)}`
  answer(call, sent, () => `The event is being sent. ${next}`, safe(sent.delivery_id))
}
