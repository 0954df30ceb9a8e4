import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openDevice } from '../../../kernels/device/device.ts'
import type { CellSet } from '../../../server/choice/cell-sets.ts'
import { type CandidateCells, candidateCells } from '../../../server/compute/candidates.ts'
import { openEngine } from '../../../server/compute/engine.ts'
import { MemoryNeeded } from '../../../server/compute/errors.ts'
import { groupsThatFit, offsetWithin } from '../../../server/compute/shared-ground.ts'
import { simulate } from '../../../server/compute/simulate.ts'
import { gridOf } from '../../../server/jobs/job.ts'
import { memoryOf } from '../../../server/jobs/memory.ts'
import { quoteOf } from '../../../server/jobs/quote.ts'
import { readRaster } from '../../../storage/rasters/read.ts'
import { openTerrain } from '../../../storage/terrain/terrain.ts'
import { madeJob } from '../../helpers/jobs.ts'
import { HGT_STEP_DEG, putGeotiff, putHgt } from '../../helpers/tiles.ts'
import { seededRandom } from '../../references/random.ts'

// Candidates computed as one job against simulations at the same places, cell for cell.

const folder = t.testdir()
const heightAt = (row: number, col: number) =>
  Math.round(600 + 90 * Math.sin(row / 13) * Math.cos(col / 17) + 40 * Math.sin((row + col) / 5))
await putHgt(join(folder, 'terrain/N46E007.hgt'), heightAt)
await putHgt(join(folder, 'terrain/N46E008.hgt'), (row, col) =>
  row < 400 && col > 700 ? -32_768 : heightAt(row, col + 1200),
)
// Finer ground in the south-west.
await putGeotiff(join(folder, 'terrain/fine.tif'), {
  rows: 201,
  cols: 201,
  northDeg: 46.13,
  westDeg: 7.12,
  latStepDeg: 1 / 18_000,
  lonStepDeg: 1 / 18_000,
  isPoint: true,
  heightAt: (row, col) => 640 + 30 * Math.sin(row / 9) * Math.sin(col / 11),
})
await mkdir(join(folder, 'rasters'))
const terrain = await openTerrain({ folders: [join(folder, 'terrain')] })
const engine = await openEngine('0', await openDevice('webasm'))
t.teardown(() => engine.models.destroy())

const opened: number[] = []
const files = {
  openParts: (...asked: Parameters<typeof terrain.openParts>) => {
    opened.push(asked[0].northDeg - asked[0].southDeg)
    return terrain.openParts(...asked)
  },
}
const base = { tx_lat: 46.5, tx_lon: 7.5, tx_height: 20, resolution: 120, max_range: 5 }
const { signal } = new AbortController()

interface Place {
  latDeg: number
  lonDeg: number
}

function placesAround(seed: number, count: number, { latDeg, lonDeg }: Place, halfDeg: number): Place[] {
  const random = seededRandom(seed)
  const around = (middle: number) => middle + halfDeg * (2 * random() - 1)
  return Array.from({ length: count }, () => ({ latDeg: around(latDeg), lonDeg: around(lonDeg) }))
}

function candidatesAt(
  own: object,
  places: readonly Place[],
  memoryBytes = 2 ** 31,
  onProgress: (fraction: number) => void = () => {},
): Promise<CandidateCells> {
  const { params } = madeJob({ ...base, ...own })
  return candidateCells({ accountId: 'acc_1', params, places, memoryBytes }, files, engine, {
    onProgress,
    signal,
  })
}

