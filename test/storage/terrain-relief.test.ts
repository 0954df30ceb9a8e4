import sharp from 'sharp'
import t from 'tap'
import type { BoundedFolder } from '../../storage/files/bounded-folder.ts'
import { fillUnknown, withoutMargin } from '../../storage/terrain/relief/fill.ts'
import { firstZoom, tileHeights } from '../../storage/terrain/relief/heights.ts'
import { TileMaker } from '../../storage/terrain/relief/maker.ts'
import { gapsPicture, heightsPicture, maskPicture } from '../../storage/terrain/relief/picture.ts'
import {
  boundsOfTile,
  columnAt,
  isTile,
  latitudeAt,
  longitudeAt,
  rowAt,
  zoomOf,
} from '../../storage/terrain/relief/tile-grid.ts'
import type { FileTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds, Lattice, PostRectangle, Terrain, TerrainPart } from '../../storage/terrain/types.ts'

// Tiles of the ground for maps, made of parts that are planes: whatever is interpolated rightly lies on them.

const { NaN: U } = Number

const near = (found: number, expected: number, tolerance = 1e-9) => Math.abs(found - expected) < tolerance

t.test('tiles of the Web Mercator square: where their pixels are', async (t) => {
  const tile = { z: 11, x: 1071, y: 724 }
  t.ok(near(longitudeAt(tile, 0), (1071 / 2048) * 360 - 180))
  t.ok(near(longitudeAt(tile, 128), (1071.5 / 2048) * 360 - 180))
  // EPSG:3857: northing of the tile's edges on a sphere.
  const northing = (latDeg: number) => Math.asinh(Math.tan((latDeg * Math.PI) / 180)) / Math.PI
  t.ok(near(northing(latitudeAt(tile, 0)), 1 - (2 * 724) / 2048))
  t.ok(near(northing(latitudeAt(tile, 256)), 1 - (2 * 725) / 2048))
  t.ok(near(rowAt(11, latitudeAt(tile, 64)), 724.25) && near(columnAt(11, longitudeAt(tile, 64)), 1071.25))
  t.ok(near(latitudeAt({ z: 0, x: 0, y: 0 }, 0), 85.0511287798066), 'the edge of the map')
  t.match(boundsOfTile({ z: 1, x: 1, y: 1 }), { northDeg: 0, westDeg: 0, eastDeg: 180 })
  const grown = boundsOfTile({ z: 1, x: 1, y: 0 }, 32)
  t.ok(near(grown.westDeg, -22.5) && near(grown.eastDeg, 202.5) && grown.southDeg < 0, 'beyond 180 degrees')
  for (const [z, x, y, expected] of [
    [0, 0, 0, true],
    [0, 1, 0, false],
    [22, 2 ** 22 - 1, 0, true],
    [23, 0, 0, false],
    [3, 7, 7, true],
    [3, 7, 8, false],
    [3, -1, 0, false],
    [3, 0.5, 0, false],
  ] as const) {
    t.equal(isTile({ z, x, y }), expected, `${z}/${x}/${y}`)
  }
  // Pixels of zoom 0 are 156 543 m wide.
  t.same([156_544, 156_543, 78_272, 78_271, 1e9, 1e-9].map(zoomOf), [0, 1, 1, 2, 0, 22])
  t.same([30, 60, 1e6].map(firstZoom), [8, 7, 0])
})

t.test('unknown cells are filled from those around them', async (t) => {
  const square = Float32Array.of(1, 1, 1, 1, U, 1, 1, 1, 1)
  fillUnknown(square, 3)
  t.same([...square], Array(9).fill(1))
  const corner = Float32Array.of(U, 4, 8, 12)
  fillUnknown(corner, 2)
  t.same([...corner], [8, 4, 8, 12])
  // Rows do not go on at the edges.
  const edges = Float32Array.of(100, 1, 1, 100, 1, U, 100, 1, 1)
  fillUnknown(edges, 3)
  t.equal(edges[5], 1)
  const none = new Float32Array(4).fill(U)
  fillUnknown(none, 2)
  t.same([...none], [0, 0, 0, 0])
  const wide = Float32Array.from({ length: 49 }, (_, i) => (i % 7 === 0 ? 10 : i % 7 === 6 ? 70 : U))
  fillUnknown(wide, 7)
  const row = [...wide.subarray(21, 28)]
  t.ok(
    row.every((height, i) => i === 0 || height > (row[i - 1] as number)),
    `rises from west to east: ${row}`,
  )
  t.ok(near(row[3] as number, 40, 4), 'about half-way')
  t.same([row[0], row[6]], [10, 70], 'what is known stays')
  const numbered = Float32Array.from({ length: 25 }, (_, i) => i)
  t.same([...withoutMargin(numbered, 5, 1)], [6, 7, 8, 11, 12, 13, 16, 17, 18])
})

