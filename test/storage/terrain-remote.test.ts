import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { type FileTerrain, openTerrain, type RemoteOptions } from '../../storage/terrain/terrain.ts'
import type { Asker, Bounds, TerrainArea } from '../../storage/terrain/types.ts'
import { seededRandom } from '../helpers/random.ts'
import { needsSharedData, sharedPath } from '../helpers/shared-data.ts'
import { startTileServer, type TileServer } from '../helpers/tile-server.ts'
import { gzipped, hgtHeights, putCog, putHgt, samePosts } from '../helpers/tiles.ts'

/** Waits that are short, and long enough for a busy machine. */
const quick = {
  pauseMs: 5,
  restMs: 300,
  patience: { headMs: 400, idleMs: 400, totalMs: 5000 },
}
const SIDE = 1200
/** About 11 km on the land of the tile N47E008, in its south-eastern block. */
const small: Bounds = { southDeg: 47.05, northDeg: 47.12, westDeg: 8.87, eastDeg: 8.95 }
const everywhere: Bounds = { southDeg: 47.01, northDeg: 47.99, westDeg: 8.01, eastDeg: 8.99 }

interface Scene {
  server: TileServer
  folder: string
  problems: string[]
  open(options?: Partial<RemoteOptions> & { path?: string; folders?: string[] }): Promise<FileTerrain>
}

// Noise does not deflate, so that the file has pages to choose from.
const next = seededRandom(7)
const cogFolder = join(t.testdir(), 'own')
const cogPath = join(cogFolder, 'N47E008.tif')
await putCog(cogPath, { southDeg: 47, westDeg: 8, side: SIDE }, () => 400 + Math.floor(next() * 65536) / 64)
const cog = await readFile(cogPath)

async function scene(t: Test): Promise<Scene> {
  const server = await startTileServer(t)
  const folder = t.testdir()
  server.files.set('/cog/N47E008.tif', cog)
  const problems: string[] = []
  return {
    server,
    folder,
    problems,
    open: ({ path = '/cog/{lat}{lon}.tif', folders = [], ...options } = {}) =>
      openTerrain({
        folders,
        remote: {
          sources: parseSources(
            path
              .split(' ')
              .map((one) => `${server.origin}${one}`)
              .join(' '),
          ),
          cacheFolder: join(folder, 'cache'),
          download: quick,
          ...options,
        },
        onProblem: ({ detail }) => problems.push(detail),
      }),
  }
}

/** All posts of the area within the bounds. */
function readAll(
  { lattice, read }: Pick<TerrainArea, 'lattice' | 'read'>,
  bounds: Bounds,
  signal?: AbortSignal,
) {
  const firstRow = Math.ceil((lattice.northDeg - bounds.northDeg) / lattice.latStepDeg)
  const firstCol = Math.ceil((bounds.westDeg - lattice.westDeg) / lattice.lonStepDeg)
  const rows = Math.floor((bounds.northDeg - bounds.southDeg) / lattice.latStepDeg)
  const cols = Math.floor((bounds.eastDeg - bounds.westDeg) / lattice.lonStepDeg)
  return read({ firstRow, firstCol, rows, cols }, signal)
}

async function readFrom(terrain: FileTerrain, bounds: Bounds, asker?: Asker): Promise<Float32Array> {
  const area = await terrain.openArea(bounds, asker)
  if (area === undefined) throw new Error('Expected an area.')
  return readAll(area, bounds, asker?.signal)
}

function unreached(): { asker: Asker; told: string[] } {
  const told: string[] = []
  return { told, asker: { onUnreached: (name, reason) => told.push(`${name}: ${reason}`) } }
}

