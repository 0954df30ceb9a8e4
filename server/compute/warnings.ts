import { shortestPathM } from '../../kernels/ends/ends.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { AzimuthSector } from '../../kernels/geodesy/azimuths.ts'
import { reachOf } from '../../kernels/geodesy/raster-grid.ts'
import { anyUnknown } from '../../kernels/simd/posts.ts'
import { type PostGrid, placeOf } from '../../kernels/terrain/window.ts'
import type { Job } from '../jobs/job.ts'
import { modelOf } from '../jobs/quote.ts'
import { azimuthsOf } from '../requests/azimuths.ts'
import { percentOf } from '../results/views/percent.ts'
import { JobError } from './errors.ts'
import type { Ground } from './ground.ts'
import type { Task } from './task.ts'
import { validityWarnings } from './validity.ts'

/** Names the terrain sources that did not answer, as a later simulation may succeed. */
export function withUnreached(error: JobError, unreached: Map<string, string>): JobError {
  if (error.code !== 'terrain_unavailable' || unreached.size === 0) return error
  return new JobError(error.code, [error.message, ...unreachedSentences(unreached)].join(' '))
}

function unreachedSentences(unreached: Map<string, string>): string[] {
  return [...unreached].map(([name, reason]) => `${name} could not be reached (${reason}).`)
}

/** Unknown fraction of the terrain within range; yields between rows, because posts may be many. */
export function* unknownFractionOf(parts: readonly PostGrid[], job: Job): Generator<void, number> {
  let unknown = 0
  let within = 0
  if (!parts.some(({ heightsM }) => anyUnknown(heightsM))) return 0
  for (const [i, part] of parts.entries()) {
    const found = yield* countUnknown(part, parts.slice(0, i), job)
    const squareDeg = part.latStepDeg * part.lonStepDeg
    unknown += found.unknown * squareDeg
    within += found.within * squareDeg
  }
  return within === 0 ? 0 : unknown / within
}

/** Counts posts within range that no finer grid covers, and how many of those are unknown. */
function* countUnknown(
  part: PostGrid,
  finer: readonly PostGrid[],
  { disc: { rangeM, latDeg, lonDeg }, grid, params: { azimuths } }: Job,
): Generator<void, { unknown: number; within: number }> {
  const { heightsM, rows, cols, latStepDeg, lonStepDeg } = part
  const { row: txRow, col: txCol } = placeOf(part, latDeg, lonDeg)
  const holes = finer.map((other) => {
    const first = placeOf(part, other.northDeg, other.westDeg)
    return {
      top: first.row,
      left: first.col,
      bottom: first.row + ((other.rows - 1) * other.latStepDeg) / latStepDeg,
      right: first.col + ((other.cols - 1) * other.lonStepDeg) / lonStepDeg,
    }
  })
  const asked = azimuths && new AzimuthSector(azimuthsOf(azimuths))
  const rangeLatDeg = rangeM / metresPerDegree(latDeg).lat
  const { lonDeg: rangeLonDeg } = reachOf(grid)
  const rowsAtOnce = Math.ceil(2 ** 21 / cols)
  let unknown = 0
  let within = 0
  for (let row = 0; row < rows; row++) {
    const away = ((row - txRow) * latStepDeg) / rangeLatDeg
    if (Math.abs(away) > 1) continue
    if (row % rowsAtOnce === 0) yield
    const half = (Math.sqrt(1 - away * away) * rangeLonDeg) / lonStepDeg
    const end = Math.min(cols, Math.floor(txCol + half) + 1)
    const here = holes.filter(({ top, bottom }) => row >= top && row <= bottom)
    let col = Math.max(0, Math.ceil(txCol - half))
    while (col < end) {
      const hole = here.find(({ left, right }) => col >= left && col <= right)
      if (hole !== undefined) {
        col = Math.floor(hole.right) + 1
        continue
      }
      const toHole = here.reduce((to, { left }) => (left > col ? Math.min(to, Math.ceil(left)) : to), end)
      const known = heightsM.subarray(row * cols + col, row * cols + toHole)
      if (asked) {
        const perDegree = metresPerDegree(latDeg + (txRow - row) * latStepDeg)
        const stepM = lonStepDeg * perDegree.lon
        const northM = (txRow - row) * latStepDeg * perDegree.lat
        const found = countRequested(known, asked, { eastM: (col - txCol) * stepM, northM, stepM })
        within += found.within
        unknown += found.unknown
      } else {
        within += toHole - col
        unknown += unknownAmong(known)
      }
      col = toHole
    }
  }
  return { unknown, within }
}

