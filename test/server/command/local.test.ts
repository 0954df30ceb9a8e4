import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { missingTiles } from '../../../server/command/local/ground.ts'
import type { Bounds } from '../../../storage/terrain/types.ts'

import { typed } from '../../helpers/command.ts'
import { mast, startBesideService, TILE, words } from '../../helpers/local-tile.ts'
import { finished } from '../../helpers/real-server.ts'
import { gzipped } from '../../helpers/tiles.ts'

// `coverage … --local` beside the service over the same tile: the same files, and the same refusals.

const { client, tile, local } = await startBesideService(t)

t.test('rasters are byte for byte those of the service', async (t) => {
  const folder = t.testdir()
  const out = join(folder, 'here.tif')
  const requests = [
    { ...mast, layers: ['visible', 'min_height'] },
    {
      ...{ ...mast, model: 'p526', resolution: 60, name: 'as: the "service"' },
      ...{ layers: ['value', 'class'], rx_sensitivity_dbm: -70 },
    },
  ]
  for (const request of requests) {
    const { id } = await finished(client, request)
    const ran = await local('simulate', ...words(request), '--out', out, '--force')
    t.match(ran, { status: 0, out: /^status +completed$/m, err: `${out} was written.` })
    t.match(ran.out, /^tx ground +[\d.]+ m\n +\d+ m higher ground \d+ m [a-z-]+, at 46\./m)
    if (!('model' in request)) t.match(ran.out, /^power +line of sight only, no power$/m)
    t.same(await readFile(out), (await client.get(`/results/${id}.tif`)).body)
    const [, beside = ''] = request.layers
    const served = (await client.get(`/results/${id}.tif?layer=${beside}`)).body
    t.same(await readFile(join(folder, `here.${beside}.tif`)), served)
  }
  t.same(
    (await readdir(folder)).sort(),
    ['here.class.tif', 'here.min_height.tif', 'here.tif'],
    'nothing else is left',
  )
})

t.test('pictures and polygons are those of the service; the answer has what a record has', async (t) => {
  const folder = t.testdir()
  const { id, summary } = await finished(client, mast)
  for (const ending of ['png', 'geojson']) {
    const out = join(folder, `x.${ending}`)
    const ran = await local('simulate', ...words(mast), '--out', out, '--json')
    t.match(ran.json(), { status: 'completed', summary, files: [out], params: mast })
    const file = await readFile(out)
    if (ending === 'png') t.same(file, (await client.get(`/results/${id}.png`)).body)
    else t.equal(file.toString('latin1', 0, 2), '{"')
  }
  t.same((await readdir(folder)).sort(), ['x.geojson', 'x.png'], 'nothing else is left')
})

t.test('cells follow the posts where nobody says how large; the ground of the mast is known', async (t) => {
  const found = await typed(['simulate', '--local', '--dem', tile, ...words(mast), '--json'])
  // Posts of three seconds are 92.7 m apart.
  t.match(found.json(), { params: { resolution: 90 }, tx_ground_m: Number })
  const { tx_ground_m, higher_ground } = found.json<{ tx_ground_m: number; higher_ground: { lat: number } }>()
  t.ok(higher_ground, 'rolling country has higher ground nearby')
  const quiet = await local('simulate', ...words(mast), '--quiet')
  t.match(quiet, { status: 0, out: '', err: /^\d+ m higher ground \d+ m [a-z-]+, at 46\.\S+\n/ })
  const at = `${mast.tx_lat} ${mast.tx_lon}`
  t.match((await local('terrain', '--at', at, '--json')).json(), { elevation_m: tx_ground_m, higher_ground })
})

t.test('what the service refuses is refused with the same words', async (t) => {
  const bodies = [
    { ...mast, tx_lat: 'north', colour: 'red', max_range: 2000 },
    { ...mast, model: 'hata', tx_height: 2 },
    { ...mast, k_factor: 0.1, layers: ['value'] },
    { ...mast, resolution: 1, max_range: 300 },
  ]
  for (const body of bodies) {
    const {
      detail,
      errors = [],
      code,
    } = (await client.post('/api/v1/simulate', body)).json<{
      detail: string
      code: string
      errors?: { detail: string }[]
    }>()
    const refused = await typed(['simulate', '-', '--local', '--dem', tile, '--json'], {
      input: JSON.stringify(body),
    })
    const error = { code, detail, ...(errors.length > 1 && { details: errors.map((each) => each.detail) }) }
    if (code === 'too_many_cells') t.match(refused.json(), { error: { code: 'too_many_cells' } })
    else t.same(refused.json(), { error })
    t.equal(refused.status, code === 'invalid_parameters' ? 2 : 1)
  }
})

