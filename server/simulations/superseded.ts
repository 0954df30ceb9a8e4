import type { Simulation } from '../../storage/records/types.ts'

/** Warnings of results for which other ground stood in for the real one. */
const standInGround: ReadonlySet<string> = new Set(['generalised_terrain', 'coarse_path'])
/** The first version that computes every cell on the ground as it is. */
const exactSince = '0.2.0'
const byNumbers = new Intl.Collator('en', { numeric: true })

/** Whether this version computes the simulation on better ground than the one that stored its result. */
export function isSuperseded({ status, warnings, engine }: Simulation): boolean {
  if (status !== 'completed' || !warnings.some(({ code }) => standInGround.has(code))) return false
  return byNumbers.compare(engine?.version ?? '', exactSince) < 0
}
