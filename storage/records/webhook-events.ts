import type { Core } from './core.ts'
import { isSearchId, newId } from './ids.ts'
import type { CreditsEvent, OutboxEvent, SimulationEvent } from './outbox-types.ts'
import type { Change } from './state.ts'
import type { LedgerEntry, Simulation } from './stored-types.ts'
import type { Webhook } from './webhook-types.ts'

/** Time for which a delivery is retried, in milliseconds. */
export const retriedMs = 72 * 3_600_000
/** Maximum number of pending deliveries per webhook, and of all webhooks (about 60 MB of memory). */
export const maximumOwed = 10_000
export const maximumOwedInAll = 50_000

/** Event of a simulation's change and its deliveries, to be stored with the change. */
export function simulationEvent(
  core: Core,
  type: SimulationEvent['type'],
  simulation: Simulation,
  at: string,
): Change[] {
  const { id, account_id, status, created_at } = simulation
  // Deleting a pending simulation also releases the hold, so nothing is charged.
  const credits_charged = status === 'pending' ? 0 : simulation.credits_charged
  const rest = { id, status, credits_charged, created_at }
  const { next: sequence } = core.state.outbox
  return changesOf(core, { id: newId('evt'), sequence, type, at, account_id, simulation: rest })
}

/**
 * Events for credit movements of an account: grants, and a balance below the threshold of a webhook. Empty if
 * no webhook subscribes, as credit events are only sent to webhooks.
 */
export function creditEvents(core: Core, changes: readonly Change[]): Change[] {
  const entries = changes.flatMap((change) => ('ledger' in change ? [change.ledger] : []))
  const [first] = entries
  const last = entries.at(-1)
  if (first === undefined || last === undefined) return []
  const { account_id, at } = last
  const open = core.state.webhooks.of(account_id).filter(({ disabled }) => disabled === null)
  const before = first.balance - first.amount
  const thresholds = open
    .filter((webhook) => webhook.events.includes('credits.low'))
    .map(({ credits_low_below }) => credits_low_below)
    .filter((threshold) => before >= threshold && last.balance < threshold)
  const isGrantWanted = open.some(({ events }) => events.includes('credits.granted'))
  const credits: Pick<CreditsEvent, 'type' | 'credits'>[] = [
    ...entries.filter(({ type }) => type === 'grant' && isGrantWanted).map(granted),
    ...[...new Set(thresholds)].map((threshold) => ({
      type: 'credits.low' as const,
      credits: { balance: last.balance, threshold },
    })),
  ]
  const { next } = core.state.outbox
  return credits.flatMap((one, index) =>
    changesOf(core, { id: newId('evt'), sequence: next + index, at, account_id, ...one }),
  )
}

function granted({
  balance,
  amount,
  reason,
  payment_id,
}: LedgerEntry): Pick<CreditsEvent, 'type' | 'credits'> {
  return {
    type: 'credits.granted',
    credits: { balance, amount, reason, ...(payment_id !== undefined && { payment_id }) },
  }
}

function changesOf({ state: { webhooks } }: Core, event: OutboxEvent): Change[] {
  const owing = webhooks.of(event.account_id).filter((webhook) => wants(webhook, event))
  const full = owing.filter(({ id }) => webhooks.pending(id).size >= maximumOwed)
  const largest = webhooks.owed + owing.length > maximumOwedInAll ? webhooks.largest() : undefined
  const off = new Set(largest ? [...full, largest] : full)
  const dropping = [...off].flatMap((webhook): Change[] => {
    const disabled = { at: event.at, reason: 'too_many' as const, dropped: webhooks.pending(webhook.id).size }
    return [{ webhook: { ...webhook, disabled } }, { deliveries_dropped: webhook.id }]
  })
  const deliveries = owing
    .filter((webhook) => !off.has(webhook))
    .map(({ id: webhook_id }): Change => ({ delivery: pendingOf(webhook_id, event, event.at) }))
  return [{ event }, ...dropping, ...deliveries]
}

function wants({ credits_low_below, disabled, events }: Webhook, event: OutboxEvent): boolean {
  if (disabled !== null || !events.includes(event.type)) return false
  // Searches produce no webhook events.
  if ('simulation' in event && isSearchId(event.simulation.id)) return false
  return event.type !== 'credits.low' || event.credits.threshold === credits_low_below
}

/** A pending delivery before its first attempt. */
export function pendingOf<T extends { id: string }>(webhook_id: string, event: T, at: string) {
  return {
    id: newId('dlv'),
    webhook_id,
    event,
    status: 'pending' as const,
    attempts: 0,
    last_try: null,
    next_try_at: at,
    retry_until: new Date(Date.parse(at) + retriedMs).toISOString(),
  }
}
