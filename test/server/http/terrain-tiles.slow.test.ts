import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import { simulateToEnd, startTestServer, validRequest } from '../../helpers/server.ts'
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

async function shared(simulationId: string): Promise<{ token: string; share_id: string }> {
  const answer = await client.post(`/api/v1/simulations/${simulationId}/shares`, {})
  const { url, share_id } = answer.json<{ url: string; share_id: string }>()
  return { token: url.split('=')[1] ?? '', share_id }
}

t.test('whatever address and token: no fault of the service, nothing of another account', async (t) => {
  const stranger = await server.account('pro')
  const theirs = await simulateToEnd(stranger.client, request)
  const { token } = await shared(id)
  const [shareId, secret] = [token.slice(0, -41), token.slice(-40)]
  const digits = fc.stringMatching(/^[0-9A-Za-z]{40}$/)
  const tokens = fc.oneof(
    fc.constant(token),
    digits.map((guess) => `${shareId}_${guess}`),
    fc.stringMatching(/^[0-9A-Za-z]{12}$/).map((guess) => `shr_${guess}_${secret}`),
    fc.stringMatching(/^[!-~]{1,60}$/),
    fc.nat(token.length - 1).map((cut) => token.slice(0, cut)),
  )
  const number = fc.oneof(fc.nat(30), fc.integer(), fc.double(), fc.constantFrom('', '%00', '1e3', '٣', '+1'))
  const tile = fc
    .tuple(
      fc.nat(22),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
    )
    .map(([z, x, y]) => `${base}/${z}/${Math.floor(x * 2 ** z)}/${Math.floor(y * 2 ** z)}.png`)
  const tileHere = fc.nat(12).map((z) => {
    const [x, y] = [here.x, here.y].map((number) => number >> (12 - z))
    return `${base}/${z}/${x}/${y}.png`
  })
  const oddTile = fc.tuple(number, number, number).map((zxy) => `${base}/${zxy.map(String).join('/')}.png`)
  const others = fc.constantFrom(
    `/api/v1/status/${theirs}`,
    `/results/${theirs}.tif`,
    `/api/v1/results/${theirs}/preview`,
    `/api/v1/simulations/${theirs}/shares`,
    `/api/v1/simulations/${id}/shares`,
    '/api/v1/credits',
    '/api/v1/keys',
    '/api/v1/terrain',
  )
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(tokens, fc.oneof(tile, tileHere, oddTile, others), async (one, address) => {
      // So that no rate is used up.
      clock.ms += 61_000
      const guest = server.client(one)
      const answer = await guest.get(encodeURI(address).replaceAll('%25', '%'))
      guest.close()
      seen.add(String(answer.status))
      if (answer.status >= 500) return false
      if (answer.status === 200) return one === token && address.startsWith(`${base}/`)
      return one === token || [400, 401, 404].includes(answer.status)
    }),
    { numRuns: 150, seed: 7 },
  )
  t.ok(
    ['200', '400', '401', '404'].every((status) => seen.has(status)),
    [...seen].join(' '),
  )
})
