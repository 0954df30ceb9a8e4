import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import t from 'tap'
import { rasterGrid } from '../../../kernels/geodesy/raster-grid.ts'
import { openRasterWriter } from '../../../storage/rasters/geotiff-writer.ts'
import type { Answer, Client } from '../../helpers/client.ts'
import { type ProductCall, productCall } from '../../helpers/fuzz-products.ts'
import { collectGarbage } from '../../helpers/garbage.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

// Products, asked for by whoever may and may not have them: no fault, and nothing of another account.
// `FUZZ_REQUESTS=10000 FUZZ_SEEDS=1,2 node build/test/server/http/products-fuzz.slow.test.js`: so many requests of each seed.

const requests = Number(process.env.FUZZ_REQUESTS || 600)
const seeds = (process.env.FUZZ_SEEDS || '1').split(',').map(Number)
const AT_ONCE = 6
/** Requests until the service's clock goes on by a minute, fewer than any rate allows. */
const A_MINUTE = 48
/** Requests until a share is revoked and another one made. */
const A_SHARE = 60
/** Revoked shares that are still tried. */
const REVOKED = 3
/** What half of the requests may leave in the thread that answers, and all threads of the test and the service at most. */
const GROWTH_MIB = 64
const PEAK_MIB = 3072
t.setTimeout(600_000 + 200 * requests * seeds.length)

interface Owned {
  id: string
  /** In its name: who sees it has seen the simulation. */
  secret: string
}

/** Something to come by, and which simulations it opens. */
interface Credential {
  name: string
  client: Client
  query: string
  opens: ReadonlySet<string>
  /** Keys do more than read. */
  isKey: boolean
}

for (const seed of seeds) {
  t.test(`${requests} requests, seed ${seed}`, async (t) => {
    let minutes = 0
    const server = await startTestServer(t, { now: () => Date.now() + minutes * 61_000 })
    const accounts = await Promise.all([server.account('enterprise'), server.account('enterprise')])
    const owned: Owned[][] = []
    for (const [index, { client }] of accounts.entries()) {
      const classes = await simulated(client, `classes of ${index}`, {})
      const measures = await simulated(client, `measures of ${index}`, { model: 'free_space' })
      await writeMeasures(join(server.services.config.dataDir, 'rasters', `${measures.id}.tif`))
      owned.push([classes, measures])
    }
    const all = owned.flat()
    const revoked: Credential[] = []
    let shares = await Promise.all(all.map((_, index) => shareOf(index)))
    const fixed = await fixedCredentials()

    async function shareOf(index: number): Promise<Credential> {
      const { id } = all[index]
      const { client } = accounts[Math.floor(index / 2)]
      const made = await client.post(`/api/v1/simulations/${id}/shares`, {})
      const { url, share_id } = made.json<{ url: string; share_id: string }>()
      const guest = server.client(new URL(url).hash.slice('#share='.length))
      return { name: `share ${share_id}`, client: guest, query: '', opens: new Set([id]), isKey: false }
    }

    async function fixedCredentials(): Promise<Credential[]> {
      const keys = accounts.map(({ client }, index): Credential => {
        const opens = new Set(owned[index].map(({ id }) => id))
        return { name: `key ${index}`, client, query: '', opens, isKey: true }
      })
      const [{ client }] = accounts
      const [{ id }] = all
      const signed = (await client.get(`/results/${id}/signed-url?ttl=604800`)).json<{ url: string }>().url
      const query = new URL(signed).search.slice(1)
      const none = new Set<string>()
      const anonymous = server.client()
      const { url } = (await client.post(`/api/v1/simulations/${id}/shares`, {})).json<{ url: string }>()
      const token = new URL(url).hash.slice('#share='.length)
      const guessed = token.slice(0, -40) + [...token.slice(-40)].reverse().join('')
      return [
        ...keys,
        { name: 'nothing', client: anonymous, query: '', opens: none, isKey: false },
        { name: 'a signed address', client: anonymous, query, opens: new Set([id]), isKey: false },
        { name: 'an altered one', client: anonymous, query: `${query}0`, opens: none, isKey: false },
        { name: 'a guessed share', client: server.client(guessed), query: '', opens: none, isKey: false },
      ]
    }

    const statuses = new Map<string, number>()
    let allowed = 0
    let refused = 0
    const ask = async (call: ProductCall, credential: Credential, { id }: Owned): Promise<string[]> => {
      const { method, body } = call
      const path = call.path.replace('{id}', id)
      const query = credential.query && `${path.includes('?') ? '&' : '?'}${credential.query}`
      const answer = await credential.client
        .ask(path + query, { method, ...(body && { body }) })
        .catch((error: Error) => error)
      if (answer instanceof Error) {
        const bytes = body ? JSON.stringify(body).length : 0
        return [`${credential.name}: ${method} ${path.slice(0, 300)}, ${bytes} bytes: ${answer.message}`]
      }
      const kind = `${method} ${answer.status}`
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
      const isOpen =
        credential.opens.has(id) &&
        // POST with a share: where it only asks.
        (credential.isKey ||
          method !== 'POST' ||
          (credential.query === '' && /\/(stats|features)(\?|$)/.test(path))) &&
        // A signed address is for files.
        !(credential.query !== '' && /^\/api\/v1\/status|\/preview/.test(path))
      if (isOpen) allowed++
      else refused++
      const faults = await faultsIn(answer, call, isOpen, credential)
      const foreign = all.filter((one) => !credential.opens.has(one.id))
      if (foreign.some(({ secret }) => answer.body.includes(secret)))
        faults.push('it told of another account')
      return faults.map((fault) => `${credential.name}: ${method} ${path.slice(0, 300)}: ${fault}`)
    }

    const cases = fc.sample(
      fc.tuple(productCall, fc.nat({ max: 10 ** 6 }), fc.nat({ max: all.length - 1 }), fc.boolean()),
      { seed, numRuns: requests },
    )
    const found: string[] = []
    let settledMiB = 0
    for (let at = 0; at < cases.length; at += AT_ONCE) {
      if (at % A_MINUTE === 0) minutes++
      if (at % A_SHARE === 0) {
        const index = (at / A_SHARE) % all.length
        const old = shares[index]
        const [account] = [accounts[Math.floor(index / 2)]]
        const path = `/api/v1/simulations/${all[index].id}/shares/${old.name.slice('share '.length)}`
        t.equal((await account.client.delete(path)).status, 204)
        revoked.push({ ...old, name: `revoked ${old.name}`, opens: new Set() })
        // Idle connections stay open for a minute, and an address may have 256.
        revoked.at(-1 - REVOKED)?.client.close()
        shares = shares.with(index, await shareOf(index))
      }
      const credentials = [...fixed, ...shares, ...revoked.slice(-REVOKED)]
      const batch = cases.slice(at, at + AT_ONCE).map(async ([call, lot, index, isOwn]) => {
        const credential = credentials[lot % credentials.length] as Credential
        // Mostly what it opens: what lies after the check of who asks is to be reached too.
        const opened = all.filter(({ id }) => credential.opens.has(id))
        const target = isOwn && opened.length > 0 ? opened[lot % opened.length] : all[index]
        return ask(call, credential, target as Owned)
      })
      found.push(...(await Promise.all(batch)).flat())
      if (settledMiB === 0 && at >= cases.length / 2) settledMiB = await heldMiB()
    }
    t.same(found.slice(0, 10), [], `${found.length} faults`)
    t.comment(
      [...statuses]
        .sort()
        .map(([kind, count]) => `${kind}: ${count}`)
        .join(', '),
    )
    const grownMiB = (await heldMiB()) - settledMiB
    const peakMiB = process.resourceUsage().maxRSS / 1024
    t.comment(
      `${allowed} allowed, ${refused} not; ${grownMiB.toFixed(1)} MiB more held in the second half, ${peakMiB.toFixed(0)} MiB at most`,
    )
    t.ok(allowed > requests / 4 && refused > requests / 4)
    t.ok(grownMiB < GROWTH_MIB, `${grownMiB} MiB more`)
    t.ok(peakMiB < PEAK_MIB, `${peakMiB} MiB at most`)
    for (const kind of [
      'GET 200',
      'GET 400',
      'GET 401',
      'GET 404',
      'HEAD 200',
      'POST 200',
      'POST 400',
      'POST 413',
    ]) {
      t.ok(statuses.has(kind), kind)
    }
  })
}

