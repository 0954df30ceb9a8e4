import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { keepRaster } from '../../server/compute/write-raster.ts'
import { StoreError } from '../../storage/objects/errors.ts'
import type { PutOptions } from '../../storage/objects/types.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import { planetFile } from '../helpers/antennas.ts'
import { openBucket, refuse } from '../helpers/bucket.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// The compute process, its rasters and antennas in a bucket.

const bucket = await openBucket()
t.teardown(() => bucket.close())
const server = await startRealServer(
  t,
  (folder) => putHgt(join(folder, 'N46E007.hgt'), (row, col) => 600 + ((row * col) % 7)),
  bucket.env,
)
const { client } = await server.account()
const { rasters } = server.services.stores
const mast = { tx_lat: 47 - 600 * HGT_STEP_DEG, tx_lon: 7 + 600 * HGT_STEP_DEG, tx_height: 30 }
const request = {
  ...mast,
  frequency: 900,
  resolution: 60,
  max_range: 2,
  model: 'p526',
  rx_sensitivity_dbm: -60,
}

t.test('a job reads its antenna from the bucket, and puts its raster there', async (t) => {
  const headers = { 'content-type': 'text/plain' }
  const uploaded = await client.ask('/api/v1/antennas', { method: 'POST', headers, body: planetFile() })
  const { id: antennaId } = uploaded.json<{ id: string }>()
  const antenna = { pattern: { type: 'uploaded', id: antennaId } }
  const record = await finished(client, { ...request, antenna, layers: ['value', 'class'] })
  t.match(record, { status: 'completed' })
  const names = (await bucket.names()).filter((name) => name.includes(record.id))
  t.same(names, [`a/b/rasters/${record.id}.tif`])
  t.same(await readdir(server.services.config.workDir), [])
  const answer = await client.get(`/results/${record.id}.tif?layer=class`)
  const path = join(t.testdir({}), 'r.tif')
  await writeFile(path, answer.body)
  t.equal((await readRaster(path)).kind, 'visibility')
})

t.test('a job whose raster the bucket refuses costs nothing, once it was tried for a while', async (t) => {
  const tries: string[] = []
  const failing = (failures: number) => ({
    putFile: async (name: string) => {
      tries.push(name)
      if (tries.length <= failures) throw new StoreError('be written', 'a test')
    },
  })
  const { signal } = new AbortController()
  await keepRaster(failing(2), 'sim_a.tif', '', signal, [1, 1])
  t.equal(tries.length, 3)
  tries.length = 0
  await t.rejects(keepRaster(failing(9), 'sim_a.tif', '', signal, [1, 1]), { code: 'store_unavailable' })
  t.equal(tries.length, 3)
  const gone = {
    putFile: (_name: string, _path: string, options?: PutOptions) => Promise.reject(options?.signal?.reason),
  }
  await t.rejects(keepRaster(gone, 'sim_a.tif', '', AbortSignal.abort(new Error('cancelled')), [1]), {
    message: 'cancelled',
  })
})

t.test('a simulation that is deleted while its raster is put leaves nothing', async (t) => {
  let begun = ''
  bucket.fault = async ({ method, path }, response) => {
    const id = /rasters\/(sim_\w+)\.tif/.exec(path)?.[1]
    if (method !== 'PUT' || id === undefined) return false
    begun = id
    await client.delete(`/api/v1/simulations/${id}`)
    return refuse(response, 503, 'SlowDown')
  }
  const started = await client.post('/api/v1/simulate', request)
  const { id } = started.json<{ id: string }>()
  while (begun === '' || server.services.dispatcher.running > 0)
    await new Promise((resolve) => setTimeout(resolve, 20))
  bucket.fault = undefined
  t.equal(begun, id)
  t.equal(await rasters.stat(`${id}.tif`), undefined)
  t.same(await readdir(server.services.config.workDir), [])
})
