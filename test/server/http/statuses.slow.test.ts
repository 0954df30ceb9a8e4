import { join } from 'node:path'
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import { parsePatternFile } from '../../../kernels/antenna/pattern-file.ts'
import type { CoveredCells } from '../../../server/choice/candidate-lattice.ts'
import { packCells } from '../../../server/choice/cells-file.ts'
import { storedAntenna } from '../../../server/compute/antenna.ts'
import { exampleRelays } from '../../../server/links/relay-schemas.ts'
import { exampleLinks } from '../../../server/links/schemas.ts'
import { StorageError } from '../../../storage/records/errors.ts'
import { planetFile } from '../../helpers/antennas.ts'
import { quadrantsAbout } from '../../helpers/class-quadrants.ts'
import { type Answer, type Client, ContractChecker } from '../../helpers/client.ts'
import { impossible } from '../../helpers/impossible-statuses.ts'
import { writeBasemap } from '../../helpers/pmtiles.ts'
import { RawClient, type RawRequest, unfinished } from '../../helpers/raw-http.ts'
import { flatTerrain, simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

const clock = { minutes: 0, days: 0 }
/** A terrain file of ten bytes. */
const hash = 'ab'.repeat(32)
const file = { bytes: 10, modifiedMs: 0, stream: () => Readable.from([Buffer.alloc(10)]) }
const basemap = join(t.testdir(), 'map.pmtiles')
await writeBasemap(basemap)
const { layersPath } = await quadrantsAbout(t, { tx_lat: 46.5, tx_lon: 7.5 })
const server = await startTestServer(t, {
  env: {
    ...{ WEBHOOK_ALLOW: '127.0.0.1', BASEMAP: basemap, LAYERS: layersPath },
    TERRAIN_URL: 'https://localhost:1/{lat}{lon}.tif',
  },
  now: () => Date.now() + clock.minutes * 61_000 + clock.days * 86_400_000,
  terrain: {
    ...flatTerrain,
    openFile: async (sha256) => (sha256 === hash ? file : undefined),
    missingFiles: async () => [],
  },
  clientTimeouts: { headersMs: 2000, requestMs: 30_000, readingMs: 30_000 },
})
const checker = ContractChecker.of(server.document)
const raw = new RawClient(server.origin)
t.teardown(() => raw.close())
const main = await server.account('enterprise')
const own = await server.account('unmetered')
const free = await server.account('free')
const done = await simulateToEnd(main.client)
const antennaId = await uploaded(main.client, planetFile())
const webhook = await webhookOf(main.account.id)
const network = await networkOf(main.account.id, done)
const hill = {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [7.5, 46.5] }, properties: null }],
}
const search = await searchOf(network)
/** Its simulation is gone. */
const emptied = await networkOf(main.account.id, 'sim_gone')
const { node_token: nodeToken } = await server.services.records.createNodeToken('node')
const corners = ['7 46', '9 46', '9 48', '7 46'].map((corner) => corner.split(' ').map(Number))
const square = { polygon: { type: 'Polygon', coordinates: [corners] } }
const bodies: Record<string, object | string> = {
  getStatsWithin: square,
  getStatsWithinAtRoot: square,
  getFeatures: square.polygon,
  getFeaturesAtRoot: square.polygon,
  startSimulation: validRequest,
  estimateSimulation: validRequest,
  renameSimulation: { name: 'Hill' },
  fetchTerrain: { bbox: [7, 46, 8, 47] },
  startBatch: { simulations: [validRequest] },
  purchaseCredits: { pack: '100' },
  uploadAntenna: planetFile(),
  createShare: { days: 1 },
  createShareOfNetwork: { days: 1 },
  createNetwork: { sites: [{ id: done }] },
  replaceNetwork: { sites: [{ id: done }] },
  startSearch: { candidates: hill },
  estimateSearch: { candidates: hill },
  createWebhook: { url: 'https://127.0.0.1:1/' },
  login: { code: 'wrong' },
  redeemInvite: { code: 'wrong' },
  computeLinks: exampleLinks,
  searchRelays: exampleRelays,
  computeLink: {
    tx_height: 30,
    frequency: 900,
    profile: { distance_m: [0, 1000, 2000], ground_m: [100, 120, 100] },
  },
}
function keyOf(id: string): string {
  if (id === 'getTerrainFile') return nodeToken
  return /TerrainFetch$|^fetchTerrain$/.test(id) ? own.apiKey : main.apiKey
}

