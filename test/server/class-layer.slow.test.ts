import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { COVERED_COLOR, onWhite } from '../../server/results/views/styles.ts'
import { diskBytes } from '../../storage/files/disk-space.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { until } from '../helpers/compute.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// `class` beside `value`, or alone: where enough power arrives, where it is too weak, and where nothing is known.

const { rasterDir, results, account, client, anonymous } = await startService()
const sensitivityDbm = -50
const request = {
  tx_lat: 47 - 600 * HGT_STEP_DEG,
  tx_lon: 7 + 600 * HGT_STEP_DEG,
  tx_height: 30,
  frequency: 600,
  erp: 10,
  resolution: 90,
  max_range: 3,
  model: 'p526',
}
const classes = { layers: ['value', 'class'], rx_sensitivity_dbm: sensitivityDbm }

async function startService() {
  // A hole in the ground, so that some of it is unknown.
  const server = await startRealServer(t, (folder) =>
    putHgt(join(folder, 'N46E007.hgt'), (row, col) =>
      row > 610 && row < 620 && col > 590 && col < 610
        ? -32768
        : Math.round(600 + 60 * Math.sin(row / 13) * Math.cos(col / 17)),
    ),
  )
  const { results, config } = server.services
  return {
    rasterDir: join(config.dataDir, 'rasters'),
    results,
    anonymous: server.anonymous,
    ...(await server.account()),
  }
}

const namesOf = async (id: string) => (await readdir(rasterDir)).filter((name) => name.startsWith(id)).sort()
const classIn = async (t: Test, { id }: Simulation) => {
  const path = `${t.testdir()}.${id}.tif`
  await writeFile(path, (await client.get(`/results/${id}.tif?layer=class`)).body)
  return path
}
const pathOf = (url: string) => url.slice(new URL(url).origin.length)
const previewOf = async (id: string, query = '') =>
  (await client.get(`/api/v1/results/${id}/preview${query}`)).json<{
    url: string
    legend: { unit: string | null; entries: { value?: number; label: string }[] }
  }>()

const both = await finished(client, { ...request, ...classes })

const fileOf = ({ id }: Simulation) => join(rasterDir, `${id}.tif`)

async function refusals(body: object): Promise<Record<string, string>> {
  const answer = await client.post('/api/v1/simulate/estimate', body)
  t.equal(answer.status, 400)
  const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(2), detail]))
}

t.test('class distinguishes too weak from unknown, and value stays the same', async (t) => {
  t.match(both, { status: 'completed', params: classes, result_url: `/results/${both.id}.tif` })
  const plain = await readRaster(fileOf(await finished(client, request)))
  const value = await readRaster(fileOf(both))
  const { data, kind, noData, description, metadata } = await readRaster(await classIn(t, both))
  t.same(value.data, plain.data, 'whatever the sensitivity')
  t.same(
    Object.keys(metadata).sort(),
    [...Object.keys(value.metadata).filter((name) => name !== 'UNIT'), 'CLASSES'].sort(),
  )
  t.match(
    { kind, noData, description },
    {
      kind: 'visibility',
      noData: 255,
      description: 'received power of at least -50 dBm',
    },
  )
  t.equal(metadata.CLASSES, '1 receives at least -50 dBm, 0 too weak, 255 unknown or out of range')
  const counts = { 0: 0, 1: 0, 255: 0 }
  let wrong = 0
  for (let at = 0; at < data.length; at++) {
    const power = plain.data[at]
    const expected = Number.isNaN(power) ? 255 : power >= sensitivityDbm ? 1 : 0
    counts[expected]++
    if (data[at] !== expected) wrong++
  }
  t.equal(wrong, 0)
  t.ok(counts[0] > 100 && counts[1] > 100 && counts[255] > 100, JSON.stringify(counts))
  t.match(both.summary, { visible: counts[1], blocked: counts[0] })
  t.ok(Number(both.summary?.unknown) > 0, 'of those within range')
})

t.test('a missing sensitivity and parameters without effect are refused by name', async (t) => {
  t.match(await refusals({ ...request, layers: ['value', 'class'] }), {
    rx_sensitivity_dbm: /^rx_sensitivity_dbm is required for the layer class, .* for any output$/,
  })
  // The values are there too.
  for (const output of ['received_power', 'field_strength', 'path_loss']) {
    const spoken = { ...request, ...classes, layers: ['class'], output }
    t.equal((await client.post('/api/v1/simulate/estimate', spoken)).status, 200)
  }
  t.match(await refusals({ ...request, model: 'los', layers: ['class'] }), {
    'layers/0': /los has the layers "visible", "min_height", got "class"/,
  })
})

