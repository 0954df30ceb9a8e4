import t from 'tap'
import { TaskTimeoutError } from '../../../server/queues/worker-queue.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t)
const { account, client, apiKey } = await server.account('enterprise')
const anonymous = server.client()

interface Problem {
  type: string
  status: number
  instance: string
  code: string
  request_id: string
}

t.test('invalid keys get 401', async (t) => {
  const stranger = await server.account()
  await server.services.records.updateAccount(stranger.account.id, { disabled: true })
  const cases: [string | undefined, string][] = [
    [undefined, 'key_missing'],
    ['', 'key_missing'],
    ['Basic dXNlcjpwYXNz', 'key_invalid'],
    ['Bearer', 'key_invalid'],
    [`Bearer ${apiKey}x`, 'key_invalid'],
    [`Bearer ${apiKey.slice(0, -1)}${apiKey.endsWith('a') ? 'b' : 'a'}`, 'key_invalid'],
    [`Bearer ${stranger.apiKey}`, 'key_invalid'],
    [apiKey, 'key_invalid'],
  ]
  for (const [authorization, code] of cases) {
    const answer = await anonymous.get(
      '/api/v1/credits',
      authorization === undefined ? {} : { authorization },
    )
    t.equal(answer.status, 401)
    t.equal(answer.headers['content-type'], 'application/problem+json')
    t.equal(answer.json().code, code)
  }
  for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
    const { status } = await anonymous.get('/api/v1/credits', { authorization: `${scheme} ${apiKey}` })
    t.equal(status, 200, scheme)
  }
})

t.test('a problem has the code, the path without its query, and the request id', async (t) => {
  const answer = await client.get('/api/v1/status/sim_unknown?secret=1')
  const problem = answer.json<Problem>()
  t.match(problem, { status: 400, instance: '/api/v1/status/sim_unknown', code: 'invalid_parameters' })
  t.equal(problem.type, `/problems/${problem.code}`)
  t.equal(problem.request_id, answer.headers['x-request-id'])
  t.equal((await anonymous.get(problem.type)).status, 200, 'its type leads to a page')
})

t.test('a problem is plain JSON for clients that name that type and not the other', async (t) => {
  const plain = 'application/json; charset=utf-8'
  const problem = 'application/problem+json'
  const accepts: [string | undefined, string][] = [
    [undefined, problem],
    ['*/*', problem],
    ['application/*', problem],
    ['text/html', problem],
    ['application/json', plain],
    ['Application/JSON', plain],
    ['application/json, */*;q=0.5', plain],
    ['text/html, application/json;q=0.1', plain],
    ['application/problem+json;q=0, application/json', plain],
    ['application/json, application/problem+json;q=0.1', problem],
    ['application/json;q=0', problem],
    ['application/jsonp', problem],
    [', ;;,q', problem],
  ]
  for (const [accept, type] of accepts) {
    const answer = await client.get('/api/v1/status/sim_unknown', accept === undefined ? {} : { accept })
    t.equal(answer.headers['content-type'], type, accept ?? 'none')
    t.match(answer.json(), {
      status: 404,
      code: 'simulation_not_found',
      instance: '/api/v1/status/sim_unknown',
    })
  }
  // Whoever makes the error: routes, parsers of bodies, the router, what looks at heads, the other folders.
  const asked: [string, string, string, Record<string, string>][] = [
    ['POST', '/api/v1/simulate', 'malformed_json', { 'content-type': 'application/json' }],
    ['POST', '/api/v1/simulate', 'unsupported_media_type', { 'content-type': 'text/xml' }],
    ['GET', '/api/v1/status/%zz', 'bad_url', {}],
    ['GET', `/api/v1/status/${'x'.repeat(9000)}`, 'uri_too_long', {}],
    ['GET', '/health', 'headers_too_large', { 'x-filler': 'x'.repeat(20_000) }],
    ['PUT', '/api/v1/simulate', 'method_not_allowed', {}],
    ['GET', '/nothing', 'route_not_found', {}],
    ['GET', '/results/sim_unknown.tif', 'simulation_not_found', {}],
    ['GET', '/nodes/terrain/none', 'key_invalid', {}],
  ]
  for (const [method, path, code, headers] of asked) {
    const body = method === 'POST' && { body: '{' }
    const ask = { method, ...body, headers: { ...headers, accept: 'application/json' } }
    const answer = await client.ask(path, ask)
    t.equal(answer.headers['content-type'], plain, code)
    t.equal(answer.json().code, code)
  }
})

