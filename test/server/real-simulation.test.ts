import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromArrayBuffer } from 'geotiff'
import sharp from 'sharp'
import t from 'tap'
import { version } from '../../server/config/config.ts'
import { readRaster } from '../../storage/rasters/read.ts'
import type { Simulation, SimulationResult } from '../../storage/records/types.ts'
import type { Client } from '../helpers/client.ts'
import { noCogValidator, validateCog } from '../helpers/cog-validator.ts'
import { until } from '../helpers/compute.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { startRealServer } from '../helpers/real-server.ts'
import { HGT_STEP_DEG, putHgt } from '../helpers/tiles.ts'
import { geodesicBetween, geodesicPoint } from '../references/geodesic.ts'
import { seededRandom } from '../references/random.ts'

const TILE = 'N46E007.hgt'
/** Rolling country that hides parts of itself, and a square of unknown ground far north-east of the mast. */
function heightAt(row: number, col: number): number {
  if (row >= 100 && row <= 140 && col >= 1060 && col <= 1100) return -32_768
  return Math.round(600 + 90 * Math.sin(row / 13) * Math.cos(col / 17) + 40 * Math.sin((row + col) / 5))
}
const unknownGround = { tx_lat: 47 - 120 * HGT_STEP_DEG, tx_lon: 7 + 1080 * HGT_STEP_DEG }

const mast = { tx_lat: 46.5123, tx_lon: 7.4877, tx_height: 25, frequency: 868 }
const request = { ...mast, name: 'main job', resolution: 45, max_range: 4 }
/** Some one and a half million cells: long enough to be met while it computes, short enough to be waited for. */
const longRequest = { ...mast, resolution: 20, max_range: 14 }
const longPrice = 2

const server = await startRealServer(t, (folder) => putHgt(join(folder, TILE), heightAt))
const { records, dispatcher, config } = server.services
const { account, client } = await server.account()

async function start(by: Client, body: object): Promise<string> {
  const answer = await by.post('/api/v1/simulate', body)
  if (answer.status !== 201) throw new Error(`Expected 201, got ${answer.status} ${answer.text}`)
  return answer.json<{ id: string }>().id
}

type Answered = Omit<Simulation, 'terrain'> & {
  result_url?: string
  terrain: SimulationResult['terrain'] | null
}

