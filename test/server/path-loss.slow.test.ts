import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { freeSpaceLossDb } from '../../kernels/propagation/free-space.ts'
import { kFactorOf } from '../../server/compute/task.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { atDateLine, putDateLine } from '../helpers/date-line.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// Every path-loss model through the service, from the request to the raster, its picture and its legend.

const server = await startRealServer(t, async (folder) => {
  await putDateLine(folder)
  await putHgt(join(folder, 'N46E007.hgt'), (row, col) =>
    row > 1010 && row < 1020 && col > 590 && col < 610
      ? -32768
      : Math.round(600 + 60 * Math.sin(row / 13) * Math.cos(col / 17)),
  )
})
const { client } = await server.account()
const mast = { tx_lat: 47 - 600 * HGT_STEP_DEG, tx_lon: 7 + 600 * HGT_STEP_DEG, tx_height: 30 }
const request = { ...mast, frequency: 600, erp: 10, resolution: 90, max_range: 3 }

const rasterOf = ({ id }: Simulation) =>
  readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))

/** What is refused, by field. */
async function refusals(body: object): Promise<Record<string, string>> {
  const answer = await client.post('/api/v1/simulate/estimate', body)
  t.equal(answer.status, 400)
  const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(2), detail]))
}

const OWN: Record<string, object> = {
  free_space: {},
  two_ray: {},
  hata: { environment: 'urban', city_size: 'small_medium' },
  p526: { polarization: 'vertical', ground_permittivity: 22, ground_conductivity: 0.003, k_factor: 4 / 3 },
  itm: { climate: 'continental_temperate', time_percent: 50, sea_level_refractivity: 301 },
  p1812: { time_percent: 50, location_percent: 50, zone: 'inland', sea_level_refractivity: 325 },
}

t.test('rays are bent as the request says, and straight where it says so', (t) => {
  const kOf = (params: object) => kFactorOf({ params } as Parameters<typeof kFactorOf>[0])
  t.equal(kOf({ k_factor: 0 }), 0)
  t.equal(kOf({ k_factor: 1 }), 1)
  t.equal(kOf({}), 4 / 3, 'ITU-R P.834: of the standard atmosphere')
  t.end()
})

for (const [model, own] of Object.entries(OWN)) {
  t.test(`${model}: received power by default`, async (t) => {
    const record = await finished(client, { ...request, model })
    t.equal(record.status, 'completed', JSON.stringify(record.error))
    t.equal(record.summary, null)
    t.match(record.params, { model, output: 'received_power', layers: ['value'], ...own })
    t.equal('k_factor' in record.params, 'k_factor' in own, 'only what the model takes is stated')
    const { geometry, data, kind, metadata, noData } = await rasterOf(record)
    t.equal(kind, 'float')
    t.ok(Number.isNaN(noData))
    t.match(metadata, { MODEL: model, UNIT: 'dBm' })
    const eirpDbm = 10 * Math.log10(10_000) + 2.15
    const middle = (geometry.rows - 1) / 2
    let known = 0
    let above = 0
    for (let at = 0; at < data.length; at++) {
      const value = data[at]
      if (Number.isNaN(value)) continue
      known++
      const row = Math.floor(at / geometry.cols) - middle
      const col = (at % geometry.cols) - (geometry.cols - 1) / 2
      const distanceKm = 0.09 * Math.hypot(row, col)
      // ITM's statistics and P.1812's smooth earth may gain a little on free space.
      if (value > eirpDbm - freeSpaceLossDb(Math.max(distanceKm, 0.02), 0, 0.6) + 6) above++
    }
    t.ok(known > 0.99 * Math.PI * (3000 / 90) ** 2, `${known} cells of the circle`)
    t.equal(above, 0, 'none receives far more than free space leaves')
    t.ok(Number.isNaN(data[0]), 'a corner is out of range')
  })
}

