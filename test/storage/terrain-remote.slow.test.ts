import { createHash } from 'node:crypto'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds, TerrainArea } from '../../storage/terrain/types.ts'
import { keepCollecting } from '../helpers/garbage.ts'
import {
  everywhere,
  ownCog,
  quick,
  readAll,
  readFrom,
  sceneOf,
  small,
  unreached,
} from '../helpers/remote-terrain.ts'
import { HGT_STEP_DEG, putCog, putGeotiff, putHgt, samePosts } from '../helpers/tiles.ts'

const { cogFolder, cog } = await ownCog(t)
const scene = (t: Test) => sceneOf(t, cog)

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
  t.match(tiles, [{ name: 'N47E008.tif', source: '127.0.0.1', sha256 }])
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
    const { requester, failures } = unreached()
    const terrain = await open({ cacheFolder: t.testdir({ [name]: {} }) })
    t.ok(samePosts(await readFrom(terrain, everywhere, requester), expected), name)
    t.same(failures, [], name)
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

t.test('a source that drips is given up at the time limit, whatever is collected', async (t) => {
  keepCollecting(t)
  const { server, open } = await scene(t)
  server.mischief.set('/cog/N47E008.tif', Array(4).fill('dripping'))
  const { requester, failures } = unreached()
  const timeouts = { ...quick.timeouts, totalMs: 300 }
  const terrain = await open({ download: { ...quick, timeouts } })
  t.equal(await terrain.openArea(small, requester), undefined)
  t.match(failures, [/took too long/])
  t.equal(server.asked.length, 4)
})

t.test('what is not there is unknown, and not asked for again', async (t) => {
  const { server, folder, open } = await scene(t)
  const north: Bounds = { southDeg: 48.2, northDeg: 48.3, westDeg: 8.2, eastDeg: 8.3 }
  for (const status of [404, 403, 410]) {
    server.asked.length = 0
    const cacheFolder = join(folder, `cache-${status}`)
    server.mischief.set('/cog/N48E008.tif', [{ status }])
    const { requester, failures } = unreached()
    t.equal(await (await open({ cacheFolder })).openArea(north, requester), undefined)
    const again = await open({ cacheFolder })
    t.equal(await again.openArea(north, requester), undefined)
    t.match(await again.elevationAt(48.25, 8.25), { state: 'unknown', elevationM: undefined })
    t.not((await again.elevationAt(48.25, 8.25)).isFetchable, 'it is known that there is nothing')
    t.equal(server.asked.length, 1, `${status} is remembered`)
    t.same(failures, [], 'the source was reached')
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
  const heights = await readFrom(await open({ folders }), across, first.requester)
  t.same(first.failures, ['127.0.0.1: answered 503'])
  const known = heights.filter((height) => height === 500).length / heights.length
  t.ok(known > 0.45 && known < 0.55, `${known} is known`)
  t.equal(heights.filter((height) => height !== 500 && !Number.isNaN(height)).length, 0)

  await server.stop()
  const terrain = await open({ folders, cacheFolder: join(folder, 'other') })
  const second = unreached()
  await readFrom(terrain, across, second.requester)
  t.match(second.failures, [/^127\.0\.0\.1: the connection failed \(ECONNREFUSED\)$/])
  const startMs = performance.now()
  const third = unreached()
  t.equal(await terrain.openArea(small, third.requester), undefined)
  t.equal(third.failures.length, 1, 'reported at once while it rests')
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
  server.maximumOpen = 0
  const parts = [everywhere, { ...all, southDeg: 48.01 }, { ...all, westDeg: 9.01 }]
  await Promise.all(parts.map((bounds) => readFrom(fresh, bounds, { accountId: 'a' })))
  t.equal(server.maximumOpen, 1, 'one account')
  const others = await open({ cacheFolder: t.testdir({ b: {} }) })
  await Promise.all(parts.map((bounds, i) => readFrom(others, bounds, { accountId: `account ${i}` })))
  t.ok(server.maximumOpen > 1, 'several accounts')
})

t.test('a job that is cancelled stops at once, and takes no other with it', async (t) => {
  const { server, open } = await scene(t)
  const expected = await readFrom(await openTerrain({ folders: [cogFolder] }), small)
  const terrain = await open({
    download: { ...quick, timeouts: { headersMs: 60_000, idleMs: 60_000, totalMs: 60_000 } },
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
  t.same(await reader.survey(small), { parts: [], isComplete: false }, 'of a source that nothing is known of')
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
  t.match(await reader.survey(small), {
    parts: [{ lattice: { latStepDeg: HGT_STEP_DEG } }],
    isComplete: true,
  })
  t.same(
    (await reader.tiles()).map(({ file }) => file.name),
    ['N47E008.tif'],
  )
  t.equal(server.asked.length, count)

  const folder = t.testdir()
  await putGeotiff(join(folder, 'own/fine.tif'), {
    rows: 100,
    cols: 100,
    northDeg: 60.05,
    westDeg: 20.05,
    latStepDeg: 1e-5,
    lonStepDeg: 1e-5,
    heightAt: () => 1,
  })
  const glo30 = await openTerrain({
    folders: [join(folder, 'own')],
    remote: { sources: parseSources('glo30'), cacheFolder: join(folder, 'cache'), cachedOnly: true },
  })
  const survey = await glo30.survey({ southDeg: 60, northDeg: 60.1, westDeg: 20, eastDeg: 20.1 })
  t.match(survey, { isComplete: false, parts: [{ lattice: { latStepDeg: 1e-5 } }, { bounds: undefined }] })
  const { latStepDeg = 0 } = survey.parts[1]?.lattice ?? {}
  t.equal(Math.round(latStepDeg * 111_195), 31, 'so that the price counts what would be fetched')
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
