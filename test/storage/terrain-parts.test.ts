import { join } from 'node:path'
import t from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { heightAt, partAt, readParts } from '../helpers/parts.ts'
import { putGeotiff, putHgt, type SmallTile } from '../helpers/tiles.ts'

// Ground of several spacings, in parts: what they cost, and that their surface is that of the source believed there.

const bumpy = (row: number, col: number) => 300 + ((row * 31 + col * 17) % 101) + ((row * col) % 7)

/** Numbers from 0 to 1, the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** A tile whose first post is at the north-western corner and whose posts are points. */
function square(
  northDeg: number,
  westDeg: number,
  stepDeg: number,
  side: number,
  own: Partial<SmallTile> = {},
) {
  return {
    rows: side,
    cols: side,
    northDeg,
    westDeg,
    latStepDeg: stepDeg,
    lonStepDeg: stepDeg,
    heightAt: bumpy,
    isPoint: true,
    ...own,
  }
}

t.test('a metre-fine tile within 90 m ground costs its own posts, and both keep theirs', async (t) => {
  const folder = t.testdir()
  const metre = 1 / 108_000
  await putHgt(join(folder, 'N10E020.hgt'), bumpy)
  const fine = square(10.5, 20.5, metre, 300, { heightAt: (row, col) => 900 + bumpy(row, col) })
  await putGeotiff(join(folder, 'fine.tif'), fine)
  const terrain = await openTerrain({ folders: [folder] })
  const bounds = { southDeg: 10.3, northDeg: 10.7, westDeg: 20.3, eastDeg: 20.7 }
  const parts = await readParts(terrain, bounds)
  t.equal(parts.length, 2)
  const [small, large] = parts.map(({ grid }) => grid)
  t.ok(small.rows < 450 && small.cols < 450, `${small.rows} × ${small.cols} posts`)
  t.ok(Math.abs(large.latStepDeg - 1 / 1200) < 1e-12 && large.rows < 490)
  t.ok(partAt(parts, 10.499, 20.501) === 0 && partAt(parts, 10.51, 20.501) === 1)
  const random = numbers(1)
  const southDeg = 10.5 - 299 * metre
  let worstM = 0
  for (let i = 0; i < 800; i++) {
    // Every other point in or near the tile, whose surroundings are ground of the coarse one.
    const [latDeg, lonDeg] =
      i % 2 === 0
        ? [10.31 + 0.38 * random(), 20.31 + 0.38 * random()]
        : [southDeg - 0.001 + 0.005 * random(), 20.499 + 0.005 * random()]
    const { elevationM = Number.NaN } = await terrain.elevationAt(latDeg, lonDeg)
    // Between the last post of the fine tile and the next one the two surfaces are joined.
    const row = (10.5 - latDeg) / metre
    const col = (lonDeg - 20.5) / metre
    const isJoint =
      row > -1 && row < 300 && col > -1 && col < 300 && (Math.min(row, col) < 0 || Math.max(row, col) > 299)
    if (!isJoint) worstM = Math.max(worstM, Math.abs(heightAt(parts, latDeg, lonDeg) - elevationM))
  }
  t.ok(worstM < 1e-3, `off by ${worstM} m at worst`)
})

