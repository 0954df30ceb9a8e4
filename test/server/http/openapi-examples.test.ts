import { join } from 'node:path'
import t from 'tap'
import { models, pathLossModels } from '../../../kernels/models.ts'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import { exampleBodies } from '../../helpers/document-examples.ts'
import { projectRoot } from '../../helpers/markdown.ts'
import { simulateToEnd, startTestServer } from '../../helpers/server.ts'

// The document's examples on the ground of the demo; openapi-examples.slow.test.ts computes them.

const terrain = await openTerrain({ folders: [join(projectRoot, 'server/demo/terrain')] })
const server = await startTestServer(t, { terrain })
const { client } = await server.account('enterprise')
const bodies = exampleBodies(server.document)

t.test('each example of a body is accepted', async (t) => {
  const [simulation] = bodies.filter(({ path }) => path === '/api/v1/simulate')
  const id = await simulateToEnd(client, simulation?.value as object)
  const network = await client.post('/api/v1/networks', { sites: [{ id }] })
  const networkId = network.json<{ id: string }>().id
  for (const { path, name, type, value } of bodies) {
    const ofNetwork = path.startsWith('/api/v1/networks/')
    // The example names simulations of its reader.
    if (path === '/api/v1/networks') {
      for (const site of (value as { sites: { id: string }[] }).sites) {
        site.id = await simulateToEnd(client, simulation?.value as object)
      }
    }
    const body = typeof value === 'string' ? value : JSON.stringify(value)
    const headers = { 'content-type': type }
    const answer = await client.ask(path.replace('{id}', ofNetwork ? networkId : id), {
      method: 'POST',
      headers,
      body,
    })
    t.ok(answer.status >= 200 && answer.status < 300, `${path} ${name}: ${answer.status} ${answer.text}`)
  }
})

t.test('there is an example for each model', async (t) => {
  const namesOf = (path: string) => bodies.flatMap((body) => (body.path === path ? [body.name] : []))
  for (const path of ['/api/v1/simulate', '/api/v1/simulate/estimate']) {
    t.same(namesOf(path), [...models.keys()])
  }
  t.same(namesOf('/api/v1/link'), [...pathLossModels.keys(), 'profile'])
})
