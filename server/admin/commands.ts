import { removeAntennas } from '../../storage/antennas/antennas.ts'
import type { Stores } from '../../storage/objects/open.ts'
import type { Account, RecordStore } from '../../storage/records/types.ts'
import { monthlyLimit, type Plans } from '../config/limits.ts'
import type { Dispatcher } from '../jobs/dispatcher.ts'
import { ownerIdOf, productPrefix } from '../jobs/stored/raster-files.ts'
import type { NodeAdministration } from '../nodes/snapshot.ts'
import type { AdminCommand } from './arguments.ts'
import { AdminError } from './errors.ts'

export interface AdminContext {
  records: RecordStore
  plans: Plans
  /** Origin of the URLs that commands print. */
  publicUrl(): string
  /** Job dispatcher of the running server, which cancels jobs of deleted simulations. */
  dispatcher?: Dispatcher
  stores: Stores
  /** Set if the running server has compute nodes. */
  nodes?: NodeAdministration | undefined
}

/** Result of a command as a JSON object; a list is wrapped in an object with a single member. */
export type AdminResult = Record<string, unknown>

/**
 * Runs a command, in the running server or in the CLI process.
 * @throws {AdminError}
 */
export async function runCommand(context: AdminContext, command: AdminCommand): Promise<AdminResult> {
  const { records } = context
  switch (command.name) {
    case 'account create':
      return createAccount(records, command)
    case 'account invite': {
      // Read first, so that a missing PUBLIC_URL fails the command before an invite is created.
      const origin = context.publicUrl()
      const { accountName, terms } = command
      const { account, code } = await records.inviteAccount({ name: accountName, ...terms })
      const expires_at = account.invite?.expires_at
      return { account_id: account.id, url: `${origin}/#invite=${code}`, expires_at }
    }
    case 'account list':
      return { accounts: records.accounts().map((account) => summary(records, account)) }
    case 'account show':
      return details(context, accountOf(records, command.id))
    case 'account grant': {
      refuseUnmetered(accountOf(records, command.id), 'is topped up automatically')
      const entry = await records.grant(command.id, command.credits, 'granted by the operator')
      if (entry === undefined) throw accountNotFound(command.id)
      return { account_id: command.id, granted: command.credits, balance: entry.balance }
    }
    case 'account set-plan': {
      refuseUnmetered(accountOf(records, command.id), 'has the limits of enterprise')
      const { id, plan } = found(await records.updateAccount(command.id, { plan: command.plan }), command.id)
      return { account_id: id, plan }
    }
    case 'account disable': {
      const { id, disabled } = found(await records.updateAccount(command.id, { disabled: true }), command.id)
      return { account_id: id, disabled }
    }
    case 'account delete':
      return deleteAccount(context, accountOf(records, command.id))
    case 'key create':
      return createKey(records, accountOf(records, command.id).id)
    case 'key list': {
      const { id } = accountOf(records, command.id)
      const keys = records
        .keys(id)
        .map(({ key_id, created_at, last_used_at }) => ({ key_id, created_at, last_used_at }))
      return { keys }
    }
    case 'key revoke':
      if (!(await records.revokeKey(command.keyId))) {
        throw new AdminError('key_not_found', `Key ${command.keyId} does not exist.`)
      }
      return { key_id: command.keyId, revoked: true }
    case 'node list': {
      const { nodes, queues } = await nodesOf(context).snapshot()
      return { nodes, queues }
    }
    case 'node drain':
    case 'node resume': {
      const { nodeName } = command
      const drained = command.name === 'node drain'
      if (!(await nodesOf(context).setDrained(nodeName, drained))) {
        throw new AdminError('node_not_found', `Compute node ${nodeName} does not exist.`)
      }
      return { name: nodeName, drained }
    }
    case 'node token create': {
      const { node_token, token } = await records.createNodeToken(command.nodeName)
      return { token_id: token.token_id, name: token.name, node_token }
    }
    case 'node token list': {
      const tokens = records
        .nodeTokens()
        .map(({ token_id, name, created_at }) => ({ token_id, name, created_at }))
      return { tokens }
    }
    case 'node token revoke':
      if (!(await records.revokeNodeToken(command.tokenId))) {
        throw new AdminError('token_not_found', `Node token ${command.tokenId} does not exist.`)
      }
      return { token_id: command.tokenId, revoked: true }
  }
}

async function createAccount(
  records: RecordStore,
  command: Extract<AdminCommand, { terms: unknown }>,
): Promise<AdminResult> {
  const { accountName, terms } = command
  const { account, api_key } = await records.createAccountWithKey({ name: accountName, ...terms })
  const { id, plan, unmetered } = account
  const { balance } = records.credits(id)
  return { account_id: id, api_key, plan, balance, ...(unmetered && { unmetered }) }
}

async function createKey(records: RecordStore, accountId: string): Promise<AdminResult> {
  const made = await records.createKey(accountId)
  if (made === undefined)
    throw new AdminError('too_many_keys', `${accountId} already has the maximum number of API keys.`)
  return { key_id: made.key.key_id, api_key: made.api_key }
}

async function deleteAccount(context: AdminContext, account: Account): Promise<AdminResult> {
  const { records, dispatcher, stores } = context
  // Requests of a disabled account are refused; running jobs stop and remove their own files.
  await records.updateAccount(account.id, { disabled: true })
  const simulations = records.simulations(account.id)
  const ids = new Set([...simulations, ...records.networks(account.id)].map(({ id }) => id))
  const running = dispatcher ? records.simulations(account.id, { status: 'pending' }) : []
  for (const { id } of running) await dispatcher?.remove(account, id)
  await records.deleteAccount(account.id)
  for (const id of ids) await stores.rasters.removeAll(productPrefix(id))
  for await (const { name } of stores.rasters.list('')) {
    if (ids.has(ownerIdOf(name) ?? '')) await stores.rasters.remove(name)
  }
  await removeAntennas(stores.antennas, account.id)
  return { account_id: account.id, deleted: true, simulations: simulations.length }
}

function summary(records: RecordStore, account: Account) {
  const { id, name, plan, unmetered = false, disabled, created_at } = account
  return { account_id: id, name, plan, unmetered, balance: records.credits(id).balance, disabled, created_at }
}

function details({ records, plans }: AdminContext, account: Account): AdminResult {
  const { used_this_month, held } = records.credits(account.id)
  return {
    ...summary(records, account),
    held,
    used_this_month,
    limit: monthlyLimit(account, plans),
    ...(account.invite && {
      invite_expires_at: account.invite.expires_at,
      invite_used_at: account.invite.used_at,
    }),
    keys: records.keys(account.id).length,
    simulations: records.simulations(account.id).length,
  }
}

function nodesOf({ nodes }: AdminContext): NodeAdministration {
  if (nodes === undefined) {
    throw new AdminError('no_queue', 'Compute nodes require a running service with QUEUE_URL set.')
  }
  if (nodes.isFailing) throw new AdminError('queue_unavailable', 'Redis cannot be reached.')
  return nodes
}

function accountOf(records: RecordStore, id: string): Account {
  return found(records.account(id), id)
}

function found(account: Account | undefined, id: string): Account {
  if (account === undefined) throw accountNotFound(id)
  return account
}

function refuseUnmetered({ id, unmetered }: Account, reason: string): void {
  if (unmetered) throw new AdminError('account_unmetered', `${id} is unmetered: it ${reason}.`)
}

function accountNotFound(id: string): AdminError {
  return new AdminError('account_not_found', `Account ${id} does not exist.`)
}