t.test('a link, the ground and the models are those of the service', async (t) => {
  const body = { ...mast, max_range: undefined, rx_lat: 46.53, rx_lon: 7.52, rx_height: 10 }
  const answer = (await client.post('/api/v1/link', body)).json()
  const found = await typed(['link', '-', '--local', '--dem', tile, '--json'], {
    input: JSON.stringify(body),
  })
  t.same(found.json(), answer)
  const profile = { distance_m: [0, 2000, 5000], ground_m: [500, 560, 510] }
  const along = { profile, tx_height: 25, rx_height: 10, frequency: 868 }
  const drawn = await typed(['link', '-', '--local', '--json'], { input: JSON.stringify(along) })
  t.same(drawn.json(), (await client.post('/api/v1/link', along)).json(), 'no terrain is needed')
  t.same((await local('terrain', '--json')).json(), (await client.get('/api/v1/terrain')).json())
  for (const [lat, lon, elevation_m] of [
    [46.5123, 7.4877, undefined],
    [46.995, 7.5, 0],
    [46.9, 7.9, null],
  ] as const) {
    const at = (await local('terrain', '--at', `${lat},${lon}`, '--json')).json<{
      elevation_m: number | null
    }>()
    t.same(at, (await client.get(`/api/v1/elevation?lat=${lat}&lon=${lon}&with=mast`)).json())
    if (elevation_m === undefined) t.ok((at.elevation_m ?? 0) > 400)
    else t.equal(at.elevation_m, elevation_m, `${lat}, ${lon}`)
  }
  t.same((await typed(['models', '--local', '--json'])).json(), (await client.get('/models')).json())
})

t.test('terrain that is missing is named', async (t) => {
  const elsewhere = words({ ...mast, tx_lat: 45.5 })
  t.match(await local('simulate', ...elsewhere), {
    status: 1,
    err: /^terrain_unavailable: .*Required: N45E007\.hgt/,
  })
  const southWest = words({ ...mast, tx_lat: -45.5, tx_lon: -7.5 })
  t.match(await local('simulate', ...southWest), { status: 1, err: /Required: S46W008\.hgt, or/ })
  const beside = await local('simulate', ...words({ ...mast, tx_lat: 46.01 }))
  t.match(beside, { status: 0, out: /unknown_terrain/, err: /Required: N45E007\.hgt/ })
  const folder = t.testdir({ 'notes.txt': '', 'N00E000.hgt': 'short', empty: {} })
  for (const [dem, err] of [
    ['none.hgt', /^dem_missing/],
    ['notes.txt', /^dem_unknown: .*\.hgt, /],
    ['N00E000.hgt', /^terrain_unavailable: N00E000\.hgt: expected/],
    ['empty', /^terrain_unavailable: No elevation data/],
  ] as const) {
    t.match(await typed(['simulate', '--local', '--dem', join(folder, dem), ...words(mast)]), { err })
  }
  const env = { TERRAIN_DIR: join(folder, 'empty') }
  t.match(await typed(['simulate', '--local', ...words(mast)], { env }), { status: 1, err: /no --dem FILE/ })

  const having = (...bounds: Bounds[]) =>
    ({ list: async () => bounds.map((each) => ({ bounds: each })) }) as never
  const square = (southDeg: number, westDeg: number, northDeg: number, eastDeg: number) => ({
    ...{ southDeg, westDeg, northDeg, eastDeg },
  })
  for (const [there, bounds, names] of [
    [[], square(45, 7, 46, 8), 'N45E007.hgt'],
    [[], square(-0.5, -0.5, 0.5, 0.5), 'S01W001.hgt, S01E000.hgt, N00W001.hgt, N00E000.hgt'],
    [[], square(9.2, 179.5, 9.4, 180.5), 'N09E179.hgt, N09W180.hgt'],
    [[square(45, 7, 46, 8)], square(45.5, 6.5, 45.6, 7.5), 'N45E006.hgt'],
    [[square(45, 7, 45.4, 8)], square(45.1, 7.1, 45.2, 7.2), 'N45E007.hgt'],
    [
      [],
      square(0, 0, 1, 7),
      'N00E000.hgt, N00E001.hgt, N00E002.hgt, N00E003.hgt, N00E004.hgt, N00E005.hgt and 1 more',
    ],
  ] as const)
    t.equal(
      await missingTiles(having(...there), bounds),
      `Required: ${names}, or other files that cover the area.`,
    )
  t.equal(await missingTiles(having(square(44, 6, 47, 9)), square(45, 7, 46, 8)), '')
})

