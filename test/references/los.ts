import { type Backend, openDevice } from '../../kernels/device/device.ts'
import { LosEngine } from '../../kernels/engines/sight/engine.ts'
import { fitsGpu, GpuVisibility } from '../../kernels/engines/sight/gpu/engine.ts'
import { OwnRayEngine } from '../../kernels/engines/sight/rays/engine.ts'
import { settled } from '../../kernels/engines/sight/settle.ts'
import type { LosJob, LosOptions, LosResult } from '../../kernels/engines/visibility-job.ts'
import type { Engines } from '../../kernels/engines.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { gridOfLattice, rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { jobGround } from '../../kernels/terrain/job-ground.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import type { SquaresOptions } from '../../kernels/threads/squares.ts'
import { seededRandom } from './random.ts'
import { type Antenna, ReferenceLos } from './reference-los.ts'
import { groundM, windowAround } from './window.ts'

/** A line-of-sight case: ground, antennas, and what is asked. */
export interface LosCase {
  ground: PostGrid
  latDeg: number
  lonDeg: number
  transmitter: Antenna
  receiver: Antenna
  resolutionM: number
  rangeKm: number
  kFactor: number
  /** The mast is so many cells off the center of one, and cells are `width` times as wide as high; without it centered and square. */
  lattice?: { rows: number; cols: number; width: number }
  /** Asks for a part of the first Fresnel zone too. */
  fresnel?: { fraction: number; frequencyMhz: number }
}

/** The ray sweep of a processor. */
export async function openEngine() {
  const ownRays = new OwnRayEngine()
  const engine = await LosEngine.open(ownRays)
  const close = async () => {
    await engine.destroy()
    await ownRays.destroy()
  }
  return { engine, ownRays, close }
}

/** The kernel of a GPU, on any device. */
export async function openGpu(backend: Backend) {
  const device = await openDevice(backend)
  const ownRays = new OwnRayEngine()
  const gpu = new GpuVisibility(device)
  const close = async () => {
    await gpu.destroy()
    await ownRays.destroy()
    await device.destroy()
  }
  return { gpu, ownRays, close }
}

/** Runs the case, with its part of the Fresnel zone, on the kernel of a GPU; `undefined` where that takes no such job. */
export async function runGpuCase(
  gpu: GpuVisibility,
  ownRays: OwnRayEngine,
  asked: LosCase,
  options: LosOptions = {},
): Promise<LosResult | undefined> {
  const job = { ...jobOf(asked), fresnel: asked.fresnel }
  if (!fitsGpu({ ...job, posts: job.window, latDeg: asked.latDeg })) return undefined
  return settled(ownRays, job, options, (first) => gpu.compute(job, first))
}

/** Runs the case on the engine as the compute process would. */
export async function runCase(
  engine: LosEngine,
  asked: LosCase,
  options: LosOptions = {},
): Promise<LosResult> {
  return engine.compute(jobOf(asked), options)
}

interface OwnRayOptions extends SquaresOptions {
  minHeight?: boolean
  parts?: PostGrid[]
}

/** The same with a path of its own to each cell; on ground in parts the case's own is the last. */
export async function runOwnRays(
  engine: OwnRayEngine,
  asked: LosCase,
  { minHeight = false, parts = [] as PostGrid[], ...options }: OwnRayOptions = {},
): Promise<LosResult> {
  const { ground, latDeg, lonDeg, kFactor, rangeKm, receiver, fresnel } = asked
  const antennaM = antennaOf(asked)
  const receiverFollowsGround = receiver.mode === 'AGL'
  const request = {
    parts: [...parts, ground],
    grid: gridOf(asked),
    latDeg,
    lonDeg,
    rangeM: rangeKm * 1000,
    antennaM,
    receiverM: receiverFollowsGround ? receiver.heightM : receiver.heightM - antennaM,
    receiverFollowsGround,
    kFactor,
    minHeight,
    fresnel,
  }
  return engine.compute(request, options)
}

/** Above the posts' datum. */
function antennaOf({ ground, latDeg, lonDeg, transmitter }: LosCase): number {
  return transmitter.heightM + (transmitter.mode === 'AGL' ? groundM(ground, latDeg, lonDeg) : 0)
}

/** Runs the case by its model, as the compute process would. */
export async function runModel(
  engines: Engines,
  asked: LosCase,
  options: LosOptions = {},
): Promise<LosResult> {
  const { ground, latDeg, lonDeg, fresnel } = asked
  const antennaM = antennaOf(asked)
  // The ground takes its posts over, so it gets a copy.
  const copy = { ...ground, heightsM: Float32Array.from(ground.heightsM) }
  const { window: _, ...job } = jobOf(asked)
  const engine = await engines.visibility(fresnel ? 'los_fresnel' : 'los')
  const more = { engine: 'shared' as const, latDeg, lonDeg, frequencyMhz: fresnel?.frequencyMhz ?? 868 }
  const given = { ...job, ...more, ground: jobGround([copy], { latDeg, lonDeg, antennaM }) }
  return engine.compute(given, { fresnelFraction: fresnel?.fraction ?? 0 }, options)
}

