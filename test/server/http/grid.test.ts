import t from 'tap'
import { jobOf } from '../../../server/jobs/job.ts'
import type { SimulationParams } from '../../../server/requests/simulation.ts'
import type { Client } from '../../helpers/client.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'

// `grid` by the id of a simulation, by null, and of a batch: whose cells are taken, and what is refused.

const server = await startTestServer(t)
const batchPath = '/api/v1/simulations/batch'

interface Refusal {
  code: string
  errors: { pointer: string; detail: string }[]
}

async function start(client: Client, own: object): Promise<string> {
  const answer = await client.post('/api/v1/simulate', { ...validRequest, ...own })
  return answer.json<{ id: string }>().id
}

async function paramsOf(client: Client, id: string): Promise<SimulationParams> {
  return (await client.get(`/api/v1/status/${id}`)).json<{ params: SimulationParams }>().params
}

/** How far the corners of two rasters are from whole cells of the first, in cells. */
function apart(one: SimulationParams, other: SimulationParams): number {
  const [a, b] = [jobOf(one).grid, jobOf(other).grid]
  const offsets = [(a.northDeg - b.northDeg) / a.cellLatDeg, (b.westDeg - a.westDeg) / a.cellLonDeg]
  return Math.max(...offsets.map((cells) => Math.abs(cells - Math.round(cells))))
}

t.test('the cells of a simulation, by its id', async (t) => {
  const { client } = await server.account('enterprise', 100)
  const first = await start(client, { resolution: 40 })
  const nearby = { tx_lat: 46.5123, tx_lon: 7.4987 }
  const second = await start(client, { ...nearby, grid: first })
  const [one, other] = [await paramsOf(client, first), await paramsOf(client, second)]
  t.notOk('grid' in one)
  t.type(other.grid?.step_lat, 'number', 'numbers, not the id')
  t.ok(Math.abs(other.resolution - 40) < 0.01, `resolution follows: ${other.resolution}`)
  t.ok(apart(one, other) < 1e-6, 'cells align')
  const own = await paramsOf(client, await start(client, { ...nearby, resolution: 40 }))
  t.ok(apart(one, own) > 0.01, 'which those of its own do not')

  const third = await paramsOf(client, await start(client, { tx_lat: 46.48, grid: second }))
  t.same(third.grid, other.grid, 'of one that has a grid: the same numbers')
  const again = await paramsOf(client, await start(client, other))
  t.same(again, other, 'params can be posted again')
  const within = await paramsOf(client, await start(client, { ...nearby, grid: first, resolution: 40.2 }))
  t.equal(within.resolution, other.resolution, 'a resolution within 1 %')
  t.notOk('grid' in (await paramsOf(client, await start(client, { grid: null }))), 'null: cells of its own')
  const estimate = await client.post('/api/v1/simulate/estimate', { ...validRequest, grid: first })
  t.equal(estimate.status, 200)
})

t.test('an id that gives no cells is refused', async (t) => {
  const { client } = await server.account('enterprise', 100)
  const { client: stranger } = await server.account('enterprise', 100)
  const strangers = await start(stranger, {})
  const own = await start(client, { resolution: 40 })
  for (const [body, pointer, detail] of [
    [
      { grid: strangers },
      '#/grid',
      /^grid must be a grid or the ID of a simulation of the account, got "sim_/,
    ],
    [{ grid: 'first' }, '#/grid', /got "first" \(a string\)$/],
    [
      { grid: 7 },
      '#/grid',
      /^grid must be a JSON object or a string of at most 100 characters or null, got 7$/,
    ],
    [{ grid: own, resolution: 30 }, '#/resolution', /leave it out, or 40/],
    [{ grid: own, tx_lat: 84 }, '#/grid/step_lon', /0\.5 to 2 times/],
  ] as const) {
    const answer = await client.post('/api/v1/simulate', { ...validRequest, ...body })
    t.equal(answer.status, 400)
    const { code, errors } = answer.json<Refusal>()
    t.equal(code, 'invalid_parameters')
    t.equal(errors[0]?.pointer, pointer)
    t.match(errors[0]?.detail, detail)
  }
  const both = await client.post('/api/v1/simulate', { ...validRequest, grid: strangers, max_range: 400 })
  t.same(
    both
      .json<Refusal>()
      .errors.map(({ pointer }) => pointer)
      .sort(),
    ['#/grid', '#/max_range'],
  )
})

t.test('a batch on the cells of its first simulation', async (t) => {
  const { client } = await server.account('enterprise', 100)
  const grid = { west: 7, north: 47, step_lon: 0.0006, step_lat: 0.0004 }
  const simulations = [
    { ...validRequest, resolution: 40 },
    { ...validRequest, tx_lat: 46.5123 },
    { ...validRequest, tx_lon: 7.4321, grid: null },
    { ...validRequest, grid },
  ]
  const run = async (own: object) => {
    const answer = await client.post(batchPath, { simulations, ...own })
    t.equal(answer.status, 201, answer.text.slice(0, 200))
    const started = answer.json<{ simulations: { id: string }[] }>()
    return Promise.all(started.simulations.map(({ id }) => paramsOf(client, id)))
  }
  const [one, two, three, four] = (await run({ grid: 'first' })) as [
    SimulationParams,
    SimulationParams,
    SimulationParams,
    SimulationParams,
  ]
  t.notOk('grid' in one)
  t.ok(apart(one, two) < 1e-6)
  t.ok(apart(one, three) < 1e-6)
  t.ok(Math.abs(two.resolution - 40) < 0.05)
  t.same(four.grid, grid, 'one that has its own keeps it')
  const [, separate] = (await run({ grid: null })) as [SimulationParams, SimulationParams]
  t.notOk('grid' in separate)
  t.equal(separate.resolution, 30)

  const refused = await client.post(batchPath, { simulations, grid: 'last' })
  t.match(refused.json<Refusal>().errors, [
    { pointer: '#/grid', detail: 'grid must be "first" or null, got "last" (a string)' },
  ])
  const wrongFirst = await client.post(batchPath, {
    simulations: [{ ...validRequest, grid: 'first' }, validRequest],
    grid: 'first',
  })
  t.same(
    wrongFirst.json<Refusal>().errors.map(({ pointer }) => pointer),
    ['#/simulations/0/grid'],
    'the others are not at fault',
  )
  const elsewhere = await client.post(batchPath, {
    simulations: [validRequest, { ...validRequest, resolution: 50 }],
    grid: 'first',
  })
  t.match(elsewhere.json<Refusal>().errors, [{ pointer: '#/simulations/1/resolution' }])
})
