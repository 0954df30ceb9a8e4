import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { models } from '../../../kernels/models.ts'
import type { Client, OpenApiDocument } from '../../helpers/client.ts'
import { exampleBodies } from '../../helpers/document-examples.ts'
import { projectRoot } from '../../helpers/markdown.ts'
import { startRealServer } from '../../helpers/real-server.ts'

// Whoever opens /docs on the demo and sends what stands there gets what he asks for.

const server = await startRealServer(t, (folder) =>
  cp(join(projectRoot, 'server/demo/terrain'), folder, { recursive: true }),
)
const document = (await server.anonymous.get('/openapi.json')).json<OpenApiDocument>()
// Its answers are held against the document, the records' `params` by model included.
const { client } = await server.account('enterprise')

t.test("each example's simulation completes, on known ground", async (t) => {
  const bodies = exampleBodies(document)
  for (const path of ['/api/v1/simulate', '/api/v1/simulations/batch']) {
    for (const { type, value } of bodies.filter((body) => body.path === path)) {
      // A batch is one more at once than all the others.
      if (path.endsWith('/batch')) await untilAllEnd(client)
      const body = typeof value === 'string' ? value : JSON.stringify(value)
      const answer = await client.ask(path, { method: 'POST', headers: { 'content-type': type }, body })
      t.equal(answer.status, 201, answer.text)
    }
  }
  const ended = await untilAllEnd(client)
  t.equal(ended.length, models.size + 4, 'with two batches of two')
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
