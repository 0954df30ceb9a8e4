import sharp from 'sharp'
import t, { type Test } from 'tap'
import { COVER_COLORS } from '../../../server/land-cover/palette.ts'
import {
  columnAt,
  latitudeAt,
  longitudeAt,
  rowAt,
  type TileAddress,
} from '../../../storage/terrain/relief/tile-grid.ts'
import { FOREST, GRASS, HOUSES, quadrantsAbout } from '../../helpers/class-quadrants.ts'
import type { Answer } from '../../helpers/client.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'
import { tileJsonFaults } from '../../helpers/tilejson.ts'

const base = '/api/v1/clutter/tiles'
const mast = { tx_lat: 46.5, tx_lon: 7.5 }
const code = (answer: Answer) => `${answer.status} ${answer.status < 400 ? '' : answer.json().code}`.trim()
const path = ({ z, x, y }: TileAddress) => `${base}/${z}/${x}/${y}.png`
const tileAt = (z: number, latDeg = mast.tx_lat, lonDeg = mast.tx_lon): TileAddress => ({
  z,
  x: Math.floor(columnAt(z, lonDeg)),
  y: Math.floor(rowAt(z, latDeg)),
})
/** By the class; none where no table knows it. */
const colors: Record<number, string> = {
  [FOREST]: COVER_COLORS.trees,
  [HOUSES]: COVER_COLORS.suburban,
  [GRASS]: COVER_COLORS.none,
}

const NOTHING = '#00000000'
/** From the mast: the file reaches farther than the first, and less far than the second. */
const WITHIN_DEG = 0.051
const BEYOND_DEG = 0.1

async function serverWith(t: Test, form: 'degrees' | 'utm32') {
  const { layersPath, classAt } = await quadrantsAbout(t, mast, form)
  const server = await startTestServer(t, { env: { LAYERS: layersPath } })
  return { server, classAt, ...(await server.account('pro')) }
}

for (const form of ['degrees', 'utm32'] as const) {
  t.test(`${form}: each pixel is the class at its center`, async (t) => {
    const { client, classAt } = await serverWith(t, form)
    for (const z of [10, 12, 15]) {
      const tile = tileAt(z)
      const answer = await client.get(path(tile))
      t.match(answer, { status: 200, headers: { 'content-type': 'image/png', 'x-ratelimit-limit': '1200' } })
      const { data, info } = await sharp(answer.body).raw().toBuffer({ resolveWithObject: true })
      t.same([info.width, info.height, info.channels], [256, 256, 4])
      const counts = new Map<string, number>()
      for (let at = 0; at < 256 * 256; at++) {
        const latDeg = latitudeAt(tile, Math.floor(at / 256) + 0.5)
        const lonDeg = longitudeAt(tile, (at % 256) + 0.5)
        const seen = `#${data.subarray(4 * at, 4 * at + 4).toString('hex')}`
        counts.set(seen, (counts.get(seen) ?? 0) + 1)
        const awayDeg = Math.max(Math.abs(latDeg - mast.tx_lat), Math.abs(lonDeg - mast.tx_lon))
        if (awayDeg > WITHIN_DEG && awayDeg < BEYOND_DEG) continue
        // Positions in a projection are good to a thousandth of a pixel of the file.
        const around = [-3e-7, 3e-7].flatMap((lat) =>
          [-3e-7, 3e-7].map((lon) => classAt(latDeg + lat, lonDeg + lon)),
        )
        const expected = awayDeg > BEYOND_DEG ? [NOTHING] : around.map((each) => colors[each] ?? NOTHING)
        if (!expected.includes(seen)) t.fail(`zoom ${z}, pixel ${at}: ${seen}, not ${expected[0]}`)
      }
      for (const each of [...Object.values(colors), NOTHING])
        t.ok(Number(counts.get(each)) > 100, `zoom ${z}: ${counts.get(each)} pixels ${each}`)
    }
  })
}

t.test('tags, refusals, shares', async (t) => {
  const { client, server } = await serverWith(t, 'degrees')
  const here = tileAt(12)
  const etag = String((await client.get(path(here))).headers.etag)
  t.match(etag, /^"[\w-]{43}"$/)
  const unchanged = await client.get(path(here), { 'if-none-match': etag })
  t.same([unchanged.status, unchanged.body.length, unchanged.headers.etag], [304, 0, etag])
  t.equal(unchanged.headers['cache-control'], 'private, max-age=60')
  t.not((await client.get(path(tileAt(13)))).headers.etag, etag)
  t.equal((await client.get(path(here), { 'if-match': '"other"' })).status, 412)
  for (const address of ['23/0/0.png', '3/8/0.png', '3/-1/0.png', '3/0/0.png?size=512'])
    t.equal(code(await client.get(`${base}/${address}`)), '400 invalid_parameters', address)
  t.equal(code(await client.post(path(here))), '405 method_not_allowed')
  t.equal(code(await server.client().get(path(here))), '401 key_missing')
  t.equal(code(await (await server.account('free')).client.get(path(here))), '403 plan_not_allowed')

  const id = await simulateToEnd(client, { ...validRequest, ...mast, max_range: 2 })
  const shared = await client.post(`/api/v1/simulations/${id}/shares`, {})
  const guest = server.client(shared.json<{ url: string }>().url.split('=')[1] ?? '')
  t.equal((await guest.get(path(here))).status, 200)
  t.equal(code(await guest.get(path({ ...here, x: here.x + 2 }))), '404 route_not_found')
  t.equal(code(await guest.get('/api/v1/clutter?lat=46&lon=7')), '401 key_invalid')
})

t.test('TileJSON says where they are, whom to credit, and what the colors mean', async (t) => {
  const { client } = await serverWith(t, 'degrees')
  const answer = (await client.get(`${base}.json`)).json<{ bounds: number[]; minzoom: number }>()
  t.match(answer, {
    ...{ attribution: 'Made for a test', minzoom: 8, maxzoom: 13, tileSize: 256 },
    colors: [
      { type: 'none', color: COVER_COLORS.none },
      { type: 'trees', color: COVER_COLORS.trees },
      { type: 'suburban', color: COVER_COLORS.suburban },
    ],
  })
  const [west = 0, south = 0, east = 0, north = 0] = answer.bounds
  t.ok(Math.abs(west - 7.44) < 0.001 && Math.abs(east - 7.56) < 0.001, `${west}, ${east}`)
  t.ok(Math.abs(south - 46.44) < 0.001 && Math.abs(north - 46.56) < 0.001, `${south}, ${north}`)
  t.same(tileJsonFaults(answer), [])
  t.equal((await client.get(path(tileAt(answer.minzoom)))).status, 200)
})

t.test('without layers there are none', async (t) => {
  const server = await startTestServer(t)
  const { client } = await server.account('pro')
  t.equal(code(await client.get(path(tileAt(12)))), '404 route_not_found')
  t.match((await client.get(`${base}.json`)).json(), { attribution: '', colors: [] })
})
