/** Command `coverage batch`: one simulation per table row, submitted in batches of the maximum size. */

import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { decisiveMargin, MARGINS_DB, shareWith } from '../../client/areas.ts'
import { type CoverageClient, type components, dataOf, ProblemError } from '../../client/requests.ts'
import { USUAL_M } from '../../client/resolution.ts'
import { quoted } from '../../http/validation/messages.ts'
import { answer, type Call, note, serviceOf, warn } from '../call/call.ts'
import type { Body, Field } from '../call/fields.ts'
import { higherGroundOf } from '../call/record-text.ts'
import { type Answer, type Service, waitMsOf } from '../call/service.ts'
import { makeFolder, targetOf } from '../call/target.ts'
import { mayPass, showHold } from '../call/wait.ts'
import { failureOf, Interrupted, Unsuccessful, UsageError } from '../errors.ts'
import type { BatchFlags } from '../flags.ts'
import { requestOf } from '../request/request.ts'
import { type Bar, withBar } from '../terminal/bar.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { type Area, areaOf, type Params, queriesOf, rangeAdvice, sharesOf } from './area.ts'
import { usualResolution } from './resolution.ts'
import { saveResult } from './save.ts'
import { type Site, sitesOf } from './site-table.ts'

const MAXIMUM_ROWS = 1000
const MAXIMUM_BYTES = 1_048_576
/** Minimum share out of range that is reported; smaller shares may result from counting whole cells. */
const REPORTED_SHARE = 0.005
const needsSensitivity =
  'Covered areas require a receiver sensitivity: --rx-sensitivity-dbm or a column rx_sensitivity_dbm'
/** Pause between status requests for a batch. */
const POLL_MS = 2000

interface Row extends Site {
  id?: string
  status?: string
  error?: { code: string; detail: string }
  /** Covered area in km²; set once the simulation has completed. */
  coveredKm2?: number
  /** Fraction of the terrain within range that is unknown, 0 to 1. */
  unknownShare?: number
  params?: Params
  /** Ground elevation at the transmitter, and higher ground nearby. */
  ground?: Pick<components['schemas']['ListedSimulation'], 'tx_ground_m' | 'higher_ground'>
  /** Covered shares of the area, 0 to 1, one per margin. `areaFault` is the reason why the shares are unknown. */
  shares?: number[]
  /** Share of the area out of range, 0 to 1. */
  outOfRange?: number
  areaFault?: string
}

interface Chunk {
  rows: Row[]
  /** Suffix of the idempotency key that distinguishes chunks with equal rows. */
  ending: string
  batchId?: string
  /** True if an earlier run of the command submitted this chunk. */
  isReplayed?: boolean
}

export async function batch(call: Call<BatchFlags>, path: string, defaults: Body, fields: readonly Field[]) {
  const { flags } = call
  const rows: Row[] = await sitesOf(call, path, await requestOf(defaults, flags), fields)
  if (flags.outDir !== undefined) makeFolder(flags.outDir)
  const targets = flags.outDir === undefined ? undefined : targetsOf(rows, flags)
  const area = flags.area === undefined ? undefined : areaOf(flags.area)
  if (area) await refuseWithoutSensitivity(rows)
  const service = (await serviceOf(call)).requireKey()
  const chunks = chunksOf(rows, flags.again ? ` ${randomUUID()}` : '')
  if (chunks.length > 1 && rows.some(({ body }) => body.grid === 'first')) {
    throw new UsageError(
      `--grid first works for at most ${MAXIMUM_ROWS} rows (one batch); for more, set --grid to the id of a simulation.`,
    )
  }
  const run = async (bar: Bar, signal: AbortSignal) => {
    await adviseResolution(call, service, rows)
    let sent = 0
    for (const chunk of chunks) {
      bar.show(sent / rows.length, `${sent} of ${rows.length} rows sent`)
      if (!(await submit(service, chunk, signal, flags.skipRefused === true))) break
      if (chunk.isReplayed) await look(service, chunk, signal)
      sent += chunk.rows.length
    }
    if (flags.wait || targets || area)
      await untilAllFinal(service, chunks, { bar, signal, count: rows.length })
    if (area) await measure(service, rows, area, { bar, signal })
    for (const [at, row] of rows.entries()) {
      for (const target of targets?.[at] ?? []) {
        if (row.id === undefined || row.error) continue
        signal.throwIfAborted()
        bar.show(at / rows.length, `result ${at + 1} of ${rows.length}`)
        await noting(row, () => saveResult(call, service, row.id as string, target))
      }
    }
  }
  await withBar(call, run, () => {
    const accepted = rows.filter(({ id }) => id !== undefined).length
    const same = targets
      ? 'run the same command with --missing to continue'
      : 'run the same command to continue'
    const rest = flags.again ? 'list them with coverage list' : same
    return new Interrupted(`${accepted} of ${rows.length} rows are accepted and continue; ${rest}.`)
  })
  const replayed = chunks.flatMap((chunk) => (chunk.isReplayed ? chunk.rows : []))
  const isCharged = replayed.length > 0 && !(await service.isUnmetered())
  const decisive = decisiveMargin(rows.map(({ shares }) => shares))
  if (area) rows.sort((one, other) => shareWith(other.shares, decisive) - shareWith(one.shares, decisive))
  report(call, rows, { replayed: replayed.length, isCharged, area })
}

