import { computed, effect, signal } from '@preact/signals'
import {
  coveredWithin,
  decisiveMargin,
  HIGHEST_DBM,
  MARGINS_DB,
  type Polygons,
  shareWith,
  withMargin,
} from '../../../client/areas.ts'
import { sharesWithin } from '../comparison/areas.ts'
import { isPathLoss, ruleOf, sensitivityOf } from '../comparison/side.ts'
import { sumOf } from '../comparison/within.ts'
import { explain } from '../service/failures.ts'
import { type Area, area, statsWithin } from './areas.ts'
import { ticked } from './finding.ts'
import { records, type SimulationRecord } from './results.ts'
import { partOf } from './sides.ts'
import { TYPICAL_DBM } from './viewing.ts'

export type Rank = { record: SimulationRecord } & (Awaited<ReturnType<typeof sharesOf>> | { fault: string })

/** Maximum number of results in a ranking; results are requested one after the other. */
export const MAXIMUM_RANKED = 50
/** Maximum number of results considered for the best pair. */
const MAXIMUM_PAIRED = 12
/** Sensitivity for all path-loss results, as typed; default: the lowest sensitivity of the results. */
export const typedDbm = signal<string | undefined>(undefined)
/** Ranking, best result first; `undefined` if not requested. */
export const ranks = signal<readonly Rank[] | undefined>(undefined)
export const isRanking = signal(false)
/** Margin in dB by which results are ranked; `undefined` if all results are visibility results. */
export const decisiveDb = signal<number | undefined>(undefined)
export const rankedCount = signal(0)

/** Selected results in which classes or power define coverage. */
export const rankable = computed(() =>
  records.value.filter(
    ({ id, links, params }) =>
      links && ticked.value.has(id) && (isPathLoss(params) || ruleOf(params)?.covers === 'class'),
  ),
)
export const hasPathLoss = computed(() => rankable.value.some(({ params }) => isPathLoss(params)))

export const sensitivityText = computed(() => {
  const own = rankable.value.flatMap(({ params }) => sensitivityOf(params).sensitivity_dbm ?? [])
  return typedDbm.value ?? String(own.length > 0 ? Math.min(...own) : TYPICAL_DBM)
})

/** True if a sensitivity is in the range that the service accepts, −200 to 100 dBm. */
const isSensitivity = (dbm: number) => dbm >= -200 && dbm <= HIGHEST_DBM

/** Typed sensitivity in dBm; `undefined` unless an integer in the accepted range. */
export const sensitivityDbm = computed(() => {
  const text = sensitivityText.value.trim().replace('−', '-')
  return /^-?\d{1,3}$/.test(text) && isSensitivity(Number(text)) ? Number(text) : undefined
})

/** Pair of results with the largest joint coverage, and the margin in dB at which it was determined. */
export const bestTwo = signal<Awaited<ReturnType<typeof bestOf>>>(undefined)

let asking = new AbortController()
/** True once a ranking was requested; a change of selection, area or sensitivity then repeats the ranking. */
let isRequested = false

export async function rank(): Promise<void> {
  const within = area.value
  const sensitivity_dbm = sensitivityDbm.value
  if (within === undefined || sensitivity_dbm === undefined || rankable.value.length > MAXIMUM_RANKED) return
  forget()
  isRequested = true
  const { signal } = asking
  isRanking.value = true
  const all: Rank[] = []
  for (const record of rankable.value) {
    const rank = await sharesOf(record, within, sensitivity_dbm, signal).catch((error: unknown) => ({
      fault: explain(error),
    }))
    if (signal.aborted) return
    all.push({ record, ...rank })
    rankedCount.value = all.length
  }
  const decisive = decisiveMargin(all.map(sharesIn))
  ranks.value = all.sort((one, other) => shareOf(other, decisive) - shareOf(one, decisive))
  decisiveDb.value = hasPathLoss.value ? MARGINS_DB[decisive] : undefined
  const best = await bestOf(within.polygons, sensitivity_dbm, signal).catch(() => undefined)
  if (signal.aborted) return
  bestTwo.value = best
  isRanking.value = false
}

/** Covered shares of the area, one per margin, and the part of the area out of range. */
async function sharesOf(record: SimulationRecord, within: Area, dbm: number, signal: AbortSignal) {
  const queries = isPathLoss(record.params)
    ? MARGINS_DB.map((margin) => ({ layer: 'class' as const, sensitivity_dbm: withMargin(dbm, margin) }))
    : [{ layer: ruleOf(record.params)?.layer ?? ('class' as const) }]
  const shares: number[] = []
  let beyondKm2 = 0
  for (const query of queries) {
    const found = await statsWithin(record, within, query, signal)
    shares.push(coveredWithin(found.stats, found.beyondKm2).share)
    beyondKm2 = found.beyondKm2
  }
  return { shares, beyondKm2 }
}

/** Best pair among the first results of the ranking. */
async function bestOf(polygons: Polygons, dbm: number, signal: AbortSignal) {
  const first = (ranks.value ?? []).filter((rank) => 'shares' in rank).slice(0, MAXIMUM_PAIRED)
  if (first.length < 2) return undefined
  const at = decisiveMargin(first.map(sharesIn))
  const marginDb = MARGINS_DB[at] as number
  // There are no thresholds, because classes and sensitivities define coverage in a ranking.
  const limitOf = () => Number.NaN
  const parts = await Promise.all(
    first.map(({ record }) => partOf(record, withMargin(dbm, marginDb), limitOf)),
  )
  const maxzoom = Math.max(...parts.map((part) => part.maxzoom))
  const shares = await sharesWithin(
    parts.map(({ side }) => side),
    polygons,
    maxzoom,
    signal,
  )
  const pairs = first.flatMap((one, index) =>
    first.slice(index + 1).map((other, after) => {
      const bits = (1 << index) | (1 << (index + 1 + after))
      // Corrects rounding to pixels, coarser than cells: a pair covers at least as much as each result.
      const share = Math.max(sumOf(shares, bits), shareOf(one, at), shareOf(other, at))
      return { records: [one.record, other.record] as const, share, marginDb }
    }),
  )
  return pairs.reduce((best, pair) => (pair.share > best.share ? pair : best))
}

const sharesIn = (rank: Rank) => ('shares' in rank ? rank.shares : undefined)
const shareOf = (rank: Rank, at: number) => shareWith(sharesIn(rank), at)

function forget(): void {
  asking.abort()
  asking = new AbortController()
  isRanking.value = false
  ranks.value = undefined
  rankedCount.value = 0
  bestTwo.value = undefined
}

const rankedIds = computed(() => rankable.value.map(({ id }) => id).join())

/** Delay in ms after typing a sensitivity. */
const TYPED_MS = 600

// A change of results, area or sensitivity invalidates the ranking and, if requested, repeats it.
effect(() => {
  void [area.value, rankedIds.value, sensitivityDbm.value]
  forget()
  const timer = isRequested && rankable.peek().length > 1 ? setTimeout(rank, TYPED_MS) : undefined
  return () => clearTimeout(timer)
})
