import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// los_fresnel through the service, from the request to the raster, its picture and its legend.

const server = await startRealServer(t, (folder) =>
  putHgt(join(folder, 'N46E007.hgt'), (row, col) =>
    row < 20 ? -32768 : Math.round(600 + 40 * Math.sin(row / 13) * Math.cos(col / 17)),
  ),
)
const { client } = await server.account()
const request = {
  tx_lat: 47 - 600 * HGT_STEP_DEG,
  tx_lon: 7 + 600 * HGT_STEP_DEG,
  tx_height: 30,
  frequency: 600,
  resolution: 90,
  max_range: 3,
  model: 'los_fresnel',
}

const rasterOf = ({ id }: Simulation) =>
  readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))
const countIn = (data: ArrayLike<number>, value: number) =>
  Array.from(data).reduce((sum, cell) => sum + (cell === value ? 1 : 0), 0)

/** What is refused, by field. */
async function refusals(body: object, path = '/api/v1/simulate/estimate'): Promise<Record<string, string>> {
  const answer = await client.post(path, body)
  t.equal(answer.status, 400)
  const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(2), detail]))
}

t.test('GET /models lists the model', async (t) => {
  const { models } = (await client.get('/api/v1/models')).json<{ models: { name: string }[] }>()
  t.match(
    models.find(({ name }) => name === 'los_fresnel'),
    {
      weight: 2,
      output: ['visible'],
      layers: ['visible'],
      takes_k_factor: true,
      parameters: [{ name: 'fresnel_fraction', default: 0.6, minimum: 0, maximum: 1 }],
    },
  )
})

t.test('the raster has classes, a summary, a picture and a legend', async (t) => {
  const record = await finished(client, request)
  t.equal(record.status, 'completed', JSON.stringify(record.error))
  t.match(record.params, { fresnel_fraction: 0.6, k_factor: 4 / 3, layers: ['visible'] })
  t.notOk('output' in record.params || 'rx_gain_dbi' in record.params)
  t.same(record.warnings, [])
  const { data, kind, metadata, noData } = await rasterOf(record)
  t.equal(kind, 'visibility')
  t.ok(data instanceof Uint8Array)
  t.equal(noData, 255)
  t.match(metadata, { MODEL: 'los_fresnel', CLASSES: '1 visible, 0 blocked, 255 unknown or out of range' })
  const [visible, blocked] = [countIn(data, 1), countIn(data, 0)]
  t.ok(visible > 200 && blocked > 200, `${visible} visible, ${blocked} blocked`)
  t.match(record.summary, { visible, blocked, unknown: 0 })
  const preview = (await client.get(`/api/v1/results/${record.id}/preview`)).json<{ legend: object }>()
  const plain = await finished(client, { ...request, model: 'los' })
  const ofLos = (await client.get(`/api/v1/results/${plain.id}/preview`)).json<{ legend: object }>()
  t.same(preview.legend, ofLos.legend, 'the same classes')
  const png = await client.get(`/api/v1/results/${record.id}.png`)
  t.equal(png.status, 200)
  t.equal((await sharp(png.body).metadata()).format, 'png')
})

t.test('fraction and frequency change the raster, and fraction 0 is los', async (t) => {
  const cellsOf = async (body: object) =>
    (await rasterOf(await finished(client, { ...request, ...body }))).data
  const plain = await cellsOf({ model: 'los' })
  const none = await cellsOf({ fresnel_fraction: 0 })
  t.equal(Buffer.compare(none as Uint8Array, plain as Uint8Array), 0)
  const [some, all, low] = await Promise.all([
    cellsOf({}),
    cellsOf({ fresnel_fraction: 1 }),
    cellsOf({ frequency: 100 }),
  ])
  t.ok(countIn(plain, 1) > countIn(some, 1))
  t.ok(countIn(some, 1) > countIn(all, 1))
  t.ok(countIn(some, 1) > countIn(low, 1))
})

t.test('unknown ground is 255', async (t) => {
  const record = await finished(client, { ...request, tx_lat: 47 - 40 * HGT_STEP_DEG, tx_height: 60 })
  const warning = record.warnings.find(({ code }) => code === 'unknown_terrain')
  t.match(warning, { detail: /cells that depend on unknown ground are 255/ })
  t.ok((record.summary?.unknown ?? 0) > 50)
})

t.test('parameters of other models are refused by name', async (t) => {
  t.match(await refusals({ ...request, output: 'path_loss' }), {
    output: /los_fresnel has the outputs "visible"/,
  })
  t.match(await refusals({ ...request, layers: ['min_height'] }), {
    'layers/0': /los_fresnel has the layers "visible"/,
  })
  t.match(await refusals({ ...request, rx_gain_dbi: 3, rx_sensitivity_dbm: -90 }), {
    rx_gain_dbi: /computes no power/,
    rx_sensitivity_dbm:
      /los_fresnel computes no power: leave rx_sensitivity_dbm out, or choose a path-loss model such as p526/,
  })
  t.match(await refusals({ ...request, antenna: { azimuth: 90 } }), {
    antenna: /the model los_fresnel computes no power/,
  })
  t.match(await refusals({ ...request, fresnel_fraction: 1.5, frequency: 5 }), {
    fresnel_fraction: /between 0 and 1\b.*got 1\.5/,
    frequency: /between 20 and 100000/,
  })
  t.match(await refusals({ ...request, model: 'los', fresnel_fraction: 0.6 }), {
    fresnel_fraction: /belongs to los_fresnel; the model is los/,
  })
})

t.test('POST /link refuses the model, as its answer has the clearance', async (t) => {
  const link = {
    tx_lat: request.tx_lat,
    tx_lon: request.tx_lon,
    tx_height: 30,
    rx_lat: request.tx_lat + 0.02,
    rx_lon: request.tx_lon,
    rx_height: 10,
    frequency: 600,
  }
  t.match(await refusals({ ...link, model: 'los_fresnel' }, '/api/v1/link'), {
    model: /"p526".*got "los_fresnel"/,
  })
})
