import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import type { Answer } from '../../helpers/client.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'
import { tileJsonFaults } from '../../helpers/tilejson.ts'
import { syntheticOutlook, writeSyntheticTerrain } from '../../references/synthetic.ts'

const folder = await mkdtemp(join(tmpdir(), 'coverage-tiles-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
await writeSyntheticTerrain(folder, { seed: 2026 })
const clock = { ms: Date.now() }
const server = await startTestServer(t, {
  env: { TERRAIN_DIR: folder },
  terrain: await openTerrain({ folders: [folder] }),
  now: () => clock.ms,
})
const { client } = await server.account('pro')
const { latDeg, lonDeg } = syntheticOutlook
const request = { ...validRequest, tx_lat: latDeg, tx_lon: lonDeg, max_range: 5 }
const id = await simulateToEnd(client, request)

const base = '/api/v1/terrain/tiles'
/** The tile of the transmitter. */
const here = { z: 12, x: 2149, y: 1430 }
const path = ({ z, x, y }: typeof here) => `${base}/${z}/${x}/${y}.png`
const code = (answer: Answer) => `${answer.status} ${answer.status < 400 ? '' : answer.json().code}`.trim()

async function shared(simulationId: string): Promise<{ token: string; share_id: string }> {
  const answer = await client.post(`/api/v1/simulations/${simulationId}/shares`, {})
  const { url, share_id } = answer.json<{ url: string; share_id: string }>()
  return { token: url.split('=')[1] ?? '', share_id }
}

t.test('a tile is an opaque picture with a strong tag', async (t) => {
  const answer = await client.get(path(here))
  t.match(answer, { status: 200, headers: { 'content-type': 'image/png', 'x-ratelimit-limit': '1200' } })
  const { width, height, channels, hasAlpha } = await sharp(answer.body).metadata()
  t.same({ width, height, channels, hasAlpha }, { width: 256, height: 256, channels: 3, hasAlpha: false })
  const etag = String(answer.headers.etag)
  t.match(etag, /^"[\w-]{43}"$/)
  const unchanged = await client.get(path(here), { 'if-none-match': etag })
  t.same([unchanged.status, unchanged.body.length, unchanged.headers.etag], [304, 0, etag])
  t.equal((await client.get(path(here), { 'if-match': '"other"' })).status, 412)
  const head = await client.ask(path(here), { method: 'HEAD' })
  t.same([head.status, head.headers.etag, head.body.length], [200, etag, 0])
  const mask = await client.get(`${path(here)}?mask=1`)
  t.not(mask.headers.etag, etag)
  t.equal((await sharp(mask.body).metadata()).channels, 4)
  const large = await sharp((await client.get(`${path(here)}?size=514`)).body).metadata()
  t.same([large.width, large.height, large.channels], [514, 514, 3])
  const beyond = await client.get(path({ z: 12, x: 0, y: 0 }))
  t.equal(beyond.status, 200, 'unknown ground is a flat tile')
})

t.test('TileJSON says where they are and whom to credit', async (t) => {
  const answer = await client.get(`${base}.json`)
  t.match(answer.json(), {
    tilejson: '3.0.0',
    bounds: [8, 47, 10, 48],
    minzoom: 7,
    maxzoom: 11,
    encoding: 'terrarium',
    tileSize: 256,
  })
  t.same(tileJsonFaults(answer.json()), [])
  const [template = ''] = answer.json<{ tiles: string[] }>().tiles
  const url = new URL(template.replace('{z}', '12').replace('{x}', '2149').replace('{y}', '1430'))
  t.equal((await client.get(url.pathname)).status, 200)
})

t.test('what is no tile, or nobody asks for, is refused', async (t) => {
  for (const address of [
    '23/0/0.png',
    '3/8/0.png',
    '3/0/8.png',
    '3/-1/0.png',
    '3/1.5/0.png',
    'a/0/0.png',
    '3/0/0.png?mask=2',
    '3/0/0.png?mask=1&size=514',
    '3/0/0.png?style=x',
  ]) {
    t.equal(code(await client.get(`${base}/${address}`)), '400 invalid_parameters', address)
  }
  t.equal(code(await client.get(`${base}/3/0/0.jpg`)), '404 route_not_found')
  t.equal(code(await client.post(path(here))), '405 method_not_allowed')
  t.equal(code(await server.client().get(path(here))), '401 key_missing')
  t.equal(code(await (await server.account('free')).client.get(path(here))), '403 plan_not_allowed')
})

t.test('a share opens the tiles within the bounds of its simulation', async (t) => {
  const { token, share_id } = await shared(id)
  const guest = server.client(token)
  t.equal((await guest.get(path(here))).status, 200)
  t.equal((await guest.get(`${path(here)}?mask=1`)).status, 200)
  t.equal((await guest.ask(path(here), { method: 'HEAD' })).status, 200)
  t.equal((await guest.get(path({ z: 7, x: 67, y: 44 }))).status, 200, 'around it')
  t.equal(code(await guest.get(path({ ...here, x: 2151 }))), '404 route_not_found', 'beside it')
  t.equal(code(await guest.get(path({ z: 7, x: 68, y: 44 }))), '404 route_not_found')
  t.equal(code(await guest.get(path({ z: 3, x: 9, y: 0 }))), '404 route_not_found')
  t.equal(code(await guest.get('/api/v1/terrain')), '401 key_invalid')
  const [west = 0, south = 0, east = 0, north = 0] = (await guest.get(`${base}.json`)).json<{
    bounds: number[]
  }>().bounds
  t.ok(west < lonDeg - 0.06 && lonDeg + 0.06 < east && east - west < 0.14)
  t.ok(south < latDeg - 0.045 && latDeg + 0.045 < north && north - south < 0.092)
  await client.delete(`/api/v1/simulations/${id}/shares/${share_id}`)
  t.equal(code(await guest.get(path(here))), '401 key_invalid')
})
