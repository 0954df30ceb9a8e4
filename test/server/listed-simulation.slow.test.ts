import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ComputeClient } from '../../server/compute/client.ts'
import type { Compute, ComputeJob } from '../../server/jobs/protocol.ts'
import { TerrainCache } from '../../server/nodes/ground/cache.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { madeJob } from '../helpers/jobs.ts'
import { startTestServer } from '../helpers/server.ts'
import { putGeotiff, putHgt } from '../helpers/tiles.ts'

// The compute process over a list whose files a node fetched, beside the same process over the folders.

const never = new AbortController().signal
const root = t.testdir({ alone: {}, listed: {} })
const folders = [join(root, 'first'), join(root, 'second')]
for (const [i, name] of ['N46E007', 'N46E008', 'N47E007', 'N47E008', 'N44E007'].entries()) {
  const heightAt = (row: number, col: number) =>
    600 + Math.round(80 * Math.sin((row + 50 * i) / 19) * Math.cos(col / 23)) + ((row * col) % 5)
  await putHgt(join(root, `second/${name}.hgt`), heightAt)
}
await putGeotiff(join(root, 'first/fine.tif'), {
  rows: 400,
  cols: 400,
  northDeg: 46.6,
  westDeg: 7.5,
  latStepDeg: 1 / 7200,
  lonStepDeg: 1 / 7200,
  heightAt: (row, col) => 700 + ((row * 7 + col * 13) % 40),
})
await writeFile(join(root, 'second/ocean-tiles.txt'), 'N45E007\n')
const terrain = await openTerrain({ folders })
const server = await startTestServer(t, { terrain })
const { groundFiles, records, config } = server.services
const { node_token: token } = await records.createNodeToken('node')
const ca = await readFile(join(config.dataDir, 'tls/cert.pem'), 'utf8')
const cacheFolder = join(root, 'cache')
const cache = new TerrainCache({ folder: cacheFolder, maximumBytes: 1e9, apiUrl: server.origin, token, ca })
t.teardown(() => cache.close())

const alone = new ComputeClient({ backend: 'webasm', terrainFolders: folders })
// Other ground lies in its own folder.
await putHgt(join(root, 'other/N46E007.hgt'), () => 5)
const node = new ComputeClient({ backend: 'webasm', terrainFolders: [join(root, 'other')] })
t.teardown(() => Promise.all([alone.stop(), node.stop()]))
await Promise.all([alone.start(), node.start()])

const request = {
  name: 'one',
  tx_lat: 46.57,
  tx_lon: 7.52,
  tx_height: 30,
  tx_height_mode: 'AGL',
  frequency: 868,
  erp: 1,
  rx_height: 2,
  rx_height_mode: 'AGL',
  model: 'los',
  resolution: 60,
  max_range: 6,
  k_factor: 4 / 3,
  layers: ['visible', 'min_height'],
}
const losses = { model: 'p526', output: 'received_power', layers: ['value'], rx_gain_dbi: 0 }

function run(compute: Compute, folder: string, own: object, terrain?: ComputeJob['terrain']) {
  const job: ComputeJob = {
    id: 'sim_1',
    accountId: 'acc_1',
    job: madeJob({ ...request, ...own }),
    memoryBytes: 2 ** 31,
    rasterDirectory: join(root, folder),
    ...(terrain && { terrain }),
  }
  return compute.run(job, () => {}, never)
}

function listOf(own: object) {
  const { disc, params } = madeJob({ ...request, ...own })
  return groundFiles.filesIn(disc.bounds, { spacingM: params.terrain_spacing })
}

async function bothWith(t: Test, own: object) {
  const { terrain, release } = await cache.acquire(await listOf(own), never)
  const expected = await run(alone, 'alone', own)
  const got = await run(node, 'listed', own, terrain)
  await release()
  t.equal(expected.kind, 'completed')
  t.same(got, expected, 'the same result, with tiles and sources')
  const rasters = (layers: string[]) =>
    layers.map((layer) => (layer === '' ? 'sim_1.tif' : `sim_1.${layer}.tif`))
  const layers = 'model' in own ? [''] : ['', 'min_height']
  for (const name of rasters(layers)) {
    const [one, other] = await Promise.all(
      ['alone', 'listed'].map((folder) => readFile(join(root, folder, name))),
    )
    t.ok(one?.equals(other as Buffer), `${name}, byte for byte`)
  }
  return { got, terrain }
}

t.test('over a list the raster and its record are those over the folders', async (t) => {
  const { got, terrain: first } = await bothWith(t, {})
  t.same(got.kind === 'completed' && got.result.terrain.tiles.map(({ name }) => name), [
    'N46E007.hgt',
    'fine.tif',
  ])
  t.same(
    first.files.map(({ name }) => name),
    ['fine.tif', 'N46E007.hgt', 'ocean-tiles.txt'],
  )
  const across = { tx_lat: 46.99, tx_lon: 7.98 }
  t.equal((await bothWith(t, across)).terrain.files.length, 5, 'four tiles meet there')
  // South of it there is declared sea.
  await bothWith(t, { tx_lat: 46.02, tx_lon: 7.4, terrain_spacing: 400 })
  await bothWith(t, losses)
})

t.test('nothing but the list is read', async (t) => {
  const list = await listOf({})
  const { terrain, release } = await cache.acquire(list, never)
  const files = terrain.files.filter(({ name }) => name !== 'fine.tif')
  const got = await run(node, 'listed', {}, { ...terrain, files })
  t.match(got, { kind: 'completed', result: { terrain: { tiles: [{ name: 'N46E007.hgt' }] } } })
  t.match(await run(node, 'listed', {}, { ...terrain, files: [] }), {
    kind: 'failed',
    code: 'terrain_unavailable',
  })
  await release()
})

t.test('ground that differs is refused, and nothing is written', async (t) => {
  const { terrain, release } = await cache.acquire(await listOf({}), never)
  await rm(join(root, 'listed'), { recursive: true })
  await mkdir(join(root, 'listed'))
  const [fine] = terrain.files
  const content = await readFile(fine?.path ?? '')
  await writeFile(
    fine?.path ?? '',
    content.map((byte, i) => (i === content.length - 1 ? byte ^ 1 : byte)),
  )
  const differs = { kind: 'failed', code: 'ground_differs', detail: /fine\.tif/ }
  t.match(await run(node, 'listed', {}, terrain), differs)
  await t.rejects(readFile(join(root, 'listed/sim_1.tif')), { code: 'ENOENT' })
  // The node finds out what is damaged, and fetches it anew.
  await cache.verify(terrain)
  await release()
  await bothWith(t, {})
  t.match(
    await run(
      node,
      'listed',
      {},
      { ...terrain, remote: [{ source: 'glo30', path: 'x.tif' }], sources: ['glo30'] },
    ),
    {
      kind: 'failed',
      code: 'ground_differs',
      detail: /TERRAIN_URL/,
    },
  )
})