/**
 * In a batch the default cell size does not depend on the terrain: the same table must give the same simulations even
 * after new terrain was added. Prints advice if the first row's cells are smaller than the post spacing.
 */
async function adviseResolution(call: Call, service: Service, [first]: readonly Row[]): Promise<void> {
  const metres = first && (await usualResolution(service, first.body))
  if (metres !== undefined && metres > USUAL_M) {
    note(
      call,
      `Cells of ${USUAL_M} m are finer than the terrain: --resolution ${metres} gives the same detail in less time.`,
    )
  }
}

function report(
  call: Call<BatchFlags>,
  rows: readonly Row[],
  { replayed, isCharged, area }: { replayed: number; isCharged: boolean; area: Area | undefined },
): void {
  if (replayed > 0) {
    const which = replayed === rows.length ? 'All rows' : `${replayed} of ${rows.length} rows`
    const charge = isCharged ? ', not charged again' : ''
    note(
      call,
      `${which} are reused from an earlier run with the same table${charge}. --again starts all rows again.`,
    )
  }
  if (rows.some(({ status, coveredKm2 }) => status === 'completed' && coveredKm2 === undefined)) {
    note(
      call,
      `${needsSensitivity}. coverage stats ID --area FILE --sensitivity-dbm -120 answers without computing again.`,
    )
  }
  const remarks = new Map(rows.map((one) => [one, remarkOf(one, area)]))
  const listed = rows.map((one) => ({
    row: one.row,
    ...(one.body.name !== undefined && { name: one.body.name }),
    ...(one.id && { id: one.id, status: one.status }),
    ...(one.coveredKm2 !== undefined && { visible_km2: one.coveredKm2 }),
    ...(one.unknownShare !== undefined && { unknown_share: one.unknownShare }),
    ...(one.shares && { area_shares: one.shares }),
    ...(one.error ? { error: one.error } : remarks.get(one) && { remark: remarks.get(one) }),
  }))
  const text = () =>
    table(
      ['row', 'name', 'id', 'status', 'covered km²', ...shareHeads(area), 'remark'],
      rows.map((one) => [
        one.row,
        String(one.body.name ?? ''),
        one.id,
        one.status,
        one.coveredKm2,
        ...shareHeads(area).map((_, at) => percentText(one.shares?.[at])),
        remarks.get(one),
      ]),
      widthOf(call.io),
    )
  answer(
    call,
    { replayed, simulations: listed },
    text,
    rows.flatMap(({ id }) => (id ? [safe(id)] : [])).join('\n'),
  )
  for (const [one, remark] of call.flags.quiet ? remarks : []) {
    if (remark !== '') warn(call, `${nameOf(one)}: ${remark}`)
  }
  const best = area && verdict(rows, area)
  if (best !== undefined) note(call, best)
  const started = rows.filter(({ id }) => id !== undefined).length
  if (started < rows.length && call.flags.skipRefused && started > 0) {
    note(call, `${rows.length - started} of ${rows.length} rows were refused and skipped.`)
  } else if (started < rows.length) {
    const begun =
      started === 0 ? 'No row was started.' : `Only ${started} of ${rows.length} rows were started.`
    throw new Unsuccessful(
      'rows_refused',
      `${begun} Correct the table and run the command again, or skip refused rows with --skip-refused.`,
    )
  }
  const failed = rows.filter(({ id, error }) => id !== undefined && error !== undefined).length
  if (failed > 0) throw new Unsuccessful('rows_failed', `${failed} of ${rows.length} rows failed.`)
}

