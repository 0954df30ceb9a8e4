import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import type { Answer, Client } from '../helpers/client.ts'
import { startRealServer } from '../helpers/real-server.ts'
import { startTileServer } from '../helpers/tile-server.ts'
import { putCog, putHgt } from '../helpers/tiles.ts'

interface Record {
  status: string
  credits_charged: number
  error?: { code: string; detail: string }
  warnings: { code: string; detail: string }[]
  terrain: {
    unknown_share: number
    sources: { name: string; attribution: string }[]
    tiles: { name: string; source: string; sha256: string }[]
  }
}

const request = { tx_height: 20, frequency: 868, max_range: 3, resolution: 90 }

async function simulate(client: Client, location: { tx_lat: number; tx_lon: number }): Promise<Record> {
  const started = await client.post('/api/v1/simulate', { ...request, ...location })
  if (started.status !== 201) throw new Error(started.text)
  return ended(client, started)
}

async function ended(client: Client, started: Answer): Promise<Record> {
  const { id } = started.json<{ id: string }>()
  for (;;) {
    const record = (await client.get(`/api/v1/status/${id}`)).json<Record & { status: string }>()
    if (record.status !== 'pending') return record
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The answer to a request that is refused as soon as the main process reads what the compute process found. */
async function refusal(client: Client, changes: object): Promise<Answer> {
  for (;;) {
    const answer = await client.post('/api/v1/simulate', { ...request, ...changes })
    if (answer.status !== 201) return answer
    await ended(client, answer)
  }
}

t.test('a simulation runs on remote terrain', async (t) => {
  const tiles = await startTileServer(t)
  const folder = t.testdir()
  await putCog(join(folder, 'x.tif'), { southDeg: 47, westDeg: 8, side: 1200 }, (row, col) => row + col)
  tiles.files.set('/Copernicus_DSM_COG_10_N47_E008.tif', await readFile(join(folder, 'x.tif')))
  const { account } = await startRealServer(t, (own) => putHgt(join(own, 'N46E008.hgt'), () => 300), {
    TERRAIN_URL: `${tiles.origin}/Copernicus_DSM_COG_10_{lat}_{lon}.tif`,
    LOG_LEVEL: 'silent',
  })
  const { client, account: owner } = await account()

  const first = await simulate(client, { tx_lat: 47.5, tx_lon: 8.5 })
  t.match(first, { status: 'completed', warnings: [], terrain: { unknown_share: 0 } })
  t.same(first.terrain.sources, [
    {
      name: 'Copernicus GLO-30',
      attribution:
        '© DLR e.V. 2010–2014 and © Airbus Defence and Space GmbH 2014–2018, provided under COPERNICUS by the European Union and ESA; all rights reserved',
    },
  ])
  t.match(first.terrain.tiles, [
    { name: 'Copernicus_DSM_COG_10_N47_E008.tif', source: 'Copernicus GLO-30', sha256: /^[0-9a-f]{64}$/ },
  ])
  const count = tiles.asked.length
  t.match(await simulate(client, { tx_lat: 47.5, tx_lon: 8.5 }), { status: 'completed' })
  t.equal(tiles.asked.length, count, 'the second costs no download')

  // The main process soon knows what the compute process fetched, and refuses without a job.
  const below = await refusal(client, { tx_lat: 47.5, tx_lon: 8.5, tx_height: 1, tx_height_mode: 'AMSL' })
  t.match(below.json(), { status: 400, code: 'tx_below_ground' })

  // The first job finds that there is no ground; later requests are refused without a job.
  const nothing = await simulate(client, { tx_lat: 12.5, tx_lon: 3.5 })
  t.match(nothing, { status: 'failed', credits_charged: 0, error: { code: 'terrain_unavailable' } })
  const again = await refusal(client, { tx_lat: 12.5, tx_lon: 3.5 })
  t.match(again.json(), { status: 400, code: 'terrain_unavailable' })

  await tiles.stop()
  const edge = await simulate(client, { tx_lat: 46.5, tx_lon: 8.99 })
  t.match(edge, { status: 'completed', terrain: { sources: [{ name: 'SRTM HGT file' }] } })
  t.ok(edge.terrain.unknown_share > 0.3 && edge.terrain.unknown_share < 0.5)
  t.match(
    edge.warnings.find(({ code }) => code === 'terrain_source_unreachable')?.detail,
    /^Copernicus GLO-30 could not be reached \(the connection failed \(ECONNREFUSED\)\)\. Ground known only to this source/,
  )
  const nowhere = await simulate(client, { tx_lat: 20.5, tx_lon: 3.5 })
  t.match(nowhere, { status: 'failed', credits_charged: 0, error: { code: 'terrain_unavailable' } })
  t.match(nowhere.error?.detail, /latitude 20\.5, longitude 3\.5\. Copernicus GLO-30 could not be reached/)
  const credits = (await client.get('/api/v1/credits')).json<{ balance: number; used_this_month: number }>()
  t.equal(credits.balance + credits.used_this_month, 1000, owner.id)
})