/** Raw values of a picture. */
const pixelsOf = async (picture: Promise<Buffer>) => [
  ...(await sharp(await picture)
    .raw()
    .toBuffer()),
]

t.test('pictures of heights, with what is unknown marked', async (t) => {
  const heightM = (at: number[], i: number) =>
    (at[i] ?? 0) * 256 + (at[i + 1] ?? 0) + (at[i + 2] ?? 0) / 256 - 32_768
  const heights = Float32Array.of(100.5, -20.25, U, 40_000)
  const filled = await pixelsOf(heightsPicture(heights, 2))
  t.equal(filled.length, 12)
  t.same([heightM(filled, 0), heightM(filled, 3)], [100.5, -20.25])
  t.same(filled.slice(9), [255, 255, 254], 'the highest that can be shown')
  t.same(
    [filled[2], filled[5], filled[8]].map((blue) => (blue ?? 0) % 2),
    [0, 0, 1],
    'odd where it was filled',
  )
  const gaps = await pixelsOf(gapsPicture(heights))
  t.equal(heightM(gaps, 4), -20.25)
  t.same([gaps[3], gaps[7], gaps[11]], [255, 255, 0])
  t.same(await pixelsOf(maskPicture(heights)), [0, 0, 0, 0, 0, 0, 0, 0, 128, 128, 128, 255, 0, 0, 0, 0])
  // A margin only helps to fill.
  const margin = Float32Array.from({ length: 16 }, (_, i) => ([5, 6, 9, 10].includes(i) ? U : 7))
  const inner = await pixelsOf(heightsPicture(margin, 2))
  t.equal(inner.length, 12)
  t.ok(near(heightM(inner, 0), 7, 0.01))
})

const TILE = { z: 9, x: 268, y: 180 }

/** Terrain of parts that know a plane each, and which posts were read. */
function planes(parts: { lattice: Lattice; bounds: Bounds | undefined; baseM: number; isSea?: boolean }[]) {
  const read: PostRectangle[] = []
  const openParts = async () =>
    parts.map(({ lattice, bounds, baseM }) => ({
      bounds,
      area: {
        lattice,
        read: async (at: PostRectangle) => {
          read.push(at)
          return Float32Array.from({ length: at.rows * at.cols }, (_, i) => {
            const latDeg = lattice.northDeg - (at.firstRow + Math.floor(i / at.cols)) * lattice.latStepDeg
            const lonDeg = lattice.westDeg + (at.firstCol + (i % at.cols)) * lattice.lonStepDeg
            return baseM + 100 * latDeg + 10 * lonDeg
          })
        },
      },
    })) as unknown as TerrainPart[]
  return { read, terrain: { openParts } as unknown as Terrain }
}

const latticeOf = (stepDeg: number): Lattice => ({
  northDeg: 60,
  westDeg: 0,
  latStepDeg: stepDeg,
  lonStepDeg: stepDeg,
})
const everywhere: Bounds = { southDeg: -80, northDeg: 80, westDeg: -180, eastDeg: 180 }

t.test('heights of a tile are those of the ground at the centers of its pixels', async (t) => {
  for (const [tilePx, marginPx, stepDeg] of [
    [256, 0, 0.01],
    [256, 0, 0.0004],
    [512, 1, 0.01],
  ] as const) {
    const { terrain } = planes([{ lattice: latticeOf(stepDeg), bounds: undefined, baseM: 0 }])
    const heights = await tileHeights({ tile: TILE, tilePx, marginPx }, terrain, everywhere)
    const side = tilePx + 2 * marginPx
    t.equal(heights?.length, side * side)
    let worstM = 0
    for (const [row, col] of [
      [0, 0],
      [0, side - 1],
      [side - 1, 0],
      [100, 37],
    ]) {
      const latDeg = latitudeAt(TILE, ((row - marginPx + 0.5) * 256) / tilePx)
      const lonDeg = longitudeAt(TILE, ((col - marginPx + 0.5) * 256) / tilePx)
      worstM = Math.max(worstM, Math.abs((heights?.[row * side + col] ?? U) - 100 * latDeg - 10 * lonDeg))
    }
    t.ok(worstM < 0.01, `${tilePx} pixels with a margin of ${marginPx}: ${worstM} m off`)
  }
})