/** Table headings for the covered shares: the area's name without margin, otherwise the margin in dB. */
function shareHeads(area: Area | undefined): string[] {
  if (area === undefined) return []
  return MARGINS_DB.map((db) => (db === 0 ? `of ${area.name}` : `${db} dB margin`))
}

const percentText = (share: number | undefined) =>
  share === undefined ? '' : `${(100 * share).toFixed(1)} %`

/** Fetches each row's covered shares of the area. */
async function measure(
  service: Service,
  rows: readonly Row[],
  area: Area,
  { bar, signal }: { bar: Bar; signal: AbortSignal },
): Promise<void> {
  const body = { polygon: { type: 'MultiPolygon', coordinates: area.polygons } } as never
  for (const [at, row] of rows.entries()) {
    signal.throwIfAborted()
    const { id = '', params, status } = row
    if (status !== 'completed' || params === undefined) continue
    bar.show(at / rows.length, `area of row ${at + 1} of ${rows.length}`)
    const shares: number[] = []
    try {
      for (const query of queriesOf(params)) {
        const init = { params: { path: { id }, query }, body, signal }
        const ask = (client: CoverageClient) => client.POST('/results/{id}/stats', init)
        const stats = dataOf(await patiently(service, ask, signal))
        const { covered, outOfRange } = sharesOf(area, params, stats)
        shares.push(covered)
        row.outOfRange = outOfRange
      }
      if (shares.length > 0) row.shares = shares
    } catch (error) {
      // The error is tolerated, because the simulation has completed; only the covered share is unknown.
      if (!(error instanceof ProblemError)) throw error
      row.areaFault = error.message
    }
  }
}

const nameOf = ({ row, body }: Row) => safe(String(body.name ?? `row ${row}`))

const isPartlyOut = ({ outOfRange = 0 }: Row) => outOfRange >= REPORTED_SHARE

/** Error of a row, or remarks: area out of range, unknown ground, and higher ground near a compared site. */
function remarkOf(row: Row, area: Area | undefined): string {
  const { error, unknownShare = 0, params, ground, areaFault, outOfRange = 0 } = row
  if (error) return `${error.code}: ${error.detail}`
  const unknown = `${Number((100 * unknownShare).toPrecision(2))} % of the ground is unknown`
  const nearby = area && params && higherGroundOf({ ...ground, params: { ...params } })
  const out =
    area && params && isPartlyOut(row)
      ? `${Math.round(100 * outOfRange)} % of ${area.name} is out of range${rangeAdvice(area, [params])}`
      : undefined
  const remarks = [areaFault, out, unknownShare > 0 ? unknown : undefined, nearby]
  return remarks.filter((remark) => remark).join('; ')
}

/** Sentence that names the row with the largest covered share, model and margin; another if the range is too small. */
export function verdict(rows: readonly Row[], area: Area): string | undefined {
  const { name } = area
  const [first, second] = rows
  if (first?.shares === undefined || second?.shares === undefined) return undefined
  const decisive = decisiveMargin(rows.map(({ shares }) => shares))
  const [share, other] = [shareWith(first.shares, decisive), shareWith(second.shares, decisive)]
  const out = rows.filter(isPartlyOut)
  const advice = rangeAdvice(
    area,
    out.flatMap(({ params }) => params ?? []),
  )
  const but =
    out.length === 0
      ? ''
      : ` In ${out.length} of ${rows.length} rows, ${name} is not completely in range${advice}.`
  const models = new Set(rows.flatMap(({ params }) => (params ? modelText(params) : [])))
  const by = `by ${[...models].join(' and ')}`
  if (share === 0) return `No row covers any of ${name} ${by}.${but}`
  const margin = decisive === 0 ? '' : ` with ${MARGINS_DB[decisive]} dB margin for walls, trees and fading`
  const points = (Number.parseFloat(percentText(share)) - Number.parseFloat(percentText(other))).toFixed(1)
  if (points === '0.0')
    return `${nameOf(first)} and ${nameOf(second)} cover equally much of ${name} ${by}: ${percentText(share)}${margin}.${but}`
  return `${nameOf(first)} covers most of ${name} ${by}: ${percentText(share)}${margin}, ${points} points more than ${nameOf(second)}.${but}`
}

