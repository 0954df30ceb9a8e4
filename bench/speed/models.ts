/** All models in process, on terrain in memory: time per cell of a raster, and SPLAT! beside them. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseEngine } from '../../kernels/choose.ts'
import { type Backend, openDevice } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { Model } from '../../kernels/model.ts'
import { models as registry } from '../../kernels/models.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import { groundM } from '../../kernels/terrain/window.ts'
import { integer, integers, oneOf, UsageError } from '../frame/options.ts'
import { program } from '../frame/program.ts'
import { makeReport, type Row, ratioRows, rowOf } from '../frame/report.ts'
import {
  K_FACTOR,
  type Relief,
  reliefOf,
  type Scene,
  sceneOf,
  syntheticRelief,
  TRANSMITTER_M,
  tileScene,
} from '../ground/scenes.ts'
import { isSplatInstalled, SPLAT_RESOLUTION_M, SPLAT_SIDE_POSTS, splatPathLoss } from './splat.ts'

const PARTS = ['models', 'growth', 'splat'] as const
type Part = (typeof PARTS)[number]

const SEED = 2026
const RECEIVER_M = 2
const RESOLUTION_M = SPLAT_RESOLUTION_M
/** From 35 km on the disc at 49.5° N is nearly as wide as SPLAT!'s tile. */
const MAXIMUM_KM = 35
const DEFAULTS = { range: '35', runs: '5', frequency: '600', growth: 'p526', lengths: '10,20,40' }
const NAMES = [...registry.keys()]

const usage = `npm run bench -- models [options]

Computes every model in this process on a raster of ${RESOLUTION_M} m, a ${TRANSMITTER_M} m mast in the middle of a square degree
of terrain in memory, receivers at ${RECEIVER_M} m, other parameters as a request has them that leaves them out: the first call,
which compiles, then warm ones. No model is asked for more kilometres than it is meant for. Then the cost of a cell by the
length of the path to it; and splat -L -olditm, which is Longley-Rice too, on the same tile alternating with itm where SPLAT!
is installed. Machines are noisy, so look at the minima and at the median of the ratios of runs that followed each other.

  --dem FILE        an .hgt or GeoTIFF tile in place of synthetic terrain: its posts, as if three seconds apart
  --range KM        radius of the disc, at most ${MAXIMUM_KM} (${DEFAULTS.range})
  --frequency MHZ   (${DEFAULTS.frequency})
  --models NAME,…   some of ${NAMES.join(', ')} (all)
  --growth NAME,…   models whose cost is shown by length (${DEFAULTS.growth})
  --lengths KM,…    the radii for that (${DEFAULTS.lengths})
  --runs N          warm runs of each (${DEFAULTS.runs})
  --backend NAME    auto, webgpu, webasm or cpu (auto)
  --only PART       one of ${PARTS.join(', ')} (all)
  --json            one JSON object instead of a table
  --help            this text`

export const run = program({
  usage,
  options: {
    dem: { type: 'string' },
    range: { type: 'string', default: DEFAULTS.range },
    frequency: { type: 'string', default: DEFAULTS.frequency },
    models: { type: 'string', default: NAMES.join(',') },
    growth: { type: 'string', default: DEFAULTS.growth },
    lengths: { type: 'string', default: DEFAULTS.lengths },
    runs: { type: 'string', default: DEFAULTS.runs },
    backend: { type: 'string', default: 'auto' },
    only: { type: 'string' },
  },
  async measure(values) {
    const rangeM = 1000 * integer('--range', values.range, 1, MAXIMUM_KM)
    const frequencyMhz = integer('--frequency', values.frequency, 1, 100_000)
    const models = modelsOf('--models', values.models, frequencyMhz)
    const grown = modelsOf('--growth', values.growth, frequencyMhz)
    const lengthsKm = integers('--lengths', values.lengths, 1, 100)
    const runs = integer('--runs', values.runs, 1, 1000)
    const backend = oneOf<Backend | 'auto'>('--backend', values.backend, ['auto', 'webgpu', 'webasm', 'cpu'])
    const only = values.only === undefined ? undefined : oneOf('--only', values.only, PARTS)
    const relief = values.dem === undefined ? syntheticRelief(SEED) : await reliefOf(values.dem)

    const device = await openDevice(backend)
    const engines = new Engines(device, registry)
    const bench = new ModelBench(engines, relief, frequencyMhz, runs)
    try {
      const has = (part: Part) => only === undefined || only === part
      const rows: Row[] = []
      if (has('models')) rows.push(...(await bench.models(models, rangeM)))
      if (has('growth')) rows.push(...(await bench.growth(grown, lengthsKm)))
      if (has('splat')) rows.push(...(await bench.splat(rangeM)))
      return makeReport(`${device.backend}, ${device.name}`, rows, bench.notes)
    } finally {
      await engines.destroy()
    }
  },
})

