import { computed, effect, signal } from '@preact/signals'
import { isPathLoss, ruleOf, sensitivityOf } from '../comparison/side.ts'
import { explain } from '../service/failures.ts'
import { area, coveredIn, statsWithin } from './areas.ts'
import { ticked } from './finding.ts'
import { records, type SimulationRecord } from './results.ts'
import { TYPICAL_DBM } from './viewing.ts'

/** What a result covers of the area, or why that is unknown. */
export type Rank = { record: SimulationRecord } & ({ share: number; coveredKm2: number } | { fault: string })

/** Those of which the service is asked, one after the other. */
export const MAXIMUM_RANKED = 50
/** What path losses are looked at with, as it was typed; without, the lowest of the requests' own. */
export const typedDbm = signal<string | undefined>(undefined)
/** The best first; `undefined`: not asked for. */
export const ranks = signal<readonly Rank[] | undefined>(undefined)
export const isRanking = signal(false)

/** Results that are ticked, where something says what is covered: a layer of classes, or a power. */
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

/** `undefined` where it is no whole number of decibels that receivers have. */
export const sensitivityDbm = computed(() => {
  const text = sensitivityText.value.trim().replace('−', '-')
  return /^-?\d{1,3}$/.test(text) && Math.abs(Number(text)) <= 200 ? Number(text) : undefined
})

let asking = new AbortController()

/** All with the same sensitivity, so that their shares can be compared. */
export async function rank(): Promise<void> {
  const within = area.value
  const sensitivity_dbm = sensitivityDbm.value
  if (within === undefined || sensitivity_dbm === undefined) return
  forget()
  const { signal } = asking
  isRanking.value = true
  const all: Rank[] = []
  for (const record of rankable.value) {
    const layer = ruleOf(record.params)?.layer ?? 'class'
    const query = isPathLoss(record.params) ? { layer: 'class', sensitivity_dbm } : { layer }
    const rank = await statsWithin(record, within, query, signal).then(coveredIn, (error: unknown) => ({
      fault: explain(error),
    }))
    if (signal.aborted) return
    all.push({ record, ...rank })
    ranks.value = all.toSorted((one, other) => shareOf(other) - shareOf(one))
  }
  isRanking.value = false
}

const shareOf = (rank: Rank) => ('share' in rank ? rank.share : -1)

function forget(): void {
  asking.abort()
  asking = new AbortController()
  isRanking.value = false
  ranks.value = undefined
}

const rankedIds = computed(() => rankable.value.map(({ id }) => id).join())

// Shares of other results, of another area or with another sensitivity are none of these.
effect(() => {
  void [area.value, rankedIds.value, sensitivityDbm.value]
  forget()
})
