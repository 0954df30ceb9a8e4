/** Commands `coverage list`, `show`, `watch`, `result`, `share` and `delete`. */

import { isNetworkId } from '../../../storage/records/network-types.ts'
import { simulationIn } from '../../client/client.ts'
import { numberIn } from '../../requests/cells.ts'
import { answer, type Call, note, parametersOf, serviceOf } from '../call/call.ts'
import { follow } from '../call/follow.ts'
import { recordText, warningLines } from '../call/record-text.ts'
import { targetOf } from '../call/target.ts'
import { FAILED, failureOf, Interrupted, Unsuccessful, UsageError } from '../errors.ts'
import type { ListFlags, ResultFlags, ShareFlags } from '../flags.ts'
import { withBar } from '../terminal/bar.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { saveResult } from './save.ts'
import { finish, shownOf } from './simulate.ts'
import { storeWarning } from './storage.ts'

export async function list(call: Call<ListFlags>): Promise<void> {
  const names = [
    'limit',
    'offset',
    'status',
    'model',
    'batch',
    'after',
    'createdAfter',
    'createdBefore',
  ] as const
  const query = parametersOf(call.flags, ...names)
  const service = (await serviceOf(call)).requireKey()
  const found = await service.ask((client) =>
    client.GET('/api/v1/simulations', { params: { query: query as never } }),
  )
  const { simulations, total } = found
  const account = call.flags.json || call.flags.quiet ? undefined : await service.account()
  const text = () => {
    const rows = simulations.map(({ id, status, created_at, credits_charged, params }) => {
      const { name, model, max_range } = params
      const price = account?.unmetered ? [] : [credits_charged]
      return [id, status, created_at.slice(0, 16), model, `${max_range} km`, ...price, name]
    })
    const price = account?.unmetered ? [] : ['credits']
    const names = ['id', 'status', 'created', 'model', 'range', ...price, 'name']
    return table(names, rows, widthOf(call.io))
  }
  answer(call, found, text, simulations.map(({ id }) => safe(id)).join('\n'))
  if (simulations.length < total)
    note(call, `${simulations.length} of ${total} simulations shown; --limit and --after show more.`)
  const warning = account && storeWarning(account)
  if (warning) note(call, warning)
}

export async function show(call: Call, id: string): Promise<void> {
  const service = (await serviceOf(call)).requireKey()
  if (isNetworkId(id)) return (await import('./network.ts')).network(call, ['show', id])
  const record = simulationIn(
    await service.ask((client) => client.GET('/api/v1/status/{id}', { params: { path: { id } } })),
  )
  const shown = await shownOf(call, service, record)
  answer(call, record, () => recordText(shown, call.io), safe(record.status))
}

/** Prints the progress of a simulation. Ctrl-C ends only the command, not the simulation. */
export async function watch(call: Call, id: string): Promise<void> {
  const service = (await serviceOf(call)).requireKey()
  await withBar(
    call,
    async (bar, signal) => {
      const record = await follow(service, id, { bar, signal })
      bar.end()
      await finish(call, service, record, undefined)
    },
    () => new Interrupted(`${safe(id)} is still running; coverage delete ${safe(id)} cancels it.`),
  )
}

export async function result(call: Call<ResultFlags>, id: string): Promise<void> {
  const { out, force } = call.flags
  if (out === undefined) throw new UsageError('--out FILE is required: .tif, .png, .kmz, .geojson or .qml.')
  const target = targetOf(out, force)
  const service = (await serviceOf(call)).requireKey()
  await saveResult(call, service, id, target)
  if (call.flags.json) answer(call, { id, file: out }, () => '')
}

export async function share(call: Call<ShareFlags>, id: string): Promise<void> {
  const { days, list, revoke } = call.flags
  const service = (await serviceOf(call)).requireKey()
  const params = { path: { id } }
  const path = isNetworkId(id) ? '/api/v1/networks/{id}/shares' : '/api/v1/simulations/{id}/shares'
  if (revoke !== undefined) {
    const shared = { params: { path: { id, share_id: revoke } } }
    await service.ask((client) => client.DELETE(`${path}/{share_id}`, shared))
    return answer(call, { revoked: revoke }, () => `${safe(revoke)} was revoked.`)
  }
  if (list) {
    const found = await service.ask((client) => client.GET(path, { params }))
    const rows = found.shares.map(({ share_id, created_at, expires_at }) => [
      share_id,
      created_at,
      expires_at,
    ])
    return answer(call, found, () => table(['share', 'created', 'expires'], rows, widthOf(call.io)))
  }
  // Text that is not a number is sent unchanged; the service refuses such text.
  const body = (days === undefined ? {} : { days: numberIn(days) }) as { days?: number }
  const made = await service.ask((client) => client.POST(path, { params, body }))
  const text = () =>
    [safe(made.url), `expires ${safe(made.expires_at)}`, ...warningLines(made.warnings, columns)].join('\n')
  const columns = widthOf(call.io)
  answer(call, made, text, safe(made.url))
}

export async function remove(call: Call, ids: readonly string[]): Promise<void> {
  const service = (await serviceOf(call)).requireKey()
  const deleted: string[] = []
  const failed: { id: string; error: { code: string; detail: string } }[] = []
  for (const id of ids) {
    try {
      const params = { path: { id } }
      const path = isNetworkId(id) ? '/api/v1/networks/{id}' : '/api/v1/simulations/{id}'
      await service.ask((client) => client.DELETE(path, { params }))
      deleted.push(id)
      if (!call.flags.json) note(call, `${safe(id)} was deleted.`)
    } catch (error) {
      if (ids.length === 1) throw error
      const { code, message: detail } = failureOf(error)
      failed.push({ id, error: { code, detail } })
    }
  }
  if (call.flags.json) answer(call, { deleted, ...(failed.length > 0 && { failed }) }, () => '')
  if (failed.length === 0) return
  const details = failed.map(({ id, error }) => `${id}: ${error.code}: ${error.detail}`)
  throw new Unsuccessful(
    'not_deleted',
    `${failed.length} of ${ids.length} were not deleted.`,
    FAILED,
    details,
  )
}