/** The case as the ray sweep takes it. */
export function jobOf(asked: LosCase): LosJob {
  const { ground, latDeg, lonDeg, receiver } = asked
  const antennaM = antennaOf(asked)
  // The window takes its heights over, so it gets a copy.
  const window = windowAround(
    { ...ground, heightsM: Float32Array.from(ground.heightsM) },
    latDeg,
    lonDeg,
    antennaM,
  )
  return {
    window,
    grid: gridOf(asked),
    rangeM: asked.rangeKm * 1000,
    receiverM: receiver.mode === 'AGL' ? receiver.heightM : receiver.heightM - antennaM,
    receiverFollowsGround: receiver.mode === 'AGL',
    kFactor: asked.kFactor,
  }
}

export function gridOf({ latDeg, lonDeg, resolutionM, rangeKm, lattice }: LosCase) {
  const rangeM = rangeKm * 1000
  if (lattice === undefined) return rasterGrid(latDeg, lonDeg, resolutionM, rangeM)
  const perDegree = metresPerDegree(latDeg)
  const cellLatDeg = resolutionM / perDegree.lat
  const cellLonDeg = (lattice.width * resolutionM) / perDegree.lon
  const northDeg = latDeg + (0.5 + lattice.rows) * cellLatDeg
  const westDeg = lonDeg - (0.5 + lattice.cols) * cellLonDeg
  return gridOfLattice({ northDeg, westDeg, cellLatDeg, cellLonDeg }, latDeg, lonDeg, rangeM)
}

/** The same case for the float64 truth. */
export function referenceOf(asked: LosCase): ReferenceLos {
  const { ground, latDeg, lonDeg } = asked
  return new ReferenceLos({
    ground: {
      lattice: ground,
      rectangle: { firstRow: 0, firstCol: 0, rows: ground.rows, cols: ground.cols },
      heightsM: ground.heightsM,
    },
    transmitter: { ...asked.transmitter, latDeg, lonDeg },
    receiver: asked.receiver,
    kFactor: asked.kFactor,
    maxRangeKm: asked.rangeKm,
    geometry: gridOf(asked),
    ...(asked.fresnel && { fresnel: asked.fresnel }),
  })
}

/** A case on made ground about longitude 11: `half` posts of three arc seconds to each side, heights as `madeGround`. */
export function madeCase(
  heightAt: (row: number, col: number) => number,
  { half = 130, ...change }: Partial<LosCase> & { half?: number } = {},
): LosCase {
  const latDeg = change.latDeg ?? 0
  return {
    ground: madeGround(latDeg, 11, half, 1 / 1200, heightAt),
    latDeg,
    lonDeg: 11,
    transmitter: { heightM: 20, mode: 'AGL' },
    receiver: { heightM: 2, mode: 'AGL' },
    resolutionM: 90,
    rangeKm: 10,
    kFactor: 4 / 3,
    ...change,
  }
}

/** Rough hills, the same for a seed: heights in metres by row and column. */
export function hills(seed: number): (row: number, col: number) => number {
  const random = seededRandom(seed)
  const waves = Array.from({ length: 24 }, () => {
    const length = 4 + 60 * random()
    const angle = 2 * Math.PI * random()
    return {
      x: Math.cos(angle) / length,
      y: Math.sin(angle) / length,
      phase: 7 * random(),
      high: 1.2 * length,
    }
  })
  return (row, col) =>
    waves.reduce((sum, { x, y, phase, high }) => sum + high * Math.sin(x * col + y * row + phase), 0)
}

/** A made-up ground of square degrees about a middle: heights by metres east and north of it (roughly). */
export function madeGround(
  latDeg: number,
  lonDeg: number,
  half: number,
  stepDeg: number,
  heightAt: (row: number, col: number) => number,
): PostGrid {
  const side = 2 * half + 1
  const heightsM = new Float32Array(side * side)
  for (let at = 0; at < heightsM.length; at++) {
    heightsM[at] = heightAt(Math.floor(at / side) - half, (at % side) - half)
  }
  return {
    heightsM,
    rows: side,
    cols: side,
    northDeg: latDeg + half * stepDeg,
    westDeg: lonDeg - half * stepDeg,
    latStepDeg: stepDeg,
    lonStepDeg: stepDeg,
  }
}
