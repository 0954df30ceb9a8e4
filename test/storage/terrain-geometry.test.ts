import { createHash } from 'node:crypto'
import t from 'tap'
import {
  fillBoundaryGaps,
  fillGapsBetweenSources,
  maximumGapPosts,
  maximumProjectedGapPosts,
} from '../../storage/terrain/boundaries.ts'
import { projectedDefinition, WEB_MERCATOR } from '../../storage/terrain/crs/epsg.ts'
import { projectionOf } from '../../storage/terrain/crs/projection.ts'
import { describePages } from '../../storage/terrain/files/page-log.ts'
import { tilesAround, tilesReaching } from '../../storage/terrain/ground/reach.ts'
import { listTiles } from '../../storage/terrain/listing.ts'
import { around, common, contains, cut, grown, meets, overlap } from '../../storage/terrain/plan/bounds.ts'
import { commonLattice } from '../../storage/terrain/plan/common-lattice.ts'
import { unionOf } from '../../storage/terrain/plan/rectangles.ts'
import type { PostGrid, Tile } from '../../storage/terrain/tile.ts'
import { isCovered, isSea } from '../../storage/terrain/tiles/coverage.ts'
import {
  alignedOffset,
  compareFineness,
  extentOf,
  gridOf,
  intersect,
  mosaicsOf,
  placementsIn,
  rectangleAround,
} from '../../storage/terrain/tiles/lattice.ts'
import { georeference } from '../../storage/terrain/tiles/projected.ts'
import {
  interpolateInto,
  positionOn,
  positionsOn,
  rectangleOf,
} from '../../storage/terrain/tiles/reproject.ts'
import { type SeaList, seaAt, seaCell, seaExtents } from '../../storage/terrain/tiles/sea.ts'
import {
  blankWindow,
  copyPosts,
  hasUnknown,
  settle,
  type Window,
} from '../../storage/terrain/tiles/window.ts'
import type { Bounds, Lattice } from '../../storage/terrain/types.ts'

// Lattices, rectangles and bounds by themselves, at their edges: figures worked out by hand.

const { NaN: U } = Number

interface Made extends Lattice {
  rows: number
  cols: number
  folder?: number
  projected?: Tile['projected']
}

/** A tile of which nothing but its position matters. */
function tileOf({ rows, cols, folder = 0, projected, ...lattice }: Made): Tile {
  return { file: { folder, name: 'x' }, lattice, rows, cols, ...(projected && { projected }) } as Tile
}

const degree = (southDeg: number, westDeg: number, folder = 0, stepDeg = 0.1) =>
  tileOf({
    northDeg: southDeg + 1,
    westDeg,
    latStepDeg: stepDeg,
    lonStepDeg: stepDeg,
    rows: Math.round(1 / stepDeg) + 1,
    cols: Math.round(1 / stepDeg) + 1,
    folder,
  })

const box = (southDeg: number, westDeg: number, northDeg: number, eastDeg: number): Bounds => ({
  southDeg,
  westDeg,
  northDeg,
  eastDeg,
})

/** A UTM tile of zone 1 or 60, whose projection has no longitudes beyond 180. */
function utmTile(code: number, west: number, north: number, stepM: number, side: number): Tile {
  const grid: PostGrid = { west, north, rowStep: stepM, colStep: stepM }
  const at = georeference(projectionOf(projectedDefinition(code) ?? ''), grid, side, side)
  return { file: { folder: 0, name: 'utm' }, rows: side, cols: side, ...at } as unknown as Tile
}

