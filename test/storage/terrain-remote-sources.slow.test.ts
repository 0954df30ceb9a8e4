import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { describePages } from '../../storage/terrain/files/page-log.ts'
import { type FetchState, prefetch } from '../../storage/terrain/prefetch.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds, TerrainArea } from '../../storage/terrain/types.ts'
import {
  everywhere,
  ownCog,
  readAll,
  readFrom,
  sceneOf,
  small,
  unreached,
} from '../helpers/remote-terrain.ts'
import { testData } from '../helpers/test-data.ts'
import { gzipped, hgtHeights, putCog, putHgt, samePosts } from '../helpers/tiles.ts'

const { cog } = await ownCog(t)
const scene = (t: Test) => sceneOf(t, cog)

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

t.test('a file that is replaced by one of the same size is never mixed with it', async (t) => {
  const { server, open, folder } = await scene(t)
  const expected = await readFrom(await open({ cacheFolder: join(folder, 'whole') }), everywhere)
  const terrain = await open()
  await readFrom(terrain, small)
  await putCog(
    join(folder, 'newer', 'N47E008.tif'),
    { southDeg: 47, westDeg: 8, side: 600 },
    (row, col) => row + col,
  )
  const newer = await readFile(join(folder, 'newer', 'N47E008.tif'))
  server.files.set('/cog/N47E008.tif', Buffer.concat([newer, Buffer.alloc(cog.length - newer.length)]))
  const { requester, failures } = unreached()
  const area = await terrain.openArea(everywhere, requester)
  const heights = await readAll(area as TerrainArea, everywhere)
  t.same(new Set(failures), new Set(['127.0.0.1: has changed at its source']))
  const known = heights.reduce((sum, height) => sum + (Number.isNaN(height) ? 0 : 1), 0)
  t.ok(known < 0.5 * heights.length, `${known} heights are known`)
  t.ok(heights.every((height, i) => Number.isNaN(height) || height === expected[i]))
  const own = await readFrom(await openTerrain({ folders: [join(folder, 'newer')] }), everywhere)
  t.ok(samePosts(await readFrom(terrain, everywhere), own), 'then the newer one is read')
})

/** The hash over pages of the file, as it is documented. */
function hashOfPages(file: Buffer, pages = ''): string {
  const hash = createHash('sha256')
  for (const run of pages.split(',')) {
    const [first = 0, last = first] = run.split('-').map(Number)
    for (let page = first; page <= last; page++) {
      const bytes = file.subarray(page * 256 * 1024, (page + 1) * 256 * 1024)
      hash.update(`${page} ${createHash('sha256').update(bytes).digest('hex')}\n`)
    }
  }
  return hash.digest('hex')
}

t.test(
  'of a file that is read by range the pages are named that a job used, wherever they came from',
  async (t) => {
    const { open } = await scene(t)
    const first = await open()
    const usedOf = async (terrain: Awaited<ReturnType<typeof open>>, bounds: Bounds) => {
      const [part] = await terrain.openParts(bounds)
      await readAll(part?.area as TerrainArea, bounds)
      const [tile] = part?.area.used().tiles ?? []
      t.equal(tile?.pages_sha256, hashOfPages(cog, tile?.pages))
      return tile
    }
    const few = await usedOf(first, small)
    t.match(few?.pages, /^0(-\d+)?(,\d+(-\d+)?)*$/, 'the directory is in the first one')
    const all = await usedOf(first, everywhere)
    t.ok((all?.pages ?? '') !== few?.pages)
    t.same(await usedOf(first, small), few, 'no more where others are in memory')
    t.same(await usedOf(await open(), small), few, 'nor from the cache on disk')
    t.same(await usedOf(await open({ cachedOnly: true }), everywhere), all)
  },
)

