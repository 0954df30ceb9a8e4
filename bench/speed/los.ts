/** Line of sight in process, on terrain in memory: time per cell, by size, and beside other programs. */

import { type Backend, openDevice } from '../../kernels/device/device.ts'
import { LosEngine } from '../../kernels/engines/sight/engine.ts'
import { GpuSight } from '../../kernels/engines/sight/gpu/engine.ts'
import { OwnRayEngine } from '../../kernels/engines/sight/rays/engine.ts'
import type { LosJob, LosResult } from '../../kernels/engines/visibility-job.ts'
import { VISIBLE } from '../../kernels/terrain/classes.ts'
import { integer, integers, oneOf, UsageError } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, ratioRows, rowOf } from '../frame/report.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import {
  jobOf,
  type Relief,
  reliefOf,
  sceneOf,
  syntheticRelief,
  tileScene,
} from '../references/los-ground.ts'
import { gdalViewshed, grassViewshed, type PeerRaster, writePeerRaster } from './los-peers.ts'
import { isInstalled, type PeerRun } from './peer-process.ts'
import {
  isSplatInstalled,
  SPLAT_RANGE_M,
  SPLAT_RESOLUTION_M,
  SPLAT_SIDE_POSTS,
  splatCoverage,
} from './splat.ts'

const PARTS = ['start', 'growth', 'throughput', 'peers'] as const
type Part = (typeof PARTS)[number]

const SEED = 2026
const DEFAULT_SIZES = '1024,2048,4096'
const DEFAULT_PAIRS = 7
const SLOW_PAIRS = 3
const GRASS_MAXIMUM_SIDE = 2048
const GROWTH_CELLS = [1e6, 4e6, 9e6, 25e6]
const HUGE_CELLS = 100e6
const GROWTH_RUNS = 3
const THROUGHPUT_JOBS = 16
const AT_A_TIME = 2

const usage = `npm run bench -- los [options]

Computes line of sight in this process, warm, on terrain in memory whose posts are the raster's cells: the disc within
a square of N×N posts. gdal_viewshed alternates with it where it is installed, as a whole process on the same posts
in a GeoTIFF: once over all N² cells (-md 0), once over the disc. Machines are noisy, so look at the minima and at the
median of the ratios of runs that followed each other. Passes if a second
request compiles nothing.

  --dem FILE      an .hgt or GeoTIFF tile in place of synthetic terrain, mirrored to the sizes; may be repeated
  --sizes N,…     even sides of the squares (${DEFAULT_SIZES})
  --pairs N       runs of each program on each square (${DEFAULT_PAIRS})
  --backend NAME  auto, webgpu, webasm or cpu (auto)
  --only PART     one of ${PARTS.join(', ')} (all)
  --slow          also GRASS r.viewshed (without its import) up to ${GRASS_MAXIMUM_SIDE}² and splat -c, ${SLOW_PAIRS} runs each
  --huge          also ${HUGE_CELLS / 1e6} million cells
  --json          one JSON object instead of a table
  --help          this text`

export const run = program({
  usage,
  options: {
    dem: { type: 'string', multiple: true },
    sizes: { type: 'string', default: DEFAULT_SIZES },
    pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
    backend: { type: 'string', default: 'auto' },
    only: { type: 'string' },
    slow: { type: 'boolean', default: false },
    huge: { type: 'boolean', default: false },
  },
  async measure(values) {
    const sizes = integers('--sizes', values.sizes, 64, 16384)
    const odd = sizes.find((side) => side % 2 === 1)
    if (odd !== undefined) throw new UsageError(`Expected even --sizes, got ${odd}.`)
    const pairs = integer('--pairs', values.pairs, 1, 1000)
    const backend = oneOf<Backend | 'auto'>('--backend', values.backend, ['auto', 'webgpu', 'webasm', 'cpu'])
    const only = values.only === undefined ? undefined : oneOf('--only', values.only, PARTS)
    const reliefs = values.dem ? await Promise.all(values.dem.map(reliefOf)) : [syntheticRelief(SEED)]

    const startMs = performance.now()
    const device = await openDevice(backend)
    return inTemporaryFolder(async (folder) => {
      const ownRays = new OwnRayEngine()
      const gpu = device.backend === 'webgpu' ? new GpuSight(device) : undefined
      const engine = await LosEngine.open(ownRays, { gpu })
      const openedMs = performance.now() - startMs
      const bench = new LosBench(engine, folder, values.slow)
      const [first] = reliefs
      const sizesCells = values.huge ? [...GROWTH_CELLS, HUGE_CELLS] : GROWTH_CELLS
      const has = (part: Part) => only === undefined || only === part
      const rows: Row[] = []
      if (has('start')) rows.push(...(await bench.start(first, openedMs)))
      await engine.growFully()
      if (has('growth')) rows.push(...(await bench.growth(first, sizesCells)))
      if (has('throughput')) rows.push(await bench.throughput(first))
      if (has('peers')) {
        for (const relief of reliefs) {
          for (const side of sizes) rows.push(...(await bench.compare(relief, side, pairs)))
        }
        rows.push(...(await bench.splat(first)))
      }
      await engine.destroy()
      await gpu?.destroy()
      await ownRays.destroy()
      return makeReport(`${device.backend}, ${device.name}`, rows, [...bench.notes])
    }).finally(() => device.destroy())
  },
})