async function faultsIn(
  { status, headers, body, text }: Answer,
  { method, path, isValid, isTile }: ProductCall,
  isOpen: boolean,
  { query }: Credential,
): Promise<string[]> {
  if (status >= 500) return [`${status} ${text.slice(0, 300)}`]
  if (!isOpen) return status < 400 ? [`it was opened: ${status}`] : []
  // A record has no addresses of its own for who came by a signed one.
  if (isValid === undefined || (query !== '' && path.includes('?'))) return []
  if (isValid !== (status === 200)) return [`${status}, valid: ${isValid}: ${text.slice(0, 300)}`]
  if (!isTile || method === 'HEAD') return []
  const { width, height, format } = await sharp(body).metadata()
  const isWhole =
    headers['content-type'] === 'image/png' && format === 'png' && width === 256 && height === 256
  return isWhole ? [] : ['no tile']
}

async function simulated(client: Client, name: string, fields: object): Promise<Owned> {
  const secret = `The ${name}`
  const request = { ...validRequest, tx_lat: 46.97, tx_lon: 8.03, max_range: 2, name: secret, ...fields }
  return { id: await simulateToEnd(client, request), secret }
}

/** In place of the classes that the tests' compute process leaves. */
async function writeMeasures(path: string): Promise<void> {
  const geometry = rasterGrid(46.97, 8.03, 30, 2000)
  const writer = await openRasterWriter(path, {
    geometry,
    kind: 'float',
    metadata: { model: 'free_space' },
    description: 'received power',
  })
  const { rows, cols } = geometry
  await writer.writeRows(
    Float32Array.from({ length: rows * cols }, (_, at) =>
      at % 11 === 0 ? Number.NaN : -60 - (at % cols) / 3 - 20 * Math.sin(at / cols / 9),
    ),
  )
  await writer.close()
}

/** What the thread that answers holds when nothing is left to collect. */
async function heldMiB(): Promise<number> {
  let minimumMiB = Number.POSITIVE_INFINITY
  // Memory outside of the heap goes when finalizers have run, turns after the collection; connections end in turns too.
  for (let turns = 0; turns < 10; turns++) {
    collectGarbage()
    await pause(50)
    const { heapUsed, external } = process.memoryUsage()
    minimumMiB = Math.min(minimumMiB, (heapUsed + external) / 2 ** 20)
  }
  return minimumMiB
}