t.test('reads a COG by range, and a second time not at all', async (t) => {
  const { server, open } = await scene(t)
  const expected = await readFrom(await openTerrain({ folders: [cogFolder] }), small)
  const first = await open()
  t.ok(samePosts(await readFrom(first, small), expected), 'the same heights as from the file')
  t.ok(server.sentBytes < cog.length / 2, `${server.sentBytes} of ${cog.length} bytes`)
  t.ok(server.asked.every(({ range }) => range !== undefined))
  const area = await first.openArea(small)
  await readAll(area as TerrainArea, small)
  const { tiles, sources } = area?.used() ?? {}
  const sha256 = createHash('sha256')
    .update(cog.subarray(0, 256 * 1024))
    .digest('hex')
  t.same(tiles, [{ name: 'N47E008.tif', source: '127.0.0.1', sha256 }])
  t.same(sources, [{ name: '127.0.0.1', attribution: 'Tiles of 127.0.0.1' }])

  const count = server.asked.length
  t.ok(samePosts(await readFrom(await open(), small), expected), 'from the cache')
  t.equal(server.asked.length, count, 'a restart costs no download')
  t.match(await first.elevationAt(47.1, 8.9), { state: 'known', source: '127.0.0.1' })
  t.equal(server.asked.length, count)
})

t.test('what a crash tore is fetched again, the rest is not', async (t) => {
  const { server, folder, open } = await scene(t)
  const expected = await readFrom(await openTerrain({ folders: [cogFolder] }), everywhere)
  await readFrom(await open(), everywhere)
  const [id = ''] = await readdir(join(folder, 'cache'))
  const pages = join(folder, 'cache', id, 'N47E008.tif')
  const names = (await readdir(pages)).filter((name) => name.endsWith('.page')).sort()
  t.ok(names.length > 8, `${names.length} pages`)
  const [torn = '', changed = ''] = [names[2], names[5]]
  await truncate(join(pages, torn), 1000)
  const bytes = await readFile(join(pages, changed))
  bytes[12345] = 1 ^ (bytes[12345] ?? 0)
  await writeFile(join(pages, changed), bytes)
  await writeFile(join(pages, 'meta.json.0123.part'), 'half a fi')

  server.asked.length = 0
  t.ok(samePosts(await readFrom(await open(), everywhere), expected))
  const rangeOf = (name: string) => {
    const start = Number(name.replace('.page', '')) * 256 * 1024
    return `bytes=${start}-${Math.min(start + 256 * 1024, server.files.get('/cog/N47E008.tif')?.length ?? 0) - 1}`
  }
  t.same(server.asked.map(({ range }) => range).sort(), [torn, changed].map(rangeOf).sort())

  await writeFile(join(pages, 'meta.json'), '{"sizeBytes":')
  server.asked.length = 0
  t.ok(samePosts(await readFrom(await open(), everywhere), expected))
  t.equal(server.asked.length, 1, 'the pages still serve when the size is asked for again')
})

t.test('errors, cuts and silence are tried again', async (t) => {
  const { server, open } = await scene(t)
  const expected = await readFrom(await openTerrain({ folders: [cogFolder] }), everywhere)
  const path = '/cog/N47E008.tif'
  for (const [name, mischief] of [
    ['500, then 429', [{ status: 500 }, { status: 429, headers: { 'retry-after': '0' } }]],
    ['cut', [{ cutAfterBytes: 100_000 }]],
    ['silent', ['silent']],
    ['stalled', ['stalled']],
    ['redirected', [{ status: 302, headers: { location: path } }]],
  ] as const) {
    server.mischief.set(path, [...mischief])
    const { asker, told } = unreached()
    const terrain = await open({ cacheFolder: t.testdir({ [name]: {} }) })
    t.ok(samePosts(await readFrom(terrain, everywhere, asker), expected), name)
    t.same(told, [], name)
    t.equal(server.mischief.get(path)?.length, 0)
  }
  const terrain = await open({ cacheFolder: t.testdir({}) })
  await terrain.openArea(small)
  server.asked.length = 0
  server.mischief.set(path, [{ cutAfterBytes: 256 * 1024 + 10 }])
  t.ok(samePosts(await readFrom(terrain, everywhere), expected))
  const starts = server.asked.map(({ range }) => Number(/\d+/.exec(range ?? '')?.[0]))
  t.equal((starts[1] ?? 0) - (starts[0] ?? 0), 256 * 1024, 'goes on where it broke off')

  server.mischief.set(path, ['whole'])
  server.asked.length = 0
  const whole = await open({ cacheFolder: t.testdir({}) })
  t.ok(samePosts(await readFrom(whole, everywhere), expected), 'a server without ranges')
  t.equal(server.asked.length, 1)
})

