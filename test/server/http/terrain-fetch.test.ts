import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { readConfig } from '../../../server/config/config.ts'
import { TerrainFetching } from '../../../server/terrain/fetching.ts'
import { footprintsOf, maximumFootprints } from '../../../server/terrain/footprints.ts'
import { parseSources } from '../../../storage/terrain/remote/sources.ts'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import type { TileListed } from '../../../storage/terrain/types.ts'
import type { Client } from '../../helpers/client.ts'
import { ownCog } from '../../helpers/remote-terrain.ts'
import { startTestServer } from '../../helpers/server.ts'
import { startTileServer } from '../../helpers/tile-server.ts'

// Terrain on demand: footprints, what an area lacks, and its download.

interface Plan {
  files: number | null
  bytes: number
  progress: { state: string; detail: string | null } | null
}

const tile = (westDeg: number, southDeg: number, sizeDeg = 1): TileListed => ({
  name: 'tile',
  source: 'test',
  attribution: 'test',
  bounds: { westDeg, southDeg, eastDeg: westDeg + sizeDeg, northDeg: southDeg + sizeDeg },
  resolutionM: 90,
  bytes: 10,
  sha256: null,
})

t.test(
  'footprints: few tiles as they are, many as cells that cover them; what touches is a cluster',
  async (t) => {
    const few = footprintsOf([tile(8, 47), tile(20, 47), tile(9, 48), tile(8, 48)])
    t.match(few, { tiles: 4, bytes: 40, footprints: { length: 4 } })
    t.match(few.clusters, [
      { tiles: 3, bytes: 30, bounds: { westDeg: 8, southDeg: 47, eastDeg: 10, northDeg: 49 } },
      { tiles: 1, bounds: { westDeg: 20 } },
    ])

    // A checkerboard has the most clusters, and no runs.
    const listed: TileListed[] = [tile(0, -89, 60)]
    for (let lat = -80; lat < 80; lat++)
      for (let lon = -180; lon < 180; lon++) if ((lat + lon) % 2 === 0) listed.push(tile(lon, lat))
    const many = footprintsOf(listed)
    t.equal(many.tiles, listed.length)
    t.ok(many.footprints.length <= maximumFootprints, `${many.footprints.length}`)
    t.equal(
      many.clusters.reduce((sum, { tiles }) => sum + tiles, 0),
      listed.length,
    )
    for (const { bounds } of [listed[0], listed[5], listed.at(-1)] as TileListed[]) {
      const [lat, lon] = [(bounds.southDeg + bounds.northDeg) / 2, (bounds.westDeg + bounds.eastDeg) / 2]
      t.ok(
        many.footprints.some(
          ({ westDeg, southDeg, eastDeg, northDeg }) =>
            westDeg <= lon && lon <= eastDeg && southDeg <= lat && lat <= northDeg,
        ),
      )
    }

    const near = footprintsOf([tile(8, 47), tile(9.005, 47), tile(10.025, 47), { ...tile(3, 3), bytes: 30 }])
    t.match(near.clusters, [{ tiles: 2 }, { tiles: 1, bytes: 30 }, { tiles: 1, bytes: 10 }])
    // Cells of a degree: each of these lies in two, the last but one in four, the last in five.
    const wide = (westDeg: number, southDeg: number, widthDeg: number): TileListed => ({
      ...tile(westDeg, southDeg),
      bounds: { westDeg, southDeg, eastDeg: westDeg + widthDeg, northDeg: southDeg + 1 },
    })
    const spread = Array.from({ length: 2304 }, (_, at) =>
      wide(-180 + 5 * (at % 72), -80 + 5 * Math.floor(at / 72), 1.5),
    )
    const apart = footprintsOf([...spread, wide(0, 85, 3.5), wide(100, 85, 4.5)])
    t.equal(apart.footprints.length, 2306)
    const widths = apart.footprints.map(({ westDeg, eastDeg }) => eastDeg - westDeg)
    t.same([...new Set(widths)].sort(), [2, 4, 4.5])
    t.ok(apart.clusters.every(({ tiles, bytes }) => tiles === 1 && bytes === 10))
    t.equal(apart.clusters.length, 500)
  },
)

t.test(
  'a fetch has at most 64 files and 400 square degrees, and leaves the records their room',
  async (t) => {
    const fetchingOf = (files: number, free: { bytes: number; files: number }) =>
      new TerrainFetching({
        terrain: {
          missingFiles: async () =>
            Array.from({ length: files }, () => ({ sourceIndex: 0, key: {} as never, bytes: 10.4 })),
        },
        config: {
          terrainUrl: 'https://tiles.example/{lat}{lon}.tif',
          terrainCacheDir: '/nowhere',
          terrainDirs: [],
        },
        freeSpace: async () => free,
        logger: {} as never,
      })
    const bounds = { westDeg: -10, southDeg: 40, eastDeg: 10, northDeg: 60 }
    const full = { bytes: 2 ** 30 + 665, files: 1e6 }
    t.same(await fetchingOf(65, full).plan(bounds), { files: 65, bytes: 676 })
    t.same(await fetchingOf(65, full).plan({ ...bounds, eastDeg: 10.001 }), { files: null, bytes: 0 })
    await t.rejects(fetchingOf(65, full).start(bounds), { code: 'invalid_parameters' })
    await t.rejects(fetchingOf(64, full).start(bounds), {
      code: 'storage_unavailable',
      message: /about 1 MB/,
    })
    const fewFiles = { bytes: 1e12, files: 2063 }
    await t.rejects(fetchingOf(64, fewFiles).start(bounds), {
      message: /needs 64 files; .* space for 2063 more/,
    })
    t.same(
      await fetchingOf(0, { bytes: 0, files: 0 }).start(bounds),
      { files: 0, bytes: 0 },
      'nothing needs no room',
    )
  },
)