t.test('a bad file in a folder is left out with a word, one that is named is not', async (t) => {
  const folder = t.testdir({ 'N00E000.hgt': 'short' })
  await copyFile(tile, join(folder, TILE))
  const packed = gzipped(await readFile(tile))
  await writeFile(join(folder, 'N45E007.hgt.gz'), packed.fill(0xff, 1000, 2000))
  const { max_range, ...ends } = { ...mast, tx_lat: 46.01 }
  const near = words({ ...ends, max_range })
  const inFolder = ['simulate', '--local', '--dem', folder]
  const quiet = await typed([...inFolder, ...words(mast), '-q'])
  t.match(quiet, { status: 0, out: '' })
  t.notMatch(quiet.err, /Skipped/)
  const ran = await typed([...inFolder, ...near, '--json'])
  t.match(ran, { status: 0, err: /^Skipped: N00E000\.hgt: expected .*\n/ })
  const damaged = /^Skipped: N45E007\.hgt\.gz: /m
  t.match(ran.err, damaged, 'found when it is read')
  t.match(ran.json(), { status: 'completed', terrain: { tiles: [{ name: TILE }] } })
  const at = ['terrain', '--local', '--at', '45.99,7.5']
  t.match(await typed([...at, '--dem', folder]), { status: 0, out: 'unknown\n', err: damaged })
  const env = { TERRAIN_DIR: folder }
  t.match(await typed(['terrain', '--local'], { env }), { status: 0, err: /^Skipped: N00E000\.hgt/ })

  const bad = join(folder, 'N45E007.hgt.gz')
  const out = join(folder, 'x.tif')
  for (const args of [
    ['simulate', ...near, '--out', out],
    ['link', ...words(ends), '--rx-lat', '45.99', '--rx-lon', '7.5'],
    at,
  ]) {
    const refused = await typed([...args, '--local', '--dem', tile, bad])
    t.match(refused, { status: 1, err: /^terrain_unavailable: N45E007\.hgt\.gz: / }, args[0])
  }
  t.notOk((await readdir(folder)).includes('x.tif'))
  const alone = t.testdir({ other: { 'N00E000.hgt': 'short' } })
  t.match(await typed(['simulate', '--local', '--dem', join(alone, 'other'), ...words(mast)]), {
    status: 1,
    err: /^Skipped: N00E000\.hgt: .*\nterrain_unavailable: No elevation data/,
  })
})

t.test('files are refused before anything is computed, and Ctrl-C leaves none', async (t) => {
  const folder = t.testdir({ 'there.tif': 'mine' })
  const there = join(folder, 'there.tif')
  t.match(await local('simulate', ...words(mast), '--out', there), { status: 2, err: /^file_exists/ })
  t.equal(await readFile(there, 'utf8'), 'mine')
  t.match(await local('simulate', ...words(mast), '--out', join(folder, 'no/x.tif')), {
    status: 2,
    err: /^folder_missing: Folder .* not found/,
  })
  t.match(await local('simulate', ...words(mast), '--key', 'k'), {
    status: 2,
    err: /--key cannot be combined with --local/,
  })
  let interrupt = () => {}
  const running = typed(
    ['simulate', '--local', '--dem', tile, ...words(mast), '--out', join(folder, 'x.tif')],
    {
      columns: 80,
      onStart(by) {
        interrupt = by
      },
    },
  )
  const often = setInterval(() => interrupt(), 5)
  const ended = await running
  clearInterval(often)
  t.match(ended, { status: 130, err: /No file was written/ })
  t.same(await readdir(folder), ['there.tif'])
})

t.test('a file may have any name that its format has, and several may overlap', async (t) => {
  const folder = t.testdir()
  const copy = join(folder, TILE)
  await copyFile(tile, copy)
  await writeFile(join(folder, 'ocean-tiles.txt'), 'N45E007\n')
  const args = ['simulate', '--local', '--dem', tile, copy, folder, '-', '--json']
  const ran = await typed(args, { input: JSON.stringify(mast) })
  t.match(ran.json(), { status: 'completed', terrain: { tiles: [{ name: TILE }] } })
})
