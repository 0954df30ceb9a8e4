import { copyFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { Link } from '../../server/link/schemas.ts'
import { type Raster, readRaster } from '../../storage/rasters/read.ts'
import type { Client } from '../helpers/client.ts'
import { finished, type RealServer, startRealServer } from '../helpers/real-server.ts'
import { testData } from '../helpers/test-data.ts'
import { putGeotiff, putHgt } from '../helpers/tiles.ts'
import { seededRandom } from '../references/random.ts'

// Random rasters on real ground and on made ground in parts, cells of 1 to 64 posts, and links to the centres of their
// cells: `visible` and `min_height` are always the link's.

const BLOCKED = 0
const VISIBLE = 1
/** Cells of each class that are sampled of a raster. */
const CELLS_A_CLASS = 5
/** Of min_height: what a float32 of some thousand metres keeps, and more. */
const NEAR_M = 0.01

interface Site {
  lat: number
  lon: number
  /** Spacing of the coarsest posts about it. */
  postM: number
  rangeKm: number
  /** Heights above sea level that clear some of the ground about it. */
  highM: number
}

type Fields = Record<string, number | string | object>

/** A random simulation; on a link the same fields. */
function randomRequest(site: Site, posts: number, random: () => number): Fields {
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]
  const rx = random() < 0.3 ? 'AMSL' : 'AGL'
  const tx = random() < 0.2 ? 'AMSL' : 'AGL'
  const every = random() < 0.25 ? 2 : 1
  const resolution = Math.min(1000, Math.round(10 * posts * site.postM) / 10)
  const [tx_lat, tx_lon] = [site.lat + 0.004 * random(), site.lon + 0.004 * random()]
  const fields = {
    tx_lat,
    tx_lon,
    tx_height: tx === 'AMSL' ? site.highM + 300 * random() : oneOf([0, 1.5, 30, 150]),
    tx_height_mode: tx,
    rx_height: rx === 'AMSL' ? site.highM * (0.5 + random()) : oneOf([0, 0, 2, 25]),
    rx_height_mode: rx,
    k_factor: oneOf([0, 0.5, 4 / 3, 4 / 3, 3]),
    max_range: Math.min(site.rangeKm, 0.09 * resolution),
    frequency: 600,
    ...(every > 1 && { terrain_spacing: Math.round(every * site.postM + 1) }),
  }
  if (random() < 0.5) return { ...fields, resolution }
  // The mast anywhere in a cell, which may be oblong.
  const perDegree = metresPerDegree(tx_lat)
  const [step_lat, step_lon] = [
    resolution / perDegree.lat,
    (oneOf([0.7, 1, 1.5]) * resolution) / perDegree.lon,
  ]
  const grid = { north: tx_lat + step_lat * random(), west: tx_lon - step_lon * random(), step_lat, step_lon }
  return { ...fields, grid }
}

/** What the link to a cell's centre is asked. */
function linkFields(
  { max_range, resolution, grid, ...fields }: Fields,
  { geometry }: Raster,
  cell: number,
): Fields {
  const { rows, cols, cellLatDeg, cellLonDeg, northDeg, westDeg } = geometry
  const [row, col] = [Math.floor(cell / cols), cell % cols]
  if (grid !== undefined) {
    const [rx_lat, rx_lon] = [northDeg - (row + 0.5) * cellLatDeg, westDeg + (col + 0.5) * cellLonDeg]
    return { ...fields, rx_lat, rx_lon }
  }
  return {
    ...fields,
    rx_lat: Number(fields.tx_lat) + ((rows - 1) / 2 - row) * cellLatDeg,
    rx_lon: Number(fields.tx_lon) + (col - (cols - 1) / 2) * cellLonDeg,
  }
}

/** Some cells of each class within the range, but for the transmitter's own. */
function sampled({ fields, raster }: { fields: Fields; raster: Raster }, random: () => number): number[] {
  const { geometry, data } = raster
  const own = (data.length - 1) / 2
  const left = new Map<number, number>()
  const cells: number[] = []
  for (let draw = 0; draw < 4000; draw++) {
    const cell = Math.floor(random() * data.length)
    const wanted = left.get(data[cell]) ?? CELLS_A_CLASS
    if (cell === own || wanted === 0 || cells.includes(cell)) continue
    const { tx_lat, rx_lat, tx_lon, rx_lon } = linkFields(fields, { ...raster, geometry }, cell)
    const { distanceM } = inverse(Number(tx_lat), 0, Number(rx_lat), Number(rx_lon) - Number(tx_lon))
    if (distanceM > 1000 * Number(fields.max_range) - 0.01) continue
    left.set(data[cell], wanted - 1)
    cells.push(cell)
  }
  return cells
}

