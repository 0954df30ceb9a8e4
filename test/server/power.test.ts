import { join } from 'node:path'
import t from 'tap'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// Power as planners know it: output in dBm, gain and cable loss, in place of watts ERP.

const server = await startRealServer(t, (folder) =>
  putHgt(join(folder, 'N46E007.hgt'), (row, col) => 600 + ((row * col) % 50)),
)
const { client } = await server.account()
const mast = { tx_lat: 47 - 600 * HGT_STEP_DEG, tx_lon: 7 + 600 * HGT_STEP_DEG, tx_height: 30 }
const request = { ...mast, frequency: 868, model: 'p526', resolution: 90, max_range: 2 }
const power = { tx_power_dbm: 27, tx_gain_dbi: 6.5, tx_loss_db: 1.35 }
const eirpDbm = 32.15

const cellsOf = async ({ id }: Simulation) =>
  (await readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))).data

/** What is refused, by field. */
async function refusals(body: object): Promise<Record<string, string>> {
  const answer = await client.post('/api/v1/simulate/estimate', body)
  t.equal(answer.status, 400, answer.text)
  const { errors } = answer.json<{ errors: { pointer: string; detail: string }[] }>()
  return Object.fromEntries(errors.map(({ pointer, detail }) => [pointer.slice(2), detail]))
}

t.test('power in dBm with gain and loss is the erp that it means', async (t) => {
  const given = await finished(client, { ...request, ...power })
  t.match(given.params, power)
  t.ok(Math.abs(Number(given.params.erp) - 1) < 1e-9, `${given.params.erp} W`)
  const record = (await client.get(`/api/v1/status/${given.id}`)).json<{ radio: object; params: object }>()
  t.same(record.radio, { eirp_dbm: eirpDbm, erp_w: given.params.erp })
  const inWatts = await finished(client, { ...request, erp: 1 })
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
  const one = await cellsOf(await finished(client, { ...request, rx_gain_dbi: 2 }))
  const other = await cellsOf(await finished(client, { ...request, rx_gain_dbi: 5, rx_loss_db: 3 }))
  t.same(one, other)
  t.match(await refusals({ ...request, model: 'los', rx_loss_db: 3 }), { rx_loss_db: /knows no power/ })
})

t.test('what contradicts itself or would change nothing is refused by name', async (t) => {
  t.match(await refusals({ ...request, ...power, erp: 1.01 }), { erp: /32.19 and 32.15 dBm EIRP/ })
  t.match(await refusals({ ...request, tx_gain_dbi: 3, tx_loss_db: 1 }), {
    tx_gain_dbi: /would change nothing: it is for tx_power_dbm/,
    tx_loss_db: /would change nothing/,
  })
  t.match(await refusals({ ...request, tx_power_dbm: 80, tx_gain_dbi: 20 }), {
    tx_power_dbm: /at most 95.16 dBm EIRP, got 100.00/,
  })
  t.match(await refusals({ ...request, tx_power_dbm: '20' }), { tx_power_dbm: /a string/ })
  const close = await client.post('/api/v1/simulate/estimate', { ...request, ...power, erp: 1.002 })
  t.equal(close.status, 200, 'the same within a hundredth of a decibel')
})

t.test('line of sight says that a power changes nothing', async (t) => {
  const codes = async (own: object) =>
    (await finished(client, { ...request, model: 'los', ...own })).warnings.map(({ code }) => code)
  t.ok((await codes({ erp: 10 })).includes('power_not_used'))
  t.ok((await codes({ tx_power_dbm: 20 })).includes('power_not_used'))
  t.notOk((await codes({})).includes('power_not_used'))
})

t.test('a circle that ends the coverage is said to do so', async (t) => {
  const codes = async (own: object) =>
    (await finished(client, { ...request, ...own })).warnings.map(({ code }) => code)
  t.ok((await codes({ rx_sensitivity_dbm: -120 })).includes('range_limited'), 'covered to the edge')
  t.notOk(
    (await codes({ rx_sensitivity_dbm: -20 })).includes('range_limited'),
    'covered around the mast only',
  )
  t.notOk((await codes({})).includes('range_limited'), 'nothing is covered without a sensitivity')
})
