import t from 'tap'
import { models } from '../../../kernels/models.ts'
import { problems } from '../../../server/http/errors.ts'
import type { OpenApiDocument } from '../../helpers/client.ts'
import { startTestServer } from '../../helpers/server.ts'

const server = await startTestServer(t)
const document = (await server.client().get('/openapi.json')).json<OpenApiDocument>()

t.test('the document describes every route, each once', async (t) => {
  t.match(document.openapi, /^3\.1\./)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
  const results = ['/results', '/api/v1/results'].flatMap((prefix) => [
    `get ${prefix}/{id}/gaps.geojson`,
    `get ${prefix}/{id}.geojson`,
    `get ${prefix}/{id}.kmz`,
    `get ${prefix}/{id}.pgw`,
    `get ${prefix}/{id}.png`,
    `get ${prefix}/{id}.prj`,
    `get ${prefix}/{id}.qml`,
    `get ${prefix}/{id}.tif`,
    `get ${prefix}/{id}/bins/{z}/{x}/{y}.png`,
    `get ${prefix}/{id}/preview`,
    `get ${prefix}/{id}/signed-url`,
    `get ${prefix}/{id}/stats`,
    `get ${prefix}/{id}/tiles.json`,
    `get ${prefix}/{id}/tiles/{z}/{x}/{y}.png`,
    `get ${prefix}/{id}/value`,
    `get ${prefix}/{id}/values/{z}/{x}/{y}.png`,
    `post ${prefix}/{id}/features`,
    `post ${prefix}/{id}/stats`,
  ])
  t.same(
    operations.map(({ name }) => name).sort(),
    [
      ...results,
      'delete /api/v1/antennas/{antenna_id}',
      'delete /api/v1/keys/{key_id}',
      'delete /api/v1/networks/{id}',
      'delete /api/v1/networks/{id}/shares/{share_id}',
      'delete /api/v1/searches/{id}',
      'get /api/v1/networks',
      'get /api/v1/networks/{id}',
      'get /api/v1/networks/{id}/shares',
      'post /api/v1/networks',
      'post /api/v1/networks/{id}/search',
      'post /api/v1/networks/{id}/search/estimate',
      'post /api/v1/networks/{id}/shares',
      'get /api/v1/searches',
      'get /api/v1/searches/{id}',
      'get /api/v1/searches/{id}/choice',
      'put /api/v1/networks/{id}',
      'delete /api/v1/simulations/{id}',
      'delete /api/v1/simulations/{id}/shares/{share_id}',
      'get /api/v1/antennas',
      'get /api/v1/antennas/{antenna_id}',
      'get /api/v1/basemap',
      'get /api/v1/basemap/tiles.pmtiles',
      'get /api/v1/clutter',
      'get /api/v1/clutter/tiles.json',
      'get /api/v1/clutter/tiles/{z}/{x}/{y}.png',
      'get /api/v1/credits',
      'get /api/v1/credits/ledger',
      'get /api/v1/credits/packs',
      'get /api/v1/elevation',
      'get /api/v1/events',
      'get /api/v1/keys',
      'get /api/v1/models',
      'get /api/v1/places',
      'get /api/v1/presets',
      'get /api/v1/shared',
      'get /api/v1/simulations',
      'get /api/v1/simulations/{id}/shares',
      'get /api/v1/webhooks',
      'get /api/v1/webhooks/{id}',
      'get /api/v1/webhooks/{id}/deliveries',
      'delete /api/v1/webhooks/{id}',
      'post /api/v1/webhooks',
      'post /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay',
      'post /api/v1/webhooks/{id}/rotate',
      'post /api/v1/webhooks/{id}/test',
      'get /api/v1/status/{id}',
      'get /api/v1/status/{id}/events',
      'get /api/v1/terrain',
      'get /api/v1/terrain/fetch',
      'get /api/v1/terrain/footprints',
      'post /api/v1/terrain/fetch',
      'get /api/v1/terrain/tiles.json',
      'get /api/v1/terrain/tiles/{z}/{x}/{y}.png',
      'get /',
      'get /docs',
      'get /health',
      'get /health/live',
      'get /metrics',
      'get /models',
      'get /nodes/terrain/{hash}',
      'get /openapi.json',
      'get /problems/{code}',
      'post /api/v1/antennas',
      'post /api/v1/credits/purchase',
      'post /api/v1/keys',
      'post /api/v1/link',
      'post /api/v1/link/batch',
      'post /api/v1/relays',
      'post /api/v1/simulate',
      'post /api/v1/simulate/estimate',
      'post /api/v1/simulations/batch',
      'post /api/v1/simulations/{id}/shares',
      'patch /api/v1/simulations/{id}',
      'post /invite',
      'post /login',
    ].sort(),
  )
  const deprecated = operations.filter(({ operation }) => (operation as { deprecated?: true }).deprecated)
  t.same(
    deprecated.map(({ name }) => name).sort(),
    [...results.filter((name) => name.includes(' /api/')), 'get /api/v1/models'].sort(),
    'what is at the root too is deprecated under the base, and nothing else',
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  t.equal(new Set(ids).size, ids.length)
  for (const { name, operation } of operations) {
    t.ok(operation.operationId, name)
    for (const status of ['400', '405', '408', '414', '431', '500']) {
      t.ok(operation.responses[status], `${name} may answer ${status}`)
    }
    t.match(operation.responses['405'], { headers: { Allow: { $ref: '#/components/headers/Allow' } } })
    if (/ \/(api|results|nodes)/.test(name))
      t.ok(operation.responses['401'] && operation.responses['429'], name)
  }
})

t.test('all references resolve, and schemas are valid', async (t) => {
  const text = JSON.stringify(document)
  const references = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path = '']) => path),
  )
  const { schemas, headers } = document.components
  for (const path of references) {
    const [part, name = ''] = path.split('/')
    t.ok(name in (part === 'schemas' ? schemas : headers), path)
  }
  t.match(text, /"#\/components\/schemas\/Problem"/)
  t.notMatch(text, /def-\d|"\$id"/)
})