/** Characters of a body that is larger than an operation takes. */
function tooLong(id: string): number {
  if (/^(getFeatures|getStatsWithin|computeLinks|searchRelays)/.test(id)) return 8_400_000
  if (/Search$/.test(id)) return 170_000
  return id === 'startBatch' ? 1_100_000 : 70_000
}
/** A link that asks for terrain. */
const linkOverTerrain = {
  body: Buffer.from(
    JSON.stringify({ tx_lat: 46.5, tx_lon: 7.5, tx_height: 30, rx_lat: 46.6, rx_lon: 7.6, frequency: 900 }),
  ),
}

/** A one-time code, which `login` takes once. */
const codeOf = (accountId: string) => ({
  body: Buffer.from(JSON.stringify({ code: server.services.logins.make(accountId) })),
})

/** Links that name a pattern of the account. */
const withPattern = (example: { link: object }) => ({
  body: Buffer.from(
    JSON.stringify({
      ...example,
      link: { ...example.link, antenna: { pattern: { type: 'uploaded', id: antennaId } } },
    }),
  ),
})

/** The code of an invite that was used, or of one whose account has so many keys. */
async function inviteOf({ keys = 0, isUsed = false } = {}) {
  const { records } = server.services
  const { account, code } = await records.inviteAccount({ name: 'a', plan: 'pro', credits: 0 })
  for (let count = 0; count < keys; count++) await records.createKey(account.id)
  if (isUsed) await records.redeemInvite(code)
  return { body: Buffer.from(JSON.stringify({ code })) }
}

const queries: Record<string, string> = {
  getClutter: 'lat=46.5&lon=7.5',
  getElevation: 'lat=46.5&lon=7.5',
  planTerrainFetch: 'bbox=7,46,8,47',
  getValue: 'lat=46.5&lon=7.5',
  getValueAtRoot: 'lat=46.5&lon=7.5',
}

interface Operation {
  id: string
  method: string
  template: string
  statuses: string[]
  /** Of its body. */
  mediaType: string
}

const operations: Operation[] = Object.entries(server.document.paths).flatMap(([template, byMethod]) =>
  Object.entries(byMethod).map(([method, { operationId = '', responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    template,
    statuses: Object.keys(responses),
    mediaType: operationId === 'uploadAntenna' ? 'text/plain' : 'application/json',
  })),
)
/** Gaps are those of a network. */
function isOfNetwork({ template }: Operation): boolean {
  return template.includes('/networks/') || template.includes('/gaps')
}

const seen = new Set<string>()
let asked = 0

interface Change {
  apiKey?: string | undefined
  method?: string
  ids?: Record<string, string>
  query?: string
  headers?: [string, string][]
  hasHost?: boolean
  body?: Buffer
}

/** Asks for an operation as its document wants it, but for the change. */
async function ask(t: Test, operation: Operation, change: Change = {}): Promise<Answer> {
  const {
    apiKey = keyOf(operation.id),
    method = operation.method,
    query = queries[operation.id] ?? '',
    hasHost = true,
    headers = [],
  } = change
  const ids: Record<string, string> = {
    id: done,
    key_id: 'none',
    antenna_id: antennaId,
    share_id: 'none',
    ...(operation.template.includes('/webhooks/') && webhook),
    ...(isOfNetwork(operation) && { id: network }),
    ...(operation.template.includes('/searches/') && { id: search }),
    z: '12',
    x: '2149',
    y: '1430',
    code: 'rate_limited',
    hash,
    ...change.ids,
  }
  const sample = bodies[operation.id]
  const body =
    change.body ?? Buffer.from(typeof sample === 'object' ? JSON.stringify(sample) : (sample ?? ''))
  const type: [string, string][] = body.length > 0 ? [['Content-Type', operation.mediaType]] : []
  const key: [string, string][] = apiKey === '' ? [] : [['Authorization', `Bearer ${apiKey}`]]
  const isTyped = headers.some(([name]) => name === 'Content-Type')
  const request: RawRequest = {
    method,
    path:
      operation.template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '') + (query && `?${query}`),
    headers: [
      ...(hasHost ? [['Host', 'localhost'] as [string, string]] : []),
      ...key,
      ...(isTyped ? [] : type),
      ...headers,
    ],
    body,
    chunked: false,
  }
  const answer = await raw.ask(request)
  note(t, operation, answer, request.path)
  return answer
}

function note(t: Test, { id, method }: Operation, answer: Answer, path: string): void {
  const faults = checker.faults(method, path, answer)
  t.same(faults, [], `${id} ${answer.status}`)
  seen.add(`${id} ${answer.status}`)
}

