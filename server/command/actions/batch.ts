/** `coverage batch`: a simulation for each row of a table, in batches of as many as the service takes. */

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ProblemError } from '../../client/client.ts'
import { readTable, TableError } from '../../requests/table.ts'
import { answer, type Call, serviceOf } from '../call.ts'
import { failureOf, Interrupted, Unsuccessful, UsageError } from '../errors.ts'
import { type Body, type Field, putValue } from '../fields.ts'
import type { BatchFlags } from '../flags.ts'
import { textOf } from '../read-file.ts'
import { retryAfterMs, type Service } from '../service.ts'
import { targetOf } from '../target.ts'
import { Bar } from '../terminal/bar.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { saveResult } from './save.ts'

/** What a batch of the service may have: so many, in so many bytes. */
const MAXIMUM_ROWS = 1000
const MAXIMUM_BYTES = 1_048_576
/** Between two looks at what is left of a batch. */
const POLL_MS = 2000

interface Row {
  /** From 1, the names not counted. */
  row: number
  body: Body
  id?: string
  status?: string
  error?: { code: string; detail: string }
}

/** Rows that are accepted together. */
interface Chunk {
  rows: Row[]
  /** Of what they ask for: the same again is the same simulations. */
  key: string
  batchId?: string
}

export async function batch(call: Call<BatchFlags>, path: string, defaults: Body, fields: readonly Field[]) {
  const { io, flags } = call
  const text = path === '-' ? await io.readInput() : textOf(path)
  const rows = rowsOf(text, defaults, fields)
  const targets = flags.outDir === undefined ? undefined : rows.map((row) => targetFor(row, flags))
  const service = (await serviceOf(call)).requireKey()
  const stopped = new AbortController()
  const release = io.onInterrupt(() => stopped.abort())
  const bar = new Bar(io, flags.quiet === true)
  const { signal } = stopped
  const chunks = chunksOf(rows)
  try {
    for (const chunk of chunks) {
      bar.show(((chunk.rows[0]?.row ?? 1) - 1) / rows.length, `row ${chunk.rows[0]?.row} of ${rows.length}`)
      if (!(await submit(service, chunk, signal))) break
    }
    if (flags.wait || targets) await untilAllFinal(service, chunks, { bar, signal, count: rows.length })
    for (const [at, row] of rows.entries()) {
      const target = targets?.[at]
      if (target === undefined || row.id === undefined || row.error) continue
      signal.throwIfAborted()
      bar.show(at / rows.length, `result ${at + 1} of ${rows.length}`)
      await noting(row, () => saveResult(call, service, row.id as string, target))
    }
  } catch (error) {
    if (!signal.aborted) throw error
    const accepted = rows.filter(({ id }) => id !== undefined).length
    throw new Interrupted(
      `${accepted} of ${rows.length} rows are accepted and go on; the same command continues.`,
    )
  } finally {
    bar.end()
    release()
  }
  report(call, rows)
}

function report(call: Call<BatchFlags>, rows: readonly Row[]): void {
  const listed = rows.map(({ row, id, status, error }) => ({
    row,
    ...(id && { id, status }),
    ...(error && { error }),
  }))
  const text = () =>
    table(
      ['row', 'id', 'status', 'problem'],
      rows.map(({ row, id, status, error }) => [
        row,
        id,
        status,
        error ? `${error.code}: ${error.detail}` : '',
      ]),
      widthOf(call.io),
    )
  answer(call, { simulations: listed }, text, rows.flatMap(({ id }) => (id ? [safe(id)] : [])).join('\n'))
  const started = rows.filter(({ id }) => id !== undefined).length
  if (started < rows.length) {
    const begun =
      started === 0 ? 'No row was started.' : `Only ${started} of ${rows.length} rows were started.`
    throw new Unsuccessful('rows_refused', `${begun} Correct the table and run it again.`)
  }
  const failed = rows.filter(({ error }) => error !== undefined).length
  if (failed > 0) throw new Unsuccessful('rows_failed', `${failed} of ${rows.length} rows failed.`)
}

/** A result that can't be fetched does not hold up the others. */
async function noting(row: Row, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const { code, message } = failureOf(error)
    // Neither Ctrl-C, a wrong key nor a service that is away is a row's fault.
    if (error instanceof Interrupted || code === 'service_unreachable' || code.startsWith('key_')) throw error
    row.error = { code, detail: message }
  }
}

/**
 * Waits as the service asks while it can take no more. False where it refuses the rows: nothing of them is started, and
 * those at fault say why.
 */