t.test('unknown paths get 404, wrong methods 405', async (t) => {
  const cases: [string, string, number, string, string?][] = [
    ['GET', '/api/v1/nothing', 404, 'route_not_found'],
    ['POST', '/api/v1/nothing', 404, 'route_not_found'],
    ['GET', '/api/v1', 404, 'route_not_found'],
    ['GET', '/api/v1/', 404, 'route_not_found'],
    ['GET', '/api/v1/status/', 404, 'simulation_not_found'],
    ['GET', '/results/sim_1.gif', 404, 'route_not_found'],
    ['GET', '/api/v2/credits', 404, 'route_not_found'],
    ['GET', '/API/V1/credits', 404, 'route_not_found'],
    ['GET', '/nothing', 404, 'route_not_found'],
    ['POST', '/', 405, 'method_not_allowed', 'GET, HEAD'],
    ['GET', '/page/main.js', 404, 'route_not_found'],
    ['GET', '/api/v1/simulate', 405, 'method_not_allowed', 'POST'],
    ['PUT', '/api/v1/simulate', 405, 'method_not_allowed', 'POST'],
    ['DELETE', '/api/v1/simulations', 405, 'method_not_allowed', 'GET, HEAD'],
    ['PUT', '/api/v1/simulations/sim_1', 405, 'method_not_allowed', 'DELETE, PATCH'],
    ['POST', '/api/v1/status/sim_1', 405, 'method_not_allowed', 'GET, HEAD'],
    ['POST', '/results/sim_1.tif', 405, 'method_not_allowed', 'GET, HEAD'],
    ['PROPFIND', '/api/v1/credits', 405, 'method_not_allowed', 'GET, HEAD'],
    ['PUT', '/health', 405, 'method_not_allowed', 'GET, HEAD'],
    ['GET', `/api/v1/status/sim_${'x'.repeat(500)}`, 404, 'simulation_not_found'],
    ['GET', `/api/v1/status/${'x'.repeat(9000)}`, 414, 'uri_too_long'],
    ['GET', '/api/v1/status/%zz', 400, 'bad_url'],
    ['GET', '/nothing/%zz', 400, 'bad_url'],
    ['GET', '/api/v1/simulations?status=%zz', 400, 'bad_url'],
  ]
  for (const [method, path, status, code, allow] of cases) {
    // A body of the wrong type does not matter where there is nothing to send it to.
    const hasBody = ['POST', 'PUT', 'PATCH'].includes(method)
    const answer = await client.ask(path, {
      method,
      ...(hasBody && { body: '<x/>', headers: { 'content-type': 'text/xml' } }),
    })
    t.equal(answer.status, status, `${method} ${path.slice(0, 50)}`)
    t.equal(answer.headers['content-type'], 'application/problem+json')
    t.equal(answer.json<Problem>().code, code)
    t.equal(answer.headers.allow, allow)
  }
})

t.test('a path with slashes too many, or without its base, is told the right one', async (t) => {
  const id = 'sim_vq7YS5ecugNBEHXOPC7r'
  const cases: [string, string, string | undefined][] = [
    ['POST', '//simulate', '/api/v1/simulate'],
    ['POST', '/simulate', '/api/v1/simulate'],
    ['POST', '/api/v1//simulate', '/api/v1/simulate'],
    ['POST', '//api///v1/simulate//', '/api/v1/simulate'],
    ['POST', '/api/v1/simulate/', '/api/v1/simulate'],
    ['GET', '/api/v1/simulations/?limit=5', '/api/v1/simulations'],
    ['GET', `/api/v1//status/${id}`, `/api/v1/status/${id}`],
    ['GET', `/api/v1/status/${id}/`, `/api/v1/status/${id}`],
    ['GET', `//status/${id}`, `/api/v1/status/${id}`],
    ['GET', `//results/${id}.tif`, `/results/${id}.tif`],
    ['GET', `/results//${id}.tif`, `/results/${id}.tif`],
    ['GET', `/api/v1//results/${id}.png`, `/api/v1/results/${id}.png`],
    ['GET', `/results/${id}/stats/`, `/results/${id}/stats`],
    ['GET', '//health/', '/health'],
    ['GET', '//nothing/', undefined],
    ['GET', `/results/${id}.gif/`, undefined],
    ['GET', `/api/v1/status/${'x'.repeat(2000)}/`, undefined],
  ]
  for (const [method, path, right] of cases) {
    const answer = await client.ask(path, { method, ...(method === 'POST' && { body: validRequest }) })
    const detail =
      right === undefined ? 'No resource has this path.' : `No resource has this path: did you mean ${right}?`
    t.match(answer.json(), { status: 404, code: 'route_not_found', detail }, `${method} ${path.slice(0, 60)}`)
  }
  t.equal((await anonymous.post('/api/v1//simulate', validRequest)).status, 401, 'a key is asked for first')
})

