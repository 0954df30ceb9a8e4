import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../bench/frame/https-client.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { productPrefix, rasterStem } from '../../server/jobs/stored/raster-files.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import type { LedgerEntry, RecordStore } from '../../storage/records/types.ts'
import { type Caller, codeOf } from './caller.ts'
import type { Claims } from './claims.ts'
import { pay } from './client.ts'
import { packCredits, type SeenRecord, type Witness } from './witness.ts'

const LIST_PAGE = 1000
const FILES_PATIENCE_MS = 2000

/**
 * Asks the running service what an account has, while nobody else asks for anything, and compares; `isLast`: also if it
 * has to wait until the account may ask again.
 */
export async function checkAccount(caller: Caller, witness: Witness, isLast = false): Promise<void> {
  // A payment that got no answer is repeated: then it is known.
  for (const checkout of witness.checkouts.values()) {
    if (checkout.payments > 0 && !checkout.paid) await pay(caller, witness, checkout)
  }
  const list = await mustAsk(caller, witness.claims, `/api/v1/simulations?limit=${LIST_PAGE}`, isLast)
  if (list) {
    const { simulations, total } = list.json<{ simulations: SeenRecord[]; total: number }>()
    witness.inventory(simulations, total)
  }
  const credits = await mustAsk(caller, witness.claims, '/api/v1/credits', isLast)
  if (credits) witness.credits(credits.json())
}

/** The answer of a service that runs; one that is out of requests is asked at the next check, or waited for. */
async function mustAsk(
  caller: Caller,
  claims: Claims,
  path: string,
  isLast: boolean,
): Promise<Answer | undefined> {
  const answer = await caller.ask(path)
  if (answer?.status === 429 && codeOf(answer) === 'rate_limited') {
    if (!isLast) return undefined
    await sleep(1000 * Number(answer.headers['retry-after']))
    return mustAsk(caller, claims, path, isLast)
  }
  claims.claim(
    'ends',
    answer?.status === 200,
    () => `GET ${path} was answered ${answer ? `${answer.status} ${codeOf(answer)}` : 'not at all'}.`,
  )
  return answer?.status === 200 ? answer : undefined
}

/** Waits until the service has nothing to do, as long as it gets on; returns whether it did. */
export async function settle(caller: Caller, claims: Claims, patienceMs: number): Promise<boolean> {
  let endMs = performance.now() + patienceMs
  let last = ''
  let fewest = Number.POSITIVE_INFINITY
  while (performance.now() < endMs) {
    const answer = await caller.ask('/health')
    last = answer?.body.toString() ?? 'no answer'
    if (answer?.status === 200) {
      const { queue, running } = answer.json<{ queue: number; running: number }>()
      if (queue + running === 0) return claims.claim('ends', true, () => '')
      if (queue + running < fewest) {
        fewest = queue + running
        endMs = performance.now() + patienceMs
      }
    }
    await sleep(50)
  }
  return claims.claim(
    'ends',
    false,
    () => `For ${patienceMs / 1000} s without requests no job ended; the service said ${last}.`,
  )
}

/** The records of a service that has stopped, entry by entry. */
export async function checkLedger(records: RecordStore, witness: Witness): Promise<void> {
  const { accountId, claims, byId, checkouts } = witness
  const { entries, total } = await records.ledger(accountId)
  claims.claim(
    'ledger',
    total === entries.length,
    () => `${accountId}: ${entries.length} of ${total} entries.`,
  )
  entries.reverse()
  let sum = 0
  for (const entry of entries) {
    sum += entry.amount
    const { balance } = entry
    claims.claim(
      'ledger',
      balance === sum,
      () => `${accountId}: ${entry.id} says ${balance}, the sum there is ${sum}.`,
    )
  }
  const { balance, held } = records.credits(accountId)
  claims.claim(
    'ledger',
    balance === sum && balance >= 0,
    () => `${accountId}: the balance is ${balance}, the sum ${sum}.`,
  )
  claims.claim('ledger', held === 0, () => `${accountId}: ${held} are held though nothing is pending.`)

  const ofSimulations = grouped(entries, ({ simulation_id }) => simulation_id)
  for (const [id, own] of ofSimulations) {
    claims.claim(
      'simulations',
      byId.has(id),
      () => `${accountId}: the ledger has ${id}, which no answer named.`,
    )
    claims.claim(
      'ledger',
      isSettledOnce(own, records.simulation(id)?.status),
      () => `${id}: its movements are ${words(own)}.`,
    )
  }
  for (const [id, attempt] of byId) {
    claims.claim('ledger', ofSimulations.has(id), () => `${id} (${attempt.request.name}) was never charged.`)
    const status = records.simulation(id)?.status
    const isThere = (status !== undefined) === !attempt.deleted
    claims.claim('simulations', isThere, () => `${id} is ${status ?? 'gone'}, deleted: ${attempt.deleted}.`)
    claims.claim('ends', status !== 'pending', () => `${id} is pending for ever.`)
  }

  const ofPayments = grouped(entries, ({ payment_id }) => payment_id)
  for (const { path, payments } of checkouts.values()) {
    const own = ofPayments.get(path.split('/').at(-1) ?? '') ?? []
    const isRight = payments === 0 ? own.length === 0 : own.length === 1 && own[0]?.amount === packCredits
    claims.claim(
      'ledger',
      isRight,
      () => `${path}, paid ${payments} times, moved ${words(own) || 'nothing'}.`,
    )
  }
}