t.test('outputs are the same loss in other units', async (t) => {
  const asked = { ...request, model: 'p526' }
  const [power, field, loss] = await Promise.all([
    finished(client, { ...asked, output: 'received_power' }).then(rasterOf),
    finished(client, { ...asked, output: 'field_strength' }).then(rasterOf),
    finished(client, { ...asked, output: 'path_loss' }).then(rasterOf),
  ])
  t.equal(field.metadata.UNIT, 'dBµV/m')
  t.equal(loss.metadata.UNIT, 'dB')
  const at = Math.floor(loss.data.length / 2) + 10
  // 10 W ERP are 42.15 dBm EIRP.
  t.ok(Math.abs(power.data[at] - (42.15 - loss.data[at])) < 1e-3)
  // ITU-R P.1812-6 (70) is for 1 kW, which is 20 dB more.
  const expected = 199.36 + 20 * Math.log10(0.6) - loss.data[at] - 20
  t.ok(Math.abs(field.data[at] - expected) < 0.02, `${field.data[at]} and ${expected}`)
})

t.test('gain and sensitivity of the receiver apply', async (t) => {
  const asked = { ...request, model: 'p526' }
  const plain = await rasterOf(await finished(client, asked))
  const record = await finished(client, { ...asked, rx_gain_dbi: 6, rx_sensitivity_dbm: -50 })
  const { data } = await rasterOf(record)
  let strong = 0
  let weak = 0
  let wrong = 0
  for (let at = 0; at < data.length; at++) {
    const withGain = plain.data[at] + 6
    if (Number.isNaN(withGain) !== Number.isNaN(data[at])) wrong++
    if (Number.isNaN(withGain)) continue
    if (withGain >= -50) strong++
    else weak++
    if (Math.abs(data[at] - withGain) > 1e-4) wrong++
  }
  t.equal(wrong, 0)
  t.ok(strong > 100 && weak > 100, `${strong} cells receive enough, ${weak} do not`)
  t.match(record.summary, { visible: strong, blocked: weak, unknown: 0 })
  const { summary } = record
  t.ok(summary && Math.abs(summary.visible_km2 - strong * 0.0081) < 0.01 * summary.visible_km2)
  const loss = await finished(client, {
    ...asked,
    output: 'path_loss',
    rx_gain_dbi: 6,
    rx_sensitivity_dbm: -50,
  })
  t.same(loss.summary, summary, 'of a loss, gain and sensitivity are those of its classes')
  t.match(await refusals({ ...request, rx_sensitivity_dbm: -90, rx_gain_dbi: 6 }), {
    rx_gain_dbi: /los computes no power/,
    rx_sensitivity_dbm: /los computes no power/,
  })
})

t.test('path loss has a picture, a legend and layers', async (t) => {
  const record = await finished(client, { ...request, model: 'free_space', output: 'path_loss' })
  const preview = (await client.get(`/api/v1/results/${record.id}/preview`)).json<{
    legend: { unit: string; entries: { color: string; range: [number | null, number | null] }[] }
  }>()
  t.equal(preview.legend.unit, 'dB')
  t.match(
    preview.legend.entries[0],
    { color: '#fde725b3', range: [null, 100] },
    'the lowest loss is brightest',
  )
  const png = await client.get(`/api/v1/results/${record.id}.png`)
  t.equal(png.status, 200)
  const { data, info } = await sharp(png.body).raw().toBuffer({ resolveWithObject: true })
  const middle = 4 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2))
  t.same([...data.subarray(middle, middle + 4)], [0xfd, 0xe7, 0x25, 0xb3])
  t.equal(data[3], 0, 'transparent out of range')
  t.equal((await client.get(`/api/v1/results/${record.id}.tif?layer=visible`)).status, 404)
})

t.test('GDAL reads the raster', { skip: noGdal }, async (t) => {
  const record = await finished(client, { ...request, model: 'free_space', output: 'path_loss' })
  const path = join(server.services.config.dataDir, 'rasters', `${record.id}.tif`)
  const info = await gdal('gdalinfo', [path])
  t.match(info, /Type=Float32[\s\S]*NoData Value=nan/)
  t.match(info, /Description = path loss between isotropic antennas[\s\S]*Unit Type: dB\n/)
  const lonDeg = mast.tx_lon + 0.02
  const value = Number(
    await gdal('gdallocationinfo', ['-valonly', '-wgs84', path, `${lonDeg}`, `${mast.tx_lat}`]),
  )
  t.ok(Math.abs(value - freeSpaceLossDb(1.53, 30, 0.6)) < 0.5, `${value} dB`)
})

