/** `coverage batch`: a simulation for each row of a table, one after the other, as fast as the service takes them. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { ProblemError } from '../../client/client.ts'
import { answer, type Call, serviceOf } from '../call.ts'
import { Failure, failureOf, Interrupted, Unsuccessful, UsageError } from '../errors.ts'
import { type Body, type Field, putValue } from '../fields.ts'
import type { BatchFlags } from '../flags.ts'
import type { Service } from '../service.ts'
import { targetOf } from '../target.ts'
import { Bar } from '../terminal/bar.ts'
import { widthOf } from '../terminal/io.ts'
import { table } from '../terminal/table.ts'
import { safe } from '../terminal/text.ts'
import { untilFinal } from '../wait.ts'
import { saveResult } from './save.ts'

/** As many as a batch of the service may have. */
const MAXIMUM_ROWS = 1000
/** Digits of the hash by which a table that is sent again is known. */
const KEY_DIGITS = 40

interface Row {
  /** From 1, the names not counted. */
  row: number
  body: Body
  id?: string
  status?: string
  error?: { code: string; detail: string }
}

export async function batch(call: Call<BatchFlags>, path: string, defaults: Body, fields: readonly Field[]) {
  const { io, flags } = call
  const text = path === '-' ? await io.readInput() : await readFile(path, 'utf8')
  const rows = rowsOf(text, defaults, fields)
  const targets = flags.outDir === undefined ? [] : rows.map((row) => targetFor(row, flags))
  const service = (await serviceOf(call)).requireKey()
  const stopped = new AbortController()
  const release = io.onInterrupt(() => stopped.abort())
  const bar = new Bar(io, flags.quiet === true)
  const { signal } = stopped
  try {
    // The same table sent again is the same simulations: what was interrupted goes on.
    const hash = createHash('sha256')
      .update(JSON.stringify([text, defaults]))
      .digest('hex')
      .slice(0, KEY_DIGITS)
    for (const [at, row] of rows.entries()) {
      bar.show(at / rows.length, `row ${at + 1} of ${rows.length}`)
      await noting(row, signal, () => submit(service, row, `batch ${hash} ${row.row}`, signal))
    }
    for (const [at, row] of rows.entries()) {
      if (row.id === undefined || !(flags.wait || targets.length > 0)) continue
      bar.show(at / rows.length, `waiting for row ${at + 1} of ${rows.length}`)
      await noting(row, signal, async () => {
        const record = await untilFinal(service, row.id as string, { bar: new Bar(io, true), signal })
        row.status = record.status
        if (record.error) throw new Failure(record.error.code, record.error.detail)
        const target = targets[at]
        if (target) await saveResult(call, service, record.id, target)
      })
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
  const failed = rows.filter(({ error }) => error !== undefined).length
  if (failed === 0) return
  throw new Unsuccessful('rows_failed', `${failed} of ${rows.length} rows failed.`)
}

/** A row that fails does not hold up the others. */
async function noting(row: Row, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  signal.throwIfAborted()
  try {
    await work()
  } catch (error) {
    if (signal.aborted) throw error
    const { code, message } = failureOf(error)
    // Neither a wrong key nor a service that is away is a row's fault.
    if (code === 'service_unreachable' || code.startsWith('key_')) throw error
    row.error = { code, detail: message }
  }
}

/** Waits as the service asks while it can take no more. */
async function submit(service: Service, row: Row, key: string, signal: AbortSignal): Promise<void> {
  const init = { body: row.body as never, headers: { 'idempotency-key': key }, signal }
  for (;;) {
    const { data, error, response } = await service.answer((client) => client.POST('/api/v1/simulate', init))
    if (data !== undefined) {
      row.id = data.id
      row.status = data.status
      return
    }
    if (response.status !== 429 && response.status !== 503) {
      throw new ProblemError(response.status, (error ?? {}) as object, response.statusText)
    }
    await pause(1000 * Number(response.headers.get('retry-after') ?? 1), undefined, { signal })
  }
}

/** Columns are named as fields, `antenna_tilt` for what lies deeper; an empty cell leaves its field out. */
function rowsOf(text: string, defaults: Body, fields: readonly Field[]): Row[] {
  const records = readTable(text)
  if (records.length === 0) throw new UsageError('The table has no rows.')
  if (records.length > MAXIMUM_ROWS) {
    throw new UsageError(`Expected at most ${MAXIMUM_ROWS} rows, got ${records.length}.`)
  }
  return records.map((record, at) => {
    const body = structuredClone(defaults)
    for (const [name, cell] of Object.entries(record)) {
      if (cell === '') continue
      const field = fields.find(({ flag }) => flag === name.replace(/[_.]/g, '-'))
      putValue(body, field, name, cell)
    }
    return { row: at + 1, body }
  })
}

function readTable(text: string): Record<string, string>[] {
  try {
    return parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true })
  } catch (error) {
    throw new UsageError(`The table can't be read: ${(error as Error).message}`)
  }
}

function targetFor({ row, body }: Row, { outDir = '.', format = 'tif', force }: BatchFlags) {
  const name = String(body.name ?? '').replace(/[^\p{L}\p{N}.-]+/gu, '_')
  return targetOf(join(outDir, `${[row, name].filter((part) => part !== '').join('-')}.${format}`), force)
}