t.test('a tile is placed at each longitude at which it is asked for', async (t) => {
  const tile = degree(10, 179)
  const offsets = (bounds: Bounds, margin = 1) =>
    placementsIn([tile], bounds, margin).map(({ lonOffsetDeg }) => lonOffsetDeg)
  t.same(offsets(box(10, 179.5, 11, 180.5)), [0])
  t.same(offsets(box(10, -180.5, 11, -179.5)), [-360])
  t.same(offsets(box(10, -180.5, 11, 180.5)), [-360, 0])
  // Its posts reach one spacing further.
  t.same(offsets(box(11.1 - 1e-9, 179.5, 12, 179.6)), [0])
  t.same(offsets(box(11.11, 179.5, 12, 179.6)), [])
  t.same(offsets(box(8, 179.5, 9.91, 179.6)), [0])
  t.same(offsets(box(8, 179.5, 9.89, 179.6)), [])
  t.same(offsets(box(10, -179.91, 11, -179)), [-360])
  t.same(offsets(box(10, -179.89, 11, -179)), [])
  t.same(offsets(box(10, 178, 11, 178.89)), [])
  const [west] = placementsIn([tile], box(10, -181, 11, -180.2), 1)
  t.equal(west?.lattice.westDeg, -181)
  t.match(west && extentOf(west), { northDeg: 11, southDeg: 10, westDeg: -181, eastDeg: -180 })
  const askew = utmTile(32660, 700_000, 5_000_000, 1000, 21)
  const [placed] = placementsIn([askew], box(44, -185, 46, -175), 1)
  t.equal(placed?.lonOffsetDeg, -360)
  t.equal(placed?.grid.west, 700_000, 'its own coordinates do not go on')
  const { westDeg = 0, eastDeg = 0 } = askew.projected?.bounds ?? {}
  t.match(placed && extentOf(placed), { westDeg: westDeg - 360, eastDeg: eastDeg - 360 })
})

t.test('posts are those of a grid to within a millionth, at both ends of a tile', async (t) => {
  const grid = gridOf({ northDeg: 50, westDeg: 8, latStepDeg: 0.1, lonStepDeg: 0.2 })
  const offset = (change: Partial<Made>) => {
    const made = {
      northDeg: 49.5,
      westDeg: 9,
      latStepDeg: 0.1,
      lonStepDeg: 0.2,
      rows: 101,
      cols: 51,
      ...change,
    }
    const [placement] = placementsIn([tileOf(made)], box(-90, -10, 90, 40), 0)
    return placement && alignedOffset(grid, placement)
  }
  t.same(offset({}), { firstRow: 5, firstCol: 5, rows: 101, cols: 51 })
  t.same(offset({ northDeg: 50.2, westDeg: 7.6 }), { firstRow: -2, firstCol: -2, rows: 101, cols: 51 })
  t.equal(offset({ northDeg: 49.55 }), undefined)
  t.equal(offset({ westDeg: 9.1 }), undefined)
  t.equal(offset({ latStepDeg: 0.1 * (1 + 1e-7) }), undefined, 'the last row is off')
  t.equal(offset({ lonStepDeg: 0.2 * (1 + 1e-7) }), undefined, 'the last column is off')
  t.equal(offset({ rows: 1, latStepDeg: 0.3 }), undefined, 'a single row of another step')
  t.same(offset({ rows: 1 }), { firstRow: 5, firstCol: 5, rows: 1, cols: 51 })
})

t.test('tiles are believed by folder, then by fineness', async (t) => {
  const here = box(10.4, 20.4, 10.6, 20.6)
  const tiles = [
    degree(10, 20, 1, 0.05),
    degree(10, 20, 0, 0.1),
    degree(10, 20, 1, 0.02),
    degree(11, 20, 0, 0.1),
  ]
  const mosaics = mosaicsOf(placementsIn(tiles, box(10, 20, 12, 21), 1))
  t.same(
    mosaics.map(({ placements, lattice }) => [placements.length, lattice.latStepDeg]),
    [
      [2, 0.1],
      [1, 0.02],
      [1, 0.05],
    ],
  )
  t.equal(mosaics[0]?.placements[0]?.tile, tiles[1], 'in their order')
  const own = { northDeg: 12, westDeg: 20, latStepDeg: 0.1, lonStepDeg: 0.1 }
  t.equal(mosaicsOf(placementsIn(tiles, here, 1), own)[0]?.lattice, own)
  const steps = (latStepDeg: number, lonStepDeg: number) => ({
    northDeg: 0,
    westDeg: 0,
    latStepDeg,
    lonStepDeg,
  })
  t.ok(compareFineness(steps(0.1, 0.3), steps(0.2, 0.1)) < 0, 'latitude first')
  t.ok(compareFineness(steps(0.1, 0.3), steps(0.1, 0.2)) > 0)
  t.equal(compareFineness(steps(0.1, 0.3), steps(0.1 + 1e-9, 0.3)), 0)
})