const modelText = ({ model, layers }: Params) =>
  layers.includes('visible') ? `line of sight (${safe(model)}), which ignores power` : safe(model)

/** Refuses rows whose covered area would remain unknown after the computation. */
async function refuseWithoutSensitivity(rows: readonly Row[]): Promise<void> {
  const { pathLossModels } = await import('../../../kernels/models.ts')
  const isWithout = ({ body }: Row) =>
    pathLossModels.has(String(body.model)) && body.rx_sensitivity_dbm === undefined
  if (rows.some(isWithout)) throw new UsageError(`${needsSensitivity}.`)
}

/** Runs `work` for a row; a failure is stored as an error of the row, so other rows continue. */
async function noting(row: Row, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, message } = failureOf(error)
    // Ctrl-C, an invalid API key and an unreachable service are not errors of the row.
    if (error instanceof Interrupted || code === 'service_unreachable' || code.startsWith('key_')) throw error
    row.error = { code, detail: message }
  }
}

/**
 * Submits a chunk, waiting while the service is full. Returns false if rows were refused: refused rows get
 * errors and the chunk is not started, except that `skips` submits the remaining rows.
 */
async function submit(service: Service, chunk: Chunk, signal: AbortSignal, skips: boolean): Promise<boolean> {
  for (;;) {
    const body = bodyOf(chunk) as never
    const init = { body, headers: { 'idempotency-key': keyOf(chunk) }, signal }
    const ask = (client: CoverageClient) => client.POST('/api/v1/simulations/batch', init)
    const { data, error, response } = await patiently(service, ask, signal)
    if (data !== undefined) {
      chunk.batchId = data.batch_id
      chunk.isReplayed = response.headers.get('idempotency-replayed') === 'true'
      for (const [at, { id, status }] of data.simulations.entries()) {
        const row = chunk.rows[at]
        if (row) Object.assign(row, { id, status })
      }
      return true
    }
    if (!blame(chunk, (error ?? {}) as Refusal)) {
      throw new ProblemError(response.status, (error ?? {}) as object, response.statusText)
    }
    if (!skips) return false
    chunk.rows = chunk.rows.filter((row) => row.error === undefined)
    if (chunk.rows.length === 0) return true
  }
}

/** Request body; `grid: "first"` of any row becomes `grid` of the batch, aligning cells with the first row. */
function bodyOf({ rows }: Chunk) {
  const isAligned = rows.some(({ body: { grid } }) => grid === 'first')
  const own = ({ grid, ...body }: Body) => (grid === 'first' || grid === undefined ? body : { ...body, grid })
  return { ...(isAligned && { grid: 'first' }), simulations: rows.map(({ body }) => own(body)) }
}

interface Refusal {
  code?: string
  errors?: readonly { pointer?: string; detail: string }[]
}

/** Assigns each error to the row that caused the error. Returns true if any such row was found. */
function blame(chunk: Chunk, { code = '', errors = [] }: Refusal): boolean {
  let found = false
  for (const { pointer = '', detail } of errors) {
    const [, index, field = ''] = /^#\/simulations\/(\d+)(.*)/.exec(pointer) ?? []
    const row = index === undefined ? undefined : chunk.rows[Number(index)]
    if (row === undefined) continue
    found = true
    const column = row.columns.get(field)
    const inColumn = column === undefined || `/${column}` === field ? '' : ` (column ${quoted(column)})`
    const own = `${detail.replace(/^simulations\[\d+\]: /, '')}${inColumn}`
    row.error = { code, detail: row.error ? `${row.error.detail}; ${own}` : own }
  }
  return found
}

