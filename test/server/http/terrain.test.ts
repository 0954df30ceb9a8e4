import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { elevationAnswer } from '../../../server/terrain/mast.ts'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import { until } from '../../helpers/compute.ts'
import { startTestServer } from '../../helpers/server.ts'
import { putGeotiff, putHgt } from '../../helpers/tiles.ts'

// tap removes a test's folder before teardowns run, and the server only reads it.
const folder = t.testdir()
await putHgt(join(folder, 'S01E030.hgt'), (row, col) => (row < 10 ? -32768 : row + col / 4))
await putGeotiff(join(folder, 'small.tif'), {
  rows: 11,
  cols: 21,
  northDeg: 10,
  westDeg: -179.5,
  latStepDeg: 0.01,
  lonStepDeg: 0.01,
  isPoint: true,
  heightAt: () => -3.25,
})
const server = await startTestServer(t, { terrain: await openTerrain({ folders: [folder] }) })
const sha256Of = async (name: string) =>
  createHash('sha256')
    .update(await readFile(join(folder, name)))
    .digest('hex')

t.test('tiles are listed as GeoJSON', async (t) => {
  const { client } = await server.account()
  // Hashes follow the scan.
  await until(async () => !(await client.get('/api/v1/terrain')).text.includes('"sha256":null'), 'the hashes')
  const answer = await client.get('/api/v1/terrain')
  t.equal(answer.status, 200)
  t.same(answer.json(), {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [30, -1],
              [31, -1],
              [31, 0],
              [30, 0],
              [30, -1],
            ],
          ],
        },
        properties: {
          name: 'S01E030.hgt',
          source: 'SRTM HGT file',
          resolution_m: 92.663,
          sha256: await sha256Of('S01E030.hgt'),
          attribution: 'Files of the operator',
        },
      },
      {
        type: 'Feature',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [-179.5, 9.9],
              [-179.3, 9.9],
              [-179.3, 10],
              [-179.5, 10],
              [-179.5, 9.9],
            ],
          ],
        },
        properties: {
          name: 'small.tif',
          source: 'GeoTIFF file',
          resolution_m: 1111.95,
          sha256: await sha256Of('small.tif'),
          attribution: 'Files of the operator',
        },
      },
    ],
  })
  t.match((await client.get('/api/v1/terrain?bbox=1,2,3,4')).json(), {
    status: 400,
    errors: [{ parameter: 'bbox' }],
  })
})

t.test('the elevation at a point is returned', async (t) => {
  const { client } = await server.account()
  const at = async (query: string) => (await client.get(`/api/v1/elevation?${query}`)).json()
  const row = 600.5
  t.same(await at(`lat=${-row / 1200}&lon=30.25`), {
    lat: -row / 1200,
    lon: 30.25,
    elevation_m: row + 300 / 4,
    state: 'known',
    source: 'SRTM HGT file',
  })
  t.match(await at('lat=9.95&lon=-179.4'), { elevation_m: -3.25, state: 'known', source: 'GeoTIFF file' })
  const unknown = { elevation_m: null, state: 'unknown', source: null }
  t.match(await at('lat=-0.001&lon=30.5'), unknown, 'a void')
  t.match(await at('lat=50&lon=8'), unknown, 'no tile')
  for (const [query, parameters] of [
    ['', ['lat', 'lon']],
    ['lat=1', ['lon']],
    ['lat=91&lon=-181', ['lat', 'lon']],
    ['lat=north&lon=8', ['lat']],
    ['lat=&lon=8', ['lat']],
    ['lat=NaN&lon=Infinity', ['lat', 'lon']],
    ['lat=1&lat=2&lon=8', ['lat']],
    ['lat=1&lon=2&alt=3', ['alt']],
  ] as const) {
    const answer = await client.get(`/api/v1/elevation?${query}`)
    const { code, errors } = answer.json<{ code: string; errors: { parameter: string }[] }>()
    t.same(
      [answer.status, code, errors.map(({ parameter }) => parameter).sort()],
      [400, 'invalid_parameters', [...parameters]],
      query,
    )
  }
})

t.test('terrain needs a key and a paying plan', async (t) => {
  const { client } = await server.account('free')
  for (const path of ['/api/v1/terrain', '/api/v1/elevation?lat=1&lon=2']) {
    t.equal((await server.client().get(path)).status, 401)
    t.equal((await client.get(path)).json().code, 'plan_not_allowed')
  }
})

t.test('sea is distinguished from unknown ground', async (t) => {
  const { client } = await (await startTestServer(t)).account()
  t.match((await client.get('/api/v1/elevation?lat=1&lon=-175')).json(), {
    elevation_m: 0,
    state: 'sea',
    source: 'flat',
  })
  t.same((await client.get('/api/v1/terrain')).json(), { type: 'FeatureCollection', features: [] })
})

t.test('near a pole, where 300 m are any number of degrees, no ground around a mast is read', async (t) => {
  const terrain = {
    elevationAt: async () => ({ state: 'known', elevationM: 2800, source: 'made' }) as const,
    openParts: () => Promise.reject(new Error('Expected no area.')),
  }
  for (const latDeg of [-90, -89.99999, 85.1, 90]) {
    t.match(await elevationAnswer(terrain, { latDeg, lonDeg: 8.5 }, { hasMast: true, withinM: 5000 }), {
      elevation_m: 2800,
      post_spacing_m: null,
      higher_ground: null,
      highest_ground: null,
    })
  }
})