t.test('what is not there is unknown, and not asked for again', async (t) => {
  const { server, folder, open } = await scene(t)
  const north: Bounds = { southDeg: 48.2, northDeg: 48.3, westDeg: 8.2, eastDeg: 8.3 }
  for (const status of [404, 403, 410]) {
    server.asked.length = 0
    const cacheFolder = join(folder, `cache-${status}`)
    server.mischief.set('/cog/N48E008.tif', [{ status }])
    const { asker, told } = unreached()
    t.equal(await (await open({ cacheFolder })).openArea(north, asker), undefined)
    const again = await open({ cacheFolder })
    t.equal(await again.openArea(north, asker), undefined)
    t.match(await again.elevationAt(48.25, 8.25), { state: 'unknown', elevationM: undefined })
    t.not((await again.elevationAt(48.25, 8.25)).isFetchable, 'it is known that there is nothing')
    t.equal(server.asked.length, 1, `${status} is remembered`)
    t.same(told, [], 'the source was reached')
    const [id = ''] = await readdir(cacheFolder)
    await writeFile(
      join(cacheFolder, id, 'N48E008.tif', 'meta.json'),
      JSON.stringify({ absent: 'answered 404', untilMs: Date.now() - 1 }),
    )
    await again.openArea(north)
    t.equal(server.asked.length, 2, 'until that expires')
  }
  // Half of the area is known.
  const across: Bounds = { southDeg: 47.9, northDeg: 48.1, westDeg: 8.2, eastDeg: 8.3 }
  const heights = await readFrom(await open(), across)
  const unknown = heights.filter((height) => Number.isNaN(height)).length / heights.length
  t.ok(unknown > 0.45 && unknown < 0.55, `${unknown} is unknown, not sea`)
})

t.test('garbage is reported and left out', async (t) => {
  const { server, problems, open, folder } = await scene(t)
  server.files.set('/cog/N48E008.tif', Buffer.from('<html>Please log in</html>'))
  const north: Bounds = { southDeg: 48.2, northDeg: 48.3, westDeg: 8.2, eastDeg: 8.3 }
  t.equal(await (await open()).openArea(north), undefined)
  t.same(problems.splice(0), ['127.0.0.1: N48E008.tif: not a TIFF file'])
  server.asked.length = 0
  t.equal(await (await open()).openArea(north), undefined)
  t.same([server.asked.length, problems.length], [0, 0], 'once')

  // A good directory, and blocks that do not unpack.
  const bad = Buffer.from(cog)
  bad.fill(0xa5, 300 * 1024)
  server.files.set('/cog/N47E008.tif', bad)
  const heights = await readFrom(await open({ cacheFolder: join(folder, 'other') }), small)
  t.ok(heights.every(Number.isNaN))
  t.match(problems, [/^127\.0\.0\.1: N47E008\.tif: damaged/])
})

t.test('a source out of reach leaves unknown ground and says so', async (t) => {
  const { server, folder, open } = await scene(t)
  await putHgt(join(folder, 'hgt', 'N47E007.hgt'), () => 500)
  const across: Bounds = { southDeg: 47.2, northDeg: 47.3, westDeg: 7.9, eastDeg: 8.1 }
  const folders = [join(folder, 'hgt')]
  server.mischief.set('/cog/N47E008.tif', new Array(4).fill({ status: 503 }))
  const first = unreached()
  const heights = await readFrom(await open({ folders }), across, first.asker)
  t.same(first.told, ['127.0.0.1: answered 503'])
  const known = heights.filter((height) => height === 500).length / heights.length
  t.ok(known > 0.45 && known < 0.55, `${known} is known`)
  t.equal(heights.filter((height) => height !== 500 && !Number.isNaN(height)).length, 0)

  await server.stop()
  const terrain = await open({ folders, cacheFolder: join(folder, 'other') })
  const second = unreached()
  await readFrom(terrain, across, second.asker)
  t.match(second.told, [/^127\.0\.0\.1: the connection failed \(ECONNREFUSED\)$/])
  const startMs = performance.now()
  const third = unreached()
  t.equal(await terrain.openArea(small, third.asker), undefined)
  t.equal(third.told.length, 1, 'told at once while it rests')
  t.ok(performance.now() - startMs < 5000)

  const elsewhere = parseSources(
    `${server.origin.replace('http://127.0.0.1', 'http://localhost')}/{lat}{lon}.tif`,
  )
  t.equal(elsewhere[0]?.name, 'localhost')
})