/** Holds each candidate's cells against the raster of a simulation there. */
async function equalSimulations(t: Test, own: object, places: readonly Place[], found: CandidateCells) {
  const { lattice, candidates } = found
  const { params } = madeJob({ ...base, ...own })
  const covers = (value: number) =>
    params.model === 'los' || params.model === 'los_fresnel'
      ? value === 1
      : value >= (params.rx_sensitivity_dbm ?? Number.NaN)
  let seen = 0
  for (const [at, { latDeg, lonDeg }] of places.entries()) {
    const { resolution: _, ...fields } = { ...base, ...own }
    const job = madeJob({ ...fields, tx_lat: latDeg, tx_lon: lonDeg, grid: gridOf(params) })
    const asked = { id: `one${at}`, accountId: 'acc_1', job, memoryBytes: 2 ** 30 }
    const rasterDirectory = join(folder, 'rasters')
    await simulate({ ...asked, rasterDirectory }, terrain, engine, { onProgress: () => {}, signal })
    const { data, geometry } = await readRaster(join(rasterDirectory, `one${at}.tif`))
    const set = candidates[at] as CellSet
    const row0 = Math.round((lattice.northDeg - geometry.northDeg) / lattice.cellLatDeg)
    const col0 = Math.round((geometry.westDeg - lattice.westDeg) / lattice.cellLonDeg)
    let differ = 0
    let cells = 0
    for (let row = 0; row < geometry.rows; row++) {
      for (let col = 0; col < geometry.cols; col++) {
        const has = isIn(set, row0 + row, col0 + col)
        if (has !== covers(data[row * geometry.cols + col])) differ++
        if (has) cells++
      }
    }
    t.equal(differ, 0, `cells of candidate ${at}`)
    t.equal(cells, countOf(set), 'none beyond the raster')
    seen += cells
  }
  t.ok(seen > 100)
}

function isIn({ firstRow, firstWord, rows, wordsARow, words }: CellSet, row: number, col: number): boolean {
  const bit = col - 32 * firstWord
  if (row < firstRow || row >= firstRow + rows || bit < 0 || bit >= 32 * wordsARow) return false
  return ((words[(row - firstRow) * wordsARow + (bit >>> 5)] >>> (bit & 31)) & 1) === 1
}

function countOf({ words }: CellSet): number {
  return words.reduce((sum, word) => sum + word.toString(2).replaceAll('0', '').length, 0)
}

t.test('line of sight over shared posts is that of single simulations', async (t) => {
  const places = placesAround(1, 9, { latDeg: 46.5, lonDeg: 7.95 }, 0.06)
  const progress: number[] = []
  opened.length = 0
  const found = await candidatesAt({}, places, 2 ** 31, (fraction) => progress.push(fraction))
  await equalSimulations(t, {}, places, found)
  t.equal(progress.at(-1), 1)
  t.equal(progress.length, 9)
  t.ok(Math.max(...opened) > 0.15, 'the ground around all of them is opened')
  t.equal(found.used.tiles.length, 2)
})

t.test('so it is where memory holds the posts of some at a time', async (t) => {
  const places = placesAround(2, 12, { latDeg: 46.5, lonDeg: 7.5 }, 0.09)
  opened.length = 0
  const steps = { latStepDeg: HGT_STEP_DEG, lonStepDeg: HGT_STEP_DEG }
  const parts = [{ lattice: { northDeg: 47, westDeg: 7, ...steps }, bounds: undefined }]
  const job = madeJob(base)
  const { engine: engineName, posts } = quoteOf(job, { parts, posts: undefined })
  const { cellBytes, postBytes } = memoryOf(job, engineName, posts, true)
  // Of two threads, as on the smallest machine, and of some posts.
  const found = await candidatesAt({}, places, 2 * (cellBytes + postBytes) + 300_000)
  const groups = new Set(opened.filter((deg) => deg > 0.12))
  t.ok(groups.size > 1, `opened ${[...groups]}`)
  await equalSimulations(t, {}, places, found)
})

t.test('so it is with unknown ground, and about finer ground', async (t) => {
  for (const middle of [
    { latDeg: 46.7, lonDeg: 8.55 },
    { latDeg: 46.125, lonDeg: 7.13 },
  ]) {
    const places = placesAround(3, 4, middle, 0.04)
    await equalSimulations(t, {}, places, await candidatesAt({}, places))
  }
})

t.test('so it is with azimuths, a receiver above sea level, the zone, and posts farther apart', async (t) => {
  const places = placesAround(4, 3, { latDeg: 46.5, lonDeg: 7.5 }, 0.05)
  for (const own of [
    { azimuths: { from_deg: 40, to_deg: 190 } },
    { rx_height: 700, rx_height_mode: 'AMSL' },
    { model: 'los_fresnel' },
    { terrain_spacing: 200 },
  ]) {
    await equalSimulations(t, own, places, await candidatesAt(own, places))
  }
})