t.test('rectangles of posts: what they share, and those around bounds', async (t) => {
  const rectangle = (firstRow: number, firstCol: number, rows: number, cols: number) => ({
    firstRow,
    firstCol,
    rows,
    cols,
  })
  t.same(intersect(rectangle(0, 0, 5, 6), rectangle(3, -2, 5, 5)), rectangle(3, 0, 2, 3))
  t.equal(intersect(rectangle(0, 0, 5, 5), rectangle(5, 0, 1, 5)), undefined)
  t.equal(intersect(rectangle(0, 0, 5, 5), rectangle(0, -3, 5, 3)), undefined)
  const lattice = { northDeg: 50, westDeg: 8, latStepDeg: 0.5, lonStepDeg: 0.25 }
  t.same(rectangleAround(lattice, box(48.6, 8.3, 49.9, 8.8), 0), rectangle(0, 1, 4, 4))
  t.same(rectangleAround(lattice, box(48.5, 8.25, 49.5, 8.75), 0), rectangle(1, 1, 3, 3))
  t.same(rectangleAround(lattice, box(48.5, 8.25, 49.5, 8.75), 2), rectangle(-1, -1, 7, 7))
})

t.test('a lattice that holds the posts of two', async (t) => {
  const of = (northDeg: number, westDeg: number, latStepDeg: number, lonStepDeg: number): Lattice => ({
    northDeg,
    westDeg,
    latStepDeg,
    lonStepDeg,
  })
  const own = of(50, 8, 0.1, 0.2)
  t.equal(commonLattice(own, of(47.3, 9.4, 0.2, 0.4), 1), own, 'every second of its posts')
  t.match(commonLattice(own, of(49.95, 8, 0.1, 0.2), 3), { latStepDeg: 0.05, lonStepDeg: 0.2, northDeg: 50 })
  t.match(commonLattice(own, of(50, 8, 0.1, 0.3), 3), { latStepDeg: 0.1, lonStepDeg: 0.1 }, 'two to three')
  t.equal(commonLattice(own, of(49.95, 8, 0.1, 0.3), 3), undefined, 'four times the posts')
  t.match(commonLattice(own, of(49.95, 8, 0.1, 0.3), 4), { latStepDeg: 0.05, lonStepDeg: 0.1 })
  t.equal(commonLattice(own, of(49.98, 8, 0.1, 0.2), 9), undefined, 'a fifth of a step off')
  t.equal(commonLattice(own, of(50, 8, 0.1 + 1e-8, 0.2), 9), undefined, 'steps that drift apart')
})

t.test('the union of rectangles covers just their ground, in few rectangles', async (t) => {
  t.same(unionOf([box(0, 0, 1, 1), box(0, 1, 1, 2), box(1, 0, 2, 2)]), [box(0, 0, 2, 2)])
  t.same(unionOf([box(0, 0, 2, 2), box(1, 1, 3, 3)]), [box(0, 0, 1, 2), box(1, 0, 2, 3), box(2, 1, 3, 3)])
  t.same(unionOf([box(0, 0, 1, 5), box(0, 1, 1, 2)]), [box(0, 0, 1, 5)])
  t.same(unionOf([box(0, 0, 1, 1), box(0, 1.1, 1, 2)]), [box(0, 0, 1, 1), box(0, 1.1, 1, 2)])
  // A chessboard has more fields than rectangles are kept: the result holds each of them.
  const fields = Array.from({ length: 300 }, (_, i) => {
    const [south, west] = [2 * Math.floor(i / 20), 3 * (i % 20)]
    return box(south, west, south + 1, west + 1)
  })
  const union = unionOf(fields)
  t.ok(union.length > 1 && union.length <= 256, `${union.length} rectangles`)
  const isIn = (inner: Bounds) =>
    union.some(
      (outer) =>
        outer.southDeg <= inner.southDeg &&
        outer.northDeg >= inner.northDeg &&
        outer.westDeg <= inner.westDeg &&
        outer.eastDeg >= inner.eastDeg,
    )
  t.ok(fields.every(isIn))
})

const listOf = (...cells: [number, number][]): SeaList => ({
  file: { name: 'ocean-tiles.txt' } as SeaList['file'],
  source: 'list',
  cells: new Set(cells.map(([south, west]) => seaCell(south, west))),
})