t.test('jobs share downloads, and an account has one at a time', async (t) => {
  const { server, folder, open } = await scene(t)
  const expected = await readFrom(await openTerrain({ folders: [cogFolder] }), everywhere)
  for (const [lat, lon] of [
    ['N47', 'E009'],
    ['N48', 'E008'],
    ['N48', 'E009'],
  ]) {
    await putCog(
      join(folder, 'x.tif'),
      { southDeg: Number(lat?.slice(1)), westDeg: Number(lon?.slice(1)), side: 600 },
      (row, col) => row + col,
    )
    server.files.set(`/cog/${lat}${lon}.tif`, await readFile(join(folder, 'x.tif')))
  }
  server.slowMs = 10
  const terrain = await open()
  const all: Bounds = { southDeg: 47.01, northDeg: 48.99, westDeg: 8.01, eastDeg: 9.99 }
  const same = await Promise.all(
    ['a', 'b', 'c'].map((accountId) => readFrom(terrain, everywhere, { accountId })),
  )
  t.ok(same.every((heights) => samePosts(heights, expected)))
  const ranges = server.asked.map(({ path, range }) => `${path} ${range}`)
  t.equal(new Set(ranges).size, ranges.length, 'nothing was fetched twice')
  t.equal(server.sentBytes < cog.length * 1.2, true)

  const fresh = await open({ cacheFolder: t.testdir({}) })
  server.mostAtOnce = 0
  const parts = [everywhere, { ...all, southDeg: 48.01 }, { ...all, westDeg: 9.01 }]
  await Promise.all(parts.map((bounds) => readFrom(fresh, bounds, { accountId: 'a' })))
  t.equal(server.mostAtOnce, 1, 'one account')
  const others = await open({ cacheFolder: t.testdir({ b: {} }) })
  await Promise.all(parts.map((bounds, i) => readFrom(others, bounds, { accountId: `account ${i}` })))
  t.ok(server.mostAtOnce > 1, 'several accounts')
})

t.test('a job that is cancelled stops at once, and takes no other with it', async (t) => {
  const { server, open } = await scene(t)
  const expected = await readFrom(await openTerrain({ folders: [cogFolder] }), small)
  const terrain = await open({
    download: { ...quick, patience: { headMs: 60_000, idleMs: 60_000, totalMs: 60_000 } },
  })
  await terrain.openArea(small)
  server.mischief.set('/cog/N47E008.tif', ['silent'])
  const controller = new AbortController()
  const doomed = readFrom(terrain, small, { accountId: 'a', signal: controller.signal })
  const other = readFrom(terrain, small, { accountId: 'b' })
  const sameAccount = readFrom(terrain, small, { accountId: 'a' })
  setTimeout(() => controller.abort(), 100)
  await t.rejects(doomed)
  t.ok(samePosts(await other, expected))
  t.ok(samePosts(await sameAccount, expected))
})

t.test('without leave to download the cache serves', async (t) => {
  const { server, open } = await scene(t)
  const reader = await open({ cachedOnly: true })
  t.match(await reader.elevationAt(47.1, 8.9), { state: 'unknown', isFetchable: true })
  t.equal(await reader.postSpacingM(47.1, 8.9), undefined, 'of a source that nothing is known of')
  t.equal(await reader.openArea(small), undefined)
  t.equal(server.asked.length, 0)
  await (await open()).openArea(small)
  t.match(
    await reader.elevationAt(47.1, 8.9),
    { state: 'unknown', isFetchable: true },
    'the directory is no height',
  )
  await readFrom(await open(), small)
  const count = server.asked.length
  const { state, elevationM = 0, isFetchable } = await reader.elevationAt(47.1, 8.9)
  t.same([state, isFetchable], ['known', undefined])
  t.ok(elevationM >= 400 && elevationM < 1424)
  t.equal(Math.round((await reader.postSpacingM(47.1, 8.9)) ?? 0), 93)
  t.same(
    (await reader.tiles()).map(({ file }) => file.name),
    ['N47E008.tif'],
  )
  t.equal(server.asked.length, count)

  const glo30 = await openTerrain({
    folders: [],
    remote: { sources: parseSources('glo30'), cacheFolder: t.testdir({}), cachedOnly: true },
  })
  t.equal(Math.round((await glo30.postSpacingM(60, 20)) ?? 0), 31, 'so that the price counts its posts')
})

