/** View of a result: coverage and color per bin, by the rules of the service. */

import type { components } from '../../../client/requests.ts'

export type Entry = components['schemas']['LegendEntry']
type BinTiles = components['schemas']['BinTiles']
export type ViewedLink = components['schemas']['ViewedLink']
export type Bins = Pick<BinTiles, 'values' | 'link'>

/** Query parameters of a view; defaults are the values of the simulation. */
export interface View {
  sensitivity_dbm?: number
  eirp_dbm?: number
  up_eirp_dbm?: number
  up_sensitivity_dbm?: number
}

export interface Legends {
  levels: readonly Entry[] | undefined
  covered: { sensitivityDbm: number; entries: readonly Entry[] } | undefined
}

/** Rounds dB values as the service does. */
function rounded(db: number): number {
  return Math.round(db * 1e9) / 1e9
}

/** Color of cells where only one direction works, as in pictures drawn by the service. */
const ONE_DIRECTION_COLOR = '#d55e00a6'

/** Maximum loss in each direction in dB; `undefined` without a sensitivity. */
function largestLosses(link: ViewedLink | null, view: View): { downDb: number; upDb?: number } | undefined {
  const { sensitivity_dbm, eirp_dbm, up_eirp_dbm, up_sensitivity_dbm } = view
  if (link === null || sensitivity_dbm === undefined) return undefined
  const downDb = (eirp_dbm ?? link.eirp_dbm) + link.rx_gain_dbi - sensitivity_dbm
  if (up_eirp_dbm === undefined || up_sensitivity_dbm === undefined) return { downDb }
  return { downDb, upDb: up_eirp_dbm - up_sensitivity_dbm }
}

/** Weakest value covered in both directions, or in at least one with `Math.max`. For losses: the largest. */
export function edgeIn(
  link: ViewedLink | null,
  view: View,
  choose: (oneDb: number, otherDb: number) => number = Math.min,
): number | undefined {
  const losses = largestLosses(link, view)
  if (link === null || losses === undefined) return undefined
  const { downDb, upDb = downDb } = losses
  const lossDb = choose(downDb, upDb)
  return rounded(link.lossless === null ? lossDb : link.lossless - lossDb)
}

/** Predicate for covered values, using the edge of `edgeIn`; always true without a sensitivity. */
export function coverageIn(...of: Parameters<typeof edgeIn>): (value: number) => boolean {
  const edge = edgeIn(...of)
  if (edge === undefined) return () => true
  return of[0]?.lossless === null ? (value) => value <= edge : (value) => value >= edge
}

/** Direction with the larger range; `undefined` for a view without the reverse direction. */
function strongerIn(link: ViewedLink | null, view: View): 'talk_out' | 'talk_in' | undefined {
  const { downDb, upDb } = largestLosses(link, view) ?? {}
  if (downDb === undefined || upDb === undefined) return undefined
  return downDb < upDb ? 'talk_in' : 'talk_out'
}

/** Legend entries of a view; ranges that start at the sensitivity are shifted with the sensitivity. */
export function entriesIn(
  { levels, covered }: Legends,
  view: View,
  link: ViewedLink | null,
): readonly Entry[] {
  const { sensitivity_dbm: toDbm, up_sensitivity_dbm: upDbm } = view
  if (toDbm === undefined || covered === undefined) return levels ?? []
  const { sensitivityDbm: fromDbm, entries } = covered
  const isMoving = typeof entries[0]?.range?.[0] === 'number'
  const moved = (edge: number | null) => (edge === null ? null : rounded(edge - fromDbm) + toDbm)
  const stronger = strongerIn(link, view)
  return entries.flatMap((entry): Entry[] => {
    const { range, state } = entry
    if (range) {
      if (!isMoving) return [entry]
      const [min = null, max = null] = range.map(moved)
      return [{ ...entry, range: [min, max], label: max === null ? `${min} and above` : `${min} to ${max}` }]
    }
    const back =
      upDbm === undefined
        ? ''
        : `, ${state === 'covered' ? 'and' : 'and less than'} ${upDbm} dBm on the uplink`
    const labelled = { ...entry, label: entry.label.replace(`${fromDbm} dBm`, `${toDbm} dBm${back}`) }
    if (state !== 'lacking' || stronger === undefined) return [labelled]
    const label =
      stronger === 'talk_out'
        ? `talk-out only: less than ${upDbm} dBm on the uplink`
        : `talk-in only: less than ${toDbm} dBm`
    return [{ ...entry, state: stronger, color: ONE_DIRECTION_COLOR, label }, labelled]
  })
}

/** Index of the legend entry for each bin number; −1 means that the bin is not drawn. */
export function entriesOfBins({ values, link }: Bins, entries: readonly Entry[], view: View): Int16Array {
  const find = (state: Entry['state']) => entries.findIndex((entry) => entry.state === state)
  const notCovered = find('lacking')
  const unknown = entries.some(({ state }) => state === 'unknown') ? find('unknown') : notCovered
  const isCovered = coverageIn(link, view)
  const isReached = coverageIn(link, view, Math.max)
  const oneDirection = find(strongerIn(link, view) ?? 'lacking')
  const addedDb =
    link === null || link.lossless === null ? 0 : rounded((view.eirp_dbm ?? link.eirp_dbm) - link.eirp_dbm)
  // Lower limits of all ranges except the first.
  const edges = entries.flatMap(({ range }) => (range ? [Number(range[0])] : [])).slice(1)
  const lowers = edges.map((edge) => rounded(edge - addedDb))
  const hasRanges = entries.some(({ range }) => range)
  const found = values.map((value) => {
    if (value === null) return unknown
    if (!isCovered(value)) return isReached(value) ? oneDirection : notCovered
    if (hasRanges) return lowers.filter((lower) => value >= lower).length
    return link ? find('covered') : entries.findIndex((entry) => entry.value === value)
  })
  return Int16Array.of(-1, ...found)
}
