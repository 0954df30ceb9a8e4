import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import t, { type Test } from 'tap'
import type { LedgerEntry, Simulation } from '../../storage/records/types.ts'
import type { Client } from '../helpers/client.ts'
import { startRealServer } from '../helpers/real-server.ts'
import { putHgt } from '../helpers/tiles.ts'

/**
 * A data folder as a service of an earlier version left it when it was killed: without its certificate, its lock and
 * the terrain. The facts beside it are what that service answered last. It is never made anew: what is written
 * differently by a later version gets a folder of its own.
 */
interface Facts {
  made_at: string
  accounts: {
    id: string
    name: string
    keys: string[]
    revoked: string[]
    credits: { balance: number; held: number; used_this_month: number }
    /** Newest first, as are the simulations. */
    ledger: LedgerEntry[]
    simulations: Simulation[]
    antennas: { id: string }[]
  }[]
  /** By their path. */
  files: Record<string, { account: string; sha256: string }>
  signed: { path: string; expires_at: string; file: string }[]
  pending: { account: string; id: string }[]
  checkouts: { account: string; credits: number; path: string }[]
  idempotent: { account: string; path: string; key: string; body: object; status: number; answer: string }[]
  removed: string[]
}

const fixtures = resolve('test/fixtures')

for (const name of (await readdir(fixtures)).filter((name) => name.startsWith('data-'))) {
  t.test(`${name}: an upgrade keeps everything and continues with it`, async (t) => {
    const facts = JSON.parse(await readFile(join(fixtures, name, 'facts.json'), 'utf8')) as Facts
    await upgrade(t, join(fixtures, name, 'data'), facts)
  })
}

