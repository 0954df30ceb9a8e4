import t from 'tap'
import { startTestServer, validRequest } from '../../helpers/server.ts'

const server = await startTestServer(t, { env: { COMPUTE_MEMORY: '256MiB' } })
const { client } = await server.account('enterprise', 1000)

interface Refusal {
  code: string
  detail: string
  finest_resolution: number
  max_cells: number
  cells: number
  posts: number
  max_posts: number
}

async function estimate(fields: object) {
  const answer = await client.post('/api/v1/simulate/estimate', { ...validRequest, ...fields })
  return { status: answer.status, problem: answer.json<Refusal>() }
}

for (const fields of [
  { max_range: 20, resolution: 2 },
  { max_range: 30, resolution: 3, layers: ['visible', 'min_height'] },
  { max_range: 30, resolution: 5, model: 'itm', frequency: 433 },
]) {
  t.test(
    `too many cells for the memory: the resolution in the answer fits, and nothing finer (${JSON.stringify(fields)})`,
    async (t) => {
      const { status, problem } = await estimate(fields)
      t.equal(status, 400)
      t.match(problem, { code: 'too_many_cells', detail: /memory of the service/ })
      t.ok(problem.max_cells < problem.cells)
      t.equal((await estimate({ ...fields, resolution: problem.finest_resolution })).status, 200)
      const finer = await estimate({ ...fields, resolution: problem.finest_resolution - 0.01 })
      t.equal(finer.status, 400)
    },
  )
}

t.test('too many posts: the range in the answer fits', async (t) => {
  const { status, problem } = await estimate({ max_range: 300, resolution: 400 })
  t.equal(status, 400)
  t.match(problem, { code: 'too_many_posts', detail: /to [\d.]+ km it would fit/ })
  t.ok(problem.max_posts > 0 && problem.max_posts < problem.posts)
  const rangeKm = Number(/to ([\d.]+) km/.exec(problem.detail)?.[1])
  t.equal((await estimate({ max_range: rangeKm, resolution: 400 })).status, 200)
  t.equal((await estimate({ max_range: rangeKm + 0.2, resolution: 400 })).status, 400)
})

t.test('an admitted simulation runs', async (t) => {
  const { problem } = await estimate({ max_range: 20, resolution: 2 })
  const asked = { ...validRequest, max_range: 20, resolution: problem.finest_resolution }
  const { id } = (await client.post('/api/v1/simulate', asked)).json<{ id: string }>()
  while (server.services.records.simulation(id)?.status === 'pending') await new Promise(setImmediate)
  t.equal(server.services.records.simulation(id)?.status, 'completed')
})