t.test('sea: cells of whole degrees, their edges, and what is all sea', async (t) => {
  const sea = listOf([-1, -1], [54, 179], [54, -180])
  const isSeaAt = (latDeg: number, lonDeg: number) => seaAt([sea], latDeg, lonDeg) !== undefined
  for (const [latDeg, lonDeg, expected] of [
    [-0.5, -0.5, true],
    [0, 0, true],
    [0.001, -0.5, false],
    [-0.5, 0.001, false],
    [-1, -1, true],
    [-1.001, -0.5, false],
    [54.5, 180.5, true],
    [54.5, -180.5, true],
    [54.5, 181.1, false],
    [55, 179.5, true],
  ] as const) {
    t.equal(isSeaAt(latDeg, lonDeg), expected, `${latDeg}, ${lonDeg}`)
  }
  t.ok(isSea(box(54.1, 179.1, 54.9, 180.9), [sea]))
  t.ok(isSea(box(54, 179, 55, 181), [sea]), 'up to the edges')
  t.notOk(isSea(box(54.1, 178.9, 54.9, 180), [sea]))
  t.notOk(isSea(box(54.1, 179.1, 55.1, 180), [sea]))
  t.ok(isSea(box(-0.5, -0.5, -0.5, -0.5), [sea]), 'a point')
  t.notOk(isSea(box(-0.5, -0.5, -0.5, -0.5), []))
  const lattice = { northDeg: 55.5, westDeg: 178, latStepDeg: 0.5, lonStepDeg: 0.25 }
  // From 55.5 to 53.5 N and from 178.5 to 180.5 E.
  t.same(seaExtents([sea], lattice, { firstRow: 0, firstCol: 2, rows: 5, cols: 9 }), [
    { top: 1, bottom: 3, left: 2, right: 6 },
    { top: 1, bottom: 3, left: 6, right: 10 },
  ])
  // Cells that meet the rectangle in its first or last column.
  const extents = (firstCol: number) =>
    seaExtents([listOf([54, 178])], lattice, { firstRow: 0, firstCol, rows: 5, cols: 5 })
  t.same(extents(4), [{ top: 1, bottom: 3, left: -4, right: 0 }])
  t.same(extents(-4), [{ top: 1, bottom: 3, left: 4, right: 8 }])
})

t.test('tiles cover bounds where none of it is left open', async (t) => {
  const block = [degree(10, 20), degree(10, 21), degree(11, 20), degree(11, 21)]
  t.ok(isCovered(box(10, 20, 12, 22), block))
  t.ok(isCovered(box(9.95, 20, 12, 22), block), 'half a spacing beyond the posts')
  t.notOk(isCovered(box(9.85, 20, 12, 22), block))
  t.notOk(isCovered(box(10, 19.85, 12, 22), block))
  t.notOk(isCovered(box(10, 20, 12, 22.15), block))
  t.notOk(isCovered(box(10, 20, 12.15, 22), block))
  for (const gone of block) {
    const rest = block.filter((tile) => tile !== gone)
    t.notOk(isCovered(box(10, 20, 12, 22), rest), 'a corner is open')
  }
  t.ok(isCovered(box(10.2, 179.5, 10.8, 180.5), [degree(10, 179), degree(10, -180)]), 'over 180 degrees')
  t.notOk(isCovered(box(10.2, 20.2, 10.8, 22.8), [degree(10, 20), degree(10, 22)]), 'a gap between')
  t.notOk(isCovered(box(10, 20, 11, 21), []))
  const small = tileOf({ northDeg: 11, westDeg: 20.2, latStepDeg: 0.1, lonStepDeg: 0.1, rows: 11, cols: 3 })
  t.ok(isCovered(box(10, 20, 11, 21), [degree(10, 20), small]), 'one within another')
  const utm = utmTile(32632, 400_000, 5_100_000, 100, 900)
  t.notOk(isCovered(box(45.7, 8.2, 45.8, 8.3), [utm]), 'a tile whose edges are askew')
})

