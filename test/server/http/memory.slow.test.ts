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
  finest_terrain_spacing: number
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

// At 400 m another spacing of posts is for another engine, so that just below the answer it may be the cells that are too many.
for (const [resolution, codes] of [
  [1000, ['too_many_posts']],
  [400, ['too_many_posts', 'too_many_cells']],
] as const) {
  t.test(`too many posts: the spacing in the answer fits, and nothing finer (${resolution} m)`, async (t) => {
    const fields = { max_range: 300, resolution }
    const { status, problem } = await estimate(fields)
    t.equal(status, 400)
    t.match(problem, { code: 'too_many_posts', detail: /terrain_spacing of at least [\d.]+ metres/ })
    t.ok(problem.max_posts > 0 && problem.max_posts < problem.posts)
    const { finest_terrain_spacing } = problem
    t.equal((await estimate({ ...fields, terrain_spacing: finest_terrain_spacing })).status, 200)
    const finer = await estimate({ ...fields, terrain_spacing: finest_terrain_spacing - 0.01 })
    t.equal(finer.status, 400)
    t.ok(codes.some((code) => code === finer.problem.code))
    if (codes.length === 1) t.equal(finer.problem.finest_terrain_spacing, finest_terrain_spacing)
  })
}

t.test('too many posts for the service, whatever memory it has', async (t) => {
  const limited = await startTestServer(t, { env: { MAX_POSTS: '1000000' } })
  const { client } = await limited.account('pro', 10)
  const asked = { ...validRequest, max_range: 20, resolution: 100 }
  const refused = await client.post('/api/v1/simulate', asked)
  t.equal(refused.status, 400)
  const { posts, max_posts, finest_terrain_spacing } = refused.json<Refusal>()
  // 40 km of posts 30 m apart, a margin, and fewer metres to a degree than on a sphere.
  t.ok(posts > 1334 ** 2 && posts < 1370 ** 2, `${posts} posts`)
  t.equal(max_posts, 1_000_000)
  t.equal(finest_terrain_spacing, 60, 'every second one')
  t.match((await client.get('/api/v1/credits')).json(), { balance: 10, held: 0 }, 'nothing was charged')
  const answer = await client.post('/api/v1/simulate', { ...asked, terrain_spacing: 60 })
  t.equal(answer.status, 201)
  const { id } = answer.json<{ id: string }>()
  const record = (await client.get(`/api/v1/status/${id}`)).json<{ params: object }>()
  t.match(record.params, { terrain_spacing: 60 }, 'which the record echoes')
  for (const terrain_spacing of [0.09, 1001, '60', null]) {
    const { status } = await client.post('/api/v1/simulate', { ...asked, terrain_spacing })
    t.equal(status, 400, String(terrain_spacing))
  }
})

t.test('the price counts the posts that are read', async (t) => {
  const { problem: full } = await estimate({ max_range: 60, resolution: 1000 })
  const credits = (full as unknown as { credits: number }).credits
  t.equal(credits, Math.ceil((Math.PI * 60_000 ** 2) / 900 / 10_000_000))
  const { problem: half } = await estimate({ max_range: 60, resolution: 1000, terrain_spacing: 60 })
  t.equal((half as unknown as { credits: number }).credits, Math.ceil(credits / 4))
})

t.test('an admitted simulation runs', async (t) => {
  const { problem } = await estimate({ max_range: 20, resolution: 2 })
  const asked = { ...validRequest, max_range: 20, resolution: problem.finest_resolution }
  const { id } = (await client.post('/api/v1/simulate', asked)).json<{ id: string }>()
  while (server.services.records.simulation(id)?.status === 'pending') await new Promise(setImmediate)
  t.equal(server.services.records.simulation(id)?.status, 'completed')
})
