import { join } from 'node:path'
import t from 'tap'
import { postsPerStep, spacedArea } from '../../storage/terrain/spacing.ts'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import type { TerrainArea } from '../../storage/terrain/types.ts'
import { readParts } from '../helpers/parts.ts'
import { HGT_STEP_DEG, putGeotiff, putHgt } from '../helpers/tiles.ts'

// Every n-th post, for those who want fewer: which ones, and that they are the same ones in every window.

const bumpy = (row: number, col: number) => 300 + ((row * 31 + col * 17) % 101) + ((row * col) % 7)
const POST_M = HGT_STEP_DEG * 111_195

type Rectangle = Parameters<TerrainArea['read']>[0]

t.test('every n-th post is taken as it is, n the largest that keeps within the spacing', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'N10E020.hgt'), (row, col) =>
    row === 300 && col === 300 ? -32768 : bumpy(row, col),
  )
  const terrain = await openTerrain({ folders: [folder] })
  const bounds = { southDeg: 10.2, northDeg: 10.8, westDeg: 20.2, eastDeg: 20.8 }
  for (const [spacingM, step] of [
    [1, 1],
    [1.99 * POST_M, 1],
    [2 * POST_M, 2],
    [700, 7],
    [1000, 10],
  ] as const) {
    const area = (await terrain.openArea(bounds, { spacingM })) as TerrainArea
    t.ok(Math.abs(area.lattice.latStepDeg - step * HGT_STEP_DEG) < 1e-12, `${spacingM} m: every ${step}`)
    t.ok(Math.abs(area.postSpacingM - step * POST_M) < 1e-6)
    const { northDeg, westDeg, latStepDeg, lonStepDeg } = area.lattice
    const heights = await area.read({ firstRow: 11, firstCol: 12, rows: 100, cols: 90 })
    let wrong = 0
    for (let i = 0; i < heights.length; i++) {
      const row = Math.round((11 - northDeg + (11 + Math.floor(i / 90)) * latStepDeg) / HGT_STEP_DEG)
      const col = Math.round((westDeg - 20 + (12 + (i % 90)) * lonStepDeg) / HGT_STEP_DEG)
      // From 90° N, 180° W there are 94 800 rows and 240 000 columns to the tile's first post.
      if ((94_800 + row) % step !== 0 || (240_000 + col) % step !== 0) wrong++
      const isOutside = row > 1200 || col > 1200
      const expected = isOutside || (row === 300 && col === 300) ? Number.NaN : bumpy(row, col)
      if (!Object.is(heights[i], expected)) wrong++
    }
    t.equal(wrong, 0, `posts of ${spacingM} m`)
  }
})

t.test('a spacing of so many posts takes every one of so many', async (t) => {
  const wrong: number[] = []
  for (const latStepDeg of [1 / 3600, HGT_STEP_DEG, 0.0027, 1e-5]) {
    const lattice = { northDeg: 0, westDeg: 0, latStepDeg, lonStepDeg: latStepDeg }
    for (let step = 1; step <= 200; step++) {
      if (postsPerStep(lattice, step * latStepDeg * 111_195) !== step) wrong.push(step)
      if (postsPerStep(lattice, (step + 0.999) * latStepDeg * 111_195) !== step) wrong.push(step)
    }
    t.equal(postsPerStep(lattice, undefined), 1)
  }
  t.same(wrong, [])
})

t.test('a large window is read in strips, whose posts are those of one', async (t) => {
  const lattice = { northDeg: 10, westDeg: 20, latStepDeg: HGT_STEP_DEG, lonStepDeg: HGT_STEP_DEG }
  let strips = 0
  const whole = {
    lattice,
    postSpacingM: POST_M,
    read: async ({ firstRow, firstCol, rows, cols }: Rectangle) => {
      strips++
      return Float32Array.from({ length: rows * cols }, (_, i) =>
        bumpy(firstRow + Math.floor(i / cols), firstCol + (i % cols)),
      )
    },
  }
  const area = spacedArea(whole as unknown as TerrainArea, 20.5 * POST_M)
  const [first, right] = [await one(0, 0), await one(0, 1)]
  const [rows, cols] = [150, 120]
  const heights = await area.read({ firstRow: 0, firstCol: 0, rows, cols })
  t.ok(strips > 4, `${strips} strips`)
  t.same([heights[0], heights[1]], [first, right])
  let wrong = 0
  for (let row = 0; row < rows; row += 7) if (heights[row * cols] !== (await one(row, 0))) wrong++
  t.equal(wrong, 0)

  async function one(firstRow: number, firstCol: number) {
    const [post] = await area.read({ firstRow, firstCol, rows: 1, cols: 1 })
    return post
  }
})

t.test('windows and bounds anywhere pick the same posts, whichever tile gives the lattice', async (t) => {
  const folder = t.testdir()
  const step = 0.01
  // Cells are areas, so that posts stand half-way between two of the count.
  for (const [i, westDeg] of [0, 1].entries()) {
    for (const [j, northDeg] of [51, 52].entries()) {
      await putGeotiff(join(folder, `tile${i}${j}.tif`), {
        rows: 100,
        cols: 100,
        northDeg,
        westDeg,
        latStepDeg: step,
        lonStepDeg: step,
        heightAt: (row, col) => 1000 * (100 * (52 - northDeg) + row) + 100 * westDeg + col,
      })
    }
  }
  const terrain = await openTerrain({ folders: [folder] })
  const seen = new Set<string>()
  for (const [southDeg, westDeg] of [
    [50.1, 0.1],
    [51.2, 0.3],
    [50.3, 1.4],
    [51.33, 1.37],
    [50.7, 0.7],
  ]) {
    const bounds = { southDeg, northDeg: southDeg + 0.5, westDeg, eastDeg: westDeg + 0.5 }
    const [{ grid }] = await readParts(terrain, bounds, { spacingM: 7.5 * step * 111_195 })
    t.ok(Math.abs(grid.latStepDeg - 7 * step) < 1e-12)
    for (const height of grid.heightsM) {
      if (!Number.isNaN(height)) seen.add(`${Math.floor(height / 1000) % 7} ${(height % 1000) % 7}`)
    }
  }
  t.equal(seen.size, 1, `rows and columns by their rest of 7: ${[...seen]}`)
})

t.test('each part is thinned by its own step', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'N10E020.hgt'), bumpy)
  const fine = { rows: 301, cols: 301, northDeg: 10.5, westDeg: 20.5, latStepDeg: 1e-5, lonStepDeg: 1e-5 }
  await putGeotiff(join(folder, 'fine.tif'), { ...fine, heightAt: bumpy, isPoint: true })
  const terrain = await openTerrain({ folders: [folder] })
  const bounds = { southDeg: 10.4, northDeg: 10.6, westDeg: 20.4, eastDeg: 20.6 }
  const parts = await terrain.openParts(bounds, { spacingM: 30 })
  t.same(
    parts.map(({ area }) => Number((area.lattice.latStepDeg * 1e5).toFixed(6))),
    [26, Number((1e5 / 1200).toFixed(6))],
    'every 26th of the posts of 1.1 m, all of those of 93 m',
  )
})
