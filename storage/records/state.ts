import { IdempotencyTable } from './idempotency.ts'
import { Ledger, type LedgerLocation } from './ledger.ts'
import type { Network } from './network-types.ts'
import { Outbox } from './outbox.ts'
import type { OutboxEvent } from './outbox-types.ts'
import { apiKeyCodes, nodeTokenCodes, shareCodes } from './secret-codes.ts'
import { SecretTable } from './secret-table.ts'
import { SessionTable } from './session-table.ts'
import { openedBy, type Share } from './share-types.ts'
import { type Head, SimulationIndex, type StoredSimulation } from './simulation-index.ts'
import type {
  Account,
  ApiKey,
  CreditSession,
  CreditState,
  IdempotencyEntry,
  LedgerEntry,
  NodeToken,
} from './stored-types.ts'
import { OwnedTable } from './tables/owned-table.ts'
import { WebhookTable } from './webhook-table.ts'
import type { Delivery, Webhook } from './webhook-types.ts'

/** One step of a journal entry: stores a record under its id, replacing an earlier version, or removes a record. */
export type Change =
  | { account: Account }
  | { account_removed: string }
  | { key: ApiKey }
  | { key_removed: string }
  | { keys_used: Record<string, string> }
  | { session: CreditSession }
  | { simulation: StoredSimulation }
  | { simulation_removed: string }
  | { ledger: LedgerEntry }
  | { idempotency: IdempotencyEntry }
  | { network: Network }
  | { network_removed: string }
  | { share: Share }
  | { share_removed: string }
  | { event: OutboxEvent }
  | { webhook: Webhook }
  | { webhook_removed: string }
  | { delivery: Delivery }
  | { deliveries_dropped: string }
  | { node_token: NodeToken }
  | { node_token_removed: string }

export interface Removed {
  ticket: number
  accountId: string
  heads: readonly Head[]
  locations: readonly LedgerLocation[]
}

/** State of the records in memory. Objects are replaced, never modified; changes can be undone in reverse order. */
export class State {
  readonly accounts = new OwnedTable<Account>(({ id }) => id)
  /** API keys, owned by accounts. */
  readonly keys = new SecretTable<ApiKey>(
    apiKeyCodes,
    ({ key_id }) => key_id,
    ({ account_id }) => account_id,
  )
  readonly sessions = new SessionTable()
  readonly simulations = new SimulationIndex()
  readonly ledger = new Ledger()
  readonly idempotency = new IdempotencyTable()
  readonly networks = new OwnedTable<Network>(
    ({ id }) => id,
    ({ account_id }) => account_id,
  )
  /** Shares, owned by the simulation or network that a share opens. */
  readonly shares = new SecretTable<Share>(shareCodes, ({ share_id }) => share_id, openedBy)
  readonly outbox = new Outbox()
  readonly webhooks = new WebhookTable()
  readonly nodeTokens = new SecretTable<NodeToken>(nodeTokenCodes, ({ token_id }) => token_id)
  /** Sequence number of the next simulation; never reused. */
  nextSimulation = 1
  /** Deleted accounts whose data is still being removed. */
  readonly removed: Removed[] = []

  credits(accountId: string, at: Date): CreditState {
    const { unmetered } = this.accounts.get(accountId) ?? {}
    return { ...this.ledger.state(accountId, at), ...(unmetered && { unmetered }) }
  }

  apply(changes: readonly Change[], ticket: number): () => void {
    const undos: (() => void)[] = []
    const undo = undoing(undos)
    try {
      for (const change of changes) undos.push(this.#applyOne(change, ticket))
    } catch (error) {
      undo()
      throw error
    }
    return undo
  }

  purge({ accountId, heads, locations }: Omit<Removed, 'ticket'>): void {
    this.simulations.purge(heads)
    for (const { segment, slot } of locations) segment.dead.add(slot)
    this.ledger.purge(accountId)
    this.outbox.purge(accountId)
  }

  #applyOne(change: Change, ticket: number): () => void {
    if ('simulation' in change) return this.#putSimulation(change.simulation, ticket)
    if ('ledger' in change) return this.ledger.enter(change.ledger)
    if ('event' in change) return this.outbox.put(change.event)
    if ('idempotency' in change) return this.idempotency.put(change.idempotency)
    if ('simulation_removed' in change) return this.#removeShared(change.simulation_removed, this.simulations)
    if ('keys_used' in change) return this.#touch(change.keys_used)
    if ('session' in change) return this.sessions.put(change.session)
    if ('key' in change) return this.keys.put(change.key)
    if ('key_removed' in change) return this.keys.remove(change.key_removed)
    if ('webhook' in change) return this.webhooks.put(change.webhook)
    if ('webhook_removed' in change) return this.webhooks.remove(change.webhook_removed)
    if ('delivery' in change) return this.webhooks.putDelivery(change.delivery)
    if ('deliveries_dropped' in change) return this.webhooks.drop(change.deliveries_dropped)
    if ('network' in change) return this.networks.put(change.network)
    if ('network_removed' in change) return this.#removeShared(change.network_removed, this.networks)
    if ('share' in change) return this.shares.put(change.share)
    if ('share_removed' in change) return this.shares.remove(change.share_removed)
    if ('node_token' in change) return this.nodeTokens.put(change.node_token)
    if ('node_token_removed' in change) return this.nodeTokens.remove(change.node_token_removed)
    if ('account' in change) return this.accounts.put(change.account)
    if ('account_removed' in change) return this.#removeAccount(change.account_removed, ticket)
    throw new Error(`The journal has a change of an unknown kind: ${Object.keys(change).join(', ')}.`)
  }

  #putSimulation(simulation: StoredSimulation, ticket: number): () => void {
    this.nextSimulation = Math.max(this.nextSimulation, simulation.sequence + 1)
    return this.simulations.put(simulation, ticket)
  }

  /** Removes a simulation or network together with its shares. */
  #removeShared(id: string, table: { remove(id: string): () => void }): () => void {
    return undoing([this.shares.removeAll(this.shares.of(id)), table.remove(id)])
  }

  #touch(usedAt: Record<string, string>): () => void {
    const undos = Object.entries(usedAt).flatMap(([keyId, last_used_at]) => {
      const key = this.keys.get(keyId)
      return key ? [this.keys.put({ ...key, last_used_at })] : []
    })
    return undoing(undos)
  }

  #removeAccount(id: string, ticket: number): () => void {
    const heads = this.simulations.heads(id)
    const { locations, undo: undoLedger } = this.ledger.remove(id)
    const undo = undoing([
      this.accounts.remove(id),
      this.keys.removeAll(this.keys.of(id)),
      this.sessions.removeAll(this.sessions.of(id)),
      this.shares.removeAll(this.shares.all().filter(({ account_id }) => account_id === id)),
      this.webhooks.removeAll(this.webhooks.of(id)),
      this.networks.removeAll(this.networks.of(id)),
      this.simulations.removeAccount(id),
      undoLedger,
    ])
    const removed = { ticket, accountId: id, heads, locations }
    this.removed.push(removed)
    return () => {
      this.removed.splice(this.removed.indexOf(removed), 1)
      undo()
    }
  }
}

/** Undoes changes in reverse order. */
function undoing(undos: readonly (() => void)[]): () => void {
  return () => {
    for (const undo of undos.toReversed()) undo()
  }
}
