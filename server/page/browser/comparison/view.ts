/** A view of a result: what it covers and in which colors it is shown, by the rules of the service, bin by bin. */

import type { components } from '../../../client/requests.ts'

export type Entry = components['schemas']['LegendEntry']
type BinTiles = components['schemas']['BinTiles']
export type ViewedLink = components['schemas']['ViewedLink']
/** What the tiles of bins say of themselves. */
export type Bins = Pick<BinTiles, 'values' | 'link'>

/** Query parameters of a view; what is left out is that of the request. */
export interface View {
  sensitivity_dbm?: number
  eirp_dbm?: number
  up_eirp_dbm?: number
  up_sensitivity_dbm?: number
}

/** The legends of a layer. */
export interface Legends {
  /** Without a sensitivity; of geometry. */
  levels: readonly Entry[] | undefined
  /** With one. */
  covered: { sensitivityDbm: number; entries: readonly Entry[] } | undefined
}

/** As the service rounds sums of decibels. */
function rounded(db: number): number {
  return Math.round(db * 1e9) / 1e9
}

/** Whether a value is covered; without a sensitivity all are. */
export function coverageIn(link: ViewedLink | null, view: View): (value: number) => boolean {
  const { sensitivity_dbm, eirp_dbm, up_eirp_dbm, up_sensitivity_dbm } = view
  if (link === null || sensitivity_dbm === undefined) return () => true
  const downDb = (eirp_dbm ?? link.eirp_dbm) + link.rx_gain_dbi - sensitivity_dbm
  const hasUp = up_eirp_dbm !== undefined && up_sensitivity_dbm !== undefined
  const lossDb = Math.min(downDb, hasUp ? up_eirp_dbm - up_sensitivity_dbm : Number.POSITIVE_INFINITY)
  if (link.lossless === null) return (value) => value <= rounded(lossDb)
  const minimum = rounded(link.lossless - lossDb)
  return (value) => value >= minimum
}

/** The legend of a view. Ranges that begin at the sensitivity move with it. */
export function entriesIn({ levels, covered }: Legends, view: View): readonly Entry[] {
  const { sensitivity_dbm: toDbm, up_sensitivity_dbm: upDbm } = view
  if (toDbm === undefined || covered === undefined) return levels ?? []
  const { sensitivityDbm: fromDbm, entries } = covered
  const isMoving = typeof entries[0]?.range?.[0] === 'number'
  const moved = (edge: number | null) => (edge === null ? null : rounded(edge - fromDbm) + toDbm)
  return entries.map((entry) => {
    const { range, state } = entry
    if (range) {
      if (!isMoving) return entry
      const [min = null, max = null] = range.map(moved)
      return { ...entry, range: [min, max], label: max === null ? `${min} and above` : `${min} to ${max}` }
    }
    const back =
      upDbm === undefined ? '' : `, ${state === 'covered' ? 'and' : 'or than'} ${upDbm} dBm on the way back`
    return { ...entry, label: entry.label.replace(`${fromDbm} dBm`, `${toDbm} dBm${back}`) }
  })
}

/** Positions in the legend of the entry of each number of the tiles of bins; −1: nothing is drawn. */
export function entriesOfBins({ values, link }: Bins, entries: readonly Entry[], view: View): Int16Array {
  const find = (state: Entry['state']) => entries.findIndex((entry) => entry.state === state)
  const lacking = find('lacking')
  const unknown = entries.some(({ state }) => state === 'unknown') ? find('unknown') : lacking
  const isCovered = coverageIn(link, view)
  const addedDb =
    link === null || link.lossless === null ? 0 : rounded((view.eirp_dbm ?? link.eirp_dbm) - link.eirp_dbm)
  // Of the second range and those above it.
  const edges = entries.flatMap(({ range }) => (range ? [Number(range[0])] : [])).slice(1)
  const lowers = edges.map((edge) => rounded(edge - addedDb))
  const hasRanges = entries.some(({ range }) => range)
  const found = values.map((value) => {
    if (value === null) return unknown
    if (!isCovered(value)) return lacking
    if (hasRanges) return lowers.filter((lower) => value >= lower).length
    return link ? find('covered') : entries.findIndex((entry) => entry.value === value)
  })
  return Int16Array.of(-1, ...found)
}