t.test('an area is fetched once, whole files, and is at hand without a restart', async (t) => {
  const { cog } = await ownCog(t)
  const source = await startTileServer(t)
  // Not the test's own folder, which goes before the server stops.
  const folder = await mkdtemp(join(tmpdir(), 'coverage-fetch-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const own = join(folder, 'own')
  await mkdir(own)
  const env = { TERRAIN_DIR: own, TERRAIN_URL: `${source.origin}/{lat}{lon}.tif`, DATA_DIR: folder }
  const { terrainCacheDir, terrainUrl } = readConfig(env)
  const terrain = await openTerrain({
    folders: [own],
    remote: { sources: parseSources(terrainUrl), cacheFolder: terrainCacheDir, cachedOnly: true },
  })
  let free = { bytes: 1e12, files: Number.POSITIVE_INFINITY }
  const server = await startTestServer(t, { env, terrain, freeSpace: async () => free })
  const { client } = await server.account('unmetered')
  const path = '/api/v1/terrain/fetch'
  const planned = async (bbox: string) => (await client.get(`${path}?bbox=${bbox}`)).json<Plan>()
  const fetched = async (ask: Client, bbox: number[]) => {
    const answer = await ask.post(path, { bbox })
    return [answer.status, answer.json().code ?? answer.json().files]
  }
  const ended = async () => {
    for (;;) {
      const { fetch } = (await client.get('/api/v1/terrain')).json<{ fetch: Plan['progress'] }>()
      if (fetch?.state !== 'running') return fetch
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const view = [8.2, 47.2, 8.4, 47.4]

  t.match(await planned('8.2,47.2,8.4,47.4'), {
    source: '127.0.0.1',
    files: 1,
    maximum_files: 64,
    progress: null,
  })
  t.match(await planned('8.2,47.2,30,80'), { files: null, bytes: 0 })
  t.same(source.asked, [], 'a plan downloads nothing')
  t.same(await fetched((await server.account('enterprise')).client, view), [403, 'plan_not_allowed'])
  t.same(await fetched(client, [8.4, 47.2, 8.2, 47.4]), [400, 'invalid_parameters'])
  t.same(await fetched(client, [1, 40, 10, 49]), [400, 'invalid_parameters'], '81 files')
  for (const bbox of ['1,2,3', '8,47,9,4.8e1', '0x8,47,9,48', '8,%2047,9,48', '8,47,+9,48']) {
    t.equal((await client.get(`${path}?bbox=${bbox}`)).status, 400, bbox)
  }
  const sentence = async (bbox: number[]) => JSON.stringify((await client.post(path, { bbox })).json())
  t.match(
    await sentence([8.2, 47.2, 30, 80]),
    /at most 400 square degrees .*; this area has 716 square degrees"/,
  )
  t.match(await sentence([1, 2, 3]), /bbox must be a list of 4, each a number/)

  // The records keep their room.
  const { bytes } = await planned('8.2,47.2,8.4,47.4')
  t.ok(bytes > 0)
  for (const left of [
    { bytes: 2 ** 30 + bytes - 1, files: 1e6 },
    { bytes: 1e12, files: 2000 },
  ]) {
    free = left
    t.same(await fetched(client, view), [503, 'storage_unavailable'])
  }
  free = { bytes: 2 ** 30 + bytes, files: 2001 }

  // A source that fails says so, and the next attempt begins anew.
  source.mischief.set('/N47E008.tif', [{ status: 401 }])
  t.same(await fetched(client, view), [202, 1])
  t.match(await ended(), {
    state: 'failed',
    done: 0,
    detail: /127\.0\.0\.1 could not be reached: answered 401/,
  })

  free = { bytes: 1e12, files: 1e6 }
  source.files.set('/N47E008.tif', cog)
  source.slowMs = 10
  t.same(await fetched(client, [8.2, 47.2, 9.4, 47.4]), [202, 2])
  t.same(await fetched(client, view), [409, 'terrain_fetch_running'])
  t.match(await ended(), { state: 'done', files: 2, done: 2, missing: 1, detail: null })
  t.ok(source.sentBytes >= cog.length)
  t.match(await planned('8.2,47.2,9.4,47.4'), { files: 0, bytes: 0 })
  t.same(await fetched(client, view), [202, 0], 'nothing is missing')
  t.match((await client.get('/api/v1/elevation?lat=47.5&lon=8.5')).json(), { state: 'known' })
  t.match((await client.get('/api/v1/terrain/footprints')).json(), {
    tiles: 1,
    bytes: cog.length,
    clusters: [{ tiles: 1 }],
  })

  // A stop does not wait for what hangs.
  source.mischief.set('/N47E010.tif', ['silent'])
  t.same(await fetched(client, [10.2, 47.2, 10.4, 47.4]), [202, 1])
  await server.services.terrainFetching.close()
  t.match(await ended(), { state: 'failed', detail: 'The service is stopping' })
})

t.test('without a source nothing is fetched', async (t) => {
  const server = await startTestServer(t)
  const { client } = await server.account('unmetered')
  t.equal(
    (await client.post('/api/v1/terrain/fetch', { bbox: [8, 47, 9, 48] })).json().code,
    'no_terrain_source',
  )
  t.match((await client.get('/api/v1/terrain/fetch?bbox=8,47,9,48')).json(), { source: null, files: 0 })
})
