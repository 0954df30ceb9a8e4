import { createHash } from 'node:crypto'
import { copyFile, cp, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { LocalGroundList } from '../../storage/terrain/ground/types.ts'
import { ListedGround } from '../../storage/terrain/listed-ground.ts'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { type FileTerrain, openTerrain } from '../../storage/terrain/terrain.ts'
import { placementsIn } from '../../storage/terrain/tiles/lattice.ts'
import { REACH_POSTS } from '../../storage/terrain/tiles/tile-index.ts'
import type { Bounds, Terrain } from '../../storage/terrain/types.ts'
import { localList } from '../helpers/ground-list.ts'
import { readParts } from '../helpers/parts.ts'
import { ownCog, quick, sceneOf } from '../helpers/remote-terrain.ts'
import { gzipped, hgtHeights, putGeotiff, putHgt, samePosts } from '../helpers/tiles.ts'
import { seededRandom } from '../references/random.ts'

// Which files a job reads, and that over a list of them it reads the same ground as over the folders.

const bumpy = (row: number, col: number) => 300 + ((row * 31 + col * 17) % 101) + ((row * col) % 7)
/** Not along parallels and meridians. */
const utm34 =
  'PROJCS["WGS 84 / UTM zone 34N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",21],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]'
const here: Bounds = { southDeg: 10.4, northDeg: 10.6, westDeg: 20.4, eastDeg: 20.6 }

/** What is read within the bounds, with what it is credited to. */
async function groundOf(terrain: Pick<Terrain, 'openParts'>, bounds: Bounds, spacingM?: number) {
  const parts = await readParts(terrain, bounds, { spacingM })
  return parts.map(({ grid, used }) => ({ grid, used: used() }))
}

async function sameGround(
  t: Test,
  terrain: FileTerrain,
  listed: ListedGround,
  bounds: Bounds,
  spacingM?: number,
) {
  const list = await terrain.filesIn(bounds, { spacingM })
  const local = await localList(terrain, list, join(t.testdirName, 'node'))
  const expected = await groundOf(terrain, bounds, spacingM)
  const got = await groundOf(await listed.open(local), bounds, spacingM)
  t.equal(got.length, expected.length, 'as many parts')
  for (const [i, { grid, used }] of expected.entries()) {
    const { heightsM, ...lattice } = grid
    const { heightsM: own, ...ownLattice } = got[i].grid
    t.same(ownLattice, lattice, `lattice of part ${i}`)
    t.ok(samePosts(own, heightsM), `heights of part ${i}`)
    t.same(got[i].used, used, 'tiles and sources')
  }
  return list
}

const made = await mkdtemp(join(tmpdir(), 'coverage-ground-'))
t.teardown(() => rm(made, { recursive: true, force: true }))
await putMixed(made)

/** A folder with all kinds of ground, and one that wins over it; the test may change its files. */
async function mixed(t: Test): Promise<FileTerrain> {
  const folder = t.testdir()
  await cp(made, folder, { recursive: true })
  return openTerrain({ folders: [join(folder, 'fine'), join(folder, 'coarse')] })
}

async function putMixed(folder: string): Promise<void> {
  for (let lat = 8; lat < 13; lat++) {
    for (let lon = 19; lon < 22; lon++) {
      const heightAt = (row: number, col: number) =>
        row > 1100 && lon === 21 ? -32768 : bumpy(row + 7 * lat, col + 3 * lon)
      await putHgt(join(folder, `coarse/N${String(lat).padStart(2, '0')}E0${lon}.hgt`), heightAt)
    }
  }
  await putGeotiff(join(folder, 'fine/a.tif'), {
    rows: 301,
    cols: 301,
    northDeg: 10.52,
    westDeg: 20.45,
    latStepDeg: 1 / 7200,
    lonStepDeg: 1 / 7200,
    heightAt: (row, col) => 400 + bumpy(row, col),
  })
  await putGeotiff(join(folder, 'fine/offset.tif'), {
    rows: 120,
    cols: 120,
    northDeg: 9.999,
    westDeg: 20.98,
    latStepDeg: 1 / 1200,
    lonStepDeg: 1 / 1200,
    heightAt: (row, col) => 700 + bumpy(row, col),
  })
  await writeFile(join(folder, 'coarse/ocean-tiles.txt'), 'N13E020\nN07E020\n')
  await writeFile(
    join(folder, 'fine/grid.asc'),
    `ncols 60\nnrows 60\nxllcorner 400000\nyllcorner 1425000\ncellsize 500\nNODATA_value -9999\n${'250 '.repeat(3600)}\n`,
  )
  await writeFile(join(folder, 'fine/grid.prj'), utm34)
}

t.test('the list has the files of the ground, best first, with what lies beside them', async (t) => {
  const terrain = await mixed(t)
  const list = await terrain.filesIn(here)
  t.same(list, {
    folders: 2,
    sources: [],
    files: [
      { name: 'a.tif', folder: 0 },
      { name: 'N10E020.hgt', folder: 1 },
    ].map((file, i) => ({ ...file, sha256: list.files[i].sha256, bytes: list.files[i].bytes })),
    remote: [],
  })
  const bytes = await readFile(join(t.testdirName, 'coarse/N10E020.hgt'))
  t.match(list.files[1], { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length })

  const north = await terrain.filesIn({ southDeg: 12.95, northDeg: 13.3, westDeg: 20.2, eastDeg: 20.3 })
  t.same(
    north.files.map(({ name, companions }) => [name, companions?.map(({ name }) => name)]),
    [
      ['grid.asc', ['grid.prj']],
      ['N12E020.hgt', undefined],
      ['ocean-tiles.txt', undefined],
    ],
  )
  // Cells of sea within a degree of the bounds, here that of N13E020.
  const seaIn = async (southDeg: number, westDeg: number, northDeg = southDeg + 0.1) =>
    (await terrain.filesIn({ southDeg, northDeg, westDeg, eastDeg: westDeg + 0.1 })).files.some(
      ({ name }) => name === 'ocean-tiles.txt',
    )
  for (const [southDeg, westDeg, isListed] of [
    [13.5, 20.5, true],
    [14.9, 21.9, true],
    [13.5, 22.1, false],
    [15.1, 20.5, false],
    [11.95, 18.95, true],
    [11.95, 18.85, false],
    [11.85, 20.5, false],
  ] as const) {
    t.equal(await seaIn(southDeg, westDeg), isListed, `${southDeg} ${westDeg}`)
  }
  // A tile whose posts begin where the bounds end is needed to interpolate.
  const edge = await terrain.filesIn({ southDeg: 10.4, northDeg: 10.999, westDeg: 19.3, eastDeg: 19.9999 })
  t.same(
    edge.files.map(({ name }) => name),
    ['N10E019.hgt', 'N10E020.hgt', 'N11E019.hgt', 'N11E020.hgt'],
  )
  // Within a tile, but for what the widest spacing reads beyond.
  const inner = { southDeg: 10.4, northDeg: 10.92, westDeg: 19.4, eastDeg: 19.6 }
  const namesOf = async (...options: Parameters<FileTerrain['filesIn']>) =>
    (await terrain.filesIn(...options)).files.map(({ name }) => name)
  t.same(await namesOf(inner, {}), ['N10E019.hgt'])
  t.same(await namesOf(inner, { spacingM: 100 }), ['N10E019.hgt'])
  t.same(await namesOf(inner), ['N10E019.hgt', 'N11E019.hgt'], 'any spacing, if nothing is said')
  t.same(await namesOf(inner, { spacingM: 1000 }), ['N10E019.hgt', 'N11E019.hgt'])
  t.same((await terrain.filesIn({ southDeg: 40, northDeg: 41, westDeg: 0, eastDeg: 1 })).files, [])
})

t.test('over a list the ground is that of the folders, wherever it is', async (t) => {
  const terrain = await mixed(t)
  const listed = new ListedGround()
  const random = seededRandom(5)
  const spots: [Bounds, number | undefined][] = [
    [here, undefined],
    [here, 900],
    [{ southDeg: 9.8, northDeg: 10.1, westDeg: 20.9, eastDeg: 21.2 }, undefined],
    [{ southDeg: 12.9, northDeg: 13.2, westDeg: 20.05, eastDeg: 20.4 }, undefined],
  ]
  for (let i = 0; i < 12; i++) {
    const southDeg = 7.8 + 5 * random()
    const westDeg = 18.8 + 3 * random()
    const side = 0.02 + 0.25 * random()
    const bounds = { southDeg, westDeg, northDeg: southDeg + side, eastDeg: westDeg + side }
    spots.push([bounds, i % 3 === 0 ? 1000 * random() : undefined])
  }
  for (const [bounds, spacingM] of spots) await sameGround(t, terrain, listed, bounds, spacingM)
})

t.test('among many tiles those are found that each alone would be', async (t) => {
  const tiles = await (await mixed(t)).ownTiles()
  t.ok(tiles.length > 16)
  const random = seededRandom(6)
  let found = 0
  for (let i = 0; i < 400; i++) {
    const southDeg = 7.5 + 6 * random()
    const westDeg = 18.5 + 4 * random()
    const bounds = {
      southDeg,
      westDeg,
      northDeg: southDeg + 0.05 * random(),
      eastDeg: westDeg + 0.05 * random(),
    }
    const all = placementsIn(tiles, bounds, REACH_POSTS).map(({ tile }) => tile)
    const alone = tiles.filter((tile) => placementsIn([tile], bounds, REACH_POSTS).length > 0)
    t.same(
      all.map(({ file }) => file.name),
      alone.map(({ file }) => file.name),
    )
    found += all.length
  }
  t.ok(found > 200, `${found} found`)
})

t.test('what is not what the list has is refused', async (t) => {
  const terrain = await mixed(t)
  const local = await localList(terrain, await terrain.filesIn(here), join(t.testdirName, 'node'))
  const [fine] = local.files
  const content = await readFile(fine.path)
  const refused = async (what: RegExp, list: LocalGroundList = local, listed = new ListedGround()) => {
    await t.rejects(listed.open(list), { code: 'ground_differs', message: what })
  }
  const withFine = (own: object) => ({ ...local, files: [{ ...fine, ...own }, ...local.files.slice(1)] })
  await refused(/a\.tif has the SHA-256 .*, the list has/, withFine({ sha256: '0'.repeat(64) }))
  await refused(/a\.tif has \d+ bytes, the list has 7/, withFine({ bytes: 7 }))
  await refused(/a\.tif is missing/, withFine({ path: `${fine.path}.gone` }))

  // Opened before, changed since: of the same length, and even at the same time.
  const listed = new ListedGround()
  const ground = await listed.open(local)
  const changed = Buffer.from(content)
  changed[changed.length - 9] ^= 1
  await writeFile(fine.path, changed)
  await refused(/a\.tif has the SHA-256/, local, listed)
  await t.rejects(groundOf(ground, here), { code: 'ground_differs' }, 'also while it is read')
  await writeFile(fine.path, content)
  await groundOf(await listed.open(local), here)
  await rm(fine.path)
  await refused(/a\.tif is missing/, local, listed)

  const north = await terrain.filesIn({ southDeg: 12.95, northDeg: 13.3, westDeg: 20.2, eastDeg: 20.3 })
  const beside = await localList(terrain, north, join(t.testdirName, 'node'))
  await new ListedGround().open(beside)
  await writeFile(beside.files[0].companions?.[0]?.path ?? '', 'other')
  await refused(/grid\.prj has the SHA-256/, beside)
})

t.test('a file that changed since it was listed can not be had under its hash', async (t) => {
  const terrain = await mixed(t)
  const [, file] = (await terrain.filesIn(here)).files
  t.ok(await terrain.openFile(file.sha256))
  const path = join(t.testdirName, 'coarse/N10E020.hgt')
  await utimes(path, 1, 1)
  t.equal(await terrain.openFile(file.sha256), undefined)
})

t.test('nor one whose size and time are as before', async (t) => {
  await mixed(t)
  const path = join(t.testdirName, 'coarse/N10E020.hgt')
  await utimes(path, 1000, 1000)
  const terrain = await openTerrain({ folders: [join(t.testdirName, 'coarse')] })
  const files = (await terrain.filesIn(here)).files
  const content = await readFile(path)
  const sha256 = createHash('sha256').update(content).digest('hex')
  t.ok(files.some((file) => file.sha256 === sha256))
  content.writeInt16BE(1234, 1000)
  await writeFile(path, content)
  await utimes(path, 1000, 1000)
  t.equal((await stat(path)).mtimeMs, 1_000_000)
  t.equal(await terrain.openFile(sha256), undefined)
})

t.test('after a start a file is found by its hash before anything was listed', async (t) => {
  const terrain = await mixed(t)
  const bytes = await readFile(join(t.testdirName, 'coarse/N09E019.hgt'))
  const opened = await terrain.openFile(createHash('sha256').update(bytes).digest('hex'))
  t.equal(opened?.bytes, bytes.length)
  t.equal(await terrain.openFile('0'.repeat(64)), undefined)
  await terrain.close()
})

const { cog } = await ownCog(t)

t.test('of remote sources what is here whole is a file, the rest is named', async (t) => {
  const { server, folder, open } = await sceneOf(t, cog)
  const hgt = gzipped(Buffer.from(hgtHeights(bumpy).buffer).swap16())
  server.files.set('/hgt/N47E009.hgt.gz', hgt)
  const path = '/cog/{lat}{lon}.tif /hgt/{lat}{lon}.hgt.gz'
  const bounds = { southDeg: 47.4, northDeg: 47.5, westDeg: 8.9, eastDeg: 9.1 }
  const [cogs, hgts] = parseSources(
    path
      .split(' ')
      .map((one) => `${server.origin}${one}`)
      .join(' '),
  )
  const cachedOnly = await open({ path, cachedOnly: true })
  t.match(await cachedOnly.filesIn(bounds), {
    folders: 0,
    sources: [cogs.id, hgts.id],
    files: [],
    remote: [
      { source: cogs.id, path: 'N47E008.tif' },
      { source: cogs.id, path: 'N47E009.tif' },
      { source: hgts.id, path: 'N47E008.hgt.gz' },
      { source: hgts.id, path: 'N47E009.hgt.gz' },
    ],
  })
  t.equal(server.asked.length, 0, 'nothing is fetched for a list')

  const alone = await open({ path })
  const expected = await groundOf(alone, bounds)
  const list = await cachedOnly.filesIn(bounds)
  const source = { name: hgts.name, attribution: hgts.attribution }
  t.match(list, {
    files: [{ name: 'N47E009.hgt.gz', bytes: hgt.length, folder: 1, source }],
    remote: [{ source: cogs.id, path: 'N47E008.tif' }],
  })
  t.equal(list.files.length + list.remote.length, 2, 'what the source lacks is left out')
  const local = await localList(cachedOnly, list, join(folder, 'node'))
  const remote = { sources: [hgts, cogs], cacheFolder: join(folder, 'node-cache'), download: quick }
  const before = server.asked.length
  const got = await groundOf(await new ListedGround({ remote }).open(local), bounds)
  t.same(got, expected, 'heights, tiles and sources')
  const paths = new Set(server.asked.slice(before).map((asked) => asked.path))
  t.same([...paths], ['/cog/N47E008.tif'], 'it fetches what was named alone')

  await t.rejects(new ListedGround({ remote: { ...remote, sources: [hgts] } }).open(local), {
    code: 'ground_differs',
    message: /TERRAIN_URL has no source/,
  })
  await t.rejects(new ListedGround().open(local), { code: 'ground_differs' })
  // Without anything to fetch the sources of a list need not be known.
  const whole = { ...local, remote: [] }
  t.equal((await groundOf(await new ListedGround().open(whole), bounds)).length, 1)
})

t.test('Terrarium tiles keep the place that their folders say', async (t) => {
  const folder = t.testdir()
  const { default: sharp } = await import('sharp')
  const data = Buffer.alloc(256 * 256 * 3, 129)
  const png = await sharp(data, { raw: { width: 256, height: 256, channels: 3 } })
    .png()
    .toBuffer()
  await writeFile(join(folder, '1430.png'), png)
  const { mkdir } = await import('node:fs/promises')
  await mkdir(join(folder, 'tiles/12/2149'), { recursive: true })
  await copyFile(join(folder, '1430.png'), join(folder, 'tiles/12/2149/1430.png'))
  const terrain = await openTerrain({ folders: [join(folder, 'tiles')] })
  const [{ bounds }] = await terrain.list()
  const list = await sameGround(t, terrain, new ListedGround(), bounds)
  t.match(list.files, [{ name: '12/2149/1430.png' }])
})