interface Timed {
  wallMs: number
  cpuMs: number
  result: LosResult
}

class LosBench {
  readonly #engine: LosEngine
  readonly #folder: string
  readonly #slow: boolean
  readonly notes = new Set<string>()

  constructor(engine: LosEngine, folder: string, slow: boolean) {
    this.#engine = engine
    this.#folder = folder
    this.#slow = slow
  }

  /** How long opening took, and whether a request of another shape costs less than it. */
  async start(relief: Relief, openedMs: number): Promise<Row[]> {
    const firstJob = jobOf(sceneOf(relief, radiusOf(1e6)))
    // Neither its range, nor its cells, nor how posts lie under cells, are those of the first.
    const scene = sceneOf(relief, 420)
    const secondJob = jobOf({ ...scene, resolutionM: 1.7 * scene.resolutionM })
    const first = await this.#timed(firstJob)
    const second = await this.#timed(secondJob)
    const laterMs = await this.#repeated(secondJob, 5)
    const maximumMs = Math.min(...laterMs) + openedMs / 2
    const name = 'start'
    return [
      rowOf(name, 'open the device and compile, ms', [openedMs]),
      rowOf(name, 'first request, a million cells, ms', [first.wallMs]),
      rowOf(name, 'second, another range and resolution, ms', [second.wallMs], maximumMs),
      rowOf(name, 'the second again, ms', laterMs),
    ]
  }