t.test('30 m beside 90 m: a part each, joined as in one window', async (t) => {
  const folder = t.testdir()
  const second = 1 / 3600
  const plane = (latDeg: number, lonDeg: number) => 1000 * latDeg + 300 * lonDeg
  const areas = (northDeg: number, westDeg: number, stepDeg: number, side: number): SmallTile => ({
    ...square(northDeg, westDeg, stepDeg, side),
    isPoint: false,
    heightAt: (row, col) => plane(northDeg - (row + 0.5) * stepDeg, westDeg + (col + 0.5) * stepDeg),
  })
  // Cells are areas: between the two there is a gap of a coarse step that neither has posts in.
  await putGeotiff(join(folder, 'west.tif'), areas(0.2, 0, second, 720))
  await putGeotiff(join(folder, 'east.tif'), areas(0.2, 0.2, 3 * second, 240))
  const terrain = await openTerrain({ folders: [folder] })
  const bounds = { southDeg: 0.05, northDeg: 0.15, westDeg: 0.05, eastDeg: 0.35 }
  const parts = await readParts(terrain, bounds)
  t.equal(parts.length, 2)
  const posts = parts.map(({ grid }) => grid.rows * grid.cols)
  t.ok(posts[0] < 1.1 * 360 * 540 && posts[1] < 1.1 * 120 * 360, `${posts} posts`)
  const area = await terrain.openArea(bounds)
  const [{ grid }] = parts
  const firstRow = Math.round((0.2 - grid.northDeg) / second - 0.5)
  const firstCol = Math.round(grid.westDeg / second - 0.5)
  const whole = await area?.read({ firstRow, firstCol, rows: grid.rows, cols: grid.cols })
  t.same(grid.heightsM, whole, 'the fine part is what a single window has there')
  let worstM = 0
  for (let i = 0; i <= 1000; i++) {
    const [latDeg, lonDeg] = [0.1 + 1e-5 * (i % 7), 0.06 + 0.00028 * i]
    worstM = Math.max(worstM, Math.abs(heightAt(parts, latDeg, lonDeg) - plane(latDeg, lonDeg)))
  }
  t.ok(worstM < 0.01, `across the joint ${worstM} m off the plane`)
})

t.test('across a change of step in longitude one lattice holds the posts of both', async (t) => {
  const folder = t.testdir()
  // As GLO-30 at 50°: the northern tile has one and a half times the step in longitude; its last row is not shared.
  await putGeotiff(join(folder, 'south.tif'), square(50, 8, 0.01, 100))
  const north = square(51, 8, 0.01, 100, { lonStepDeg: 0.015, cols: 67 })
  await putGeotiff(join(folder, 'north.tif'), north)
  const terrain = await openTerrain({ folders: [folder] })
  const steps = async (southDeg: number, northDeg: number) => {
    const parts = await readParts(terrain, { southDeg, northDeg, westDeg: 8.2, eastDeg: 8.8 })
    return parts.map(({ grid }) => grid.lonStepDeg)
  }
  t.same(await steps(49.5, 49.9), [0.01])
  t.same(await steps(50.1, 50.5), [0.015])
  t.same(await steps(49.5, 50.5), [0.005])
  const parts = await readParts(terrain, { southDeg: 49.5, northDeg: 50.5, westDeg: 8.2, eastDeg: 8.8 })
  const random = numbers(2)
  let worstM = 0
  for (let i = 0; i < 800; i++) {
    const latDeg = 49.51 + 0.98 * random()
    const lonDeg = 8.21 + 0.58 * random()
    if (latDeg > 50 && latDeg < 50.01) continue
    const { elevationM = Number.NaN } = await terrain.elevationAt(latDeg, lonDeg)
    worstM = Math.max(worstM, Math.abs(heightAt(parts, latDeg, lonDeg) - elevationM))
  }
  t.ok(worstM < 1e-3, `off by ${worstM} m at worst`)
})