/** The models of a list of names, all of which take the frequency. */
function modelsOf(option: string, text: string, frequencyMhz: number): Model[] {
  return text.split(',').map((part) => {
    const model = registry.get(oneOf(option, part, NAMES)) as Model
    const limit = model.validity.find(({ parameter }) => parameter === 'frequency')
    if (limit && (frequencyMhz < limit.minimum || frequencyMhz > limit.maximum)) {
      throw new UsageError(
        `Expected --frequency from ${limit.minimum} to ${limit.maximum} for ${model.name}, got ${frequencyMhz}.`,
      )
    }
    return model
  })
}

/** One model on one scene. */
type Compute = () => Promise<{ cellsInRange: number }>

class ModelBench {
  readonly #engines: Engines
  readonly #relief: Relief
  readonly #frequencyMhz: number
  readonly #runs: number
  readonly notes: string[] = []

  constructor(engines: Engines, relief: Relief, frequencyMhz: number, runs: number) {
    this.#engines = engines
    this.#relief = relief
    this.#frequencyMhz = frequencyMhz
    this.#runs = runs
  }

  async models(models: Model[], rangeM: number): Promise<Row[]> {
    const rows: Row[] = []
    for (const model of models) {
      const withinM = Math.min(rangeM, 1000 * farthestKm(model))
      const job = this.#job(model, this.#tile(withinM))
      const first = await this.#timed(job)
      const warmMs = await this.#repeated(job)
      const name = `${model.name}, ${withinM / 1000} km, ${thousands(first.cells)} cells`
      rows.push(
        rowOf(name, 'first call, which compiles, ms', [first.wallMs]),
        rowOf(name, 'warm, ms', warmMs),
        rowOf(name, 'warm, ns a cell of the disc', perCell(warmMs, first.cells)),
      )
    }
    return rows
  }