/** Waits until no simulation of the chunks is pending, then updates the rows. */
async function untilAllFinal(
  service: Service,
  chunks: readonly Chunk[],
  { bar, signal, count }: { bar: Bar; signal: AbortSignal; count: number },
): Promise<void> {
  let ended = 0
  for (const chunk of chunks) {
    const { batchId, rows } = chunk
    if (batchId === undefined) continue
    for (;;) {
      const { total } = await listed(service, { batch: batchId, status: 'pending', limit: 1 }, signal)
      const done = ended + rows.length - total
      await showHold(service, bar, done / count, `${done} of ${count} done`)
      if (total === 0) break
      await pause(POLL_MS, undefined, { signal })
    }
    ended += rows.length
    await look(service, chunk, signal)
  }
}

/** Updates the rows with the current status of their simulations. */
async function look(
  service: Service,
  { batchId = '', rows, isReplayed }: Chunk,
  signal: AbortSignal,
): Promise<void> {
  const { simulations } = await listed(service, { batch: batchId }, signal)
  const byId = new Map(simulations.map((one) => [one.id, one]))
  const detail = isReplayed
    ? 'The simulation of an earlier run was deleted; --again starts a new one.'
    : 'The simulation was deleted.'
  for (const row of rows) {
    const found = byId.get(row.id ?? '')
    row.status = found?.status ?? 'deleted'
    if (found) row.params = found.params as Params
    if (found) row.ground = found
    if (found?.summary) row.coveredKm2 = found.summary.visible_km2
    if (found?.terrain) row.unknownShare = found.terrain.unknown_share
    if (found?.error) row.error = found.error
    else if (found === undefined) row.error = { code: 'simulation_not_found', detail }
  }
}

async function listed(
  service: Service,
  query: { batch: string; status?: 'pending'; limit?: number },
  signal: AbortSignal,
) {
  const init = { params: { query }, signal }
  return dataOf(await patiently(service, (client) => client.GET('/api/v1/simulations', init), signal))
}

/** Repeats a request while the service is busy or limits the rate, pausing as long as the service requests. */
async function patiently<Data>(
  service: Service,
  ask: (client: CoverageClient) => Promise<Answer<Data>>,
  signal: AbortSignal,
): Promise<Answer<Data>> {
  for (;;) {
    const answer = await service.answer(ask)
    if (!mayPass(answer.response.status)) return answer
    await pause(waitMsOf(answer.response), undefined, { signal })
  }
}

/** Fewest chunks that the service accepts. Equal chunks are numbered; `suffix` makes all their keys new. */
function chunksOf(rows: readonly Row[], suffix: string): Chunk[] {
  const lists: Row[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const rowBytes = Buffer.byteLength(JSON.stringify(row.body)) + 1
    const last = lists.at(-1)
    if (last === undefined || last.length === MAXIMUM_ROWS || bytes + rowBytes > MAXIMUM_BYTES) {
      lists.push([row])
      bytes = rowBytes + '{"simulations":[]}'.length
    } else {
      last.push(row)
      bytes += rowBytes
    }
  }
  const seen = new Map<string, number>()
  return lists.map((list) => {
    const hash = hashOf(list)
    const number = (seen.get(hash) ?? 0) + 1
    seen.set(hash, number)
    return { rows: list, ending: `${number}${suffix}` }
  })
}

/** Idempotency key derived from the rows: repeating the command finds the same simulations. */
function keyOf({ rows, ending }: Chunk): string {
  return `batch ${hashOf(rows)} ${ending}`
}

function hashOf(rows: readonly Row[]): string {
  return createHash('sha256')
    .update(JSON.stringify(rows.map(({ body }) => body)))
    .digest('hex')
}

/** Output files per row and format, prefixed with the row number; `missing` selects files that do not exist yet. */
function targetsOf(rows: readonly Row[], { outDir = '.', format = 'tif', force, missing }: BatchFlags) {
  const digits = String(rows.at(-1)?.row).length
  const endings = format.split(',').map((ending) => ending.trim())
  return rows.map(({ row, body }) => {
    const name = String(body.name ?? '').replace(/[^\p{L}\p{N}.-]+/gu, '_')
    const stem = [String(row).padStart(digits, '0'), name].filter((part) => part !== '').join('-')
    const paths = endings.map((ending) => join(outDir, `${stem}.${ending}`))
    const advice = '--force replaces existing files, --missing fetches only missing files'
    return paths.filter((path) => !missing || !existsSync(path)).map((path) => targetOf(path, force, advice))
  })
}
