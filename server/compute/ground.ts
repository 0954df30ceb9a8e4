/** The ground of one simulation: which posts it reads. */

import { setImmediate } from 'node:timers/promises'
import { type Clutter, pathHeightM } from '../../kernels/ends/ends.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { EngineName } from '../../kernels/model.ts'
import { lowerPosts, sharedPosts } from '../../kernels/simd/posts.ts'
import { type HigherGround, higherGround } from '../../kernels/terrain/higher-ground.ts'
import { jobGround, type Making } from '../../kernels/terrain/job-ground.ts'
import { groundAtM } from '../../kernels/terrain/parts.ts'
import type { JobGround, PostGrid } from '../../kernels/terrain/window.ts'
import { withoutReplacedFiles } from '../../storage/terrain/files/replaced.ts'
import type {
  AreaOptions,
  PostRectangle,
  SourceUsed,
  Terrain,
  TerrainArea,
  TileUsed,
} from '../../storage/terrain/types.ts'
import type { Job } from '../jobs/job.ts'
import { type ExpectedGround, latticeWithin, postsToRead, rectangleOf } from '../jobs/posts.ts'
import { JobError, unknownGround } from './errors.ts'
import { runYielding } from './yielding.ts'

/** Posts that are read at a time. */
const STRIP_POSTS = 2 * 1024 * 1024

/** What is known once the files are open, and nothing is read. */
export type OpenedGround = ExpectedGround & { posts: number }

export interface Ground extends JobGround {
  engine: EngineName
  /** Under the transmitter. */
  groundM: number
  /** Of the transmitting antenna above it; the path may begin higher, at the top of its clutter. */
  txHeightM: number
  /** Near the transmitter, where there is any. */
  higherGround: HigherGround | undefined
  /** Of the finest part. */
  postSpacingM: number
  used(): { tiles: TileUsed[]; sources: SourceUsed[] }
}

interface GroundOptions {
  onRead: (fraction: number) => void
  /** Around the transmitter. */
  txClutter?: Clutter | undefined
  /** Chooses the engine before posts are read; throws when there are too many. */
  choose: (ground: OpenedGround) => EngineName
}

/** The ground of one moment: where a terrain file is replaced meanwhile, all is read anew. */
export function readGround(
  job: Job,
  terrain: Pick<Terrain, 'openParts'>,
  requester: AreaOptions,
  options: GroundOptions,
): Promise<Ground> {
  return withoutReplacedFiles(() => readOnce(job, terrain, requester, options))
}

async function readOnce(
  { disc, params }: Job,
  terrain: Pick<Terrain, 'openParts'>,
  requester: AreaOptions,
  options: GroundOptions,
): Promise<Ground> {
  const { signal } = requester
  const opened = await terrain.openParts(disc.bounds, { ...requester, spacingM: params.terrain_spacing })
  const [finest] = opened
  if (finest === undefined) throw new JobError('terrain_unavailable', unknownGround(disc.latDeg, disc.lonDeg))
  const extents = opened.map(({ area, bounds }) => ({ lattice: area.lattice, bounds }))
  const posts = postsToRead(extents, disc)
  const engine = options.choose({ parts: extents, posts })
  const parts: PostGrid[] = []
  let before = 0
  for (const [i, { area }] of opened.entries()) {
    const rectangle = rectangleOf(extents[i], disc)
    const size = rectangle.rows * rectangle.cols
    const onStrip = (fraction: number) => options.onRead((before + fraction * size) / posts)
    parts.push(await readGrid(area, rectangle, signal, onStrip))
    before += size
  }
  const areas = opened.map(({ area }) => area)
  const making: Making = { run: (steps) => runYielding(steps, signal), lower: lowerPosts, room: sharedPosts }
  const over = groundOver({ disc, params }, parts, options.txClutter, making)
  return { ...over, engine, postSpacingM: finest.area.postSpacingM, used: () => usedOf(areas) }
}

/** What a job has over its posts, once they are read. */
export type GroundOver = Omit<Ground, 'engine' | 'postSpacingM' | 'used'>

/** The ground of a job over parts that were read for it, which are taken over. Throws a `JobError` where none is known under it. */
export function groundOver(
  { disc: { latDeg, lonDeg }, params }: Pick<Job, 'disc' | 'params'>,
  parts: readonly PostGrid[],
  txClutter?: Clutter,
  making?: Making,
): GroundOver {
  const underTx = groundAtM(parts, latDeg, lonDeg)
  if (Number.isNaN(underTx)) throw new JobError('terrain_unavailable', unknownGround(latDeg, lonDeg))
  const { tx_height: txM, tx_height_mode } = params
  const heightM = tx_height_mode === 'AGL' ? txM : txM - underTx
  if (heightM < 0) {
    throw new JobError(
      'tx_below_ground',
      `tx_height is ${txM} m above mean sea level, but the ground there is at ${underTx.toFixed(1)} m.`,
    )
  }
  // The path of an antenna in clutter begins at its top.
  const topM = pathHeightM(txClutter, heightM)
  const antennaM = topM === heightM && tx_height_mode === 'AMSL' ? txM : underTx + topM
  // Before the posts become relative to the antenna.
  const higher = higherGround(parts, { latDeg, lonDeg, groundM: underTx }, metresPerDegree(latDeg))
  return {
    ...jobGround(parts, { latDeg, lonDeg, antennaM }, making),
    groundM: underTx,
    txHeightM: heightM,
    higherGround: higher,
  }
}

/** Reads in strips, so that progress is visible and only the result is that large. */
export async function readGrid(
  area: TerrainArea,
  rectangle: PostRectangle,
  signal: AbortSignal | undefined,
  onProgress: (fraction: number) => void = () => {},
): Promise<PostGrid> {
  const { lattice } = area
  const { firstRow, rows, cols } = rectangle
  const heightsM = sharedPosts(rows * cols)
  const stripRows = Math.max(1, Math.floor(STRIP_POSTS / cols))
  for (let row = 0; row < rows; row += stripRows) {
    const strip = { ...rectangle, firstRow: firstRow + row, rows: Math.min(stripRows, rows - row) }
    await area.read(strip, signal, heightsM.subarray(row * cols, (row + strip.rows) * cols))
    onProgress((row + strip.rows) / rows)
    // Cached posts are read without yielding to the event loop.
    await setImmediate()
  }
  return { ...latticeWithin(lattice, rectangle), heightsM }
}

/** What the areas used, each once. */
export function usedOf(areas: readonly Pick<TerrainArea, 'used'>[]): ReturnType<TerrainArea['used']> {
  const used = areas.map((area) => area.used())
  const byName = (a: { name: string }, b: { name: string }) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0
  const tiles = used.flatMap((one) => one.tiles).map((tile) => [`${tile.name} ${tile.sha256}`, tile] as const)
  const sources = used.flatMap((one) => one.sources).map((source) => [source.name, source] as const)
  return {
    tiles: [...new Map(tiles).values()].sort(byName),
    sources: [...new Map(sources).values()].sort(byName),
  }
}