t.test('without a key unknown paths get 401 too', async (t) => {
  for (const path of ['/api/v1/nothing', '/api/v1', '/results/nothing', '/results', '/api/v1/results/x']) {
    t.equal((await anonymous.get(path)).status, 401, path)
  }
  t.equal((await anonymous.post('/api/v1/simulate', 'not json')).status, 401, 'before the body is looked at')
  t.equal((await anonymous.ask('/api/v1/simulate', { method: 'PUT' })).status, 401)
})

t.test('the plan is checked first', async (t) => {
  const free = await server.account('free')
  const forbidden: [string, string][] = [
    ['POST', '/api/v1/simulate'],
    ['GET', '/api/v1/status/sim_unknown'],
    ['GET', '/api/v1/simulations?bad=1'],
    ['DELETE', '/api/v1/simulations/sim_unknown'],
    ['GET', '/api/v1/credits'],
    ['POST', '/api/v1/credits/purchase'],
  ]
  for (const [method, path] of forbidden) {
    const answer = await free.client.ask(path, { method, ...(method === 'POST' && { body: '{' }) })
    t.equal(answer.status, 403, path)
    t.equal(answer.json().code, 'plan_not_allowed')
  }
  t.equal((await free.client.get('/api/v1/keys')).status, 200)
  t.equal((await free.client.get('/api/v1/models')).status, 200)
})

t.test("another account's simulation is answered like one that never existed", async (t) => {
  const other = await server.account()
  server.compute.held = true
  const { id } = (await other.client.post('/api/v1/simulate', validRequest)).json<{ id: string }>()
  server.compute.release()
  const pathsTo = (of: string) => [
    `/api/v1/status/${of}`,
    `/results/${of}.tif`,
    `/results/${of}.png`,
    `/api/v1/results/${of}.tif`,
    `/api/v1/results/${of}/signed-url`,
    `/api/v1/results/${of}/preview`,
  ]
  const unknown = pathsTo('sim_0000000000000000')
  for (const [index, path] of pathsTo(id).entries()) {
    const [strange, never] = [await client.get(path), await client.get(unknown[index] ?? '')]
    t.equal(strange.status, 404)
    const { instance: _1, request_id: _2, ...problem } = strange.json<Problem>()
    const { instance: _3, request_id: _4, ...expected } = never.json<Problem>()
    t.same(problem, expected)
    t.equal(problem.code, 'simulation_not_found')
  }
})

t.test('an internal error reveals nothing', async (t) => {
  const { records } = server.services
  const broken = records.credits
  records.credits = () => {
    throw new Error('ENOENT: /var/secret/path')
  }
  const answer = await client.get('/api/v1/credits')
  records.credits = broken
  t.equal(answer.status, 500)
  t.equal(answer.json().code, 'internal_error')
  t.notMatch(answer.text, /secret|ENOENT|stack/)
  t.match(server.log.join(''), /ENOENT/, 'the log has it')
})

t.test('what takes longer than a request may is to be tried later', async (t) => {
  const { records } = server.services
  const { confirmedSimulation } = records
  records.confirmedSimulation = () => {
    throw new TaskTimeoutError('The task took too long.')
  }
  const answer = await client.get('/results/sim_0123456789abcdef.png')
  records.confirmedSimulation = confirmedSimulation
  t.match(answer, { status: 503, headers: { 'retry-after': '30' } })
  t.equal(answer.json().code, 'overloaded')
})

t.test('keys, secrets, queries and coordinates never appear in the log', async (t) => {
  await client.get('/api/v1/credits?token=hush-query')
  await client.get('/api/v1/status/hush-id')
  await client.post('/api/v1/simulate', { ...validRequest, name: 'hush-body', tx_lat: 46.98765 })
  await anonymous.get('/hush-path')
  await anonymous.get('/api/v1/credits', { authorization: 'Bearer rcov_hushhush_1' })
  const log = server.log.join('')
  t.match(log, /"route":"\/api\/v1\/status\/:id","status":404/)
  t.notMatch(log, /hush|46\.98765/)
  t.notOk(log.includes(apiKey) || log.includes(apiKey.slice(14)))
  t.ok(account.id)
})