  /** The cost of a cell by the length of the path to it. */
  async growth(models: Model[], lengthsKm: number[]): Promise<Row[]> {
    const rows: Row[] = []
    for (const model of models) {
      for (const rangeKm of lengthsKm) {
        const job = this.#job(model, this.#scene(1000 * rangeKm))
        // Another length may be another shape, which compiles.
        const { cells } = await this.#timed(job)
        const perCellNs = perCell(await this.#repeated(job), cells)
        const meanKm = (2 / 3) * rangeKm
        const name = `${model.name} to ${rangeKm} km, ${thousands(cells)} cells`
        rows.push(
          rowOf(name, 'ns a cell', perCellNs),
          rowOf(
            name,
            'ns a cell and km of the path',
            perCellNs.map((ns) => ns / meanKm),
          ),
        )
      }
    }
    this.notes.push(
      'By length: the path to a cell of a disc is 2/3 of its radius in the mean. Posts are the cells there, so that the ground is wide enough.',
    )
    return rows
  }

  /** ITM beside the one of SPLAT!, on the same tile. */
  async splat(rangeM: number): Promise<Row[]> {
    if (!(await isSplatInstalled())) {
      this.notes.push('splat: skipped, since splat and srtm2sdf are not both installed.')
      return []
    }
    const folder = await mkdtemp(join(tmpdir(), 'coverage-bench-models-'))
    try {
      const asked = { frequencyMhz: this.#frequencyMhz, receiverM: RECEIVER_M }
      const splat = await splatPathLoss(folder, this.#tile(rangeM), asked)
      const job = this.#job(registry.get('itm') as Model, this.#tile(rangeM))
      const { cells } = await this.#timed(job)
      const oursMs: number[] = []
      const theirsMs: number[] = []
      for (let pair = 0; pair < this.#runs; pair++) {
        oursMs.push((await this.#timed(job)).wallMs)
        theirsMs.push(await splat.run())
      }
      this.notes.push(
        'splat: the whole process on one core, with reading a tile and writing a picture; it works out the posts of the tile, which are not the cells.',
      )
      const name = `itm, ${rangeM / 1000} km, ${thousands(cells)} cells, ${thousands(splat.points)} posts`
      const ratios = (theirs: number[], ours: number[]) => theirs.map((value, pair) => value / ours[pair])
      const oursNs = perCell(oursMs, cells)
      const theirsNs = perCell(theirsMs, splat.points)
      return [
        rowOf(name, 'ours, ms', oursMs),
        rowOf(name, 'ours, ns a cell', oursNs),
        rowOf(name, 'splat -L -olditm, ms', theirsMs),
        rowOf(name, 'splat -L -olditm, ns a post', theirsNs),
        ...ratioRows(name, 'splat', oursMs, theirsMs, ratios(theirsMs, oursMs)),
        rowOf(name, 'splat, a post : ours, a cell, ratio of each pair', ratios(theirsNs, oursNs)),
      ]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  #tile(rangeM: number): Scene {
    return tileScene(this.#relief, SPLAT_SIDE_POSTS, RESOLUTION_M, rangeM)
  }

  /** As wide as it is asked for; cells are posts. */
  #scene(rangeM: number): Scene {
    return sceneOf({ ...this.#relief, spacingM: RESOLUTION_M }, rangeM / RESOLUTION_M)
  }

  /** Takes the scene's ground over. */
  #job(model: Model, { ground, latDeg, lonDeg, resolutionM, rangeM }: Scene): Compute {
    const { name, parameters } = model
    const antennaM = groundM(ground, latDeg, lonDeg) + TRANSMITTER_M
    const values = model.parse(
      Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default])),
    )
    const scene = {
      ground: jobGround([ground], { latDeg, lonDeg, antennaM }),
      latDeg,
      lonDeg,
      grid: rasterGrid(latDeg, lonDeg, resolutionM, rangeM),
      rangeM,
      frequencyMhz: this.#frequencyMhz,
      receiverFollowsGround: true,
      kFactor: K_FACTOR,
    }
    const engine = chooseEngine(model, { ...scene, parts: [ground] })
    if (model.kind === 'visibility') {
      const job = { ...scene, engine, receiverM: RECEIVER_M }
      return async () => (await this.#engines.visibility(name)).compute(job, values)
    }
    const rxLimitsM = { minimum: 0, maximum: Number.POSITIVE_INFINITY }
    const job = {
      ...scene,
      engine,
      model,
      parameters: values,
      rxHeightM: RECEIVER_M,
      rxLimitsM,
      cellM: resolutionM,
    }
    return () => this.#engines.losses.compute(job)
  }

  async #timed(compute: Compute): Promise<{ wallMs: number; cells: number }> {
    const startMs = performance.now()
    const { cellsInRange } = await compute()
    return { wallMs: performance.now() - startMs, cells: cellsInRange }
  }

  async #repeated(compute: Compute): Promise<number[]> {
    const valuesMs: number[] = []
    for (let iteration = 0; iteration < this.#runs; iteration++)
      valuesMs.push((await this.#timed(compute)).wallMs)
    return valuesMs
  }
}

/** The distance beyond which a request for the model is warned. */
function farthestKm({ validity }: Model): number {
  return validity.find(({ parameter }) => parameter === 'max_range')?.warn_above ?? Number.POSITIVE_INFINITY
}

function perCell(valuesMs: number[], cells: number): number[] {
  return valuesMs.map((ms) => (ms * 1e6) / cells)
}

function thousands(count: number): string {
  return `${Math.round(count / 1000)} thousand`
}