  /** The cost of a cell by the size of the job. */
  async growth(relief: Relief, sizesCells: number[]): Promise<Row[]> {
    const rows: Row[] = []
    for (const cells of sizesCells) {
      const job = jobOf(sceneOf(relief, radiusOf(cells)))
      const runs: Timed[] = []
      for (let i = 0; i < GROWTH_RUNS; i++) runs.push(await this.#timed(job))
      const perCell = runs.map(({ wallMs, result }) => (wallMs * 1e6) / result.cellsInRange)
      const name = `${cells / 1e6} million cells`
      rows.push(rowOf(name, 'ns a cell of the disc', perCell))
      // Linux counts kibibytes, and so does libuv elsewhere.
      rows.push(rowOf(name, 'peak resident set until here, MiB', [process.resourceUsage().maxRSS / 1024]))
    }
    return rows
  }

  async throughput(relief: Relief): Promise<Row> {
    const job = jobOf(sceneOf(relief, radiusOf(1e6)))
    const latenciesMs: number[] = []
    let left = THROUGHPUT_JOBS
    const startMs = performance.now()
    const work = async () => {
      while (left-- > 0) latenciesMs.push((await this.#timed(job)).wallMs)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    const seconds = (performance.now() - startMs) / 1000
    const perSecond = (THROUGHPUT_JOBS / seconds).toFixed(1)
    return rowOf(
      `1 million cells, ${AT_A_TIME} at a time`,
      `ms a job; ${perSecond} jobs a second`,
      latenciesMs,
    )
  }

  /** Ours and the others alternately on one square. */
  async compare(relief: Relief, sidePosts: number, pairs: number): Promise<Row[]> {
    const scene = sceneOf(relief, sidePosts / 2)
    const squareCells = sidePosts ** 2
    const peers: { name: string; cells: 'disc' | number; run: PeerRun; pairs: number }[] = []
    const raster = await this.#peerRaster(scene, sidePosts)
    if (raster) {
      peers.push(
        { name: 'gdal_viewshed -md 0', cells: squareCells, run: gdalViewshed(raster, 'square'), pairs },
        { name: 'gdal_viewshed -md radius', cells: 'disc', run: gdalViewshed(raster, 'disc'), pairs },
      )
      if (await this.#mayRunGrass(sidePosts)) {
        peers.push({ name: 'r.viewshed', cells: 'disc', run: grassViewshed(raster), pairs: SLOW_PAIRS })
      }
    }
    const job = jobOf(scene)
    const warm = await this.#timed(job)
    const discCells = warm.result.cellsInRange
    const visibleFraction = warm.result.visibility.filter((cell) => cell === VISIBLE).length / discCells
    const name = `${sidePosts}² ${relief.name}, ${(100 * visibleFraction).toFixed(0)} % visible`

    const ours: Timed[] = []
    const theirsMs = new Map<string, number[]>(peers.map((peer) => [peer.name, []]))
    const ratios = new Map<string, number[]>(peers.map((peer) => [peer.name, []]))
    for (let pair = 0; pair < pairs; pair++) {
      let own = await this.#timed(job)
      ours.push(own)
      for (const [index, peer] of peers.entries()) {
        if (pair >= peer.pairs) continue
        // Each of them follows a run of ours.
        if (index > 0) {
          own = await this.#timed(job)
          ours.push(own)
        }
        const wallMs = await peer.run()
        theirsMs.get(peer.name)?.push(wallMs)
        ratios.get(peer.name)?.push(wallMs / own.wallMs)
      }
    }

    const oursMs = ours.map(({ wallMs }) => wallMs)
    const perCell = (valuesMs: number[], cells: number) => valuesMs.map((ms) => (ms * 1e6) / cells)
    const rows = [
      rowOf(name, 'ours, ms', oursMs),
      rowOf(name, 'ours, ns a cell of the disc', perCell(oursMs, discCells)),
      rowOf(
        name,
        'ours, ns of all processors a cell',
        perCell(
          ours.map(({ cpuMs }) => cpuMs),
          discCells,
        ),
      ),
    ]
    for (const peer of peers) {
      const valuesMs = theirsMs.get(peer.name) ?? []
      const cells = peer.cells === 'disc' ? discCells : peer.cells
      rows.push(
        rowOf(name, `${peer.name}, ms`, valuesMs),
        rowOf(
          name,
          `${peer.name}, ns a cell ${peer.cells === 'disc' ? 'of the disc' : 'of N²'}`,
          perCell(valuesMs, cells),
        ),
        ...ratioRows(name, peer.name, oursMs, valuesMs, ratios.get(peer.name) ?? []),
      )
    }
    return rows
  }

  /** SPLAT! on a tile as it takes them. */
  async splat(relief: Relief): Promise<Row[]> {
    if (!this.#slow) return []
    if (!(await isSplatInstalled())) {
      this.notes.add('splat: skipped, since splat and srtm2sdf are not both installed.')
      return []
    }
    const scene = tileScene(relief, SPLAT_SIDE_POSTS, SPLAT_RESOLUTION_M, SPLAT_RANGE_M)
    const runSplat = await splatCoverage(this.#folder, scene)
    const job = jobOf(scene)
    const { result } = await this.#timed(job)
    const cells = `${(result.cellsInRange / 1e6).toFixed(2)} million cells`
    const name = `${SPLAT_RANGE_M / 1000} km at ${SPLAT_RESOLUTION_M} m, ${cells}`
    const oursMs: number[] = []
    const theirsMs: number[] = []
    for (let pair = 0; pair < SLOW_PAIRS; pair++) {
      oursMs.push((await this.#timed(job)).wallMs)
      theirsMs.push(await runSplat())
    }
    this.notes.add('splat: the whole process, with reading a tile and writing a picture.')
    const ratios = theirsMs.map((ms, pair) => ms / oursMs[pair])
    return [
      rowOf(name, 'ours, ms', oursMs),
      rowOf(name, 'splat -c, ms', theirsMs),
      ...ratioRows(name, 'splat -c', oursMs, theirsMs, ratios),
    ]
  }

  async #peerRaster(scene: Parameters<typeof jobOf>[0], sidePosts: number): Promise<PeerRaster | undefined> {
    if ((await isInstalled('gdal_viewshed')) && (await isInstalled('gdal_translate'))) {
      return writePeerRaster(this.#folder, scene, sidePosts)
    }
    this.notes.add('gdal_viewshed: skipped, since GDAL’s programs are not installed.')
    if (this.#slow)
      this.notes.add('r.viewshed: skipped, since GDAL’s programs, which write its raster, are not.')
    return undefined
  }

  async #mayRunGrass(sidePosts: number): Promise<boolean> {
    if (!this.#slow) {
      this.notes.add('r.viewshed and splat: skipped without --slow.')
      return false
    }
    if (sidePosts > GRASS_MAXIMUM_SIDE) {
      this.notes.add(`r.viewshed: skipped above ${GRASS_MAXIMUM_SIDE}².`)
      return false
    }
    if (await isInstalled('grass')) return true
    this.notes.add('r.viewshed: skipped, since GRASS is not installed.')
    return false
  }

  async #timed(job: LosJob): Promise<Timed> {
    const before = process.cpuUsage()
    const startMs = performance.now()
    const result = await this.#engine.compute(job)
    const wallMs = performance.now() - startMs
    const { user, system } = process.cpuUsage(before)
    return { wallMs, cpuMs: (user + system) / 1000, result }
  }

  async #repeated(job: LosJob, times: number): Promise<number[]> {
    const valuesMs: number[] = []
    for (let i = 0; i < times; i++) valuesMs.push((await this.#timed(job)).wallMs)
    return valuesMs
  }
}

/** Radius in cells of a disc of so many. */
function radiusOf(cells: number): number {
  return Math.sqrt(cells / Math.PI)
}
