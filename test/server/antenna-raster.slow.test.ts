import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Link } from '../../server/link/schemas.ts'
import { type Raster, readRaster } from '../../storage/rasters/read.ts'
import { planetFile } from '../helpers/antennas.ts'
import { finished, startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'

// The transmitting antenna through the service: rasters against links, which have it from the same pattern but by a
// geodesic and a profile of their own.

const server = await startRealServer(t, (folder) =>
  putHgt(join(folder, 'N46E007.hgt'), (row, col) =>
    Math.round(600 + 60 * Math.sin(row / 13) * Math.cos(col / 17)),
  ),
)
const { client, account } = await server.account()
const mast = { tx_lat: 47 - 600 * HGT_STEP_DEG, tx_lon: 7 + 600 * HGT_STEP_DEG, tx_height: 30 }
const request = { ...mast, frequency: 900, erp: 10, resolution: 60, max_range: 2, model: 'free_space' }
const sector = { type: 'sector', horizontal_beamwidth: 70, vertical_beamwidth: 12, front_to_back: 25 }
const { id } = (
  await client.ask('/api/v1/antennas', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: planetFile(),
  })
).json<{ id: string }>()

const rasterOf = async (body: object) => {
  const { id, status, error } = await finished(client, body)
  if (status !== 'completed') throw new Error(`Expected a result, got ${JSON.stringify(error)}`)
  return readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))
}

const plain = await rasterOf(request)
const { rows, cols } = plain.geometry
const cellOf = (east: number, north: number) => ((rows - 1) / 2 - north) * cols + (cols - 1) / 2 + east
/** In cells from the transmitter, all around and at several distances. */
const offsets = [
  [0, 20],
  [20, 0],
  [0, -20],
  [-20, 0],
  [3, 5],
  [-9, 7],
  [25, -18],
  [-22, -21],
] as const

/** By how much each of the cells is weaker in the raster and in a link. */
async function compare(t: Test, antenna: object, more: object = {}) {
  const turned = await rasterOf({ ...request, ...more, antenna })
  const { geometry } = turned
  const base = Object.keys(more).length === 0 ? plain : await rasterOf({ ...request, ...more })
  for (const [east, north] of offsets) {
    const { max_range: _range, resolution: _resolution, ...own } = request
    const answer = await client.post('/api/v1/link', {
      ...own,
      ...more,
      rx_lat: mast.tx_lat + north * geometry.cellLatDeg,
      rx_lon: mast.tx_lon + east * geometry.cellLonDeg,
      antenna,
    })
    const { antenna_db } = answer.json<Link>()
    const at = cellOf(east, north)
    const lower = base.data[at] - turned.data[at]
    t.ok(Math.abs(lower - antenna_db) < 0.02, `${east}, ${north}: raster ${lower}, link ${antenna_db}`)
  }
  return turned
}

t.test('a sector antenna attenuates alike in raster and link', async (t) => {
  const data = (await compare(t, { azimuth: 60, tilt: 3, pattern: sector })).data
  const rear = cellOf(-20, -12)
  t.ok(Math.abs(plain.data[rear] - data[rear] - 25) < 1e-3, 'the back is front_to_back lower')
  for (let at = 0; at < data.length; at++) {
    const lower = plain.data[at] - data[at]
    if (Number.isNaN(plain.data[at]) ? !Number.isNaN(data[at]) : !(lower > -1e-4 && lower < 25.001)) {
      return t.fail(`cell ${at}: ${plain.data[at]} and ${data[at]}`)
    }
  }
})

t.test('an uploaded, tilted pattern attenuates alike in raster and link', (t) =>
  compare(t, { azimuth: 250, tilt: -4, pattern: { type: 'uploaded', id } }),
)

t.test('a receiver at a fixed altitude over a flat earth: raster and link attenuate alike', (t) =>
  compare(
    t,
    { azimuth: 250, pattern: sector },
    { model: 'p526', k_factor: 0, rx_height: 700, rx_height_mode: 'AMSL' },
  ),
)

t.test('rotating the antenna rotates the raster', async (t) => {
  // On the level the attenuation depends on the azimuth alone: 90° further on it is that of a cell 90° back.
  const high = {
    ...request,
    tx_height: 5000,
    tx_height_mode: 'AMSL',
    rx_height: 5000,
    rx_height_mode: 'AMSL',
  }
  const [base, north, east] = [
    await rasterOf(high),
    await rasterOf({ ...high, antenna: { pattern: sector } }),
    await rasterOf({ ...high, antenna: { azimuth: 90, pattern: sector } }),
  ] as [Raster, Raster, Raster]
  let worst = 0
  for (let x = -20; x <= 20; x++) {
    for (let y = -20; y <= 20; y++) {
      if (x === 0 && y === 0) continue
      const straight = base.data[cellOf(x, y)] - north.data[cellOf(x, y)]
      const turned = base.data[cellOf(y, -x)] - east.data[cellOf(y, -x)]
      worst = Math.max(worst, Math.abs(straight - turned))
    }
  }
  t.ok(worst < 0.05, `${worst} dB`)
})

t.test('an omnidirectional antenna changes nothing', async (t) => {
  const { data } = await rasterOf({ ...request, antenna: { pattern: { type: 'omni' } } })
  t.ok(Buffer.from(data.buffer).equals(Buffer.from(plain.data.buffer)))
})

t.test('outputs of power, and what a sensitivity covers of them, include the antenna', async (t) => {
  const antenna = { azimuth: 10, pattern: sector }
  const at = cellOf(-7, -19)
  const output = 'field_strength'
  const field = [await rasterOf({ ...request, output }), await rasterOf({ ...request, output, antenna })]
  t.ok(field[0].data[at] - field[1].data[at] > 20, 'field strength falls')
  const power = await rasterOf({ ...request, antenna })
  const { summary } = await finished(client, { ...request, output, antenna, rx_sensitivity_dbm: -60 })
  const received = power.data.filter((dbm) => dbm >= -60).length
  const weak = power.data.filter((dbm) => dbm < -60).length
  t.ok(received > 100 && weak > 100, `${received} and ${weak} cells`)
  t.ok(Math.abs(Number(summary?.visible) - received) <= 2, 'but for cells which rounding may decide')
  t.ok(Math.abs(Number(summary?.blocked) - weak) <= 2)
})

t.test('a job whose pattern was deleted fails and costs nothing', async (t) => {
  const text = `${planetFile()}COMMENT lost`
  const headers = { 'content-type': 'text/plain' }
  const answer = await client.ask('/api/v1/antennas', { method: 'POST', headers, body: text })
  const { id: lost } = answer.json<{ id: string }>()
  await rm(join(server.services.config.dataDir, 'antennas', account.id, `${lost}.json`))
  const record = await finished(client, { ...request, antenna: { pattern: { type: 'uploaded', id: lost } } })
  t.match(record, { status: 'failed', credits_charged: 0 })
  t.match(record.error, {
    code: 'invalid_parameters',
    detail: `The antenna pattern ${lost} no longer exists.`,
  })
})
