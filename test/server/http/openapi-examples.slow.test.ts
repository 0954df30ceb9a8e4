import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { models, pathLossModels } from '../../../kernels/models.ts'
import type { Client, OpenApiDocument } from '../../helpers/client.ts'
import { projectRoot } from '../../helpers/markdown.ts'
import { startRealServer } from '../../helpers/real-server.ts'

// Whoever opens /docs on the demo and sends what stands there gets what he asks for.

interface Media {
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

const server = await startRealServer(t, (folder) =>
  cp(join(projectRoot, 'server/demo/terrain'), folder, { recursive: true }),
)
const document = (await server.anonymous.get('/openapi.json')).json<OpenApiDocument>()
// Its answers are held against the document, the records' `params` by model included.
const { client } = await server.account('enterprise')

interface Operation {
  requestBody?: { content: Record<string, Media> }
}

/** What its one-time code opens is open to nobody who was not shown one. */
const isLogin = (path: string) => path === '/login'
const posts = Object.entries(document.paths).flatMap(([path, { post }]) =>
  post && !isLogin(path) ? [{ path, operation: post as Operation }] : [],
)

/** Every body that the document shows of an operation. */
function bodiesOf(path: string): { name: string; type: string; value: unknown }[] {
  const { requestBody } = posts.find((post) => post.path === path)?.operation ?? {}
  return Object.entries(requestBody?.content ?? {}).flatMap(([type, { example, examples }]) =>
    Object.entries(examples ?? { example: { value: example } }).map(([name, { value }]) => ({
      name,
      type,
      value,
    })),
  )
}

/** A simulation for paths that name one. */
const [example] = bodiesOf('/api/v1/simulate')
const { id } = (await client.post('/api/v1/simulate', example?.value)).json<{ id: string }>()

t.test('each example of a body is accepted', { timeout: 180_000 }, async (t) => {
  let sent = 0
  // What is asked of a result comes last: it has to be there.
  const isOfResult = ({ path }: { path: string }) => path.includes('/results/')
  const inOrder = [...posts.filter((post) => !isOfResult(post)), ...posts.filter(isOfResult)]
  for (const { path } of inOrder) {
    // A batch is one more at once than all the others.
    if (isOfResult({ path }) || path.endsWith('/batch')) await untilAllEnd(client)
    for (const { name, type, value } of bodiesOf(path)) {
      const body = typeof value === 'string' ? value : JSON.stringify(value)
      const answer = await client.ask(path.replace('{id}', id), {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      t.ok(answer.status >= 200 && answer.status < 300, `${path} ${name}: ${answer.status} ${answer.text}`)
      sent++
    }
  }
  t.ok(sent >= 2 * models.size + pathLossModels.size + 3)
})

t.test('there is an example for each model', async (t) => {
  for (const path of ['/api/v1/simulate', '/api/v1/simulate/estimate']) {
    t.same(
      bodiesOf(path).map(({ name }) => name),
      [...models.keys()],
    )
  }
  const ofLinks = bodiesOf('/api/v1/link').map(({ name }) => name)
  t.same(ofLinks, [...pathLossModels.keys(), 'profile'])
})

t.test("each example's simulation completes, on known ground", { timeout: 180_000 }, async (t) => {
  const ended = await untilAllEnd(client)
  t.equal(ended.length, models.size + 1 + 4, 'with the one that paths name, and two batches of two')
  for (const { status, params, terrain } of ended) {
    t.equal(status, 'completed', params.model)
    t.ok((terrain?.unknown_share ?? 1) < 0.5, params.model)
  }
})

interface Listed {
  status: string
  params: { model: string }
  terrain: { unknown_share: number } | null
}

async function untilAllEnd(client: Client): Promise<Listed[]> {
  for (;;) {
    const { simulations } = (await client.get('/api/v1/simulations')).json<{ simulations: Listed[] }>()
    if (simulations.every(({ status }) => status !== 'pending')) return simulations
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