t.test("heights near the model's limits get a warning, those outside are refused", async (t) => {
  const near = await finished(client, { ...request, model: 'hata' })
  t.same(
    near.warnings.map(({ code }) => code),
    [],
    'all within',
  )
  const low = await finished(client, { ...request, model: 'hata', tx_height: 10 })
  t.match(low.warnings, [
    {
      code: 'near_validity_limit',
      detail: /^tx_height in metres above the ground is 10; the model hata is intended for 30 to 200\.$/,
    },
  ])
  const high = await finished(client, { ...request, model: 'hata', tx_height: 4000, tx_height_mode: 'AMSL' })
  t.match(high.error, {
    code: 'invalid_parameters',
    detail: /tx_height is 3\d{3}\.\d metres above the ground/,
  })
  t.equal(high.credits_charged, 0)
})

t.test('parameters of other models are refused by name', async (t) => {
  t.match(await refusals({ ...request, model: 'p526', environment: 'urban' }), {
    environment: /^environment belongs to hata; the model is p526/,
  })
  t.match(await refusals({ ...request, climate: 'desert' }), { climate: /belongs to itm; the model is los/ })
  for (const model of ['free_space', 'two_ray', 'hata', 'itm', 'p1812']) {
    t.match(await refusals({ ...request, model, k_factor: 1 }), { k_factor: /does not use k_factor/ })
  }
  t.match(await refusals({ ...request, model: 'p526', layers: ['visible'] }), {
    'layers/0': /p526 has the layers "value", "class", got "visible"/,
  })
  t.match(await refusals({ ...request, output: 'path_loss' }), { output: /los has the outputs "visible"/ })
  t.match(await refusals({ ...request, model: 'p526', output: 'visible' }), { output: /"received_power"/ })
})

t.test('values that the model does not accept are refused by name', async (t) => {
  t.match(await refusals({ ...request, model: 'p1812', time_percent: 80, zone: 'land', frequency: 7000 }), {
    time_percent: /between 1 and 50 % for the model p1812, got 80/,
    zone: /one of "inland", "coastal", "sea"/,
    frequency: /between 30 and 6000/,
  })
  t.match(await refusals({ ...request, model: 'itm', time_percent: 100 }), { time_percent: /0\.1 and 99\.9/ })
  t.match(await refusals({ ...request, model: 'itm', tx_height: 0.2 }), {
    tx_height: /between 0\.5 and 3000/,
  })
  t.match(await refusals({ ...request, model: 'itm', sea_level_refractivity: '301' }), {
    sea_level_refractivity: /got "301"/,
  })
  t.match(
    await refusals({
      ...request,
      model: 'p1812',
      location_percent: 90,
      rx_height_mode: 'AMSL',
      rx_height: 900,
    }),
    { location_percent: /must be 50 where rx_height_mode is AMSL/ },
  )
})

t.test('a receiver below its ground receives nothing', async (t) => {
  for (const model of ['p526', 'itm']) {
    const record = await finished(client, { ...request, model, rx_height: 620, rx_height_mode: 'AMSL' })
    const { data } = await rasterOf(record)
    const known = data.filter((value) => !Number.isNaN(value)).length / (Math.PI * (3000 / 90) ** 2)
    t.ok(known > 0.3 && known < 0.9, `${model}: ${(100 * known).toFixed(0)} % of the cells`)
  }
})

// Power as planners know it: output in dBm, gain and cable loss, in place of watts ERP.

const planned = { ...mast, frequency: 868, model: 'p526', resolution: 90, max_range: 2 }
const power = { tx_power_dbm: 27, tx_gain_dbi: 6.5, tx_loss_db: 1.35 }
const eirpDbm = 32.15

const cellsOf = async (record: Simulation) => (await rasterOf(record)).data

