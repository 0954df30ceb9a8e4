import { mkdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { checkTerrain } from '../../storage/terrain/check.ts'
import { parseHgtName } from '../../storage/terrain/formats/hgt-name.ts'
import { type FileTerrain, openTerrain } from '../../storage/terrain/terrain.ts'
import { type Tile, TileError } from '../../storage/terrain/tile.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import { gzipped, HGT_SIDE, HGT_STEP_DEG, putGeotiff, putHgt, zipped } from '../helpers/tiles.ts'

// Which files become tiles, which are left out, and which of two is believed.

t.test('names of tiles in every hemisphere', async (t) => {
  const cases: [string, number, number][] = [
    ['N49E011.hgt', 49, 11],
    ['n49e011.HGT', 49, 11],
    ['N55W003.hgt.zip', 55, -3],
    ['S29W072.hgt.gz', -29, -72],
    ['S36E149.hgt', -36, 149],
    ['N00E000.hgt', 0, 0],
    ['S00W000.hgt', 0, 0],
    ['S01E179.hgt', -1, 179],
    ['N00W180.hgt', 0, -180],
    ['N49E011.SRTMGL1.hgt.zip', 49, 11],
  ]
  for (const [name, southDeg, westDeg] of cases) {
    const corner = parseHgtName(name)
    t.ok(Object.is(corner?.southDeg, southDeg) && Object.is(corner?.westDeg, westDeg), name)
  }
  for (const name of ['N91E000.hgt', 'N49E181.hgt', 'N49.hgt', 'E011N49.hgt', 'N49E011.tif', 'notes.hgt']) {
    t.equal(parseHgtName(name), undefined, name)
  }
})

t.test('.hgt, .hgt.gz and .hgt.zip hold the same posts', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'plain/N10E020.hgt'), (row, col) => (row * 7 + col * 3) % 900)
  const bytes = await readFile(join(folder, 'plain/N10E020.hgt'))
  await mkdir(join(folder, 'gz'))
  await mkdir(join(folder, 'zip'))
  await writeFile(join(folder, 'gz/N10E020.hgt.gz'), gzipped(bytes))
  await writeFile(join(folder, 'zip/N10E020.hgt.zip'), zipped('N10E020.hgt', bytes))
  const answers: Float32Array[] = []
  for (const kind of ['plain', 'gz', 'zip']) {
    const terrain = await openTerrain({ folders: [join(folder, kind)] })
    const area = await terrain.openArea({ southDeg: 10, westDeg: 20, northDeg: 11, eastDeg: 21 })
    const heights = await area?.read({ firstRow: 0, firstCol: 0, rows: HGT_SIDE, cols: HGT_SIDE })
    if (heights) answers.push(heights)
    t.equal((await terrain.elevationAt(10.5, 20.25)).elevationM, (600 * 7 + 300 * 3) % 900, kind)
  }
  t.equal(answers.length, 3)
  t.ok(
    answers.every(
      (heights) => Buffer.compare(Buffer.from(heights.buffer), Buffer.from(answers[0].buffer)) === 0,
    ),
  )
  t.equal(answers[0][600 * HGT_SIDE + 300], (600 * 7 + 300 * 3) % 900)
})