t.test("the document has units, defaults, the key and the server's address", async (t) => {
  const whole = document as unknown as {
    servers: { url: string }[]
    components: { securitySchemes: object }
    paths: Record<string, { post: { security: object; requestBody: object; responses: object } }>
  }
  t.match(whole.servers, [{ url: `https://localhost:${new URL(server.origin).port}` }])
  t.match(whole.components.securitySchemes, { apiKey: { type: 'http', scheme: 'bearer' } })
  const simulate = whole.paths['/api/v1/simulate']?.post
  t.same(simulate?.security, [{ apiKey: [] }])
  t.match(simulate?.responses, {
    201: { headers: { Location: {}, 'Retry-After': {}, 'X-RateLimit-Remaining': {} } },
    401: { headers: { 'WWW-Authenticate': {} } },
    429: { headers: { 'Retry-After': {} } },
  })
  t.match(simulate?.requestBody, {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/SimulationRequest' } } },
  })
  t.match(document.components.schemas.SimulationRequestLos, {
    required: ['tx_lat', 'tx_lon', 'tx_height', 'frequency', 'max_range'],
    properties: { erp: { default: 1, 'x-unit': 'watts' }, max_range: { 'x-unit': 'kilometres' } },
  })
})

t.test('the list says how much of it comes without a limit', async (t) => {
  const { parameters = [] } = (document.paths['/api/v1/simulations']?.get ?? {}) as {
    parameters?: { name: string; description: string }[]
  }
  t.match(parameters.find(({ name }) => name === 'limit')?.description, /by default 1000; total counts all/)
  const { properties } = document.components.schemas.SimulationList as {
    properties: Record<string, { description: string }>
  }
  t.match(properties.simulations?.description, /by default 1000/)
  t.match(properties.total?.description, /Total number of matching simulations/)
})

t.test('the documentation page loads nothing from elsewhere', async (t) => {
  const page = await server.client().get('/docs')
  t.equal(page.status, 200)
  t.notMatch(page.text, /https?:/)
  for (const [, address = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const asset = await server.client().get(address)
    t.equal(asset.status, 200, address)
    t.ok(asset.body.length > 50)
  }
})

t.test('every problem has a page', async (t) => {
  const browser = server.client()
  for (const [code, { status, title }] of Object.entries(problems)) {
    t.match((await browser.get(`/problems/${code}`)).json(), { code, status, title })
  }
  const page = await browser.get('/problems/rate_limited', { accept: 'text/html,*/*;q=0.8' })
  t.match(page.text, /<h1>Too many requests<\/h1>/)
  for (const code of ['nothing', 'toString', '__proto__']) {
    t.equal((await browser.get(`/problems/${code}`)).status, 404)
  }
})

t.test('models are listed at the root and under the base path', async (t) => {
  const { client } = await server.account()
  const atRoot = (await server.client().get('/models')).json<{ models: { name: string }[] }>()
  t.same(
    atRoot.models.map(({ name }) => name),
    [...models.keys()],
  )
  t.same((await client.get('/api/v1/models')).json(), atRoot)
})

t.test('health reports version, backend and queue', async (t) => {
  const { version } = server.services.config
  t.same((await server.client().get('/health')).json(), {
    status: 'ok',
    version,
    backend: 'test',
    device: 'none',
    queue: 0,
    running: 0,
    memory: { reserved_bytes: 0, budget_bytes: server.services.config.computeMemoryBytes },
    store: 'ok',
    disk: 'ok',
    certificate: 'ok',
  })
  t.same((await server.client().get('/health/live')).json(), { status: 'ok' })
})
