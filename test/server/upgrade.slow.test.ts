import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import { fromArrayBuffer } from 'geotiff'
import { Webhook as Signer } from 'standardwebhooks'
import t, { type Test } from 'tap'
import type { LedgerEntry, Simulation } from '../../storage/records/types.ts'
import type { Client } from '../helpers/client.ts'
import { Inbox } from '../helpers/inbox.ts'
import { startRealServer } from '../helpers/real-server.ts'

/** What the service answered before it was killed; `test/fixtures/data-0.3.0/README.md` describes the data folder. */
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
  /** Rasters and pictures by their path. */
  files: Record<string, { account: string; sha256: string }>
  products: { account: string; path: string; type: string }[]
  signed: { path: string; expires_at: string; file: string }[]
  shares: { account: string; id: string; share_id: string; token: string; expires_at: string }[]
  revoked_shares: string[]
  webhooks: {
    account: string
    id: string
    url: string
    events: string[]
    secret: string
    /** Owed, newest first. */
    deliveries: { event_id: string; type: string; simulation_id: string }[]
  }[]
  batches: { account: string; batch_id: string; ids: string[] }[]
  pending: { account: string; id: string }[]
  checkouts: { account: string; credits: number; path: string }[]
  idempotent: { account: string; path: string; key: string; body: object; status: number; answer: string }[]
  removed: string[]
}

const fixtures = resolve('test/fixtures')
/** In the address of the fixture's webhook. */
const receiverPort = 28_743

for (const name of (await readdir(fixtures)).filter((name) => name.startsWith('data-'))) {
  t.test(`${name}: an upgrade keeps everything and continues with it`, async (t) => {
    const facts = JSON.parse(await readFile(join(fixtures, name, 'facts.json'), 'utf8')) as Facts
    await upgrade(t, join(fixtures, name, 'data'), facts)
  })
}

async function upgrade(t: Test, data: string, facts: Facts): Promise<void> {
  const inbox = new Inbox()
  const receiver = createServer((request, response) => void inbox.take(request, response))
  await new Promise<void>((resolve) => receiver.listen(receiverPort, '127.0.0.1', resolve))
  t.teardown(() => receiver.close())
  // An hour after: what is kept for a day or a week is still there.
  const aheadMs = Date.parse(facts.made_at) + 3_600_000 - Date.now()
  const now = () => Date.now() + aheadMs
  const server = await startRealServer(
    t,
    async (folder) => {
      await cp(data, dirname(folder), { recursive: true })
      await cp(resolve('server/demo/terrain'), folder, { recursive: true })
    },
    { PUBLIC_URL: 'https://localhost:8443', PAYMENTS: 'sandbox', WEBHOOK_ALLOW: 'hooks.example' },
    {
      now,
      recordsNow: () => new Date(now()),
      webhookNetwork: { resolveAllowed: async () => [{ address: '127.0.0.1', family: 4 }] },
    },
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
      for (const layer of record.params.layers as string[]) {
        const { status } = await clientOf(account).get(`/results/${id}.tif?layer=${layer}`)
        t.equal(status, 200, `${record.params.name} ${layer}`)
      }
    }
    for (const { account, batch_id, ids } of facts.batches) {
      const answer = await clientOf(account).get(`/api/v1/simulations?batch=${batch_id}`)
      const { simulations } = answer.json<{ simulations: Simulation[] }>()
      t.same(simulations.map(({ id }) => id).sort(), ids.toSorted())
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
      const same = async (t: Test, file: string, body: Buffer) => {
        if (/\.png\b/.test(file)) t.equal(body.toString('latin1', 1, 4), 'PNG', file)
        // Classes are a view, with the cells of the raster that was stored.
        else if (/layer=class/.test(file)) {
          const [, id = ''] = /(sim_\w+)\.tif/.exec(file) ?? []
          const stored = await readFile(join(data, 'rasters', `${id}.class.tif`))
          t.ok((await cellsOf(body)).equals(await cellsOf(stored)), file)
        } else t.equal(sha256Of(body), facts.files[file]?.sha256, file)
      }
      for (const [path, { account }] of Object.entries(facts.files)) {
        await same(t, path, (await clientOf(account).get(path)).body)
        t.equal((await server.anonymous.get(path)).status, 401)
      }
      for (const { file, path } of facts.signed) {
        const answer = await server.anonymous.get(path)
        t.equal(answer.status, 200)
        await same(t, file, answer.body)
        t.equal((await server.anonymous.get(path.replace(/signature=./, 'signature=-'))).status, 401)
      }
    },
  )

  await t.test('products are made of results', async (t) => {
    // Each kind once; those of the other results are made by the same code.
    const kinds = new Map(facts.products.map((product) => [product.path.replace(/sim_\w+/, ''), product]))
    for (const { account, path, type } of kinds.values()) {
      t.match(await clientOf(account).get(path), { status: 200, headers: { 'content-type': type } }, path)
    }
  })

  await t.test("shares open their simulation, and revoked ones don't", async (t) => {
    for (const { account, id, share_id, token, expires_at } of facts.shares) {
      const guest = server.client(token)
      const record = (await guest.get('/api/v1/shared')).json()
      t.match(record, { id, status: 'completed' })
      t.notOk('credits_charged' in record)
      for (const ending of ['tif', 'png', 'geojson']) {
        t.equal((await guest.get(`/results/${id}.${ending}`)).status, 200, ending)
      }
      const others = facts.accounts.flatMap(({ simulations }) => simulations).filter((one) => one.id !== id)
      t.equal((await guest.get(`/api/v1/status/${others[0]?.id}`)).status, 404)
      const listed = (await clientOf(account).get(`/api/v1/simulations/${id}/shares`)).json()
      t.match(listed, { shares: [{ share_id, expires_at }] })
    }
    for (const token of facts.revoked_shares) {
      t.equal((await server.client(token).get('/api/v1/shared')).status, 401)
    }
  })

  await t.test('webhooks get what they are owed, signed with the same secret', async (t) => {
    for (const { account, id, url, events, secret, deliveries } of facts.webhooks) {
      t.match((await clientOf(account).get(`/api/v1/webhooks/${id}`)).json(), {
        id,
        url,
        events,
        disabled: null,
      })
      const ended = facts.pending.filter((one) => one.account === account)
      const received = await inbox.at(new URL(url).pathname, deliveries.length + ended.length)
      // Events of different simulations do not wait for each other.
      t.same(
        received.map(({ json }) => `${json.type} ${json.data.id}`).sort(),
        [
          ...deliveries.map(({ type, simulation_id }) => `${type} ${simulation_id}`),
          ...ended.map((one) => `simulation.completed ${one.id}`),
        ].sort(),
      )
      const ids = received.map(({ headers }) => headers['webhook-id'])
      for (const { event_id, type } of deliveries) t.ok(ids.includes(event_id), `${type} ${event_id}`)
      for (const { headers, body } of received) {
        const at = new Date(Number(headers['webhook-timestamp']) * 1000)
        t.equal(headers['webhook-signature'], new Signer(secret).sign(headers['webhook-id'] ?? '', at, body))
      }
    }
  })

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
    const record = (await client.get(`/api/v1/status/${id}`, { prefer: 'wait=20' })).json<Simulation>()
    if (record.status !== 'pending') return record
  }
}

async function cellsOf(tif: Buffer): Promise<Buffer> {
  const tiff = await fromArrayBuffer(new Uint8Array(tif).buffer)
  const [band] = await (await tiff.getImage()).readRasters()
  return Buffer.from(band as Uint8Array)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