t.test('bad files are reported once, left out, and never become terrain', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'N10E020.hgt'), () => 100)
  const bytes = await readFile(join(folder, 'N10E020.hgt'))
  const put = (name: string, content: Uint8Array | string) => writeFile(join(folder, name), content)
  await put('N11E020.hgt', bytes.subarray(0, 1_000_000))
  await put('N12E020.hgt', '')
  await put('notes.hgt', bytes)
  await put('N13E020.hgt.zip', zipped('N13E020.hgt', Buffer.alloc(60_000_000)))
  await put('N14E020.hgt.zip', zipped('N14E020.hgt', Buffer.alloc(60_000_000), bytes.length))
  await put('N15E020.hgt.zip', zipped('N16E020.hgt', bytes))
  await put('N15E022.hgt.zip', zipped('N15E021.hgt', bytes))
  await put('N17E020.hgt.zip', 'PK no')
  await put('N18E020.hgt.gz', gzipped(bytes).subarray(0, 2000))
  const bomb = gzipped(Buffer.alloc(60_000_000))
  bomb.writeUInt32LE(bytes.length, bomb.length - 4)
  await put('N19E020.hgt.gz', bomb)
  const flipped = zipped('N20E020.hgt', bytes)
  flipped[2000] ^= 0x55
  await put('N20E020.hgt.zip', flipped)
  await put('garbage.tif', 'II*\0garbage that is long enough for a header but no directory')
  await put('text.tif', 'not a picture')
  await putGeotiff(join(folder, 'nad27.tif'), { ...SMALL, epsg: 4267 })
  await putGeotiff(join(folder, 'cut.tif'), SMALL)
  const cut = await readFile(join(folder, 'cut.tif'))
  await put('cut.tif', cut.subarray(0, cut.length - 50))
  const seen: string[] = []
  const terrain = await openTerrain({ folders: [folder], onProblem: ({ detail }) => seen.push(detail) })
  for (let lat = 10; lat <= 20; lat++) {
    const area = await terrain.openArea({ southDeg: lat, westDeg: 20, northDeg: lat + 1, eastDeg: 21 })
    const heights = await area?.read({ firstRow: 300, firstCol: 300, rows: 2, cols: 2 })
    const { state } = await terrain.elevationAt(lat + 0.5, 20.5)
    t.equal(state, lat === 10 ? 'known' : 'unknown', `elevation in tile N${lat}`)
    if (lat > 11) t.ok(heights === undefined || heights.every(Number.isNaN), `window in tile N${lat}`)
  }
  t.equal((await terrain.elevationAt(SMALL.northDeg - 1, SMALL.westDeg + 1)).state, 'unknown', 'bad GeoTIFFs')
  const named = (name: string) => seen.filter((detail) => detail.startsWith(`${name}: `)).length
  const bad = [
    'N11E020.hgt',
    'N12E020.hgt',
    'notes.hgt',
    'N13E020.hgt.zip',
    'N14E020.hgt.zip',
    'N15E020.hgt.zip',
  ]
  bad.push('N15E022.hgt.zip', 'N17E020.hgt.zip', 'N18E020.hgt.gz', 'N19E020.hgt.gz', 'N20E020.hgt.zip')
  bad.push('garbage.tif', 'text.tif', 'nad27.tif', 'cut.tif')
  for (const name of bad) t.equal(named(name), 1, `${name} is reported once`)
  t.equal(seen.length, bad.length, 'and nothing else')
  t.equal(terrain.problems().length, bad.length)
  t.match(
    seen.find((detail) => detail.startsWith('nad27')),
    /expected WGS 84 or a geographic system with a known shift to it, got EPSG:4267/,
  )
  // Caught by the bound while unpacking, not by looking at a whole unpacked bomb.
  const bombs = seen.filter((detail) => detail.endsWith('unpacks to more than it declares'))
  t.same(bombs.map((detail) => detail.slice(0, 7)).sort(), ['N14E020', 'N19E020'])
  t.notOk(
    seen.some((detail) => detail.includes(folder)),
    'messages name no folder',
  )
})

t.test('earlier folders win, and their voids are filled from later ones', async (t) => {
  const folder = t.testdir()
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  await putHgt(join(first, 'deep/er/N10E020.hgt'), (row) => (row < 600 ? 111 : -32768))
  await putHgt(join(second, 'N10E020.hgt'), () => 222)
  const folders = [join(folder, 'absent'), first, second]
  const terrain = await openTerrain({ folders })
  const area = await terrain.openArea({ southDeg: 10.1, westDeg: 20.1, northDeg: 10.9, eastDeg: 20.9 })
  const heights = await area?.read({ firstRow: 599, firstCol: 0, rows: 2, cols: 3 })
  t.same([...(heights ?? [])], [111, 111, 111, 222, 222, 222])
  t.equal(area?.used().tiles.length, 2)
  t.match(area?.used().tiles[0], { name: 'N10E020.hgt', source: 'SRTM HGT file', sha256: /^[0-9a-f]{64}$/ })
  t.equal((await terrain.elevationAt(10.75, 20.5)).elevationM, 111)
  t.equal((await terrain.elevationAt(10.25, 20.5)).elevationM, 222)
  const turned = await openTerrain({ folders: folders.reverse() })
  t.equal((await turned.elevationAt(10.75, 20.5)).elevationM, 222)
})

t.test('new and changed files are found without a restart; links that lead in a circle end', async (t) => {
  const folder = t.testdir()
  await mkdir(join(folder, 'a'))
  await symlink(folder, join(folder, 'a/loop'))
  const terrain = await openTerrain({ folders: [folder] })
  t.equal(await terrain.openArea({ southDeg: 10, westDeg: 20, northDeg: 11, eastDeg: 21 }), undefined)
  t.same((await terrain.survey({ southDeg: 10, westDeg: 20, northDeg: 11, eastDeg: 21 })).parts, [])
  await putHgt(join(folder, 'a/N10E020.hgt'), () => 5)
  await putHgt(join(folder, 'later.part'), () => 6)
  await new Promise((resolve) => setTimeout(resolve, 2050))
  t.equal((await terrain.elevationAt(10.5, 20.5)).elevationM, 5)
  const { parts } = await terrain.survey({ southDeg: 10, westDeg: 20, northDeg: 11, eastDeg: 21 })
  t.equal(parts[0]?.lattice.latStepDeg, HGT_STEP_DEG)
  await rename(join(folder, 'later.part'), join(folder, 'a/N10E020.hgt'))
  await new Promise((resolve) => setTimeout(resolve, 2050))
  t.equal((await terrain.elevationAt(10.5, 20.5)).elevationM, 6)
})

t.test('a grid is used once its .prj has come, copied after it as names are sorted', async (t) => {
  const folder = t.testdir()
  const header = 'ncols 200\nnrows 200\nxllcorner 490000\nyllcorner 5490000\ncellsize 100\n'
  await writeFile(join(folder, 'hill.asc'), header + '7 '.repeat(200 * 200))
  const terrain = await openTerrain({ folders: [folder] })
  t.equal((await terrain.elevationAt(49.65, 15)).elevationM, undefined)
  const datum = 'DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]'
  const utm33 = `PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",${datum},PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`
  await writeFile(join(folder, 'hill.prj'), utm33)
  await new Promise((resolve) => setTimeout(resolve, 2050))
  t.equal((await terrain.elevationAt(49.65, 15)).elevationM, 7)
})

