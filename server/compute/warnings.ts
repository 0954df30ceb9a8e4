/** Warnings about the ground of a result. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { type PostWindow, UNKNOWN_HEIGHT_M } from '../../kernels/terrain/window.ts'
import type { Ground } from './ground.ts'
import { JobError } from './job.ts'
import type { Plan } from './plan.ts'
import type { ComputeResult } from './protocol.ts'
import { validityWarnings } from './validity.ts'

/** Adds the sources that did not answer: a later simulation may find the ground known. */
export function withUnreached(error: JobError, unreached: Map<string, string>): JobError {
  if (error.code !== 'terrain_unavailable' || unreached.size === 0) return error
  return new JobError(error.code, [error.message, ...unreachedSentences(unreached)].join(' '))
}

function unreachedSentences(unreached: Map<string, string>): string[] {
  return [...unreached].map(([name, reason]) => `${name} could not be reached (${reason}).`)
}

/** The fraction of the posts within range whose ground is unknown; in steps, as there may be very many. */
export function* unknownFractionOf(
  window: PostWindow,
  { rangeM, latDeg, grid }: Plan,
): Generator<void, number> {
  if (window.unknown === undefined) return 0
  const { heightsM, rows, cols } = window
  const rangeLatDeg = rangeM / metresPerDegree(latDeg).lat
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
function limitedValues(
  { frequencyMhz, rangeM, rx }: Plan,
  { antennaM, groundM }: Pick<Ground, 'antennaM' | 'groundM'>,
) {
  return {
    frequency: frequencyMhz,
    max_range: rangeM / 1000,
    tx_height: antennaM - groundM,
    rx_height: rx.isAboveGround ? rx.heightM : undefined,
  }
}

/** The warnings of the record. */
export function warningsOf(
  plan: Plan,
  ground: Omit<Ground, 'used'>,
  unknownFraction: number,
  unreached: Map<string, string>,
) {
  const { postSpacingM, generalisedBy } = ground
  const { model, resolutionM } = plan
  const warnings: ComputeResult['warnings'] = validityWarnings(model, limitedValues(plan, ground))
  if (resolutionM < postSpacingM * 0.9) {
    warnings.push({
      code: 'finer_than_terrain',
      detail: `resolution is ${resolutionM} m, but the elevation posts stand ${postSpacingM.toFixed(0)} m apart.`,
    })
  }
  if (generalisedBy !== undefined) {
    warnings.push({
      code: 'generalised_terrain',
      detail: `A cell is ${(resolutionM / postSpacingM).toFixed(0)} elevation posts wide: the highest of each ${generalisedBy} × ${generalisedBy} posts stands for them.`,
    })
  }
  if (unknownFraction > 0) {
    const percent = unknownFraction < 0.001 ? 'less than 0.1' : (100 * unknownFraction).toFixed(1)
    warnings.push({
      code: 'unknown_terrain',
      detail: `${percent} % of the ground within range is unknown; cells that it leaves open are ${model.kind === 'visibility' ? '255' : 'NaN'}.`,
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