/** Of every operation that may answer so; each is asked so, and has to. */
async function provoke(
  t: Test,
  status: number,
  change: Change | ((operation: Operation) => Promise<Change>),
) {
  for (const [index, operation] of operations.entries()) {
    // Requests without a key are 60 a minute.
    if (index % 50 === 0) clock.minutes++
    const name = `${operation.id} ${status}`
    if (!operation.statuses.includes(String(status)) || name in impossible) continue
    // All at once would be more than a minute lets through without a key.
    if (++asked % 50 === 0) clock.minutes++
    const { status: got, text } = await ask(
      t,
      operation,
      typeof change === 'function' ? await change(operation) : change,
    )
    t.equal(got, status, `${name}${got === status ? '' : `: ${text}`}`)
  }
}

/** Methods of records and terrain throw while `work` goes on; keys are still found. */
async function whileBroken(error: Error, work: () => Promise<void>): Promise<void> {
  const { antennas, classTiles, groundFiles, records, relief, terrain } = server.services
  const stores = [antennas, groundFiles, records, terrain]
  const whole = stores.map((store) => ({ ...store }))
  const fail = () => {
    throw error
  }
  for (const store of stores) {
    const names = Object.keys(store).filter(
      (name) => !['findKey', 'findNodeToken', 'touchKey', 'close'].includes(name),
    )
    Object.assign(store, Object.fromEntries(names.map((name) => [name, fail])))
  }
  relief.tile = fail
  classTiles.tag = fail
  const broken = { layer: { name: '', attribution: '', table: {} }, files: { list: fail, openValues: fail } }
  const sources = server.services.layers as unknown[]
  sources.unshift(broken)
  try {
    await work()
  } finally {
    // The class has it still.
    Reflect.deleteProperty(relief, 'tile')
    Reflect.deleteProperty(classTiles, 'tag')
    sources.shift()
    for (const [index, store] of stores.entries()) Object.assign(store, whole[index])
  }
}

const sharedToken = async () =>
  (await server.services.records.createShare(done, { days: 1, maximum: 1000 }))?.token

const spare = async ({ id: operation }: Operation): Promise<Record<string, string>> => {
  if (operation === 'deleteWebhook') return webhookOf(main.account.id)
  if (/Network$/.test(operation)) {
    const id = await networkOf(main.account.id, done)
    return { id, share_id: await shared(id) }
  }
  const { key_id = '' } = (await main.client.post('/api/v1/keys')).json<{ key_id: string }>()
  if (operation === 'deleteSearch') return { id: await searchOf(network) }
  const antenna_id = await uploaded(main.client, `${planetFile()}\nCOMMENT spare`)
  const id = await simulateToEnd(main.client)
  return { id, key_id, antenna_id, share_id: await shared(id) }
}

t.test('statuses of success', async (t) => {
  for (const status of [200, 201, 202, 204])
    await provoke(t, status, async (operation) => {
      const { id, method } = operation
      if (id === 'uploadAntenna' && status === 201) return { query: 'name=new' }
      if (id === 'getShared') return { apiKey: (await sharedToken()) ?? '' }
      if (id === 'login') return codeOf(main.account.id)
      if (id === 'redeemInvite') return inviteOf()
      if (id === 'followSimulation' && status === 204) {
        const [, lastId = ''] = /\nid: (\S+)/.exec((await ask(t, operation)).text) ?? []
        return { headers: [['Last-Event-ID', lastId]] }
      }
      return method === 'DELETE' ? { ids: await spare(operation) } : {}
    })
  await provoke(t, 206, { headers: [['Range', 'bytes=0-9']] })
  await provoke(t, 304, { headers: [['If-None-Match', '*']] })
})

t.test('statuses of invalid requests', async (t) => {
  await provoke(t, 400, { hasHost: false })
  await provoke(t, 401, { apiKey: '' })
  await provoke(t, 403, { apiKey: free.apiKey })
  const token = await sharedToken()
  await provoke(t, 404, async ({ id }) => ({
    // Far from what is shared.
    ...(/^get(Terrain|Clutter)Tile$/.test(id) && { apiKey: token }),
    // Behind a proxy there is no such path.
    ...(id === 'login' && { headers: [['X-Forwarded-For', '192.0.2.1']] as [string, string][] }),
    ids: { id: 'sim_none', antenna_id: 'ant_none', code: 'none', x: '0', hash: 'none' },
  }))
  await provoke(t, 405, async ({ id }) => ({
    method: /^(get|replace|delete)Network$/.test(id) ? 'PATCH' : 'PUT',
    body: Buffer.alloc(0),
  }))
  await provoke(t, 412, { headers: [['If-Match', '"other"']] })
  await provoke(t, 413, async ({ id }) => ({
    body: Buffer.from(JSON.stringify({ name: 'x'.repeat(tooLong(id)) })),
  }))
  await provoke(t, 414, { query: `a=${'x'.repeat(9000)}` })
  await provoke(t, 415, { headers: [['Content-Type', 'application/xml']], body: Buffer.from('{}') })
  await provoke(t, 416, { headers: [['Range', 'bytes=999999999-']] })
  await provoke(t, 431, { headers: [['X-Filler', 'x'.repeat(20_000)]] })
})

