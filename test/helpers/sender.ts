import type { Test } from 'tap'
import { type Answer, Sender } from '../../server/webhooks/sender.ts'
import { openRecords } from '../../storage/records/records.ts'
import type { RecordStore } from '../../storage/records/types.ts'
import type { Delivery, Webhook } from '../../storage/records/webhook-types.ts'
import { seededRandom } from '../references/random.ts'
import { FragileDisk } from './fragile-disk.ts'
import { accepted, resultWith } from './records.ts'

export const ok: Answer = { status: 204, error: null }
export const down: Answer = { status: null, error: 'connection_failed' }

interface Sent {
  atMs: number
  webhook: string
  event: string
  type: string
  subject: string
}

/** A sender on a clock that goes from timer to timer; its tries end as `receiver.answer` says. */
export async function setUpSender(t: Test) {
  const clock = { ms: Date.parse('2026-01-01') }
  const disk = new FragileDisk({ random: seededRandom(5) })
  const records = await openRecords('/records', { now: () => new Date(clock.ms), fs: disk })
  const { id: accountId } = await records.createAccount({ name: 'a', plan: 'pro', credits: 50_000 })
  const sent: Sent[] = []
  const timers = new Map<object, { atMs: number; call: () => void }>()
  const receiver = {
    answer: (_delivery: Delivery, _signal: AbortSignal): Answer | Promise<Answer> => ok,
  }
  const state = { open: true, problems: 0, disabled: [] as string[] }
  const sender = new Sender({
    records,
    now: () => clock.ms,
    random: seededRandom(9),
    isOpen: () => state.open,
    async deliver({ id }, delivery, signal) {
      const { event } = delivery
      const subject = 'simulation' in event ? event.simulation.id : event.type
      sent.push({ atMs: clock.ms, webhook: id, event: event.id, type: event.type, subject })
      return receiver.answer(delivery, signal)
    },
    after(ms, call) {
      const timer = {}
      timers.set(timer, { atMs: clock.ms + ms, call })
      return () => timers.delete(timer)
    },
    onTried: () => {},
    onDisabled: (_webhook, reason) => state.disabled.push(reason),
    onProblem: () => state.problems++,
  })
  records.watch({
    stored: ({ account_id }) => {
      for (const { id } of records.webhooks(account_id)) sender.look(id)
    },
  })
  t.teardown(() => records.close())

  /** Lets so much time go by. */
  async function pass(ms: number): Promise<void> {
    const endMs = clock.ms + ms
    for (;;) {
      await sender.idle()
      const [timer, next] = [...timers].sort(([, a], [, b]) => a.atMs - b.atMs)[0] ?? []
      if (timer === undefined || next === undefined || next.atMs > endMs) break
      timers.delete(timer)
      clock.ms = Math.max(clock.ms, next.atMs)
      next.call()
    }
    clock.ms = endMs
    await sender.idle()
  }
  const hook = (owner = accountId) => webhookOf(records, owner)
  const complete = async (owner = accountId) => {
    const { id } = await accepted(records, owner, { price: 1 })
    await records.complete(id, resultWith(1))
    return id
  }
  const accounts = async (count: number) => {
    const made: string[] = []
    for (let n = 0; n < count; n++) {
      made.push((await records.createAccount({ name: `${n}`, plan: 'pro', credits: 50_000 })).id)
    }
    return made
  }
  return {
    accountId,
    accounts,
    clock,
    complete,
    disk,
    hook,
    pass,
    receiver,
    records,
    sender,
    sent,
    state,
    timers,
  }
}

async function webhookOf(records: RecordStore, accountId: string): Promise<Webhook> {
  const made = await records.createWebhook(accountId, {
    url: 'https://hooks.example/',
    events: ['simulation.completed', 'simulation.failed', 'simulation.deleted'],
    credits_low_below: 1,
    maximum: 100,
  })
  if (made === undefined) throw new Error('Expected a webhook.')
  return made
}
