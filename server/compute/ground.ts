/** The ground of one simulation: which posts it reads, and what is to be said of them. */

import { metresPerDegree } from '../../kernels/azimuthal.ts'
import { UNKNOWN_HEIGHT_M } from '../../kernels/los/shapes.ts'
import { groundM, type PostWindow, windowInSteps } from '../../kernels/los/window.ts'
import { isVisibility } from '../../kernels/model.ts'
import { type Model, models } from '../../kernels/models.ts'
import { postSpacingM as latticeSpacingM, MOST_STEPS } from '../../kernels/profiles/steps.ts'
import type { RasterGrid } from '../../kernels/raster-grid.ts'
import type { Asker, Lattice, PostRectangle, Terrain, TerrainArea } from '../../storage/terrain/types.ts'
import { validityWarnings } from '../validity.ts'
import { JobError, type Parameters, unknownGround } from './job.ts'
import type { ComputeResult } from './protocol.ts'
import { inTurns } from './turns.ts'

/** Posts beyond the outermost cell that interpolation may ask for. */
const MARGIN_POSTS = 4
/** Posts that are read at a time. */
const STRIP_POSTS = 8 * 1024 * 1024

/** Where nothing is known because a source did not answer, asking again later may help. */
export function withUnreached(error: JobError, unreached: Map<string, string>): JobError {
  if (error.code !== 'terrain_unavailable' || unreached.size === 0) return error
  return new JobError(error.code, [error.message, ...unreachedSentences(unreached)].join(' '))
}

function unreachedSentences(unreached: Map<string, string>): string[] {
  return [...unreached].map(([name, reason]) => `${name} could not be reached (${reason}).`)
}

export type Ground = Awaited<ReturnType<typeof readGround>>

interface GroundOptions {
  onRead: (share: number) => void
  /** Called before posts are read; throws where so many are too many. */
  checkMemory: (posts: number) => void
}

export async function readGround(
  params: Parameters,
  grid: RasterGrid,
  terrain: Terrain,
  asker: Asker,
  { onRead, checkMemory }: GroundOptions,
) {
  const { tx_lat: latDeg, tx_lon: lonDeg } = params
  const halfLat = (grid.halfRows + 1) * grid.cellLatDeg
  const halfLon = (grid.halfCols + 1) * grid.cellLonDeg
  const bounds = {
    southDeg: latDeg - halfLat,
    northDeg: latDeg + halfLat,
    westDeg: lonDeg - halfLon,
    eastDeg: lonDeg + halfLon,
  }
  const area = await terrain.openArea(bounds, {
    ...asker,
    cellSizeM: params.resolution,
    cells: { latDeg, lonDeg, cellLatDeg: grid.cellLatDeg, cellLonDeg: grid.cellLonDeg },
  })
  const nothing = new JobError('terrain_unavailable', unknownGround(params))
  if (area === undefined) throw nothing
  const { lattice } = area
  const rectangle = rectangleAround(lattice, latDeg, lonDeg, halfLat, halfLon)
  checkMemory(rectangle.rows * rectangle.cols)
  const posts = {
    ...lattice,
    northDeg: lattice.northDeg - rectangle.firstRow * lattice.latStepDeg,
    westDeg: lattice.westDeg + rectangle.firstCol * lattice.lonStepDeg,
    rows: rectangle.rows,
    cols: rectangle.cols,
    heightsM: await readPosts(area, rectangle, asker.signal, onRead),
  }
  const underTx = groundM(posts, latDeg, lonDeg)
  if (Number.isNaN(underTx)) throw nothing
  const antennaM = params.tx_height_mode === 'AGL' ? underTx + params.tx_height : params.tx_height
  if (antennaM < underTx) {
    throw new JobError(
      'tx_below_ground',
      `tx_height is ${params.tx_height} m above mean sea level, but the ground there is at ${underTx.toFixed(1)} m.`,
    )
  }
  const window = await inTurns(windowInSteps(posts, latDeg, lonDeg, antennaM), asker.signal)
  const { postSpacingM, generalisedBy } = area
  return { window, antennaM, groundM: underTx, postSpacingM, generalisedBy, used: () => area.used() }
}

/** Reads in strips, so that progress shows and nothing but the result is as large as it. */
async function readPosts(
  area: TerrainArea,
  rectangle: PostRectangle,
  signal: AbortSignal | undefined,
  onProgress: (share: number) => void,
): Promise<Float32Array> {
  const { firstRow, rows, cols } = rectangle
  // Memory that threads can read without a copy.
  const heightsM = new Float32Array(new SharedArrayBuffer(4 * rows * cols))
  const stripRows = Math.max(1, Math.floor(STRIP_POSTS / cols))
  for (let row = 0; row < rows; row += stripRows) {
    const strip = { ...rectangle, firstRow: firstRow + row, rows: Math.min(stripRows, rows - row) }
    await area.read(strip, signal, heightsM.subarray(row * cols, (row + strip.rows) * cols))
    onProgress((row + strip.rows) / rows)
  }
  return heightsM
}