t.test('parts are for what differs and is there', async (t) => {
  const folder = t.testdir()
  await putGeotiff(join(folder, 'coarse.tif'), square(1, 0, 0.01, 101))
  await putGeotiff(join(folder, 'fine.tif'), square(0.8, 0.1, 0.001, 401))
  await putGeotiff(join(folder, 'finest.tif'), square(0.7, 0.2, 0.0001, 501))
  // Another one on a lattice of its own, half as fine as the finest: of the same group, but not worth its posts.
  await putGeotiff(join(folder, 'apart.tif'), square(0.65, 0.40003, 0.0002, 251))
  const terrain = await openTerrain({ folders: [folder] })
  const survey = (southDeg: number, northDeg: number, westDeg: number, eastDeg: number) =>
    terrain.survey({ southDeg, northDeg, westDeg, eastDeg })
  const stepsOf = ({ parts }: Awaited<ReturnType<typeof survey>>) =>
    parts.map(({ lattice }) => Number(lattice.latStepDeg.toFixed(6)))
  const all = await survey(0.01, 0.99, 0.01, 0.99)
  t.same(stepsOf(all), [0.0001, 0.0002, 0.001, 0.01], 'finest first')
  t.same(
    all.parts.map(({ bounds }) => bounds === undefined),
    [false, false, false, true],
  )
  t.equal(all.isComplete, true)
  t.same(stepsOf(await survey(0.45, 0.75, 0.15, 0.45)), [0.0001, 0.0002, 0.001], 'the fine tile covers all')
  t.same(stepsOf(await survey(0.66, 0.69, 0.21, 0.24)), [0.0001], 'the finest covers all')
  t.same(stepsOf(await survey(0.01, 0.2, 0.01, 0.99)), [0.01], 'none but the coarse one is near')
  t.same(await survey(5, 6, 5, 6), { parts: [], isComplete: true })
})

t.test(
  'tiles in a row, in a corner and far apart become few rectangles of little more than they hold',
  async (t) => {
    const folder = t.testdir()
    await putGeotiff(join(folder, 'coarse.tif'), square(2, 0, 0.01, 201))
    const corners = [0, 1, 2, 3, 4, 5].map((i) => [1.5, 0.1 + 0.1 * i])
    corners.push(...[1, 2, 3, 4, 5].map((i) => [1.5 - 0.1 * i, 0.1]), [0.3, 1.7])
    for (const [i, [northDeg, westDeg]] of corners.entries()) {
      await putGeotiff(join(folder, `fine${i}.tif`), square(northDeg, westDeg, 0.001, 101))
    }
    const terrain = await openTerrain({ folders: [folder] })
    const bounds = { southDeg: 0.1, northDeg: 1.9, westDeg: 0.05, eastDeg: 1.9 }
    const parts = await readParts(terrain, bounds)
    t.equal(parts.length, 4, 'two for the corner, one far away, and the coarse one')
    const posts = parts.slice(0, -1).reduce((sum, { grid }) => sum + grid.rows * grid.cols, 0)
    const tilePosts = corners.length * 101 ** 2
    t.ok(posts < 2 * tilePosts, `${posts} posts for ${tilePosts}`)
    for (const [northDeg, westDeg] of corners) {
      const [latDeg, lonDeg] = [northDeg - 0.0505, westDeg + 0.0505]
      t.not(partAt(parts, latDeg, lonDeg), parts.length - 1)
      t.ok(
        Math.abs(
          heightAt(parts, latDeg, lonDeg) - ((await terrain.elevationAt(latDeg, lonDeg)).elevationM ?? 0),
        ) < 1e-3,
      )
    }
  },
)

t.test('parts beyond 180 degrees are in the longitudes that were asked for', async (t) => {
  const folder = t.testdir()
  await putGeotiff(join(folder, 'coarse.tif'), square(1, 179.5, 0.01, 101))
  await putGeotiff(join(folder, 'fine.tif'), square(0.6, -179.9, 0.001, 101))
  const terrain = await openTerrain({ folders: [folder] })
  for (const shift of [0, -360]) {
    const bounds = { southDeg: 0.2, northDeg: 0.8, westDeg: 179.8 + shift, eastDeg: 180.4 + shift }
    const { parts } = await terrain.survey(bounds)
    t.equal(parts.length, 2)
    const { westDeg = 0, eastDeg = 0 } = parts[0]?.bounds ?? {}
    t.ok(Math.abs(westDeg - shift - 180.078) < 0.001 && Math.abs(eastDeg - shift - 180.222) < 0.001)
  }
})