async function submit(service: Service, chunk: Chunk, signal: AbortSignal): Promise<boolean> {
  const body = { simulations: chunk.rows.map((row) => row.body) } as never
  const init = { body, headers: { 'idempotency-key': chunk.key }, signal }
  for (;;) {
    const { data, error, response } = await service.answer((client) =>
      client.POST('/api/v1/simulations/batch', init),
    )
    if (data !== undefined) {
      chunk.batchId = data.batch_id
      for (const [at, { id, status }] of data.simulations.entries()) {
        const row = chunk.rows[at]
        if (row) Object.assign(row, { id, status })
      }
      return true
    }
    if (response.status !== 429 && response.status !== 503) {
      if (blame(chunk, (error ?? {}) as Refusal)) return false
      throw new ProblemError(response.status, (error ?? {}) as object, response.statusText)
    }
    await pause(retryAfterMs(response), undefined, { signal })
  }
}

interface Refusal {
  code?: string
  errors?: readonly { pointer?: string; detail: string }[]
}

/** Notes errors at their rows; whether there was one. */
function blame(chunk: Chunk, { code = '', errors = [] }: Refusal): boolean {
  let found = false
  for (const { pointer = '', detail } of errors) {
    const [, index] = /^#\/simulations\/(\d+)/.exec(pointer) ?? []
    const row = index === undefined ? undefined : chunk.rows[Number(index)]
    if (row === undefined) continue
    found = true
    const own = detail.replace(/^simulations\[\d+\]: /, '')
    row.error = { code, detail: row.error ? `${row.error.detail}; ${own}` : own }
  }
  return found
}

/** Until nothing of the batches is pending; then the rows say how they ended. */
async function untilAllFinal(
  service: Service,
  chunks: readonly Chunk[],
  { bar, signal, count }: { bar: Bar; signal: AbortSignal; count: number },
): Promise<void> {
  let ended = 0
  for (const { batchId, rows } of chunks) {
    if (batchId === undefined) continue
    for (;;) {
      const { total } = await listed(service, { batch: batchId, status: 'pending', limit: 1 }, signal)
      bar.show((ended + rows.length - total) / count, `${ended + rows.length - total} of ${count} done`)
      if (total === 0) break
      await pause(POLL_MS, undefined, { signal })
    }
    ended += rows.length
    const { simulations } = await listed(service, { batch: batchId }, signal)
    const byId = new Map(simulations.map((one) => [one.id, one]))
    for (const row of rows) {
      const found = byId.get(row.id ?? '')
      row.status = found?.status ?? 'deleted'
      if (found?.error) row.error = found.error
      else if (found === undefined) row.error = { code: 'simulation_not_found', detail: 'It was deleted.' }
    }
  }
}

async function listed(
  service: Service,
  query: { batch: string; status?: 'pending'; limit?: number },
  signal: AbortSignal,
) {
  for (;;) {
    const { data, error, response } = await service.answer((client) =>
      client.GET('/api/v1/simulations', { params: { query }, signal }),
    )
    if (data !== undefined) return data
    if (response.status !== 429 && response.status !== 503) {
      throw new ProblemError(response.status, (error ?? {}) as object, response.statusText)
    }
    await pause(retryAfterMs(response), undefined, { signal })
  }
}

/** As few as hold all rows. Equal ones differ by their number. */
function chunksOf(rows: readonly Row[]): Chunk[] {
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
    const hash = createHash('sha256')
      .update(JSON.stringify(list.map(({ body }) => body)))
      .digest('hex')
    const number = (seen.get(hash) ?? 0) + 1
    seen.set(hash, number)
    return { rows: list, key: `batch ${hash} ${number}` }
  })
}

/** Columns are named as fields, `antenna_tilt` for what lies deeper; an empty cell leaves its field out. */
function rowsOf(text: string, defaults: Body, fields: readonly Field[]): Row[] {
  const { names, rows } = tableIn(text)
  if (rows.length === 0) throw new UsageError('The table has no rows.')
  return rows.map(({ cells }, at) => {
    const body = structuredClone(defaults)
    for (const [index, name] of names.entries()) {
      const cell = cells[index] ?? ''
      if (cell === '') continue
      const field = fields.find(({ flag }) => flag === name.replace(/[_.]/g, '-'))
      putValue(body, field, name, cell)
    }
    return { row: at + 1, body }
  })
}

function tableIn(text: string) {
  try {
    return readTable(text)
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    throw new UsageError(`The table can't be read: ${error.message}`)
  }
}

function targetFor({ row, body }: Row, { outDir = '.', format = 'tif', force }: BatchFlags) {
  const name = String(body.name ?? '').replace(/[^\p{L}\p{N}.-]+/gu, '_')
  return targetOf(join(outDir, `${[row, name].filter((part) => part !== '').join('-')}.${format}`), force)
}
