/** Own rays beside shared ones, by the size of cells and the range. */

import { openDevice } from '../../kernels/device/device.ts'
import { gridOfLattice, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { LosEngine } from '../../kernels/models/los/engine.ts'
import { OwnRayEngine } from '../../kernels/own-ray/engine.ts'
import { groundM } from '../../kernels/terrain/window.ts'
import { sharedFloats } from '../../kernels/threads/job-threads.ts'
import { integer, integers } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, ratioRows, rowOf } from '../frame/report.ts'
import {
  jobOf,
  K_FACTOR,
  RECEIVER_M,
  reliefOf,
  type Scene,
  sceneOf,
  syntheticRelief,
  TRANSMITTER_M,
} from '../references/los-ground.ts'

const SEED = 2026
const DEFAULT_POSTS = '3,5,6,8'
const DEFAULT_RANGE_KM = '30,90'
const DEFAULT_PAIRS = 5
/** The mast is off the center of its cell by this part of a cell. */
const OFF_CENTER = 1 / 3
const LARGE = { rangeKm: 300, resolutionM: 1000 }

const usage = `npm run bench -- own-rays [options]

Computes line of sight on terrain in memory, in turns with rays that all cells share and with one path per cell: seconds, and
the ratio of consecutive runs. OWN_RAY_POSTS in kernels/models/los/choice.ts is where the ratio crosses 1.

  --dem FILE      an .hgt or GeoTIFF tile, mirrored at its edges, instead of synthetic terrain with posts every 30 m
  --posts N,…     elevation posts to a side of a cell (${DEFAULT_POSTS})
  --range KM,…    ranges (${DEFAULT_RANGE_KM})
  --pairs N       runs of each (${DEFAULT_PAIRS})
  --heights       own rays also find min_height (the ratio then holds for jobs that request it)
  --off-center    the mast is a third of a cell off the center of one
  --large         instead: ${LARGE.rangeKm} km with cells of ${LARGE.resolutionM} m, own rays and once shared ones, and the memory
  --json          one JSON object instead of a table
  --help          this text`

export const run = program({
  usage,
  options: {
    dem: { type: 'string' },
    posts: { type: 'string', default: DEFAULT_POSTS },
    range: { type: 'string', default: DEFAULT_RANGE_KM },
    pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
    heights: { type: 'boolean', default: false },
    'off-center': { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
  async measure(values) {
    const sides = integers('--posts', values.posts, 1, 33)
    const ranges = integers('--range', values.range, 1, 300)
    const pairs = integer('--pairs', values.pairs, 1, 100)
    const relief = values.dem === undefined ? syntheticRelief(SEED) : await reliefOf(values.dem)
    const own = new OwnRayEngine()
    const rows: Row[] = []
    const device = await openDevice('webasm')
    const shared = await LosEngine.open(device, own)
    await shared.growFully()
    const name = `${device.backend}, ${device.name}`
    const close = async () => {
      await shared.destroy()
      await own.destroy()
      await device.destroy()
    }
    if (values.large) {
      rows.push(...(await largeRows(own, shared, pairs)))
      await close()
      return makeReport(name, rows)
    }
    for (const rangeKm of ranges) {
      const scene = sceneOf(relief, (1000 * rangeKm) / relief.spacingM)
      for (const posts of sides) {
        const asked = { ...scene, resolutionM: posts * scene.resolutionM }
        const moved = values['off-center'] ? OFF_CENTER : 0
        const request = { ...requestOf(asked, moved), minHeight: values.heights }
        // The shared rays take the posts over.
        const heightsM = Float32Array.from(scene.ground.heightsM)
        const job = { ...jobOf({ ...asked, ground: { ...scene.ground, heightsM } }), grid: request.grid }
        const ownS: number[] = []
        const sharedS: number[] = []
        await own.compute(request)
        for (let pair = 0; pair < pairs; pair++) {
          ownS.push(await timed(() => own.compute(request)))
          sharedS.push(await timed(() => shared.compute(job)))
        }
        const name = `${rangeKm} km, ${posts} posts a cell`
        rows.push(rowOf(name, 'own rays, s', ownS), rowOf(name, 'shared rays, s', sharedS))
        rows.push(
          ...ratioRows(
            name,
            'shared',
            ownS,
            sharedS,
            ownS.map((seconds, i) => sharedS[i] / seconds),
          ),
        )
      }
    }
    await close()
    return makeReport(name, rows)
  },
})

/** Own rays over many posts, and what shared rays take for the same. */
async function largeRows(own: OwnRayEngine, shared: LosEngine, runs: number): Promise<Row[]> {
  const relief = syntheticRelief(SEED)
  const scene = {
    ...sceneOf(relief, (1000 * LARGE.rangeKm) / relief.spacingM),
    resolutionM: LARGE.resolutionM,
  }
  const { ground } = scene
  // In the memory of threads, so that nothing is copied.
  scene.ground = { ...ground, heightsM: sharedFloats(ground.heightsM) }
  const posts = ground.heightsM.length
  const request = requestOf(scene)
  const seconds: number[] = []
  let heldMiB = 0
  for (let run = 0; run < runs; run++) {
    seconds.push(await timed(() => own.compute(request)))
    heldMiB = Math.max(heldMiB, process.memoryUsage.rss() / 2 ** 20)
  }
  const job = jobOf(scene)
  const sharedS = [await timed(() => shared.compute(job))]
  const name = `${LARGE.rangeKm} km, cells of ${LARGE.resolutionM} m`
  return [
    rowOf(name, 'posts, million', [posts / 1e6]),
    rowOf(name, 'the posts, MiB', [(4 * posts) / 2 ** 20]),
    rowOf(name, 'own rays, s', seconds),
    rowOf(name, 'resident after own rays, MiB', [heldMiB]),
    rowOf(name, 'shared rays, s', sharedS),
  ]
}

/** The scene on cells that are `moved` by this part of a cell to the south and east. */
function requestOf({ ground, latDeg, lonDeg, resolutionM, rangeM }: Scene, moved = 0) {
  const centered = rasterGrid(latDeg, lonDeg, resolutionM, rangeM)
  const lattice = {
    ...centered,
    northDeg: centered.northDeg - moved * centered.cellLatDeg,
    westDeg: centered.westDeg + moved * centered.cellLonDeg,
  }
  return {
    parts: [ground],
    grid: gridOfLattice(lattice, latDeg, lonDeg, rangeM),
    latDeg,
    lonDeg,
    rangeM,
    antennaM: groundM(ground, latDeg, lonDeg) + TRANSMITTER_M,
    receiverM: RECEIVER_M,
    receiverFollowsGround: true,
    kFactor: K_FACTOR,
    minHeight: false,
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / 1000
}
