import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { BoundedFolder } from '../../storage/files/bounded-folder.ts'
import { fillUnknown } from '../../storage/terrain/relief/fill.ts'
import { firstZoom, MAXIMUM_POSTS, tileHeights } from '../../storage/terrain/relief/heights.ts'
import { TileMaker } from '../../storage/terrain/relief/maker.ts'
import { heightsPicture, maskPicture } from '../../storage/terrain/relief/picture.ts'
import {
  boundsOfTile,
  isTile,
  latitudeAt,
  longitudeAt,
  type TileAddress,
  zoomOf,
} from '../../storage/terrain/relief/tile-grid.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { gdal, noGdal } from '../helpers/gdal.ts'
import { writeHgt } from '../references/hgt-file.ts'
import { seededRandom } from '../references/random.ts'
import { writeSyntheticTerrain } from '../references/synthetic.ts'

const folder = t.testdir({ country: {}, fine: {}, kept: {} })
const country = join(folder, 'country')
await writeSyntheticTerrain(country, { seed: 2026 })
// A finer one within the coarse ones; it covers half of the tile at 9°.
const side = 3601
await writeHgt(
  join(folder, 'fine', 'N48E008.hgt'),
  Int16Array.from({ length: side * side }, (_, i) => (i % 977) + Math.floor(i / side / 9)),
)
const terrain = await openTerrain({ folders: [country, join(folder, 'fine')] })

const shown: TileAddress[] = [
  { z: 8, x: 134, y: 89 },
  { z: 10, x: 538, y: 357 },
  { z: 12, x: 2152, y: 1429 },
  { z: 15, x: 17216, y: 11436 },
  // Across the boundary of the two spacings, at 48° N.
  { z: 11, x: 1074, y: 711 },
]

const squareOf = (tile: TileAddress) => ({ tile, tilePx: 256, marginPx: 0 })

async function heightsOf(tile: TileAddress): Promise<Float32Array> {
  const { extent } = await terrain.identify(boundsOfTile(tile))
  const heightsM = await tileHeights(squareOf(tile), terrain, extent)
  if (heightsM === undefined) throw new Error('Expected heights.')
  return heightsM
}

t.test('a pixel has the height of the ground at its centre', async (t) => {
  const random = seededRandom(5)
  for (const tile of shown) {
    const heightsM = await heightsOf(tile)
    let worstM = 0
    let otherwise = 0
    for (let n = 0; n < 200; n++) {
      const pixel = Math.floor(random() * heightsM.length)
      const { elevationM = Number.NaN } = await terrain.elevationAt(
        latitudeAt(tile, Math.floor(pixel / 256) + 0.5),
        longitudeAt(tile, (pixel % 256) + 0.5),
      )
      if (Number.isNaN(elevationM) !== Number.isNaN(heightsM[pixel])) otherwise++
      else if (!Number.isNaN(elevationM)) worstM = Math.max(worstM, Math.abs(elevationM - heightsM[pixel]))
    }
    t.ok(worstM < 0.001, `${tile.z}/${tile.x}/${tile.y}: ${worstM} m`)
    t.equal(otherwise, 0, 'unknown as the ground is')
  }
})

t.test('GDAL warps the same picture', { skip: noGdal }, async (t) => {
  const halfM = Math.PI * 6_378_137
  for (const { z, x, y } of [shown[2], shown[3], { z: 11, x: 1074, y: 716 }] as TileAddress[]) {
    const sizeM = (2 * halfM) / 2 ** z
    const corners = [x * sizeM - halfM, halfM - (y + 1) * sizeM, (x + 1) * sizeM - halfM, halfM - y * sizeM]
    const [warped, raw] = [join(folder, 'warped.tif'), join(folder, 'warped.raw')]
    await gdal('gdalwarp', [
      ...['-q', '-overwrite', '-t_srs', 'EPSG:3857', '-te', ...corners.map(String), '-ts', '256', '256'],
      ...['-r', 'bilinear', '-et', '0', '-ot', 'Float32', '-dstnodata', '-32768'],
      ...['N47E008.hgt', 'N47E009.hgt'].map((name) => join(country, name)),
      warped,
    ])
    await gdal('gdal_translate', ['-q', '-of', 'ENVI', warped, raw])
    const bytes = await readFile(raw)
    const theirs = new Float32Array(bytes.buffer, bytes.byteOffset, 256 * 256)
    const ours = await heightsOf({ z, x, y })
    let compared = 0
    let worstM = 0
    for (const [i, heightM] of ours.entries()) {
      // Beside unknown posts GDAL takes the mean of the known ones.
      if (Number.isNaN(heightM)) continue
      compared++
      worstM = Math.max(worstM, Math.abs(heightM - theirs[i]))
    }
    t.ok(compared > 30_000 && worstM < 0.001, `${z}/${x}/${y}: ${worstM} m at ${compared} pixels`)
  }
})