/** Asks until the record is final, in steps that stay inside the rate limit. */
async function waitForEnd(by: Client, id: string): Promise<Answered> {
  for (;;) {
    const answer = await by.get(`/api/v1/status/${id}`)
    const record = answer.json<Answered>()
    if (record.status !== 'pending') return record
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const untilComputing = (id: string) =>
  until(() => records.simulation(id)?.stage === 'computing', `${id} computes`)

const movements = async (accountId: string) => {
  const { entries } = await records.ledger(accountId)
  return entries.reverse().map(({ type, amount }) => [type, amount])
}

const id = await start(client, request)
const record = await waitForEnd(client, id)
const tif = join(config.dataDir, 'rasters', `${id}.tif`)

t.test('the record has the engine, the terrain and the summary', async (t) => {
  const tile = await readFile(join(config.terrainDirs[0] ?? '', TILE))
  const { backend, device } = (await client.get('/health')).json()
  t.match(backend, /^(webgpu|webasm|cpu)$/)
  t.match(record, {
    id,
    status: 'completed',
    stage: null,
    progress: 1,
    params: { ...request, model: 'los', rx_height: 2, k_factor: 4 / 3, layers: ['visible'] },
    credits_charged: 1,
    result_url: `/results/${id}.tif`,
    warnings: [{ code: 'finer_than_terrain' }],
    engine: { version, backend, device },
    terrain: { unknown_share: 0 },
  })
  t.same(
    record.terrain?.tiles.map(({ name, sha256 }) => [name, sha256]),
    [[TILE, createHash('sha256').update(tile).digest('hex')]],
  )
  t.same(await movements(account.id), [
    ['grant', 1000],
    ['hold', -1],
    ['capture', 0],
  ])
})

t.test('the record has the ground of the mast, and the highest post within 300 m', async (t) => {
  const [row, col] = [(47 - mast.tx_lat) / HGT_STEP_DEG, (mast.tx_lon - 7) / HGT_STEP_DEG]
  const [top, left] = [Math.floor(row), Math.floor(col)]
  const [down, right] = [row - top, col - left]
  const ground =
    heightAt(top, left) * (1 - down) * (1 - right) +
    heightAt(top, left + 1) * (1 - down) * right +
    heightAt(top + 1, left) * down * (1 - right) +
    heightAt(top + 1, left + 1) * down * right
  t.ok(Math.abs((record.tx_ground_m ?? 0) - ground) < 0.01)
  let highest = { ground_m: ground + 5, distance_m: 0, lat: 0, lon: 0 }
  for (let i = top - 6; i <= top + 6; i++) {
    for (let j = left - 6; j <= left + 6; j++) {
      const [lat, lon] = [47 - i * HGT_STEP_DEG, 7 + j * HGT_STEP_DEG]
      const { distanceM } = geodesicBetween(mast.tx_lat, mast.tx_lon, lat, lon)
      const ground_m = heightAt(i, j)
      if (distanceM > 300 || ground_m <= highest.ground_m) continue
      highest = { ground_m, distance_m: Math.round(distanceM), lat, lon }
    }
  }
  t.ok(highest.lat > 0, 'there is some, else this says nothing')
  const { lat, lon, ...rest } = highest
  t.match(record.higher_ground, rest)
  t.ok(Math.abs((record.higher_ground?.lat ?? 0) - lat) < 1e-6)
  t.ok(Math.abs((record.higher_ground?.lon ?? 0) - lon) < 1e-6)
  const where = `lat=${mast.tx_lat}&lon=${mast.tx_lon}`
  const { elevation_m, higher_ground, post_spacing_m } = (
    await client.get(`/api/v1/elevation?${where}&with=mast`)
  ).json<Record<string, unknown>>()
  t.same([elevation_m, higher_ground], [record.tx_ground_m, record.higher_ground])
  t.ok(Math.abs(Number(post_spacing_m) - 92.6) < 0.2)
})

t.test('the raster is served with the right cells and extent', async (t) => {
  const served = await client.get(`/results/${id}.tif`)
  t.equal(served.status, 200)
  t.same(served.body, await readFile(tif), 'the file as it lies on disk')

  const tiff = await fromArrayBuffer(Uint8Array.from(served.body).buffer)
  const image = await tiff.getImage()
  const [cells] = await image.readRasters({ interleave: false })
  const { geometry, data } = await readRaster(tif)
  t.same(cells, data)
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  t.equal(data[((rows - 1) / 2) * cols + (cols - 1) / 2], 1, "the transmitter's own cell")

  const counted = { visible: 0, blocked: 0 }
  let wrong = 0
  let farthestM = 0
  for (let at = 0; at < data.length; at++) {
    const latDeg = northDeg - (Math.floor(at / cols) + 0.5) * cellLatDeg
    const lonDeg = westDeg + ((at % cols) + 0.5) * cellLonDeg
    const { distanceM } = geodesicBetween(mast.tx_lat, mast.tx_lon, latDeg, lonDeg)
    // All the ground within range is known here, so 255 stands for nothing but the range.
    if ((data[at] === 255) !== distanceM > 1000 * request.max_range) wrong++
    if (data[at] === 1) farthestM = Math.max(farthestM, distanceM)
    if (data[at] === 1) counted.visible++
    if (data[at] === 0) counted.blocked++
  }
  t.equal(wrong, 0, '255 beyond the range and only there')
  t.ok(counted.visible > 2000 && counted.blocked > 2000, 'both abound, else this says nothing')
  t.match(record.summary, counted)
  t.equal(record.summary?.farthest_km, Number((farthestM / 1000).toFixed(3)))
})

t.test('GDAL reads the same values at the same positions', { skip: noGdal }, async (t) => {
  const { geometry, data } = await readRaster(tif)
  const { rows, cols } = geometry
  const raw = `${t.testdir()}/raster.raw`
  await gdal('gdal_translate', ['-q', '-of', 'ENVI', tif, raw])
  t.ok(Buffer.from(data.buffer, data.byteOffset, data.length).equals(await readFile(raw)), 'every cell')

  const info = JSON.parse(await gdal('gdalinfo', ['-json', tif]))
  t.same(info.size, [cols, rows])
  const [westDeg, lonStepDeg, , northDeg, , latStepDeg] = info.geoTransform
  const { resolution } = request
  const acrossM = geodesicBetween(mast.tx_lat, mast.tx_lon, mast.tx_lat, mast.tx_lon + lonStepDeg).distanceM
  const downM = geodesicBetween(mast.tx_lat, mast.tx_lon, mast.tx_lat - latStepDeg, mast.tx_lon).distanceM
  t.ok(Math.abs(acrossM / resolution - 1) < 1e-3, `a cell is ${acrossM} m wide at the transmitter`)
  t.ok(Math.abs(downM / resolution - 1) < 1e-3, `a cell is ${downM} m high at the transmitter`)
  const centre = { lonDeg: westDeg + (cols / 2) * lonStepDeg, latDeg: northDeg + (rows / 2) * latStepDeg }
  t.ok(Math.abs(centre.lonDeg - mast.tx_lon) < 1e-9 && Math.abs(centre.latDeg - mast.tx_lat) < 1e-9)

  // Where cells should be, from geodesics alone: so many steps of `resolution` metres, as long as at the transmitter.
  const stepLatDeg = geodesicPoint(mast.tx_lat, mast.tx_lon, 0, resolution).latDeg - mast.tx_lat
  const stepLonDeg = geodesicPoint(mast.tx_lat, mast.tx_lon, 90, resolution).lonDeg - mast.tx_lon
  const random = seededRandom(21)
  const chosen = Array.from({ length: 40 }, () => {
    const row = Math.floor(random() * rows)
    const col = Math.floor(random() * cols)
    const latDeg = mast.tx_lat + ((rows - 1) / 2 - row) * stepLatDeg
    const lonDeg = mast.tx_lon + (col - (cols - 1) / 2) * stepLonDeg
    const { distanceM, azimuthDeg } = geodesicBetween(mast.tx_lat, mast.tx_lon, latDeg, lonDeg)
    return { row, col, distanceM, point: geodesicPoint(mast.tx_lat, mast.tx_lon, azimuthDeg, distanceM) }
  })
  const pixels = chosen.map(({ row, col }) => `${col + 0.5} ${row + 0.5}`).join('\n')
  const positions = (await gdal('gdaltransform', [tif], pixels)).trim().split('\n')
  const points = chosen.map(({ point }) => `${point.lonDeg} ${point.latDeg}`).join('\n')
  const values = (await gdal('gdallocationinfo', ['-wgs84', '-valonly', tif], points)).trim().split('\n')
  let wrong = 0
  let worstCells = 0
  for (const [index, { row, col, distanceM, point }] of chosen.entries()) {
    const [lonDeg = Number.NaN, latDeg = Number.NaN] = positions[index]?.split(' ').map(Number) ?? []
    const offCells = Math.max(
      Math.abs(lonDeg - point.lonDeg) / stepLonDeg,
      Math.abs(latDeg - point.latDeg) / stepLatDeg,
    )
    if (!(offCells <= worstCells)) worstCells = offCells
    const isBeyond = distanceM > 1000 * request.max_range
    if (Number(values[index]) !== data[row * cols + col] || (values[index] === '255') !== isBeyond) wrong++
  }
  t.equal(wrong, 0, 'GDAL finds at the geodesic point the value of its cell, 255 beyond the range')
  t.ok(worstCells < 0.1, `cells lie within ${worstCells.toExponential(1)} of a cell of where they should`)
})

t.test('GDAL finds it cloud-optimised', { skip: noCogValidator }, async (t) => {
  t.match(await validateCog(tif), /is a valid cloud optimized GeoTIFF/)
})

t.test('the picture has the right bounds', async (t) => {
  const preview = (await client.get(`/api/v1/results/${id}/preview`)).json<{
    bounds: [number, number, number, number]
    url: string
    legend: { entries: { value: number; color: string }[] }
  }>()
  const picture = await client.get(`/results/${id}.png`)
  t.equal(picture.headers['content-type'], 'image/png')
  const address = new URL(preview.url)
  const [anonymous] = [
    await client.ask(address.pathname + address.search, { headers: { authorization: '' } }),
  ]
  t.same(anonymous.body, picture.body, 'the signed address of the preview shows it without a key')

  const { data, info } = await sharp(picture.body).raw().toBuffer({ resolveWithObject: true })
  t.equal(info.channels, 4)
  const colorAt = (x: number, y: number) => {
    const at = (y * info.width + x) * 4
    return `#${data.subarray(at, at + 4).toString('hex')}`
  }
  const [west, south, east, north] = preview.bounds
  const mercator = (latDeg: number) => Math.asinh(Math.tan((latDeg * Math.PI) / 180))
  const x = Math.floor(((mast.tx_lon - west) / (east - west)) * info.width)
  const down = (mercator(north) - mercator(mast.tx_lat)) / (mercator(north) - mercator(south))
  const visible = preview.legend.entries.find(({ value }) => value === 1)
  t.equal(colorAt(x, Math.floor(down * info.height)), visible?.color, 'the mast sees its own foot')
  t.match(colorAt(0, 0), /00$/, 'beyond the range nothing is drawn')
})

t.test('transmitters that the ground forbids are refused at once and cost nothing', async (t) => {
  const before = records.credits(account.id)
  const buried = { ...request, tx_height: 100, tx_height_mode: 'AMSL' }
  t.match((await client.post('/api/v1/simulate', buried)).json(), { status: 400, code: 'tx_below_ground' })
  const locations = [unknownGround, { tx_lat: 46.5, tx_lon: 11.5 }]
  for (const location of locations) {
    const answer = await client.post('/api/v1/simulate', { ...request, ...location })
    t.match(answer.json(), { status: 400, code: 'terrain_unavailable' })
  }
  t.same(records.credits(account.id), before)
})

t.test('a killed compute process costs time and nothing else', async (t) => {
  const { account, client } = await server.account()
  const long = await start(client, longRequest)
  await untilComputing(long)
  const killed = server.computeProcesses.at(-1)
  const started = server.computeProcesses.length
  t.ok(killed?.kill('SIGKILL'))
  await until(() => killed?.signalCode === 'SIGKILL', 'the process is gone')
  t.equal((await client.get('/health/live')).status, 200)
  t.match((await client.get('/health')).json().status, /^(ok|starting)$/)
  t.match((await client.get(`/api/v1/status/${long}`)).json(), {
    status: 'pending',
    credits_charged: longPrice,
  })

  const record = await waitForEnd(client, long)
  t.match(record, { status: 'completed', credits_charged: longPrice, summary: { blocked: Number } })
  t.equal(server.computeProcesses.length, started + 1, 'a second process did it')
  t.match((await client.get('/health')).json(), { status: 'ok', queue: 0, running: 0 })
  t.same(await movements(account.id), [
    ['grant', 1000],
    ['hold', -longPrice],
    ['capture', 0],
  ])
  const { data } = await readRaster(join(config.dataDir, 'rasters', `${long}.tif`))
  let visible = 0
  for (const value of data) visible += value === 1 ? 1 : 0
  t.equal(record.summary?.visible, visible)
})

t.test('deleting a running simulation refunds it and frees its slot', async (t) => {
  const { account, client } = await server.account('pro')
  const processes = server.computeProcesses.length
  const long = [await start(client, longRequest), await start(client, longRequest)]
  long.push(await start(client, longRequest))
  const [first = '', ...others] = long
  t.match((await client.post('/api/v1/simulate', request)).json(), {
    status: 429,
    code: 'concurrency_limit_exceeded',
  })
  await untilComputing(first)
  t.equal((await client.delete(`/api/v1/simulations/${first}`)).status, 204)
  t.equal((await client.get(`/api/v1/status/${first}`)).status, 404)
  t.match(records.credits(account.id), { balance: 1000 - 2 * longPrice, held: 2 * longPrice })

  let small = ''
  await until(async () => {
    const answer = await client.post('/api/v1/simulate', request)
    if (answer.status === 201) small = answer.json<{ id: string }>().id
    // Soon, so that the others are still being computed.
    else await new Promise((resolve) => setTimeout(resolve, 25))
    return small !== ''
  }, 'the slot is free')
  for (const other of others) t.equal((await client.delete(`/api/v1/simulations/${other}`)).status, 204)
  t.match(await waitForEnd(client, small), { status: 'completed', credits_charged: 1 })
  await until(() => dispatcher.running === 0 && dispatcher.queued === 0, 'all have stopped')
  t.equal(server.computeProcesses.length, processes, 'none had to be stopped by force')
  t.match(records.credits(account.id), { balance: 999, held: 0, used_this_month: 1 })
  const files = await Promise.all(
    [join(config.dataDir, 'rasters'), config.workDir].map((one) => readdir(one)),
  )
  const left = files.flat().filter((file) => long.some((id) => file.startsWith(id)))
  t.same(left, [], 'no files of theirs stay')
})