/** Number of unknown heights; a separate function, because V8 optimizes loops in generators poorly. */
function unknownAmong(heightsM: Float32Array): number {
  let unknown = 0
  for (let post = 0; post < heightsM.length; post++) {
    if (Number.isNaN(heightsM[post])) unknown++
  }
  return unknown
}

/** Counts posts of a row within a sector, and the unknown ones among those posts. */
function countRequested(
  heightsM: Float32Array,
  asked: AzimuthSector,
  first: { eastM: number; northM: number; stepM: number },
): { unknown: number; within: number } {
  const { eastM, northM, stepM } = first
  let unknown = 0
  let within = 0
  for (let post = 0; post < heightsM.length; post++) {
    if (!asked.holds(eastM + post * stepM, northM)) continue
    within++
    if (Number.isNaN(heightsM[post])) unknown++
  }
  return { unknown, within }
}

/** Values that the model's limits apply to; receivers above sea level have no single height above ground. */
function limitedValues({ params }: Job, { txHeightM }: Ground) {
  return {
    frequency: params.frequency,
    max_range: params.max_range,
    tx_height: txHeightM,
    rx_height: params.rx_height_mode === 'AGL' ? params.rx_height : undefined,
  }
}

interface Findings {
  unknownFraction: number
  unknownClutter: number
  circleShare: number
  /** Terrain sources that did not answer, with the reason for each. */
  unreached: Map<string, string>
}

/** Share of the coverage edge at the maximum range from which a warning suggests a larger range. */
const RANGE_LIMITED_SHARE = 0.2

export function warningsOf(task: Task, findings: Findings) {
  const { job, ground, ends } = task
  const { postSpacingM } = ground
  const { erp, resolution: resolutionM, tx_power_dbm } = job.params
  const model = modelOf(job)
  const isVisibility = model.kind === 'visibility'
  const shortestM = shortestPathM(ends)
  const { circleShare, unknownClutter, unknownFraction } = findings
  const found: Record<string, string | false> = {
    power_not_used:
      isVisibility &&
      (erp !== 1 || tx_power_dbm !== undefined) &&
      `The model ${model.name} computes only geometry: the power has no effect.`,
    finer_than_terrain:
      resolutionM < postSpacingM * 0.9 &&
      `resolution is ${resolutionM} m, but the elevation posts are ${postSpacingM.toFixed(0)} m apart.`,
    range_limited:
      circleShare > RANGE_LIMITED_SHARE &&
      `${percentOf(circleShare)} % of the edge of the covered area is at max_range: a larger max_range may show more coverage.`,
    clutter_distance:
      shortestM > 0 &&
      `Cells nearer than ${shortestM} m are NaN: ITU-R P.2108-1 has no statistical loss for shorter distances.`,
    unknown_clutter:
      unknownClutter > 0 &&
      `The land cover of ${percentOf(unknownClutter)} % of the cells within range is unknown; these cells are NaN.`,
    unknown_terrain:
      unknownFraction > 0 &&
      `${percentOf(unknownFraction)} % of the ground within range is unknown; cells that depend on unknown ground are ${isVisibility ? '255' : 'NaN'}.`,
  }
  return [
    ...validityWarnings(model, limitedValues(job, ground)),
    ...Object.entries(found).flatMap(([code, detail]) => (detail ? [{ code, detail }] : [])),
    ...unreachedSentences(findings.unreached).map((sentence) => ({
      code: 'terrain_source_unreachable',
      detail: `${sentence} Ground known only to this source is unknown in the result; a new simulation may find more.`,
    })),
  ]
}