t.test('path loss covers where at least the sensitivity arrives', async (t) => {
  const places = placesAround(5, 3, { latDeg: 46.5, lonDeg: 7.5 }, 0.05)
  const own = { model: 'p526', rx_sensitivity_dbm: -90, erp: 1, max_range: 3 }
  await equalSimulations(t, own, places, await candidatesAt(own, places))
})

t.test('a place at which nothing can be computed says why, and others are computed', async (t) => {
  const [known] = placesAround(6, 1, { latDeg: 46.5, lonDeg: 7.5 }, 0.01)
  const places = [{ latDeg: 46.8, lonDeg: 8 + 1000 * HGT_STEP_DEG }, known, { latDeg: 20, lonDeg: 20 }]
  const { candidates } = await candidatesAt({}, places)
  t.match(candidates[0], { code: 'terrain_unavailable' })
  t.match(candidates[2], { code: 'terrain_unavailable' })
  t.ok('words' in candidates[1])
  const amsl = { tx_height: 100, tx_height_mode: 'AMSL' }
  const low = await candidatesAt(amsl, [known, { ...known, latDeg: known.latDeg + 0.01 }])
  t.match(low.candidates, [{ code: 'tx_below_ground' }, { code: 'tx_below_ground' }])
})

t.test('a candidate by itself is refused what it has no memory for', async (t) => {
  const error = await candidatesAt({}, [{ latDeg: 46.5, lonDeg: 7.5 }], 2 ** 20).catch((one: unknown) => one)
  t.ok(error instanceof MemoryNeeded)
})

t.test('a cancelled search ends', async (t) => {
  const controller = new AbortController()
  const { params } = madeJob(base)
  const places = placesAround(7, 20, { latDeg: 46.5, lonDeg: 7.5 }, 0.05)
  const asked = { accountId: 'acc_1', params, places, memoryBytes: 2 ** 31 }
  const onProgress = () => controller.abort(new Error('enough'))
  const options = { onProgress, signal: controller.signal }
  await t.rejects(candidateCells(asked, files, engine, options), { message: 'enough' })
})

t.test('jobs are cut into groups that fit, each job in one', async (t) => {
  const jobs = placesAround(8, 30, { latDeg: 0, lonDeg: 0 }, 5).map(({ latDeg, lonDeg }, number) => ({
    number,
    bounds: { southDeg: latDeg, northDeg: latDeg + 1, westDeg: lonDeg, eastDeg: lonDeg + 1 },
  }))
  const numbers: number[] = []
  for await (const group of groupsThatFit(jobs, async (bounds) =>
    bounds.northDeg - bounds.southDeg < 4 ? 3 : 0,
  )) {
    t.ok(group.jobs.length === 1 || group.bounds.northDeg - group.bounds.southDeg < 4)
    for (const { number, bounds } of group.jobs) {
      numbers.push(number)
      t.ok(bounds.westDeg >= group.bounds.westDeg && bounds.northDeg <= group.bounds.northDeg)
    }
  }
  t.same(
    numbers.toSorted((a, b) => a - b),
    jobs.map(({ number }) => number),
  )
})

t.test('posts of another lattice are not taken for those of a grid', async (t) => {
  const grid = { northDeg: 47, westDeg: 7, latStepDeg: 0.001, lonStepDeg: 0.001, rows: 100, cols: 100 }
  const window = { ...grid, northDeg: 46.99, westDeg: 7.02, rows: 50, cols: 50 }
  t.same(offsetWithin(grid, window), { firstRow: 10, firstCol: 20 })
  t.equal(offsetWithin(grid, { ...window, northDeg: 46.9905 }), undefined)
  t.equal(offsetWithin(grid, { ...window, latStepDeg: 0.002 }), undefined)
  t.equal(offsetWithin(grid, { ...window, rows: 91 }), undefined)
})