t.test('pictures hold the heights, are opaque, and the mask shows what was unknown', async (t) => {
  const tile = shown[2] as TileAddress
  const heightsM = await heightsOf(tile)
  const { data, info } = await sharp(await heightsPicture(heightsM, 256))
    .raw()
    .toBuffer({ resolveWithObject: true })
  t.match(info, { width: 256, height: 256, channels: 3 })
  const mask = await sharp(await maskPicture(heightsM))
    .raw()
    .toBuffer()
  const [lowM, highM] = [Math.min, Math.max].map((of) => of(...heightsM.filter((m) => !Number.isNaN(m))))
  let wrong = 0
  let unknown = 0
  for (const [i, heightM] of heightsM.entries()) {
    const [red, green, blue] = data.subarray(i * 3, i * 3 + 3)
    const readM = red * 256 + green + blue / 256 - 32_768
    const isUnknown = Number.isNaN(heightM)
    if (isUnknown) unknown++
    if (isUnknown !== mask[i * 4 + 3] > 0 || isUnknown !== (blue % 2 === 1)) wrong++
    const isRight = isUnknown
      ? readM >= (lowM as number) - 0.01 && readM <= (highM as number) + 0.01
      : Math.abs(readM - heightM) <= 1 / 128
    if (!isRight) wrong++
  }
  t.equal(wrong, 0)
  t.ok(unknown > 1000 && unknown < 60_000)
})

t.test('unknown ground goes on from its edge without a cliff', async (t) => {
  // A plane with a hole: what is filled in stays near the plane.
  const plane = Float32Array.from({ length: 64 * 64 }, (_, i) => 100 + (i % 64) + 2 * Math.floor(i / 64))
  const holed = plane.map((m, i) =>
    Math.hypot((i % 64) - 30, Math.floor(i / 64) - 30) < 12 ? Number.NaN : m,
  )
  fillUnknown(holed, 64)
  t.ok(Math.max(...holed.map((m, i) => Math.abs(m - plane[i]))) < 3)
  const nothing = new Float32Array(64 * 64).fill(Number.NaN)
  fillUnknown(nothing, 64)
  t.ok(nothing.every((m) => m === 0))
})

t.test('unknown ground is filled alike on both sides of the edge of two tiles', async (t) => {
  const onEdge = join(folder, 'edge')
  await mkdir(onEdge)
  // Two tiles of zoom 12 meet here; a rise towards the north-east with a hole across the edge.
  const [north, south] = [
    { z: 12, x: 2152, y: 1429 },
    { z: 12, x: 2152, y: 1430 },
  ] as const
  const middle = { latDeg: latitudeAt(south, 0), lonDeg: longitudeAt(south, 128) }
  const posts = Int16Array.from({ length: side * side }, (_, i) => {
    const [row, col] = [Math.floor(i / side), i % side]
    const [latDeg, lonDeg] = [48 - row / 3600, 9 + col / 3600]
    const isHole = Math.hypot((latDeg - middle.latDeg - 0.006) * 1.5, lonDeg - middle.lonDeg) < 0.02
    return isHole ? -32_768 : 3600 - row + Math.floor(col / 2) + (latDeg > middle.latDeg ? 40 : 0)
  })
  await writeHgt(join(onEdge, 'N47E009.hgt'), posts)
  const ground = await openTerrain({ folders: [onEdge] })
  const maker = new TileMaker(ground, new BoundedFolder(join(folder, 'edge-kept'), 1e7))
  const rowOf = async (tile: TileAddress, row: number) => {
    const made = await maker.make({ ...tile, form: 'filled' })
    const data = await sharp(made?.png).raw().toBuffer()
    return Float32Array.from({ length: 256 }, (_, col) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(3 * (row * 256 + col), 3 * (row * 256 + col) + 3)
      return red * 256 + green + blue / 256 - 32_768
    })
  }
  const jump = (one: Float32Array, other: Float32Array) =>
    Math.max(...[...one].slice(90, 166).map((m, col) => Math.abs(m - other[col + 90])))
  const within = jump(await rowOf(north, 254), await rowOf(north, 255))
  const across = jump(await rowOf(north, 255), await rowOf(south, 0))
  t.ok(across < within + 1, `${across} m across the edge, ${within} m beside it`)
})

