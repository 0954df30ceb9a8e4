import { HIGHEST_PROPOSED_MAST_M } from '../../../client/masts.ts'
import type { MeasuredPoint } from '../comparison/measured-points.ts'
import type { Link, Path } from '../state/path.ts'
import { sayKm, sayMetres } from '../words/units.ts'
import { figure, say } from '../words/words.ts'

/** Headline of a link: reception if the power is known, else visibility. */
export function headlineOf({ link, isGeometry = false }: Pick<Path, 'link' | 'isGeometry'>): string {
  const { received_dbm, margin_db, visible } = link
  if (isGeometry || received_dbm === null) return obstacleOf(link)
  const line = say(visible ? 'isVisible' : 'notVisible')
  if (margin_db === null) return say('receivedAt', { dbm: figure(received_dbm), line })
  const db = figure(Math.abs(margin_db))
  return say(margin_db >= 0 ? 'receivedWith' : 'tooWeakBy', { db, line })
}

/** Text for the worst obstacle, or for the clearance. */
export function obstacleOf({ visible, blocked_at, worst_fresnel }: Link): string {
  const highest = blocked_at.reduce<(typeof blocked_at)[number] | undefined>(
    (best, one) => (best === undefined || one.by_m > best.by_m ? one : best),
    undefined,
  )
  if (highest !== undefined) {
    const values = { by: sayMetres(highest.by_m, 1), distance: sayKm(highest.distance_m / 1000, 2) }
    return say(blocked_at.length > 1 ? 'blockedByMany' : 'blockedBy', { ...values, count: blocked_at.length })
  }
  if (!visible) return say('belowGround')
  return worst_fresnel < 0.6
    ? say('visibleNarrow', { percent: figure(100 * worst_fresnel) })
    : say('visibleClear')
}

export function detailsOf({ link, isGeometry = false }: Pick<Path, 'link' | 'isGeometry'>): string[] {
  const { distance_m, azimuth_deg, reverse_azimuth_deg, profile, received_dbm, margin_db, visible } = link
  const { los, fresnel60 } = link.clear_heights_m
  const knowsPower = !isGeometry && received_dbm !== null
  const [from, to] = [profile.ground_m[0], profile.ground_m.at(-1)]
  const parts = [sayKm(distance_m / 1000, 2)]
  if (azimuth_deg !== null && reverse_azimuth_deg !== null) {
    parts.push(say('bearings', { there: figure(azimuth_deg, 1), back: figure(reverse_azimuth_deg, 1) }))
  }
  if (from !== undefined && to !== undefined) {
    parts.push(say('groundEnds', { from: sayMetres(from), to: sayMetres(to) }))
  }
  if (knowsPower) parts.push(say('received', { dbm: figure(received_dbm, 1) }))
  if (knowsPower && margin_db !== null) parts.push(say('margin', { db: figure(margin_db, 1) }))
  if (knowsPower) parts.push(obstacleOf(link))
  if (!visible) parts.push(mastFor('mastFor', los))
  if (fresnel60 !== null && fresnel60 > 0) parts.push(mastFor('mastForFresnel', fresnel60))
  return parts
}

export function measurementOf(point: MeasuredPoint | undefined): string[] {
  if (point?.measured === undefined) return []
  const { measured, residualDb } = point
  const parts = [say('measuredValue', { value: `${figure(measured.value, 1)} ${measured.unit}` })]
  return residualDb === undefined ? parts : [...parts, say('residualValue', { db: figure(residualDb, 1) })]
}

/** Text proposing a mast height; heights above a limit are not proposed. */
function mastFor(word: 'mastFor' | 'mastForFresnel', heightM: number): string {
  return heightM > HIGHEST_PROPOSED_MAST_M
    ? say(`${word}None`, { height: sayMetres(HIGHEST_PROPOSED_MAST_M) })
    : say(word, { height: sayMetres(Math.ceil(heightM)) })
}
