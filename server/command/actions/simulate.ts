/** Command `coverage simulate`: one simulation on the service, or on this machine. */

import { randomUUID } from 'node:crypto'
import type { Call } from '../call/call.ts'
import { answer, note, serviceOf } from '../call/call.ts'
import type { Body } from '../call/fields.ts'
import { recordText, type Shown, warnIfQuiet } from '../call/record-text.ts'
import type { Service } from '../call/service.ts'
import { type Target, targetOf } from '../call/target.ts'
import { endedOrCancelled, type SimulationRecord, simulations } from '../call/wait.ts'
import { Failure, UsageError } from '../errors.ts'
import type { SimulateFlags } from '../flags.ts'
import { requestOf } from '../request/request.ts'
import { safe } from '../terminal/text.ts'
import { usualResolution } from './resolution.ts'
import { saveResult } from './save.ts'

export async function simulate(call: Call<SimulateFlags>, ofFlags: Body): Promise<void> {
  const { flags } = call
  const given = await requestOf(ofFlags, flags)
  const target = flags.out === undefined ? undefined : targetOf(flags.out, flags.force)
  if (flags.layer !== undefined && target === undefined) throw new UsageError('--layer requires --out.')
  if (flags.local) {
    const { simulateHere } = await import('../local/command.ts')
    return simulateHere(call, given, target)
  }
  if (flags.dem || flags.backend) throw new UsageError('--dem and --backend require --local.')
  const service = (await serviceOf(call)).requireKey()
  const resolution = await usualResolution(service, given)
  const body = resolution === undefined ? given : { ...given, resolution }
  if (flags.estimate) return estimate(call, service, body)
  const idempotencyKey = flags.idempotencyKey ?? randomUUID()
  if (!flags.wait && target === undefined) {
    const started = await start(service, body, idempotencyKey)
    const { id, status } = started
    return answer(call, started, () => `${safe(id)}  ${safe(status)}`, safe(id))
  }
  const begin = async () => {
    const { id } = await start(service, body, idempotencyKey)
    if (!call.io.errIsTerminal) note(call, `${safe(id)} was accepted.`)
    return id
  }
  const record = await endedOrCancelled(call, service, begin, simulations)
  await finish(call, service, record, target)
}

export async function start(service: Service, body: Body, idempotencyKey: string) {
  const headers = { 'idempotency-key': idempotencyKey }
  return service.ask((client) => client.POST('/api/v1/simulate', { body: body as never, headers }))
}

/** Saves result files and prints the final record; a failed simulation throws a `Failure`. */
export async function finish(
  call: Call,
  service: Service,
  record: SimulationRecord,
  target: Target | undefined,
): Promise<void> {
  if (record.status === 'failed') {
    const { code = 'internal_error', detail = 'The simulation failed.' } = record.error ?? {}
    const charge = (await service.isUnmetered()) ? '' : ' Nothing was charged.'
    throw new Failure(code, `${record.id} failed: ${detail}${charge}`)
  }
  if (target) await saveResult(call as Call<SimulateFlags>, service, record.id, target)
  const shown = await shownOf(call, service, record)
  answer(call, record, () => recordText(shown, call.io), safe(record.id))
  warnIfQuiet(call, shown)
}

/** Record for display: without the price if the account is unmetered. */
export async function shownOf(call: Call, service: Service, record: SimulationRecord): Promise<Shown> {
  const { credits_charged, ...rest } = record
  if (call.flags.json || call.flags.quiet || credits_charged === undefined) return record
  return (await service.isUnmetered()) ? rest : record
}

async function estimate(call: Call, service: Service, body: Body): Promise<void> {
  const found = await service.ask((client) =>
    client.POST('/api/v1/simulate/estimate', { body: body as never }),
  )
  const { cells, credits, seconds } = found
  const price = `${safe(credits)} ${credits === 1 ? 'credit' : 'credits'} for `
  const shownPrice = !call.flags.json && (await service.isUnmetered()) ? '' : price
  answer(call, found, () => `${shownPrice}${safe(cells)} cells, about ${safe(seconds)} s`, safe(credits))
}