t.test('pages are named in order, with one hash over all', async (t) => {
  const page = (n: number) => createHash('sha256').update(`page ${n}`).digest('hex')
  const of = (...numbers: number[]) => describePages(new Map(numbers.map((n) => [n, page(n)])))
  const hashOf = (...numbers: number[]) =>
    createHash('sha256')
      .update(numbers.map((n) => `${n} ${page(n)}\n`).join(''))
      .digest('hex')
  t.same(of(0), { pages: '0', pages_sha256: hashOf(0) })
  // As they were read: the directory, then blocks.
  t.same(of(0, 10, 9, 2, 11, 1, 100), {
    pages: '0-2,9-11,100',
    pages_sha256: hashOf(0, 1, 2, 9, 10, 11, 100),
  })
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
  const { requester, failures } = unreached()
  server.mischief.set(
    '/cog/N47E008.tif',
    ['http://192.0.2.1/x.tif', 'https://127.0.0.1/x.tif', 'file:///etc/passwd', 'http://10.0.0.1/'].map(
      (location) => ({
        status: 302,
        headers: { location },
      }),
    ),
  )
  t.equal(await (await open()).openArea(small, requester), undefined)
  t.same(failures, ['127.0.0.1: redirects to where it may not'])
  t.equal(server.asked.length, 4)
})

t.test('published GLO-30 tiles over HTTP give what their files give', async (t) => {
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
    await copyFile(testData('terrain/glo30', name), join(local, name))
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

t.test(
  'what is missing of an area is counted as it is fetched, from the first source that has it',
  async (t) => {
    const { server, open } = await scene(t)
    server.files.set('/b/N47E009.tif', cog)
    const terrain = await open({ path: '/cog/{lat}{lon}.tif /b/{lat}{lon}.tif' })
    const { remote } = terrain
    if (remote === undefined) throw new Error('Expected remote sources.')
    const both = { ...everywhere, eastDeg: 9.5 }
    const missing = async () =>
      (await terrain.missingFiles(both)).map(({ sourceIndex, key, bytes }) => [sourceIndex, key.path, bytes])
    // As many as a GeoTIFF of one arc second may have, until one is known.
    t.same(await missing(), [
      [0, 'N47E008.tif', 24_000_000],
      [0, 'N47E009.tif', 24_000_000],
    ])
    await readFrom(terrain, { ...small, northDeg: 47.06 })
    const [west, east] = await missing()
    t.ok(west && (west[2] as number) > 0 && (west[2] as number) < cog.length, `${west?.[2]} bytes are left`)
    t.same(east, [0, 'N47E009.tif', cog.length], 'as large as those that are known')
    const states: FetchState[] = []
    const fetched = await prefetch({ ...terrain, remote }, both, {
      signal: new AbortController().signal,
      onProgress: (state) => states.push({ ...state }),
    })
    t.match(fetched, { tiles: 3, done: 3, missing: 0, bytes: 2 * cog.length })
    t.match(states[0], { tiles: 2, done: 0 })
    t.match(
      states.filter(({ done }) => done === 2).map(({ missing }) => missing),
      [1, 0],
      'the first source has one of two',
    )
    for (const { sourceIndex, key } of await terrain.missingFiles(both))
      await remote.fetchWhole(sourceIndex, key)
    t.same(await missing(), [], 'all of it is here, or nowhere')
    t.equal(await remote.typicalBytes(0), cog.length)
    const one = async (maximumBytes: number) =>
      prefetch({ ...terrain, remote }, everywhere, {
        signal: new AbortController().signal,
        onProgress: () => {},
        maximumBytes,
      })
    t.match(await one(cog.length), { tiles: 1, done: 1, bytes: cog.length })
    await t.rejects(one(cog.length - 1), /exceed the 0 GiB of the cache/)
    const verified = async () => {
      const found: { path: string; name: string; damaged: number }[] = []
      for await (const file of remote.verify()) found.push(file)
      return found
    }
    const [file, ...others] = await verified()
    t.match(
      [file, ...others],
      [
        { name: 'N47E008.tif', damaged: 0 },
        { name: 'N47E009.tif', damaged: 0 },
      ],
    )
    await writeFile(join(file?.path ?? '', '1.page'), 'torn')
    t.match(await verified(), [{ damaged: 1 }, { damaged: 0 }])
    t.same(await missing(), [[0, 'N47E008.tif', 256 * 1024]], 'a damaged page is fetched again')
  },
)