t.test('of parts that overlap the first is believed; ground without tiles is unknown', async (t) => {
  const tile = boundsOfTile(TILE)
  const [middleLat, middleLon] = [latitudeAt(TILE, 128), longitudeAt(TILE, 128)]
  const east = { ...tile, westDeg: middleLon }
  const { terrain } = planes([
    { lattice: latticeOf(0.01), bounds: east, baseM: 1000 },
    { lattice: latticeOf(0.02), bounds: undefined, baseM: 0 },
  ])
  const square = { tile: TILE, tilePx: 256, marginPx: 0 }
  const ground = { ...everywhere, northDeg: middleLat }
  const heights = (await tileHeights(square, terrain, ground)) ?? new Float32Array()
  const expected = (row: number, col: number) =>
    100 * latitudeAt(TILE, row + 0.5) + 10 * longitudeAt(TILE, col + 0.5)
  t.ok(near(heights[200 * 256 + 128] as number, 1000 + expected(200, 128), 0.01))
  t.ok(near(heights[200 * 256 + 127] as number, expected(200, 127), 0.01))
  t.ok(near(heights[128 * 256 + 250] as number, 1000 + expected(128, 250), 0.01))
  t.same([heights[127 * 256 + 5], heights[127 * 256 + 250]], [U, U], 'beyond the ground')
  const nothing = await tileHeights(square, terrain, undefined)
  t.ok(nothing?.every(Number.isNaN))
  // 32 million posts at most: a finer part is left out where a coarser one is beneath it, and no more is read.
  const finer = planes([
    { lattice: latticeOf(0.00005), bounds: east, baseM: 1000 },
    { lattice: latticeOf(0.01), bounds: undefined, baseM: 0 },
  ])
  const coarse = await tileHeights(square, finer.terrain, everywhere)
  t.ok(near(coarse?.[200 * 256 + 250] ?? U, expected(200, 250), 0.01))
  const dense = planes([{ lattice: latticeOf(0.00005), bounds: undefined, baseM: 0 }])
  t.equal(await tileHeights(square, dense.terrain, everywhere), undefined)
  t.same(dense.read, [])
})

t.test(
  'a tile is made once, kept under a name of its ground, and made anew where that changes',
  async (t) => {
    const kept = new Map<string, Buffer>()
    const folder = {
      read: async (name: string) => kept.get(name),
      write: async (name: string, content: Buffer) => void kept.set(name, content),
    } as unknown as BoundedFolder
    const { read, terrain } = planes([{ lattice: latticeOf(0.1), bounds: undefined, baseM: 0 }])
    const looked: Bounds[] = []
    // Of each look at the ground; the last one stays.
    let identities = ['a']
    let tiles = 1
    const identify = async (bounds: Bounds) => {
      looked.push(bounds)
      const identity = identities.length > 1 ? identities.shift() : identities[0]
      return { identity, tiles, extent: everywhere }
    }
    const maker = new TileMaker({ ...terrain, identify } as unknown as FileTerrain, folder)
    const [first, same] = await Promise.all([
      maker.make({ ...TILE, form: 'gaps' }),
      maker.make({ ...TILE, form: 'gaps' }),
    ])
    const reads = read.length
    t.equal(reads, 1, 'once for both')
    t.ok(first?.png.equals(same?.png ?? Buffer.alloc(0)))
    t.same([...kept.keys()], [`${first?.tag}.png`])
    t.same(looked[0], boundsOfTile(TILE))
    t.same(await maker.make({ ...TILE, form: 'gaps' }), first)
    t.equal(read.length, reads, 'read once for all')
    const others = [
      await maker.make({ ...TILE, form: 'mask' }),
      await maker.make({ ...TILE, x: TILE.x + 1, form: 'gaps' }),
      await maker.make({ ...TILE, y: TILE.y + 1, form: 'gaps' }),
    ]
    looked.length = 0
    others.push(await maker.make({ ...TILE, form: 'filled' }))
    t.same(looked[0], boundsOfTile(TILE, 128), 'what fills it lies in half a tile around')
    looked.length = 0
    others.push(await maker.make({ ...TILE, form: 'large' }))
    t.same(
      looked[0],
      boundsOfTile(TILE, 129 / 2),
      'a large one in as many of its own pixels, and one of each neighbour',
    )
    const large = await sharp(others[4]?.png).metadata()
    t.same([large.width, large.height], [514, 514])
    t.equal(new Set([first, ...others].map((tile) => tile?.tag)).size, 6)
    identities = ['b', 'c', 'c', 'c']
    const renewed = await maker.make({ ...TILE, form: 'gaps' })
    t.equal(kept.size, 7, 'nothing is kept of ground that changed meanwhile')
    t.ok(kept.has(`${renewed?.tag}.png`) && renewed?.tag !== first?.tag)
    identities = ['d', 'e', 'f', 'g', 'h', 'i']
    const unsteady = await maker.make({ ...TILE, form: 'gaps' })
    t.match(unsteady?.tag, /-3$/, 'three times at most')
    t.equal(kept.size, 7)
    identities = ['j']
    tiles = 2000
    t.ok(await maker.make({ ...TILE, form: 'mask' }))
    tiles = 2001
    t.equal(await maker.make({ ...TILE, form: 'mask' }), undefined, 'of too many files none')
  },
)
