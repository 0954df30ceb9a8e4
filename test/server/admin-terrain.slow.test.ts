import { createHash } from 'node:crypto'
import { cp, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { runAdmin } from '../helpers/admin.ts'
import { typed } from '../helpers/command.ts'
import { startTileServer } from '../helpers/tile-server.ts'
import { putCog, putHgt } from '../helpers/tiles.ts'

/** The command in this process, which is quicker than the command line. */
function run(env: Record<string, string>, ...args: string[]) {
  return typed(['admin', 'terrain', ...args], { env })
}

t.test('list shows the tiles', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'own', 'S01W030.hgt')
  await putHgt(path, (row) => row)
  const env = { DATA_DIR: join(folder, 'data'), TERRAIN_DIR: join(folder, 'own') }
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  const tile = {
    name: 'S01W030.hgt',
    source: 'SRTM HGT file',
    west: -30,
    south: -1,
    east: -29,
    north: 0,
    resolution_m: 92.7,
    sha256,
  }
  const table = await runAdmin(env, 'terrain', 'list')
  t.equal(table.status, 0)
  t.match(table.out, /^NAME +SOURCE +WEST +SOUTH +EAST +NORTH +RESOLUTION_M +SHA256\n/)
  t.match(table.out, new RegExp(`^S01W030\\.hgt +SRTM HGT file +-30 +-1 +-29 +0 +92\\.7 +${sha256}$`, 'm'))
  t.same((await run(env, 'list', '--json')).json(), { tiles: [tile] })
  const geojson = await run(env, 'list', '--geojson')
  t.match(geojson.json(), {
    type: 'FeatureCollection',
    features: [{ geometry: { type: 'Polygon' }, properties: { name: 'S01W030.hgt', sha256 } }],
  })
  t.same(await readdir(folder), ['own'], 'no data folder is made for it')
})

t.test('check reports each problem in a line of its own', async (t) => {
  const folder = t.testdir({ own: { 'N10E010.hgt': 'short', 'readme.txt': 'no tile' } })
  const own = join(folder, 'own')
  await putCog(join(own, 'whole.tif'), { southDeg: 47, westDeg: 8, side: 600 }, (row, col) => row * col)
  await cp(join(own, 'whole.tif'), join(own, 'worm.tif'))
  const bytes = await readFile(join(own, 'worm.tif'))
  // Its directory stays good: only decoding all of it shows the damage.
  bytes.fill(0xa5, bytes.length - 3000, bytes.length - 1000)
  await writeFile(join(own, 'worm.tif'), bytes)
  const env = { DATA_DIR: join(folder, 'data'), TERRAIN_DIR: own }
  const { status, out, err } = await runAdmin(env, 'terrain', 'check')
  t.equal(status, 1)
  const lines = out.trimEnd().split('\n')
  t.equal(lines.length, 3)
  t.match(lines[0], /N10E010\.hgt: expected 2884802 or 25934402 bytes of heights, got 5/)
  t.match(lines[1], /worm\.tif: damaged/)
  t.equal(lines[2], '3 files, 2 damaged')
  t.equal(err, 'bad_files: 3 files, 2 damaged\n')
  const json = await run(env, 'check', '--json')
  t.equal(json.status, 1)
  t.match(json.json(), { files: 3, bad: [{ path: join(own, 'N10E010.hgt') }, {}] })
  const good = await run({ ...env, TERRAIN_DIR: t.testdir({}) }, 'check')
  t.match(good, { status: 0, out: '0 files, all readable\n' })
})

t.test('fetch fills the cache, resumes, and check verifies it', async (t) => {
  const server = await startTileServer(t)
  const folder = t.testdir({ own: {} })
  for (const name of ['N47E008', 'N47E009']) {
    const path = join(folder, `${name}.tif`)
    await putCog(path, { southDeg: 47, westDeg: Number(name.at(-1)), side: 1200 }, (row, col) => row + col)
    server.files.set(`/${name}.tif`, await readFile(path))
  }
  const env = {
    DATA_DIR: join(folder, 'data'),
    TERRAIN_DIR: join(folder, 'own'),
    TERRAIN_URL: `${server.origin}/{lat}{lon}.tif`,
  }
  const bbox = ['--bbox', '7.5,47,10,48']
  const first = await runAdmin(env, 'terrain', 'fetch', ...bbox, '--json')
  t.equal(first.status, 0, first.out)
  const bytes = [...server.files.values()].reduce((sum, file) => sum + file.length, 0)
  t.same(JSON.parse(first.out), { tiles: 3, missing: 1, bytes })
  t.equal(first.err, '')
  const requests = server.asked.length
  server.asked.length = 0
  t.match((await run(env, 'fetch', ...bbox, '--json')).json(), { tiles: 3 })
  t.equal(server.asked.length, 0, 'a second time costs nothing')

  t.match((await run(env, 'list', '--json')).json().tiles, [
    { name: 'N47E008.tif', source: '127.0.0.1', west: 8.0004 },
    { name: 'N47E009.tif' },
  ])
  const shown = await typed(['admin', 'terrain', 'check'], { env, columns: 80 })
  t.match(shown, { status: 0, out: '2 files, all readable\n', err: /\[#+\] 100 % 0 of 0 files/ })
  const cache = join(env.DATA_DIR, 'terrain-cache')
  const [id = ''] = await readdir(cache)
  await truncate(join(cache, id, 'N47E008.tif', '0.page'), 100)
  t.match(await run(env, 'check'), {
    status: 1,
    out: /N47E008\.tif: 1 damaged cached pages, to be downloaded again\n2 files, 1 damaged\n$/,
  })
  await run(env, 'fetch', ...bbox)
  t.equal(server.asked.length, 1, 'only the damaged page')

  // Broken off in the middle, what came is kept.
  const other = { ...env, DATA_DIR: join(folder, 'other') }
  server.slowMs = 100
  server.asked.length = 0
  const { status, err } = await runAdmin(other, 'terrain', 'fetch', ...bbox, {
    interruptWhen: () => server.asked.length > 4,
  })
  t.equal(status, 130)
  t.match(err, /interrupted: Interrupted\. Downloaded files are kept/)
  server.slowMs = 0
  server.asked.length = 0
  await run(other, 'fetch', ...bbox)
  t.ok(server.asked.length < requests, `${server.asked.length} of ${requests} requests are left`)

  await server.stop()
  t.match(await run({ ...env, DATA_DIR: join(folder, 'third') }, 'fetch', ...bbox), {
    status: 1,
    err: /^terrain_source_unreachable: .*ECONNREFUSED/,
  })
  const { TERRAIN_URL: _, ...offline } = env
  t.match(await run(offline, 'fetch', ...bbox), {
    status: 1,
    err: /^no_source: Set TERRAIN_URL to a terrain source/,
  })
})

t.test('wrong usage and a wrong variable end the command', async (t) => {
  t.match(await run({}, 'fetch'), { status: 2, err: /--bbox <west,south,east,north>/ })
  t.match(await run({ TERRAIN_URL: 'ftp://x' }, 'list'), {
    status: 2,
    err: /TERRAIN_URL="ftp:\/\/x" must be/,
  })
})