t.test('of many tiles those that can reach the bounds are looked at', async (t) => {
  // Each ends 5 posts before the next whole degree.
  const tiles = Array.from({ length: 40 }, (_, i) => {
    const [northDeg, westDeg] = [Math.floor(i / 8) + 0.995, (i % 8) * 2 + 0.005]
    return tileOf({ northDeg, westDeg, latStepDeg: 0.001, lonStepDeg: 0.001, rows: 991, cols: 991 })
  })
  const found = (bounds: Bounds, margin: number) =>
    placementsIn(tiles, bounds, margin).map(({ tile }) => tiles.indexOf(tile))
  t.same(found(box(2.5, 4.5, 2.6, 4.6), 0), [18])
  t.same(found(box(2.5, 5.055, 2.6, 5.06), 66), [18], '60 posts beyond its edge')
  t.same(found(box(2.5, 5.07, 2.6, 5.08), 66), [])
  t.same(found(box(5.055, 4.5, 5.06, 4.6), 66), [34], 'to the north')
  t.same(found(box(2.5, 364.5, 2.6, 364.6), 0), [18], 'a turn further')
  t.same(found(box(2.5, -355.5, 2.6, -355.4), 0), [18], 'a turn before')
  const wide = { northDeg: 30, westDeg: -30, latStepDeg: 1, lonStepDeg: 1, rows: 61, cols: 61 }
  const all = [...tiles, tileOf(wide)]
  t.same(
    placementsIn(all, box(-20.5, 20.5, -20.4, 20.6), 0).map(({ tile }) => all.indexOf(tile)),
    [40],
    'one that is too large for the index',
  )
  t.equal(tilesAround(tiles, box(2.5, 4.5, 2.6, 4.6)).length, 3, 'those within a degree')
  const near = (eastDeg: number, spacingM?: number) =>
    tilesReaching(
      [degree(10, 20, 0, 0.01), degree(10, 21.5, 0, 0.01)],
      box(10.2, 21 + eastDeg, 10.3, 21 + eastDeg),
      spacingM,
    ).length
  t.same([near(0.77), near(0.79)], [2, 1], '66 posts and 12 more')
  t.same([near(0.84, 1000), near(0.84, 100)], [2, 1], 'seven steps of a kilometre further')
})

t.test('gaps at boundaries: how wide they may be, and that they are linear', async (t) => {
  t.same([1, 1.5, 2, 3, 3 + 1e-7, 100].map(maximumGapPosts), [0, 1, 1, 2, 2, 64])
  t.same([1, 2, 3, 100].map(maximumProjectedGapPosts), [2, 3, 5, 64])
  const window = (rows: number, cols: number, heights: number[]): Window => ({
    heightsM: Float32Array.from(heights),
    rows,
    cols,
  })
  const tall = window(5, 1, [10, U, U, U, 50])
  const above = { top: -9, left: 0, bottom: 0, right: 0 }
  fillBoundaryGaps(tall, [above, { top: 4, left: 0, bottom: 9, right: 0 }], 2)
  t.same([...tall.heightsM], [10, U, U, U, 50], 'wider than that')
  fillBoundaryGaps(tall, [above, { top: 3.5, left: 0, bottom: 9, right: 0 }], 3)
  t.same([...tall.heightsM], [10, 20, 30, 40, 50])
  const inside = window(5, 1, [10, U, U, U, 50])
  fillBoundaryGaps(inside, [above, { top: 2, left: 0, bottom: 9, right: 0 }], 3)
  t.same([...inside.heightsM], [10, U, U, U, 50], 'a void of the tile below')
  const wide = window(2, 4, [1, U, U, 4, U, U, U, 8])
  const left = { top: 0, left: -9, bottom: 1, right: 0 }
  fillBoundaryGaps(wide, [left, { top: 0, left: 3, bottom: 1, right: 9 }], 2)
  t.same([...wide.heightsM], [1, 2, 3, 4, U, U, U, 8], 'nothing without two ends')
  // Columns first, then rows; a run between posts of one source is a void.
  const between = window(3, 4, [1, U, U, 4, U, U, U, U, 7, U, 9, U])
  const origins = Uint16Array.from([1, 0, 0, 2, 0, 0, 0, 0, 1, 0, 1, 0])
  fillGapsBetweenSources(between, origins, [0, 2, 1])
  t.same([...between.heightsM], [1, 2, 3, 4, U, U, U, U, 7, U, 9, U])
  const narrow = window(1, 4, [1, U, U, 4])
  fillGapsBetweenSources(narrow, Uint16Array.from([1, 0, 0, 2]), [0, 1, 1])
  t.same([...narrow.heightsM], [1, U, U, 4], 'wider than either source allows')
})

