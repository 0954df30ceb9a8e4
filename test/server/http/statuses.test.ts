import { once } from 'node:events'
import { connect } from 'node:tls'
import t, { type Test } from 'tap'
import { StorageError } from '../../../storage/records/errors.ts'
import { type Answer, ContractChecker } from '../../helpers/client.ts'
import { RawClient, type RawRequest } from '../../helpers/raw-http.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'

/** What the document tells and no client of a test can bring about, with the reason. */
const impossible: Record<string, string> = {
  'getMetrics 401': 'a test is on this machine, which needs no token; see metrics.test.ts',
  'getHealth 500': 'reads two numbers and a word from memory',
  'getLiveness 500': 'answers a constant',
  'getMetrics 500': 'counts in memory',
  'getOpenApi 500': 'answers a document made at the start',
  'getDocs 500': 'answers a constant',
  'getProblem 500': 'answers constants',
  'listModels 500': 'answers a constant',
  'listModelsAtRoot 500': 'answers a constant',
  'listPacks 500': 'answers the configuration',
  'estimateSimulation 500': 'terrain that fails is left to the job',
}

const clock = { minutes: 0, days: 0 }
const server = await startTestServer(t, {
  now: () => Date.now() + clock.minutes * 61_000 + clock.days * 86_400_000,
  patience: { headersMs: 2000, requestMs: 30_000, readingMs: 30_000 },
})
const checker = new ContractChecker(server.document)
const raw = new RawClient(server.origin)
t.teardown(() => raw.close())
const main = await server.account('enterprise')
const free = await server.account('free')
const done = await simulateToEnd(main.client)
const bodies: Record<string, object> = {
  startSimulation: validRequest,
  estimateSimulation: validRequest,
  purchaseCredits: { pack: '100' },
  computeLink: {
    tx_height: 30,
    frequency: 900,
    profile: { distance_m: [0, 1000, 2000], ground_m: [100, 120, 100] },
  },
}
/** A link that asks for terrain. */
const linkOverTerrain = {
  body: Buffer.from(
    JSON.stringify({ tx_lat: 46.5, tx_lon: 7.5, tx_height: 30, rx_lat: 46.6, rx_lon: 7.6, frequency: 900 }),
  ),
}

const queries: Record<string, string> = { getElevation: 'lat=46.5&lon=7.5' }

interface Operation {
  id: string
  method: string
  template: string
  statuses: string[]
}

const operations: Operation[] = Object.entries(server.document.paths).flatMap(([template, byMethod]) =>
  Object.entries(byMethod).map(([method, { operationId = '', responses }]) => ({
    id: operationId,
    method: method.toUpperCase(),
    template,
    statuses: Object.keys(responses),
  })),
)
const seen = new Set<string>()

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
    apiKey = main.apiKey,
    method = operation.method,
    query = queries[operation.id] ?? '',
    hasHost = true,
    headers = [],
  } = change
  const ids: Record<string, string> = { id: done, key_id: 'none', code: 'rate_limited', ...change.ids }
  const sample = bodies[operation.id]
  const body = change.body ?? Buffer.from(sample ? JSON.stringify(sample) : '')
  const type: [string, string][] = body.length > 0 ? [['Content-Type', 'application/json']] : []
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
  clock.minutes++
  for (const operation of operations) {
    const name = `${operation.id} ${status}`
    if (!operation.statuses.includes(String(status)) || name in impossible) continue
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
  const { records, terrain } = server.services
  const whole = [{ ...records }, { ...terrain }]
  const fail = () => {
    throw error
  }
  for (const store of [records, terrain]) {
    const names = Object.keys(store).filter((name) => !['findKey', 'touchKey', 'close'].includes(name))
    Object.assign(store, Object.fromEntries(names.map((name) => [name, fail])))
  }
  try {
    await work()
  } finally {
    for (const [index, store] of [records, terrain].entries()) Object.assign(store, whole[index])
  }
}

const spare = async (): Promise<Record<string, string>> => {
  const { key_id = '' } = (await main.client.post('/api/v1/keys')).json<{ key_id: string }>()
  return { id: await simulateToEnd(main.client), key_id }
}

t.test('as it should be', async (t) => {
  for (const status of [200, 201, 204])
    await provoke(t, status, async ({ method }) => (method === 'DELETE' ? { ids: await spare() } : {}))
  await provoke(t, 206, { headers: [['Range', 'bytes=0-9']] })
  await provoke(t, 304, { headers: [['If-None-Match', '*']] })
})

