import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { untilReady } from '../../bench/frame/https-client.ts'
import { type Document, fieldsOf, schemaOf } from '../../server/page/browser/request/fields.ts'
import { openRecords } from '../../storage/records/records.ts'
import { Client } from '../helpers/client.ts'
import { rasterOf } from '../helpers/toy-service.ts'
import { writeSyntheticTerrain } from '../references/synthetic.ts'

// A model is one folder and one line: the built service is copied, and nothing else in it is changed.

const built = join(import.meta.dirname, '../..')

/** What is looked at of the document. */
interface ToyInDocument {
  components: { schemas: Record<string, object> }
  paths: Record<
    string,
    {
      post: {
        requestBody: { content: { 'application/json': { examples: Record<string, { value: object }> } } }
      }
    }
  >
}

const model = `
import { PATH_LOSS } from '../../model.js'
import { freeSpaceOver } from '../../propagation/free-space.js'
export const toyModel = {
  ...PATH_LOSS, name: 'toy', title: 'Free space and something more', weight: 2,
  takes_k_factor: false, uses_profile: false, source: 'a test',
  parameters: [
    { name: 'toy_extra', title: 'What is added', type: 'number', unit: 'dB', default: 7, minimum: 0, maximum: 50 },
  ],
  validity: [{ parameter: 'frequency', minimum: 100, maximum: 1000, warn_below: 200, warn_above: 900 }],
  parse: ({ toy_extra }) => ({ extraDb: toy_extra }),
  lossOverPath: (path, { extraDb }) => ({
    lossDb: freeSpaceOver(path) + extraDb, intermediates: { toy_extra_db: extraDb },
  }),
}
`

t.test('a model of one folder and one line is in the list, the document, /link and a raster', async (t) => {
  const folder = t.testdir()
  const copy = join(folder, 'build')
  for (const folder of ['server', 'kernels', 'storage', 'third-party']) {
    await cp(join(built, folder), join(copy, folder), { recursive: true })
  }
  await cp(join(built, '../package.json'), join(folder, 'package.json'))
  await symlink(join(built, '../node_modules'), join(folder, 'node_modules'))
  await mkdir(join(copy, 'kernels/models/toy'))
  await writeFile(join(copy, 'kernels/models/toy/model.js'), model)
  const listPath = join(copy, 'kernels/loss-models.js')
  const list = await readFile(listPath, 'utf8')
  await writeFile(
    listPath,
    `import { toyModel } from './models/toy/model.js'\n${list.replace('lossModels = [', 'lossModels = [toyModel,')}`,
  )

  const dataDir = join(folder, 'data')
  const terrainDir = join(folder, 'terrain')
  const { outlook } = await writeSyntheticTerrain(terrainDir, { seed: 3 })
  // The ground of the document's examples.
  await cp(join(built, '../server/demo/terrain'), terrainDir, { recursive: true })
  const records = await openRecords(join(dataDir, 'records'))
  const account = await records.createAccount({ name: 'toy', plan: 'enterprise', credits: 100 })
  const key = (await records.createKey(account.id))?.api_key ?? ''
  await records.close()
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: dataDir,
    TERRAIN_DIR: terrainDir,
    KERNEL_BACKEND: 'webasm',
  }
  const child = spawn(process.execPath, [join(copy, 'server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const origin = await new Promise<string>((resolve) =>
    createInterface(child.stdout).once('line', (line) => resolve(line.replace('listening on ', ''))),
  )
  await untilReady(origin)
  const client = new Client(origin, key)
  t.teardown(() => client.close())

  const { models } = (await client.get('/models')).json<{
    models: { name: string; parameters: { name: string }[] }[]
  }>()
  t.match(models[0], { name: 'toy', weight: 2, parameters: [{ name: 'toy_extra', default: 7 }] })
  const document = (await client.get('/openapi.json')).json<ToyInDocument>()
  const { SimulationRequestToy, SimulationParamsToy, LinkRequestToy } = document.components.schemas
  const toyExtra = {
    description: 'What is added, in dB',
    default: 7,
    minimum: 0,
    maximum: 50,
    'x-unit': 'dB',
  }
  for (const schema of [SimulationRequestToy, LinkRequestToy]) {
    t.match(schema, { properties: { model: { enum: ['toy'] }, toy_extra: toyExtra } })
  }
  t.match(SimulationParamsToy, { properties: { toy_extra: { 'x-unit': 'dB' } } })
  for (const path of ['/api/v1/simulate', '/api/v1/simulate/estimate', '/api/v1/link']) {
    const { toy } = document.paths[path]?.post.requestBody.content['application/json'].examples ?? {}
    t.match(toy, { value: { model: 'toy', frequency: 868, toy_extra: 7 } }, path)
    const { status, text } = await client.post(path, toy?.value ?? {})
    t.ok(status < 300, `${path} takes its example: ${text}`)
  }

  const schema = schemaOf(document as unknown as Document, 'SimulationRequest', 'toy')
  const field = fieldsOf(schema ?? {}).find(({ name }) => name === 'toy_extra')
  t.match(field, { kind: 'number', unit: 'dB', default: 7, maximum: 50 }, "the page's form has it")
  const names = 'name,tx_lat,tx_lon,tx_height,frequency,max_range,model,toy_extra'
  const table = `${names}\nrow,${outlook.latDeg},${outlook.lonDeg},30,600,1,toy,9\n`
  const headers = { 'content-type': 'text/csv' }
  const batch = await client.ask('/api/v1/simulations/batch', { method: 'POST', headers, body: table })
  t.equal(batch.status, 201, batch.text)
  const [member] = batch.json<{ simulations: { id: string }[] }>().simulations
  const { params } = (await client.get(`/api/v1/status/${member?.id}`)).json<{ params: object }>()
  t.match(params, { toy_extra: 9 }, 'a table has it as a column')

  const mast = {
    tx_lat: outlook.latDeg,
    tx_lon: outlook.lonDeg,
    tx_height: 30,
    frequency: 600,
    model: 'toy',
  }
  const far = { rx_lat: outlook.latDeg + 0.02, rx_lon: outlook.lonDeg }
  const link = (await client.post('/api/v1/link', { ...mast, ...far })).json<{
    loss_db: { free_space: number; model: number }
    intermediates: object
  }>()
  t.ok(Math.abs(link.loss_db.model - link.loss_db.free_space - 7) < 1e-9)
  t.same(link.intermediates, { toy_extra_db: 7 })
  const refused = await client.post('/api/v1/simulate', { ...mast, max_range: 2, toy_extra: 51 })
  t.match(refused.json(), { code: 'invalid_parameters', errors: [{ pointer: '#/toy_extra' }] })
  t.match(await client.post('/api/v1/simulate', { ...mast, frequency: 50, max_range: 2 }), { status: 400 })

  const asked = { ...mast, max_range: 3, resolution: 100, output: 'path_loss' }
  const plain = await rasterOf(client, { ...asked, model: 'free_space' })
  const toy = await rasterOf(client, { ...asked, toy_extra: 20 })
  const differences = toy.flatMap((loss, at) => (Number.isNaN(loss) ? [] : [loss - (plain[at] ?? 0)]))
  t.ok(differences.length > 2500)
  // The mast's own cell is free space for every model.
  t.ok(differences.filter((difference) => Math.abs(difference - 20) > 1e-3).length <= 1)
  const record = (await client.get('/api/v1/simulations?model=toy&limit=1')).json<{
    simulations: object[]
  }>()
  t.match(record.simulations, [{ status: 'completed', params: { model: 'toy', toy_extra: 20 } }])
})