t.test('a link to a file that is not there is a problem', async (t) => {
  const folder = t.testdir()
  await symlink(join(folder, 'gone'), join(folder, 'N10E020.hgt'))
  await symlink(join(folder, 'gone'), join(folder, 'unnamed'))
  const problems: string[] = []
  await openTerrain({ folders: [folder], onProblem: ({ detail }) => problems.push(detail) }).then(
    ({ scanning }) => scanning,
  )
  t.same(problems, ['N10E020.hgt: ENOENT'])
})

t.test('ground is identified by the files near it, and by where they know any', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'ground.asc')
  const write = (corner: string, height: number) =>
    writeFile(path, `ncols 2\nnrows 2\n${corner}\ncellsize 0.5\n1 2\n3 ${height}\n`)
  await write('xllcenter 20\nyllcenter 10', 4)
  const identityOf = async (bounds: Bounds) => (await openTerrain({ folders: [folder] })).identify(bounds)
  const bounds = { southDeg: 10.1, northDeg: 10.2, westDeg: 20.1, eastDeg: 20.2 }
  const first = await identityOf(bounds)
  t.equal(first.tiles, 1)
  t.same(first.extent, { southDeg: 9.5, northDeg: 11, westDeg: 19.5, eastDeg: 21 })
  t.same(await identityOf(bounds), first)
  // A post more than a degree away, and the same across 180 degrees.
  const beside = { southDeg: 8.1, northDeg: 8.6, westDeg: 20, eastDeg: 21 }
  t.same(await identityOf(beside), { ...first, tiles: 1 })
  const far = await identityOf({ ...beside, southDeg: 7, northDeg: 8.4 })
  t.equal(far.tiles, 0)
  t.equal(far.extent, undefined)
  t.not(far.identity, first.identity)
  await utimes(path, 5000, 5000)
  t.not((await identityOf(bounds)).identity, first.identity)
  await writeFile(join(folder, 'ocean-tiles.txt'), 'N08E020\n')
  const beyondSea = await identityOf(bounds)
  t.same([beyondSea.tiles, beyondSea.extent], [1, bounds], 'sea is known wherever there is a lattice')
})

const SMALL = {
  rows: 20,
  cols: 20,
  northDeg: -10,
  westDeg: 100,
  latStepDeg: 0.1,
  lonStepDeg: 0.1,
  heightAt: (row: number, col: number) => row + col,
}

t.test('a check decodes every chunk, names what is wrong, and counts what it looked through', async (t) => {
  const decoded: string[] = []
  const tile = (name: string, damagedAt?: string, error?: Error) =>
    ({
      file: { name, path: `/ground/${name}` },
      rows: 5,
      cols: 4,
      chunkRows: 2,
      chunkCols: 2,
      readChunk: async (row: number, col: number) => {
        decoded.push(`${name} ${row} ${col}`)
        if (damagedAt === `${row} ${col}`) throw error
        return new Int16Array(4)
      },
    }) as unknown as Tile
  const file = { name: 'torn', path: '/ground/torn' }
  const tiles = [
    tile('whole'),
    tile('torn', '2 1', new TileError(file, 'cut')),
    tile('gone', '0 0', Object.assign(new Error('no such file'), { code: 'ENOENT' })),
    tile('odd', '0 1', new Error('odd')),
  ]
  const verified = [
    { path: '/cache/a', name: 'a', damaged: 0 },
    { path: '/cache/b', name: 'b', damaged: 2 },
  ]
  const terrain = {
    ownTiles: async () => tiles,
    problems: () => [{ path: '/ground/notes', detail: 'notes: no tile' }],
    remote: {
      async *verify() {
        yield* verified
      },
    },
  } as unknown as FileTerrain
  const progress: number[][] = []
  const checked = await checkTerrain(terrain, (...at) => progress.push(at))
  t.equal(checked.files, 7)
  t.same(
    checked.problems.map(({ path }) => path),
    ['/ground/notes', '/ground/torn', '/ground/gone', '/ground/odd', '/cache/b'],
  )
  t.match(checked.problems[1].detail, /torn.*cut/)
  t.same(
    checked.problems.slice(2).map(({ detail }) => detail),
    ['gone: ENOENT', 'odd: odd', 'b: 2 damaged cached pages, to be downloaded again'],
  )
  t.same(
    decoded.slice(0, 6),
    ['0 0', '0 1', '1 0', '1 1', '2 0', '2 1'].map((at) => `whole ${at}`),
  )
  t.same(
    progress,
    [1, 2, 3, 4, 5].map((done) => [done, 5]),
  )
  t.same(await checkTerrain({ ...terrain, remote: undefined, ownTiles: async () => [] } as never, () => {}), {
    files: 1,
    problems: terrain.problems(),
  })
})