t.test('files, picture, preview, signed address and quota include the class layer', async (t) => {
  const { id } = both
  const tif = await client.get(`/results/${id}.tif`)
  t.same((await client.get(`/results/${id}.tif?layer=value`)).body, tif.body)
  const layer = await client.get(`/api/v1/results/${id}.tif?layer=class`)
  t.notSame(layer.body, tif.body)
  t.match(layer.headers['content-disposition'], `${id}.class.tif`)
  const signed = (await client.get(`/api/v1/results/${id}/signed-url`)).json<{ url: string }>().url
  t.same((await anonymous.get(`${pathOf(signed)}&layer=class`)).body, layer.body)

  t.equal((await previewOf(id)).legend.unit, 'dBm')
  const { url, legend } = await previewOf(id, '?layer=class')
  t.match(legend, {
    unit: null,
    entries: [
      { value: 1, label: 'at least -50 dBm' },
      { value: 0, label: 'less than -50 dBm' },
      { value: 255, label: 'unknown (hatched)' },
      { value: 255, label: 'out of range' },
    ],
  })
  const picture = await anonymous.get(pathOf(url))
  t.equal(picture.status, 200)
  t.equal((await sharp(picture.body).metadata()).format, 'png')
  t.same((await client.get(`/results/${id}.png?layer=class`)).body, picture.body)
  for (const file of [`${id}.tif`, `${id}.png`, `${id}/preview`]) {
    const answer = await client.get(`/results/${file}?layer=min_height`)
    t.equal(answer.json().code, 'layer_not_available', file)
  }
  const before = results.usedBytes(account.id)
  await client.delete(`/api/v1/simulations/${id}`)
  t.equal(
    before - results.usedBytes(account.id),
    [tif, layer, picture].reduce((sum, { body }) => sum + diskBytes(body.length), 0),
  )
  await until(async () => (await namesOf(id)).length === 0, 'its files to be gone')
})

t.test('class can be requested alone', async (t) => {
  const record = await finished(client, { ...request, ...classes, layers: ['class'] })
  const { id } = record
  t.same(await namesOf(id), [`${id}.tif`])
  const tif = await client.get(`/results/${id}.tif`)
  t.same((await client.get(`/results/${id}.tif?layer=class`)).body, tif.body)
  t.not((await client.get(`/results/${id}.tif?layer=value`)).headers.etag, tif.headers.etag)
  t.equal((await previewOf(id)).legend.unit, null)
})

t.test('classes depend on received power, whatever the output', async (t) => {
  const [power, field] = await Promise.all(
    ['received_power', 'field_strength'].map((output) =>
      finished(client, { ...request, ...classes, output }),
    ),
  )
  const [ofPower, ofField] = [await classIn(t, power), await classIn(t, field)].map(readRaster)
  t.same((await ofField).data, (await ofPower).data)
})

t.test('GET /models and the document list the layer', async (t) => {
  const { models } = (await anonymous.get('/models')).json<{ models: { name: string; layers: string[] }[] }>()
  for (const { name, layers } of models) {
    t.equal(layers.includes('class'), !name.startsWith('los'), name)
  }
  const { text } = await anonymous.get('/openapi.json')
  for (const layers of [
    ['visible', 'min_height'],
    ['value', 'class'],
  ]) {
    t.match(text, `"enum":${JSON.stringify(layers)}`)
  }
})

t.test('GDAL reads its colour table', { skip: noGdal }, async (t) => {
  const record = await finished(client, { ...request, ...classes, layers: ['class'] })
  const info = JSON.parse(await gdal('gdalinfo', ['-json', await classIn(t, record)]))
  t.match(info.bands[0], { type: 'Byte', colorInterpretation: 'Palette', noDataValue: 255 })
  t.equal(info.bands[0].description, 'received power of at least -50 dBm')
  t.same(info.bands[0].colorTable.entries[1], [...Buffer.from(onWhite(COVERED_COLOR).slice(1), 'hex'), 255])
})