t.test('statuses of conflicts', async (t) => {
  const used: [string, string][] = [['Idempotency-Key', 'used']]
  for (const operation of operations.filter(({ id }) => id in bodies))
    await ask(t, operation, { headers: used })
  await provoke(t, 422, async ({ id }) => ({
    headers: used,
    body: Buffer.from(JSON.stringify({ ...(bodies[id] as object), name: 'other' })),
  }))

  const fleeting = await simulateToEnd(main.client)
  const lost = await searchOf(await networkOf(main.account.id, fleeting))
  await main.client.delete(`/api/v1/simulations/${fleeting}`)
  const crowded = await server.account('pro')
  const crowdedId = await simulateToEnd(crowded.client)
  // As many antennas as may be, one of them in use.
  const antenna = { pattern: { type: 'uploaded', id: await uploaded(crowded.client, planetFile()) } }
  server.compute.held = true
  await crowded.client.post('/api/v1/simulate', { ...validRequest, model: 'p526', antenna })
  for (let count = 1; count < 50; count++) {
    const stored = storedAntenna(parsePatternFile(planetFile()), String(count), undefined)
    await server.services.antennas.add(crowded.account.id, stored)
  }

  // In flight: the same key on another connection, while the first waits.
  const { dispatcher, records } = server.services
  const submit = dispatcher.submit.bind(dispatcher)
  const submitBatch = dispatcher.submitBatch.bind(dispatcher)
  const { createCreditSession } = records
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  dispatcher.submit = (...input) => waiting.then(() => submit(...input))
  dispatcher.submitBatch = (...input) => waiting.then(() => submitBatch(...input))
  records.createCreditSession = (...input) => waiting.then(() => createCreditSession(...input))
  const busy: [string, string][] = [['Idempotency-Key', 'busy']]
  const sent = {
    simulate: 'startSimulation',
    'simulations/batch': 'startBatch',
    'credits/purchase': 'purchaseCredits',
    [`networks/${network}/search`]: 'startSearch',
  }
  const first = Object.entries(sent).map(([path, id]) =>
    main.client.ask(`/api/v1/${path}`, {
      method: 'POST',
      body: bodies[id],
      headers: Object.fromEntries(busy),
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  // One key is the last; of too many there are twenty.
  const single = await server.account('pro')
  for (let count = 1; count < 20; count++) await crowded.client.post('/api/v1/keys')
  for (let count = 0; count < 100; count++) await shared(done)
  for (let count = 0; count < 100; count++) await shared(network)
  for (let count = 0; count < 200; count++) await networkOf(crowded.account.id, 'sim_gone')
  const crowdedBody = Buffer.from(JSON.stringify({ sites: [{ id: crowdedId }] }))
  for (let count = 0; count < 10; count++) await webhookOf(crowded.account.id)
  await provoke(t, 409, async ({ id, template }) => {
    if (id === 'createShare' || id === 'createShareOfNetwork') return {}
    if (id === 'createNetwork') return { apiKey: crowded.apiKey, body: crowdedBody }
    if (template.includes('/results/') || id === 'estimateSearch') return { ids: { id: emptied } }
    if (id === 'getChoice') return { ids: { id: lost } }
    if (id === 'uploadAntenna') return { apiKey: crowded.apiKey, query: 'name=more' }
    if (id === 'deleteAntenna') return { apiKey: crowded.apiKey, ids: { antenna_id: antenna.pattern.id } }
    if (id === 'createWebhook') return { apiKey: crowded.apiKey }
    if (id === 'createKey') return { apiKey: crowded.apiKey }
    if (id === 'login') return codeOf(crowded.account.id)
    if (id === 'redeemInvite') return inviteOf({ keys: 20 })
    const [last] = server.services.records.keys(single.account.id)
    if (id === 'deleteKey') return { apiKey: single.apiKey, ids: { key_id: last?.key_id ?? '' } }
    return { headers: busy }
  })
  server.compute.release()
  goOn()
  for (const answer of await Promise.all(first)) t.equal(answer.status, 201)
  dispatcher.submit = submit
  dispatcher.submitBatch = submitBatch
  records.createCreditSession = createCreditSession
})

t.test('statuses of a broken service and of expired results', async (t) => {
  const change = async ({ id }: Operation) => {
    if (id === 'computeLink') return linkOverTerrain
    if (id === 'computeLinks') return withPattern(exampleLinks)
    if (id === 'searchRelays') return withPattern(exampleRelays)
    return id === 'login' ? codeOf(main.account.id) : {}
  }
  // Footprints of the terrain are cached for 3 s.
  await new Promise((resolve) => setTimeout(resolve, 3100))
  await whileBroken(new Error('broken'), () => provoke(t, 500, change))
  server.compute.state = 'starting'
  await whileBroken(new StorageError('no space'), () => provoke(t, 503, change))
  server.compute.state = 'ready'

  clock.days = 31
  await provoke(t, 410, async ({ id }) => (id === 'redeemInvite' ? inviteOf({ isUsed: true }) : {}))
  clock.days = 0
})

t.test('statuses of too many and too slow requests', async (t) => {
  clock.minutes++
  const anonymous = server.client()
  for (let count = 0; count < 60; count++) await anonymous.get('/api/v1/credits')
  // Not through `provoke`, which would let a minute pass.
  for (const operation of operations.filter(({ statuses }) => statuses.includes('429'))) {
    t.equal((await ask(t, operation, { apiKey: '' })).status, 429, operation.id)
  }
  const slow = operations.filter(({ statuses }) => statuses.includes('408'))
  const answers = await Promise.all(
    slow.map(({ method, template }) => unfinished(server.origin, `${method} ${template}`)),
  )
  for (const [index, operation] of slow.entries()) {
    const answer = answers[index] as Answer
    t.equal(answer.status, 408, operation.id)
    note(t, operation, answer, operation.template.replace(/\{\w+\}/g, 'a'))
  }
})

t.test('every documented status was seen', async (t) => {
  const documented = operations.flatMap(({ id, statuses }) => statuses.map((status) => `${id} ${status}`))
  t.same(
    documented.filter((name) => !seen.has(name) && !(name in impossible)),
    [],
  )
  t.same(
    Object.keys(impossible).filter((name) => !documented.includes(name) || seen.has(name)),
    [],
    'reasons',
  )
})

/** The id of a network that is there now. */
async function networkOf(accountId: string, simulationId: string): Promise<string> {
  const content = { name: '', sites: [{ id: simulationId }] }
  const made = await server.services.records.createNetwork(accountId, content, 1000)
  return made?.id ?? ''
}

/** The id of a search whose cells are there. */
async function searchOf(networkId: string): Promise<string> {
  const started = await main.client.post(`/api/v1/networks/${networkId}/search`, { candidates: hill })
  const { id } = started.json<{ id: string }>()
  const { records, stores } = server.services
  while (records.simulation(id)?.status === 'pending') await new Promise((resolve) => setTimeout(resolve, 10))
  const cells = { firstRow: 0, firstWord: 0, rows: 1, wordsARow: 1, words: Uint32Array.of(1) }
  const { grid } = (await main.client.get(`/api/v1/networks/${networkId}`)).json<{
    grid: Record<string, number>
  }>()
  const { north: northDeg, west: westDeg, step_lat: cellLatDeg, step_lon: cellLonDeg } = grid
  const lattice = { rows: 1, cols: 32, northDeg, westDeg, cellLatDeg, cellLonDeg } as CoveredCells['lattice']
  await stores.rasters.putBytes(`${id}.cells`, await packCells({ lattice, candidates: [cells] }))
  return id
}

/** The id of a share that is there now. */
async function shared(simulationId: string): Promise<string> {
  const made = await server.services.records.createShare(simulationId, { days: 1, maximum: 100 })
  return made?.share.share_id ?? ''
}

/** The ids of a webhook and of a delivery that are there now. */
async function webhookOf(accountId: string): Promise<Record<string, string>> {
  const made = await server.services.records.createWebhook(accountId, {
    url: 'https://127.0.0.1:1/',
    events: ['simulation.failed'],
    credits_low_below: 1,
    maximum: 10,
  })
  const delivery = await server.services.records.testWebhook(made?.id ?? '')
  return { id: made?.id ?? '', delivery_id: delivery?.id ?? '' }
}

/** The id of an antenna that is there now. */
async function uploaded(client: Client, body: string): Promise<string> {
  const headers = { 'content-type': 'text/plain' }
  const answer = await client.ask('/api/v1/antennas', { method: 'POST', headers, body })
  return answer.json<{ id: string }>().id
}