t.test('posts are copied where nothing is known, and counted', async (t) => {
  for (const posts of [
    Int16Array.from([1, -32768, 3, 4, 5, 6, 7, 8, -32768]),
    Float32Array.from([1, U, 3, 4, 5, 6, 7, 8, U]),
  ]) {
    const window = blankWindow({ rows: 3, cols: 4 })
    const plan = { toRow: 1, toCol: 2, rows: 2, cols: 2, fromRow: 0, fromCol: 1 }
    t.equal(copyPosts(window, posts, 3, plan), 3, '1 of 4 is a void')
    t.ok(hasUnknown(window, plan))
    t.notOk(hasUnknown(window, { ...plan, toRow: 2, rows: 1 }))
    t.ok(hasUnknown(window, { ...plan, toRow: 0, rows: 1 }), 'nothing was written there')
    // The void is filled by the next one, and what is known stays.
    t.equal(copyPosts(window, Int16Array.from([9, 9, 9, 9]), 2, { ...plan, fromCol: 0 }), 1)
    t.equal(copyPosts(window, posts, 3, { toRow: 0, toCol: 0, rows: 1, cols: 3, fromRow: 2, fromCol: 0 }), 2)
    settle(window)
    t.same([...window.heightsM], [7, 8, U, U, U, U, 9, 3, U, U, 5, 6])
  }
  const row = blankWindow({ rows: 1, cols: 6 }, new Float32Array(6).fill(7))
  const lay = (toCol: number, posts: number[]) => {
    const plan = { toRow: 0, toCol, rows: 1, cols: posts.length, fromRow: 0, fromCol: 0 }
    return copyPosts(row, Float32Array.from(posts), posts.length, plan)
  }
  lay(0, [1, 2])
  lay(3, [4])
  const cut = { ...row, heightsM: row.heightsM.slice(), untouched: row.untouched?.slice() ?? [] }
  settle(cut)
  t.same([...cut.heightsM], [1, 2, U, 4, U, U], 'what nothing was written to')
  t.equal(lay(0, [11, 12, 13, 14, 15, 16]), 3)
  t.same([...row.heightsM], [1, 2, 13, 4, 15, 16])
  t.throws(
    () => blankWindow({ rows: 2, cols: 2 }, new Float32Array(3)),
    /Expected space for 4 heights, got 3/,
  )
})

t.test('posts of a geographic lattice are where the projection puts each of them', async (t) => {
  const projection = projectionOf(projectedDefinition(32632) ?? '')
  const target = {
    projection,
    grid: { north: 5_100_000, west: 400_000, rowStep: 90, colStep: 80 },
    lonOffsetDeg: 360,
  }
  const lattice = { northDeg: 46, westDeg: 368, latStepDeg: 0.01, lonStepDeg: 0.013 }
  const at = { firstRow: -3, firstCol: 5, rows: 40, cols: 21 }
  const positions = positionsOn(target, lattice, at)
  const out = new Float64Array(2)
  let worst = 0
  for (let i = 0; i < positions.rows.length; i++) {
    const latDeg = 46 - (at.firstRow + Math.floor(i / 21)) * 0.01
    projection.forward(8 + (at.firstCol + (i % 21)) * 0.013, latDeg, out)
    const off = [positions.rows[i] - (5_100_000 - out[1]) / 90, positions.cols[i] - (out[0] - 400_000) / 80]
    worst = Math.max(worst, ...off.map(Math.abs))
  }
  t.ok(worst < 2e-3, `${worst} posts off`)
  t.same(positionOn(target, 46, 368.5), positionOn({ ...target, lonOffsetDeg: 0 }, 46, 8.5))
  t.same(rectangleOf({ rows: Float64Array.of(2.5, U, 4), cols: Float64Array.of(-1.5, U, 3.25) }), {
    firstRow: 2,
    firstCol: -2,
    rows: 4,
    cols: 7,
  })
  t.equal(rectangleOf({ rows: Float64Array.of(U), cols: Float64Array.of(U) }), undefined)
  const source: Window = { heightsM: Float32Array.of(10, 20, 30, 50, U, 70), rows: 2, cols: 3 }
  const window: Window = { heightsM: Float32Array.of(U, U, U, U, U, 5, U, U), rows: 2, cols: 4 }
  const six = {
    // Within a thousandth of a post at the edge; a void that has weight; beyond the edge; one that is known.
    rows: Float64Array.of(3, 2.9996, 3.5, 3, 3.2, 4.2),
    cols: Float64Array.of(5.5, 5, 4, 4.25, 5.2, 4),
  }
  const into = { firstRow: 0, firstCol: 1, rows: 2, cols: 3 }
  t.equal(interpolateInto(window, into, six, source, { firstRow: 3, firstCol: 4, rows: 2, cols: 3 }), 3)
  t.same([...window.heightsM], [U, 25, 20, 30, U, 5, U, U])
})

