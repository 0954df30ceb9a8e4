import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { headerLine } from '../../storage/records/disk/journal-format.ts'
import type { CreditSession, IdempotencyEntry } from '../../storage/records/types.ts'

const dayMs = 24 * 3_600_000
const accounts = 50
/** Of all bytes; the rest are kept answers. */
const sessionFraction = 0.8

/** What becomes of a checkout by its number. */
export const kinds = ['expired', 'open', 'expired', 'open', 'expired', 'paid'] as const

export interface LargeRecords {
  bytes: number
  sessions: number
  answers: number
}

export function sessionId(n: number): string {
  return `cs_${String(n).padStart(20, '0')}`
}

export function accountId(n: number): string {
  return `acc_${String(n % accounts).padStart(20, '0')}`
}

/** Of the even ones a day has passed. */
export function answerKey(n: number): string {
  return `order-${n}-${'k'.repeat(40)}`
}

/**
 * Writes records as the service leaves them: so many bytes of checkouts, half of them unpaid and expired, and of
 * answers to requests with an `Idempotency-Key`, in entries of some 450 bytes.
 */
export async function writeLargeRecords(folder: string, bytes: number, nowMs: number): Promise<LargeRecords> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'journal-000001.log'), headerLine({ version: 2, journal: 1, first: 1 }))
  const out = createWriteStream(join(folder, 'records.json'))
  let written = 0
  let chunk = ''
  const write = async (text: string) => {
    chunk += text
    written += text.length
    if (chunk.length < 2 ** 20) return
    if (!out.write(chunk)) await once(out, 'drain')
    chunk = ''
  }
  const list = async (name: string, itemOf: (n: number) => object, isEnough: (n: number) => boolean) => {
    let n = 0
    await write(`,\n"${name}":[`)
    for (; !isEnough(n); n++) await write(`${n === 0 ? '\n' : ',\n'}${JSON.stringify(itemOf(n))}`)
    await write('\n]')
    return n
  }
  await write('{"version":2,\n"journal":1,\n"next_entry":1,\n"next_simulation":1,\n"next_segment":1')
  for (const name of ['simulation_segments', 'ledger_segments'])
    await list(
      name,
      () => ({}),
      () => true,
    )
  const created_at = new Date(nowMs - 60 * dayMs).toISOString()
  const basis = { plan: 'pro', limit: null, disabled: false, created_at }
  await list(
    'accounts',
    (n) => ({ id: accountId(n), name: `account ${n}`, ...basis }),
    (n) => n === accounts,
  )
  await list(
    'keys',
    () => ({}),
    () => true,
  )
  const sessions = await list(
    'sessions',
    (n) => sessionOf(n, nowMs),
    () => written >= sessionFraction * bytes,
  )
  for (const name of ['simulations', 'ledger'])
    await list(
      name,
      () => ({}),
      () => true,
    )
  const answers = await list(
    'idempotency',
    (n) => answerOf(n, nowMs),
    () => written >= bytes,
  )
  for (const name of ['shares', 'events_dropped_of', 'events', 'webhooks', 'deliveries', 'node_tokens'])
    await list(
      name,
      () => ({}),
      () => true,
    )
  await write(',\n"next_event":1,\n"events_dropped":0}\n')
  out.end(chunk)
  await once(out, 'close')
  return { bytes: written, sessions, answers }
}

function sessionOf(n: number, nowMs: number): CreditSession {
  const kind = kinds[n % kinds.length]
  const createdMs = nowMs - (kind === 'open' ? 0 : 30 * dayMs) + n
  const isSandbox = kind === 'expired'
  return {
    id: sessionId(n),
    account_id: accountId(n),
    pack: '500',
    credits: 500,
    created_at: new Date(createdMs).toISOString(),
    expires_at: new Date(createdMs + dayMs).toISOString(),
    paid_at: kind === 'paid' ? new Date(createdMs + 1000).toISOString() : null,
    provider: isSandbox ? 'sandbox' : 'stripe',
    price: isSandbox ? null : { amount_minor: 2000, currency: 'EUR' },
    provider_session_id: isSandbox ? null : `cs_live_${String(n).padStart(58, 'a')}`,
    payment_intent_id: kind === 'paid' ? `pi_${String(n).padStart(24, 'b')}` : null,
    refunded: 0,
    disputes: {},
  }
}

function answerOf(n: number, nowMs: number): IdempotencyEntry {
  const created_at = new Date(nowMs - (n % 2 === 0 ? 25 : 1) * 3_600_000).toISOString()
  const body = JSON.stringify({ id: `sim_${String(n).padStart(20, '0')}`, status: 'pending', created_at })
  return {
    account_id: accountId(n),
    path: '/api/v1/simulate',
    key: answerKey(n),
    body_sha256: String(n).padStart(64, '0'),
    created_at,
    answer: { status: 201, headers: { location: `/api/v1/status/${n}` }, body },
  }
}