t.test('power in dBm with gain and loss is the erp that it means', async (t) => {
  const given = await finished(client, { ...planned, ...power })
  t.match(given.params, power)
  t.ok(Math.abs(Number(given.params.erp) - 1) < 1e-9, `${given.params.erp} W`)
  const record = (await client.get(`/api/v1/status/${given.id}`)).json<{ radio: object; params: object }>()
  t.same(record.radio, { eirp_dbm: eirpDbm, erp_w: given.params.erp })
  const inWatts = await finished(client, { ...planned, erp: 1 })
  const [one, other] = [await cellsOf(given), await cellsOf(inWatts)]
  t.equal(one.length, other.length)
  t.ok(one.every((value, at) => Object.is(value, other[at]) || Math.abs(value - other[at]) < 1e-4))
  t.ok(one.some((value) => !Number.isNaN(value)))
  const again = await finished(client, record.params)
  t.same(again.params, given.params, 'params can be posted again as they are')
})

t.test('a link takes it too', async (t) => {
  const ends = { ...mast, rx_lat: mast.tx_lat, rx_lon: mast.tx_lon + 0.02, frequency: 868, model: 'p526' }
  const received = async (own: object) =>
    (await client.post('/api/v1/link', { ...ends, ...own })).json<{ received_dbm: number }>().received_dbm
  t.ok(Math.abs((await received(power)) - (await received({ erp: 1 }))) < 1e-9)
})

t.test("the loss of the receiver's cable takes from its gain", async (t) => {
  const one = await cellsOf(await finished(client, { ...planned, rx_gain_dbi: 2 }))
  const other = await cellsOf(await finished(client, { ...planned, rx_gain_dbi: 5, rx_loss_db: 3 }))
  t.same(one, other)
  t.match(await refusals({ ...planned, model: 'los', rx_loss_db: 3 }), { rx_loss_db: /computes no power/ })
})

t.test('what contradicts itself or would change nothing is refused by name', async (t) => {
  t.match(await refusals({ ...planned, ...power, erp: 1.01 }), { erp: /32.19 and 32.15 dBm EIRP/ })
  t.match(await refusals({ ...planned, tx_gain_dbi: 3, tx_loss_db: 1 }), {
    tx_gain_dbi: /has no effect without tx_power_dbm/,
    tx_loss_db: /has no effect/,
  })
  t.match(await refusals({ ...planned, tx_power_dbm: 80, tx_gain_dbi: 20 }), {
    tx_power_dbm: /at most 95.16 dBm EIRP, got 100.00/,
  })
  t.match(await refusals({ ...planned, tx_power_dbm: '20' }), { tx_power_dbm: /a string/ })
  const close = await client.post('/api/v1/simulate/estimate', { ...planned, ...power, erp: 1.002 })
  t.equal(close.status, 200, 'the same within a hundredth of a decibel')
})

t.test('line of sight says that a power changes nothing', async (t) => {
  const codes = async (own: object) =>
    (await finished(client, { ...planned, model: 'los', ...own })).warnings.map(({ code }) => code)
  t.ok((await codes({ erp: 10 })).includes('power_not_used'))
  t.ok((await codes({ tx_power_dbm: 20 })).includes('power_not_used'))
  t.notOk((await codes({})).includes('power_not_used'))
})

t.test('a circle that ends the coverage is said to do so', async (t) => {
  const codes = async (own: object) =>
    (await finished(client, { ...planned, ...own })).warnings.map(({ code }) => code)
  t.ok((await codes({ rx_sensitivity_dbm: -120 })).includes('range_limited'), 'covered to the edge')
  t.notOk(
    (await codes({ rx_sensitivity_dbm: -20 })).includes('range_limited'),
    'covered around the mast only',
  )
  t.notOk((await codes({})).includes('range_limited'), 'nothing is covered without a sensitivity')
})

// Circles on both sides of ±180°, where longitudes wrap.

const atLine = atDateLine(server, client)

t.test('los: the cells are those of the same ground elsewhere', (t) => atLine.isSameAsInland(t, 'los'))

t.test('a link is the same for longitudes 180 and -180', async (t) => {
  const link = { ...atLine.request, rx_lat: atLine.request.tx_lat + 0.01, rx_lon: 179.985 }
  const { resolution: _resolution, max_range: _range, ...asked } = link
  const [plus, minus] = await Promise.all(
    [180, -180].map(async (tx_lon) => (await client.post('/api/v1/link', { ...asked, tx_lon })).json()),
  )
  t.same(minus, plus)
})
