import t from 'tap'
import { unboundedIn, watchRoutes } from '../../helpers/route-schemas.ts'
import { startTestServer } from '../../helpers/server.ts'
import { FakeStripe } from '../../helpers/stripe.ts'

// What a bounded schema lets through is sent by large-bodies.slow.test.ts.

const routes = watchRoutes(t)
await startTestServer(t)
const stripe = new FakeStripe()
await stripe.start(t)
await startTestServer(t, { env: stripe.env })

t.test('every request schema of every route is bounded', async (t) => {
  let looked = 0
  for (const { method, url, schema = {}, validatorCompiler } of routes) {
    // A route with a validator of its own has the schema for the document alone.
    if (validatorCompiler !== undefined) continue
    for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
      const given = schema[part] as Record<string, unknown> | undefined
      if (given === undefined) continue
      looked++
      t.same(unboundedIn(given, part), [], `${method} ${url}`)
    }
  }
  t.ok(looked > 60, `${looked} schemas`)
  const urls = routes.map(({ url }) => url)
  for (const hidden of ['/sandbox/checkout/:token', '/payments/stripe']) t.ok(urls.includes(hidden), hidden)
})

t.test('the search for unbounded schemas finds them', async (t) => {
  const cases: [Record<string, unknown>, number][] = [
    [{ type: 'string' }, 1],
    [{ type: 'number', minimum: 0 }, 1],
    [{ type: 'integer', minimum: 0, maximum: Number.POSITIVE_INFINITY }, 1],
    [{ type: 'array', items: { type: 'string' } }, 2],
    [{ type: 'array', maxItems: 3, uniqueItems: true, items: { enum: ['a'] } }, 1],
    [{ type: 'object', properties: { a: {} } }, 2],
    [{ anyOf: [{ type: 'null' }, { type: 'string' }] }, 1],
  ]
  for (const [schema, count] of cases) t.equal(unboundedIn(schema, 'body').length, count)
})