t.test(
  'bounds and lattice of a projected tile: over the date line, around a pole, beside the sea',
  async (t) => {
    const dateLine = utmTile(32601, 250_000, 1_000_000, 1000, 41)
    const { westDeg = 0, eastDeg = 0 } = dateLine.projected?.bounds ?? {}
    // 250 km west of the meridian of zone 1 at 9 degrees north is 179.3 W; 40 km are 0.36 degrees.
    t.ok(Math.abs(eastDeg - westDeg - 0.371) < 0.01, `${westDeg} to ${eastDeg}`)
    const crossing = utmTile(32601, 150_000, 1_000_000, 1000, 41).projected?.bounds
    t.ok(crossing && crossing.eastDeg - crossing.westDeg < 0.5, 'not around the earth')
    const side = 101
    const polar = utmTile(3413, -500_000, 500_000, 10_000, side)
    t.match(polar.projected?.bounds, { northDeg: 90 })
    t.equal((polar.projected?.bounds.eastDeg ?? 0) - (polar.projected?.bounds.westDeg ?? 0) > 360, true)
    const southern = utmTile(3031, -500_000, 500_000, 10_000, side)
    t.match(southern.projected?.bounds, { southDeg: -90 })
    t.ok((southern.projected?.bounds.northDeg ?? 0) < -80)
    const beside = utmTile(3413, 100_000, 500_000, 1000, side)
    t.ok((beside.projected?.bounds.northDeg ?? 90) < 89.9, 'the pole lies outside')
    // 1000 m of latitude and, at 60 degrees, of twice as many degrees of longitude.
    const { lattice, projected } = utmTile(32632, 490_000, 6_660_000, 1000, 21)
    const steps = [1 / lattice.latStepDeg, 1 / lattice.lonStepDeg]
    t.ok(Math.abs(steps[0] - 111.4) < 1 && Math.abs(steps[1] - 55.8) < 1, `${steps} steps a degree`)
    // On whole multiples of its steps, the first ones around the tile.
    const { northDeg: top = 0, westDeg: left = 0 } = projected?.bounds ?? {}
    t.ok(Math.abs(lattice.northDeg * steps[0] - Math.ceil(top * steps[0])) < 1e-6, `north of ${top}`)
    t.ok(Math.abs(lattice.westDeg * steps[1] - Math.floor(left * steps[1])) < 1e-6, `west of ${left}`)
    const mercator = projectionOf(WEB_MERCATOR)
    const grid = { west: 0, north: 1000, rowStep: 100, colStep: 100 }
    t.equal(mercator.wrapX, 2 * Math.PI * 6_378_137)
    t.throws(() => georeference(mercator, { ...grid, rowStep: -100 }, 2, 2), /north-up/)
    const degrees = projectionOf('+proj=longlat +datum=WGS84')
    t.match(georeference(degrees, { ...grid, north: 0, rowStep: 1, colStep: 1 }, 91, 361).lattice, {
      westDeg: 0,
    })
    t.throws(
      () => georeference(degrees, { ...grid, north: 91, rowStep: 1, colStep: 1 }, 2, 2),
      /outside the world/,
    )
    t.throws(
      () => georeference(degrees, { ...grid, north: 0, rowStep: 1, colStep: 1 }, 92, 2),
      /outside the world/,
    )
  },
)