/** What a link says: whether it is visible, or that the ground on it is not known. */
async function asked(client: Client, fields: Fields): Promise<boolean | 'unknown'> {
  const answer = await client.post('/api/v1/link', fields)
  if (answer.status === 200) return answer.json<Link>().visible
  const { code } = answer.json<{ code: string }>()
  if (code === 'terrain_unavailable') return 'unknown'
  throw new Error(`Expected 200 or terrain_unavailable, got ${answer.text}`)
}

interface Compared {
  compared: number
  visible: number
  differing: string[]
}

/** Computes a raster and compares the links to some of its cells. */
async function compare(server: RealServer, fields: Fields, random: () => number): Promise<Compared> {
  // Each account has its own rate.
  const { client } = await server.account()
  // With min_height each cell gets its own ray; alone many of them share rays.
  const layers = random() < 0.5 ? ['visible'] : ['visible', 'min_height']
  const request = { ...fields, model: 'los', layers }
  const { id, error } = await finished(client, request)
  if (error?.code === 'tx_below_ground') return { compared: 0, visible: 0, differing: [] }
  if (error) throw new Error(`${error.code}: ${error.detail} ${JSON.stringify(fields)}`)
  const folder = join(server.services.config.dataDir, 'rasters')
  const raster = await readRaster(join(folder, `${id}.tif`))
  const heights =
    layers.length > 1 ? (await readRaster(join(folder, `${id}.min_height.tif`))).data : undefined
  const found: Compared = { compared: 0, visible: 0, differing: [] }
  const expect = async (cell: number, own: Fields, isRight: (said: boolean | 'unknown') => boolean) => {
    const link = { ...linkFields(fields, raster, cell), ...own }
    const said = await asked(client, link)
    found.compared++
    if (said === true) found.visible++
    if (!isRight(said)) {
      const values = `raster ${raster.data[cell]}, min_height ${heights?.[cell]}`
      found.differing.push(`${said}, ${values}: ${JSON.stringify(link)}`)
    }
  }
  for (const cell of sampled({ fields, raster }, random)) {
    const value = raster.data[cell]
    await expect(cell, {}, (said) => {
      if (value === VISIBLE) return said === true
      // What known ground hides is blocked, whatever else is on the path.
      if (value === BLOCKED) return said !== true
      return said === 'unknown'
    })
    const heightM = heights?.[cell] ?? Number.NaN
    if (Number.isNaN(heightM) || heightM > 50_000) continue
    const above = { rx_height: heightM + NEAR_M, rx_height_mode: 'AGL' }
    await expect(cell, above, (said) => said === true)
    if (heightM < 2 * NEAR_M) continue
    const below = { rx_height: heightM - NEAR_M, rx_height_mode: 'AGL' }
    await expect(cell, below, (said) => said === false)
  }
  return found
}

/** Random requests about each site, at these posts a cell. */
async function tryAll(
  t: Test,
  server: RealServer,
  sites: readonly Site[],
  posts: readonly number[],
  seed: number,
) {
  const random = seededRandom(seed)
  const sum: Compared = { compared: 0, visible: 0, differing: [] }
  for (const site of sites) {
    for (const side of posts) {
      const found = await compare(server, randomRequest(site, side, random), random)
      sum.compared += found.compared
      sum.visible += found.visible
      sum.differing.push(...found.differing)
    }
  }
  const { compared, visible, differing } = sum
  t.same(differing, [], `of ${compared}`)
  t.ok(visible > 100 && compared - visible > 100, `${visible} of them are visible`)
}

