import { join } from 'node:path'
import t from 'tap'
import { openTerrain } from '../../storage/terrain/terrain.ts'
import { HGT_STEP_DEG, putGeotiff, putHgt, samePosts } from '../helpers/tiles.ts'

// What windows and points are made of: posts, interpolation between them, boundaries, unknown ground.

const bumpy = (row: number, col: number) => 300 + ((row * 31 + col * 17) % 101) + ((row * col) % 7)

t.test('elevation between posts is bilinear, at posts theirs, and never made from a void', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'S01W001.hgt'), (row, col) =>
    row === 700 && col === 500 ? -32768 : bumpy(row, col),
  )
  const terrain = await openTerrain({ folders: [folder] })
  for (const [row, col] of [
    [10.25, 20.75],
    [1199.5, 0.125],
    [0.001, 1199.999],
  ]) {
    const { elevationM = Number.NaN } = await terrain.elevationAt(
      -row * HGT_STEP_DEG,
      -1 + col * HGT_STEP_DEG,
    )
    // The same surface written as a plane and a twist over the cell.
    const [r, c] = [Math.floor(row), Math.floor(col)]
    const [u, v] = [row - r, col - c]
    const [a, b, d] = [bumpy(r, c), bumpy(r + 1, c), bumpy(r, c + 1)]
    const twist = bumpy(r + 1, c + 1) - b - d + a
    t.ok(Math.abs(elevationM - (a + (b - a) * u + (d - a) * v + twist * u * v)) < 1e-5, `${row} ${col}`)
  }
  const at = (row: number, col: number) => terrain.elevationAt(-row * HGT_STEP_DEG, -1 + col * HGT_STEP_DEG)
  t.equal((await at(0, 0)).elevationM, bumpy(0, 0), 'north-western corner')
  t.equal((await at(1200, 1200)).elevationM, bumpy(1200, 1200), 'south-eastern corner')
  t.same(await at(700, 500), { state: 'unknown', elevationM: undefined, source: undefined })
  t.equal((await at(699.5, 500.5)).state, 'unknown', 'a cell with a void')
  t.equal((await at(699, 500.5)).state, 'known', 'its far edge carries all the weight')
  t.equal((await terrain.elevationAt(0.001, -0.5)).state, 'unknown', 'outside')
})

t.test('a window is the same however it is cut, and unknown outside the tiles', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'N10E020.hgt'), (row, col) =>
    row % 50 === 7 && col % 40 === 3 ? -32768 : bumpy(row, col),
  )
  await putHgt(join(folder, 'N10E021.hgt'), (row, col) => bumpy(row, col + 1200))
  const terrain = await openTerrain({ folders: [folder], cacheBytes: 3_000_000 })
  const area = await terrain.openArea({ southDeg: 10, westDeg: 20, northDeg: 11, eastDeg: 22 })
  if (area === undefined) return t.fail('no tile')
  const col0 = Math.round((20 - area.lattice.westDeg) / area.lattice.lonStepDeg)
  const whole = await area.read({ firstRow: -5, firstCol: col0 - 5, rows: 300, cols: 2420 })
  for (let row = 0; row < 300; row += 13) {
    for (let col = 0; col < 2420; col += 11) {
      const [r, c] = [row - 5, col - 5]
      const isOutside = r < 0 || c < 0 || c > 2400
      const isVoid = r % 50 === 7 && c % 40 === 3 && c < 1200
      const expected = isOutside || isVoid ? Number.NaN : bumpy(r, c)
      if (!Object.is(whole[row * 2420 + col], expected)) t.fail(`post ${r} ${c}`)
    }
  }
  const part = await area.read({ firstRow: 95, firstCol: col0 + 1095, rows: 50, cols: 300 })
  for (let row = 0; row < 50; row++) {
    const start = (row + 100) * 2420 + 1100
    t.ok(samePosts(part.subarray(row * 300, (row + 1) * 300), whole.subarray(start, start + 300)))
  }
  await t.rejects(area.read({ firstRow: 0, firstCol: 0, rows: 9, cols: 9 }, AbortSignal.abort()), {
    name: 'AbortError',
  })
})