/** Held once, then captured once or released once, as the simulation ended. */
function isSettledOnce(entries: readonly LedgerEntry[], status: string | undefined): boolean {
  const [hold, end, more] = entries
  if (hold?.type !== 'hold' || hold.amount >= 0 || more !== undefined) return false
  if (end?.type === 'capture') return end.amount === 0 && status !== 'failed'
  return end?.type === 'release' && end.amount === -hold.amount && status !== 'completed'
}

function words(entries: readonly LedgerEntry[]): string {
  return entries.map(({ type, amount }) => `${type} ${amount}`).join(', ')
}

function grouped(entries: readonly LedgerEntry[], key: (entry: LedgerEntry) => string | undefined) {
  const groups = new Map<string, LedgerEntry[]>()
  for (const entry of entries) {
    const name = key(entry)
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), entry])
  }
  return groups
}

/** The try that a record names, where results are stored under it. */
export type AttemptOf = (id: string) => string | undefined

/** While nothing runs: rasters of what is completed, products of them at most, and no other file. */
export async function checkRasterNames(
  folder: string,
  witnesses: readonly Witness[],
  claims: Claims,
  attemptOf: AttemptOf = () => undefined,
): Promise<void> {
  const records = witnesses.flatMap(completed)
  const expected = new Set(records.flatMap((record) => filesOf(record, attemptOf)))
  const products = new Set(records.map(({ id }) => productPrefix(id).slice(0, -1)))
  const isExpected = (name: string) => expected.has(name) || products.has(name.split('/')[0] ?? '')
  const look = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const found = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    return {
      found,
      odd: found.filter((name) => !isExpected(name)),
      missing: [...expected].filter((name) => !found.includes(name)),
    }
  }
  const endMs = performance.now() + FILES_PATIENCE_MS
  let files = await look()
  // What a deletion that was answered, or a process that lost its server, still tidies up.
  while (files.odd.length > 0 && performance.now() < endMs) {
    await sleep(50)
    files = await look()
  }
  for (const name of files.found) {
    claims.claim('rasters', !files.odd.includes(name), () => `${name} belongs to no completed simulation.`)
  }
  for (const name of expected)
    claims.claim('rasters', !files.missing.includes(name), () => `${name} is missing.`)
}

/** Every raster opens and has the size that its request asked for. */
export async function checkRasters(
  folder: string,
  witnesses: readonly Witness[],
  claims: Claims,
  attemptOf: AttemptOf = () => undefined,
): Promise<void> {
  for (const record of witnesses.flatMap(completed)) {
    const { tx_lat, tx_lon, resolution, max_range } = record.params as Record<string, number>
    const { rows, cols } = rasterGrid(
      tx_lat as number,
      tx_lon as number,
      resolution as number,
      1000 * (max_range as number),
    )
    for (const name of filesOf(record, attemptOf)) {
      const fault = await readRaster(join(folder, name)).then(
        ({ data, geometry }) =>
          geometry.rows === rows && geometry.cols === cols && data.length === rows * cols
            ? undefined
            : `${geometry.rows} × ${geometry.cols} cells instead of ${rows} × ${cols}`,
        (error: unknown) => String(error),
      )
      claims.claim('rasters', fault === undefined, () => `${name}: ${fault}.`)
    }
  }
}

function completed({ attempts }: Witness): SeenRecord[] {
  return attempts.flatMap(({ deleted, final }) => (final?.status === 'completed' && !deleted ? [final] : []))
}

function filesOf({ id, params }: SeenRecord, attemptOf: AttemptOf): string[] {
  const attempt = attemptOf(id)
  const named = attempt === undefined ? { id } : { id, attempt }
  return (params.layers as string[]).map((layer) => `${rasterStem(named, layer)}.tif`)
}