t.test('what the operator has is never asked for', async (t) => {
  const { server, folder, open } = await scene(t)
  await putHgt(join(folder, 'hgt', 'N47E008.hgt'), () => 500)
  const terrain = await open({ folders: [join(folder, 'hgt')] })
  t.ok((await readFrom(terrain, everywhere)).every((height) => height === 500))
  t.match(await terrain.elevationAt(47.5, 8.5), { elevationM: 500, source: 'SRTM HGT file' })
  t.equal(server.asked.length, 0)
  await terrain.openArea({ ...everywhere, northDeg: 48.2 })
  t.same(
    server.asked.map(({ path }) => path),
    ['/cog/N48E008.tif'],
    'only what lies beyond',
  )
})

t.test('the cache stays within its bound', async (t) => {
  const { folder, open } = await scene(t)
  const diskBytes = 1_500_000
  const terrain = await open({ diskBytes })
  const expected = await readFrom(await open({ cacheFolder: t.testdir({}) }), everywhere)
  t.ok(samePosts(await readFrom(terrain, everywhere), expected), 'an area that is larger than the cache')
  const sizes: number[] = []
  for (const entry of await readdir(join(folder, 'cache'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) sizes.push((await stat(join(entry.parentPath, entry.name))).size)
  }
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.ok(total > diskBytes / 2 && total <= diskBytes, `${total} bytes`)
})

t.test('whole files: packed SRTM tiles, and an earlier source first', async (t) => {
  const { server, open, problems, folder } = await scene(t)
  const heights = Buffer.from(hgtHeights((row, col) => row + col).buffer).swap16()
  const packed = gzipped(heights)
  server.files.set('/skadi/N47/N47E008.hgt.gz', packed)
  const path = '/skadi/{lat}/{lat}{lon}.hgt.gz'
  const terrain = await open({ path })
  const area = await terrain.openArea(everywhere)
  const got = await readAll(area as TerrainArea, everywhere)
  t.equal(got[0], 12 + 12)
  t.match(area?.used().tiles, [
    { name: 'N47E008.hgt.gz', sha256: createHash('sha256').update(packed).digest('hex') },
  ])
  t.equal(server.asked.length, 1)
  t.equal(server.asked[0]?.range, undefined)
  await readFrom(await open({ path }), everywhere)
  t.equal(server.asked.length, 1)

  const both = await open({ path: `${path} /cog/{lat}{lon}.tif`, cacheFolder: join(folder, 'both') })
  t.equal((await readFrom(both, everywhere))[0], 12 + 12)
  t.notOk(server.asked.some(({ path }) => path.startsWith('/cog')))
  server.files.delete('/skadi/N47/N47E008.hgt.gz')
  const later = await open({ path: `${path} /cog/{lat}{lon}.tif`, cacheFolder: join(folder, 'later') })
  t.ok(((await readFrom(later, everywhere))[0] ?? 0) >= 400, 'the next source has what the first one lacks')

  server.files.set('/skadi/N47/N47E008.hgt.gz', packed.subarray(0, 1000))
  await (await open({ path, cacheFolder: join(folder, 'short') })).openArea(everywhere)
  t.match(problems, [/N47E008\.hgt\.gz: expected 2884802 or 25934402 bytes/])
})

t.test('Terrarium tiles, of which the template names the zoom', async (t) => {
  const { server, open, folder } = await scene(t)
  const zoom = 8
  const picture = async (heightM: (pixel: number) => number) => {
    const pixels = Buffer.alloc(256 * 256 * 3)
    for (let i = 0; i < 256 * 256; i++) pixels.writeUIntBE(Math.round((heightM(i) + 32768) * 256), i * 3, 3)
    return sharp(pixels, { raw: { width: 256, height: 256, channels: 3 } })
      .png()
      .toBuffer()
  }
  // 47.5° N 8.5° E lies in tile 134/89, and next to it, to the east of 8.4375°.
  server.files.set('/t/8/134/89.png', await picture(() => 812.5))
  server.files.set('/t/8/133/89.png', await picture(() => -3.25))
  const path = `/t/{z:${zoom}}/{x}/{y}.png`
  const here: Bounds = { southDeg: 47.4, northDeg: 47.6, westDeg: 8.42, eastDeg: 8.6 }
  const terrain = await open({ path })
  const area = await terrain.openArea(here)
  const heights = await readAll(area as TerrainArea, here)
  t.notOk(heights.some(Number.isNaN), 'nor between the tiles')
  t.equal(heights.at(-1), 812.5)
  t.match(area?.used().sources, [{ name: '127.0.0.1' }])
  const count = server.asked.length
  t.match(await (await open({ path, cachedOnly: true })).elevationAt(47.5, 8.5), { elevationM: 812.5 })
  t.match(await terrain.elevationAt(47.5, 8), { elevationM: -3.25, source: '127.0.0.1' })
  t.equal(server.asked.length, count)
  await putHgt(join(folder, 'hgt', 'N47E008.hgt'), () => 500)
  const own = await open({ path, folders: [join(folder, 'hgt')], cacheFolder: join(folder, 'other') })
  t.ok((await readFrom(own, here)).every((height) => height === 500))
  t.equal(server.asked.length, count, 'what the operator has is not asked for')
})

t.test('what a list declares to be sea is not asked for', async (t) => {
  const { server, open, folder } = await scene(t)
  await mkdir(join(folder, 'sea'))
  await writeFile(join(folder, 'sea', 'ocean-tiles.txt'), 'N47E008\n')
  const terrain = await open({ folders: [join(folder, 'sea')] })
  t.match(await terrain.elevationAt(47.5, 8.5), { state: 'sea', elevationM: 0 })
  t.equal(server.asked.length, 0)
})

t.test('redirects stay where they may go', async (t) => {
  const { server, open } = await scene(t)
  const { asker, told } = unreached()
  server.mischief.set(
    '/cog/N47E008.tif',
    ['http://192.0.2.1/x.tif', 'https://127.0.0.1/x.tif', 'file:///etc/passwd', 'http://10.0.0.1/'].map(
      (location) => ({
        status: 302,
        headers: { location },
      }),
    ),
  )
  t.equal(await (await open()).openArea(small, asker), undefined)
  t.same(told, ['127.0.0.1: redirects to where it may not'])
  t.equal(server.asked.length, 4)
})

t.test('published GLO-30 tiles over HTTP give what their files give', needsSharedData, async (t) => {
  const { server, open } = await scene(t)
  const folder = t.testdir({})
  // Cut-outs of published tiles, served under the names of the degrees that they lie in.
  for (const [name, corner, bounds] of [
    ['la_tile_0.tif', 'N33W118', { southDeg: 33.95, northDeg: 33.99, westDeg: -117.99, eastDeg: -117.95 }],
    [
      'fairbanks_tile_nonsquare.tif',
      'N64W148',
      { southDeg: 64.76, northDeg: 64.84, westDeg: -147.74, eastDeg: -147.66 },
    ],
  ] as const) {
    const local = join(folder, name)
    await mkdir(local)
    await copyFile(sharedPath('dem/glo30', name), join(local, name))
    server.files.set(
      `/Copernicus_DSM_COG_10_${corner.slice(0, 3)}_00_${corner.slice(3)}_00_DEM.tif`,
      await readFile(join(local, name)),
    )
    const terrain = await open({ path: '/Copernicus_DSM_COG_10_{lat}_00_{lon}_00_DEM.tif' })
    const heights = await readFrom(terrain, bounds)
    t.ok(samePosts(heights, await readFrom(await openTerrain({ folders: [local] }), bounds)), name)
    t.notOk(heights.some(Number.isNaN))
    const area = await terrain.openArea(bounds)
    await readAll(area as TerrainArea, bounds)
    t.match(area?.used().sources, [
      {
        name: 'Copernicus GLO-30',
        attribution:
          '© DLR e.V. 2010–2014 and © Airbus Defence and Space GmbH 2014–2018, provided under COPERNICUS by the European Union and ESA; all rights reserved',
      },
    ])
  }
})