/** Losses at coarse cells, over every post of the paths. */
async function tryLosses(t: Test, server: RealServer, { lat, lon, rangeKm }: Site, seed: number) {
  const random = seededRandom(seed)
  for (const model of ['p526', 'itm', 'p1812']) {
    const { client } = await server.account()
    const resolution = Math.round(500 + 500 * random())
    const fields = { tx_lat: lat, tx_lon: lon, tx_height: 30, frequency: 600, erp: 10, model }
    const { id, error } = await finished(client, { ...fields, resolution, max_range: rangeKm })
    t.notOk(error, model)
    const raster = await readRaster(join(server.services.config.dataDir, 'rasters', `${id}.tif`))
    const off: string[] = []
    let compared = 0
    for (let draw = 0; draw < 400 && compared < 25; draw++) {
      const cell = Math.floor(random() * raster.data.length)
      if (Number.isNaN(raster.data[cell]) || cell === (raster.data.length - 1) / 2) continue
      compared++
      const link = { ...linkFields(fields, raster, cell), ...(model === 'p1812' && { resolution }) }
      const answer = await client.post('/api/v1/link', link)
      const { received_dbm, distance_m } = answer.json<Link & { received_dbm: number }>()
      if (Math.abs(raster.data[cell] - received_dbm) <= 0.05) continue
      off.push(`${distance_m} m: ${raster.data[cell]}, ${received_dbm}`)
    }
    t.ok(compared === 25, `${model}: ${compared} compared`)
    // Heights at which ITM's Δh changes its samples are at two sides of a rounding.
    t.ok(
      off.length <= (model === 'itm' ? 1 : 0),
      `${model}, cells of ${resolution} m: ${off.length} differ ${off}`,
    )
  }
}

t.test('on real ground', async (t) => {
  const files = [
    ...['srtm/N49E011.hgt.zip', 'srtm/N50E011.hgt.zip', 'srtm/S29W072.hgt.zip', 'srtm/vancouver.tif'],
    ...['glo30/turkey_glo30_left.tif', 'glo30/turkey_glo90_right.tif'],
  ]
  const server = await startRealServer(t, (folder) =>
    Promise.all(files.map((file) => copyFile(testData('terrain', file), join(folder, basename(file))))),
  )
  const sites: Site[] = [
    { lat: 49.97, lon: 11.62, postM: 92.7, rangeKm: 30, highM: 700 },
    { lat: -28.52, lon: -71.41, postM: 92.7, rangeKm: 40, highM: 1400 },
    { lat: 49.61, lon: 11.38, postM: 92.7, rangeKm: 30, highM: 550 },
    // With voids.
    { lat: 49.66, lon: -122.51, postM: 92.7, rangeKm: 20, highM: 1500 },
    // 30 m beside 90 m, unknown around.
    { lat: 40.498, lon: 42.989, postM: 92.7, rangeKm: 5, highM: 2200 },
  ]
  await tryAll(t, server, sites, [1, 2, 3.2, 5, 10.8], 41)
  await tryLosses(t, server, sites[0], 5)
})

t.test('on made ground in parts', async (t) => {
  const wave = (row: number, col: number) =>
    40 * Math.sin(row / 3.1) * Math.cos(col / 4.3) + 90 * Math.sin(row / 23 + col / 31)
  const server = await startRealServer(t, async (folder) => {
    const noise = seededRandom(7)
    await putHgt(join(folder, 'N47E009.hgt'), (row, col) =>
      // A few unknown posts, far from the masts.
      row < 560 && noise() < 0.002 ? -32768 : Math.round(400 + wave(row, col) + 12 * noise()),
    )
    const rough = seededRandom(8)
    await putGeotiff(join(folder, 'mid.tif'), {
      rows: 1001,
      cols: 1201,
      northDeg: 47.53,
      westDeg: 9.4,
      latStepDeg: 1 / 7200,
      lonStepDeg: 1 / 7200,
      isPoint: true,
      heightAt: (row, col) => 410 + wave(row / 7, col / 7) + 4 * rough(),
    })
    await putGeotiff(join(folder, 'patch.tif'), {
      rows: 300,
      cols: 300,
      northDeg: 47.4712,
      westDeg: 9.4713,
      latStepDeg: 1 / 108_000,
      lonStepDeg: 1 / 108_000,
      isPoint: true,
      heightAt: (row, col) => 430 + wave(row / 11, col / 17) / 10 + rough(),
    })
  })
  const sites: Site[] = [
    // In the metre-fine patch, beside it, and on the coarse ground.
    { lat: 47.4695, lon: 9.4725, postM: 15.44, rangeKm: 4, highM: 550 },
    { lat: 47.4652, lon: 9.4681, postM: 15.44, rangeKm: 4, highM: 550 },
    { lat: 47.48, lon: 9.38, postM: 92.66, rangeKm: 20, highM: 550 },
  ]
  await tryAll(t, server, sites, [1, 2, 3.2, 10.5, 64], 43)
  // Without unknown posts: a raster's loss goes by the points of its steps, a link is refused for any post on its path.
  await tryLosses(t, server, { ...sites[2], rangeKm: 5 }, 6)
})