t.test('pages of a file are named in runs, and hashed in order', async (t) => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  t.same(describePages(new Map([5, 0, 1, 17, 2].map((page) => [page, `h${page}`]))), {
    pages: '0-2,5,17',
    pages_sha256: sha256('0 h0\n1 h1\n2 h2\n5 h5\n17 h17\n'),
  })
})

t.test('bounds: what two share, with and without an area', async (t) => {
  const a = box(10, 20, 12, 23)
  for (const [b, isMet, hasArea] of [
    [box(11, 22, 15, 25), true, true],
    [box(12, 21, 13, 22), true, false],
    [box(9, 21, 10, 22), true, false],
    [box(10.5, 23, 11, 24), true, false],
    [box(10.5, 19, 11, 20), true, false],
    [box(12.1, 21, 13, 22), false, false],
    [box(9, 21, 9.9, 22), false, false],
    [box(10.5, 23.1, 11, 24), false, false],
    [box(10.5, 19, 11, 19.9), false, false],
  ] as const) {
    const name = JSON.stringify(b)
    t.equal(meets(a, b), isMet, name)
    t.equal(common(a, b) !== undefined, isMet, name)
    t.equal(overlap(a, b) !== undefined, hasArea, name)
  }
  const b = box(11, 22, 15, 25)
  t.same([cut(a, b), common(a, b), overlap(a, b)], Array(3).fill(box(11, 22, 12, 23)))
  t.same(around(a, b), box(10, 20, 15, 25))
  t.same(grown(a, 1, 5), box(9, 15, 13, 28))
  t.ok(contains(a, a))
  for (const beyond of [
    box(9.9, 20, 12, 23),
    box(10, 19.9, 12, 23),
    box(10, 20, 12.1, 23),
    box(10, 20, 12, 23.1),
  ])
    t.ok(!contains(a, beyond) && contains(beyond, a))
})

t.test('tiles are listed in the longitudes of maps, with the hashes that are there in time', async (t) => {
  const hashed: string[] = []
  const file = (name: string, more: object = {}) => ({
    name,
    folder: 0,
    sizeBytes: 100,
    sha256: async () => {
      hashed.push(name)
      return `hash of ${name}`
    },
    ...more,
  })
  const at = (westDeg: number, name: string, more?: object) =>
    ({ ...degree(10, westDeg), source: 'a format', file: file(name, more) }) as unknown as Tile
  const tiles = [
    at(180, 'a'),
    at(179.5, 'b', { sourceName: 'published', attribution: 'somebody' }),
    at(-181, 'c'),
    at(-180, 'd'),
    at(5, 'gone', { sha256: () => Promise.reject(new Error('gone')) }),
    at(6, 'large', { sizeBytes: 256 * 1024 * 1024 + 1 }),
    at(7, 'slow', { sha256: () => new Promise(() => {}) }),
  ]
  const listed = await listTiles(tiles.slice(0, 5), Number.POSITIVE_INFINITY)
  t.same(
    listed.map(({ bounds }) => bounds),
    [
      box(10, -180, 11, -179),
      box(10, 179.5, 11, 180.5),
      box(10, 179, 11, 180),
      box(10, -180, 11, -179),
      box(10, 5, 11, 6),
    ],
  )
  t.same(
    listed.map(({ sha256 }) => sha256),
    ['hash of a', 'hash of b', 'hash of c', 'hash of d', null],
  )
  t.match(listed, [
    { source: 'a format', bytes: 100 },
    { source: 'published', attribution: 'somebody' },
  ])
  t.equal(Math.round(listed[0].resolutionM), 11_120, 'a tenth of a degree of a meridian')
  const hashesOf = async (some: Tile[], withinMs: number) =>
    (await listTiles(some, withinMs)).map(({ sha256 }) => sha256)
  t.same(await hashesOf([tiles[0], at(8, 'e')], 0), ['hash of a', null], 'without time what is known')
  t.same(await hashesOf([tiles[5], at(8, 'f')], 1e6), [null, 'hash of f'], 'no large ones within a time')
  t.same(await hashesOf([tiles[6]], 5), [null], 'what takes too long')
  t.same(await hashesOf([tiles[5]], Number.POSITIVE_INFINITY), ['hash of large'])
  t.same(hashed, ['a', 'b', 'c', 'd', 'f', 'large'])
})