t.test('what is wrong with the request', async (t) => {
  await provoke(t, 400, { hasHost: false })
  await provoke(t, 401, { apiKey: '' })
  await provoke(t, 403, { apiKey: free.apiKey })
  await provoke(t, 404, { ids: { id: 'sim_none', code: 'none' } })
  await provoke(t, 405, { method: 'PUT', body: Buffer.alloc(0) })
  await provoke(t, 413, { body: Buffer.from(JSON.stringify({ name: 'x'.repeat(70_000) })) })
  await provoke(t, 414, { query: `a=${'x'.repeat(9000)}` })
  await provoke(t, 415, { headers: [['Content-Type', 'text/plain']], body: Buffer.from('{}') })
  await provoke(t, 416, { headers: [['Range', 'bytes=999999999-']] })
  await provoke(t, 431, { headers: [['X-Filler', 'x'.repeat(20_000)]] })
})

t.test('what clashes with what is there', async (t) => {
  const used: [string, string][] = [['Idempotency-Key', 'used']]
  for (const operation of operations.filter(({ id }) => id in bodies))
    await ask(t, operation, { headers: used })
  await provoke(t, 422, async ({ id }) => ({
    headers: used,
    body: Buffer.from(JSON.stringify({ ...bodies[id], name: 'other' })),
  }))

  // In flight: the same key on another connection, while the first waits.
  const { dispatcher, records } = server.services
  const submit = dispatcher.submit.bind(dispatcher)
  const { createCreditSession } = records
  let goOn = () => {}
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve
  })
  dispatcher.submit = (...input) => waiting.then(() => submit(...input))
  records.createCreditSession = (...input) => waiting.then(() => createCreditSession(...input))
  const busy: [string, string][] = [['Idempotency-Key', 'busy']]
  const first = ['/api/v1/simulate', '/api/v1/credits/purchase'].map((path) =>
    main.client.ask(path, {
      method: 'POST',
      body: path.endsWith('purchase') ? bodies.purchaseCredits : validRequest,
      headers: Object.fromEntries(busy),
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  // One key is the last; of too many there are twenty.
  const single = await server.account('pro')
  const crowded = await server.account('pro')
  for (let count = 1; count < 20; count++) await crowded.client.post('/api/v1/keys')
  await provoke(t, 409, async ({ id }) => {
    if (id === 'createKey') return { apiKey: crowded.apiKey }
    const [last] = server.services.records.keys(single.account.id)
    if (id === 'deleteKey') return { apiKey: single.apiKey, ids: { key_id: last?.key_id ?? '' } }
    return { headers: busy }
  })
  goOn()
  for (const answer of await Promise.all(first)) t.equal(answer.status, 201)
  dispatcher.submit = submit
  records.createCreditSession = createCreditSession
})

t.test('what is no fault of the request', async (t) => {
  const change = async ({ id }: Operation) => (id === 'computeLink' ? linkOverTerrain : {})
  await whileBroken(new Error('broken'), () => provoke(t, 500, change))
  server.compute.state = 'starting'
  await whileBroken(new StorageError('no room'), () => provoke(t, 503, change))
  server.compute.state = 'ready'

  clock.days = 31
  await provoke(t, 410, {})
  clock.days = 0
})

t.test('who asks too much, or too slowly', async (t) => {
  clock.minutes++
  const anonymous = server.client()
  for (let count = 0; count < 60; count++) await anonymous.get('/api/v1/credits')
  // Not through `provoke`, which would let a minute pass.
  for (const operation of operations.filter(({ statuses }) => statuses.includes('429'))) {
    t.equal((await ask(t, operation, { apiKey: '' })).status, 429, operation.id)
  }
  const slow = operations.filter(({ statuses }) => statuses.includes('408'))
  const answers = await Promise.all(slow.map(({ method, template }) => unfinished(`${method} ${template}`)))
  for (const [index, operation] of slow.entries()) {
    const answer = answers[index] as Answer
    t.equal(answer.status, 408, operation.id)
    note(t, operation, answer, operation.template.replace(/\{\w+\}/g, 'a'))
  }
})

t.test('every status that the document tells of was an answer', async (t) => {
  const told = operations.flatMap(({ id, statuses }) => statuses.map((status) => `${id} ${status}`))
  t.same(
    told.filter((name) => !seen.has(name) && !(name in impossible)),
    [],
  )
  t.same(
    Object.keys(impossible).filter((name) => !told.includes(name) || seen.has(name)),
    [],
    'reasons',
  )
})

/** The answer to a head that never ends. */
async function unfinished(line: string): Promise<Answer> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n`)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((header) => header.toLowerCase().split(': ')))
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: Buffer.from(body),
    text: body,
    json: () => JSON.parse(body),
  }
}
