/** Commands `coverage credits`, `coverage keys` and `coverage login`. */

import { answer, type Call, connectionOf, note, parametersOf, serviceOf } from '../call/call.ts'
import { decoded } from '../call/read-file.ts'
import { keepSettings } from '../call/settings.ts'
import { Failure, MISUSED } from '../errors.ts'
import type { CreditsFlags } from '../flags.ts'
import { widthOf } from '../terminal/io.ts'
import { pairs, table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { storageText } from './storage.ts'

export async function credits(call: Call<CreditsFlags>): Promise<void> {
  const { ledger, packs } = call.flags
  const service = (await serviceOf(call)).requireKey()
  const width = widthOf(call.io)
  if (packs) {
    const found = await service.ask((client) => client.GET('/api/v1/credits/packs', {}))
    const rows = found.packs.map(({ pack, credits, price, currency }) => [
      pack,
      credits,
      `${price} ${currency}`,
    ])
    return answer(call, found, () => table(['pack', 'credits', 'price'], rows, width))
  }
  if (ledger) {
    const query = parametersOf(call.flags, 'limit') as never
    const found = await service.ask((client) => client.GET('/api/v1/credits/ledger', { params: { query } }))
    const rows = found.entries.map(({ at, type, amount, balance, simulation_id, reason }) => [
      at.slice(0, 16),
      type,
      amount,
      balance,
      simulation_id,
      reason,
    ])
    const names = ['at', 'type', 'amount', 'balance', 'simulation', 'reason']
    return answer(call, found, () => table(names, rows, width))
  }
  const found = await service.ask((client) => client.GET('/api/v1/credits', {}))
  const { unmetered, storage, ...metered } = found
  const facts: [string, string | number | undefined][] = unmetered
    ? [
        ['plan', `${found.plan}, unmetered`],
        ['store', storage && storageText(storage)],
      ]
    : Object.entries(metered)
  answer(call, found, () => pairs(facts, width), safe(found.balance))
}

export async function keys(call: Call, verb = 'list', id?: string): Promise<void> {
  const service = (await serviceOf(call)).requireKey()
  if (verb === 'list' && id === undefined) {
    const found = await service.ask((client) => client.GET('/api/v1/keys', {}))
    const rows = found.keys.map(({ key_id, created_at, last_used_at, current }) => [
      key_id,
      created_at.slice(0, 16),
      last_used_at?.slice(0, 16),
      current ? 'this key' : '',
    ])
    return answer(call, found, () => table(['key', 'created', 'used', 'current'], rows, widthOf(call.io)))
  }
  if (verb === 'create' && id === undefined) {
    const made = await service.ask((client) => client.POST('/api/v1/keys', {}))
    const text = () => `${safe(made.api_key)}\nThe key is shown only once.`
    return answer(call, made, text, safe(made.api_key))
  }
  if (verb !== 'revoke' || id === undefined) {
    throw new Failure('wrong_usage', 'Expected: coverage keys [list | create | revoke KEY_ID]', MISUSED)
  }
  await service.ask((client) => client.DELETE('/api/v1/keys/{key_id}', { params: { path: { key_id: id } } }))
  answer(call, { revoked: id }, () => `${safe(id)} was revoked.`)
}

/** Saves service address, API key and certificate for later commands, once the service has accepted the key. */
export async function login(call: Call): Promise<void> {
  const { io, flags } = call
  if (flags.key === undefined) {
    if (io.inIsTerminal) note(call, 'API key (input is hidden), then Enter:')
    const input = io.inIsTerminal ? await io.readLine(true) : decoded(await io.readInput(), 'standard input')
    const [key = ''] = input.trim().split(/\s+/)
    if (key === '') throw new Failure('key_missing', 'Expected the API key on standard input.', MISUSED)
    flags.key = key
  }
  const { url, key, caPath } = connectionOf(call)
  const service = await serviceOf(call)
  const { balance, plan, unmetered } = await service.ask((client) => client.GET('/api/v1/credits', {}))
  const path = await keepSettings(io.env, ({ authorities }) => ({
    url,
    ...(key !== undefined && { key }),
    ...(caPath !== undefined && { ca: caPath }),
    ...(authorities && { authorities }),
  }))
  answer(
    call,
    { file: path, plan, balance },
    () =>
      `${safe(path)} was written; plan ${safe(plan)}, ${unmetered ? 'unmetered' : `${safe(balance)} credits`}.`,
  )
}