async function upgrade(t: Test, data: string, facts: Facts): Promise<void> {
  // An hour after: what is kept for a day or a week is still there.
  const aheadMs = Date.parse(facts.made_at) + 3_600_000 - Date.now()
  const now = () => Date.now() + aheadMs
  const server = await startRealServer(
    t,
    async (folder) => {
      await cp(data, dirname(folder), { recursive: true })
      const heightAt = (row: number, col: number) =>
        Math.round(600 + 60 * Math.sin(row / 13) * Math.cos(col / 17))
      await putHgt(join(folder, 'N46E007.hgt'), heightAt)
    },
    { PUBLIC_URL: 'https://localhost:8443', PAYMENTS: 'sandbox' },
    { now, recordsNow: () => new Date(now()) },
  )
  const clients = new Map(facts.accounts.map(({ name, keys }) => [name, server.client(keys[0] ?? '')]))
  const clientOf = (name: string) => clients.get(name) as Client
  const pendingIds = new Set(facts.pending.map(({ id }) => id))
  const creditsOf = async (name: string) =>
    (await clientOf(name).get('/api/v1/credits')).json<Facts['accounts'][0]['credits']>()
  const ledgerOf = async (name: string) =>
    (await clientOf(name).get('/api/v1/credits/ledger')).json<{ entries: LedgerEntry[] }>().entries

  await t.test("keys still work, and revoked ones don't", async (t) => {
    for (const { id, keys, revoked } of facts.accounts) {
      t.equal(server.services.records.keys(id).length, keys.length)
      for (const key of keys) t.equal((await server.client(key).get('/api/v1/credits')).status, 200)
      for (const key of revoked) t.equal((await server.client(key).get('/api/v1/credits')).status, 401)
    }
  })

  await t.test('pending simulations are completed and captured', async (t) => {
    for (const { account, id } of facts.pending) {
      const record = await untilFinal(clientOf(account), id)
      t.match(record, { status: 'completed', stage: null, progress: 1 }, record.params.name as string)
      t.ok(record.credits_charged > 0)
      const file = record.params.model === 'los' ? `${id}.tif?layer=${layerOf(record)}` : `${id}.tif`
      t.equal((await clientOf(account).get(`/results/${file}`)).status, 200)
    }
  })

  await t.test('every movement of credits is kept, and balances are their sums', async (t) => {
    for (const { credits, ledger, name } of facts.accounts) {
      const entries = await ledgerOf(name)
      t.same(entries.slice(-ledger.length), ledger)
      const since = entries.slice(0, -ledger.length)
      t.same(
        since.map(({ type, simulation_id: id }) => [type, id !== undefined && pendingIds.has(id)]),
        since.map(() => ['capture', true]),
      )
      t.equal(since.length, facts.pending.filter(({ account }) => account === name).length)
      const sum = entries.reduce((total, { amount }) => total + amount, 0)
      const { balance, held, used_this_month } = await creditsOf(name)
      t.same([balance, balance], [credits.balance, sum])
      t.same([held, used_this_month], [0, credits.used_this_month + credits.held])
    }
  })

  await t.test('final simulations are unchanged, in the same order', async (t) => {
    for (const { name, simulations } of facts.accounts) {
      const client = clientOf(name)
      const list = (await client.get('/api/v1/simulations')).json<{
        simulations: Simulation[]
        total: number
      }>()
      t.same(
        list.simulations.map(({ id }) => id),
        simulations.map(({ id }) => id),
      )
      for (const simulation of simulations.filter(({ id }) => !pendingIds.has(id))) {
        t.has((await client.get(`/api/v1/status/${simulation.id}`)).json(), simulation)
      }
    }
    const all = facts.accounts.flatMap(({ simulations }) => simulations)
    t.ok(all.some(({ error, status }) => status === 'failed' && error !== undefined))
    for (const id of facts.removed) {
      for (const client of clients.values()) t.equal((await client.get(`/api/v1/status/${id}`)).status, 404)
    }
  })

  await t.test(
    'rasters have the same bytes, pictures the same addresses, with a key and signed',
    async (t) => {
      // Pictures are drawn as this version draws them.
      const same = (t: Test, file: string, body: Buffer) => {
        if (/\.png\b/.test(file)) t.equal(body.toString('latin1', 1, 4), 'PNG', file)
        else t.equal(sha256Of(body), facts.files[file]?.sha256, file)
      }
      for (const [path, { account }] of Object.entries(facts.files)) {
        same(t, path, (await clientOf(account).get(path)).body)
        t.equal((await server.anonymous.get(path)).status, 401)
      }
      for (const { file, path } of facts.signed) {
        const answer = await server.anonymous.get(path)
        t.equal(answer.status, 200)
        same(t, file, answer.body)
        t.equal((await server.anonymous.get(path.replace(/signature=./, 'signature=-'))).status, 401)
      }
    },
  )

  await t.test('antennas are kept', async (t) => {
    for (const { antennas, name } of facts.accounts) {
      const found = (await clientOf(name).get('/api/v1/antennas')).json<{ antennas: object[] }>()
      t.has(found.antennas, antennas)
      t.equal(found.antennas.length, antennas.length)
    }
  })

  await t.test('a repeated request gets its stored answer', async (t) => {
    for (const { account, answer, body, key, path, status } of facts.idempotent) {
      const headers = { 'idempotency-key': key }
      const again = await clientOf(account).ask(path, { method: 'POST', headers, body })
      t.match(again, { status, text: answer, headers: { 'idempotency-replayed': 'true' } })
      const other = await clientOf(account).ask(path, { method: 'POST', headers, body: { ...body, x: 1 } })
      t.equal(other.status, 422)
    }
    for (const { credits, name } of facts.accounts) t.equal((await creditsOf(name)).balance, credits.balance)
  })

  await t.test('open checkouts can be paid, once', async (t) => {
    for (const { account, credits, path } of facts.checkouts) {
      const { balance } = await creditsOf(account)
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      for (let time = 0; time < 2; time++) {
        t.equal((await server.anonymous.ask(path, { method: 'POST', headers, body: '' })).status, 200)
      }
      t.equal((await creditsOf(account)).balance, balance + credits)
    }
  })
}

async function untilFinal(client: Client, id: string): Promise<Simulation> {
  for (;;) {
    const record = (await client.get(`/api/v1/status/${id}`)).json<Simulation>()
    if (record.status !== 'pending') return record
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function layerOf({ params }: Simulation): string {
  return String((params.layers as string[])[0])
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
