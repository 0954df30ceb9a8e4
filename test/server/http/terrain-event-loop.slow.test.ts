import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { DecoderLostError, decoder } from '../../../storage/terrain/formats/decoder.ts'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import { gdal, noGdal } from '../../helpers/gdal.ts'
import { longestDelayMs } from '../../helpers/loop-delay.ts'
import { startTestServer, validRequest } from '../../helpers/server.ts'
import { putLzwStrip } from '../../helpers/strips.ts'

// Files of one strip, which has to be unpacked as a whole for the height of a single point.

const SIDE = 3601
const needsGdal = { skip: noGdal }
/** Unpacking such a strip takes hundreds of milliseconds; what else a request takes, a few. */
const MAXIMUM_DELAY_MS = 100

const folder = await mkdtemp(join(tmpdir(), 'coverage-strips-'))
const floats = new Float32Array(SIDE * SIDE)
for (let i = 0; i < floats.length; i++) {
  // Noise, or Zstandard would have next to nothing to unpack.
  floats[i] = 500 + Math.floor(i / SIDE) / 8 + (Math.imul(i, 0x9e3779b1) >>> 24) / 16
}
const ints = Int16Array.from(floats)
const lzw = { int16: join(folder, 'int16-lzw.tif'), float32: join(folder, 'float32-lzw.tif') }
await putLzwStrip(lzw.int16, 47, 8, ints)
await putLzwStrip(lzw.float32, 47, 10, floats)
if (noGdal === false) {
  const asZstd = ['-q', '-co', 'COMPRESS=ZSTD', '-co', `BLOCKYSIZE=${SIDE}`]
  for (const [kind, westDeg] of [
    ['int16', 12],
    ['float32', 14],
  ] as const) {
    const half = 0.5 / (SIDE - 1)
    const corners = [westDeg - half, 48 + half, westDeg + 1 + half, 47 - half].map(String)
    await gdal('gdal_translate', [
      ...asZstd,
      '-a_ullr',
      ...corners,
      lzw[kind],
      join(folder, `${kind}-zstd.tif`),
    ])
  }
}

const terrain = await openTerrain({ folders: [folder] })
const server = await startTestServer(t, { terrain })
t.teardown(() => rm(folder, { recursive: true }))
const { client } = await server.account('enterprise')

interface Elevation {
  elevation_m: number
  state: string
}

const ask = {
  elevation: (latDeg: number, lonDeg: number) => client.get(`/api/v1/elevation?lat=${latDeg}&lon=${lonDeg}`),
  estimate: (latDeg: number, lonDeg: number) =>
    client.post('/api/v1/simulate/estimate', { ...validRequest, tx_lat: latDeg, tx_lon: lonDeg }),
  link: (latDeg: number, lonDeg: number) => {
    const rx = { rx_lat: latDeg - 0.02, rx_lon: lonDeg + 0.03 }
    return client.post('/api/v1/link', {
      tx_lat: latDeg,
      tx_lon: lonDeg,
      tx_height: 30,
      frequency: 450,
      ...rx,
    })
  },
}
type Route = keyof typeof ask

/** Tasks that were handed over to be decoded. */
let decoded = 0
const run = decoder.run.bind(decoder)
decoder.run = (...args) => {
  decoded++
  return run(...args)
}

for (const [name, westDeg, needs] of [
  ['int16, LZW', 8, {}],
  ['float32, LZW', 10, {}],
  ['int16, Zstandard', 12, needsGdal],
  ['float32, Zstandard', 14, needsGdal],
] as const) {
  t.test(`decoding one strip of ${name} does not block the event loop`, needs, async (t) => {
    const latDeg = 47.5001
    const lonDeg = westDeg + 0.5001
    for (const route of Object.keys(ask) as Route[]) {
      await terrain.close()
      decoded = 0
      const delayMs = await longestDelayMs(async () => {
        t.equal((await ask[route](latDeg, lonDeg)).status, 200)
        // What was too late for its request goes on.
        await terrain.elevationAt(latDeg, lonDeg)
      })
      t.comment(`${route}: the longest delay was ${delayMs.toFixed(1)} ms`)
      t.ok(delayMs < MAXIMUM_DELAY_MS, `${route}: a delay of ${delayMs.toFixed(0)} ms`)
      t.equal(decoded, 1)
      for (const [otherLat, otherLon] of [
        [latDeg, lonDeg],
        [47.91, westDeg + 0.05],
        [47.02, westDeg + 0.98],
      ]) {
        t.match((await ask.elevation(otherLat, otherLon)).json<Elevation>(), { state: 'known' })
        t.equal((await ask.estimate(otherLat, otherLon)).status, 200)
      }
      t.equal((await ask.link(47.7, westDeg + 0.3)).status, 200)
      t.equal(decoded, 1, 'what was decoded is kept, for all of them')
    }
    const row = 1800
    const at = row * SIDE + 900
    const expected = name.startsWith('int16') ? ints[at] : Number(floats[at].toFixed(2))
    const { elevation_m } = (await ask.elevation(48 - row / (SIDE - 1), westDeg + 0.25)).json<Elevation>()
    t.equal(elevation_m, expected)
  })
}

t.test('without a decoder thread a lookup gets 503, and an estimate is still given', async (t) => {
  await terrain.close()
  const { run } = decoder
  t.teardown(() => Object.assign(decoder, { run }))
  decoder.run = async () => {
    throw new DecoderLostError(false, 'no more threads')
  }
  for (const route of ['elevation', 'link'] as const) {
    const answer = await ask[route](47.5, 8.5)
    t.match(answer, { status: 503, headers: { 'retry-after': '5' } }, route)
    t.match(answer.json(), { code: 'overloaded', detail: /^The ground cannot be read at the moment/ })
  }
  t.equal((await ask.estimate(47.5, 8.5)).status, 200)
  Object.assign(decoder, { run })
  t.match((await ask.elevation(47.5, 8.5)).json<Elevation>(), { state: 'known' }, 'nothing was left out')
})
