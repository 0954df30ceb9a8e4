/** Reads the terrain around the transmitter of a simulation and checks the antenna height. */

import { setImmediate } from 'node:timers/promises'
import { type Clutter, pathHeightM } from '../../kernels/ends/ends.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { EngineName } from '../../kernels/model.ts'
import { lowerPosts, sharedPosts } from '../../kernels/simd/posts.ts'
import { higherGround } from '../../kernels/terrain/higher-ground.ts'
import { jobGround, type Making } from '../../kernels/terrain/job-ground.ts'
import { groundAtM } from '../../kernels/terrain/parts.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { withoutReplacedFiles } from '../../storage/terrain/files/replaced.ts'
import type { AreaOptions, PostRectangle, Terrain, TerrainArea } from '../../storage/terrain/types.ts'
import type { Job } from '../jobs/job.ts'
import { type ExpectedGround, latticeWithin, postsToRead, rectangleOf } from '../jobs/posts.ts'
import { JobError, unknownGround } from './errors.ts'
import { runYielding } from './yielding.ts'

/** Number of elevation posts per read. */
const STRIP_POSTS = 2 * 1024 * 1024

/** Facts about the terrain that are known once the files are open, before heights are read. */
export type OpenedGround = ExpectedGround & { posts: number }

export interface Ground extends ReturnType<typeof groundOver>, Pick<TerrainArea, 'postSpacingM' | 'used'> {
  engine: EngineName
}

interface GroundOptions {
  onRead: (fraction: number) => void
  txClutter?: Clutter | undefined
  /** Chooses the engine before posts are read; throws if the job has too many posts. */
  choose: (ground: OpenedGround) => EngineName
}

/** Reads terrain in a consistent state: starts over if a file is replaced during the read. */
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

/** Converts `parts` in place. Throws a `JobError` if the elevation at the transmitter is unknown. */
export function groundOver(
  { disc: { latDeg, lonDeg }, params }: Pick<Job, 'disc' | 'params'>,
  parts: readonly PostGrid[],
  txClutter?: Clutter,
  making?: Making,
) {
  const underTx = groundAtM(parts, latDeg, lonDeg)
  if (Number.isNaN(underTx)) throw new JobError('terrain_unavailable', unknownGround(latDeg, lonDeg))
  const { tx_height: txM, tx_height_mode } = params
  const heightM = tx_height_mode === 'AGL' ? txM : txM - underTx
  if (heightM < 0) {
    throw new JobError(
      'tx_below_ground',
      `tx_height is ${txM} m above mean sea level, but the ground at the transmitter is at ${underTx.toFixed(1)} m.`,
    )
  }
  // For an antenna in clutter, the path starts at the top of the clutter.
  const topM = pathHeightM(txClutter, heightM)
  const antennaM = topM === heightM && tx_height_mode === 'AMSL' ? txM : underTx + topM
  // Computed before `jobGround` converts the posts to heights relative to the antenna.
  const higher = higherGround(parts, { latDeg, lonDeg, groundM: underTx }, metresPerDegree(latDeg))
  return {
    ...jobGround(parts, { latDeg, lonDeg, antennaM }, making),
    groundM: underTx,
    /** Antenna height above ground in metres, or in clutter the height of the clutter's top. */
    txHeightM: heightM,
    higherGround: higher,
  }
}

/** Reads elevation posts in strips, which allows progress reports and needs little additional memory. */
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
    // Yields explicitly, because reads from the cache do not yield to the event loop.
    await setImmediate()
  }
  return { ...latticeWithin(lattice, rectangle), heightsM }
}

/** Tiles and sources used in the areas, without duplicates. */
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