t.test('longitudes wrap at 180 degrees', async (t) => {
  const folder = t.testdir()
  await putHgt(join(folder, 'N10E179.hgt'), (_row, col) => col)
  await putHgt(join(folder, 'N10W180.hgt'), (_row, col) => 1200 + col)
  const terrain = await openTerrain({ folders: [folder] })
  for (const [westDeg, eastDeg] of [
    [179.5, 180.5],
    [-180.5, -179.5],
  ]) {
    const area = await terrain.openArea({ southDeg: 10.2, northDeg: 10.8, westDeg, eastDeg })
    if (area === undefined) return t.fail('no tile')
    const firstCol = Math.round((westDeg - area.lattice.westDeg) / area.lattice.lonStepDeg)
    const heights = await area.read({ firstRow: 600, firstCol, rows: 1, cols: 1201 })
    t.same(
      heights,
      Float32Array.from({ length: 1201 }, (_, i) => 600 + i),
      `${westDeg}…${eastDeg}`,
    )
  }
  for (const lon of [180.25, -179.75]) t.equal((await terrain.elevationAt(10.5, lon)).elevationM, 1500)
})

t.test('tiles of several spacings: the finest gives the lattice, gaps between them are filled', async (t) => {
  const folder = t.testdir()
  // One plane, so that whatever is interpolated rightly lies on it. Cells are areas: no posts are shared.
  const plane = (lat: number, lon: number) => 1000 * lat + 300 * lon
  const tile = (northDeg: number, westDeg: number, stepDeg: number) => ({
    rows: Math.round(0.6 / stepDeg),
    cols: Math.round(0.6 / stepDeg),
    northDeg,
    westDeg,
    latStepDeg: stepDeg,
    lonStepDeg: stepDeg,
    heightAt: (row: number, col: number) =>
      row === 3 && col === 3
        ? -9999.1
        : plane(northDeg - (row + 0.5) * stepDeg, westDeg + (col + 0.5) * stepDeg),
    nodata: '-9999.1',
  })
  await putGeotiff(join(folder, 'fine.tif'), tile(1.2, 0, 0.01))
  await putGeotiff(join(folder, 'coarse_south.tif'), tile(0.6, 0, 0.03))
  await putGeotiff(join(folder, 'coarse_east.tif'), tile(1.2, 0.6, 0.03))
  await putGeotiff(join(folder, 'coarse_corner.tif'), tile(0.6, 0.6, 0.03))
  const terrain = await openTerrain({ folders: [folder] })
  const area = await terrain.openArea({ southDeg: 0.05, northDeg: 1.1, westDeg: 0.05, eastDeg: 1.1 })
  if (area === undefined) return t.fail('no tile')
  t.ok(Math.abs(area.lattice.latStepDeg - 0.01) < 1e-12)
  const at = { firstRow: 10, firstCol: 10, rows: 100, cols: 100 }
  const heights = await area.read(at)
  let unknown = 0
  let worstM = 0
  for (let i = 0; i < heights.length; i++) {
    const lat = area.lattice.northDeg - (10 + Math.floor(i / 100)) * 0.01
    const lon = area.lattice.westDeg + (10 + (i % 100)) * 0.01
    if (Number.isNaN(heights[i])) unknown++
    else worstM = Math.max(worstM, Math.abs(heights[i] - plane(lat, lon)))
  }
  t.ok(worstM < 0.01, `off the plane by ${worstM} m`)
  // A void post of a coarse tile takes the inside of its four cells: 5 × 5 posts of a lattice three times as fine.
  t.ok(unknown > 0 && unknown <= 3 * 25, `${unknown} unknown posts around the voids`)
  const part = await area.read({ firstRow: 55, firstCol: 55, rows: 9, cols: 9 })
  for (let row = 0; row < 9; row++) {
    const start = (row + 45) * 100 + 45
    t.same(
      part.subarray(row * 9, row * 9 + 9),
      heights.subarray(start, start + 9),
      'small windows see it alike',
    )
  }
  for (const [lat, lon] of [
    [0.6, 0.3],
    [0.8, 0.602],
    [0.594, 0.606],
  ]) {
    const { elevationM = Number.NaN } = await terrain.elevationAt(lat, lon)
    t.ok(Math.abs(elevationM - plane(lat, lon)) < 0.01, `boundary at ${lat} ${lon}: ${elevationM}`)
  }
})