t.test('a large tile has the ground of four, and a pixel of each neighbour', async (t) => {
  const tile = shown[2] as TileAddress
  const maker = new TileMaker(terrain, new BoundedFolder(join(folder, 'large-kept'), 1e7))
  const heightsIn = async (address: TileAddress, form: 'filled' | 'large') => {
    const data = await sharp((await maker.make({ ...address, form }))?.png)
      .raw()
      .toBuffer()
    return Float32Array.from({ length: data.length / 3 }, (_, i) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(3 * i, 3 * i + 3)
      return blue % 2 === 1 ? Number.NaN : red * 256 + green + blue / 256 - 32_768
    })
  }
  const large = await heightsIn(tile, 'large')
  t.equal(large.length, 514 ** 2)
  let known = 0
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 0],
    [-1, 1],
  ] as const) {
    const quarter = await heightsIn({ z: tile.z + 1, x: 2 * tile.x + dx, y: 2 * tile.y + dy }, 'filled')
    for (const [i, heightM] of quarter.entries()) {
      const [row, col] = [1 + 256 * dy + Math.floor(i / 256), 1 + 256 * dx + (i % 256)]
      if (col < 0 || col > 513) continue
      const theirs = large[514 * row + col] ?? 0
      if (!Object.is(theirs, heightM)) t.fail(`${dx}, ${dy}, ${i}: ${theirs}, not ${heightM}`)
      if (!Number.isNaN(heightM)) known++
    }
  }
  t.ok(known > 100_000)
})

t.test('the zoom bounds the posts', async (t) => {
  for (const spacingM of [1, 30.9, 92.7, 1000]) {
    const posts = (z: number) => (40_075_017 / 2 ** z / spacingM) ** 2
    const z = firstZoom(spacingM)
    t.ok(posts(z) <= MAXIMUM_POSTS && posts(z - 1) > MAXIMUM_POSTS, `${spacingM} m: ${z}`)
  }
  t.equal(zoomOf(30.9), 13)
  const tile = { z: 5, x: 16, y: 11 }
  const { extent } = await terrain.identify(boundsOfTile(tile))
  const heightsM = await tileHeights(squareOf(tile), terrain, extent)
  t.ok(
    heightsM?.some((m) => !Number.isNaN(m)),
    'a small country can be seen from far off',
  )
  t.equal(await tileHeights(squareOf(tile), terrain, boundsOfTile(tile)), undefined, 'much of it cannot')
  t.same(
    [
      { z: 23, x: 0, y: 0 },
      { z: 3, x: 8, y: 0 },
      { z: 3, x: 0, y: -1 },
      { z: 3, x: 0.5, y: 0 },
      { z: Number.NaN, x: 0, y: 0 },
    ].map(isTile),
    [false, false, false, false, false],
  )
})

t.test('a tile is made once, kept, and made anew when its ground changes', async (t) => {
  const path = join(country, 'N47E009.hgt')
  const kept = join(folder, 'kept')
  const request = { ...(shown[2] as TileAddress), form: 'filled' as const }
  let reads = 0
  const counted = {
    ...terrain,
    openParts: (...input: Parameters<typeof terrain.openParts>) => {
      reads++
      return terrain.openParts(...input)
    },
  }
  const maker = () => new TileMaker(counted, new BoundedFolder(kept, 1e6))
  const first = maker()
  const made = await Promise.all(Array.from({ length: 5 }, () => first.make(request)))
  t.equal(reads, 2, 'the tile, and its margin as some of it is unknown')
  t.equal(new Set(made.map((tile) => tile?.tag)).size, 1)
  const again = await maker().make(request)
  t.same(again, made[0])
  t.equal(reads, 2, 'kept on disk')
  t.not((await first.make({ ...request, form: 'mask' }))?.tag, again?.tag)
  const bytes = await readFile(path)
  bytes.fill(0, 0, bytes.length / 2)
  await writeFile(path, bytes)
  await utimes(path, new Date(), new Date(Date.now() + 5000))
  // Folders are scanned every two seconds.
  let changed = again
  while (changed?.tag === again?.tag) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    changed = await first.make(request)
  }
  t.notOk(changed?.png.equals(again?.png ?? Buffer.alloc(0)))
})

t.test(
  'a folder keeps its bound on the disk, where a file takes a block at least, and the newest files',
  async (t) => {
    const path = join(folder, 'bounded')
    const content = (name: string) => Buffer.from(name.repeat(100))
    const one = new BoundedFolder(path, 14_000)
    for (const name of ['a', 'b', 'c', 'd']) await one.write(name, content(name))
    t.same(await Promise.all(['a', 'b', 'c', 'd'].map((name) => one.read(name))), [
      undefined,
      ...['b', 'c', 'd'].map(content),
    ])
    const two = new BoundedFolder(path, 14_000)
    await writeFile(join(path, 'x.part'), 'x'.repeat(1000))
    await two.write('e', content('e'))
    t.equal(await two.read('x.part'), undefined)
    t.same((await Promise.all(['b', 'c', 'd', 'e'].map((name) => two.read(name)))).filter(Boolean).length, 3)
    t.ok(await two.read('e'))
  },
)

t.test('kept tiles are bounded in number, as small ones take inodes rather than bytes', async (t) => {
  const path = t.testdir()
  for (const before of [0, 10]) {
    const kept = new BoundedFolder(path, 1e9, 10)
    for (let n = before; n < before + 20; n++) await kept.write(`${n}.png`, Buffer.alloc(100))
    const left = (await readdir(path)).map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b)
    t.same(
      left,
      Array.from({ length: 10 }, (_, n) => before + 10 + n),
    )
  }
})