function rectangleAround(
  lattice: Lattice,
  latDeg: number,
  lonDeg: number,
  halfLat: number,
  halfLon: number,
): PostRectangle {
  const firstRow = Math.floor((lattice.northDeg - latDeg - halfLat) / lattice.latStepDeg) - MARGIN_POSTS
  const lastRow = Math.ceil((lattice.northDeg - latDeg + halfLat) / lattice.latStepDeg) + MARGIN_POSTS
  const firstCol = Math.floor((lonDeg - halfLon - lattice.westDeg) / lattice.lonStepDeg) - MARGIN_POSTS
  const lastCol = Math.ceil((lonDeg + halfLon - lattice.westDeg) / lattice.lonStepDeg) + MARGIN_POSTS
  return { firstRow, firstCol, rows: lastRow - firstRow + 1, cols: lastCol - firstCol + 1 }
}

/** The share of the posts within range whose ground is unknown; in steps, as there may be very many. */
export function* unknownShareOf(
  window: PostWindow,
  params: Parameters,
  grid: RasterGrid,
): Generator<void, number> {
  if (window.unknown === undefined) return 0
  const { heightsM, rows, cols } = window
  const rangeLatDeg = (params.max_range * 1000) / metresPerDegree(params.tx_lat).lat
  const rowsAtOnce = Math.ceil(2 ** 21 / cols)
  let unknown = 0
  let within = 0
  for (let row = 0; row < rows; row++) {
    const away = ((row - window.txRow) * window.latStepDeg) / rangeLatDeg
    if (Math.abs(away) > 1) continue
    if (row % rowsAtOnce === 0) yield
    const half = (Math.sqrt(1 - away * away) * grid.halfCols * grid.cellLonDeg) / window.lonStepDeg
    const from = Math.max(0, Math.ceil(window.txCol - half))
    const to = Math.min(cols - 1, Math.floor(window.txCol + half))
    within += Math.max(0, to - from + 1)
    for (let at = row * cols + from; at <= row * cols + to; at++) {
      if (heightsM[at] === UNKNOWN_HEIGHT_M) unknown++
    }
  }
  return within === 0 ? 0 : unknown / within
}

/** What the model's limits are about; of receivers above sea level each has another height above ground. */
function limitedValues(params: Parameters, { antennaM, groundM }: Pick<Ground, 'antennaM' | 'groundM'>) {
  const { frequency, max_range, tx_height, rx_height } = params
  return {
    frequency,
    max_range,
    tx_height: params.tx_height_mode === 'AGL' ? tx_height : antennaM - groundM,
    rx_height: params.rx_height_mode === 'AGL' ? rx_height : undefined,
  }
}

/** What the record warns of. */
export function warningsOf(
  params: Parameters,
  ground: Omit<Ground, 'used'>,
  unknownShare: number,
  unreached: Map<string, string>,
) {
  const { postSpacingM, generalisedBy } = ground
  const model = models.get(params.model) as Model
  const warnings: ComputeResult['warnings'] = validityWarnings(model, limitedValues(params, ground))
  if (params.resolution < postSpacingM * 0.9) {
    warnings.push({
      code: 'finer_than_terrain',
      detail: `resolution is ${params.resolution} m, but the elevation posts stand ${postSpacingM.toFixed(0)} m apart.`,
    })
  }
  if (generalisedBy !== undefined) {
    warnings.push({
      code: 'generalised_terrain',
      detail: `A cell is ${(params.resolution / postSpacingM).toFixed(0)} elevation posts wide: the highest of each ${generalisedBy} × ${generalisedBy} posts stands for them.`,
    })
  }
  const { latStepDeg, lonStepDeg, txLatDeg } = ground.window
  const posts = (params.max_range * 1000) / latticeSpacingM(latStepDeg, lonStepDeg, txLatDeg)
  if (model.reads_way && posts > MOST_STEPS) {
    warnings.push({
      code: 'coarse_path',
      detail: `The farthest cells are ${posts.toFixed(0)} elevation posts away: on such ways not every post is looked at.`,
    })
  }
  if (unknownShare > 0) {
    const percent = unknownShare < 0.001 ? 'less than 0.1' : (100 * unknownShare).toFixed(1)
    warnings.push({
      code: 'unknown_terrain',
      detail: `${percent} % of the ground within range is unknown; cells that it leaves open are ${isVisibility(models.get(params.model) as Model) ? '255' : 'NaN'}.`,
    })
  }
  for (const detail of unreachedSentences(unreached)) {
    warnings.push({
      code: 'terrain_source_unreachable',
      detail: `${detail} Ground that only it knows is unknown here; a new simulation may find more.`,
    })
  }
  return warnings
}
